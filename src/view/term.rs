//! Words that need an explanation, each with its own at hand: by pointer, by key, by touch and by ear.

use leptos::prelude::*;

use super::page::Page;
use crate::card::format::Term;

/// A word that says what it means when it is pressed; a pointer that rests on it sees the same.
#[component]
pub(super) fn Word(
    /// The word and its meaning.
    term: Term,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let Term { word, meaning } = term;
    view! {
        <button type="button" class="term" title=meaning on:click=move |_| page.say(format!("{word}: {meaning}"))>{word}</button>
    }
}
