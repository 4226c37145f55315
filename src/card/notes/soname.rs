//! Pairs whose paths differ, and what made them pairs.

use crate::card::format::{listed, literal, paired_by};
use crate::card::model::Note;
use crate::parity::{Pair, PairedBy};

use super::{Code, Context, capped, row_note};

const PAIRED: Code = Code::note("paired-by-identity");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let rows = context
        .rows
        .iter()
        .filter(|row| matches!(row.paired_by, PairedBy::Content | PairedBy::Soname | PairedBy::BuildId));
    let note = |row: &&Pair| {
        let place = |copy: &crate::parity::Copy| format!("{} in {}", literal(&copy.path), context.label(copy.wheel));
        let places: Vec<String> = row.copies.iter().map(place).collect();
        let text = format!(
            "{} are taken for one binary because they have {}{}; their paths differ.",
            listed(&places),
            if row.paired_by == PairedBy::Content { "" } else { "one " },
            paired_by(row.paired_by)
        );
        row_note(PAIRED, &[*row], text)
    };
    capped(context, PAIRED, rows.map(note).collect())
}
