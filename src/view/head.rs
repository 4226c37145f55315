//! The card's head: what release this is, where its version lives, and what the wheels say of themselves.

use leptos::prelude::*;

use super::collapse::collapse;
use super::page::Page;
use crate::card::{self, TagCheck, WheelHead, format};
use crate::wheel::{BuildTime, Statement};

/// Name and version, large, and the version in words.
#[component]
pub(super) fn Head() -> impl IntoView {
    let page = expect_context::<Page>();
    let head = Memo::new(move |_| page.card.with(|card| card.as_ref().map(|card| card.head.clone())));
    let title = move || {
        head.get().map(|head| {
            view! {
                <h1 class="card__title" id="card-title">
                    <span class="card__distribution">{head.distribution}</span>
                    " "
                    <span class="card__version">{head.version}</span>
                </h1>
                {head.summary.map(|summary| view! { <p class="card__summary">{summary}</p> })}
                {decoding(head.decoding)}
            }
        })
    };
    view! { <section class="card" id="card" aria-labelledby="card-title">{title}</section> }
}

/// PEP 440 in words, part by part.
fn decoding(parts: Vec<(String, String)>) -> impl IntoView {
    let part = |(part, meaning): (String, String)| {
        view! { <div class="decoding__part"><dt>{part}</dt><dd>{meaning}</dd></div> }
    };
    view! { <dl class="decoding">{parts.into_iter().map(part).collect_view()}</dl> }
}

/// Where the version lives, WHEEL, tags.
#[component]
pub(super) fn Metadata() -> impl IntoView {
    let page = expect_context::<Page>();
    let facts =
        Memo::new(move |_| page.card.with(|card| card.as_ref().map(|card| (card.head.clone(), card.wheels.clone()))));
    let versions = move || facts.with(|facts| facts.as_ref().map(|(head, _)| statements(page, head)));
    let lines = move || facts.with(|facts| facts.as_ref().map(|(_, wheels)| wheel_lines(page, wheels)));
    let contents = move || facts.with(|facts| facts.as_ref().map(|(_, wheels)| contents(wheels)));
    view! {
        <section class="metadata" id="metadata" aria-labelledby="metadata-title">
            <div class="section__head">
                <h2 id="metadata-title">"Version and metadata"</h2>
                <p class="label">"What the wheels say of themselves, and where."</p>
            </div>
            {versions}
            {lines}
            {contents}
        </section>
    }
}

fn statements(page: Page, head: &card::Head) -> impl IntoView + use<> {
    let stated = head.statements.iter().map(|(statement, wheels)| {
        let Statement { what, member, line, version, agrees, conditional } = statement.clone();
        let verdict = match (agrees, conditional) {
            (true, _) => "agrees",
            (false, true) => "another, in a branch",
            (false, false) => "disagrees",
        };
        place(page, what, version, member, line, wheels, verdict)
    });
    let built = head.build_times.iter().map(|(time, wheels)| {
        let BuildTime { what, member, line, text } = time.clone();
        place(page, what, text, Some(member), Some(line), wheels, "build time")
    });
    let rows: Vec<_> = stated.chain(built).collect();
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Where the version lives">
            <table class="facts">
                <caption>"Where the version lives"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Place"</th>
                        <th scope="col">"States"</th>
                        <th scope="col">"Member and line"</th>
                        <th scope="col">"Wheels"</th>
                        <th scope="col">"With the card"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// One place that states something.
fn place(
    page: Page,
    what: String,
    states: String,
    member: Option<String>,
    line: Option<u64>,
    wheels: &[usize],
    verdict: &'static str,
) -> impl IntoView + use<> {
    let member = member.map(|member| match line {
        Some(line) => format!("{member}:{line}"),
        None => member,
    });
    let wheels = if wheels.is_empty() { "all".to_owned() } else { page.labels(wheels) };
    view! {
        <tr>
            <th scope="row"><code>{what}</code></th>
            <td><code>{states}</code></td>
            <td>{member.map(|member| view! { <code>{member}</code> })}</td>
            <td>{wheels}</td>
            <td class:differs=verdict == "disagrees">{verdict}</td>
        </tr>
    }
}

/// WHEEL's lines, those that several wheels share once.
fn wheel_lines(page: Page, wheels: &[WheelHead]) -> impl IntoView + use<> {
    let lines = wheels.iter().enumerate().flat_map(|(at, wheel)| wheel.wheel_lines.iter().map(move |line| (at, line)));
    let rows = collapse(lines).into_iter().map(|(wheels, line)| {
        view! { <tr><td><code>{line.clone()}</code></td><td>{page.labels(&wheels)}</td></tr> }
    });
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="WHEEL">
            <table class="facts">
                <caption>"Lines of WHEEL"</caption>
                <thead><tr><th scope="col">"Line"</th><th scope="col">"Wheels"</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// What each wheel holds, and how its file name's tags compare with WHEEL's.
fn contents(wheels: &[WheelHead]) -> impl IntoView + use<> {
    let tags = |tags: &[String]| tags.iter().map(|tag| view! { <code class="tag">{tag.clone()}</code> }).collect_view();
    let rows = wheels.iter().map(|wheel| {
        let TagCheck { both, only_file_name, only_wheel } = &wheel.tags;
        view! {
            <tr>
                <th scope="row" class="wheel-label">{wheel.label.clone()}</th>
                <td class="figure">{format::thousands(wheel.members)}</td>
                <td class="figure">{format::thousands(wheel.unpacked)}</td>
                <td>{tags(both)}</td>
                <td class:differs=!only_file_name.is_empty()>{tags(only_file_name)}</td>
                <td class:differs=!only_wheel.is_empty()>{tags(only_wheel)}</td>
            </tr>
        }
    });
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Contents and tags">
            <table class="facts">
                <caption>"Contents and tags of each wheel"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Wheel"</th>
                        <th scope="col" class="figure">"Members"</th>
                        <th scope="col" class="figure">"Bytes unpacked"</th>
                        <th scope="col">"Tags in file name and WHEEL"</th>
                        <th scope="col">"Only in the file name"</th>
                        <th scope="col">"Only in WHEEL"</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}
