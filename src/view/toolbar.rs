//! Filters over all tables.

use std::collections::BTreeMap;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::columns::Column;
use super::ladder::RUNGS;
use super::page::{Page, go_to_rows};
use super::query::Query;
use super::{glyph, words};
use crate::binary::Group;
use crate::card::format;
use crate::parity::Rung;

/// The groups, in the order of the card.
pub(super) const GROUPS: [Group; 4] = [Group::Executable, Group::SharedLibrary, Group::ExtensionModule, Group::Other];

#[component]
pub(super) fn Toolbar() -> impl IntoView {
    let page = expect_context::<Page>();
    let filters = Memo::new(move |_| page.query.with(Query::filters));
    let shown = move || {
        let shown: usize = page.shown.with(|shown| shown.values().map(Vec::len).sum());
        let all = page.pairs.with(BTreeMap::len);
        if filters.get() {
            format!("Only {} of {}", words::number(shown), format::counted(all, "binary", "binaries"))
        } else {
            format::counted(all, "binary", "binaries")
        }
    };
    let clear = move || page.query.update(Query::clear);
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" => clear(),
        "ArrowDown" | "Enter" => {
            event.prevent_default();
            go_to_rows();
        }
        _ => {}
    };
    view! {
        <section class="toolbar" class:toolbar--filtering=move || filters.get() aria-label="Filter the binaries">
            <h2 class="aside">"Binaries"</h2>
            <label class="toolbar__text">
                <span class="aside">"Path, build-id or SHA-256 contains"</span>
                <input
                    class="field"
                    id="filter"
                    type="search"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder="Filter by path, id, SHA-256"
                    prop:value=move || page.query.with(|query| query.text.clone())
                    on:input:target=move |event| page.query.update(|query| query.text = event.target().value())
                    on:keydown=on_key
                />
                <kbd aria-hidden="true">"/"</kbd>
            </label>
            <div class="toolbar__set toolbar__set--end">
                <span class="label toolbar__shown">{shown}</span>
                <button
                    type="button"
                    class="button"
                    disabled=move || !filters.get()
                    on:click=move |_| clear()
                >
                    "Show all"
                </button>
                <button
                    type="button"
                    class="button"
                    aria-pressed=move || page.whole.get().to_string()
                    on:click=move |_| page.toggle_whole()
                >
                    "Whole ids"
                </button>
            </div>
            <div class="toolbar__chips">
                <div class="toolbar__set" role="group" aria-label="Rungs">
                    {RUNGS.map(|rung| view! { <RungFilter rung=rung /> }).into_iter().collect_view()}
                </div>
                <div class="toolbar__set" role="group" aria-label="Groups">
                    {GROUPS.map(|group| view! { <GroupFilter group=group /> }).into_iter().collect_view()}
                </div>
                <div class="toolbar__set toolbar__columns" role="group" aria-label="Columns">
                    {Column::ALL.map(column).into_iter().collect_view()}
                </div>
            </div>
        </section>
    }
}

/// A column that can be left out.
fn column(column: Column) -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=move || page.columns.get().has(column)
                on:change=move |_| page.columns.update(|columns| columns.toggle(column)) />
            {column.name()}
        </label>
    }
}

#[component]
fn RungFilter(rung: Rung) -> impl IntoView {
    let page = expect_context::<Page>();
    let count = Memo::new(move |_| {
        page.card.with(|card| {
            let step = card.iter().flat_map(|card| &card.ladder).find(|step| step.rung == rung);
            step.map(|step| step.count)
        })
    });
    view! {
        <button
            type="button"
            class="button"
            hidden=move || count.get().is_none()
            aria-pressed=move || page.query.with(|query| query.rungs.contains(&rung)).to_string()
            on:click=move |_| page.query.update(|query| query.toggle_rung(rung))
        >
            {glyph::rung(rung)}
            {format::rung(rung).word}
            " "
            <span class="button__count">{move || count.get().map(format::thousands)}</span>
        </button>
    }
}

#[component]
fn GroupFilter(group: Group) -> impl IntoView {
    let page = expect_context::<Page>();
    let count = Memo::new(move |_| {
        page.card.with(|card| {
            let table = card.iter().flat_map(|card| &card.tables).find(|table| table.group == group);
            table.map(|table| table.rows.len())
        })
    });
    view! {
        <button
            type="button"
            class="button"
            hidden=move || count.get().is_none()
            aria-pressed=move || page.query.with(|query| query.groups.contains(&group)).to_string()
            on:click=move |_| page.query.update(|query| query.toggle_group(group))
        >
            {format::group(group).word}
            " "
            <span class="button__count">{move || count.get().map(words::number)}</span>
        </button>
    }
}
