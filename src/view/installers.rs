//! What installers make of each wheel, and by which rules.

use leptos::prelude::*;

use super::collapse::collapse;
use super::page::Page;
use super::term::Word;
use super::words;
use crate::card::format;
use crate::container::{Installer, InstallerVerdict, Verdict};

/// Reasons of a verdict that are shown before they are folded away.
const REASONS: usize = 2;

#[component]
pub(super) fn Installers() -> impl IntoView {
    let page = expect_context::<Page>();
    let verdicts = Memo::new(move |_| {
        page.card.with(|card| {
            let heads = card.iter().flat_map(|card| &card.wheels).map(|head| head.installers.clone());
            collapse(heads.enumerate())
        })
    });
    let judged =
        Memo::new(move |_| verdicts.with(|verdicts| verdicts.iter().any(|(_, verdicts)| !verdicts.is_empty())));
    let table = move || verdicts.with(|verdicts| table(page, verdicts));
    view! {
        <Show when=move || judged.get() fallback=|| ()>
            <section class="installers" id="installers" aria-labelledby="installers-title">
                <div class="section__head">
                    <h2 id="installers-title">"Installers"</h2>
                    <p class="label">
                        "Whether each takes the file as an archive, by its published rules as read "
                        {format::INSTALLERS_READ} ". Not whether the metadata is in order, or the tags fit."
                    </p>
                </div>
                <div class="scroller" tabindex="0" role="region" aria-label="What installers make of each wheel">{table}</div>
            </section>
        </Show>
    }
}

fn table(page: Page, verdicts: &[(Vec<usize>, Vec<InstallerVerdict>)]) -> impl IntoView + use<> {
    let heads = Installer::ALL.map(|tool| view! { <th scope="col"><Word term=format::installer(tool) /></th> });
    let rows = verdicts.iter().map(|(wheels, verdicts)| {
        let names = page.all_labels(wheels);
        let cells = Installer::ALL.map(|tool| {
            let verdict = verdicts.iter().find(|verdict| verdict.tool == tool);
            view! { <td>{cell(verdict)}</td> }
        });
        view! {
            <tr>
                <th scope="row" class="wheel-label" title=names>{page.labels(wheels)}</th>
                {cells.into_iter().collect_view()}
            </tr>
        }
    });
    view! {
        <table class="facts installers__table">
            <caption class="aside">"What installers make of each wheel"</caption>
            <thead><tr><th scope="col">"Wheel"</th>{heads.into_iter().collect_view()}</tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

/// A verdict and its reasons, the deciding ones first.
fn cell(verdict: Option<&InstallerVerdict>) -> AnyView {
    let Some(InstallerVerdict { verdict, reasons, .. }) = verdict else {
        return view! { <span class="pending">"judged when all is read"</span> }.into_any();
    };
    let class = match verdict {
        Verdict::Accepts => "installers__word",
        Verdict::Unknown => "installers__word installers__word--unknown",
        Verdict::Refuses => "installers__word differs",
    };
    let term = format::installer_verdict(*verdict);
    let line = |reason: &String| view! { <li>{reason.clone()}</li> };
    let (first, more) = reasons.split_at(reasons.len().min(REASONS));
    let first = first.iter().map(line).collect_view();
    let count = words::number(more.len());
    let more = (!more.is_empty()).then(|| {
        let more = more.iter().map(line).collect_view();
        view! { <details><summary>"and " {count} " more"</summary><ul role="list">{more}</ul></details> }
    });
    view! {
        <span class=class title=term.meaning>{term.word}</span>
        <ul class="installers__reasons" role="list">{first}</ul>
        {more}
    }
    .into_any()
}
