//! What the search of all bytes of every binary for a text came to.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::format::{counted, listed, literal};
use crate::parity::Pair;
use crate::report::Hits;

use super::{Context, shortened};

/// The outcome for one text, over the wheels that state it.
pub(super) struct Searched<'a> {
    /// Copies whose bytes were searched.
    pub(super) copies: usize,
    /// The rows that they are copies of; `None` stands for those that are no row's.
    pairs: BTreeSet<Option<usize>>,
    /// Rows in which it occurs, with the wheels.
    pub(super) rows: Vec<(&'a Pair, Vec<usize>)>,
    /// Members in which it occurs that are no row's copy (the hidden one of two entries of a name).
    pub(super) hidden: Vec<String>,
}

impl Searched<'_> {
    pub(super) fn is_absent(&self) -> bool {
        self.rows.is_empty() && self.hidden.is_empty()
    }

    /// What was searched: `3 binaries`, `9 copies of 3 binaries`.
    pub(super) fn in_words(&self) -> String {
        let binaries = self.pairs.iter().flatten().count();
        let words = counted(binaries, "binary", "binaries");
        if binaries == self.copies {
            return words;
        }
        format!("{} of {words}", counted(self.copies, "copy", "copies"))
    }
}

/// Looks at the hits of some wheels; `None` unless *every* binary of them was searched.
pub(super) fn search<'a>(
    context: &Context<'a>,
    wheels: &[usize],
    hits: impl Fn(&Hits) -> Option<u64>,
) -> Option<Searched<'a>> {
    let mut row_of: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    for (at, row) in context.rows.iter().enumerate() {
        row_of.extend(row.copies.iter().map(|copy| ((copy.wheel, copy.entry), at)));
    }
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut searched = Searched { copies: 0, pairs: BTreeSet::new(), rows: Vec::new(), hidden: Vec::new() };
    for wheel in wheels {
        let report = context.wheels.get(*wheel)?;
        let files = report.listing.directory.entries.iter().filter(|entry| !entry.is_directory());
        for entry in files {
            let member = context.members.get(*wheel)?.get(&entry.index)?;
            if member.identified.as_ref()?.binary.is_none() {
                continue;
            }
            let count = hits(member.verified.as_ref()?.hits.as_ref()?)?;
            searched.copies = searched.copies.saturating_add(1);
            searched.pairs.insert(row_of.get(&(*wheel, entry.index)).copied());
            if count == 0 {
                continue;
            }
            match row_of.get(&(*wheel, entry.index)) {
                Some(row) => found.entry(*row).or_default().push(*wheel),
                None => searched.hidden.push(entry.name.clone()),
            }
        }
    }
    searched.rows = found.into_iter().filter_map(|(at, wheels)| Some((*context.rows.get(at)?, wheels))).collect();
    Some(searched)
}

/// Where it was found, as a list of names with wheels where not all copies have it.
pub(super) fn places(context: &Context<'_>, searched: &Searched<'_>) -> String {
    let row = |(row, wheels): &(&Pair, Vec<usize>)| {
        let everywhere = wheels.len() == row.copies.len();
        let only = if everywhere { String::new() } else { format!(" ({})", context.labels(wheels)) };
        format!("{}{only}", context.name(row))
    };
    let hidden = searched.hidden.iter().map(|path| literal(path));
    listed(&shortened(searched.rows.iter().map(row).chain(hidden).collect()))
}
