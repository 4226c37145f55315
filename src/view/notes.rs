//! The sentences that the card derives, each with the rows it rests on.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::page::Page;
use super::{fragment, words};
use crate::card::format::{self, Span};
use crate::card::{Note, NoteKind};

/// Rows that a note lists on request.
const LINKS: usize = 400;

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
    let (sentence, reached) = linked(&note.text, &note.keys);
    view! {
        <li class=class data-note=note.code>
            <p class="note__kind">{format::note_kind(note.kind)} <span class="note__about">{words::about(note.about)}</span></p>
            <div class="note__body">
                <p>{sentence}</p>
                {all_rows(&note.keys, &reached)}
            </div>
        </li>
    }
}

/// A sentence in which the names of rows lead to them, and which rows those are.
fn linked(text: &str, keys: &[String]) -> (AnyView, BTreeSet<String>) {
    let mut reached = BTreeSet::new();
    let span = |span: Span<'_>| match span {
        Span::Text(text) => text.to_owned().into_any(),
        Span::Literal(name) => match only_key(name, keys) {
            Some(key) => {
                reached.insert(key.clone());
                view! { <a href=fragment::of_row(key) title=key.clone()><code>{name.to_owned()}</code></a> }.into_any()
            }
            None => view! { <code>{name.to_owned()}</code> }.into_any(),
        },
    };
    let spans: Vec<AnyView> = format::spans(text).map(span).collect();
    (spans.into_any(), reached)
}

/// The one key that a sentence calls by this name: the key itself, or what it ends in.
fn only_key<'a>(name: &str, keys: &'a [String]) -> Option<&'a String> {
    let is_called = |key: &&String| key.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    let mut called = keys.iter().filter(is_called);
    called.next().filter(|_| called.next().is_none())
}

/// All rows that a note rests on, where its sentence does not lead to each of them.
fn all_rows(keys: &[String], reached: &BTreeSet<String>) -> Option<AnyView> {
    if keys.iter().all(|key| reached.contains(key)) {
        return None;
    }
    let link = |key: &String| view! { <li><a href=fragment::of_row(key)><code>{key.clone()}</code></a></li> };
    let links = keys.iter().take(LINKS).map(link).collect_view();
    let rest = keys.len().saturating_sub(LINKS);
    let rest =
        (rest > 0).then(|| view! { <p class="label">{words::number(rest)} " more: the tables have them all."</p> });
    let summary = format!("All {}", format::counted(keys.len(), "binary", "binaries"));
    Some(
        view! { <details class="links__more"><summary>{summary}</summary><ul class="links" role="list">{links}</ul>{rest}</details> }
            .into_any(),
    )
}

#[cfg(test)]
mod tests {
    use super::only_key;

    #[test]
    fn a_name_leads_to_the_one_row_whose_path_ends_in_it() {
        let keys = ["a/lib/libx.so", "b/libx.so", "b/xlib/y.so"].map(str::to_owned);
        assert_eq!(only_key("lib/libx.so", &keys), keys.first());
        assert_eq!(only_key("b/libx.so", &keys), keys.get(1));
        assert_eq!(only_key("libx.so", &keys), None, "two end so");
        assert_eq!(only_key("lib/y.so", &keys), None, "only whole parts of a path count");
        assert_eq!(only_key("92b4d331", &keys), None);
    }
}
