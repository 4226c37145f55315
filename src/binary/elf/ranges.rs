//! Every byte of an ELF file in exactly one range: what a difference between two files is laid out on.

use std::collections::{BTreeMap, BTreeSet};

use object::elf;
use serde::{Deserialize, Serialize};

use super::super::image::Image;
use super::build_id;
use super::header::{Layout, PAGE, Section, Segment, Span};
use super::notes::{self, Notes};
use super::sections;

/// Segments that may claim bytes. Real files have some dozens, and Linux runs no program with more than 1,170.
const SEGMENTS: usize = 1 << 11;

/// A run of bytes of the file that belong to one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// The section's name, `#7` for a section without one, or what else it is: `ELF header`, `program headers`,
    /// `section headers`, `PT_LOAD #1`, `gap`, `overlay`. Not unique.
    pub name: String,
    /// What a difference in these bytes means.
    pub class: RangeClass,
    /// Offset in the file.
    pub offset: u64,
    /// Size in bytes, never 0.
    pub size: u64,
    /// Address of the first byte at run time; `None` when it is not loaded (or is no part of an image, as in `ET_REL`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Whether these bytes can be run: their section says so, or a `PT_LOAD` with `PF_X` maps any of them (for bytes in
    /// no section: any of their pages, as the loader maps whole pages). Old linkers put read-only data beside the code,
    /// so this alone does not make a section code.
    pub executable: bool,
    /// Whether the section is stored compressed (`SHF_COMPRESSED`, `.zdebug_*`): equal contents need not be equal bytes.
    pub compressed: bool,
    /// The section's index, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<usize>,
}

/// What a difference in a range means for a reader of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RangeClass {
    /// Instructions.
    Code,
    /// Data that the program uses, or that nothing else is known of.
    Data,
    /// Who built it and when: build-id and other notes, `.comment`, `.gnu_debuglink`.
    Identity,
    /// For debuggers only: `.debug_*`, `.symtab`, `.strtab`.
    Debug,
    /// ELF header, program headers, section headers and their names.
    Headers,
    /// Bytes that no header accounts for, or that only a segment does.
    Gap,
    /// Bytes after the end of what the headers account for.
    Overlay,
}

/// What a thing claims of the file, before overlaps are settled.
struct Claim {
    name: String,
    class: RangeClass,
    span: Span,
    address: Option<u64>,
    executable: bool,
    compressed: bool,
    section: Option<usize>,
}

/// Divides `bytes` into ranges, in the order of the file: without overlap, without a hole, to the last byte.
///
/// Where headers claim the same bytes twice, the strictest claim wins, so that no difference in code can pass for one
/// in a stamp: code before data before section headers before debug data before identity; then the lower index. Where
/// there is no section table, segments and the build-id notes in them are the ranges. Bytes that are no ELF file are one
/// gap.
pub fn ranges(bytes: &[u8]) -> Vec<Range> {
    let image = Image::whole(bytes);
    let mut pieces = Pieces::new(image.size());
    let Some(layout) = Layout::read(image, &mut Vec::new()) else {
        return pieces.finish(image.size(), &[]);
    };
    let companion = sections::is_debug_companion(&layout);
    let notes = notes::read(image, &layout, !companion, &mut Vec::new());
    // A companion's program headers describe the other file.
    let segments = || layout.segments.iter().filter(|_| !companion).take(SEGMENTS);
    let loaded: Vec<&Segment> = segments().filter(|segment| segment.kind == elf::PT_LOAD).collect();

    // The loader reads these as headers whatever else is said of them.
    pieces.take(&header_claim("ELF header", Span { offset: 0, size: layout.header.size }), &loaded);
    if let Some(span) = layout.header.segment_table {
        pieces.take(&header_claim("program headers", span), &loaded);
    }
    if let Some(span) = layout.header.section_table {
        let known = Known::new(&layout, &notes);
        let sections = layout.sections().iter().filter(|section| section.has_bytes());
        let mut claims: Vec<Claim> = sections.map(|section| section_claim(section, &known, &loaded)).collect();
        claims.push(header_claim("section headers", span));
        // Stable: sections of one class keep their order.
        claims.sort_by_key(|claim| strictness(claim.class));
        for claim in &claims {
            pieces.take(claim, &loaded);
        }
    } else {
        for claim in build_id_claims(&notes, &layout) {
            pieces.take(&claim, &loaded);
        }
        let mut by_strictness = loaded.clone();
        by_strictness.sort_by_key(|segment| !segment.is_executable());
        for segment in by_strictness {
            let class = if segment.is_executable() { RangeClass::Code } else { RangeClass::Data };
            pieces.take(&segment_claim(segment, format!("PT_LOAD #{}", segment.index), class), &loaded);
        }
    }
    // What only segments account for: padding, or what a packer hides from the section table.
    let mut rest: Vec<&Segment> = segments().collect();
    rest.sort_by_key(|segment| (!segment.is_executable(), segment.kind != elf::PT_LOAD));
    for segment in rest {
        pieces.take(&segment_claim(segment, "gap".to_owned(), RangeClass::Gap), &loaded);
    }
    pieces.finish(sections::end(image, &layout, companion), &loaded)
}

/// The order in which classes take bytes that several claim.
fn strictness(class: RangeClass) -> u8 {
    match class {
        RangeClass::Code => 0,
        RangeClass::Data => 1,
        RangeClass::Headers => 2,
        RangeClass::Debug => 3,
        RangeClass::Identity => 4,
        RangeClass::Gap | RangeClass::Overlay => 5,
    }
}

fn header_claim(name: &str, span: Span) -> Claim {
    Claim {
        name: name.to_owned(),
        class: RangeClass::Headers,
        span,
        address: None,
        executable: false,
        compressed: false,
        section: None,
    }
}

/// What is known of all sections together, to classify each.
struct Known<'a> {
    /// Sections that hold the names of `.symtab`.
    symbol_strings: BTreeSet<usize>,
    /// Where the last note of a section ends.
    notes_end: &'a BTreeMap<usize, u64>,
}

impl<'a> Known<'a> {
    fn new(layout: &Layout<'_>, notes: &'a Notes<'_>) -> Self {
        let tables = layout.sections().iter().filter(|section| section.kind == elf::SHT_SYMTAB);
        let symbol_strings = tables.filter_map(|table| usize::try_from(table.link).ok()).collect();
        Self { symbol_strings, notes_end: &notes.section_ends }
    }

    /// Whether all bytes of a note section are notes that could be read: what is in no note is not identity.
    fn is_all_notes(&self, section: &Section<'_>) -> bool {
        let end = self.notes_end.get(&section.index);
        // Fewer than 8: the padding of the last note.
        end.is_some_and(|end| section.span.end().saturating_sub(*end) < 8)
    }
}

fn section_claim(section: &Section<'_>, known: &Known<'_>, loaded: &[&Segment]) -> Claim {
    let is_loaded =
        section.flags.contains(elf::SHF_ALLOC) || loaded.iter().any(|segment| meet(segment.span, section.span));
    Claim {
        name: section.label(),
        class: class(section, is_loaded, known),
        span: section.span,
        address: (section.flags.contains(elf::SHF_ALLOC) && section.address != 0).then_some(section.address),
        executable: section.flags.contains(elf::SHF_EXECINSTR),
        compressed: section.flags.contains(elf::SHF_COMPRESSED) || section.name.starts_with(b".zdebug_"),
        section: Some(section.index),
    }
}

/// The class of a section. A name alone never makes loaded bytes identity or debug data: anybody can write a name.
fn class(section: &Section<'_>, is_loaded: bool, known: &Known<'_>) -> RangeClass {
    if section.is_code() {
        return RangeClass::Code;
    }
    if section.kind == elf::SHT_NOTE && known.is_all_notes(section) {
        return RangeClass::Identity;
    }
    if is_loaded {
        return RangeClass::Data;
    }
    let name = section.name;
    let is_symbols = section.kind == elf::SHT_SYMTAB
        || (section.kind == elf::SHT_STRTAB && known.symbol_strings.contains(&section.index));
    let is_debug = |name: &[u8]| {
        let starts = [&b".debug_"[..], b".zdebug_", b".stab", b".gnu.debuglto_"];
        let exact = [&b".gdb_index"[..], b".gnu_debugdata", b".gnu_debugaltlink", b".symtab_shndx"];
        starts.iter().any(|start| name.starts_with(start)) || exact.contains(&name)
    };
    match name {
        b".comment" | b".gnu_debuglink" => RangeClass::Identity,
        b".shstrtab" => RangeClass::Headers,
        _ if is_debug(name) || is_symbols => RangeClass::Debug,
        _ => RangeClass::Data,
    }
}

fn build_id_claims(notes: &Notes<'_>, layout: &Layout<'_>) -> Vec<Claim> {
    let claim = |seen: &notes::SeenNote<'_>| {
        let span = Span { offset: seen.note.offset, size: seen.note.size };
        let address = layout.segments.iter().find_map(|segment| {
            let into = span.offset.checked_sub(segment.span.offset).filter(|_| meet(segment.span, span))?;
            segment.address.checked_add(into)
        });
        Claim {
            name: "build-id note".to_owned(),
            class: RangeClass::Identity,
            span,
            address,
            executable: false,
            compressed: false,
            section: None,
        }
    };
    notes.seen.iter().filter(|seen| build_id::is_short_build_id(&seen.note)).map(claim).collect()
}

fn segment_claim(segment: &Segment, name: String, class: RangeClass) -> Claim {
    Claim {
        name,
        class,
        span: segment.span,
        address: (segment.kind == elf::PT_LOAD).then_some(segment.address),
        executable: segment.is_executable(),
        compressed: false,
        section: None,
    }
}

fn meet(a: Span, b: Span) -> bool {
    a.size > 0 && b.size > 0 && a.offset < b.end() && b.offset < a.end()
}

/// The pages that hold these bytes.
fn pages(span: Span) -> Span {
    let start = span.offset.saturating_sub(span.offset % PAGE);
    let end = span.end().checked_next_multiple_of(PAGE).unwrap_or(u64::MAX);
    Span { offset: start, size: end.saturating_sub(start) }
}

/// The file, part taken and part free.
struct Pieces {
    /// Start -> end of what is free.
    free: BTreeMap<u64, u64>,
    taken: Vec<Range>,
}

impl Pieces {
    fn new(size: u64) -> Self {
        let free = if size == 0 { BTreeMap::new() } else { BTreeMap::from([(0, size)]) };
        Self { free, taken: Vec::new() }
    }

    /// Gives what is free of a claim's bytes to it. Each free piece is split at most twice by one claim, and else used
    /// up, so all claims together cost no more than they are many.
    fn take(&mut self, claim: &Claim, loaded: &[&Segment]) {
        let (start, end) = (claim.span.offset, claim.span.end());
        if start >= end {
            return;
        }
        // The one free piece that may begin before the claim, then those that begin within it.
        let before = self.free.range(..start).next_back().filter(|(_, free_end)| **free_end > start);
        let within = self.free.range(start..end);
        let hit: Vec<(u64, u64)> = before.into_iter().chain(within).map(|(from, to)| (*from, *to)).collect();
        for (from, to) in hit {
            self.free.remove(&from);
            if from < start {
                self.free.insert(from, start);
            }
            if to > end {
                self.free.insert(end, to);
            }
            let piece = Span { offset: from.max(start), size: to.min(end).saturating_sub(from.max(start)) };
            self.taken.push(range(claim, piece, loaded));
        }
    }

    /// The ranges in order; what is still free is a gap before `end` and overlay from there on.
    fn finish(mut self, end: u64, loaded: &[&Segment]) -> Vec<Range> {
        for (from, to) in std::mem::take(&mut self.free) {
            let gap = Span { offset: from, size: to.min(end).saturating_sub(from) };
            let overlay = Span { offset: from.max(end), size: to.saturating_sub(from.max(end)) };
            for (name, class, span) in [("gap", RangeClass::Gap, gap), ("overlay", RangeClass::Overlay, overlay)] {
                if span.size > 0 {
                    let claim = Claim {
                        name: name.to_owned(),
                        class,
                        span,
                        address: None,
                        executable: false,
                        compressed: false,
                        section: None,
                    };
                    self.taken.push(range(&claim, span, loaded));
                }
            }
        }
        self.taken.sort_by_key(|range| range.offset);
        self.taken
    }
}

fn range(claim: &Claim, piece: Span, loaded: &[&Segment]) -> Range {
    let into = piece.offset.saturating_sub(claim.span.offset);
    let runs = |segment: &Segment| {
        let mapped = if claim.section.is_some() { segment.span } else { pages(segment.span) };
        segment.is_executable() && meet(mapped, piece)
    };
    Range {
        name: claim.name.clone(),
        class: claim.class,
        offset: piece.offset,
        size: piece.size,
        address: claim.address.and_then(|address| address.checked_add(into)),
        executable: claim.executable || loaded.iter().any(|segment| runs(segment)),
        compressed: claim.compressed,
        section: claim.section,
    }
}
