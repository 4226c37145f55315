//! The ladder as a picture: rungs to scale, by bytes and by count, each where the one above it ends.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::look::{self, CompareAll};
use super::page::Page;
use super::scale::{self, Segment};
use super::term::Word;
use super::{glyph, words};
use crate::card::format::{self, Term};
use crate::card::{Card, LadderStep, Origin};
use crate::parity::{Basis, Confidence, Pair, Rung};

/// The rungs from the strongest down, and what stands on none. The first three are drawn even when nothing is on them.
pub(super) const RUNGS: [Rung; 6] =
    [Rung::ByteIdentical, Rung::SameSource, Rung::PerAbi, Rung::Unlike, Rung::OnlyOne, Rung::Unknown];

#[component]
pub(super) fn Ladder() -> impl IntoView {
    let page = expect_context::<Page>();
    let total = Memo::new(move |_| page.card.with(|card| card.as_deref().map(|card| Whole::of(&card.ladder))));
    let total = move || total.get().unwrap_or_default().in_words();
    // Of one wheel there is nothing to draw: each binary stands alone.
    let is_alone =
        Memo::new(move |_| page.card.with(|card| card.as_deref().is_some_and(|card| card.wheels.len() == 1)));
    view! {
        <section class="ladder" id="ladder" aria-labelledby="ladder-title">
            <div class="section__head">
                <h2 id="ladder-title">"The parity ladder"</h2>
                <p class="label">
                    "How far a finding made in one wheel carries to the others. A binary counts once, however many wheels hold a copy of it."
                </p>
            </div>
            <p class="ladder__alone" hidden=move || !is_alone.get()>
                "One wheel: there is nothing to compare it with. Drop another one of the release beside it."
            </p>
            <ol class="ladder__rungs" role="list" hidden=move || is_alone.get()>
                {RUNGS.map(|rung| view! { <Step rung=rung /> }).into_iter().collect_view()}
            </ol>
            <p class="ladder__scale" aria-hidden="true" hidden=move || is_alone.get()>
                <span>"0"</span>
                <span>"25 %"</span>
                <span>"50 %"</span>
                <span>"75 %"</span>
                <span>{total}</span>
            </p>
            <CompareAll />
            <div hidden=move || is_alone.get()><Legend /></div>
        </section>
    }
}

/// Binaries and their bytes.
#[derive(Clone, Copy, Default, PartialEq)]
struct Whole {
    count: u64,
    bytes: u64,
}

impl Whole {
    fn of(steps: &[LadderStep]) -> Self {
        let add = |whole: Self, step: &LadderStep| Self {
            count: whole.count.saturating_add(step.count),
            bytes: whole.bytes.saturating_add(step.bytes),
        };
        steps.iter().fold(Self::default(), add)
    }

    fn in_words(self) -> String {
        format!("{} in {}", format::human_bytes(self.bytes), words::counted(self.count, "binary", "binaries"))
    }
}

/// What is drawn of a rung.
#[derive(Clone, PartialEq)]
struct Drawn {
    step: LadderStep,
    by_bytes: Vec<Segment<Basis>>,
    by_count: Vec<Segment<Basis>>,
    /// The keys of the parts, in the order of the bars.
    keys: Vec<String>,
    /// How sure the logic of its rows is, and how sure their addresses.
    logic: Spread,
    addresses: Spread,
}

/// How many rows have which confidence, the strongest first.
type Spread = Vec<(Confidence, u64)>;

fn spread(confidences: impl Iterator<Item = Confidence>) -> Spread {
    let mut counts: BTreeMap<Confidence, u64> = BTreeMap::new();
    for confidence in confidences {
        let count = counts.entry(confidence).or_default();
        *count = count.saturating_add(1);
    }
    counts.into_iter().rev().collect()
}

impl Drawn {
    fn of(card: &Card, rung: Rung) -> Option<Self> {
        let at = card.ladder.iter().position(|step| step.rung == rung)?;
        let (above, rest) = card.ladder.split_at(at);
        let (step, before, whole) = (rest.first()?.clone(), Whole::of(above), Whole::of(&card.ladder));
        let mut rows: Vec<&Pair> =
            card.tables.iter().flat_map(|table| &table.rows).filter(|row| row.rung == rung).collect();
        rows.sort_by_key(|row| (row.basis, std::cmp::Reverse(largest(row))));
        let by_bytes = rows.iter().map(|row| (largest(row), row.basis));
        let by_count = rows.iter().map(|row| (1, row.basis));
        Some(Self {
            by_bytes: scale::segments(before.bytes, whole.bytes, by_bytes),
            by_count: scale::segments(before.count, whole.count, by_count),
            keys: rows.iter().map(|row| row.key.clone()).collect(),
            logic: spread(rows.iter().map(|row| row.logic)),
            addresses: spread(rows.iter().map(|row| row.addresses)),
            step,
        })
    }
}

fn largest(pair: &Pair) -> u64 {
    pair.copies.iter().map(|copy| copy.size).max().unwrap_or_default()
}

#[component]
fn Step(rung: Rung) -> impl IntoView {
    let page = expect_context::<Page>();
    let drawn = Memo::new(move |_| page.card.with(|card| Drawn::of(card.as_deref()?, rung)));
    let pressed = Memo::new(move |_| page.query.with(|query| query.rungs.contains(&rung)));
    let show = move || {
        drawn.with(|drawn| {
            let count = drawn.as_ref().map(|drawn| drawn.step.count).unwrap_or_default();
            match (pressed.get(), count) {
                (true, _) => "Only these are shown below. Press for all".to_owned(),
                (false, 1) => "Show this binary".to_owned(),
                (false, count) => format!("Show these {}", words::counted(count, "binary", "binaries")),
            }
        })
    };
    let light = move |on: bool| page.lit.set(on.then_some(rung));
    let has_none = move || drawn.with(Option::is_none);
    let hidden = move || has_none() && matches!(rung, Rung::Unlike | Rung::OnlyOne | Rung::Unknown);
    let figures = move || {
        drawn.with(|drawn| match drawn {
            Some(Drawn { step, .. }) => view! {
                <span class="rung__count">{words::counted(step.count, "binary", "binaries")}</span>
                <span class="rung__bytes">{format::human_bytes(step.bytes)}</span>
            }
            .into_any(),
            None => view! { <span class="rung__count">"none"</span> }.into_any(),
        })
    };
    let bars = move || drawn.with(|drawn| drawn.as_ref().map(|drawn| bars(drawn).into_any()));
    let split = move || drawn.with(|drawn| drawn.as_ref().and_then(|drawn| look::split(&drawn.step.evidence)));
    let sure = move || drawn.with(|drawn| drawn.as_ref().map(|drawn| sure(drawn, page.origin())));
    let meaning = move || drawn.with(|drawn| meaning(rung, drawn.as_ref().map(|drawn| &drawn.step)));
    view! {
        <li class=format!("rung rung--{}", words::rung_class(rung)) hidden=hidden>
            <button
                type="button"
                class="rung__button"
                aria-pressed=move || pressed.get().to_string()
                disabled=has_none
                on:click=move |_| page.show_rung(rung)
                on:mouseenter=move |_| light(true)
                on:mouseleave=move |_| light(false)
                on:focus=move |_| light(true)
                on:blur=move |_| light(false)
            >
                <span class="rung__number" aria-hidden="true">{words::rung_number(rung)}</span>
                <span class="rung__name" title=format::rung(rung).meaning>{glyph::rung(rung)} {format::rung_title(rung)}</span>
                <span class="rung__figures">{figures} <span class="rung__show" hidden=has_none>{show}</span></span>
                <span class="rung__bars" aria-hidden="true">{bars}</span>
            </button>
            <p class="rung__meaning">{meaning}</p>
            <div class="rung__sure">
                <p class="rung__confidence">{sure}</p>
                {split}
            </div>
        </li>
    }
}

fn bars(drawn: &Drawn) -> impl IntoView + use<> {
    let bar = |segments: &[Segment<Basis>]| {
        let part = |segment: &Segment<Basis>| {
            let name = drawn.keys.get(segment.first).cloned().unwrap_or_default();
            let title = match segment.count {
                1 => name,
                count => format!("{name} and {} more", words::number(count.saturating_sub(1))),
            };
            view! {
                <span
                    class=format!("bar__part bar__part--{}", words::basis_class(segment.what))
                    title=title
                    style:--start=segment.start.to_string()
                    style:--width=segment.width.to_string()
                ></span>
            }
        };
        segments.iter().map(part).collect_view()
    };
    view! {
        <span class="bar">{bar(&drawn.by_bytes)}</span>
        <span class="bar bar--thin">{bar(&drawn.by_count)}</span>
    }
}

/// What a rung means; what the bytes said, side by side, takes the place of what was said before they were compared.
fn meaning(rung: Rung, step: Option<&LadderStep>) -> &'static str {
    let told = step.is_some_and(|step| step.evidence.iter().any(|(verdict, _)| verdict.is_some()));
    let whole = step.is_some_and(|step| step.evidence.iter().all(|(verdict, _)| verdict.is_some()));
    match (rung, told, whole) {
        (Rung::SameSource, true, true) => {
            "The bytes differ from wheel to wheel and it is no extension module for one Python ABI. All were compared \
             byte by byte: an address needs no other check where it is CONFIRMED."
        }
        (Rung::SameSource, true, false) => {
            "The bytes differ from wheel to wheel and it is no extension module for one Python ABI. Some were compared \
             byte by byte; in the others, addresses must be checked again."
        }
        (Rung::PerAbi, true, _) => {
            "An extension module built for each Python ABI: what is found in one wheel says nothing of the others, but \
             for code that was compared and is equal."
        }
        _ => format::rung(rung).meaning,
    }
}

fn sure(drawn: &Drawn, origin: Origin) -> impl IntoView + use<> {
    let word = format::verified(origin);
    let step = &drawn.step;
    let verified = match step.count.saturating_sub(step.verified) {
        0 => format!("all {word}"),
        _ => format!("{} of {} {word}", format::thousands(step.verified), format::thousands(step.count)),
    };
    view! {
        {confidence("logic", &drawn.logic)}
        {confidence("addresses", &drawn.addresses)}
        <span class="rung__verified">{verified}</span>
    }
}

/// The word, or, where rows differ, how many have which.
fn confidence(what: &'static str, spread: &Spread) -> impl IntoView + use<> {
    let one = spread.len() < 2;
    let word = |(confidence, count): &(Confidence, u64)| {
        let count = (!one).then(|| view! { {format::thousands(*count)} " " });
        view! { " " {count} <Word term=format::confidence(*confidence) /> }
    };
    view! { <span class="confidence">{what} {spread.iter().map(word).collect_view()}</span> }
}

/// What the picture's words and hatchings mean.
#[component]
fn Legend() -> impl IntoView {
    let page = expect_context::<Page>();
    let basis = move |basis: Basis| {
        let Term { word, meaning } = format::basis(basis, page.origin());
        view! { <div><dt>{glyph::basis(basis)} " " {word}</dt><dd>{meaning}</dd></div> }
    };
    let bases = [Basis::Verified, Basis::ClaimedByRecord, Basis::Doubtful, Basis::Incomplete];
    let bases = move || bases.map(basis).into_iter().collect_view();
    let confidences = [Confidence::Confirmed, Confidence::Strong, Confidence::Inferred, Confidence::None];
    let confidences = confidences.map(|confidence| {
        let Term { word, meaning } = format::confidence(confidence);
        view! { <div><dt>{word}</dt><dd>{meaning}</dd></div> }
    });
    view! {
        <details class="legend">
            <summary>"How to read this"</summary>
            <p>
                "The thick bar is to scale by bytes (the largest copy of each binary), the thin one by count. Each rung begins "
                "where the one above it ends, so together they are the whole; one piece is one binary."
            </p>
            <div class="legend__terms">
                <dl>{bases}</dl>
                <dl>{confidences.into_iter().collect_view()}</dl>
            </div>
        </details>
    }
}
