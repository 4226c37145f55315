//! Symbols that were added, removed, moved or resized between two copies.

use leptos::prelude::*;

use super::super::words;
use super::copies::{Content, name};
use crate::card::format;
use crate::evidence::{Star, StarPair, SymbolChange, TableChanges};

/// Changes of one table that are in the document; more are listed only in the JSON.
const LISTED: usize = 200;

/// The counts of every two copies, and the lists, folded away.
pub(super) fn symbols(star: &Star, contents: &[Content]) -> impl IntoView + use<> {
    let rows: Vec<_> =
        star.pairs.iter().flat_map(|pair| tables(pair).map(move |(what, table)| (pair, what, table))).collect();
    if rows.is_empty() {
        return view! { <p class="look__state">"No symbol table to compare."</p> }.into_any();
    }
    let between = |pair: &StarPair| format!("{} → {}", name(contents, pair.a), name(contents, pair.b));
    let counts = rows.iter().map(|(pair, what, table)| {
        let cells = [table.in_a, table.in_b, table.added, table.removed, table.moved, table.resized];
        let cells = cells.map(|count| view! { <td class="ranges__number">{format::thousands(count)}</td> });
        view! { <tr><th scope="row">{*what}</th><td class="line__wheels">{between(pair)}</td>{cells.into_iter().collect_view()}</tr> }
    });
    let counts = counts.collect_view();
    let lists = rows.iter().filter(|(.., table)| !table.listed.is_empty());
    let lists = lists.map(|(pair, what, table)| list(pair, what, table, contents)).collect_view();
    view! {
        <div class="scroller" tabindex="0" role="group" aria-label="Symbols">
            <table class="symbols">
                <caption>"Symbols"</caption>
                <thead><tr>
                    <th scope="col">"Table"</th>
                    <th scope="col">"Copies"</th>
                    {["In the first", "In the second", "Added", "Removed", "Moved", "Resized"]
                        .map(|head| view! { <th scope="col" class="ranges__number">{head}</th> })
                        .into_iter()
                        .collect_view()}
                </tr></thead>
                <tbody>{counts}</tbody>
            </table>
        </div>
        {lists}
    }
    .into_any()
}

fn tables(pair: &StarPair) -> impl Iterator<Item = (&'static str, &TableChanges)> {
    let symbols = &pair.evidence.symbols;
    let exported = symbols.exported.as_ref().map(|table| ("exported", table));
    exported.into_iter().chain(symbols.local.as_ref().map(|table| ("local", table)))
}

/// The changes of one table.
fn list(pair: &StarPair, what: &'static str, table: &TableChanges, contents: &[Content]) -> impl IntoView + use<> {
    let (a, b) = (name(contents, pair.a).to_owned(), name(contents, pair.b).to_owned());
    let shown = table.listed.len().min(LISTED);
    let rows = table.listed.iter().take(LISTED).map(change).collect_view();
    let count = words::number(shown);
    let caption = format!("{what} symbols that changed, {a} → {b}");
    let label = caption.clone();
    view! {
        <details>
            <summary>{format!("{count} {caption}")}</summary>
            <div class="scroller" tabindex="0" role="group" aria-label=label>
                <table class="symbols symbols--list">
                    <caption class="aside">{caption}</caption>
                    <thead><tr>
                        <th scope="col">"Symbol"</th>
                        <th scope="col">"What changed"</th>
                        <th scope="col" class="ranges__number">"Address and bytes in " {a}</th>
                        <th scope="col" class="ranges__number">"Address and bytes in " {b}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
}

fn change(change: &SymbolChange) -> impl IntoView + use<> {
    let SymbolChange { name, demangled, a, b } = change;
    let shown = demangled.as_ref().unwrap_or(name).clone();
    let place = |place: &Option<(u64, u64)>| match place {
        Some((address, size)) => format!("{address:#x}, {}", format::thousands(*size)),
        None => "none".to_owned(),
    };
    view! {
        <tr>
            <th scope="row"><code title=name.clone()>{shown}</code></th>
            <td>{what(*a, *b)}</td>
            <td class="ranges__number"><code>{place(a)}</code></td>
            <td class="ranges__number"><code>{place(b)}</code></td>
        </tr>
    }
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
