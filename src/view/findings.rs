//! Everything found odd, worst first.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::page::Page;
use super::pager::Pager;
use super::{fragment, words};
use crate::card::{Card, CardFinding};
use crate::finding::Severity;

/// Findings that are in the document at once.
const SIZE: usize = 50;

#[component]
pub(super) fn Findings() -> impl IntoView {
    let page = expect_context::<Page>();
    let text = RwSignal::new(String::new());
    let only = RwSignal::new(BTreeSet::<Severity>::new());
    let at = RwSignal::new(0_usize);
    let all =
        Memo::new(move |_| page.card.with(|card| card.as_ref().map(|card| card.findings.clone()).unwrap_or_default()));
    let rows = Memo::new(move |_| page.card.with(|card| card.as_deref().map(rows_by_path).unwrap_or_default()));
    let shown = Memo::new(move |_| {
        let words = text.with(|text| text.to_lowercase());
        let admits = |found: &&CardFinding| {
            only.with(|only| only.is_empty() || only.contains(&found.finding.severity)) && holds(found, &words)
        };
        all.with(|all| all.iter().filter(admits).cloned().collect::<Vec<_>>())
    });
    let total = Memo::new(move |_| shown.with(Vec::len));
    let list = move || {
        let from = at.get().min(total.get().saturating_sub(1) / SIZE).saturating_mul(SIZE);
        let found = shown.with(|shown| shown.iter().skip(from).take(SIZE).cloned().collect::<Vec<_>>());
        rows.with(|rows| found.into_iter().map(|found| line(page, found, rows)).collect_view())
    };
    let severities = move || {
        let button = |severity: Severity| {
            let count = all.with(|all| all.iter().filter(|found| found.finding.severity == severity).count());
            let pressed = move || only.with(|only| only.contains(&severity)).to_string();
            let toggle = move |_| {
                only.update(|only| {
                    if !only.remove(&severity) {
                        only.insert(severity);
                    }
                });
            };
            (count > 0).then(|| {
                view! {
                    <button type="button" class="button" aria-pressed=pressed on:click=toggle>
                        {words::severity(severity)} <span class="label">{words::number(count)}</span>
                    </button>
                }
            })
        };
        [Severity::Alarm, Severity::Warning, Severity::Note].map(button).into_iter().collect_view()
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty()) fallback=|| ()>
            <section class="findings" id="findings" aria-labelledby="findings-title">
                <div class="section__head">
                    <h2 id="findings-title">"Findings"</h2>
                    <p class="label">"What is malformed, contradictory or unusual in the wheels themselves, worst first."</p>
                </div>
                <div class="findings__tools">
                    <label>
                        <span class="aside">"Findings that contain"</span>
                        <input class="field" type="search" placeholder="Filter findings" autocomplete="off" spellcheck="false"
                            prop:value=move || text.get() on:input:target=move |event| text.set(event.target().value()) />
                    </label>
                    <div class="toolbar__set" role="group" aria-label="Severity">{severities}</div>
                </div>
                <ul class="notes__list" role="list">{list}</ul>
                <Pager of="Findings" total=total size=SIZE page=at turn=move |to| at.set(to) />
            </section>
        </Show>
    }
}

/// The key of the row in which a wheel's member stands.
type Rows = BTreeMap<(usize, String), String>;

fn rows_by_path(card: &Card) -> Rows {
    let rows = card.tables.iter().flat_map(|table| &table.rows);
    rows.flat_map(|row| row.copies.iter().map(|copy| ((copy.wheel, copy.path.clone()), row.key.clone()))).collect()
}

fn holds(found: &CardFinding, words: &str) -> bool {
    let finding = &found.finding;
    let within = |text: &str| words.split_whitespace().all(|word| text.contains(word));
    let member = finding.member.as_deref().unwrap_or_default();
    within(&format!("{} {member} {} {}", finding.code, finding.detail, finding.meaning).to_lowercase())
}

fn line(page: Page, found: CardFinding, rows: &Rows) -> impl IntoView + use<> {
    let finding = found.finding;
    let (code, data) = (finding.code.clone(), finding.code);
    let class = match finding.severity {
        Severity::Alarm => "note note--alarm",
        Severity::Warning => "note note--quirk",
        Severity::Note => "note",
    };
    let place = finding.member.map(|member| {
        let name = view! { <code>{member.clone()}</code> };
        match rows.get(&(found.wheel, member)) {
            Some(key) => view! { <a href=fragment::of_row(key)>{name}</a> }.into_any(),
            None => name.into_any(),
        }
    });
    let offset =
        finding.offset.map(|offset| view! { <span>" at offset " <code>{format!("{offset:#x}")}</code></span> });
    view! {
        <li class=class data-finding=data>
            <p class="note__kind">{words::severity(finding.severity)}</p>
            <div class="note__body">
                <p>{words::sentence(&finding.detail)}</p>
                <p class="note__meaning">{finding.meaning}</p>
                <p class="note__place"><span class="wheel-label">{page.label(found.wheel)}</span> " " {place} {offset} " " <code class="note__code">{code}</code></p>
            </div>
        </li>
    }
}
