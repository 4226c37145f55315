//! The same bytes under several paths of one wheel.

use std::collections::BTreeMap;

use crate::bytes::Sha256;
use crate::card::model::Note;
use crate::parity::Pair;

use super::{Code, Context, capped, row_note};

const SAME_BYTES: Code = Code::note("same-bytes-several-paths");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_content: BTreeMap<(usize, Sha256), Vec<usize>> = BTreeMap::new();
    for (at, row) in context.rows.iter().enumerate() {
        for copy in row.copies.iter().filter(|copy| copy.verified && !copy.guest && copy.size > 0) {
            if let Some(digest) = copy.sha256 {
                by_content.entry((copy.wheel, digest)).or_default().push(at);
            }
        }
    }
    // Rows that are one file, and in which wheels they are.
    let mut wheels_of: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for ((wheel, _), rows) in by_content.into_iter().filter(|(_, rows)| rows.len() > 1) {
        wheels_of.entry(rows).or_default().push(wheel);
    }
    let note = |(rows, wheels): (Vec<usize>, Vec<usize>)| {
        let rows: Vec<&Pair> = rows.iter().filter_map(|at| context.rows.get(*at).copied()).collect();
        let text = format!(
            "One file under {} paths {}: {} hold the same bytes (a wheel has no symbolic links, so they are flattened \
             into copies).",
            rows.len(),
            context.in_wheels(&wheels),
            context.names(&rows)
        );
        row_note(SAME_BYTES, &rows, text)
    };
    capped(context, SAME_BYTES, wheels_of.into_iter().map(note).collect())
}
