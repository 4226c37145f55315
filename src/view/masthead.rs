//! The line on top: the name, what can be saved, the theme, the keys.

use leptos::prelude::*;

use super::export::Exports;
use super::page::Page;
use crate::browser::{document, focus, settings};

const THEME: &str = "theme";

#[component]
pub(super) fn Masthead() -> impl IntoView {
    let page = expect_context::<Page>();
    let has_card = Memo::new(move |_| page.card.with(Option::is_some));
    view! {
        <header class="masthead">
            <p class="masthead__name">
                <img class="masthead__mark" src="icons/wheelcard.svg" alt="" width="22" height="22" />
                "Wheelcard"
            </p>
            <div class="masthead__tools">
                <Show when=move || has_card.get() fallback=|| ()>
                    <Exports />
                </Show>
                <Theme />
                <button type="button" class="button button--plain" on:click=move |_| focus::show_dialog("keys")>
                    <span aria-hidden="true">"?"</span>
                    <span class="aside">"Keys"</span>
                </button>
            </div>
        </header>
    }
}

/// Light, dark, or as the system says. `theme.js` applies what is remembered before the first paint.
#[component]
fn Theme() -> impl IntoView {
    let theme = RwSignal::new(settings::get(THEME).unwrap_or_else(|| "auto".to_owned()));
    let choose = move |word: String| {
        document::set_root_attribute("data-theme", &word);
        settings::set(THEME, &word);
        theme.set(word);
    };
    view! {
        <label class="masthead__theme">
            <span class="aside">"Theme"</span>
            <select class="field field--quiet" prop:value=move || theme.get() on:change:target=move |event| choose(event.target().value())>
                <option value="auto">"Auto"</option>
                <option value="light">"Light"</option>
                <option value="dark">"Dark"</option>
            </select>
        </label>
    }
}
