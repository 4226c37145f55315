//! What can be saved, each as a file of its own.

use leptos::prelude::*;

use super::page::Page;
use super::reference::SaveReference;
use crate::browser::download;
use crate::card::{self, Card};
use crate::session::WheelId;

/// A file that the whole card can be saved as.
#[derive(Clone, Copy)]
struct Format {
    /// Names it to scripts: `[data-export=…]`.
    name: &'static str,
    title: &'static str,
    hint: &'static str,
    ending: &'static str,
    mime: &'static str,
    text: fn(Page, &Card) -> String,
}

const FORMATS: [Format; 3] = [
    Format {
        name: "json",
        title: "JSON",
        hint: "Everything that is known of these wheels, for scripts",
        ending: "json",
        mime: "application/json",
        text: |page, card| page.session.with_untracked(|session| card::json::export_card(&session.compared(), card)),
    },
    Format {
        name: "markdown",
        title: "Markdown",
        hint: "The card as a page, for a wiki or an issue",
        ending: "md",
        mime: "text/markdown",
        text: |_, card| card::markdown::export(card),
    },
    Format {
        name: "build-ids",
        title: "Build-ids",
        hint: "Each build-id and its file, as debuginfod and .build-id/ name them",
        ending: "build-ids.txt",
        mime: "text/plain",
        text: |_, card| card::build_id_list::export(card),
    },
];

/// The exports of the whole card.
#[component]
pub(super) fn Exports() -> impl IntoView {
    let page = expect_context::<Page>();
    let button = |format: Format| {
        let act = move |_| {
            if let Some(card) = page.card.get_untracked() {
                save(page, &card, format.ending, format.mime, &(format.text)(page, &card));
            }
        };
        let Format { name, title, hint, .. } = format;
        view! { <button type="button" class="button" data-export=name title=hint on:click=act>{title}</button> }
    };
    view! {
        <div class="masthead__exports" role="group" aria-label="Save the card as">
            <span class="label" aria-hidden="true">"Save as"</span>
            {FORMATS.map(button).into_iter().collect_view()}
            <SaveReference />
        </div>
    }
}

/// Saves one of the tables as CSV.
#[component]
pub(super) fn SaveTable(
    /// The table's place on the card.
    group: crate::binary::Group,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let name = card::format::group(group).word;
    let act = move |_| {
        page.card.with_untracked(|card| {
            let Some(card) = card else { return };
            let Some(table) = card.tables.iter().find(|table| table.group == group) else { return };
            let ending = format!("{}.csv", super::words::group_anchor(group));
            save(page, card, &ending, "text/csv", &card::csv::export_from(table, &card.wheels, card.origin));
        });
    };
    view! {
        <button type="button" class="button" data-export="csv" aria-label=format!("Save as CSV: {name}") on:click=act>"CSV"</button>
    }
}

/// Saves the `sha256sum -c` list of one wheel.
#[component]
pub(super) fn SaveChecksums(
    /// Which of the session's wheels.
    id: WheelId,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let act = move |_| {
        page.session.with_untracked(|session| {
            let Some(wheel) = session.wheel(id) else { return };
            let Some(report) = &wheel.report else { return };
            let name = format!("{}.sha256sums", wheel.file_name);
            save_as(page, &name, "text/plain", &card::checksums::export(report));
        });
    };
    let hint = "The checksums of its members, for sha256sum -c";
    view! { <button type="button" class="button button--plain" data-export="checksums" title=hint on:click=act>"Checksums"</button> }
}

fn save(page: Page, card: &Card, ending: &str, mime: &str, text: &str) {
    save_as(page, &format!("{}-{}.wheelcard.{ending}", card.head.distribution, card.head.version), mime, text);
}

/// Saves a text under a name, and says so.
pub(super) fn save_as(page: Page, name: &str, mime: &str, text: &str) {
    match download::save(name, mime, text) {
        Ok(()) => page.say(format!("Saved {name}")),
        Err(why) => page.say(format!("{name} could not be saved: {why}")),
    }
}
