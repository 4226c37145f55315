//! Which rows are shown, and in which order.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::binary::Group;
use crate::parity::{Pair, Rung};

/// A column by which rows can be sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// The path.
    Name,
    /// The size of the largest copy.
    Size,
    /// The id of the first copy.
    Id,
    /// The SHA-256 of the first copy.
    Sha256,
    /// The rung, strongest first.
    Rung,
}

/// The reader's filters and order. The default shows everything in the card's order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Query {
    /// Words, each of which must occur in a path, an id or a digest.
    pub(super) text: String,
    /// Only these rungs; empty means all.
    pub(super) rungs: BTreeSet<Rung>,
    /// Only these groups; empty means all.
    pub(super) groups: BTreeSet<Group>,
    /// The column sorted by, and whether it falls; `None` means the card's order.
    pub(super) sort: Option<(Column, bool)>,
}

impl Query {
    /// Takes the filters away; the order stays.
    pub(super) fn clear(&mut self) {
        *self = Self { sort: self.sort, ..Self::default() };
    }

    /// Whether anything is filtered at all.
    pub(super) fn filters(&self) -> bool {
        !self.text.trim().is_empty() || !self.rungs.is_empty() || !self.groups.is_empty()
    }

    /// Whether a row is shown.
    pub(super) fn admits(&self, pair: &Pair) -> bool {
        let among = |set: &BTreeSet<Rung>| set.is_empty() || set.contains(&pair.rung);
        let group = self.groups.is_empty() || self.groups.contains(&pair.group);
        group && among(&self.rungs) && self.text.split_whitespace().all(|word| holds(pair, &word.to_lowercase()))
    }

    /// The rows that are shown, in order.
    pub(super) fn select<'a>(&self, rows: &'a [Pair]) -> Vec<&'a Pair> {
        let mut shown: Vec<&Pair> = rows.iter().filter(|row| self.admits(row)).collect();
        if let Some((column, falling)) = self.sort {
            shown.sort_by(|a, b| {
                let order = compare(column, a, b);
                if falling { order.reverse() } else { order }
            });
        }
        shown
    }

    /// Sorts by `column`, or the other way round, or (the third time) in the card's order again.
    pub(super) fn sort_by(&mut self, column: Column) {
        self.sort = match self.sort {
            Some((current, false)) if current == column => Some((column, true)),
            Some((current, true)) if current == column => None,
            _ => Some((column, false)),
        };
    }

    /// Shows only rows of `rung`, too, or no longer.
    pub(super) fn toggle_rung(&mut self, rung: Rung) {
        if !self.rungs.remove(&rung) {
            self.rungs.insert(rung);
        }
    }

    /// Shows only rows of `group`, too, or no longer.
    pub(super) fn toggle_group(&mut self, group: Group) {
        if !self.groups.remove(&group) {
            self.groups.insert(group);
        }
    }
}

fn holds(pair: &Pair, word: &str) -> bool {
    let within = |text: &str| text.to_lowercase().contains(word);
    within(&pair.key)
        || pair.copies.iter().any(|copy| {
            within(&copy.path)
                || copy.ids.iter().flatten().any(|id| within(&id.text))
                || copy.sha256.is_some_and(|digest| within(&digest.to_string()))
        })
}

fn compare(column: Column, a: &Pair, b: &Pair) -> Ordering {
    let size = |pair: &Pair| pair.copies.iter().map(|copy| copy.size).max();
    let id = |pair: &Pair| pair.copies.first().and_then(|copy| copy.main_id()).map(|id| id.text.clone());
    let digest = |pair: &Pair| pair.copies.first().and_then(|copy| copy.sha256);
    match column {
        Column::Name => a.key.cmp(&b.key),
        Column::Size => size(a).cmp(&size(b)),
        Column::Id => id(a).cmp(&id(b)),
        Column::Sha256 => digest(a).cmp(&digest(b)),
        Column::Rung => a.rung.cmp(&b.rung),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Sha256;
    use crate::parity::{Basis, Confidence, Copy, PairedBy};

    fn pair(key: &str, size: u64, rung: Rung) -> Pair {
        let copy = Copy {
            wheel: 0,
            entry: 0,
            path: key.to_owned(),
            size,
            sha256: Some(Sha256::of(key.as_bytes())),
            verified: true,
            doubtful: false,
            foreign: false,
            guest: false,
            unreadable_notes: false,
            unread: None,
            twins: Vec::new(),
            kind: None,
            role: None,
            ids: None,
        };
        Pair {
            key: key.to_owned(),
            group: Group::SharedLibrary,
            copies: vec![copy],
            missing: Vec::new(),
            paired_by: PairedBy::Path,
            rung,
            basis: Basis::Verified,
            logic: Confidence::None,
            addresses: Confidence::None,
            reason: String::new(),
            foreign: Vec::new(),
            stale: false,
            evidence: None,
        }
    }

    fn keys<'a>(rows: &[&'a Pair]) -> Vec<&'a str> {
        rows.iter().map(|row| row.key.as_str()).collect()
    }

    #[test]
    fn every_word_of_the_filter_must_occur_somewhere_whatever_its_case() {
        let rows = [pair("lib/libBIR.so", 1, Rung::SameSource), pair("bin/tool", 2, Rung::ByteIdentical)];
        let query = Query { text: "LIBBIR  lib/".to_owned(), ..Query::default() };
        assert_eq!(keys(&query.select(&rows)), ["lib/libBIR.so"]);
        // The digest of "bin/tool" is searched as well.
        let digest = Sha256::of(b"bin/tool").to_string();
        let query = Query { text: digest.get(8..20).unwrap().to_owned(), ..Query::default() };
        assert_eq!(keys(&query.select(&rows)), ["bin/tool"]);
    }

    #[test]
    fn pressing_a_column_sorts_it_rising_then_falling_then_not_at_all() {
        let rows = [pair("b", 1, Rung::PerAbi), pair("a", 3, Rung::SameSource), pair("c", 2, Rung::ByteIdentical)];
        let mut query = Query::default();
        query.sort_by(Column::Size);
        assert_eq!(keys(&query.select(&rows)), ["b", "c", "a"]);
        query.sort_by(Column::Size);
        assert_eq!(keys(&query.select(&rows)), ["a", "c", "b"]);
        query.sort_by(Column::Size);
        assert_eq!(keys(&query.select(&rows)), ["b", "a", "c"]);
    }

    #[test]
    fn an_empty_filter_shows_all_rungs_and_a_chosen_one_only_itself() {
        let rows = [pair("b", 1, Rung::PerAbi), pair("a", 3, Rung::SameSource)];
        let mut query = Query::default();
        assert_eq!(query.select(&rows).len(), 2);
        query.toggle_rung(Rung::PerAbi);
        assert_eq!(keys(&query.select(&rows)), ["b"]);
        query.toggle_rung(Rung::PerAbi);
        assert!(!query.filters());
    }
}
