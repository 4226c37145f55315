//! Extension modules whose build in one wheel is smaller by megabytes.

use std::collections::BTreeMap;

use crate::card::format::{bytes, listed};
use crate::card::model::Note;
use crate::parity::{Pair, Rung};

use super::{Code, Context, row_note, shortened};

const SMALLER: Code = Code::note("smaller-build");
/// What "materially" is: a megabyte less than the next larger build.
const MATERIAL: u64 = 1_000_000;

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_wheel: BTreeMap<usize, Vec<(&Pair, u64)>> = BTreeMap::new();
    for row in context.compared().filter(|row| row.rung == Rung::PerAbi) {
        let mut copies: Vec<_> = row.copies.iter().collect();
        copies.sort_by_key(|copy| copy.size);
        if let [smallest, next, ..] = copies.as_slice() {
            let less = next.size.saturating_sub(smallest.size);
            if less >= MATERIAL {
                by_wheel.entry(smallest.wheel).or_default().push((row, less));
            }
        }
    }
    let note = |(wheel, rows): (usize, Vec<(&Pair, u64)>)| {
        let label = context.label(wheel);
        let item = |(row, less): &(&Pair, u64)| format!("{} ({} less than the next)", context.name(row), bytes(*less));
        let items = shortened(rows.iter().map(item).collect());
        let keys: Vec<&Pair> = rows.iter().map(|(row, _)| *row).collect();
        let text = format!(
            "The {label} build is smaller by megabytes for {}: addresses of {label} are not those of the others.",
            listed(&items)
        );
        row_note(SMALLER, &keys, text)
    };
    by_wheel.into_iter().map(note).collect()
}
