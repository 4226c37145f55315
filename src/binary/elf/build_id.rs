//! Build-ids: which notes are one, and whether sections and segments agree.

use super::super::codes;
use super::super::facts::{BuildId, Id, IdKind, IdSource};
use super::notes::{Notes, RawNote, SeenNote};
use crate::finding::Finding;
use object::elf;

/// Ids that are kept of one file; two are already one too many.
const KEPT: usize = 32;

/// Bytes of one id that are kept. The longest in use has 64.
const LONGEST: usize = 4096;

/// `Go`'s own build-id note: owner `Go`, type 4 (cmd/internal/buildid in Go's source).
const GO_BUILD_ID: u32 = 4;

/// Every identity that the notes carry, in order of appearance, without repeats. `both` is whether sections and
/// segments were both there to be read.
pub(super) fn read(notes: &Notes<'_>, both: bool, findings: &mut Vec<Finding>) -> Vec<Id> {
    let mut ids: Vec<Id> = Vec::new();
    for seen in &notes.seen {
        let Some(id) = id(seen) else { continue };
        // The same id at two places of the file is one id, seen both ways.
        if let Some(known) = ids.iter_mut().find(|known| known.kind == id.kind && known.text == id.text) {
            if known.source != id.source {
                known.source = IdSource::SectionAndSegment;
            }
        } else if ids.len() < KEPT {
            ids.push(id);
        }
    }
    judge(&ids, notes, both, findings);
    ids
}

/// Whether a note is a GNU build-id of a believable length (64 bytes at most), so that nothing else hides in it.
pub(super) fn is_short_build_id(note: &RawNote<'_>) -> bool {
    note.owner == b"GNU" && elf::NoteType(note.kind) == elf::NT_GNU_BUILD_ID && note.descriptor.len() <= 64
}

/// The id that a note is, if it is one. The owner decides with the type: `stapsdt` has a type 3 of its own.
fn id(seen: &SeenNote<'_>) -> Option<Id> {
    let note = &seen.note;
    let kind = match (note.owner, note.kind) {
        (b"GNU", kind) if elf::NoteType(kind) == elf::NT_GNU_BUILD_ID => IdKind::GnuBuildId,
        (b"Go", GO_BUILD_ID) => IdKind::GoBuildId,
        _ => return None,
    };
    let bytes = note.descriptor.get(..LONGEST).unwrap_or(note.descriptor);
    let text = match kind {
        IdKind::GoBuildId => String::from_utf8_lossy(bytes).trim_end_matches('\0').to_owned(),
        _ => BuildId::new(bytes).to_string(),
    };
    let source = match (seen.section, seen.in_segment) {
        (Some(_), true) => IdSource::SectionAndSegment,
        (Some(_), false) => IdSource::Section,
        (None, _) => IdSource::Segment,
    };
    let bytes = u64::try_from(note.descriptor.len()).unwrap_or(u64::MAX);
    Some(Id { kind, text, bytes, source, architecture: None })
}

/// Says what is odd about the ids.
fn judge(ids: &[Id], notes: &Notes<'_>, both: bool, findings: &mut Vec<Finding>) {
    let gnu: Vec<&Id> = ids.iter().filter(|id| id.kind == IdKind::GnuBuildId).collect();
    let list = |ids: &[&Id]| {
        ids.iter().map(|id| if id.text.is_empty() { "(empty)" } else { &id.text }).collect::<Vec<_>>().join(", ")
    };
    let only = |source| gnu.iter().copied().filter(|id| id.source == source).collect::<Vec<&Id>>();
    let (in_sections, in_segments) = (only(IdSource::Section), only(IdSource::Segment));

    for span in &notes.stale_segments {
        let detail = format!(
            "PT_NOTE is stale (patchelf-style): the {} bytes at offset {:#x} to which it points hold no readable note, \
             while the note sections do ({})",
            span.size,
            span.offset,
            if gnu.is_empty() { "without a GNU build-id".to_owned() } else { format!("GNU build-id {}", list(&gnu)) }
        );
        findings.push(Finding::new(&codes::ELF_STALE_NOTE_SEGMENT, detail).at(span.offset));
    }
    if !in_sections.is_empty() && !in_segments.is_empty() {
        let (sections, segments) = (list(&in_sections), list(&in_segments));
        let detail = format!("the note sections say GNU build-id {sections}, the PT_NOTE segments say {segments}");
        findings.push(Finding::new(&codes::ELF_BUILD_IDS_DISAGREE, detail));
    } else {
        if gnu.len() > 1 {
            let detail = format!("the file carries {} GNU build-ids: {}", gnu.len(), list(&gnu));
            findings.push(Finding::new(&codes::ELF_SEVERAL_BUILD_IDS, detail));
        }
        let one_sided = [
            (&in_sections, "a note section, but in no PT_NOTE segment"),
            (&in_segments, "a PT_NOTE segment, but in no note section"),
        ];
        for (ids, place) in
            one_sided.into_iter().filter(|(ids, _)| both && !ids.is_empty() && notes.stale_segments.is_empty())
        {
            let detail = format!("GNU build-id {} stands in {place}", list(ids));
            findings.push(Finding::new(&codes::ELF_BUILD_ID_ONE_SIDED, detail));
        }
    }
    if gnu.iter().any(|id| id.text.is_empty()) {
        let detail = "there is a GNU build-id note with a descriptor of 0 bytes";
        findings.push(Finding::new(&codes::ELF_EMPTY_BUILD_ID, detail));
    }
}
