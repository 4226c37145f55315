//! The root: what listens to the whole window, and the order of the regions.

use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast as _;

use super::findings::Findings;
use super::head::{Head, Metadata};
use super::installers::Installers;
use super::intro::{About, Intro, Rungs};
use super::keys::Keys;
use super::ladder::Ladder;
use super::masthead::Masthead;
use super::notes::Notes;
use super::page::Page;
use super::picker::Picker;
use super::provenance::Recheck;
use super::rail::Rail;
use super::reference::{self, Against, Compared, Example, GivenList, GivenUndo, SavedHead, Sheet, Waiting};
use super::releases::Releases;
use super::table::Tables;
use super::update::Update;
use super::wheels::{Refusals, Undo, Wheels};
use crate::browser::{document, files, focus, text};
use crate::card::format;
use crate::session::{ScanState, Session};

/// Draws the page in place of the shell that `index.html` painted.
pub fn mount() {
    let Some(place) = leptos::prelude::document().get_element_by_id("app") else { return };
    place.set_inner_html("");
    leptos::mount::mount_to(place.unchecked_into(), App).forget();
}

#[component]
fn App() -> impl IntoView {
    let page = Page::new();
    provide_context(page);

    let state = Memo::new(move |_| page.session.with(Session::state));
    let failed = Memo::new(move |_| page.session.with(Session::failed));
    let identified = Memo::new(move |_| page.session.with(Session::is_identified));
    // The order matters to scripts: what stands beside the state is there when the state says that all is over.
    Effect::new(move || {
        document::set_root_attribute("data-failed", &failed.get().to_string());
        document::set_root_attribute("data-identified", &identified.get().to_string());
        document::set_root_attribute("data-scan", &state.get().to_string());
    });

    let dragging = listen_for_files(page);
    listen_for_keys(page);
    // A link to a binary works in a fresh tab as soon as its wheels are dropped.
    Effect::new(move || {
        if page.card.with(Option::is_some) && page.target.with_untracked(Option::is_none) {
            page.follow(&address());
        }
    });
    let open = move || {
        page.address.set(address());
        page.follow(&address());
        reference::address(page, &address());
    };
    open();
    let opened = window_event_listener(ev::hashchange, move |_| open());
    on_cleanup(move || opened.remove());

    let wheels = Memo::new(move |_| page.session.with(|session| session.wheels().len()));
    let empty = Memo::new(move |_| wheels.get() == 0 && page.session.with(|session| session.given().is_empty()));
    let title = move || {
        let name = |card: &std::sync::Arc<crate::card::Card>| {
            format!("{} {} · Wheelcard", card.head.distribution, card.head.version)
        };
        page.card.with(|card| card.as_ref().map_or_else(|| "Wheelcard".to_owned(), name))
    };
    Effect::new(move || document::set_title(&title()));
    let has_card = Memo::new(move |_| page.card.with(Option::is_some));

    view! {
        <a class="skip" href="#content">"To the content"</a>
        <Masthead />
        <Update />
        <div class="page" class:page--empty=move || empty.get()>
            <Rail />
            <main class="page__body" id="content">
                <Show when=move || empty.get() fallback=|| ()>
                    <Intro />
                </Show>
                // Until a wheel is listed there is no release to head the page.
                <Show when=move || !empty.get() && !has_card.get() fallback=|| ()>
                    <h1 class="aside">"Wheels"</h1>
                </Show>
                <section class="wheels" aria-label="Dropped wheels">
                    <Picker slim=Signal::derive(move || !empty.get()) />
                    <Wheels />
                    <GivenList />
                    <Refusals />
                    <Waiting />
                    <Show when=move || empty.get() fallback=|| ()><Example /></Show>
                    <Against />
                </section>
                <Show when=move || empty.get() fallback=|| ()>
                    <Rungs />
                    <About />
                </Show>
                <Releases />
                <Show when=move || !has_card.get() fallback=|| ()>
                    <Sheet />
                </Show>
                <Show when=move || has_card.get() fallback=|| ()>
                    <SavedHead />
                    <Head />
                    <Compared />
                    <Ladder />
                    <Notes />
                    <Tables />
                    <Findings />
                    <Installers />
                    <Metadata />
                    <Recheck />
                </Show>
            </main>
        </div>
        <Keys />
        <Undo />
        <GivenUndo />
        <div class="drop-veil" hidden=move || !dragging.get() aria-hidden="true">
            <p>"Drop the wheels anywhere"</p>
        </div>
        <div role="status">
            <p class="aside">{move || summary(wheels.get(), failed.get(), state.get())}</p>
            <p class="aside">{move || page.heard.get()}</p>
            <p class="said" class:aside=move || page.said.with(String::is_empty)>{move || page.said.get()}</p>
        </div>
    }
}

/// Takes files that are dropped or pasted anywhere; tells whether some hover over the page.
fn listen_for_files(page: Page) -> Signal<bool> {
    // Children fire enter and leave as well, so they are counted.
    let depth = RwSignal::new(0_u32);
    let enter = window_event_listener(ev::dragenter, move |event| {
        if files::carries_files(&event) {
            event.prevent_default();
            depth.update(|depth| *depth = depth.saturating_add(1));
        }
    });
    let leave = window_event_listener(ev::dragleave, move |event| {
        if files::carries_files(&event) {
            depth.update(|depth| *depth = depth.saturating_sub(1));
        }
    });
    // Without this the browser would not let go of the files here.
    let over = window_event_listener(ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(ev::drop, move |event| {
        event.prevent_default();
        depth.set(0);
        files::from_drop(&event, move |dropped| page.add(dropped));
    });
    let paste = window_event_listener(ev::paste, move |event| {
        let dropped = files::from_paste(&event);
        if !dropped.is_empty() {
            page.add(dropped);
        } else if !focus::is_typing(&event)
            && let Some(text) = text::of_paste(&event)
        {
            reference::pasted(page, &text);
        }
    });
    on_cleanup(move || {
        for listener in [enter, leave, over, drop, paste] {
            listener.remove();
        }
    });
    Signal::derive(move || depth.get() > 0)
}

/// The keys that work everywhere. Those of a table are in `row`.
fn listen_for_keys(page: Page) {
    let keys = window_event_listener(ev::keydown, move |event| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || focus::is_typing(&event) {
            return;
        }
        match event.key().as_str() {
            "/" => {
                event.prevent_default();
                focus::focus("filter");
            }
            "?" => {
                event.prevent_default();
                focus::show_dialog("keys");
            }
            // A dialog closes itself.
            "Escape" if !focus::in_dialog() => page.step_back(),
            "f" => page.toggle_whole(),
            _ => {}
        }
    });
    on_cleanup(move || keys.remove());
}

/// What the address names.
fn address() -> String {
    location().hash().unwrap_or_default()
}

/// The state of the session in a sentence, for the status line. It changes with the moments, not with the bytes.
fn summary(wheels: usize, failed: usize, state: ScanState) -> String {
    let read = format::counted(wheels.saturating_sub(failed), "wheel", "wheels");
    let wheels = format::counted(wheels, "wheel", "wheels");
    match (state, failed) {
        (ScanState::Idle, _) => String::new(),
        (ScanState::Reading, _) => format!("Reading {wheels}."),
        (ScanState::Listed, _) => {
            format!("{wheels} listed. The ladder shows what RECORD claims; the bytes are being read.")
        }
        (ScanState::Verified, 0) => format!("{wheels} read to the end."),
        (ScanState::Verified, failed) => {
            let failed = format::counted(failed, "wheel", "wheels");
            format!("{failed} could not be read, {read} read to the end. The list of wheels says why.")
        }
    }
}
