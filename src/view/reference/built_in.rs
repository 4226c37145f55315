//! The reference cards that come with the page: offered where they fit, and to be looked at without wheels.

use std::sync::LazyLock;

use leptos::prelude::*;

use super::super::page::Page;
use super::arrive;
use crate::reference::built_in::{self, BuiltIn};
use crate::session::Source;

/// The index is part of the page, so that a card can be offered without a request; the cards themselves are fetched from
/// where the page lies, and only when the reader asks for one.
static INDEX: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| {
    // A test holds that the index can be read.
    built_in::index(include_str!("../../../public/reference/index.json")).unwrap_or_default()
});

/// Whether it is here already.
fn is_here(page: Page, file: &str) -> bool {
    page.session
        .with(|session| session.given().iter().any(|given| matches!(&given.source, Source::Site(path) if path == file)))
}

/// The button that opens the example, on the empty page.
#[component]
pub(in crate::view) fn Example() -> impl IntoView {
    let page = expect_context::<Page>();
    INDEX.first().map(|card| {
        let file = card.file.clone();
        let name = format!("See an example: the published card of {}", card.name);
        view! {
            <p class="example">
                <button type="button" class="button" id="example" on:click=move |_| arrive::site(page, file.clone())>{name}</button>
                <span class="label">"No wheels are needed for it."</span>
            </p>
        }
    })
}

/// The built-in cards, in the panel.
pub(super) fn list(page: Page) -> Option<impl IntoView> {
    let line = |card: &'static BuiltIn| {
        let take = move |_| arrive::site(page, card.file.clone());
        view! {
            <li>
                <span>{card.title.clone()}</span>
                " "
                <button type="button" class="button" aria-label=format!("Check against it: {}", card.title)
                    disabled=move || is_here(page, &card.file) on:click=take>"Check against it"</button>
            </li>
        }
    };
    (!INDEX.is_empty()).then(|| {
        view! {
            <div class="against__built-in">
                <h3>"Built in"</h3>
                <ul role="list">{INDEX.iter().map(line).collect_view()}</ul>
            </div>
        }
    })
}

/// What is offered when wheels of a release are here of which a card is built in.
#[component]
pub(in crate::view) fn Offer() -> impl IntoView {
    let page = expect_context::<Page>();
    let fitting = Memo::new(move |_| {
        page.card.with(|card| {
            let card = card.as_ref()?;
            INDEX.iter().position(|built_in| built_in.is_about(card))
        })
    });
    let offer = move || {
        let card = INDEX.get(fitting.get()?)?;
        let take = move |_| arrive::site(page, card.file.clone());
        (!is_here(page, &card.file)).then(|| {
            view! {
                <p class="offer">
                    <span>"A published card of this release is built in: " <b>{card.title.clone()}</b> "."</span>
                    " "
                    <button type="button" class="button" id="offer" on:click=take>"Check against it"</button>
                </p>
            }
        })
    };
    view! { {offer} }
}
