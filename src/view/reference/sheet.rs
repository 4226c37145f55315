//! A reference laid out by itself, while there are no wheels to set it beside.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::collapse::collapse;
use super::super::page::Page;
use super::super::pager::Pager;
use super::super::words as page_words;
use super::{given, value};
use crate::reference::{Cell, Reference, ReleaseName, Row, Table, WheelCells, words};

/// Rows of a table that are in the document at once.
const SIZE: usize = 100;

#[component]
pub(in crate::view) fn Sheet() -> impl IntoView {
    let page = expect_context::<Page>();
    let shown = Memo::new(move |_| {
        page.session.with(|session| session.checked_against().map(|given| Shown(Arc::clone(&given.body.reference))))
    });
    move || shown.get().map(|Shown(reference)| sheet(&reference))
}

/// Drawn again only when it is another one.
#[derive(Clone)]
struct Shown(Arc<Reference>);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

fn sheet(reference: &Reference) -> impl IntoView + use<> {
    let (name, version) = match &reference.release {
        Some(ReleaseName { name, version }) => (name.clone(), version.clone()),
        None => (reference.title.clone(), None),
    };
    let source = reference.origin.source.clone().map(|source| {
        view! { <p class="sheet__source">"Source: " {source}</p> }
    });
    let head = reference.head().into_iter().map(|cell| {
        view! { <div><dt>{cell.what}</dt><dd><code>{cell.text}</code></dd></div> }
    });
    let tables: Vec<_> = reference
        .wheel_table()
        .into_iter()
        .chain(reference.tables())
        .map(|table| view! { <SheetTable table=table /> })
        .collect();
    view! {
        <article class="sheet" id="sheet" aria-labelledby="sheet-title">
            <header class="card">
                <h1 class="card__title" id="sheet-title">
                    <span class="card__distribution">{name}</span>
                    " "
                    {version.map(|version| view! { <span class="card__version">{version}</span> })}
                </h1>
                <p class="sheet__what" role="note">
                    {words::origin_as_line(reference.origin.kind)} ": what somebody states of this release. None of it was \
                     checked here; drop the wheels, and each fact is set beside their bytes."
                </p>
                {source}
                <dl class="sheet__head">{head.collect_view()}</dl>
            </header>
            {given::findings(reference)}
            {tables}
        </article>
    }
}

/// A column of values by wheel.
type Column = fn(&WheelCells) -> &Vec<Cell>;

const COLUMNS: [(&str, Column); 4] = [
    ("Bytes", |cells| &cells.size),
    ("Build-id", |cells| &cells.id),
    ("SHA-256", |cells| &cells.sha256),
    ("Else", |cells| &cells.other),
];

#[component]
fn SheetTable(table: Table) -> impl IntoView {
    // A column of which nothing is stated would only say so line by line.
    let is_stated = |of: Column| table.rows.iter().flat_map(|row| &row.wheels).any(|cells| !of(cells).is_empty());
    let columns: Vec<(&str, Column)> = COLUMNS.into_iter().filter(|(_, of)| is_stated(*of)).collect();
    let is_common = table.rows.iter().any(|row| !row.common.is_empty());
    let heads = columns.iter().map(|(name, _)| view! { <th scope="col">{*name}</th> }).collect_view();
    let common_head = is_common.then(|| view! { <th scope="col">"Of all copies"</th> });
    let (title, caption, label) = (table.title.clone(), table.title.clone(), format!("{}, as stated", table.title));
    let (at, total) = (RwSignal::new(0_usize), table.rows.len());
    let table = StoredValue::new(table);
    let rows = move || {
        let from = at.get().saturating_mul(SIZE);
        table.with_value(|table| {
            let rows = table.rows.iter().skip(from).take(SIZE);
            rows.map(|row| line(&table.wheels, row, &columns, is_common)).collect_view()
        })
    };
    view! {
        <section class="sheet__table">
            <h2>{title}</h2>
            <div class="scroller" tabindex="0" role="region" aria-label=format!("{label}, as stated")>
                <table class="facts">
                    <caption class="aside">{caption} ", as stated"</caption>
                    <thead><tr><th scope="col">"Name"</th> {heads} {common_head}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <Pager of="Stated" total=Signal::stored(total) size=SIZE page=at turn=move |to| at.set(to) />
        </section>
    }
}

fn line(wheels: &[String], row: &Row, columns: &[(&str, Column)], is_common: bool) -> impl IntoView + use<> {
    let cells = columns.iter().map(|(_, of)| view! { <td>{by_wheel(wheels, row, *of)}</td> }).collect_view();
    let common = is_common.then(|| {
        let cell =
            |cell: &Cell| view! { <li><span class="label">{cell.what}</span> " " {value::plain(&cell.text)}</li> };
        let cells = row.common.iter().map(cell).collect_view();
        view! { <td><ul class="sheet__common" role="list">{cells}</ul></td> }
    });
    let name = if row.name.is_empty() { "not named" } else { &row.name };
    view! { <tr><th scope="row"><code>{name.to_owned()}</code></th> {cells} {common}</tr> }
}

/// The values of one property: once where the wheels share them, else with the wheels that have them.
fn by_wheel(wheels: &[String], row: &Row, of: Column) -> impl IntoView + use<> {
    let texts = row.wheels.iter().map(of).enumerate().filter(|(_, cells)| !cells.is_empty());
    let texts = texts.map(|(at, cells)| (at, cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>()));
    let groups = collapse(texts);
    let all = groups.len() == 1 && groups.iter().all(|(at, _)| at.len() == wheels.len());
    let line = |(at, texts): (Vec<usize>, Vec<String>)| {
        let names = (!all).then(|| {
            view! { <span class="line__wheels">{page_words::all_labels(wheels, &at)}</span> " " }
        });
        let texts = texts.iter().map(|text| view! { {value::plain(text)} " " }).collect_view();
        view! { <span class="line">{names} {texts}</span> }
    };
    groups.into_iter().map(line).collect_view()
}
