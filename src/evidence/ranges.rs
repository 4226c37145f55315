//! The ranges of two files, matched by name.

use std::collections::BTreeMap;

use super::facts::{Extent, RangePair, RangeState};
use super::runs::runs;
use super::text;
use crate::binary::elf::{self, Range, RangeClass, Span, View};

/// Every range of both files: the first file's in order, each with its match, then what only the second has.
///
/// Of several ranges of one name the first goes with the first, the second with the second.
pub(super) fn pairs(a: &View<'_>, b: &View<'_>) -> Vec<RangePair> {
    let in_a = named(elf::ranges(a.bytes()));
    let in_b = named(elf::ranges(b.bytes()));
    let mut rest: BTreeMap<(&str, usize), &(String, usize, Range)> =
        in_b.iter().map(|range| ((range.0.as_str(), range.1), range)).collect();
    let mut pairs = Vec::with_capacity(in_a.len());
    for (name, ordinal, range) in &in_a {
        pairs.push(match rest.remove(&(name.as_str(), *ordinal)) {
            Some((_, _, other)) => both(a, b, name, range, other),
            None => single(name, range, RangeState::OnlyA),
        });
    }
    let is_left = |range: &&(String, usize, Range)| rest.contains_key(&(range.0.as_str(), range.1));
    pairs.extend(in_b.iter().filter(is_left).map(|(name, _, range)| single(name, range, RangeState::OnlyB)));
    pairs
}

/// The ranges with their names as shown, and how many of the same name precede each.
pub(super) fn named(ranges: Vec<Range>) -> Vec<(String, usize, Range)> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut before = String::from("the start");
    let mut named = Vec::with_capacity(ranges.len());
    for range in ranges {
        // A gap has no name of its own; numbering gaps would pair the wrong ones as soon as one more appears.
        let name = if range.class == RangeClass::Gap {
            format!("gap after {before}")
        } else {
            before = text::escaped(range.name.as_bytes());
            before.clone()
        };
        let ordinal = seen.entry(name.clone()).or_default();
        named.push((name, *ordinal, range));
        *ordinal = ordinal.saturating_add(1);
    }
    named
}

fn both(a: &View<'_>, b: &View<'_>, name: &str, range: &Range, other: &Range) -> RangePair {
    let span = |range: &Range| Span { offset: range.offset, size: range.size };
    let (x, y) = (a.read(span(range)), b.read(span(other)));
    let mut pair = RangePair {
        name: name.to_owned(),
        class: graver(range.class, other.class),
        executable: range.executable || other.executable,
        a: Some(extent(range)),
        b: Some(extent(other)),
        state: RangeState::Differs,
        differing: None,
        runs: Vec::new(),
        run_count: 0,
        fields: Vec::new(),
    };
    if let (Some(x), Some(y)) = (x, y)
        && x.len() == y.len()
    {
        let found = runs(x, y);
        if found.bytes == 0 {
            let here = (range.offset, range.address) == (other.offset, other.address);
            pair.state = if here { RangeState::Equal } else { RangeState::Moved };
        }
        pair.differing = Some(found.bytes);
        pair.runs = found.listed;
        pair.run_count = found.count;
    }
    pair
}

fn single(name: &str, range: &Range, state: RangeState) -> RangePair {
    let only = |is: bool| is.then(|| extent(range));
    RangePair {
        name: name.to_owned(),
        class: range.class,
        executable: range.executable,
        a: only(state == RangeState::OnlyA),
        b: only(state == RangeState::OnlyB),
        state,
        differing: None,
        runs: Vec::new(),
        run_count: 0,
        fields: Vec::new(),
    }
}

fn extent(range: &Range) -> Extent {
    Extent { offset: range.offset, size: range.size, address: range.address }
}

/// The class whose difference means more.
pub(super) fn graver(a: RangeClass, b: RangeClass) -> RangeClass {
    let weight = |class| match class {
        RangeClass::Code => 0,
        RangeClass::Data => 1,
        RangeClass::Overlay => 2,
        RangeClass::Gap => 3,
        RangeClass::Headers => 4,
        RangeClass::Debug => 5,
        RangeClass::Identity => 6,
    };
    if weight(a) <= weight(b) { a } else { b }
}
