//! Rows that rest on bytes that something denies.

use crate::bytes::Sha256;
use crate::card::format::{counted, head, listed};
use crate::card::model::Note;
use crate::parity::{Copy, Pair};

use super::{Code, Context, capped, row_note, shortened};

const DOUBTFUL: Code = Code::alarm("doubtful-bytes");

const TWO_CONTENTS: Code = Code::alarm("two-contents");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let doubtful = doubtful(context).into_iter();
    let twins =
        context.rows.iter().flat_map(|row| row.copies.iter().filter_map(|copy| two_contents(context, row, copy)));
    doubtful.chain(capped(context, TWO_CONTENTS, twins.collect())).collect()
}

/// That one name stands for several contents, once all of them were hashed.
fn two_contents(context: &Context<'_>, row: &Pair, copy: &Copy) -> Option<Note> {
    let installed = copy.sha256.filter(|_| copy.verified)?;
    let others: Option<Vec<Sha256>> = copy.twins.iter().map(|twin| twin.sha256).collect();
    let others: Vec<Sha256> = others?.into_iter().filter(|other| *other != installed).collect();
    if others.is_empty() {
        return None;
    }
    let digest = |digest: &Sha256| format!("SHA-256 `{}`", head(&digest.to_string()));
    let text = format!(
        "{} has {} of one name in {}: pip installs {}, and another reader may take {}.",
        context.name(row),
        counted(copy.twins.len().saturating_add(1), "entry", "entries"),
        context.label(copy.wheel),
        digest(&installed),
        listed(&shortened(others.iter().map(digest).collect()))
    );
    Some(row_note(TWO_CONTENTS, &[row], text))
}

fn doubtful(context: &Context<'_>) -> Option<Note> {
    let is_doubtful = |row: &&Pair| row.copies.iter().any(|copy| copy.doubtful);
    let rows: Vec<&Pair> = context.rows.iter().copied().filter(is_doubtful).collect();
    if rows.is_empty() {
        return None;
    }
    let text = format!(
        "{} on a copy whose bytes are in doubt, so nothing about {} is CONFIRMED: {}. The findings say why.",
        counted(rows.len(), "row rests", "rows rest"),
        if rows.len() == 1 { "it" } else { "them" },
        context.names(&rows)
    );
    Some(row_note(DOUBTFUL, &rows, text))
}
