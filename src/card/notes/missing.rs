//! Binaries that only some of the wheels have.

use std::collections::{BTreeMap, BTreeSet};

use crate::bytes::Sha256;
use crate::card::format::{counted, listed};
use crate::card::model::Note;
use crate::parity::Pair;

use super::{Code, Context, capped, row_note, shortened};

const MISSING: Code = Code::note("only-some-wheels");
const ELSEWHERE: Code = Code::note("same-bytes-elsewhere");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_missing: BTreeMap<&[usize], Vec<&Pair>> = BTreeMap::new();
    for row in context.rows.iter().filter(|row| !row.missing.is_empty() && !row.stale) {
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
    let mut notes = capped(context, MISSING, by_missing.into_iter().map(note).collect());
    notes.extend(capped(context, ELSEWHERE, elsewhere(context)));
    notes
}

/// The binaries whose bytes are, under another path, in a wheel that does not have them under theirs. Where it is clear
/// which of them is which, they are paired and there is nothing to tell here.
fn elsewhere(context: &Context<'_>) -> Vec<Note> {
    let mut places: BTreeMap<(usize, Sha256), BTreeSet<usize>> = BTreeMap::new();
    for (at, row) in context.rows.iter().enumerate() {
        for copy in row.copies.iter().filter(|copy| copy.verified && !copy.guest && copy.size > 0) {
            if let Some(digest) = copy.sha256 {
                places.entry((copy.wheel, digest)).or_default().insert(at);
            }
        }
    }
    let mut notes = Vec::new();
    for row in context.rows.iter().filter(|row| !row.stale && !row.missing.is_empty()) {
        let digests: BTreeSet<Sha256> =
            row.copies.iter().filter(|copy| copy.verified).filter_map(|copy| copy.sha256).collect();
        for wheel in &row.missing {
            let found = digests.iter().filter_map(|digest| places.get(&(*wheel, *digest))).flatten();
            let others: Vec<&Pair> = found.filter_map(|at| context.rows.get(*at).copied()).collect();
            if others.is_empty() {
                continue;
            }
            let names: Vec<String> = others.iter().map(|other| context.name(other)).collect();
            let text = format!(
                "{} is not in {} under this path, but its bytes are: {}.",
                context.name(row),
                context.label(*wheel),
                listed(&shortened(names))
            );
            let rows: Vec<&Pair> = std::iter::once(*row).chain(others).collect();
            notes.push(row_note(ELSEWHERE, &rows, text));
        }
    }
    notes
}
