//! The file input, and the area around it that says that files can be dropped.

use leptos::html;
use leptos::prelude::*;

use super::page::Page;
use crate::browser::files;

/// One element in every state of the page, so that the focus stays where it is when the first wheel arrives.
#[component]
pub(super) fn Picker(
    /// Whether wheels are there already, so that a line is enough.
    #[prop(into)]
    slim: Signal<bool>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let input = NodeRef::<html::Input>::new();
    let choose = move |_| {
        if let Some(input) = input.get_untracked() {
            page.add(files::from_input(&input));
        }
    };
    view! {
        <div class="picker" class:picker--slim=move || slim.get()>
            <input
                class="picker__input aside"
                id="wheel-input"
                type="file"
                multiple
                accept=".whl"
                aria-describedby="picker-hint"
                node_ref=input
                on:change=choose
            />
            <label class="picker__label button button--strong" for="wheel-input">
                {move || if slim.get() { "Add wheels …" } else { "Choose wheels …" }}
            </label>
            <p class="picker__hint" id="picker-hint">
                {move || {
                    if slim.get() {
                        "or drop or paste them anywhere on this page."
                    } else {
                        "or drop them anywhere on this page, as files or as a folder."
                    }
                }}
            </p>
        </div>
    }
}
