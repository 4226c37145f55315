//! The line that says that a new version of the page is ready.

use leptos::prelude::*;

use super::page::Page;
use crate::browser::offline::Offline;

/// Nothing until there is a new version; then a line with a button. The page never goes on to it by itself, since that
/// would take the wheels away.
#[component]
pub(super) fn Update() -> impl IntoView {
    const NEWS: &str = "A new version is ready.";
    let page = expect_context::<Page>();
    let ready = RwSignal::new(false);
    let on_news = move || {
        if !ready.get_untracked() {
            ready.set(true);
            page.say(NEWS);
        }
    };
    let offline = StoredValue::new_local(Offline::start(on_news));
    let has_wheels = Memo::new(move |_| page.session.with(|session| !session.wheels().is_empty()));
    view! {
        <Show when=move || ready.get() fallback=|| ()>
            <aside class="update" aria-label="New version">
                <p>
                    {NEWS} " "
                    <Show when=move || has_wheels.get() fallback=|| ()>
                        "Reloading lets go of the wheels that were dropped here."
                    </Show>
                </p>
                <button type="button" class="button" on:click=move |_| offline.with_value(Offline::reload)>"Reload"</button>
            </aside>
        </Show>
    }
}
