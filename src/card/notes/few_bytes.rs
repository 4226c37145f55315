//! Sizes that are apart by a few bytes only, which is still not identity.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::format::bytes;
use crate::card::model::Note;
use crate::parity::{Pair, Rung};

use super::{Code, Context, capped, row_note};

const FEW_BYTES: Code = Code::note("few-bytes-apart");
/// What "a few bytes" is: a stamp or a padded string, not a page.
pub(super) const FEW: u64 = 64;

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_difference: BTreeMap<(u64, bool), Vec<&Pair>> = BTreeMap::new();
    for row in context.compared().filter(|row| matches!(row.rung, Rung::SameSource | Rung::PerAbi)) {
        let sizes = || row.copies.iter().map(|copy| copy.size);
        let apart = sizes().max().unwrap_or(0).saturating_sub(sizes().min().unwrap_or(0));
        if (1..=FEW).contains(&apart) {
            by_difference.entry((apart, has_distinct_ids(row))).or_default().push(row);
        }
    }
    let notes = by_difference.into_iter().map(|((apart, distinct), rows)| {
        let yet = if distinct {
            "yet every wheel's copy has a build-id of its own"
        } else {
            "yet the copies have different SHA-256"
        };
        let text = format!(
            "{} {} in size by only {} between wheels, {yet}: near in size is not byte-identical.",
            context.names(&rows),
            if rows.len() == 1 { "differs" } else { "differ" },
            bytes(apart),
        );
        row_note(FEW_BYTES, &rows, text)
    });
    capped(context, FEW_BYTES, notes.collect())
}

fn has_distinct_ids(row: &Pair) -> bool {
    let ids: BTreeSet<&str> = row.copies.iter().filter_map(|copy| copy.main_id()).map(|id| id.text.as_str()).collect();
    ids.len() == row.copies.len()
}
