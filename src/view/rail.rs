//! Where one is on the page, and what is on it.

use leptos::prelude::*;

use super::page::Page;
use super::words;
use crate::card::format;

#[component]
pub(super) fn Rail() -> impl IntoView {
    let page = expect_context::<Page>();
    let places = Memo::new(move |_| {
        page.card.with(|card| {
            let Some(card) = card else { return Vec::new() };
            let mut places = vec![("card", "Release", None)];
            if page.checked.with(Option::is_some) {
                places.push(("compared", "Reference", None));
            }
            places.push(("ladder", "Parity ladder", None));
            if !card.notes.is_empty() {
                places.push(("notes", "Notes", Some(card.notes.len())));
            }
            for table in &card.tables {
                places.push((
                    words::group_anchor(table.group),
                    format::group(table.group).word,
                    Some(table.rows.len()),
                ));
            }
            if !card.findings.is_empty() {
                places.push(("findings", "Findings", Some(card.findings.len())));
            }
            if card.wheels.iter().any(|wheel| !wheel.installers.is_empty()) {
                places.push(("installers", "Installers", None));
            }
            places.push(("metadata", "Version and metadata", None));
            if !card.provenance.is_empty() {
                places.push(("recheck", "Re-check", None));
            }
            places
        })
    });
    let links = move || {
        let link = |(id, name, count): (&'static str, &'static str, Option<usize>)| {
            let count = count.map(|count| view! { <span class="rail__count">{words::number(count)}</span> });
            view! { <li><a class="rail__link" href=format!("#{id}")>{name} " " {count}</a></li> }
        };
        places.get().into_iter().map(link).collect_view()
    };
    view! {
        <Show when=move || places.with(|places| !places.is_empty()) fallback=|| ()>
            <nav class="rail" aria-label="On this page">
                <ul class="rail__list" role="list">{links}</ul>
            </nav>
        </Show>
    }
}
