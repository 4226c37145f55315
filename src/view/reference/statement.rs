//! Saving what was verified as a reference card, with a choice of what it states.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::super::export::save_as;
use super::super::page::Page;
use super::super::words as page_words;
use crate::browser::focus;
use crate::card::{Card, format};
use crate::reference::{self, Choice, Reference, Written};

/// The dialog's element id.
const DIALOG: &str = "statement";

/// The button among the exports, and the dialog that it opens.
#[component]
pub(in crate::view) fn SaveReference() -> impl IntoView {
    let page = expect_context::<Page>();
    let choice = RwSignal::new(Choice::default());
    let open = RwSignal::new(false);
    // Made only while it is looked at: it goes through all rows.
    let made = Memo::new(move |_| {
        let choice = choice.get();
        let card = page.card.get().filter(|_| open.get() && !page.from_saved.get())?;
        Some(page.session.with_untracked(|session| reference::state(&session.compared(), &card, &choice)))
    });
    let line = move || {
        made.with(|made| match made {
            Some(made) => counted(made),
            None if page.from_saved.get() => {
                "A reference card is made of verified bytes, and this is a saved report. Wheels can be checked against the \
                 report as it is."
                    .to_owned()
            }
            None => String::new(),
        })
    };
    let left_out = move || {
        made.with(|made| {
            let findings = made.iter().flat_map(|made| &made.findings);
            findings.map(|finding| view! { <li>{page_words::sentence(&finding.detail)}</li> }).collect_view()
        })
    };
    let nothing = move || made.with(|made| made.as_ref().is_none_or(|made| made.facts.is_empty()));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        focus::close_dialog(DIALOG);
        made.with_untracked(|made| {
            let (Some(made), Some(card)) = (made, page.card.get_untracked()) else { return };
            save_as(page, &file_name(&card), "application/json", &reference::write(made));
        });
    };
    let show = move |_| {
        open.set(true);
        focus::show_dialog(DIALOG);
    };
    view! {
        <button type="button" class="button" data-export="reference" title="What others can check their wheels against" on:click=show>
            "Reference card …"
        </button>
        <dialog class="dialog statement" id=DIALOG aria-labelledby="statement-title" on:close=move |_| open.set(false)>
            <div class="dialog__head">
                <h2 id="statement-title">"Save as reference card"</h2>
                <form method="dialog"><button class="button">"Close"</button></form>
            </div>
            <form class="statement__form" on:submit=save>
                <p>"A file that states what these wheels hold, for others to check theirs against. It states:"</p>
                {tick("sizes", "Sizes of the binaries", choice, |choice| choice.sizes, |choice, on| choice.sizes = on)}
                {written("ids", "Build-ids", choice, |choice| choice.ids, |choice, how| choice.ids = how)}
                {written("sha256", "SHA-256 of the binaries", choice, |choice| choice.sha256, |choice, how| choice.sha256 = how)}
                {tick("rungs", "Rungs on the parity ladder", choice, |choice| choice.rungs, |choice, on| choice.rungs = on)}
                {tick("wheel-files", "Size and SHA-256 of the wheel files", choice, |choice| choice.wheel_files, |choice, on| choice.wheel_files = on)}
                <p class="statement__count">{line}</p>
                <ul class="statement__left" role="list">{left_out}</ul>
                <button type="submit" class="button button--strong" id="statement-save" disabled=nothing>"Save"</button>
            </form>
        </dialog>
    }
}

fn counted(made: &Reference) -> String {
    format!(
        "{} about {} and {}.",
        format::counted(made.facts.len(), "fact", "facts"),
        format::counted(made.wheels.len(), "wheel", "wheels"),
        format::counted(made.subjects.len(), "binary", "binaries")
    )
}

fn file_name(card: &Card) -> String {
    format!("{}-{}.wheelcard-reference.json", card.head.distribution, card.head.version)
}

/// A box to tick.
fn tick(
    name: &'static str,
    label: &'static str,
    choice: RwSignal<Choice>,
    get: fn(&Choice) -> bool,
    set: fn(&mut Choice, bool),
) -> impl IntoView {
    view! {
        <label class="check">
            <input type="checkbox" name=name prop:checked=move || choice.with(get)
                on:change:target=move |event| choice.update(|choice| set(choice, event.target().checked())) />
            <span>{label}</span>
        </label>
    }
}

/// How ids or digests are written, or that they are not.
fn written(
    name: &'static str,
    label: &'static str,
    choice: RwSignal<Choice>,
    get: fn(&Choice) -> Option<Written>,
    set: fn(&mut Choice, Option<Written>),
) -> impl IntoView {
    let change = move |word: &str| choice.update(|choice| set(choice, of_word(word)));
    view! {
        <label class="statement__written">
            <span>{label}</span>
            <select class="field" name=name prop:value=move || word_of(choice.with(get)) on:change:target=move |event| change(&event.target().value())>
                <option value="whole">"whole"</option>
                <option value="head-and-tail">"as head…tail, 8 digits each"</option>
                <option value="head">"as the first 8 digits"</option>
                <option value="none">"not at all"</option>
            </select>
        </label>
    }
}

fn word_of(written: Option<Written>) -> &'static str {
    match written {
        Some(Written::Whole) => "whole",
        Some(Written::HeadAndTail) => "head-and-tail",
        Some(Written::Head) => "head",
        None => "none",
    }
}

fn of_word(word: &str) -> Option<Written> {
    [Written::Whole, Written::HeadAndTail, Written::Head].into_iter().find(|written| word_of(Some(*written)) == word)
}
