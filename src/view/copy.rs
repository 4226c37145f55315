//! A button that copies a text.

use leptos::prelude::*;

use super::page::Page;

/// `what` names the text for the button and the status line; the text is made when it is asked for.
#[component]
pub(super) fn Copy(
    /// What is copied, e.g. `SHA-256 of cp310`.
    #[prop(into)]
    what: String,
    /// Makes the text.
    text: impl Fn() -> String + Send + 'static,
    /// The word on the button; without one it shows an icon.
    #[prop(optional, into)]
    word: Option<String>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let label = format!("Copy {what}");
    let class = if word.is_some() { "button" } else { "button button--plain copy" };
    // A word that is seen is the name as well: who says it to a machine must be understood.
    let name = word.is_none().then(|| label.clone());
    let copy = move |_| page.copy(&what, &text());
    view! {
        <button type="button" class=class aria-label=name title=label on:click=copy>
            {word}
        </button>
    }
}
