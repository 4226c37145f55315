//! The ranges that differ, and a line for those that do not.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::super::words;
use super::copies::{Content, name};
use super::fields::fields;
use super::grid::{self, Cell};
use super::terms;
use crate::binary::elf::RangeClass;
use crate::card::format;
use crate::evidence::{Extent, RangePair, RangeState, Run, Star};

/// Ranges that are shown before the table is folded away.
const SHOWN: usize = 12;
/// Runs of a range that are listed.
const RUNS: usize = 4;

/// A range in two copies that were compared.
struct Line<'a> {
    a: String,
    b: String,
    range: &'a RangePair,
}

/// What puts the lines of one range together and in order: the gravest first, then by place.
type Key<'a> = (RangeClass, Option<u64>, Option<u64>, &'a str);

/// The ranges that differ in any two copies, each with its lines.
fn differing<'a>(star: &'a Star, contents: &[Content]) -> BTreeMap<Key<'a>, Vec<Line<'a>>> {
    let mut found: BTreeMap<Key<'a>, Vec<Line<'a>>> = BTreeMap::new();
    for pair in &star.pairs {
        for range in pair.evidence.ranges.iter().filter(|range| !is_equal(range)) {
            let offset = |extent: Option<Extent>| extent.map(|extent| extent.offset);
            let in_b = if range.a.is_some() { None } else { offset(range.b) };
            let key = (range.class, offset(range.a), in_b, range.name.as_str());
            let (a, b) = (name(contents, pair.a).to_owned(), name(contents, pair.b).to_owned());
            found.entry(key).or_default().push(Line { a, b, range });
        }
    }
    found
}

fn is_equal(range: &RangePair) -> bool {
    matches!(range.state, RangeState::Equal | RangeState::Moved)
}

/// The table, and what is equal in a line.
pub(super) fn ranges(star: &Star, contents: &[Content]) -> AnyView {
    let found = differing(star, contents);
    let count = format::counted(found.len(), "range differs", "ranges differ");
    let open = found.len() <= SHOWN;
    let bodies: Vec<AnyView> = found.into_iter().map(|((class, .., name), lines)| range(class, name, &lines)).collect();
    let heads = vec![
        Cell::column_head("", "Range"),
        Cell::column_head("", "Copies"),
        Cell::column_head("grid__number", "Bytes"),
        Cell::column_head("grid__number", "Address"),
        Cell::column_head("", "Differing"),
        Cell::column_head("", "First runs, from its start"),
    ];
    let table = grid::table("ranges", "Ranges that differ, code first".to_owned(), heads, bodies.into_any());
    let equal = star.pairs.iter().map(|pair| {
        let copies = match star.pairs.len() {
            1 => String::new(),
            _ => format!("{} and {}: ", name(contents, pair.a), name(contents, pair.b)),
        };
        grid::line("line", format!("{copies}{}", equal(&pair.evidence.ranges)))
    });
    let equal: Vec<AnyView> = equal.collect();
    view! { {grid::folded(open, count, table)} <p class="look__state">{equal}</p> }.into_any()
}

/// One range, a line for each two copies in which it differs.
fn range(class: RangeClass, name: &str, lines: &[Line<'_>]) -> AnyView {
    let height = lines.iter().map(|line| if line.range.fields.is_empty() { 1 } else { 2 }).sum();
    let head = vec![grid::code(name), grid::line("line label", terms::class(class))];
    let mut head = Some(Cell::group_head(height, head.into_any()));
    let mut rows = Vec::new();
    for line in lines {
        let Line { a, b, range } = line;
        let cells = [
            Cell::text("line__wheels", format!("{a} → {b}")),
            Cell::number(both(range, |extent| format::thousands(extent.size))),
            Cell::of("grid__number", grid::code(both(range, terms::place))),
            Cell::text("", difference(line)),
            Cell::of("", grid::code(runs(range))),
        ];
        rows.push(grid::row(head.take().into_iter().chain(cells)));
        if let Some(fields) = fields(&range.fields, a, b) {
            rows.push(grid::row([Cell::of("ranges__fields", fields).over(5)]));
        }
    }
    grid::body(rows)
}

/// A value of both copies: once where it is one, and said where a copy has none.
fn both(range: &RangePair, value: impl Fn(Extent) -> String) -> String {
    match (range.a.map(&value), range.b.map(&value)) {
        (Some(a), Some(b)) if a == b => a,
        (a, b) => {
            let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
            format!("{} → {}", or_none(a), or_none(b))
        }
    }
}

fn difference(line: &Line<'_>) -> String {
    match (line.range.state, line.range.differing) {
        (RangeState::OnlyA, _) => format!("only in {}", line.a),
        (RangeState::OnlyB, _) => format!("only in {}", line.b),
        (_, Some(bytes)) => {
            let runs = words::counted(line.range.run_count, "run", "runs");
            format!("{} in {runs}", words::counted(bytes, "byte", "bytes"))
        }
        (_, None) => "its size differs".to_owned(),
    }
}

fn runs(range: &RangePair) -> String {
    let shown = range.runs.iter().take(RUNS);
    let run = |Run { offset, size }: &Run| match size {
        1 => format!("+{offset:#x}"),
        _ => format!("+{offset:#x} ({})", format::thousands(*size)),
    };
    let shown: Vec<String> = shown.map(run).collect();
    let listed = u64::try_from(shown.len()).unwrap_or(u64::MAX);
    match range.run_count.saturating_sub(listed) {
        0 => shown.join(", "),
        more => format!("{} and {} more", shown.join(", "), format::thousands(more)),
    }
}

/// The ranges of two copies that are equal, summed up.
fn equal(ranges: &[RangePair]) -> String {
    let tally = |state: RangeState| {
        let found = ranges.iter().filter(|range| range.state == state);
        found.fold((0_u64, 0_u64), |(count, bytes), range| {
            (count.saturating_add(1), bytes.saturating_add(range.a.map_or(0, |extent| extent.size)))
        })
    };
    let ((equal, equal_bytes), (moved, moved_bytes)) = (tally(RangeState::Equal), tally(RangeState::Moved));
    let bytes = |bytes: u64| words::counted(bytes, "byte", "bytes");
    let still =
        format!("{} equal at one place ({})", words::counted(equal, "range is", "ranges are"), bytes(equal_bytes));
    match moved {
        0 => format!("{still}."),
        _ => format!("{still}, {} equal at another ({}).", words::counted(moved, "is", "are"), bytes(moved_bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(state: RangeState, a: Option<u64>, b: Option<u64>) -> RangePair {
        let extent = |size| Extent { offset: 0x100, size, address: Some(0x1100) };
        RangePair {
            name: ".rodata".to_owned(),
            class: RangeClass::Data,
            executable: false,
            a: a.map(extent),
            b: b.map(extent),
            state,
            differing: None,
            runs: Vec::new(),
            run_count: 0,
            fields: Vec::new(),
        }
    }

    #[test]
    fn a_size_stands_once_where_both_copies_share_it_and_is_none_where_one_lacks_the_range() {
        let size = |a, b| both(&pair(RangeState::Differs, a, b), |extent| extent.size.to_string());
        assert_eq!(size(Some(4), Some(4)), "4");
        assert_eq!(size(Some(4), Some(8)), "4 → 8");
        assert_eq!(size(Some(4), None), "4 → none");
    }

    #[test]
    fn runs_beyond_the_first_are_counted() {
        let mut range = pair(RangeState::Differs, Some(64), Some(64));
        range.runs = (0..6).map(|at| Run { offset: at * 8, size: 1 + at }).collect();
        range.run_count = 1000;
        assert_eq!(runs(&range), "+0x0, +0x8 (2), +0x10 (3), +0x18 (4) and 996 more");
        range.runs.truncate(1);
        range.run_count = 1;
        assert_eq!(runs(&range), "+0x0");
    }

    #[test]
    fn equal_ranges_are_summed_up_by_whether_they_moved() {
        let ranges = [
            pair(RangeState::Equal, Some(10), Some(10)),
            pair(RangeState::Equal, Some(5), Some(5)),
            pair(RangeState::Differs, Some(7), Some(7)),
        ];
        assert_eq!(equal(&ranges), "2 ranges are equal at one place (15 bytes).");
        let moved = [pair(RangeState::Moved, Some(1), Some(1))];
        assert_eq!(equal(&moved), "0 ranges are equal at one place (0 bytes), 1 is equal at another (1 byte).");
    }
}
