//! What the address names and is not here (yet).

use leptos::prelude::*;

use super::super::fragment;
use super::super::page::Page;
use crate::session::ScanState;

/// A sentence while the binary that a link leads to is not on the page.
#[component]
pub(in crate::view) fn Waiting() -> impl IntoView {
    let page = expect_context::<Page>();
    let wanted = Memo::new(move |_| {
        let key = page.address.with(|address| fragment::row(address))?;
        page.pairs.with(|pairs| !pairs.contains_key(&key)).then_some(key)
    });
    let state = Memo::new(move |_| page.session.with(crate::session::Session::state));
    let has_card = Memo::new(move |_| page.card.with(Option::is_some));
    let line = move || {
        wanted.get().map(|key| {
            let rest = match (has_card.get(), state.get()) {
                (false, ScanState::Reading) => ": it is shown as soon as its wheel is listed.",
                (false, _) => ": drop the wheels that hold it, and the page goes there.",
                (true, _) => {
                    ", which none of what is shown here holds: drop the wheels that do, and the page goes there."
                }
            };
            view! { <p class="waiting">"This link leads to " <code>{key}</code> {rest}</p> }
        })
    };
    view! { {line} }
}
