//! The table of a group.

use leptos::prelude::*;

use super::export::SaveTable;
use super::page::{Page, ROWS};
use super::pager::Pager;
use super::query::Column;
use super::row::Row;
use super::toolbar::Toolbar;
use super::{columns, words};
use crate::binary::Group;
use crate::card::format;

/// The columns, in order, with the words of their heads.
const COLUMNS: [(Column, &str); 5] = [
    (Column::Name, "Binary"),
    (Column::Size, "Bytes"),
    (Column::Id, "Build-id"),
    (Column::Sha256, "SHA-256"),
    (Column::Rung, "Rung"),
];

#[component]
pub(super) fn Tables() -> impl IntoView {
    let page = expect_context::<Page>();
    let groups = Memo::new(move |_| page.shown.with(|shown| shown.keys().copied().collect::<Vec<_>>()));
    let none = Memo::new(move |_| {
        let hidden = page.shown.with(|shown| shown.values().all(Vec::is_empty));
        hidden && page.pairs.with(|pairs| !pairs.is_empty())
    });
    let has = move |column| move || page.columns.get().has(column);
    let lit = move || page.lit.get().map(words::rung_class);
    view! {
        <div class="tables" id="binaries" data-lit=lit
            class:tables--without-ids=move || !has(columns::Column::Id)()
            class:tables--without-digests=move || !has(columns::Column::Digest)()>
            <Toolbar />
            <Show when=move || none.get() fallback=|| ()>
                <p class="label">"No binary passes the filter. Esc clears it."</p>
            </Show>
            <For each=move || groups.get() key=|group| words::group_anchor(*group) let:group><Table group=group /></For>
        </div>
    }
}

#[component]
fn Table(group: Group) -> impl IntoView {
    let page = expect_context::<Page>();
    let keys = Memo::new(move |_| page.shown.with(|shown| shown.get(&group).cloned().unwrap_or_default()));
    let total = Memo::new(move |_| keys.with(Vec::len));
    let at = Memo::new(move |_| {
        let last = total.get().saturating_sub(1) / ROWS;
        page.pages.with(|pages| pages.get(&group).copied().unwrap_or_default()).min(last)
    });
    let rows = move || {
        // From one source, see `findings`.
        keys.with(|keys| {
            let last = keys.len().saturating_sub(1) / ROWS;
            let at = page.pages.with(|pages| pages.get(&group).copied().unwrap_or_default()).min(last);
            keys.iter().skip(at.saturating_mul(ROWS)).take(ROWS).cloned().collect::<Vec<_>>()
        })
    };
    let turn = move |to| {
        page.pages.update(|pages| {
            pages.insert(group, to);
        });
    };
    let title = format!("{}-title", words::group_anchor(group));
    let labelled_by = title.clone();
    view! {
        <section class="binaries" id=words::group_anchor(group) aria-labelledby=labelled_by hidden=move || total.get() == 0>
            <div class="section__head">
                <h2 id=title>{format::group(group).word}</h2>
                <p class="label">{words::sentence(format::group(group).meaning)}</p>
                <span class="section__tools"><SaveTable group=group /></span>
            </div>
            <table role="table" class="binaries__table">
                <caption class="aside">{format::group(group).word} ", by rung"</caption>
                <colgroup>{COLUMNS.map(|_| view! { <col class="binaries__column" /> }).into_iter().collect_view()}</colgroup>
                <thead role="rowgroup"><tr role="row">{COLUMNS.map(|(column, name)| view! { <Header column name /> }).into_iter().collect_view()}</tr></thead>
                <For each=rows key=|key| key.clone() let:key><Row key=key /></For>
            </table>
            <Pager of=format::group(group).word total=total size=ROWS page=at turn=turn />
        </section>
    }
}

#[component]
fn Header(column: Column, name: &'static str) -> impl IntoView {
    let page = expect_context::<Page>();
    let order = move || match page.query.with(|query| query.sort) {
        Some((sorted, falling)) if sorted == column => Some(if falling { "descending" } else { "ascending" }),
        _ => None,
    };
    view! {
        <th scope="col" role="columnheader" aria-sort=order class="binaries__head">
            <button type="button" class="sort" on:click=move |_| page.query.update(|query| query.sort_by(column))>{name}</button>
        </th>
    }
}
