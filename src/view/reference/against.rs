//! The panel that takes a text to check against.

use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::html;
use leptos::prelude::*;

use super::super::page::Page;
use super::{arrive, built_in};
use crate::browser::files;

#[component]
pub(in crate::view) fn Against() -> impl IntoView {
    let page = expect_context::<Page>();
    let text = RwSignal::new(String::new());
    let input = NodeRef::<html::Input>::new();
    let check = move || {
        if text.with_untracked(|text| text.trim().is_empty()) {
            page.say("There is no text to check against yet.");
        } else if text.with_untracked(|text| arrive::pasted(page, text)) {
            text.set(String::new());
        }
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        check();
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            check();
        }
    };
    let choose = move |_| {
        if let Some(input) = input.get_untracked() {
            page.add(files::from_input(&input));
        }
    };
    view! {
        <details class="against" id="against">
            <summary>"Check against …"</summary>
            <div class="against__body">
                <p class="against__what" id="against-help">
                    "A reference card, a saved report, " <code>"SHA256SUMS"</code> ", a " <code>"requirements.txt"</code>
                    " with hashes, or lines of " <code>"sha256sum"</code> " and " <code>"readelf -n"</code>
                    ": every fact in it is set beside these wheels. Drop such a file anywhere, or paste its text."
                </p>
                <form class="against__form" on:submit=submit>
                    <label for="against-text">"Text to check against"</label>
                    <textarea class="field against__text" id="against-text" rows="5" spellcheck="false" autocomplete="off"
                        autocapitalize="off" aria-describedby="against-help" placeholder="5c633e29…  neuronxcc/starfish/bin/hlo-opt"
                        prop:value=move || text.get() on:keydown=on_key
                        on:input:target=move |event| text.set(event.target().value())></textarea>
                    <div class="against__actions">
                        <button type="submit" class="button button--strong">"Check"</button>
                        <input class="against__input aside" id="reference-input" type="file" multiple node_ref=input on:change=choose />
                        <label class="button" for="reference-input">"Choose a file …"</label>
                    </div>
                </form>
                {built_in::list(page)}
            </div>
        </details>
    }
}
