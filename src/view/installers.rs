//! What installers make of each wheel, and by which rules.

use leptos::prelude::*;

use super::collapse::collapse;
use super::page::Page;
use super::term::Word;
use super::words;
use crate::card::{Card, format};
use crate::container::{Installer, InstallerVerdict, Verdict};
use crate::finding::Code;
use crate::wheel::codes;

/// Reasons of a verdict that are shown before they are folded away.
const REASONS: usize = 2;

/// Findings beside the archive for which installers refuse a wheel, as their own sentences say: a tool that takes the
/// archive of such a wheel must not read as one that takes the wheel.
const AGAINST: [&Code; 14] = [
    &codes::NAME_INVALID,
    &codes::NAME_DOWNLOAD,
    &codes::NAME_DIFFERS,
    &codes::NAME_NO_DIST_INFO,
    &codes::NAME_SEVERAL_DIST_INFO,
    &codes::NAME_DIST_INFO_FORM,
    &codes::NAME_UNKNOWN_SCHEME,
    &codes::METADATA_MISSING,
    &codes::WHEEL_MISSING,
    &codes::WHEEL_VERSION,
    &codes::RECORD_MISSING,
    &codes::VERSION_INVALID,
    &codes::VERSION_DIFFERS,
    &codes::VERSION_NO_LOCAL,
];

/// What is said of a wheel: the verdicts on its archive, and the codes of [`AGAINST`] that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Judged {
    verdicts: Vec<InstallerVerdict>,
    against: Vec<&'static str>,
}

impl Judged {
    fn of(card: &Card, wheel: usize, verdicts: &[InstallerVerdict]) -> Self {
        let found = || card.findings.iter().filter(|found| found.wheel == wheel).map(|found| &found.finding.code);
        let against = AGAINST.iter().map(|code| code.id).filter(|id| found().any(|code| code == id)).collect();
        Self { verdicts: verdicts.to_vec(), against }
    }
}

#[component]
pub(super) fn Installers() -> impl IntoView {
    let page = expect_context::<Page>();
    let verdicts = Memo::new(move |_| {
        page.card.with(|card| {
            let judged = card.iter().flat_map(|card| {
                let heads = card.wheels.iter().enumerate();
                heads.map(|(at, head)| (at, Judged::of(card, at, &head.installers)))
            });
            collapse(judged)
        })
    });
    let judged =
        Memo::new(move |_| verdicts.with(|verdicts| verdicts.iter().any(|(_, judged)| !judged.verdicts.is_empty())));
    let table = move || verdicts.with(|verdicts| table(page, verdicts));
    view! {
        <Show when=move || judged.get() fallback=|| ()>
            <section class="installers" id="installers" aria-labelledby="installers-title">
                <div class="section__head">
                    <h2 id="installers-title">"Installers"</h2>
                    <p class="label">
                        "Whether each takes the file as an archive, by its published rules as read "
                        {format::INSTALLERS_READ} ". Not whether it installs the wheel: file name, metadata and RECORD are judged in the findings, and whether the tags fit is not."
                    </p>
                </div>
                <div class="scroller" tabindex="0" role="group" aria-label="What installers make of each wheel">{table}</div>
            </section>
        </Show>
    }
}

fn table(page: Page, verdicts: &[(Vec<usize>, Judged)]) -> impl IntoView + use<> {
    let heads = Installer::ALL.map(|tool| view! { <th scope="col"><Word term=format::installer(tool) /></th> });
    let rows = verdicts.iter().map(|(wheels, Judged { verdicts, against })| {
        let names = page.all_labels(wheels);
        let cells = Installer::ALL.map(|tool| {
            let verdict = verdicts.iter().find(|verdict| verdict.tool == tool);
            view! { <td>{cell(verdict, against)}</td> }
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
fn cell(verdict: Option<&InstallerVerdict>, against: &[&'static str]) -> AnyView {
    let Some(InstallerVerdict { verdict, reasons, .. }) = verdict else {
        return view! { <span class="pending">"judged when all is read"</span> }.into_any();
    };
    let (class, word) = match verdict {
        Verdict::Accepts if against.is_empty() => ("installers__word", "takes the archive"),
        Verdict::Accepts => ("installers__word installers__word--archive", "takes the archive"),
        Verdict::Unknown => ("installers__word installers__word--archive installers__word--unknown", "unknown"),
        Verdict::Refuses => ("installers__word differs", "refuses"),
    };
    let meaning = format::installer_verdict(*verdict).meaning;
    let line = |reason: &String| view! { <li>{words::sentence(reason)}</li> };
    // One line whatever the verdict: nothing of it was found by this tool's rules.
    let against = (!against.is_empty()).then(|| {
        let codes = against.iter().map(|code| view! { " " <code>{*code}</code> }).collect_view();
        let which = if against.len() == 1 { "the finding" } else { "the findings" };
        view! { <p class="installers__against">"but installers may refuse the wheel: see " <a href="#findings">{which}</a> {codes}</p> }
    });
    let (first, more) = reasons.split_at(reasons.len().min(REASONS));
    let first = first.iter().map(line).collect_view();
    let count = words::number(more.len());
    let more = (!more.is_empty()).then(|| {
        let more = more.iter().map(line).collect_view();
        view! { <details><summary>"and " {count} " more"</summary><ul role="list">{more}</ul></details> }
    });
    view! {
        <span class=class title=meaning>{word}</span>
        {against}
        <ul class="installers__reasons" role="list">{first}</ul>
        {more}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_against_a_wheel_says_so_in_its_own_sentence() {
        for code in AGAINST {
            let meaning = code.meaning.to_lowercase();
            let says = ["refuse", "can't be installed", "can't match"].iter().any(|word| meaning.contains(word));
            assert!(says, "{}: {}", code.id, code.meaning);
        }
    }
}
