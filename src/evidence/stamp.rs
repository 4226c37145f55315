//! Whether all that differs is a stamp: who built the file and when, debug data, and what follows from those.
//!
//! The loaded bytes are compared without regard to section names: but for the build-id's own bytes and the three
//! header fields that point to the section table, they must be equal. Section names only tell, among bytes that no
//! segment holds, which may differ.

use super::facts::{RangePair, RangeState};
use super::image::Mapped;
use super::intervals::Intervals;
use crate::binary::elf::{NoteAt, RangeClass, Section, Span, View};
use crate::binary::{ElfClass, ObjectType};
use object::elf;

/// Bytes of the longest descriptor that is taken for an id, so that nothing else hides in one.
const LONGEST_ID: u64 = 128;

/// Unloaded identity that may differ.
const STAMPS: [&str; 5] = [".comment", ".gnu_debuglink", ".note.gnu.build-id", ".note.go.buildid", "build-id note"];

/// Why the difference is no stamp; nothing when it is one.
pub(super) fn objections(a: &View<'_>, b: &View<'_>, mapped: [&Mapped; 2], pairs: &[RangePair]) -> Vec<String> {
    let mut objections = Vec::new();
    let excused = excused(a, b, mapped);
    let whole = |view: &View<'_>| [Some(view.header()), view.segment_table()].into_iter().flatten();
    let headers: Vec<Span> = whole(a).collect();
    let equal = |spans: &Intervals| spans.without(&excused).spans().all(|span| a.read(span) == b.read(span));
    if headers != whole(b).collect::<Vec<_>>() || !equal(&Intervals::of(headers.iter().copied())) {
        objections.push("the ELF header or the program headers differ".to_owned());
    }
    let loaded = Intervals::of(a.segments().iter().chain(b.segments()).map(|segment| segment.span));
    // A segment may claim more than the file has; both files must have the same of it.
    let end = |view: &View<'_>| u64::try_from(view.bytes().len()).unwrap_or(u64::MAX);
    let there = |view: &View<'_>| loaded.within(&Intervals::of([Span { offset: 0, size: end(view) }]));
    if there(a) != there(b) || !equal(&there(a)) {
        objections.push("loaded bytes differ beside the build-id".to_owned());
    }
    objections.extend(sections(a, b));
    objections.extend(pairs.iter().filter_map(|pair| unloaded(a, b, &loaded, pair)));
    objections
}

/// Loaded bytes that may differ: descriptors of build-ids that stand in both files at the same place, and the fields of
/// the ELF header that say where the section table lies.
///
/// A section header that calls loaded data a note is a claim as any other; so only what the loader is told to be notes
/// (`PT_NOTE`) is excused, and of each kind of id only the first: whole tables could be hidden in notes.
fn excused(a: &View<'_>, b: &View<'_>, mapped: [&Mapped; 2]) -> Intervals {
    let runs = mapped.map(Mapped::code);
    let ids = OWNERS.into_iter().filter_map(|(owner, kind)| {
        let first = |view: &View<'_>| {
            let told = view.segments().iter().filter(|segment| segment.kind == elf::PT_NOTE.0);
            let told = Intervals::of(told.map(|segment| segment.span));
            view.notes()
                .filter(|note| is_id(note) && (note.owner, note.kind) == (owner, kind) && told.covers(note.span))
                .map(|note| (note.span, note.descriptor))
                .next()
        };
        let (span, descriptor) = first(a)?;
        // A note in a segment that can run, without a section that says it is none, might be code.
        let is_code = runs.iter().any(|code| code.meets(descriptor));
        (first(b) == Some((span, descriptor)) && !is_code).then_some(descriptor)
    });
    Intervals::of(ids.chain(pointers_to_sections(a.class())))
}

/// Owner and type of the notes that are ids: GNU's build-id, and Go's own.
const OWNERS: [(&[u8], u32); 2] = [(b"GNU", elf::NT_GNU_BUILD_ID.0), (b"Go", 4)];

/// Whether a note is an identity: a GNU build-id, or Go's own.
pub(super) fn is_id(note: &NoteAt<'_>) -> bool {
    OWNERS.contains(&(note.owner, note.kind)) && note.descriptor.size <= LONGEST_ID
}

/// `e_shoff`, `e_shnum` and `e_shstrndx` (gABI, chapter "ELF Header").
pub(super) fn pointers_to_sections(class: ElfClass) -> [Span; 3] {
    let [offset, number, names] = match class {
        ElfClass::Elf32 => [(0x20, 4), (0x30, 2), (0x32, 2)],
        ElfClass::Elf64 => [(0x28, 8), (0x3c, 2), (0x3e, 2)],
    };
    [offset, number, names].map(|(offset, size)| Span { offset, size })
}

/// What the section tables say otherwise than that a stamp differs.
fn sections(a: &View<'_>, b: &View<'_>) -> Option<String> {
    let (x, y) = match (a.sections(), b.sections()) {
        (Some(x), Some(y)) => (x, y),
        (None, None) => return None,
        _ => return Some("only one copy has a section table".to_owned()),
    };
    (loaded(x) != loaded(y)).then(|| "the section tables disagree about loaded sections".to_owned())
}

/// What the headers of loaded sections say, in order.
fn loaded<'data>(all: &[Section<'data>]) -> Vec<impl PartialEq + use<'data>> {
    let facts = |section: &Section<'data>| {
        let linked = usize::try_from(section.link).ok().and_then(|at| all.get(at)).map(|linked| linked.name);
        let shape = (section.kind, section.flags, section.align);
        (section.name, shape, section.address, section.span, linked)
    };
    all.iter().filter(|section| section.is_loaded()).map(facts).collect()
}

/// Why a difference in a range that no segment holds is no stamp.
fn unloaded(a: &View<'_>, b: &View<'_>, loaded: &Intervals, pair: &RangePair) -> Option<String> {
    if matches!(pair.state, RangeState::Equal | RangeState::Moved) {
        return None;
    }
    let span = |extent: super::facts::Extent| Span { offset: extent.offset, size: extent.size };
    let sides = [(a, pair.a.map(span)), (b, pair.b.map(span))];
    let sides = || sides.iter().filter_map(|(view, span)| Some((*view, (*span)?)));
    // What is loaded was compared already, byte by byte and with better knowledge.
    if sides().all(|(_, span)| loaded.covers(span)) {
        return None;
    }
    let zero =
        |(view, span): (&View<'_>, Span)| view.read(span).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0));
    let is_stamp = match pair.class {
        // The class says that all of it is notes; the name, that the notes are an id and not, say, probes.
        RangeClass::Identity => STAMPS.contains(&pair.name.as_str()),
        // The symbols of an object file are what its relocations refer to.
        RangeClass::Debug => !is_object(a) && !is_object(b),
        // The ELF header and the program headers were compared already; what is left is the section table.
        RangeClass::Headers => true,
        RangeClass::Gap => sides().all(zero),
        RangeClass::Code | RangeClass::Data | RangeClass::Overlay => false,
    };
    (!is_stamp).then(|| format!("{} differs, which is neither identity nor debug data", pair.name))
}

fn is_object(view: &View<'_>) -> bool {
    !matches!(view.object_type(), ObjectType::Dyn | ObjectType::Exec)
}
