//! What became of places in the other copies, as a table.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::copy::Copy;
use super::super::export::save_as;
use super::super::page::Page;
use super::super::pager::Pager;
use super::super::words;
use super::{announce, terms};
use crate::card::format;
use crate::evidence::carry::{self, Answer, Asked, CopyAnswer, Excerpt, Outcome, Place};
use crate::parity::Confidence;

/// Places that are in the document at once.
const SIZE: usize = 50;

/// The answers to one question.
#[component]
pub(super) fn Answers(
    /// One for each place.
    answers: Arc<Vec<Answer>>,
    /// The label of the copy that the places were read in.
    copy: String,
    /// The labels of the wheels whose copies are byte-identical to it.
    same: String,
    /// The binary's key.
    key: String,
) -> impl IntoView {
    let page = expect_context::<Page>();
    let at = RwSignal::new(0_usize);
    let others: Vec<String> = answers
        .iter()
        .find(|answer| !answer.copies.is_empty())
        .map(|answer| answer.copies.iter().map(|copy| copy.copy.clone()).collect())
        .unwrap_or_default();
    let width = others.len();
    let heads =
        others.iter().map(|other| view! { <th scope="col">"In " <code>{other.clone()}</code></th> }).collect_view();
    let same = (!same.is_empty()).then(|| {
        view! { <p class="look__state"><code>{same}</code> ": the same bytes, so every place is where it is. " <b>"CONFIRMED"</b></p> }
    });
    let total = answers.len();
    let rows = Arc::clone(&answers);
    let rows = move || {
        let from = at.get().saturating_mul(SIZE);
        rows.iter().skip(from).take(SIZE).map(|answer| row(answer, width)).collect_view()
    };
    let (csv, markdown) = (Arc::clone(&answers), Arc::clone(&answers));
    let file = announce::file_name(&key).to_owned();
    view! {
        <div class="answers">
            <div class="scroller" tabindex="0" role="group" aria-label="Answers of the carry box">
                <table class="answers__table">
                    <caption>"Places of " <code>{copy}</code></caption>
                    <thead><tr><th scope="col">"Place"</th>{heads}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {same}
            <Pager of="Answers" total=Signal::derive(move || total) size=SIZE page=at turn=move |to| at.set(to) />
            <p class="answers__actions">
                <Copy what="answers as CSV" word="Copy CSV" text=move || carry::csv(&csv) />
                <Copy what="answers as Markdown" word="Copy Markdown" text=move || carry::markdown(&markdown) />
                <button type="button" class="button" data-carry="csv"
                    on:click={
                        let (answers, file) = (Arc::clone(&answers), file.clone());
                        move |_| save_as(page, &format!("{file}.carried.csv"), "text/csv", &carry::csv(&answers))
                    }>
                    "Save CSV"
                </button>
                <button type="button" class="button" data-carry="markdown"
                    on:click=move |_| save_as(page, &format!("{file}.carried.md"), "text/markdown", &carry::markdown(&answers))>
                    "Save Markdown"
                </button>
            </p>
        </div>
    }
}

fn row(answer: &Answer, width: usize) -> impl IntoView + use<> {
    let cells = match &answer.place {
        Asked::Nothing(why) => {
            view! { <td class="answer answer--nothing" colspan=width.max(1).to_string()>{why.clone()}</td> }.into_any()
        }
        Asked::Place(place) => {
            let place = place.clone();
            answer
                .copies
                .iter()
                .map(|copy| view! { <td class="answer">{outcome(copy, &place)}</td> })
                .collect_view()
                .into_any()
        }
    };
    let known = match &answer.place {
        Asked::Nothing(_) => None,
        Asked::Place(place) => Some(known(place, &answer.query)),
    };
    view! { <tr><th scope="row" class="answer__place"><code class="answer__query">{answer.query.clone()}</code> {known}</th>{cells}</tr> }
}

/// What a place is in the copy that it was read in.
fn known(place: &Place, query: &str) -> impl IntoView + use<> {
    let address = terms::address(place.address, place.offset);
    let address = (address != query).then_some(address);
    let symbol = place.symbol.as_ref().map(|symbol| {
        let into = place.address.and_then(|address| address.checked_sub(symbol.address)).filter(|into| *into > 0);
        let name = symbol.demangled.as_ref().unwrap_or(&symbol.name);
        into.map_or_else(|| name.clone(), |into| format!("{name}+{into:#x}"))
    });
    let symbol = symbol.filter(|symbol| symbol != query);
    let text = place.text.as_ref().map(|text| format!("\"{text}\""));
    let unit = format!("{}, {}", words::counted(place.unit.size, "byte", "bytes"), terms::bound(place.unit.bound));
    let target =
        place.target.clone().map(|target| view! { <span class="line">"points to " <code>{target}</code></span> });
    view! {
        <span class="line">{address.map(|address| view! { <code>{address}</code> " " })} "in " <code>{place.range.clone()}</code></span>
        {symbol.map(|symbol| view! { <span class="line"><code>{symbol}</code></span> })}
        {text.map(|text| view! { <span class="line"><code>{text}</code></span> })}
        {target}
        <span class="line label">{unit}</span>
    }
}

/// What became of it in another copy.
fn outcome(copy: &CopyAnswer, place: &Place) -> impl IntoView + use<> {
    let bytes = |count: u64| format!("{} compared", words::counted(count, "byte", "bytes"));
    let (word, confidence, lines, excerpts) = match &copy.outcome {
        Outcome::SameAddress { confidence, compared } => ("same address", *confidence, vec![bytes(*compared)], None),
        Outcome::Moved { by, confidence, compared, .. } => {
            ("moved", *confidence, vec![terms::moved_by(*by).to_owned(), bytes(*compared)], None)
        }
        Outcome::Differs { by, a, b } => {
            ("bytes differ", Confidence::Confirmed, vec![terms::known(*by).to_owned()], Some((a.clone(), b.clone())))
        }
        Outcome::NotFound { why } => ("not found", Confidence::None, vec![why.clone()], None),
    };
    let at = match &copy.outcome {
        Outcome::SameAddress { .. } => Some(terms::address(place.address, place.offset)),
        Outcome::Moved { address, offset, .. } => Some(terms::address(*address, *offset)),
        Outcome::Differs { b, .. } => Some(terms::address(b.address, b.offset)),
        Outcome::NotFound { .. } => None,
    };
    let distance = match (&copy.outcome, place.address) {
        (Outcome::Moved { address: Some(there), .. }, Some(here)) => Some(distance(here, *there)),
        _ => None,
    };
    let term = format::confidence(confidence);
    let class = match &copy.outcome {
        Outcome::SameAddress { .. } | Outcome::Moved { .. } => "answer__word",
        Outcome::Differs { .. } | Outcome::NotFound { .. } => "answer__word answer__word--off",
    };
    let lines = lines.into_iter().chain(copy.remarks.iter().cloned());
    let lines = lines.map(|line| view! { <span class="line label">{line}</span> }).collect_view();
    let target =
        copy.target.clone().map(|target| view! { <span class="line">"points to " <code>{target}</code></span> });
    let excerpts = excerpts.map(|(a, b)| excerpts_of(&a, &b, &copy.copy));
    view! {
        <span class=class>{word}</span> " " <b class="answer__sure" title=term.meaning>{term.word}</b>
        <span class="line">{at.map(|at| view! { <code>{at}</code> })} " " {distance}</span>
        {target}
        {lines}
        {excerpts}
    }
}

/// How far a place moved: `+0x10`.
fn distance(here: u64, there: u64) -> String {
    match there.checked_sub(here) {
        Some(up) => format!("(+{up:#x})"),
        None => format!("(-{:#x})", here.saturating_sub(there)),
    }
}

/// Both sides, from the first difference on.
fn excerpts_of(a: &Excerpt, b: &Excerpt, other: &str) -> impl IntoView + use<> {
    let side = |name: String, excerpt: &Excerpt| {
        let code = excerpt.instructions.join("\n");
        let code =
            (!code.is_empty()).then(|| view! { <pre class="excerpt__code" tabindex="0"><code>{code}</code></pre> });
        let hex = pairs(&excerpt.hex);
        view! {
            <div class="excerpt">
                <p class="label">{name} ", " <code>{terms::address(excerpt.address, excerpt.offset)}</code></p>
                <code class="excerpt__hex">{hex}</code>
                {code}
            </div>
        }
    };
    view! {
        <details class="excerpts">
            <summary>"From the first difference on"</summary>
            {side("Here".to_owned(), a)}
            {side(other.to_owned(), b)}
        </details>
    }
}

/// Hex digits with a blank between bytes.
fn pairs(hex: &str) -> String {
    let digits: Vec<char> = hex.chars().collect();
    digits.chunks(2).map(|byte| byte.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_has_its_sign() {
        assert_eq!(distance(0x1000, 0x1010), "(+0x10)");
        assert_eq!(distance(0x1010, 0x1000), "(-0x10)");
    }

    #[test]
    fn bytes_stand_apart() {
        assert_eq!(pairs("554889e5"), "55 48 89 e5");
    }
}
