//! One id on different bytes: the id names the link, not the file.

use std::collections::{BTreeMap, BTreeSet};

use crate::binary::{IdKind, Role};
use crate::bytes::Sha256;
use crate::card::format::{head, listed};
use crate::card::model::Note;
use crate::parity::{Copy, Pair};

use super::{Code, Context, NAMES, capped, row_note, shortened_to};

const SAME_ID: Code = Code::alarm("same-id-other-bytes");

/// All ids of a file: a universal Mach-O has one for each slice, and is the same file only when all are.
type Ids<'a> = Vec<(IdKind, &'a str)>;

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_id: BTreeMap<Ids<'_>, Vec<(&Pair, &Copy)>> = BTreeMap::new();
    for row in &context.rows {
        // A debug companion has its binary's id by design.
        let own = row.copies.iter().filter(|copy| copy.verified && !copy.guest);
        for copy in own.filter(|copy| copy.role != Some(Role::DebugCompanion)) {
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
    // Each content with the places that have it, in the order of the card.
    let mut place_of: BTreeMap<Sha256, usize> = BTreeMap::new();
    let mut contents: Vec<(Sha256, Vec<String>)> = Vec::new();
    for (row, copy) in copies {
        let digest = copy.sha256?;
        let at = *place_of.entry(digest).or_insert(contents.len());
        let place = || format!("{} in {}", context.name(row), context.label(copy.wheel));
        match contents.get_mut(at) {
            Some((_, places)) => places.push(place()),
            None => contents.push((digest, vec![place()])),
        }
    }
    if contents.len() < 2 {
        return None;
    }
    // Of many contents two are named, each with one place: the tables have them all.
    let (most_contents, most_places) = if contents.len() > NAMES { (2, 1) } else { (NAMES, NAMES) };
    let part = |(digest, places): &(Sha256, Vec<String>)| {
        format!("SHA-256 `{}` ({})", head(&digest.to_string()), shortened_to(places.clone(), most_places).join(", "))
    };
    let parts = shortened_to(contents.iter().map(part).collect(), most_contents);
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
