//! One id on different bytes: the id names the link, not the file.

use std::collections::{BTreeMap, BTreeSet};

use crate::binary::{IdKind, Role};
use crate::card::format::{head, listed};
use crate::card::model::Note;
use crate::parity::{Copy, Pair};

use super::{Code, Context, NAMES, capped, row_note};

const SAME_ID: Code = Code::alarm("same-id-other-bytes");

/// All ids of a file: a universal Mach-O has one for each slice, and is the same file only when all are.
type Ids<'a> = Vec<(IdKind, &'a str)>;

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_id: BTreeMap<Ids<'_>, Vec<(&Pair, &Copy)>> = BTreeMap::new();
    for row in &context.rows {
        // A debug companion has its binary's id by design.
        for copy in row.copies.iter().filter(|copy| copy.verified && copy.role != Some(Role::DebugCompanion)) {
            let ids = copy.ids.iter().flatten().filter(|id| id.bytes > 0);
            let ids: Ids<'_> = ids.map(|id| (id.kind, id.text.as_str())).collect();
            if !ids.is_empty() {
                by_id.entry(ids).or_default().push((row, copy));
            }
        }
    }
    let notes = by_id.into_iter().filter_map(|(ids, copies)| note(context, &ids, &copies)).collect();
    capped(context, SAME_ID, notes)
}

fn note(context: &Context<'_>, ids: &[(IdKind, &str)], copies: &[(&Pair, &Copy)]) -> Option<Note> {
    // Each content with the copies that have it, in the order of the card.
    let mut contents: Vec<(String, Vec<String>)> = Vec::new();
    for (row, copy) in copies {
        let digest = copy.sha256?.to_string();
        let place = format!("{} in {}", context.name(row), context.label(copy.wheel));
        match contents.iter_mut().find(|(known, _)| *known == digest) {
            Some((_, places)) => places.push(place),
            None => contents.push((digest, vec![place])),
        }
    }
    if contents.len() < 2 {
        return None;
    }
    let mut parts: Vec<String> = contents
        .iter()
        .take(NAMES)
        .map(|(digest, places)| format!("SHA-256 `{}` ({})", head(digest), places.join(", ")))
        .collect();
    if contents.len() > NAMES {
        parts.push(format!("{} more", contents.len().saturating_sub(NAMES)));
    }
    let mut seen = BTreeSet::new();
    let rows: Vec<&Pair> = copies.iter().map(|(row, _)| *row).filter(|row| seen.insert(&row.key)).collect();
    let id = ids.iter().map(|(_, text)| crate::card::format::literal(text)).collect::<Vec<_>>().join(" + ");
    let text = format!(
        "One build-id, {} different contents: {id} stands on {}. The id names the link, not the file; only the SHA-256 \
         tells these apart.",
        contents.len(),
        listed(&parts)
    );
    Some(row_note(SAME_ID, &rows, text))
}
