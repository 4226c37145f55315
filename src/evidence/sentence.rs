//! The verdict in words.

use super::facts::{Evidence, RangePair, RangeState, Verdict};
use super::text::{count, counted, distance, list};
use crate::binary::elf::RangeClass;

/// Ranges that a sentence names; the rest is counted.
const NAMED: usize = 6;

/// The verdict and what differs, in a sentence.
pub(super) fn verdict(evidence: &Evidence) -> String {
    let code = counted(evidence.code_bytes, "executable byte");
    let all = differences(&evidence.ranges);
    match evidence.verdict {
        Verdict::StampOnly if all.is_empty() => "Byte-identical: nothing differs.".to_owned(),
        Verdict::StampOnly => format!(
            "Stamp only: every loaded byte is equal at its address, but for identity data. What differs: {all}."
        ),
        Verdict::CodeEqual => {
            let overlay = evidence.ranges.iter().find(|pair| pair.class == RangeClass::Overlay && is_other(pair));
            let not_a_stamp = overlay.map_or("", |_| " Bytes after the end of the ELF file are no stamp.");
            format!("Code equal: all {code} are equal at equal addresses. What differs: {all}.{not_a_stamp}")
        }
        Verdict::CodeShifted => format!(
            "Code shifted by {}: all {code} are equal at that distance. What differs beside addresses: {all}.",
            distance(evidence.shift.unwrap_or(0))
        ),
        Verdict::CodeDiffers if !evidence.doubts.is_empty() => {
            format!("No claim about code: {} Re-check every address. What differs: {all}.", evidence.doubts.join(" "))
        }
        Verdict::CodeDiffers => format!("Code differs. Re-check every address. What differs: {all}."),
    }
}

/// What was set aside to reach the verdict.
pub(super) fn normalised(evidence: &Evidence) -> Vec<String> {
    if evidence.verdict == Verdict::CodeDiffers {
        return Vec::new();
    }
    let names = |keep: &dyn Fn(&RangePair) -> bool| {
        let mut names: Vec<String> =
            evidence.ranges.iter().filter(|pair| is_other(pair) && keep(pair)).map(|pair| pair.name.clone()).collect();
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        if more > 0 {
            names.push(format!("{} more", count(count_of(more))));
        }
        names
    };
    let class = |class: RangeClass| names(&|pair| pair.class == class);
    let mut aside = Vec::new();
    let mut say = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            aside.push(format!("{what}: {}", list(&names)));
        }
    };
    if evidence.verdict != Verdict::StampOnly {
        say("data", names(&|pair| pair.class == RangeClass::Data && !pair.executable));
        say("bytes after the end of the ELF file", class(RangeClass::Overlay));
    }
    // Nothing but the section table says that these bytes of an executable segment are no code.
    let beside_code = |pair: &RangePair| pair.class == RangeClass::Data && pair.executable;
    say("data in an executable segment, told from code by the section table", names(&beside_code));
    say("identity", class(RangeClass::Identity));
    say("debug data", class(RangeClass::Debug));
    say("headers", class(RangeClass::Headers));
    say("bytes between sections", class(RangeClass::Gap));
    if evidence.ranges.iter().any(|pair| pair.state == RangeState::Moved) {
        let what = match evidence.shift {
            Some(shift) => format!("addresses, by {}", distance(shift)),
            None => "the places of ranges whose bytes are equal".to_owned(),
        };
        aside.push(what);
    }
    aside
}

fn is_other(pair: &RangePair) -> bool {
    !matches!(pair.state, RangeState::Equal | RangeState::Moved)
}

fn count_of(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Each range that differs and by how much: `2 of 4,096 bytes of .rodata`. Code comes first, then data.
fn differences(pairs: &[RangePair]) -> String {
    let mut pairs: Vec<&RangePair> = pairs.iter().filter(|pair| is_other(pair)).collect();
    pairs.sort_by_key(|pair| pair.class);
    let mut words: Vec<String> = pairs.iter().take(NAMED).map(|pair| difference(pair)).collect();
    let more = pairs.len().saturating_sub(NAMED);
    if more > 0 {
        words.push(counted(count_of(more), "other range"));
    }
    list(&words)
}

fn difference(pair: &RangePair) -> String {
    let size = |extent: Option<super::facts::Extent>| extent.map_or(0, |extent| extent.size);
    let name = &pair.name;
    match (pair.state, pair.differing) {
        (RangeState::OnlyA, _) => format!("{name} (only in the first copy, {})", counted(size(pair.a), "byte")),
        (RangeState::OnlyB, _) => format!("{name} (only in the second copy, {})", counted(size(pair.b), "byte")),
        (_, Some(bytes)) => format!("{} of {} of {name}", count(bytes), counted(size(pair.a), "byte")),
        (_, None) => format!("{name} ({} against {})", counted(size(pair.a), "byte"), count(size(pair.b))),
    }
}
