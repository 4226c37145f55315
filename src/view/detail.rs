//! A binary's identity, wheel by wheel, value by value.

use std::sync::Arc;

use leptos::prelude::*;

use super::collapse::collapse;
use super::copy::Copy;
use super::page::Page;
use super::provenance::claim;
use super::row::as_text;
use super::{fragment, hex, words};
use crate::browser::document;
use crate::card::Provenance;
use crate::card::format;
use crate::card::provenance::of_copy;
use crate::parity::{Pair, Twin};

/// The details of `pair`.
pub(super) fn detail(page: Page, pair: &Arc<Pair>) -> impl IntoView + use<> {
    let (copied, linked) = (Arc::clone(pair), pair.key.clone());
    let link = move || document::link(&page.address.with_untracked(|address| fragment::link_to_row(address, &linked)));
    let foreign = pair.foreign.iter().map(|(wheel, path)| {
        view! { <li>{page.label(*wheel)} ": " <code>{path.clone()}</code></li> }
    });
    let foreign = (!pair.foreign.is_empty()).then(|| {
        view! { <p>"Of a foreign ABI, each in a row of its own:"</p><ul class="detail__foreign">{foreign.collect_view()}</ul> }
    });
    let basis = format::basis(pair.basis, page.origin());
    let (logic, addresses) = (format::logic(pair), format::addresses(pair));
    view! {
        <div class="detail">
            <p class="detail__reason">{words::sentence(&pair.reason)}</p>
            <dl class="detail__terms">
                <div><dt>"Rests on"</dt><dd>{basis.word} ". " {basis.meaning}</dd></div>
                <div><dt>"Logic"</dt><dd><b>{logic.word}</b> ". " {logic.meaning}</dd></div>
                <div><dt>"Addresses"</dt><dd><b>{addresses.word}</b> ". " {addresses.meaning}</dd></div>
                <div><dt>"Paired by"</dt><dd>{format::paired_by(pair.paired_by)}</dd></div>
            </dl>
            <table class="identity">
                <caption class="aside">"Identity of " {pair.key.clone()}</caption>
                <thead class="aside"><tr>
                    <th scope="col">"Property"</th><th scope="col">"Wheels"</th><th scope="col">"Value"</th><th scope="col">"Copy"</th>
                </tr></thead>
                {property(page, "Path", texts(pair, |copy| Ok(copy.path.clone())))}
                {property(page, "Bytes", texts(pair, |copy| Ok(format::thousands(copy.size))))}
                {property(page, "What it is", texts(pair, what))}
                {ids(page, pair)}
                {property(page, "SHA-256", digests(pair))}
                {property(page, "Another content of the name", twins(pair))}
            </table>
            {foreign}
            {recheck(page, pair)}
            <p class="detail__actions">
                <Copy what="row" word="Copy row" text=move || as_text(page, &copied) />
                <Copy what="link" word="Copy link" text=link />
            </p>
        </div>
    }
}

/// The commands that re-check this row, folded away.
fn recheck(page: Page, pair: &Pair) -> Option<impl IntoView + use<>> {
    let claims: Vec<Provenance> = page.card.with_untracked(|card| {
        let heads = card.as_ref().map(|card| card.wheels.as_slice()).unwrap_or_default();
        let copies = pair.copies.iter().filter_map(|copy| Some((copy, heads.get(copy.wheel)?)));
        copies.flat_map(|(copy, head)| of_copy(pair, copy, head)).collect()
    });
    let shown = !claims.is_empty();
    let claims = claims.into_iter().map(claim).collect_view();
    shown.then(|| view! { <details><summary>"Re-check with standard tools"</summary><ol class="recheck__list" role="list">{claims}</ol></details> })
}

/// A value and the wheels that have it.
struct Line {
    wheels: Vec<usize>,
    value: AnyView,
    text: Option<String>,
}

/// The lines of one property, under one head.
fn property(page: Page, name: &'static str, lines: Vec<Line>) -> impl IntoView {
    let count = lines.len();
    let rows = lines.into_iter().enumerate().map(|(at, Line { wheels, value, text })| {
        let head = (at == 0).then(|| view! { <th scope="rowgroup" rowspan=count.to_string()>{name}</th> });
        let names = page.all_labels(&wheels);
        let wheels = page.labels(&wheels);
        let copy = text.map(|text| {
            let what = format!("{name} of {wheels}");
            view! { <Copy what=what text=move || text.clone() /> }
        });
        view! { <tr>{head}<td class="line__wheels" title=names>{wheels}</td><td>{value}</td><td>{copy}</td></tr> }
    });
    view! { <tbody>{rows.collect_view()}</tbody> }
}

/// A value of each copy, or in which word it is not known.
fn texts(pair: &Pair, value: impl Fn(&crate::parity::Copy) -> Result<String, &'static str>) -> Vec<Line> {
    let groups = collapse(pair.copies.iter().map(|copy| (copy.wheel, value(copy))));
    let line = |(wheels, text): (Vec<usize>, Result<String, &'static str>)| {
        let value = match &text {
            Ok(text) => view! { <code>{text.clone()}</code> }.into_any(),
            Err(absent) => view! { <span class="pending">{*absent}</span> }.into_any(),
        };
        Line { wheels, value, text: text.ok() }
    };
    groups.into_iter().map(line).collect()
}

fn what(copy: &crate::parity::Copy) -> Result<String, &'static str> {
    let kind = copy.kind.map(format::file_kind).ok_or_else(|| format::not_read(copy))?;
    Ok(match copy.role {
        Some(role) => format!("{kind} {}", format::role(role)),
        None => kind.to_owned(),
    })
}

/// Values that are compared by eye: each against the one above it.
fn compared(groups: Vec<(Vec<usize>, Option<String>)>, absent: &'static str) -> Vec<Line> {
    let mut above: Option<String> = None;
    let line = |(wheels, text): (Vec<usize>, Option<String>)| {
        let value = match &text {
            Some(text) => view! { {hex::grouped(text, above.as_deref())} {hex::bars(text)} }.into_any(),
            None => view! { <span class="pending">{absent}</span> }.into_any(),
        };
        above.clone_from(&text);
        Line { wheels, value, text }
    };
    groups.into_iter().map(line).collect()
}

fn digests(pair: &Pair) -> Vec<Line> {
    let digest = |copy: &crate::parity::Copy| copy.sha256.map(|digest| digest.to_string());
    compared(
        collapse(pair.copies.iter().map(|copy| (copy.wheel, digest(copy)))),
        "none: RECORD states none, and the bytes were not read",
    )
}

/// The other contents that a wheel holds under a copy's name.
fn twins(pair: &Pair) -> Vec<Line> {
    let twins = pair.copies.iter().flat_map(|copy| copy.twins.iter().map(move |twin| (copy.wheel, twin)));
    let line = |(wheel, twin): (usize, &Twin)| {
        let text = twin.sha256.map(|digest| digest.to_string());
        let size = format!("{} bytes, entry {}", format::thousands(twin.size), twin.entry);
        let value = match &text {
            Some(text) => {
                view! { {hex::grouped(text, None)} {hex::bars(text)} <span class="label">{size}</span> }.into_any()
            }
            None => view! { <span class="pending">{size}", its bytes were not read"</span> }.into_any(),
        };
        Line { wheels: vec![wheel], value, text }
    };
    twins.map(line).collect()
}

/// The ids, kind by kind; a copy that has several has several lines.
fn ids(page: Page, pair: &Pair) -> impl IntoView + use<> {
    let all = || pair.copies.iter().flat_map(|copy| copy.ids.iter().flatten().map(move |id| (copy.wheel, id)));
    let kinds = collapse(all().map(|(_, id)| ((), id.kind)));
    let property_of = |kind| {
        let of_kind = all().filter(|(_, id)| id.kind == kind);
        let groups = collapse(of_kind.clone().map(|(wheel, id)| (wheel, Some(id.text.clone()))));
        let hints = collapse(of_kind.map(|(wheel, id)| (wheel, words::id_place(id))));
        let hints = hints.into_iter().map(|(wheels, hint)| {
            let value = view! { <span class="label">{hint}</span> }.into_any();
            Line { wheels, value, text: None }
        });
        property(page, words::id_kind(kind), compared(groups, "").into_iter().chain(hints).collect())
    };
    let known: Vec<_> = kinds.into_iter().map(|(_, kind)| property_of(kind)).collect();
    let without = pair.copies.iter().filter(|copy| copy.main_id().is_none());
    let without = collapse(
        without.map(|copy| (copy.wheel, if copy.ids.is_some() { "none in this file" } else { format::not_read(copy) })),
    );
    let absent = |(wheels, why): (Vec<usize>, &'static str)| {
        let value = view! { <span class="pending">{why}</span> }.into_any();
        property(page, "Build-id", vec![Line { wheels, value, text: None }])
    };
    let absent: Vec<_> = without.into_iter().map(absent).collect();
    view! { {known} {absent} }
}
