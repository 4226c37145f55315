//! What misleads a reader who trusts ids or sizes, from the bytes of two copies.

use super::facts::{Alarm, AlarmKind, Evidence, RangePair, RangeState, Verdict};
use super::stamp::is_id;
use super::text;
use crate::binary::elf::View;

/// Ranges that an alarm names.
const NAMED: usize = 4;

/// The alarms of two copies that are not byte-identical.
pub(super) fn of(a: &View<'_>, b: &View<'_>, evidence: &Evidence) -> Vec<Alarm> {
    let mut alarms = Vec::new();
    if a.bytes() == b.bytes() {
        return alarms;
    }
    let other: Vec<&RangePair> =
        evidence.ranges.iter().filter(|pair| !matches!(pair.state, RangeState::Equal | RangeState::Moved)).collect();
    let (ids_a, ids_b) = (ids(a), ids(b));
    if !ids_a.is_empty() && ids_a == ids_b {
        let sentence = format!(
            "Both copies carry the id {}, but their bytes differ ({}): the id names the link, not the file.",
            text::list(&ids_a),
            places(&other)
        );
        alarms.push(Alarm { kind: AlarmKind::SameIdOtherBytes, sentence });
    }
    if a.bytes().len() == b.bytes().len() {
        let size = u64::try_from(a.bytes().len()).unwrap_or(u64::MAX);
        let bytes = super::runs::runs(a.bytes(), b.bytes()).bytes;
        let sentence = format!(
            "Both copies have {}, and {} at the same place {}.",
            text::counted(size, "byte"),
            text::counted(bytes, "byte"),
            if bytes == 1 { "differs" } else { "differ" }
        );
        alarms.push(Alarm { kind: AlarmKind::SameSizeOtherBytes, sentence });
    }
    if evidence.verdict != Verdict::CodeDiffers && ids_a != ids_b && !ids_a.is_empty() && !ids_b.is_empty() {
        let sentence = format!(
            "The ids differ ({} and {}), but all {} are equal.",
            text::list(&ids_a),
            text::list(&ids_b),
            text::counted(evidence.code_bytes, "executable byte")
        );
        alarms.push(Alarm { kind: AlarmKind::OtherIdsEqualCode, sentence });
    }
    alarms
}

/// The ids of a file as hex, in order.
fn ids(view: &View<'_>) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for note in view.notes().filter(is_id).take(NAMED) {
        let id = text::hex(view.read(note.descriptor).unwrap_or_default());
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The bytes that differ: which ranges, and where the first of them lie.
fn places(pairs: &[&RangePair]) -> String {
    let place = |pair: &&RangePair| {
        let first = pair.runs.first().zip(pair.a);
        let at = first.map(|(run, extent)| format!(" from offset {:#x}", extent.offset.saturating_add(run.offset)));
        let bytes = match pair.differing {
            Some(bytes) => text::counted(bytes, "byte"),
            None => "another size".to_owned(),
        };
        format!("{bytes} of {}{}", pair.name, at.unwrap_or_default())
    };
    let mut places: Vec<String> = pairs.iter().take(NAMED).map(place).collect();
    if pairs.len() > NAMED {
        places.push("more".to_owned());
    }
    if places.is_empty() { "at other places".to_owned() } else { text::list(&places) }
}
