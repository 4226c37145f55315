//! Filters over all tables.

use leptos::prelude::*;

use super::page::Page;
use super::query::Query;
use super::{glyph, words};
use crate::card::format;

#[component]
pub(super) fn Toolbar() -> impl IntoView {
    let page = expect_context::<Page>();
    let rungs = Memo::new(move |_| {
        page.card.with(|card| {
            let steps = card.iter().flat_map(|card| &card.ladder);
            steps.map(|step| (step.rung, step.count)).collect::<Vec<_>>()
        })
    });
    let groups = Memo::new(move |_| {
        page.card.with(|card| {
            let tables = card.iter().flat_map(|card| &card.tables);
            tables.map(|table| (table.group, table.rows.len())).collect::<Vec<_>>()
        })
    });
    let shown = move || {
        let shown: usize = page.shown.with(|shown| shown.values().map(Vec::len).sum());
        let all = page.pairs.with(std::collections::BTreeMap::len);
        let [shown, all] = [shown, all].map(words::number);
        format!("{shown} of {all} shown")
    };
    let rung_buttons = move || {
        let button = |(rung, count): (crate::parity::Rung, u64)| {
            let pressed = move || page.query.with(|query| query.rungs.contains(&rung)).to_string();
            view! {
                <button type="button" class="button" aria-pressed=pressed on:click=move |_| page.query.update(|query| query.toggle_rung(rung))>
                    {glyph::rung(rung)} {format::rung(rung).word} <span class="label">{format::thousands(count)}</span>
                </button>
            }
        };
        rungs.get().into_iter().map(button).collect_view()
    };
    let group_buttons = move || {
        let button = |(group, count): (crate::binary::Group, usize)| {
            let pressed = move || page.query.with(|query| query.groups.contains(&group)).to_string();
            view! {
                <button type="button" class="button" aria-pressed=pressed on:click=move |_| page.query.update(|query| query.toggle_group(group))>
                    {format::group(group).word} <span class="label">{words::number(count)}</span>
                </button>
            }
        };
        groups.get().into_iter().map(button).collect_view()
    };
    let clear = move || page.query.update(|query| *query = Query { sort: query.sort, ..Query::default() });
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" {
            clear();
        }
    };
    view! {
        <section class="toolbar" aria-label="Filter the binaries">
            <h2 class="aside">"Binaries"</h2>
            <label class="toolbar__text">
                <span class="aside">"Path, build-id or SHA-256 contains"</span>
                <input
                    class="field"
                    id="filter"
                    type="search"
                    autocomplete="off"
                    spellcheck="false"
                    placeholder="Filter by path, build-id, SHA-256"
                    prop:value=move || page.query.with(|query| query.text.clone())
                    on:input:target=move |event| page.query.update(|query| query.text = event.target().value())
                    on:keydown=on_key
                />
                <kbd aria-hidden="true">"/"</kbd>
            </label>
            <div class="toolbar__set" role="group" aria-label="Rungs">{rung_buttons}</div>
            <div class="toolbar__set" role="group" aria-label="Groups">{group_buttons}</div>
            <div class="toolbar__set toolbar__set--end">
                <button type="button" class="button" aria-pressed=move || page.whole.get().to_string()
                    on:click=move |_| page.whole.update(|whole| *whole = !*whole)>
                    "Whole ids"
                </button>
                <span class="label">{shown}</span>
                <button type="button" class="button" disabled=move || !page.query.with(Query::filters) on:click=move |_| clear()>
                    "Clear"
                </button>
            </div>
        </section>
    }
}
