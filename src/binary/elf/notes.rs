//! Notes, read one by one from `SHT_NOTE` sections and from `PT_NOTE` segments.
//!
//! A note that can't be read costs only itself and what follows it in the same section or segment. Source: the gABI's
//! note section, and readelf for what the gABI leaves open: an alignment of 8 means 8, any other means 4.

use std::collections::{BTreeMap, BTreeSet};

use object::elf;
use object::endian::Endianness;
use object::read::ReadRef as _;

use super::super::codes;
use super::super::image::Image;
use super::header::{Layout, Span};
use crate::finding::Finding;

/// Notes that are walked in one file, so that a few headers which all claim the same huge range don't cost hours.
const WALKED: usize = 1 << 18;

/// Notes that are kept. A library full of `SystemTap` probes has some thousands.
const KEPT: usize = 1 << 12;

/// The section of annobin's notes: what options each function was compiled with. They are counted.
const ATTRIBUTES: &[u8] = b".gnu.build.attributes";

/// Bytes of an owner's name that are kept.
const OWNER: usize = 64;

/// One note, as it lies in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawNote<'data> {
    /// Offset in the file.
    pub(super) offset: u64,
    /// Bytes from its first to the last of its descriptor.
    pub(super) size: u64,
    /// The owner's name without trailing NULs.
    pub(super) owner: &'data [u8],
    pub(super) kind: u32,
    pub(super) descriptor: &'data [u8],
}

impl RawNote<'_> {
    /// Whether it is a header of zeros: no owner, no type, no descriptor.
    fn is_padding(&self) -> bool {
        self.owner.is_empty() && self.kind == 0 && self.descriptor.is_empty()
    }
}

/// A note and where it was seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeenNote<'data> {
    pub(super) note: RawNote<'data>,
    /// The section's index.
    pub(super) section: Option<usize>,
    pub(super) in_segment: bool,
}

/// All notes of a file.
#[derive(Debug, Default)]
pub(super) struct Notes<'data> {
    /// Section notes first, each kind in the order of its table.
    pub(super) seen: Vec<SeenNote<'data>>,
    /// How many more there are in `.gnu.build.attributes`.
    pub(super) attributes: u64,
    /// Where the last note of a section ends, by the section's index.
    pub(super) section_ends: BTreeMap<usize, u64>,
    /// `PT_NOTE` segments that hold no readable note, though sections do.
    pub(super) stale_segments: Vec<Span>,
}

/// A place where notes become unreadable, and why.
struct Bad {
    offset: u64,
    place: String,
    why: String,
}

/// Walks the notes of `bytes`, which begin at `start` in the file. The error is the offset of the first that can't be
/// read, and why.
struct Walk<'data> {
    bytes: &'data [u8],
    start: u64,
    at: u64,
    align: u64,
    endian: Endianness,
}

impl<'data> Walk<'data> {
    fn new(bytes: &'data [u8], start: u64, align: u64, endian: Endianness) -> Self {
        Self { bytes, start, at: 0, align: if align == 8 { 8 } else { 4 }, endian }
    }

    fn offset(&self) -> u64 {
        self.start.saturating_add(self.at)
    }

    fn read(&mut self) -> Result<Option<RawNote<'data>>, String> {
        let all = u64::try_from(self.bytes.len()).unwrap_or(u64::MAX);
        let left = all.saturating_sub(self.at);
        let header_size = u64::try_from(size_of::<elf::NoteHeader32<Endianness>>()).unwrap_or(u64::MAX);
        if left < header_size {
            // Padding behind the last note is no note.
            let rest = self.bytes.read_bytes_at(self.at, left).unwrap_or_default();
            return if rest.iter().all(|byte| *byte == 0) {
                Ok(None)
            } else {
                Err(format!("{left} bytes are left, fewer than a note's header has"))
            };
        }
        let header = self.bytes.read_at::<elf::NoteHeader32<Endianness>>(self.at).map_err(|()| String::new())?;
        let name_size = u64::from(header.n_namesz.get(self.endian));
        let descriptor_size = u64::from(header.n_descsz.get(self.endian));
        let name_at = self.at.saturating_add(header_size);
        let name = self
            .bytes
            .read_bytes_at(name_at, name_size)
            .map_err(|()| format!("a name of {name_size} bytes does not fit into the {left} bytes that are left"))?;
        let descriptor_at = name_at.saturating_add(name_size).next_multiple_of(self.align);
        let descriptor = self.bytes.read_bytes_at(descriptor_at, descriptor_size).map_err(|()| {
            format!("a descriptor of {descriptor_size} bytes does not fit into the {left} bytes that are left")
        })?;
        let end = descriptor_at.saturating_add(descriptor_size);
        let note = RawNote {
            offset: self.offset(),
            size: end.saturating_sub(self.at),
            owner: trim_nuls(name),
            kind: header.n_type.get(self.endian).0,
            descriptor,
        };
        self.at = end.next_multiple_of(self.align).min(all);
        Ok(Some(note))
    }
}

fn trim_nuls(mut name: &[u8]) -> &[u8] {
    while let [rest @ .., 0] = name {
        name = rest;
    }
    name
}

/// Reads all notes. `segments` is false for a debug companion, whose program headers describe another file.
pub(super) fn read<'data>(
    image: Image<'data>,
    layout: &Layout<'data>,
    segments: bool,
    findings: &mut Vec<Finding>,
) -> Notes<'data> {
    let endian = layout.header.endian;
    let mut notes = Notes::default();
    let mut bad: Vec<Bad> = Vec::new();
    let mut bad_offsets: BTreeSet<u64> = BTreeSet::new();
    let mut walked = 0_usize;
    // Offset of each note read -> its end and its place in `seen`.
    let mut places: BTreeMap<u64, (u64, usize)> = BTreeMap::new();

    for section in layout.sections().iter().filter(|section| section.kind == elf::SHT_NOTE) {
        let (bytes, past) = open(image, section.span);
        let mut walk = Walk::new(bytes, section.span.offset, section.align, endian);
        let is_attributes = section.name.starts_with(ATTRIBUTES);
        let outcome = each(&mut walk, &mut walked, |note| {
            let end = note.offset.saturating_add(note.size);
            notes.section_ends.insert(section.index, end);
            if is_attributes {
                notes.attributes = notes.attributes.saturating_add(1);
                return;
            }
            places.entry(note.offset).or_insert_with(|| {
                notes.seen.push(SeenNote { note, section: Some(section.index), in_segment: false });
                (end, notes.seen.len().saturating_sub(1))
            });
        });
        if let Some((offset, why)) = damage(outcome, past, section.span, &walk)
            && bad_offsets.insert(offset)
        {
            bad.push(Bad { offset, place: format!("section {}", section.label()), why });
        }
    }

    let has_section_notes = !notes.seen.is_empty();
    let is_note = |kind| segments && kind == elf::PT_NOTE;
    for segment in layout.segments.iter().filter(|segment| is_note(segment.kind) && segment.span.size > 0) {
        let (bytes, past) = open(image, segment.span);
        let mut walk = Walk::new(bytes, segment.span.offset, segment.align, endian);
        let mut found = false;
        let outcome = each(&mut walk, &mut walked, |note| {
            found = true;
            if let Some(seen) = places.get(&note.offset).and_then(|(_, at)| notes.seen.get_mut(*at)) {
                seen.in_segment = true;
            } else if !overlaps(&places, note.offset, note.size) {
                notes.seen.push(SeenNote { note, section: None, in_segment: true });
                places.insert(note.offset, (note.offset.saturating_add(note.size), notes.seen.len().saturating_sub(1)));
            }
        });
        if !found && has_section_notes && !overlaps(&places, segment.span.offset, segment.span.size) {
            notes.stale_segments.push(segment.span);
        } else if let Some((offset, why)) = damage(outcome, past, segment.span, &walk)
            // Sections that were read say what these bytes are; a segment of another alignment only misreads them.
            && !overlaps(&places, offset, 1)
            && bad_offsets.insert(offset)
        {
            bad.push(Bad { offset, place: format!("PT_NOTE segment {}", segment.index), why });
        }
    }

    if walked >= WALKED || notes.seen.len() > KEPT {
        let detail = format!("there are more notes than are looked at; the first {KEPT} are listed");
        findings.push(Finding::new(&codes::ELF_LIMIT, detail));
    }
    if let Some(first) = bad.first() {
        let all: Vec<String> = bad
            .iter()
            .take(4)
            .map(|bad| format!("in {} at offset {:#x}, {}", bad.place, bad.offset, bad.why))
            .collect();
        let (count, noun) = (bad.len(), if bad.len() == 1 { "note" } else { "notes" });
        let more = if bad.len() > all.len() { "; …" } else { "" };
        let detail = format!("{count} unreadable {noun}: {}{more}", all.join("; "));
        findings.push(Finding::new(&codes::ELF_UNREADABLE_NOTES, detail).at(first.offset));
    }
    notes
}

/// The notes for the report: at most [`KEPT`].
pub(super) fn facts(notes: &Notes<'_>, layout: &Layout<'_>) -> Vec<super::super::facts::Note> {
    let fact = |seen: &SeenNote<'_>| super::super::facts::Note {
        owner: String::from_utf8_lossy(seen.note.owner.get(..OWNER).unwrap_or(seen.note.owner)).into_owned(),
        kind: seen.note.kind,
        size: u64::try_from(seen.note.descriptor.len()).unwrap_or(u64::MAX),
        offset: seen.note.offset,
        section: seen.section.and_then(|index| layout.sections().get(index)).map(super::header::Section::label),
        in_segment: seen.in_segment,
    };
    notes.seen.iter().take(KEPT).map(fact).collect()
}

/// What there is of a section or segment, and what is past the end of the file, in words.
fn open(image: Image<'_>, span: Span) -> (&[u8], Option<String>) {
    let bytes = image.read_some(span.offset, span.size);
    let there = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let past = span.size.saturating_sub(there);
    (bytes, (past > 0).then(|| format!("{past} of its {} bytes lie past the end of the file", span.size)))
}

/// Where a section or segment becomes unreadable, and why. A note that is cut by the end of the file is no damage of
/// its own.
fn damage(outcome: Result<(), String>, past: Option<String>, span: Span, walk: &Walk<'_>) -> Option<(u64, String)> {
    past.map(|why| (span.offset, why)).or_else(|| outcome.err().map(|why| (walk.offset(), why)))
}

/// Calls `visit` for each note, until the walk ends or too many were walked in this file.
fn each<'data>(
    walk: &mut Walk<'data>,
    walked: &mut usize,
    mut visit: impl FnMut(RawNote<'data>),
) -> Result<(), String> {
    while *walked < WALKED {
        let Some(note) = walk.read()? else { return Ok(()) };
        *walked = walked.saturating_add(1);
        if !note.is_padding() {
            visit(note);
        }
    }
    Ok(())
}

/// Whether `size` bytes from `offset` share a byte with a note already read.
fn overlaps(places: &BTreeMap<u64, (u64, usize)>, offset: u64, size: u64) -> bool {
    let end = offset.saturating_add(size);
    places.range(..end).next_back().is_some_and(|(_, (note_end, _))| *note_end > offset)
}
