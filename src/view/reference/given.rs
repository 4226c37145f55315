//! What was given to look at or to check against: a line each, like the wheels.

use leptos::prelude::*;

use super::super::page::Page;
use super::super::undo::undo;
use super::super::words as page_words;
use crate::browser::focus;
use crate::card::format;
use crate::reference::{ReleaseName, words};
use crate::session::{Event, Given, GivenId};

/// What a line shows; it never changes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shown {
    id: u32,
    kind: &'static str,
    title: String,
    source: String,
    holds: String,
}

/// Which of them the card on the page can be checked against, and is.
#[derive(Clone, PartialEq, Eq)]
struct Choice {
    among: Vec<GivenId>,
    chosen: GivenId,
}

#[component]
pub(in crate::view) fn GivenList() -> impl IntoView {
    let page = expect_context::<Page>();
    let lines =
        Memo::new(move |_| page.session.with(|session| session.given().iter().map(shown_of).collect::<Vec<_>>()));
    let choice = Memo::new(move |_| {
        let chosen = page.checked.with(|checked| checked.as_ref().map(|checked| checked.given))?;
        page.session.with(|session| {
            // A saved report is not checked against itself.
            let shown = session.release().and_then(|release| release.saved);
            let among = session.given().iter().map(|given| given.id).filter(|id| Some(*id) != shown).collect();
            Some(Choice { among, chosen })
        })
    });
    view! {
        <Show when=move || lines.with(|lines| !lines.is_empty()) fallback=|| ()>
            <ul class="given__list" role="list" aria-label="Saved reports and references">
                <For each=move || lines.get() key=|line| line.id children=move |line| draw(page, line, choice) />
            </ul>
        </Show>
    }
}

fn shown_of(given: &Given) -> Shown {
    let reference = &given.body.reference;
    let wheels = given.body.saved.as_ref().map_or(reference.wheels.len(), |saved| saved.wheels.len());
    let facts = format::counted(reference.facts.len(), "fact", "facts");
    let about = match wheels {
        0 => String::new(),
        count => format!(" about {}", format::counted(count, "wheel", "wheels")),
    };
    let release = reference.release.as_ref().map(|ReleaseName { name, version }| match version {
        Some(version) => format!(" of {name} {version}"),
        None => format!(" of {name}"),
    });
    Shown {
        id: given.id.0,
        kind: words::origin(reference.origin.kind),
        title: reference.title.clone(),
        source: given.source.to_string(),
        holds: format!("{facts}{about}{}", release.unwrap_or_default()),
    }
}

fn draw(page: Page, line: Shown, choice: Memo<Option<Choice>>) -> impl IntoView {
    let Shown { id, kind, title, source, holds } = line;
    let id = GivenId(id);
    // The line goes, so the focus moves to the way back.
    let remove = move |_| {
        page.apply(Event::GivenRemoved(id));
        request_animation_frame(|| focus::focus("undo-given"));
    };
    let name = if title.is_empty() { source.clone() } else { title };
    let from = (name != source).then(|| view! { <span class="given__source">"from " <code>{source}</code></span> });
    let label = format!("Remove {name}");
    let choose_label = format!("Check against it: {name}");
    let offered = Memo::new(move |_| {
        choice.with(|choice| choice.as_ref().is_some_and(|choice| choice.among.len() > 1 && choice.among.contains(&id)))
    });
    let pressed = move || choice.with(|choice| choice.as_ref().is_some_and(|choice| choice.chosen == id)).to_string();
    view! {
        <li class="given" id=line_id(id)>
            <span class="given__kind">{kind}</span>
            <span class="given__name"><b>{name}</b> " " {from}</span>
            <span class="given__holds">{holds}</span>
            <span class="given__actions">
                <Show when=move || offered.get() fallback=|| ()>
                    <button type="button" class="button" aria-label=choose_label.clone() aria-pressed=pressed
                        on:click=move |_| page.apply(Event::GivenChosen(id))>
                        "Check against it"
                    </button>
                </Show>
                <button type="button" class="button button--plain" aria-label=label on:click=remove>"Remove"</button>
            </span>
        </li>
    }
}

/// The element id of a line.
fn line_id(GivenId(id): GivenId) -> String {
    format!("given-{id}")
}

/// The way back after one was taken away.
#[component]
pub(in crate::view) fn GivenUndo() -> impl IntoView {
    let page = expect_context::<Page>();
    let last = Memo::new(move |_| {
        page.session.with(|session| session.last_removed_given().map(|given| (given.id.0, given.source.to_string())))
    });
    // The button goes, so the focus moves to the line that came back.
    let restore = move |id| {
        page.apply(Event::GivenRestored(GivenId(id)));
        request_animation_frame(move || focus::reveal(&line_id(GivenId(id))));
    };
    undo("toast toast--given", "undo-given", last, restore)
}

/// The findings of a reference: its own contradictions, what was not read of it.
pub(super) fn findings(reference: &crate::reference::Reference) -> Option<impl IntoView + use<>> {
    let one = |finding: &crate::finding::Finding| {
        view! {
            <li class="given__finding">
                <b>{page_words::severity(finding.severity)}</b> " " {page_words::sentence(&finding.detail)}
                " " <span class="label">{finding.meaning.clone()}</span>
            </li>
        }
    };
    let (first, more) = reference.findings.split_at(reference.findings.len().min(FINDINGS));
    let first = first.iter().map(one).collect_view();
    let more = (!more.is_empty()).then(|| format!("and {} more", page_words::number(more.len())));
    (!reference.findings.is_empty()).then(|| {
        view! { <ul class="given__findings" role="list" aria-label="About the reference itself">{first} {more.map(|more| view! { <li class="label">{more}</li> })}</ul> }
    })
}

/// Findings about a reference that are listed; a text with more of them is not one that somebody would correct by hand.
const FINDINGS: usize = 12;
