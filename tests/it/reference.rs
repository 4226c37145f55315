//! Reference cards: reading what somebody else states, and comparing it with wheels.

mod built_in;
mod contradictions;
mod hostile;
mod lists;
mod lists_broken;
mod pairs;
mod pasted;
mod properties;
mod round_trip;
mod sentences;
mod verdicts;

use wheelcard::card::{self, Card};
use wheelcard::reference::{Check, Comparison, Outcome, Reference, compare};
use wheelcard::report::WheelReport;

use crate::reports::refs;

/// The card of some reports, and the comparison with a reference.
fn compared(reference: &Reference, reports: &[WheelReport]) -> (Card, Comparison) {
    let card = card::build(&refs(reports));
    let comparison = compare(reference, &refs(reports), &card);
    (card, comparison)
}

/// The checks of one outcome as `what key wheel`, sorted.
fn those(comparison: &Comparison, outcome: Outcome) -> Vec<String> {
    let text = |check: &Check| {
        let wheel = check.wheel.map_or_else(String::new, |wheel| format!(" {wheel}"));
        format!("{} {}{wheel}", check.what, check.key.as_deref().unwrap_or("-"))
    };
    let mut found: Vec<String> = comparison.checks.iter().filter(|c| c.outcome == outcome).map(text).collect();
    found.sort();
    found
}
