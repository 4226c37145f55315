//! What a reference states, set beside what is here: the verdict, how many facts came to what, and each of them.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::super::page::Page;
use super::super::pager::Pager;
use super::super::{fragment, words as page_words};
use super::{Checked, built_in, given, glyph, value};
use crate::reference::{About, Check, Counts, Outcome, VerdictKind, words};

/// Facts that are in the document at once.
const SIZE: usize = 50;

#[component]
pub(in crate::view) fn Compared() -> impl IntoView {
    let page = expect_context::<Page>();
    let is_checked = Memo::new(move |_| page.checked.with(Option::is_some));
    view! {
        <built_in::Offer />
        <Show when=move || is_checked.get() fallback=|| ()>
            <Comparison />
        </Show>
    }
}

#[component]
fn Comparison() -> impl IntoView {
    let page = expect_context::<Page>();
    let checked = page.checked;
    let only = RwSignal::new(BTreeSet::<Outcome>::new());
    let at = RwSignal::new(0_usize);
    let with = move |draw: fn(Page, &Checked) -> AnyView| {
        move || checked.with(|checked| checked.as_ref().map(|checked| draw(page, checked)))
    };
    let counts = Memo::new(move |_| {
        checked.with(|checked| checked.as_ref().map(|checked| checked.comparison.counts).unwrap_or_default())
    });
    // What the filter asks for and is no longer there asks for nothing.
    let asked = Memo::new(move |_| {
        let counts = counts.get();
        only.get().into_iter().filter(|outcome| count(counts, *outcome) > 0).collect::<BTreeSet<_>>()
    });
    let shown = Memo::new(move |_| {
        let asked = asked.get();
        checked.with(|checked| {
            checked.as_ref().map(|checked| select(&checked.comparison.checks, &asked)).unwrap_or_default()
        })
    });
    let total = Memo::new(move |_| shown.with(Vec::len));
    // Here and below the comparison is read before what follows from it: see "What bites" in ARCHITECTURE.md.
    let rows = move || {
        checked.with(|checked| {
            let checked = checked.as_ref()?;
            shown.with(|shown| {
                let from = at.get().min(shown.len().saturating_sub(1) / SIZE).saturating_mul(SIZE);
                let rows = shown.iter().skip(from).take(SIZE);
                let rows = rows.filter_map(|at| Some(row(page, checked, checked.comparison.checks.get(*at)?)));
                Some(rows.collect_view())
            })
        })
    };
    let filters =
        move || words::OUTCOMES.map(|outcome| filter(outcome, count(counts.get(), outcome), only)).collect_view();
    let of_all = move || {
        let facts =
            checked.with(|checked| checked.as_ref().map(|checked| checked.reference.facts.len()).unwrap_or_default());
        words::lines(total.get(), facts, &counts.get())
    };
    view! {
        <section class="compared" id="compared" aria-labelledby="compared-title">
            {with(head)}
            {with(verdict)}
            <div class="compared__filters">
                <div class="toolbar__set" role="group" aria-label="Facts by what came of them">{filters}</div>
                <span class="label">{of_all}</span>
            </div>
            <div class="scroller" tabindex="0" role="region" aria-label="Facts, one by one">
                // The roles are said, since a narrow page lays the rows out as blocks.
                <table role="table" class="facts compared__table">
                    <caption class="aside">"Each fact of the reference, beside what is here"</caption>
                    <thead role="rowgroup"><tr role="row">
                        <th role="columnheader" scope="col">"About"</th><th role="columnheader" scope="col">"Wheel"</th>
                        <th role="columnheader" scope="col">"Fact"</th><th role="columnheader" scope="col">"Outcome"</th>
                        <th role="columnheader" scope="col">"Stated, and here"</th>
                    </tr></thead>
                    <tbody role="rowgroup">{rows}</tbody>
                </table>
            </div>
            <Pager of="Facts" total=total size=SIZE page=at turn=move |to| at.set(to) />
            {with(pairings)}
        </section>
    }
}

/// The checks that are shown, by place: those that a reader looks for first, and each kind in the reference's order.
fn select(checks: &[Check], asked: &BTreeSet<Outcome>) -> Vec<usize> {
    let place = |outcome: Outcome| words::OUTCOMES.iter().position(|known| *known == outcome);
    let admits = |check: &Check| asked.is_empty() || asked.contains(&check.outcome);
    let mut shown: Vec<(Option<usize>, usize)> = checks
        .iter()
        .enumerate()
        .filter(|(_, check)| admits(check))
        .map(|(at, check)| (place(check.outcome), at))
        .collect();
    shown.sort_unstable();
    shown.into_iter().map(|(_, at)| at).collect()
}

fn count(counts: Counts, outcome: Outcome) -> usize {
    match outcome {
        Outcome::Matches => counts.matches,
        Outcome::MatchesPublished => counts.matches_published,
        Outcome::Differs => counts.differs,
        Outcome::Ambiguous => counts.ambiguous,
        Outcome::OtherName => counts.other_name,
        Outcome::NotHere => counts.not_here,
        Outcome::NotYetChecked => counts.not_yet_checked,
        Outcome::NotStated => counts.not_stated,
    }
}

fn filter(outcome: Outcome, count: usize, only: RwSignal<BTreeSet<Outcome>>) -> Option<impl IntoView> {
    let term = words::outcome(outcome);
    let toggle = move |_| {
        only.update(|only| {
            if !only.remove(&outcome) {
                only.insert(outcome);
            }
        });
    };
    let pressed = move || only.with(|only| only.contains(&outcome)).to_string();
    (count > 0).then(|| {
        view! {
            <button type="button" class="button" data-outcome=glyph::class(outcome) aria-pressed=pressed title=term.meaning on:click=toggle>
                {glyph::outcome(outcome)} {term.word} " " <span class="button__count">{page_words::number(count)}</span>
            </button>
        }
    })
}

fn head(_: Page, checked: &Checked) -> AnyView {
    let reference = &checked.reference;
    let source = reference
        .origin
        .source
        .clone()
        .map(|source| view! { ". Source: " <span class="compared__source">{source}</span> });
    view! {
        <div class="section__head">
            <h2 id="compared-title">"Checked against " {reference.title.clone()}</h2>
            <p class="label">{words::origin_as_line(reference.origin.kind)} {source}</p>
        </div>
    }
    .into_any()
}

fn verdict(page: Page, checked: &Checked) -> AnyView {
    let verdict = &checked.comparison.verdict;
    let (class, shape) = standing(verdict.kind);
    let remarks = verdict.remarks.iter().map(|remark| view! { <li>{page_words::sentence(remark)}</li> }).collect_view();
    let saved = page.from_saved.get().then(|| {
        view! { <p class="compared__saved">"Compared with a saved report, not with bytes: what is called equal here is equal to what that report says."</p> }
    });
    view! {
        <p class=format!("compared__verdict compared__verdict--{class}") data-verdict=class>
            {glyph::outcome(shape)} <span>{page_words::sentence(&verdict.sentence)}</span>
        </p>
        {saved}
        <ul class="compared__remarks" role="list">{remarks}</ul>
        {given::findings(&checked.reference)}
    }
    .into_any()
}

/// The word of a verdict for scripts, and its shape.
fn standing(kind: VerdictKind) -> (&'static str, Outcome) {
    match kind {
        VerdictKind::Same => ("same", Outcome::Matches),
        VerdictKind::SameAsFarAsPublished => ("same-as-far-as-published", Outcome::MatchesPublished),
        VerdictKind::SameAsFarAsHere => ("same-as-far-as-here", Outcome::MatchesPublished),
        VerdictKind::SomeDiffer => ("some-differ", Outcome::Differs),
        VerdictKind::OtherBuild => ("other-build", Outcome::Differs),
        VerdictKind::OtherRelease => ("other-release", Outcome::NotHere),
        VerdictKind::OtherNames => ("other-names", Outcome::OtherName),
        VerdictKind::Unrelated => ("unrelated", Outcome::NotHere),
        VerdictKind::NotYetChecked => ("not-yet-checked", Outcome::NotYetChecked),
        VerdictKind::Doubtful => ("doubtful", Outcome::Ambiguous),
        VerdictKind::NothingStated => ("nothing-stated", Outcome::NotStated),
    }
}

fn row(page: Page, checked: &Checked, check: &Check) -> AnyView {
    let term = words::outcome(check.outcome);
    let name = check.member.clone().or_else(|| check.key.clone());
    let about = match (&check.key, name) {
        // What is here is named in the detail; the fact is about another name.
        _ if check.outcome == Outcome::OtherName => subject(checked, check),
        (Some(key), Some(name)) => {
            view! { <a href=fragment::of_row(key) title=key.clone()><code>{name}</code></a> }.into_any()
        }
        (None, Some(name)) => view! { <code>{name}</code> }.into_any(),
        (_, None) => subject(checked, check),
    };
    let stated_label =
        check.stated_wheel.and_then(|at| checked.reference.wheels.get(at)).map(|wheel| wheel.label.clone());
    let label = check.wheel.map(|wheel| page.label(wheel)).or(stated_label);
    let detail = (!check.detail.is_empty())
        .then(|| view! { <p class="compared__detail">{page_words::sentence(&check.detail)}</p> });
    view! {
        <tr role="row" data-outcome=glyph::class(check.outcome)>
            <th role="rowheader" scope="row" class="compared__about">{about}</th>
            <td role="cell" class="compared__wheel">{label}</td>
            <td role="cell" class="compared__what">{check.what}</td>
            <td role="cell" class="compared__outcome">
                <span class=format!("outcome outcome--{}", glyph::class(check.outcome)) title=term.meaning>
                    {glyph::outcome(check.outcome)} {term.word}
                </span>
            </td>
            <td role="cell" class="compared__values">{values(check)} {detail}</td>
        </tr>
    }
    .into_any()
}

/// What a check is about that names no member of these wheels.
fn subject(checked: &Checked, check: &Check) -> AnyView {
    let about = check.fact.and_then(|fact| checked.reference.facts.get(fact)).map(|fact| fact.about);
    match about {
        _ if check.of_file => "the wheel file".into_any(),
        Some(About::Member(subject)) => {
            let path = checked.reference.subjects.get(subject).map(|subject| subject.path.clone());
            view! { <code>{path}</code> }.into_any()
        }
        Some(About::Wheel) => "the wheel file".into_any(),
        Some(About::SomeMember) => "some member".into_any(),
        Some(About::Release) | None => "the release".into_any(),
    }
}

/// The values: once where they are the same, both where they differ.
fn values(check: &Check) -> AnyView {
    let standing = match (check.claimed, check.doubtful) {
        (_, true) => Some("doubtful bytes"),
        (true, false) => Some("only claimed so far"),
        (false, false) => None,
    };
    let standing = standing.map(|standing| view! { <span class="pending">{standing}</span> });
    let line = |name: &'static str, value: AnyView| view! { <div><dt>{name}</dt><dd>{value}</dd></div> };
    match &check.found {
        Some(found) if check.outcome == Outcome::NotStated => {
            view! { <dl class="values">{line("here", value::plain(found).into_any())}</dl> {standing} }.into_any()
        }
        Some(found) if *found == check.stated => view! { {value::plain(found)} " " {standing} }.into_any(),
        Some(found) if check.outcome == Outcome::Differs => {
            let (stated, here) = value::compare(&check.stated, found);
            let (stated, here) = (value::draw(stated).into_any(), value::draw(here).into_any());
            view! { <dl class="values">{line("stated", stated)} {line("here", here)}</dl> {standing} }.into_any()
        }
        Some(found) => {
            let (stated, here) = (value::plain(&check.stated).into_any(), value::plain(found).into_any());
            view! { <dl class="values">{line("stated", stated)} {line("here", here)}</dl> {standing} }.into_any()
        }
        None => view! { <dl class="values">{line("stated", value::plain(&check.stated).into_any())}</dl> }.into_any(),
    }
}

/// Which wheel of the reference is which wheel here.
fn pairings(page: Page, checked: &Checked) -> AnyView {
    let pairs = checked.reference.wheels.iter().zip(&checked.comparison.wheels);
    let line = |(stated, pairing): (&crate::reference::StatedWheel, &crate::reference::Pairing)| {
        let here = match pairing.wheels.as_slice() {
            [] => "none here".to_owned(),
            wheels => page.all_labels(wheels),
        };
        view! {
            <li><b>{stated.label.clone()}</b> " is " <b>{here}</b> ": " {page_words::sentence(&pairing.reason)}</li>
        }
    };
    let lines: Vec<_> = pairs.map(line).collect();
    let which = words::pairing(lines.len());
    (!lines.is_empty())
        .then(|| view! { <details class="compared__wheels"><summary>{which}</summary><ul>{lines}</ul></details> })
        .into_any()
}
