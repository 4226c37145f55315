//! Symbols that were added, removed, moved or resized between two copies.

use leptos::prelude::*;

use super::super::words;
use super::copies::{Content, name};
use super::grid::{self, Cell};
use crate::card::format;
use crate::evidence::{Star, StarPair, SymbolChange, TableChanges};

/// Changes of one table that are in the document; more are listed only in the JSON.
const LISTED: usize = 200;

/// The counts of every two copies, and the lists, folded away.
pub(super) fn symbols(star: &Star, contents: &[Content]) -> AnyView {
    let tables = star.pairs.iter().flat_map(|pair| tables(pair).map(move |(what, table)| (pair, what, table)));
    let tables: Vec<_> = tables.collect();
    if tables.is_empty() {
        return view! { <p class="look__state">"There is no symbol table to compare."</p> }.into_any();
    }
    let between = |pair: &StarPair| format!("{} → {}", name(contents, pair.a), name(contents, pair.b));
    let rows = tables.iter().map(|(pair, what, table)| {
        let counts = [table.in_a, table.in_b, table.added, table.removed, table.moved, table.resized];
        let counts = counts.map(|count| Cell::number(format::thousands(count)));
        let heads = [Cell::row_head("", (*what).into_any()), Cell::text("line__wheels", between(pair))];
        grid::row(heads.into_iter().chain(counts))
    });
    let rows = grid::body(rows.collect());
    let heads = ["In the first", "In the second", "Added", "Removed", "Moved", "Resized"];
    let heads = heads.map(|head| Cell::column_head("grid__number", head));
    let heads = [Cell::column_head("", "Table"), Cell::column_head("", "Copies")].into_iter().chain(heads);
    let lists = tables.iter().filter(|(.., table)| !table.listed.is_empty());
    let lists: Vec<AnyView> = lists.map(|(pair, what, table)| list(pair, what, table, contents)).collect();
    view! { {grid::table("symbols", "Symbols".to_owned(), heads.collect(), rows)} {lists} }.into_any()
}

fn tables(pair: &StarPair) -> impl Iterator<Item = (&'static str, &TableChanges)> {
    let symbols = &pair.evidence.symbols;
    let exported = symbols.exported.as_ref().map(|table| ("exported", table));
    exported.into_iter().chain(symbols.local.as_ref().map(|table| ("local", table)))
}

/// The changes of one table.
fn list(pair: &StarPair, what: &'static str, table: &TableChanges, contents: &[Content]) -> AnyView {
    let (a, b) = (name(contents, pair.a), name(contents, pair.b));
    let rows = grid::body(table.listed.iter().take(LISTED).map(change).collect());
    let caption = format!("{what} symbols that changed, {a} → {b}");
    let changed = [table.added, table.removed, table.moved, table.resized];
    let shown = table.listed.len().min(LISTED);
    // One that is both moved and resized counts twice, so no total is claimed beyond what is listed.
    let first = if changed.iter().any(|count| usize::try_from(*count).is_ok_and(|count| count > shown)) {
        "The first "
    } else {
        ""
    };
    let summary = format!("{first}{} {caption}", words::number(shown));
    let heads = vec![
        Cell::column_head("", "Symbol"),
        Cell::column_head("", "What changed"),
        Cell::column_head("grid__number", format!("Address and bytes in {a}")),
        Cell::column_head("grid__number", format!("Address and bytes in {b}")),
    ];
    grid::folded(false, summary, grid::table("symbols", caption, heads, rows))
}

fn change(change: &SymbolChange) -> AnyView {
    let SymbolChange { name, demangled, a, b } = change;
    let title = name.clone();
    let shown = view! { <code title=title>{demangled.as_ref().unwrap_or(name).clone()}</code> }.into_any();
    let place = |place: &Option<(u64, u64)>| match place {
        Some((address, size)) => format!("{address:#x}, {}", format::thousands(*size)),
        None => "none".to_owned(),
    };
    grid::row([
        Cell::row_head("", shown),
        Cell::text("", what(*a, *b)),
        Cell::of("grid__number", grid::code(place(a))),
        Cell::of("grid__number", grid::code(place(b))),
    ])
}

fn what(a: Option<(u64, u64)>, b: Option<(u64, u64)>) -> &'static str {
    match (a, b) {
        (None, _) => "added",
        (_, None) => "removed",
        (Some((at, size)), Some((there, other))) => match (at == there, size == other) {
            (true, _) => "resized",
            (false, true) => "moved",
            (false, false) => "moved, resized",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::what;

    #[test]
    fn a_change_is_named_for_all_that_changed() {
        assert_eq!(what(None, Some((1, 1))), "added");
        assert_eq!(what(Some((1, 1)), None), "removed");
        assert_eq!(what(Some((1, 1)), Some((2, 1))), "moved");
        assert_eq!(what(Some((1, 1)), Some((1, 2))), "resized");
        assert_eq!(what(Some((1, 1)), Some((2, 2))), "moved, resized");
    }
}
