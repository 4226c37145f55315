//! The sentences that the card derives, each with the rows it rests on.

use leptos::prelude::*;

use super::page::Page;
use super::{fragment, words};
use crate::card::format;
use crate::card::{Note, NoteKind};

/// Links to rows that are listed at once.
const LINKS: usize = 8;

#[component]
pub(super) fn Notes() -> impl IntoView {
    let page = expect_context::<Page>();
    let notes =
        Memo::new(move |_| page.card.with(|card| card.as_ref().map(|card| card.notes.clone()).unwrap_or_default()));
    view! {
        <Show when=move || notes.with(|notes| !notes.is_empty()) fallback=|| ()>
            <section class="notes" id="notes" aria-labelledby="notes-title">
                <div class="section__head">
                    <h2 id="notes-title">"Notes"</h2>
                    <p class="label">"What these binaries would mislead a hasty reader about."</p>
                </div>
                <ul class="notes__list" role="list">
                    // By content: a note that stays the same stays in the document, with the focus in it.
                    <For each=move || notes.get() key=|note| format!("{} {} {:?}", note.code, note.text, note.keys) children=note />
                </ul>
            </section>
        </Show>
    }
}

fn note(note: Note) -> impl IntoView {
    let class = match note.kind {
        NoteKind::Alarm => "note note--alarm",
        NoteKind::Quirk => "note note--quirk",
        NoteKind::Note => "note",
    };
    view! {
        <li class=class data-note=note.code>
            <p class="note__kind">{format::note_kind(note.kind)} <span class="note__about">{words::about(note.about)}</span></p>
            <div class="note__body">
                <p>{words::sentence(&note.text)}</p>
                {links(&note.keys)}
            </div>
        </li>
    }
}

/// Links to rows; long lists are folded.
pub(super) fn links(keys: &[String]) -> impl IntoView + use<> {
    let link = |key: &String| {
        // Two files of one name are told apart by their folders.
        let name = file_name(key);
        let same = keys.iter().filter(|other| file_name(other) == name).count();
        let name = if same > 1 { key.clone() } else { name.to_owned() };
        view! { <li><a href=fragment::of_row(key) title=key.clone()><code>{name}</code></a></li> }
    };
    let (first, more) = keys.split_at(keys.len().min(LINKS));
    let first = first.iter().map(link).collect_view();
    let count = words::number(more.len());
    let more = (!more.is_empty()).then(|| {
        let links = more.iter().map(link).collect_view();
        view! { <details class="links__more"><summary>"and " {count} " more"</summary><ul class="links" role="list">{links}</ul></details> }
    });
    (!keys.is_empty()).then(|| view! { <ul class="links" role="list">{first}</ul> {more} })
}

fn file_name(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key)
}
