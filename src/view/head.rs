//! The card's head: what release this is, where its version lives, and the identity of each wheel.

use std::sync::Arc;

use leptos::prelude::*;

use super::collapse::collapse;
use super::copy::Copy;
use super::export::SaveChecksums;
use super::page::Page;
use super::{hex, words};
use crate::card::format;
use crate::card::{Card, TagCheck, WheelHead};
use crate::wheel::{BuildTime, Statement};

#[component]
pub(super) fn Head() -> impl IntoView {
    let page = expect_context::<Page>();
    let card = move || page.card.get();
    // The head rests on the listing, so it is drawn anew only when that changes.
    let release = Memo::new(move |_| card().map(|card| card.head.clone()));
    let wheels = Memo::new(move |_| card().map(|card| card.wheels.clone()).unwrap_or_default());
    view! {
        <section class="card" id="card" aria-labelledby="card-title">
            {move || release.get().map(|head| view! {
                <h1 class="card__title" id="card-title">
                    <span class="card__distribution">{head.distribution}</span> " "
                    <span class="card__version">{head.version}</span>
                </h1>
                {head.summary.map(|summary| view! { <p class="card__summary">{summary}</p> })}
                {decoding(head.decoding)}
            })}
            <div class="card__facts">
                <h2>"The wheels"</h2>
                {move || identities(&wheels.get())}
                <h2>"Where the version lives"</h2>
                {move || card().map(statements)}
                <h2>"WHEEL"</h2>
                {move || card().map(wheel_lines)}
                {move || card().map(tags)}
            </div>
        </section>
    }
}

/// PEP 440 in words, part by part.
fn decoding(parts: Vec<(String, String)>) -> impl IntoView {
    let parts = parts.into_iter().map(|(part, meaning)| {
        view! { <div class="decoding__part"><dt>{part}</dt><dd>{meaning}</dd></div> }
    });
    view! { <dl class="decoding">{parts.collect_view()}</dl> }
}

fn identities(wheels: &[WheelHead]) -> impl IntoView + use<> {
    let rows = wheels.iter().map(|wheel| {
        let digest = wheel.sha256.map(|digest| digest.to_string());
        let copied = digest.clone().unwrap_or_default();
        let digest = match digest {
            Some(digest) => view! {
                {hex::grouped(&digest, None)} {hex::bars(&digest)}
                <Copy what=format!("SHA-256 of {}", wheel.label) text=move || copied.clone() />
            }
            .into_any(),
            None => view! { <span class="pending">"SHA-256: not read to its end yet"</span> }.into_any(),
        };
        let progress = format::progress(wheel.progress);
        view! {
            <tr>
                <th scope="row" class="wheel-label">{wheel.label.clone()}</th>
                <td class="identity__file"><code>{wheel.file_name.clone()}</code><span class="identity__digest">{digest}</span></td>
                <td class="figure">{format::thousands(wheel.size)}</td>
                <td class="figure">{format::thousands(wheel.unpacked)}</td>
                <td class="figure">{format::thousands(wheel.members)}</td>
                <td title=progress.meaning>{progress.word}</td>
                <td class="identity__save"><SaveChecksums wheel=wheel.clone() /></td>
            </tr>
        }
    });
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="The wheels">
            <table class="facts">
                <caption class="aside">"Identity of each wheel"</caption>
                <thead><tr>
                    <th scope="col">"Wheel"</th>
                    <th scope="col">"File and its SHA-256"</th>
                    <th scope="col" class="figure">"Bytes"</th>
                    <th scope="col" class="figure">"Unpacked"</th>
                    <th scope="col" class="figure">"Members"</th>
                    <th scope="col">"State"</th>
                    <th scope="col"><span class="aside">"Save"</span></th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// How the tags of the file name and of WHEEL compare, wheel by wheel.
fn tags(card: Arc<Card>) -> impl IntoView {
    let cell = |tags: &[String]| match tags {
        [] => view! { <span class="pending">"–"</span> }.into_any(),
        tags => tags.iter().map(|tag| view! { <code class="tag">{tag.clone()}</code> }).collect_view().into_any(),
    };
    let rows = card.wheels.iter().map(|wheel| {
        let TagCheck { both, only_file_name, only_wheel } = &wheel.tags;
        view! {
            <tr>
                <th scope="row" class="wheel-label">{wheel.label.clone()}</th>
                <td>{cell(both)}</td>
                <td class:differs=!only_file_name.is_empty()>{cell(only_file_name)}</td>
                <td class:differs=!only_wheel.is_empty()>{cell(only_wheel)}</td>
            </tr>
        }
    });
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Tags">
            <table class="facts">
                <caption class="aside">"Tags of the file name against tags of WHEEL"</caption>
                <thead><tr>
                    <th scope="col">"Wheel"</th>
                    <th scope="col">"Tags in both"</th>
                    <th scope="col">"Only in the file name"</th>
                    <th scope="col">"Only in WHEEL"</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

fn statements(card: Arc<Card>) -> impl IntoView {
    let stated = card.head.statements.iter().map(|(statement, wheels)| {
        let Statement { what, member, line, version, agrees } = statement.clone();
        let verdict = if agrees { "agrees" } else { "disagrees" };
        row(&card, what, version, member, line, wheels, verdict)
    });
    let built = card.head.build_times.iter().map(|(time, wheels)| {
        let BuildTime { what, member, line, text } = time.clone();
        row(&card, what, text, Some(member), Some(line), wheels, "build time")
    });
    let rows: Vec<_> = stated.chain(built).collect();
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Where the version lives">
            <table class="facts">
                <caption class="aside">"Every place that states a version or a build time"</caption>
                <thead><tr>
                    <th scope="col">"Place"</th>
                    <th scope="col">"States"</th>
                    <th scope="col">"Member"</th>
                    <th scope="col">"Wheels"</th>
                    <th scope="col">"With the card"</th>
                </tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn row(
    card: &Card,
    what: String,
    states: String,
    member: Option<String>,
    line: Option<u64>,
    wheels: &[usize],
    verdict: &'static str,
) -> AnyView {
    let place = member.map(|member| match line {
        Some(line) => format!("{member}:{line}"),
        None => member,
    });
    let every: Vec<usize> = (0..card.wheels.len()).collect();
    let wheels = words::labels(card, if wheels.is_empty() { &every } else { wheels });
    view! {
        <tr>
            <th scope="row"><code>{what}</code></th>
            <td><code>{states}</code></td>
            <td>{place.map(|place| view! { <code>{place}</code> })}</td>
            <td>{wheels}</td>
            <td class:differs=verdict == "disagrees">{verdict}</td>
        </tr>
    }
    .into_any()
}

/// WHEEL's lines, those that all wheels share once.
fn wheel_lines(card: Arc<Card>) -> impl IntoView {
    let lines =
        card.wheels.iter().enumerate().flat_map(|(at, wheel)| wheel.wheel_lines.iter().map(move |line| (at, line)));
    let rows = collapse(lines).into_iter().map(|(wheels, line)| {
        view! { <tr><td><code>{line.clone()}</code></td><td>{words::labels(&card, &wheels)}</td></tr> }
    });
    view! {
        <table class="facts facts--narrow">
            <caption class="aside">"Lines of WHEEL"</caption>
            <thead><tr><th scope="col">"Line"</th><th scope="col">"Wheels"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}
