//! The second look at a binary: what the bytes of its copies say side by side, and what became of places in them.

mod announce;
mod answers;
mod ask;
mod carry;
mod copies;
mod evidence;
mod fields;
mod glyph;
mod grid;
mod ranges;
mod strip;
mod symbols;
mod terms;

use std::sync::Arc;

use leptos::prelude::*;

use super::page::Page;
use super::term::Word;
use crate::card::format;
use crate::evidence::Verdict;
use crate::parity::Pair;

pub(super) use ask::CompareAll;
use ask::{Compare, Standing};
use carry::Carry;

/// The second look at an open row's binary, where there is something to look at.
#[component]
pub(super) fn Look(
    /// The row's pair.
    pair: Memo<Option<Arc<Pair>>>,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let standing = Memo::new(move |_| {
        let standing = pair.with(|pair| pair.as_deref().map_or(Standing::Nothing, Standing::of));
        if page.from_saved.get() { standing.without_bytes() } else { standing }
    });
    let content = move || match standing.get() {
        Standing::Nothing => ().into_any(),
        Standing::Cannot(why) => view! { <p class="look__state">{why}</p> }.into_any(),
        Standing::Can => view! { <Compare pair=pair /> <Carry pair=pair /> }.into_any(),
    };
    view! { <div class="look">{content}</div> }
}

/// What the second look came to, in a row's cell; nothing before there was one.
pub(super) fn word(pair: &Pair) -> Option<impl IntoView + use<>> {
    let verdict = pair.evidence.as_ref()?.verdict?;
    let term = format::found(pair)?;
    Some(view! { <span class="verdict-word" title=term.meaning>{glyph::verdict(Some(verdict))} {term.word}</span> })
}

/// How the second look splits a rung, beside its bars; nothing before there was one.
pub(super) fn split(evidence: &[(Option<Verdict>, u64)]) -> Option<impl IntoView + use<>> {
    let part = |(verdict, count): &(Option<Verdict>, u64)| {
        let term = format::verdict(*verdict);
        view! {
            <li class="verdict-word">
                {glyph::verdict(*verdict)} <span><b>{format::thousands(*count)}</b> " " <Word term=term /></span>
            </li>
        }
    };
    let parts = evidence.iter().map(part).collect_view();
    (!evidence.is_empty()).then(|| {
        view! { <ul class="rung__split" role="list" aria-label="By the bytes, side by side">{parts}</ul> }
    })
}
