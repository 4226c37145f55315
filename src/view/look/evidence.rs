//! What the second look told of a binary: verdict, picture, ranges, symbols.

use leptos::prelude::*;

use super::super::page::Page;
use super::super::term::Word;
use super::copies::{Content, contents, name};
use super::{glyph, grid, ranges, strip, symbols, terms};
use crate::card::format;
use crate::evidence::{Alarm, AlarmKind, Evidence, StarPair};
use crate::parity::Pair;

/// All of it; `None` while nothing was told.
pub(super) fn evidence(page: Page, pair: &Pair) -> Option<AnyView> {
    let star = pair.evidence.as_ref()?;
    let contents = contents(page, pair);
    let (word, meaning) = (format::verdict(star.verdict).word, format::verdict(star.verdict).meaning);
    let pairs: Vec<AnyView> = star.pairs.iter().map(|pair| compared(pair, &contents)).collect();
    Some(
        view! {
            <div class="evidence">
                <div class="verdict">
                    <p class="verdict__word">{glyph::verdict(star.verdict)} <strong>{word}</strong></p>
                    // What the rung makes of it: of a per-ABI module whose code differs, no claim is made.
                    <p class="verdict__sure">
                        {sure("addresses", format::addresses(pair))}
                        {sure("logic", format::logic(pair))}
                    </p>
                    <p class="verdict__meaning">{meaning}</p>
                </div>
                <ul class="compared" role="list">{pairs}</ul>
                {strip::strip(star, &contents)}
                {ranges::ranges(star, &contents)}
                {symbols::symbols(star, &contents)}
            </div>
        }
        .into_any(),
    )
}

fn sure(what: &'static str, term: format::Term) -> AnyView {
    view! { <span class="confidence">{what} " " <Word term=term /></span> }.into_any()
}

/// Two copies that were compared, and what was found.
fn compared(pair: &StarPair, contents: &[Content]) -> AnyView {
    let Evidence { sentence, normalised, doubts, alarms, .. } = &pair.evidence;
    let mut lines = vec![grid::line("line", sentence.clone())];
    // The sentence of a verdict that rests on doubts has them in it.
    let doubts = doubts.iter().filter(|doubt| !sentence.contains(doubt.as_str()));
    lines.extend(doubts.map(|doubt| grid::line("line compared__doubt", doubt.clone())));
    if !normalised.is_empty() {
        lines.push(grid::line("line compared__aside", format!("Set aside to say so: {}.", normalised.join("; "))));
    }
    lines.extend(alarms.iter().map(alarm));
    let (a, b) = (name(contents, pair.a).to_owned(), name(contents, pair.b).to_owned());
    view! {
        <li class="compared__pair">
            <p><code>{a}</code> " against " <code>{b}</code></p>
            <p class="compared__found">{lines}</p>
        </li>
    }
    .into_any()
}

fn alarm(alarm: &Alarm) -> AnyView {
    let class = match alarm.kind {
        AlarmKind::SameIdOtherBytes => "line compared__alarm",
        AlarmKind::SameSizeOtherBytes | AlarmKind::OtherIdsEqualCode => "line",
    };
    view! { <span class=class><b>{terms::alarm(alarm.kind)}</b> " " {alarm.sentence.clone()}</span> }.into_any()
}
