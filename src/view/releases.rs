//! Which release is shown, when wheels of several were dropped.

use leptos::prelude::*;

use super::page::Page;
use crate::card::format;
use crate::session::{Event, Release};

/// What the chooser shows of a release.
#[derive(Clone, PartialEq)]
struct Choice {
    key: String,
    name: String,
    holds: String,
    chosen: bool,
}

#[component]
pub(super) fn Releases() -> impl IntoView {
    let page = expect_context::<Page>();
    let choices = Memo::new(move |_| {
        page.session.with(|session| {
            let chosen = session.release().map(|release| release.key);
            let releases = session.releases();
            let is_again = |saved: &Release| releases.iter().any(|r| r.saved.is_none() && r.is_twin_of(saved));
            let choice = |release: &Release| Choice {
                name: format!("{} {} · {}", release.name, release.version, release.platform),
                holds: match release.saved {
                    Some(_) if is_again(release) => "the same, from a saved report".to_owned(),
                    Some(_) => "from a saved report".to_owned(),
                    None => format::counted(release.wheels.len(), "wheel", "wheels"),
                },
                chosen: chosen.as_ref() == Some(&release.key),
                key: release.key.clone(),
            };
            releases.iter().map(choice).collect::<Vec<_>>()
        })
    });
    let buttons = move || {
        let button = |choice: Choice| {
            let (key, pressed) = (choice.key, choice.chosen);
            view! {
                <li>
                    <button type="button" class="button" aria-pressed=pressed.to_string()
                        on:click=move |_| page.apply(Event::ReleaseChosen(key.clone()))>
                        {choice.name} <span class="label">{choice.holds}</span>
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
