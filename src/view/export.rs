//! What can be saved.

use leptos::prelude::*;

use super::page::Page;
use crate::browser::download;
use crate::card::{self, Card};
use crate::report::WheelReport;

/// A file that the card can be saved as.
#[derive(Clone, Copy)]
struct Format {
    /// Names it to scripts: `[data-export=…]`.
    name: &'static str,
    title: &'static str,
    hint: &'static str,
    extension: &'static str,
    mime: &'static str,
    text: fn(&Card, &[&WheelReport]) -> String,
}

const JSON: Format = Format {
    name: "json",
    title: "JSON",
    hint: "The whole card, for scripts",
    extension: "json",
    mime: "application/json",
    text: |_, reports| card::json::export(reports),
};

const MARKDOWN: Format = Format {
    name: "markdown",
    title: "Markdown",
    hint: "The card as a page for a wiki or an issue",
    extension: "md",
    mime: "text/markdown",
    text: |card, _| card::markdown::export(card),
};

#[component]
pub(super) fn Exports() -> impl IntoView {
    view! {
        <div class="masthead__exports" role="group" aria-label="Save the card">
            <span class="label" aria-hidden="true">"Save as"</span>
            {button(JSON)}
            {button(MARKDOWN)}
        </div>
    }
}

fn button(format: Format) -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <button type="button" class="button" data-export=format.name title=format.hint on:click=move |_| save(page, format)>
            {format.title}
        </button>
    }
}

fn save(page: Page, format: Format) {
    let Some(card) = page.card.get_untracked() else { return };
    let text = page.session.with_untracked(|session| (format.text)(&card, &session.compared()));
    let name = format!("{}-{}.wheelcard.{}", card.head.distribution, card.head.version, format.extension);
    match download::save(&name, format.mime, &text) {
        Ok(()) => page.say(format!("Saved {name}")),
        Err(why) => page.say(format!("{name} could not be saved: {why}")),
    }
}
