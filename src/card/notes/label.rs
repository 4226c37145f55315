//! The local version label: whether it looks like a build-id, and whether it is in any binary.

use std::collections::BTreeMap;

use crate::card::format::literal;
use crate::card::model::{About, Note};
use crate::parity::Pair;

use super::searched::{places, search};
use super::{Code, Context, note, row_note};

const LOOKS_LIKE_ID: Code = Code::quirk("label-looks-like-id");
const ABSENT: Code = Code::note("label-in-no-binary");
const FOUND: Code = Code::note("label-in-binaries");
const IS_ID: Code = Code::quirk("label-in-build-id");

/// Hex digits from which on a label looks like an id: the shortest that tools abbreviate a hash to.
const ID_LIKE: usize = 6;

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut wheels_of: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, wheel) in context.wheels.iter().enumerate() {
        if let Some(local) = &wheel.listing.version.local {
            wheels_of.entry(local).or_default().push(at);
        }
    }
    wheels_of.into_iter().flat_map(|(label, wheels)| of_label(context, label, &wheels)).collect()
}

fn of_label(context: &Context<'_>, label: &str, wheels: &[usize]) -> Vec<Note> {
    let Some(searched) = search(context, wheels, |hits| hits.local).filter(|searched| searched.copies > 0) else {
        return Vec::new();
    };
    let text = literal(label);
    let binaries = searched.in_words();
    let hex = hex_of(label);
    let in_ids: Vec<&Pair> = hex.map(|hex| rows_with_id(context, wheels, hex)).unwrap_or_default();
    let mut notes = Vec::new();
    if !in_ids.is_empty() {
        let text = format!("The local version label {text} is part of a build-id of {}.", context.names(&in_ids));
        notes.push(row_note(IS_ID, &in_ids, text));
    }
    if !searched.is_absent() {
        let keys = searched.rows.iter().map(|(row, _)| row.key.clone()).collect();
        let text = format!("The local version label {text} occurs, as text, in {}.", places(context, &searched));
        notes.push(note(FOUND, About::Version, keys, text));
    } else if let (Some(hex), true) = (hex, in_ids.is_empty()) {
        let text = format!(
            "{text} looks like a build-id ({} hex digits) and is none: it is the local label of the version (PEP 440). \
             It is part of no build-id here and occurs in no binary; all bytes of {binaries} were searched for it as \
             text.",
            hex.len()
        );
        notes.push(note(LOOKS_LIKE_ID, About::Version, Vec::new(), text));
    } else {
        let text = format!(
            "The local version label {text} occurs in no binary; all bytes of {binaries} were searched for it as text."
        );
        notes.push(note(ABSENT, About::Version, Vec::new(), text));
    }
    notes
}

/// The hex digits of a label that looks like an id or a commit, setuptools-scm's leading `g` left out. Digits alone are
/// a date or a number.
fn hex_of(label: &str) -> Option<&str> {
    let hex = label.strip_prefix('g').unwrap_or(label);
    let is_hex = hex.len() >= ID_LIKE && hex.bytes().all(|b| b.is_ascii_hexdigit());
    (is_hex && hex.bytes().any(|b| b.is_ascii_alphabetic())).then_some(hex)
}

fn rows_with_id<'a>(context: &Context<'a>, wheels: &[usize], hex: &str) -> Vec<&'a Pair> {
    let hex = hex.to_ascii_lowercase();
    let has = |row: &&Pair| {
        let copies = row.copies.iter().filter(|copy| wheels.contains(&copy.wheel));
        copies.flat_map(|copy| copy.ids.iter().flatten()).any(|id| id.text.to_ascii_lowercase().contains(&hex))
    };
    context.rows.iter().copied().filter(has).collect()
}

#[cfg(test)]
mod tests {
    use super::hex_of;

    #[test]
    fn only_hex_with_a_letter_looks_like_an_id() {
        for (label, hex) in [
            ("58f8de22", Some("58f8de22")),
            ("g84cda28", Some("84cda28")),
            ("cu121", None),
            ("20240408", None),
            ("abcde", None),
            ("cpu", None),
        ] {
            assert_eq!(hex_of(label), hex, "{label}");
        }
    }
}
