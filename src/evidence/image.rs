//! What can run of a file, as the loader maps it.
//!
//! The loader knows program headers only. Section headers serve for one thing: to set aside, within an executable
//! segment, what is data (old linkers put `.rodata` and the notes beside the code). They are believed in it only
//! where they agree with the program headers and where no function begins in the data.

use object::elf;

use super::intervals::Intervals;
use crate::binary::elf::{Section, Segment, Span, SymbolKind, View};
use crate::binary::{ElfClass, ObjectType};

/// Bytes of the smallest page: loaders map whole pages.
const PAGE: u64 = 4096;

/// Loaded segments of a file that is believed. Real files have a dozen at most.
const SEGMENTS: usize = 64;

/// Doubts that are said.
const DOUBTS: usize = 8;

/// Bytes in an executable segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// Address at run time.
    pub(super) address: u64,
    /// Where they lie in the file.
    pub(super) span: Span,
    /// What they are.
    pub(super) kind: PieceKind,
}

/// What bytes in an executable segment are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// In a section of code.
    Code,
    /// In a section of data that is believed, or in the file's own headers.
    Data,
    /// In no section: padding between sections, or code that no section names.
    Bare,
}

/// The executable part of a file's image.
#[derive(Debug)]
pub(super) struct Mapped {
    /// In order of address, without overlap unless there is a doubt.
    pub(super) pieces: Vec<Piece>,
    /// Whether there is a section table to tell data from code.
    pub(super) has_sections: bool,
    /// Reasons not to trust the image, worded for "the first copy" to be put before them.
    pub(super) doubts: Vec<String>,
}

impl Mapped {
    /// Lays out what can run of a file.
    pub(super) fn of(view: &View<'_>) -> Self {
        let loads: Vec<&Segment> = view.segments().iter().filter(|segment| segment.is_loaded()).collect();
        let mut doubts = check_segments(view, &loads);
        let functions = functions(view);
        let sections = view.sections().unwrap_or_default();
        doubts.extend(check_sections(sections, &loads));
        doubts.extend(check_tables(view, sections));
        doubts.extend(check_headers(view, &loads, &functions));
        doubts.truncate(DOUBTS);
        let mut pieces = Vec::new();
        for load in loads.iter().filter(|segment| segment.is_executable()).take(SEGMENTS) {
            pieces.extend(pieces_of(view, load, sections, &functions));
        }
        pieces.sort_by_key(|piece| piece.address);
        Self { pieces, has_sections: view.sections().is_some(), doubts }
    }

    /// Whether an address lies in bytes that run, or that might.
    pub(super) fn holds_code(&self, address: u64) -> bool {
        let after = self.pieces.partition_point(|piece| piece.address <= address);
        let last = after.checked_sub(1).and_then(|at| self.pieces.get(at));
        last.is_some_and(|piece| {
            piece.kind != PieceKind::Data && address < piece.address.saturating_add(piece.span.size)
        })
    }

    /// The file's bytes that run, or that might.
    pub(super) fn code(&self) -> Intervals {
        Intervals::of(self.pieces.iter().filter(|piece| piece.kind != PieceKind::Data).map(|piece| piece.span))
    }
}

/// Addresses at which functions begin, sorted: those that make a section code, whatever its flags say.
fn functions(view: &View<'_>) -> Vec<u64> {
    let tables = [view.dynamic_symbols(), view.local_symbols()];
    let symbols = tables.into_iter().flatten().flat_map(crate::binary::elf::Symbols::iter);
    let functions = symbols.filter(|symbol| symbol.defined && symbol.kind == SymbolKind::Function);
    let entries = [elf::DT_INIT, elf::DT_FINI].into_iter().filter_map(|tag| view.dynamic_value(tag));
    let mut addresses: Vec<u64> =
        functions.map(|symbol| symbol.value).chain(entries).chain([view.entry()]).filter(|at| *at != 0).collect();
    addresses.sort_unstable();
    addresses.dedup();
    addresses
}

/// Whether a function begins within `size` bytes from `address`.
fn is_entered(functions: &[u64], address: u64, size: u64) -> bool {
    let at = functions.partition_point(|function| *function < address);
    functions.get(at).is_some_and(|function| *function < address.saturating_add(size))
}

/// Whether a section lies in a segment, and at the address at which the segment maps it.
fn agrees(section: &Section<'_>, segment: &Segment) -> bool {
    segment.span.covers(section.span)
        && section.address.checked_sub(segment.address) == section.span.offset.checked_sub(segment.span.offset)
}

fn pieces_of(view: &View<'_>, load: &Segment, sections: &[Section<'_>], functions: &[u64]) -> Vec<Piece> {
    let own = |section: &&Section<'_>| section.has_bytes && section.is_loaded() && load.span.meets(section.span);
    let is_code = |section: &Section<'_>| section.is_code || is_entered(functions, section.address, section.span.size);
    let code =
        Intervals::of(sections.iter().filter(own).filter(|section| is_code(section)).map(|section| section.span));
    let data = sections.iter().filter(own).filter(|section| !is_code(section) && agrees(section, load));
    let headers = headers(view);
    let data = Intervals::of(data.map(|section| section.span).chain(headers.iter().copied()));

    // What the file doesn't have is a doubt already; a piece must be readable.
    let size = u64::try_from(view.bytes().len()).unwrap_or(u64::MAX);
    let file = Intervals::of([Span { offset: 0, size }]);
    let own = Intervals::of([load.span]).within(&file);
    // Whole pages are mapped. What else lies in them can run as well, unless sections or segments say what it is.
    let elsewhere = view.segments().iter().filter(|segment| segment.is_loaded()).map(|segment| segment.span);
    let known = sections.iter().filter(|section| section.has_bytes).map(|section| section.span);
    let known = Intervals::of(elsewhere.chain(known).chain(headers.iter().copied()).chain(view.section_table()));
    let rest = Intervals::of([pages(load)]).within(&file).without(&known);
    let all = Intervals::of(own.spans().chain(rest.spans()));
    let code = code.within(&all);
    let data = data.within(&all).without(&code);
    let bare = all.without(&code).without(&data);
    let kinds = [(code, PieceKind::Code), (data, PieceKind::Data), (bare, PieceKind::Bare)];
    let piece = |span: Span, kind| {
        // An address may lie before the segment's, in the same page.
        let address = load.address.wrapping_add(span.offset.wrapping_sub(load.span.offset));
        Piece { address, span, kind }
    };
    kinds.into_iter().flat_map(|(set, kind)| set.spans().map(|span| piece(span, kind)).collect::<Vec<_>>()).collect()
}

/// The ELF header and the program headers, but for entries that say nothing (`PT_NULL`): anything may be kept in those.
fn headers(view: &View<'_>) -> Vec<Span> {
    let size = match view.class() {
        ElfClass::Elf32 => 32,
        ElfClass::Elf64 => 56,
    };
    let start = view.segment_table().map(|table| table.offset);
    let entries = view.segments().iter().zip(0_u64..).filter(|(segment, _)| segment.kind != elf::PT_NULL.0);
    let entries = entries.filter_map(|(_, at)| Some(Span { offset: start?.checked_add(at.checked_mul(size)?)?, size }));
    std::iter::once(view.header()).chain(entries).collect()
}

/// The bytes of the file in the pages that a segment shares.
fn pages(load: &Segment) -> Span {
    let start = load.span.offset & !(PAGE.wrapping_sub(1));
    let end = load.span.end().checked_next_multiple_of(PAGE).unwrap_or(u64::MAX);
    Span { offset: start, size: end.saturating_sub(start) }
}

/// What makes the loader's image doubtful.
fn check_segments(view: &View<'_>, loads: &[&Segment]) -> Vec<String> {
    let mut doubts = Vec::new();
    if view.is_debug_companion() {
        doubts.push("is debug data of another file and holds no code".to_owned());
        return doubts;
    }
    match view.object_type() {
        ObjectType::Dyn | ObjectType::Exec => {}
        _ => doubts.push("is no executable or shared library, so its code has no addresses".to_owned()),
    }
    if loads.is_empty() {
        doubts.push("has no segment that is loaded".to_owned());
    }
    if loads.len() > SEGMENTS {
        doubts.push(format!("claims {} loaded segments, more than are looked at", loads.len()));
    }
    let size = u64::try_from(view.bytes().len()).unwrap_or(u64::MAX);
    let mut mapped_to: Option<(u64, u64)> = None;
    for load in loads.iter().take(SEGMENTS) {
        let mut say = |what: String| doubts.push(format!("has a PT_LOAD at address {:#x} that {what}", load.address));
        if load.span.end() > size {
            say("reaches past the end of the file".to_owned());
        }
        if load.span.size > load.memory_size {
            say("is larger in the file than in memory".to_owned());
        }
        if load.address.checked_add(load.memory_size).is_none() {
            say("reaches past the end of all addresses".to_owned());
        }
        if load.span.size > 0 && load.address.wrapping_sub(load.span.offset) & (PAGE.wrapping_sub(1)) != 0 {
            say("lies at another place of its page in the file than in memory".to_owned());
        }
        if load.memory_size == 0 {
            continue;
        }
        // Later segments are mapped over earlier ones, page by page.
        let page = load.address & !(PAGE.wrapping_sub(1));
        if let Some((before, end)) = mapped_to
            && (page < end || load.address < before)
        {
            say(format!("shares pages with the one at {before:#x}, or does not follow it"));
        }
        let end = load.address.saturating_add(load.memory_size).checked_next_multiple_of(PAGE).unwrap_or(u64::MAX);
        mapped_to = Some((load.address, mapped_to.map_or(end, |(_, before)| end.max(before))));
    }
    doubts
}

/// Where the file's own tables claim bytes of code.
fn check_tables(view: &View<'_>, sections: &[Section<'_>]) -> Vec<String> {
    let tables = [("program headers", view.segment_table()), ("section headers", view.section_table())];
    let code = Intervals::of(
        sections.iter().filter(|section| section.is_code && section.has_bytes).map(|section| section.span),
    );
    let overlaps = |table: Option<Span>| table.is_some_and(|table| code.meets(table));
    let overlapping = tables.into_iter().filter(|(_, table)| overlaps(*table));
    overlapping.map(|(name, _)| format!("has {name} that share bytes with its code")).collect()
}

/// Where a function begins in the file's own headers.
fn check_headers(view: &View<'_>, loads: &[&Segment], functions: &[u64]) -> Option<String> {
    let tables = [Some(view.header()), view.segment_table(), view.section_table()];
    let is_code = |table: Span| {
        loads.iter().take(SEGMENTS).filter(|load| load.is_executable() && load.span.meets(table)).any(|load| {
            let address = load.address.wrapping_add(table.offset.wrapping_sub(load.span.offset));
            is_entered(functions, address, table.size)
        })
    };
    let entered = tables.into_iter().flatten().any(is_code);
    entered.then(|| "has a function that begins in its own headers".to_owned())
}

/// Where sections of code contradict the segments that the loader maps.
fn check_sections(sections: &[Section<'_>], loads: &[&Segment]) -> Vec<String> {
    let is_mapped =
        |section: &&Section<'_>| loads.iter().take(SEGMENTS).any(|load| load.is_executable() && agrees(section, load));
    let code = sections.iter().filter(|section| section.is_code && section.has_bytes && section.is_loaded());
    let say = |section: &Section<'_>| {
        format!(
            "has code in {} (offset {:#x}, address {:#x}) where no executable segment maps it",
            super::text::name(section.name),
            section.span.offset,
            section.address
        )
    };
    code.filter(|section| !is_mapped(section)).map(say).take(DOUBTS).collect()
}
