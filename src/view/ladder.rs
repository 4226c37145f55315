//! The ladder as a picture: rungs to scale, by bytes and by count, each where the one above it ends.

use std::sync::Arc;

use leptos::prelude::*;

use super::page::Page;
use super::scale::{self, Segment};
use super::{glyph, words};
use crate::card::format;
use crate::card::{Card, LadderStep};
use crate::parity::{Basis, Confidence, Pair};

#[component]
pub(super) fn Ladder() -> impl IntoView {
    let page = expect_context::<Page>();
    view! {
        <section class="ladder" id="ladder" aria-labelledby="ladder-title">
            <div class="section__head">
                <h2 id="ladder-title">"The parity ladder"</h2>
                <p class="label">"How far a finding made in one wheel carries to the others. Press a rung to see only its binaries."</p>
            </div>
            {move || page.card.get().map(|card| picture(page, &card))}
            <Legend />
        </section>
    }
}

fn picture(page: Page, card: &Arc<Card>) -> impl IntoView + use<> {
    let count: u64 = card.ladder.iter().map(|step| step.count).sum();
    let bytes: u64 = card.ladder.iter().map(|step| step.bytes).sum();
    let mut before = Whole { count: 0, bytes: 0 };
    let rungs = card.ladder.iter().map(|step| {
        let rung = rung(page, card, step, before, Whole { count, bytes });
        before =
            Whole { count: before.count.saturating_add(step.count), bytes: before.bytes.saturating_add(step.bytes) };
        rung
    });
    let rungs: Vec<_> = rungs.collect();
    let total = format!("{} in {}", format::human_bytes(bytes), words::counted(count, "binary", "binaries"));
    view! {
        <ol class="ladder__rungs" role="list">{rungs}</ol>
        <p class="ladder__scale" aria-hidden="true">
            <span>"0"</span><span>"25 %"</span><span>"50 %"</span><span>"75 %"</span><span>{total}</span>
        </p>
    }
}

/// Binaries and their bytes.
#[derive(Clone, Copy)]
struct Whole {
    count: u64,
    bytes: u64,
}

fn rung(page: Page, card: &Card, step: &LadderStep, before: Whole, whole: Whole) -> impl IntoView + use<> {
    let rung = step.rung;
    let rows = rows_of(card, step);
    let by_bytes = rows.iter().map(|row| (largest(row), row.basis));
    let by_count = rows.iter().map(|row| (1, row.basis));
    let by_bytes = bar(scale::segments(before.bytes, whole.bytes, by_bytes), &rows);
    let by_count = bar(scale::segments(before.count, whole.count, by_count), &rows);
    let pressed = move || page.query.with(|query| query.rungs.contains(&rung)).to_string();
    let toggle = move |_| page.query.update(|query| query.toggle_rung(rung));
    let verified = if step.verified == step.count {
        "all verified".to_owned()
    } else {
        format!("{} of {} verified", format::thousands(step.verified), format::thousands(step.count))
    };
    view! {
        <li class=format!("rung rung--{}", words::rung_class(rung))>
            <button type="button" class="rung__button" aria-pressed=pressed on:click=toggle>
                <span class="rung__number" aria-hidden="true">{words::rung_number(rung)}</span>
                <span class="rung__name">{glyph::rung(rung)} {format::rung_title(rung)}</span>
                <span class="rung__figures">
                    <span class="rung__count">{words::counted(step.count, "binary", "binaries")}</span>
                    <span class="rung__bytes">{format::human_bytes(step.bytes)}</span>
                </span>
                <span class="rung__bars" aria-hidden="true">
                    <span class="bar">{by_bytes}</span>
                    <span class="bar bar--thin">{by_count}</span>
                </span>
            </button>
            <p class="rung__meaning">{format::rung(rung).meaning}</p>
            <p class="rung__confidence">
                {confidence("logic", step.logic)} {confidence("addresses", step.addresses)}
                <span class="rung__verified">{verified}</span>
            </p>
        </li>
    }
}

fn rows_of<'a>(card: &'a Card, step: &LadderStep) -> Vec<&'a Pair> {
    let rows = card.tables.iter().flat_map(|table| &table.rows);
    let mut rows: Vec<&Pair> = rows.filter(|row| row.rung == step.rung).collect();
    rows.sort_by_key(|row| (row.basis, std::cmp::Reverse(largest(row))));
    rows
}

fn largest(pair: &Pair) -> u64 {
    pair.copies.iter().map(|copy| copy.size).max().unwrap_or_default()
}

fn bar(segments: Vec<Segment<Basis>>, rows: &[&Pair]) -> impl IntoView + use<> {
    let segment = |segment: Segment<Basis>| {
        let name = rows.get(segment.first).map(|row| row.key.clone()).unwrap_or_default();
        let title = match segment.count {
            1 => name,
            count => format!("{name} and {} more", count.saturating_sub(1)),
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
    segments.into_iter().map(segment).collect_view()
}

fn confidence(what: &'static str, confidence: Confidence) -> impl IntoView {
    view! {
        <span class="confidence" title=format::confidence(confidence).meaning>
            {what} " " <b>{format::confidence(confidence).word}</b>
        </span>
    }
}

/// What the picture's words and hatchings mean.
#[component]
fn Legend() -> impl IntoView {
    let bases = [Basis::Verified, Basis::ClaimedByRecord, Basis::Doubtful, Basis::Incomplete].map(|basis| {
        view! { <div><dt>{glyph::basis(basis)} " " {format::basis(basis).word}</dt><dd>{format::basis(basis).meaning}</dd></div> }
    });
    let confidences = [Confidence::Confirmed, Confidence::Strong, Confidence::Inferred, Confidence::None];
    let confidences = confidences.map(|confidence| {
        view! {
            <div><dt>{format::confidence(confidence).word}</dt><dd>{format::confidence(confidence).meaning}</dd></div>
        }
    });
    view! {
        <details class="legend">
            <summary>"How to read this"</summary>
            <p>
                "The thick bar is to scale by bytes (the largest copy of each binary), the thin one by count; each rung begins "
                "where the one above it ends, so together they are the whole. One piece is one binary."
            </p>
            <div class="legend__terms">
                <dl>{bases.into_iter().collect_view()}</dl>
                <dl>{confidences.into_iter().collect_view()}</dl>
            </div>
        </details>
    }
}
