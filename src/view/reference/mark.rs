//! The mark of a row of which a reference speaks.

use leptos::prelude::*;

use super::super::page::Page;
use super::{Marked, glyph};
use crate::card::format::counted;
use crate::reference::words;

/// What the reference says of a row, in a word; nothing while it says nothing.
#[component]
pub(in crate::view) fn Mark(
    /// Which row.
    key: String,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let mark = Memo::new(move |_| page.checked.with(|checked| checked.as_ref()?.marks.get(&key).copied()));
    move || mark.get().map(draw)
}

fn draw(Marked { outcome, count }: Marked) -> impl IntoView {
    let term = words::outcome(outcome);
    let title =
        format!("Checked against the reference: {} of it. {}.", counted(count, "value", "values"), term.meaning);
    view! {
        <a href="#compared" class=format!("outcome outcome--{} binary__mark", glyph::class(outcome)) title=title>
            {glyph::outcome(outcome)} <span class="aside">"Reference: "</span> {term.word}
        </a>
    }
}
