//! A reference laid out by itself, while there are no wheels to set it beside.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::collapse::collapse;
use super::super::page::Page;
use super::super::words as page_words;
use super::{given, value};
use crate::reference::{Cell, Reference, ReleaseName, Row, Table, words};

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
        view! { <p class="sheet__source">"As stated in " {source}</p> }
    });
    let head = reference.head().into_iter().map(|cell| {
        view! { <div><dt>{cell.what}</dt><dd><code>{cell.text}</code></dd></div> }
    });
    let tables: Vec<_> = reference.wheel_table().into_iter().chain(reference.tables()).map(table).collect();
    view! {
        <article class="sheet" id="sheet" aria-labelledby="sheet-title">
            <header class="card">
                <h1 class="card__title" id="sheet-title">
                    <span class="card__distribution">{name}</span>
                    " "
                    {version.map(|version| view! { <span class="card__version">{version}</span> })}
                </h1>
                <p class="sheet__what" role="note">
                    "A " {words::origin(reference.origin.kind)} ": what somebody states of this release. None of it was \
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
type Column = fn(&Row) -> &Vec<Vec<Cell>>;

fn table(table: Table) -> impl IntoView {
    let columns: [(&str, Column); 4] = [
        ("Bytes", |row| &row.sizes),
        ("Build-id", |row| &row.ids),
        ("SHA-256", |row| &row.sha256),
        ("Else", |row| &row.other),
    ];
    // A column of which nothing is stated would only say so line by line.
    let columns: Vec<(&str, Column)> = columns
        .into_iter()
        .filter(|(_, of)| table.rows.iter().any(|row| of(row).iter().any(|cells| !cells.is_empty())))
        .collect();
    let heads = columns.iter().map(|(name, _)| view! { <th scope="col">{*name}</th> }).collect_view();
    let wheels = &table.wheels;
    let rows = table.rows.iter().map(|row| {
        let cells = columns.iter().map(|(_, of)| view! { <td>{by_wheel(wheels, of(row))}</td> }).collect_view();
        let common = row
            .common
            .iter()
            .map(|cell| view! { <li><span class="label">{cell.what}</span> " " {value::plain(&cell.text)}</li> });
        view! {
            <tr>
                <th scope="row"><code>{row.name.clone()}</code></th>
                {cells}
                <td><ul class="sheet__common" role="list">{common.collect_view()}</ul></td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let (title, caption, label) = (table.title.clone(), table.title.clone(), table.title);
    view! {
        <section class="sheet__table">
            <h2>{title}</h2>
            <div class="scroller" tabindex="0" role="region" aria-label=label>
                <table class="facts">
                    <caption class="aside">{caption} ", as stated"</caption>
                    <thead><tr><th scope="col">"Binary"</th> {heads} <th scope="col">"Of all of them"</th></tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

/// The values of one property: once where the wheels share them, else with the wheels that have them.
fn by_wheel(wheels: &[String], cells: &[Vec<Cell>]) -> impl IntoView + use<> {
    let texts = cells.iter().enumerate().filter(|(_, cells)| !cells.is_empty());
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
