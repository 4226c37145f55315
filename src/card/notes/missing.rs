//! Binaries that only some of the wheels have.

use std::collections::BTreeMap;

use crate::card::format::counted;
use crate::card::model::Note;
use crate::parity::Pair;

use super::{Code, Context, capped, row_note};

const MISSING: Code = Code::note("only-some-wheels");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_missing: BTreeMap<&[usize], Vec<&Pair>> = BTreeMap::new();
    for row in context.rows.iter().filter(|row| !row.missing.is_empty()) {
        by_missing.entry(&row.missing).or_default().push(row);
    }
    let note = |(missing, rows): (&[usize], Vec<&Pair>)| {
        let having: Vec<usize> = (0..context.heads.len()).filter(|wheel| !missing.contains(wheel)).collect();
        let text = format!(
            "{} only in {}, not in {}: {}.",
            counted(rows.len(), "binary is", "binaries are"),
            context.labels(&having),
            context.labels(missing),
            context.names(&rows)
        );
        row_note(MISSING, &rows, text)
    };
    capped(context, MISSING, by_missing.into_iter().map(note).collect())
}
