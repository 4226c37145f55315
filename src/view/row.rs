//! One binary: a row, and its details when it is open.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::collapse::collapse;
use super::detail::detail;
use super::look::{self, Look};
use super::page::{Page, row_id};
use super::reference::Mark;
use super::{glyph, hex, words};
use crate::browser::focus::{self, Step};
use crate::card::format;
use crate::parity::Pair;

/// Values of a cell up to which all are shown …
const LINES: usize = 4;
/// … and how many are where there are more; the details of the row have them all.
const EXAMPLES: usize = 2;

#[component]
pub(super) fn Row(
    /// Which binary.
    key: String,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let key = StoredValue::new(key);
    let pair = Memo::new(move |_| page.pairs.with(|pairs| key.with_value(|key| pairs.get(key).cloned())));
    let open = Memo::new(move |_| page.open.with(|open| key.with_value(|key| open.contains(key))));
    let target = move || page.target.with(|target| key.with_value(|key| target.as_ref() == Some(key)));
    let toggle = move || {
        page.open.update(|open| {
            key.with_value(|key| {
                if !open.remove(key) {
                    open.insert(key.clone());
                }
            });
        });
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        // From one table into the next, and from the first row back to the filter.
        "ArrowDown" => {
            step(&event, "#binaries", Step::Next);
        }
        "ArrowUp" if !step(&event, "#binaries", Step::Previous) => {
            event.prevent_default();
            focus::focus("filter");
        }
        "Home" => {
            step(&event, "table", Step::First);
        }
        "End" => {
            step(&event, "table", Step::Last);
        }
        "c" if !event.ctrl_key() && !event.meta_key() => {
            if let Some(pair) = pair.get_untracked() {
                page.copy(&pair.key, &as_text(page, &pair));
            }
        }
        _ => {}
    };
    let rung_name = move || pair.with(|pair| pair.as_deref().map(|pair| words::rung_class(pair.rung)));
    let name = key.get_value();
    let (directory, file) = match name.rsplit_once('/') {
        Some((directory, file)) => (format!("{directory}/"), file.to_owned()),
        None => (String::new(), name.clone()),
    };
    let cell =
        move |cell: fn(Page, &Pair) -> AnyView| move || pair.with(|pair| pair.as_deref().map(|pair| cell(page, pair)));
    view! {
        <tbody role="rowgroup" class="binary" class:binary--open=move || open.get() class:binary--target=target id=row_id(&name) data-rung=rung_name>
            // The roles stay when a narrow page lays the row out as a block.
            <tr role="row">
                <th scope="row" role="rowheader" class="binary__name">
                    <button type="button" class="binary__toggle" aria-expanded=move || open.get().to_string()
                        on:click=move |_| toggle() on:keydown=on_key>
                        <span class="binary__directory">{words::breakable(&directory)}</span>
                        <span class="binary__file">{words::breakable(&file)}</span>
                    </button>
                </th>
                <td role="cell" class="figure">{cell(sizes)}</td>
                <td role="cell" class="binary__id">{cell(ids)}</td>
                <td role="cell" class="binary__digest">{cell(digests)}</td>
                <td role="cell" class="binary__rung">{cell(rung)} <Mark key=name.clone() /></td>
            </tr>
            <Show when=move || open.get() fallback=|| ()>
                <tr role="row" class="binary__detail">
                    <td role="cell" colspan="5">
                        {move || pair.with(|pair| pair.as_ref().map(|pair| detail(page, pair)))}
                        <Look pair=pair />
                    </td>
                </tr>
            </Show>
        </tbody>
    }
}

fn step(event: &KeyboardEvent, within: &str, to: Step) -> bool {
    focus::step(event, within, ".binary__toggle", to)
}

/// The row as one line of text, for pasting.
pub(super) fn as_text(page: Page, pair: &Arc<Pair>) -> String {
    let copies = pair.copies.iter().map(|copy| {
        let id = copy.main_id().map_or("no id", |id| id.text.as_str());
        let digest = copy.sha256.map_or_else(|| "no digest".to_owned(), |digest| digest.to_string());
        format!("{}\t{}\t{}\t{}\t{}", page.label(copy.wheel), copy.path, copy.size, id, digest)
    });
    let found = format::found(pair).map(|found| format!("\t{}", found.word)).unwrap_or_default();
    let basis = format::basis(pair.basis, untrack(|| page.origin()));
    let head = format!("{}\t{}\t{}{found}", pair.key, format::rung(pair.rung).word, basis.word);
    std::iter::once(head).chain(copies).collect::<Vec<_>>().join("\n")
}

/// Lays the values of the copies out: one if they share it, else one a line with the wheels that have it.
fn lines<T: PartialEq>(
    page: Page,
    pair: &Pair,
    value: impl Fn(&crate::parity::Copy) -> T,
    draw: impl Fn(&T) -> AnyView,
) -> AnyView {
    let groups = collapse(pair.copies.iter().map(|copy| (copy.wheel, value(copy))));
    if let [(_, value)] = groups.as_slice() {
        return draw(value);
    }
    // One more line says no more than "1 more value". Of many values the first is an example.
    let shown = if groups.len() <= LINES.saturating_add(1) { groups.len() } else { EXAMPLES };
    let more = groups.len().saturating_sub(shown);
    let lines = groups.iter().take(shown).map(|(wheels, value)| {
        view! {
            <span class="line">
                <span class="line__wheels" title=page.all_labels(wheels)>{page.labels(wheels)}</span>
                " "
                {draw(value)}
            </span>
        }
    });
    let more = (more > 0).then(|| {
        let count = format!("and {} other values", words::number(more));
        view! { <span class="line label">{count}</span> }
    });
    view! { {lines.collect_view()} {more} }.into_any()
}

fn sizes(page: Page, pair: &Pair) -> AnyView {
    lines(page, pair, |copy| copy.size, |size| format::thousands(*size).into_any())
}

fn ids(page: Page, pair: &Pair) -> AnyView {
    let id = |copy: &crate::parity::Copy| match (&copy.ids, copy.main_id()) {
        (None, _) => Err(format::not_read(copy)),
        (Some(_), None) => Err("none"),
        (Some(_), Some(id)) if id.bytes == 0 => Err("empty id"),
        (Some(_), Some(id)) => Ok(id.text.clone()),
    };
    lines(page, pair, id, |id| match id {
        Ok(id) => hex::folded(id).into_any(),
        Err(why) => view! { <span class="pending">{*why}</span> }.into_any(),
    })
}

fn digests(page: Page, pair: &Pair) -> AnyView {
    lines(
        page,
        pair,
        |copy| copy.sha256,
        |digest| match digest {
            Some(digest) => hex::folded(&digest.to_string()).into_any(),
            None => view! { <span class="pending">"none"</span> }.into_any(),
        },
    )
}

fn rung(page: Page, pair: &Pair) -> AnyView {
    let missing = (!pair.missing.is_empty()).then(|| {
        let (wheels, names) = (page.labels(&pair.missing), page.all_labels(&pair.missing));
        view! { <span class="binary__missing" title=names>"not in " {wheels}</span> }
    });
    let (term, basis) = (format::rung_of(pair), format::basis(pair.basis, page.origin()));
    // What the bytes said, side by side, is stronger than the rung's word, which only says that they differ.
    let found = look::word(pair);
    let rung = if found.is_some() {
        format!("rung {}, {}", words::rung_number(pair.rung), term.word)
    } else {
        term.word.to_owned()
    };
    view! {
        {found}
        <span class=format!("rung-word rung-word--{}", words::rung_class(pair.rung)) title=term.meaning>
            {glyph::rung(pair.rung)} {rung}
        </span>
        <span class=format!("basis-word basis-word--{}", words::basis_class(pair.basis)) title=basis.meaning>
            {glyph::basis(pair.basis)} {basis.word}
        </span>
        {missing}
    }
    .into_any()
}
