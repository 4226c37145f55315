//! Rows that rest on bytes that something denies.

use crate::card::format::counted;
use crate::card::model::Note;
use crate::parity::Pair;

use super::{Code, Context, row_note};

const DOUBTFUL: Code = Code::alarm("doubtful-bytes");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let is_doubtful = |row: &&Pair| row.copies.iter().any(|copy| copy.doubtful);
    let rows: Vec<&Pair> = context.rows.iter().copied().filter(is_doubtful).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let text = format!(
        "{} on a copy whose bytes are in doubt, so nothing about {} is CONFIRMED: {}. The findings say why.",
        counted(rows.len(), "row rests", "rows rest"),
        if rows.len() == 1 { "it" } else { "them" },
        context.names(&rows)
    );
    vec![row_note(DOUBTFUL, &rows, text)]
}
