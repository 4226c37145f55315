//! Which release is shown, when wheels of several were dropped.

use leptos::prelude::*;

use super::page::Page;
use crate::card::format;
use crate::session::Event;

/// What the chooser shows of a release.
#[derive(Clone, PartialEq)]
struct Choice {
    key: String,
    name: String,
    wheels: usize,
    chosen: bool,
}

#[component]
pub(super) fn Releases() -> impl IntoView {
    let page = expect_context::<Page>();
    let choices = Memo::new(move |_| {
        page.session.with(|session| {
            let chosen = session.release().map(|release| release.key);
            let choice = |release: crate::session::Release| Choice {
                name: format!("{} {} · {}", release.name, release.version, release.platform),
                wheels: release.wheels.len(),
                chosen: chosen.as_ref() == Some(&release.key),
                key: release.key,
            };
            session.releases().into_iter().map(choice).collect::<Vec<_>>()
        })
    });
    let buttons = move || {
        let button = |choice: Choice| {
            let wheels = format::counted(choice.wheels, "wheel", "wheels");
            let (key, pressed) = (choice.key, choice.chosen);
            view! {
                <li>
                    <button type="button" class="button" aria-pressed=pressed.to_string()
                        on:click=move |_| page.apply(Event::ReleaseChosen(key.clone()))>
                        {choice.name} <span class="label">{wheels}</span>
                    </button>
                </li>
            }
        };
        choices.get().into_iter().map(button).collect_view()
    };
    view! {
        <Show when=move || choices.with(|choices| choices.len() > 1) fallback=|| ()>
            <section class="releases" aria-labelledby="releases-title">
                <h2 id="releases-title">"Several releases"</h2>
                <p class="label">"Wheels are compared within one name, version and platform. Shown is:"</p>
                <ul class="releases__list" role="list">{buttons}</ul>
            </section>
        </Show>
    }
}
