//! Build-ids of several lengths, and what the length follows.

use std::collections::{BTreeMap, BTreeSet};

use crate::binary::{Group, IdKind};
use crate::card::format::{counted, group, rung};
use crate::card::model::Note;
use crate::parity::{Basis, Pair, Rung};

use super::{Code, Context, row_note};

const SPLIT: Code = Code::note("id-length-split");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let lengths: Vec<(&Pair, u64)> =
        context.rows.iter().filter(|row| !row.stale).filter_map(|row| Some((*row, length(row)?))).collect();
    let distinct: BTreeSet<u64> = lengths.iter().map(|(_, length)| *length).collect();
    if distinct.len() < 2 {
        return Vec::new();
    }
    let groups = [Group::Executable, Group::SharedLibrary, Group::ExtensionModule, Group::Other];
    let parts: Vec<String> = groups.into_iter().filter_map(|group| of_group(group, &lengths)).collect();
    let rows: Vec<&Pair> = lengths.iter().map(|(row, _)| *row).collect();
    let text = format!(
        "Build-ids are not all of one length. {}. The length tells how the linker was told to make the id, no more.",
        parts.join(". ")
    );
    vec![row_note(SPLIT, &rows, text)]
}

/// The one length of all copies' GNU build-ids, when every copy has one and is verified.
fn length(row: &Pair) -> Option<u64> {
    if row.basis != Basis::Verified {
        return None;
    }
    let of = |copy: &crate::parity::Copy| copy.main_id().filter(|id| id.kind == IdKind::GnuBuildId).map(|id| id.bytes);
    let lengths: BTreeSet<Option<u64>> = row.copies.iter().map(of).collect();
    if lengths.len() == 1 { lengths.first().copied().flatten() } else { None }
}

fn of_group(which: Group, lengths: &[(&Pair, u64)]) -> Option<String> {
    let name = group(which).word;
    let mut by_length: BTreeMap<u64, Vec<&Pair>> = BTreeMap::new();
    for (row, length) in lengths.iter().filter(|(row, _)| row.group == which) {
        by_length.entry(*length).or_default().push(row);
    }
    let mut lengths_of: BTreeMap<Rung, BTreeSet<u64>> = BTreeMap::new();
    for (length, rows) in &by_length {
        for row in rows {
            lengths_of.entry(row.rung).or_default().insert(*length);
        }
    }
    let follows_rung = lengths_of.values().all(|lengths| lengths.len() == 1);
    let rungs = |rows: &[&Pair]| {
        let rungs: BTreeSet<Rung> = rows.iter().map(|row| row.rung).collect();
        let words: Vec<String> = rungs.into_iter().map(|each| rung(each).word.to_owned()).collect();
        crate::card::format::listed(&words)
    };
    let bytes =
        |length: u64| format!("{} ({} hex digits)", crate::card::format::bytes(length), length.saturating_mul(2));
    match by_length.iter().collect::<Vec<_>>().as_slice() {
        [] => None,
        [(length, _)] => Some(format!("{name}: {} each", bytes(**length))),
        several => {
            let of_length = |(length, rows): &(&u64, &Vec<&Pair>)| {
                let what = if follows_rung {
                    format!("the {} {} ones", rows.len(), rungs(rows))
                } else {
                    counted(rows.len(), "of them", "of them")
                };
                format!("{} on {what}", bytes(**length))
            };
            let parts: Vec<String> = several.iter().map(of_length).collect();
            let follows = if follows_rung { "; the length follows the rung" } else { "; it follows no rung" };
            Some(format!("{name}: {}{follows}", parts.join(", ")))
        }
    }
}
