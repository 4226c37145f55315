//! Grafted libraries whose hashed names and whose bytes disagree.
//!
//! auditwheel hashes a library *before* it patches it, so neither do equal names mean equal bytes nor the reverse.

use std::collections::BTreeSet;

use crate::card::model::Note;
use crate::parity::{Pair, PairedBy, Rung, is_grafted};

use super::{Code, Context, row_note};

const SAME_NAME: Code = Code::quirk("graft-name-other-bytes");
const OTHER_NAME: Code = Code::note("graft-names-same-bytes");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let is_graft = |row: &Pair| row.copies.iter().all(|copy| copy.path != row.key && is_grafted(&copy.path));
    let names = |row: &Pair| row.copies.iter().map(|copy| copy.path.clone()).collect::<BTreeSet<_>>().len();
    let grafts: Vec<&Pair> = context.compared().filter(|row| is_graft(row)).collect();
    let mut notes = Vec::new();

    let same_name: Vec<&Pair> =
        grafts.iter().copied().filter(|row| names(row) == 1 && row.rung != Rung::ByteIdentical).collect();
    if !same_name.is_empty() {
        let text = format!(
            "The hash in the name of {} is the same in every wheel, the bytes are not: a repair tool takes it from the \
             library before it patches it.",
            context.names(&same_name)
        );
        notes.push(row_note(SAME_NAME, &same_name, text));
    }
    let other_name: Vec<&Pair> = grafts
        .iter()
        .copied()
        .filter(|row| names(row) > 1 && row.rung == Rung::ByteIdentical && row.paired_by == PairedBy::NormalisedPath)
        .collect();
    if !other_name.is_empty() {
        let text = format!(
            "The hash in the name of {} differs between wheels, the bytes do not: a repair tool takes it from the \
             library before it patches it.",
            context.names(&other_name)
        );
        notes.push(row_note(OTHER_NAME, &other_name, text));
    }
    notes
}
