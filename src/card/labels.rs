//! What the card's columns call each wheel: the shortest words that tell the compared wheels apart.

use std::collections::BTreeSet;

use crate::report::WheelReport;
use crate::wheel::FileNameParts;

/// One label for each wheel, all different.
pub(super) fn of(wheels: &[&WheelReport]) -> Vec<String> {
    type Scheme = fn(&FileNameParts) -> String;
    // From the shortest to the longest.
    let schemes: [Scheme; 7] = [
        |p| p.tags.python.join("."),
        |p| p.tags.abi.join("."),
        platform,
        |p| format!("{}-{}", p.tags.python.join("."), p.tags.abi.join(".")),
        |p| format!("{}-{}", p.tags.python.join("."), platform(p)),
        |p| format!("{}-{}-{}", p.tags.python.join("."), p.tags.abi.join("."), platform(p)),
        |p| format!("{}-{}-{}-{}", p.version, p.tags.python.join("."), p.tags.abi.join("."), platform(p)),
    ];
    let parts: Option<Vec<&FileNameParts>> =
        wheels.iter().map(|wheel| wheel.listing.file_name.parts.as_ref()).collect();
    for scheme in schemes {
        let labels: Vec<String> = parts.iter().flatten().map(|parts| scheme(parts)).collect();
        if labels.len() == wheels.len() && are_distinct(&labels) {
            return labels;
        }
    }
    numbered(wheels.iter().map(|wheel| wheel.listing.file_name.given.clone()).collect())
}

/// The first of a compressed set of platforms: the others say the same in older words.
fn platform(parts: &FileNameParts) -> String {
    parts.tags.platform.first().cloned().unwrap_or_default()
}

fn are_distinct(labels: &[String]) -> bool {
    labels.iter().all(|label| !label.is_empty()) && labels.iter().collect::<BTreeSet<_>>().len() == labels.len()
}

/// Labels as they are, with a number behind those that stood before.
fn numbered(labels: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut out = Vec::with_capacity(labels.len());
    for label in labels {
        let mut unique = label.clone();
        let mut number = 2_u64;
        while !taken.insert(unique.clone()) {
            unique = format!("{label} ({number})");
            number = number.saturating_add(1);
        }
        out.push(unique);
    }
    out
}
