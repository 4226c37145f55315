//! What the second look told of a binary: verdict, picture, ranges, symbols.

use leptos::prelude::*;

use super::super::page::Page;
use super::copies::{Content, contents, name};
use super::{glyph, ranges, strip, symbols, terms};
use crate::card::format;
use crate::evidence::{Alarm, AlarmKind, Evidence, StarPair, Verdict};
use crate::parity::Pair;

/// All of it; `None` while nothing was told.
pub(super) fn evidence(page: Page, pair: &Pair) -> Option<impl IntoView + use<>> {
    let star = pair.evidence.as_ref()?;
    let contents = contents(page, pair);
    let (word, meaning) = (format::verdict(star.verdict).word, format::verdict(star.verdict).meaning);
    let pairs = star.pairs.iter().map(|pair| compared(pair, &contents)).collect_view();
    Some(view! {
        <div class="evidence">
            <div class="verdict">
                <p class="verdict__word">{glyph::verdict(star.verdict)} <strong>{word}</strong></p>
                <p class="verdict__sure">
                    {sure("addresses", format::confidence(star.addresses))}
                    {sure("logic", format::confidence(star.logic))}
                </p>
                <p class="verdict__meaning">{meaning}</p>
            </div>
            <ul class="compared" role="list">{pairs}</ul>
            {strip::strip(star, &contents)}
            {ranges::ranges(star, &contents)}
            {symbols::symbols(star, &contents)}
        </div>
    })
}

fn sure(what: &'static str, term: format::Term) -> impl IntoView {
    view! { <span class="confidence" title=term.meaning>{what} " " <b>{term.word}</b></span> }
}

/// Two copies that were compared, and what was found.
fn compared(pair: &StarPair, contents: &[Content]) -> impl IntoView + use<> {
    let Evidence { sentence, normalised, doubts, alarms, .. } = &pair.evidence;
    let (a, b) = (name(contents, pair.a).to_owned(), name(contents, pair.b).to_owned());
    let word = word(&pair.evidence);
    let aside = (!normalised.is_empty()).then(|| {
        view! { <p class="compared__aside">"Set aside to say so: " {normalised.join("; ")} "."</p> }
    });
    // The sentence of a verdict that rests on doubts has them in it.
    let doubts = doubts.iter().filter(|doubt| !sentence.contains(doubt.as_str()));
    let doubts = doubts.map(|doubt| view! { <p class="compared__doubt">{doubt.clone()}</p> }).collect_view();
    view! {
        <li class="compared__pair">
            <p class="compared__copies"><code>{a}</code> <span class="compared__against">" against "</span> <code>{b}</code></p>
            <div class="compared__found">
                <p><b>{word}</b></p>
                <p>{sentence.clone()}</p>
                {doubts}
                {aside}
                {alarms.iter().map(alarm).collect_view()}
            </div>
        </li>
    }
}

/// The verdict on two copies, with the distance where there is one.
fn word(evidence: &Evidence) -> String {
    let word = format::verdict(Some(evidence.verdict)).word;
    match (evidence.verdict, evidence.shift) {
        (Verdict::CodeShifted, Some(shift)) => {
            let sign = if shift < 0 { '-' } else { '+' };
            format!("{word} by {sign}{:#x}", shift.unsigned_abs())
        }
        _ => word.to_owned(),
    }
}

fn alarm(alarm: &Alarm) -> impl IntoView + use<> {
    let class = match alarm.kind {
        AlarmKind::SameIdOtherBytes => "compared__alarm compared__alarm--grave",
        AlarmKind::SameSizeOtherBytes | AlarmKind::OtherIdsEqualCode => "compared__alarm",
    };
    view! { <p class=class><b>{terms::alarm(alarm.kind)}</b> " " {alarm.sentence.clone()}</p> }
}
