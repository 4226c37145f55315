//! What became of places in the other copies, as a table.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::copy::Copy;
use super::super::export::save_as;
use super::super::page::Page;
use super::super::pager::Pager;
use super::super::words;
use super::grid::{self, Cell};
use super::{announce, terms};
use crate::card::format;
use crate::evidence::carry::{self, Answer, Asked, CopyAnswer, Excerpt, Outcome, Place};
use crate::parity::Confidence;

/// Places that are in the document at once.
const SIZE: usize = 50;

/// The answers to one question.
#[component]
#[expect(clippy::needless_pass_by_value, reason = "a component takes its properties by value")]
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
    let heads = others.iter().map(|other| Cell::column_head("", format!("In {other}")));
    let heads = std::iter::once(Cell::column_head("", "Place")).chain(heads).collect();
    let same = (!same.is_empty()).then(|| {
        view! { <p class="look__state"><code>{same}</code> ": the same bytes, so every place is where it is. " <b>"CONFIRMED"</b></p> }
    });
    let total = answers.len();
    let (rows, of) = (Arc::clone(&answers), copy.clone());
    let rows = move || {
        let from = at.get().saturating_mul(SIZE);
        grid::body(rows.iter().skip(from).take(SIZE).map(|answer| row(answer, width, &of)).collect())
    };
    let table = grid::table("answers__table", format!("Places of {copy}"), heads, rows.into_any());
    let (csv, markdown) = (Arc::clone(&answers), Arc::clone(&answers));
    let file = announce::file_name(&key).to_owned();
    view! {
        <div class="answers">
            {table}
            {same}
            <Pager of="Answers" total=Signal::derive(move || total) size=SIZE page=at turn=move |to| at.set(to) />
            <p class="answers__actions">
                <Copy what="CSV of the answers" word="Copy CSV" text=move || carry::csv(&csv) />
                <Copy what="Markdown of the answers" word="Copy Markdown" text=move || carry::markdown(&markdown) />
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

fn row(answer: &Answer, width: usize, read_in: &str) -> AnyView {
    let query = view! { <code class="answer__query">{answer.query.clone()}</code> }.into_any();
    match &answer.place {
        Asked::Nothing(why) => {
            // It stands below the heads of other copies, and "this copy" is not one of them.
            let why = format!("In {read_in}, where it was asked for: {why}");
            grid::row([Cell::row_head("answer__place", query), Cell::text("answer", why).over(width.max(1))])
        }
        Asked::Place(place) => {
            let head = Cell::row_head(
                "answer__place",
                std::iter::once(query).chain(known(place, &answer.query)).collect::<Vec<_>>().into_any(),
            );
            let cells = answer.copies.iter().map(|copy| Cell::of("answer", outcome(copy, place)));
            grid::row(std::iter::once(head).chain(cells))
        }
    }
}

/// What a place is in the copy that it was read in, line by line.
fn known(place: &Place, query: &str) -> Vec<AnyView> {
    let address = place.spot().to_string();
    let at = if address == query { format!("in {}", place.range) } else { format!("{address} in {}", place.range) };
    let symbol = place.symbol.as_ref().map(|symbol| {
        let into = place.address.and_then(|address| address.checked_sub(symbol.address)).filter(|into| *into > 0);
        let name = symbol.demangled.as_ref().unwrap_or(&symbol.name);
        into.map_or_else(|| name.clone(), |into| format!("{name}+{into:#x}"))
    });
    let text = place.text.as_ref().map(|text| format!("\"{text}\""));
    let target = place.target.as_ref().map(|target| format!("points to {target}"));
    let unit = format!("{}, {}", words::counted(place.unit.size, "byte", "bytes"), terms::bound(place.unit.bound));
    let unit = place.note.iter().cloned().chain([unit]).collect::<Vec<_>>().join(" ");
    let literal = [Some(at), symbol.filter(|symbol| symbol != query), text, target].into_iter().flatten();
    let literal = literal.map(|text| grid::line("line answer__literal", text));
    literal.chain([grid::line("line label", unit)]).collect()
}

/// What became of it in another copy.
fn outcome(copy: &CopyAnswer, place: &Place) -> AnyView {
    let bytes = |count: u64| format!("{} compared", words::counted(count, "byte", "bytes"));
    let there = || copy.outcome.there(place).map(|there| there.to_string());
    let (mark, word, confidence, at, first) = match &copy.outcome {
        Outcome::SameAddress { confidence, compared } => {
            ("=", "same address", *confidence, there(), vec![bytes(*compared)])
        }
        Outcome::Moved { address, by, confidence, compared, .. } => {
            let distance = place.address.zip(*address).map(|(here, there)| distance(here, there)).unwrap_or_default();
            let at = format!("{} {distance}", there().unwrap_or_default());
            ("→", "moved", *confidence, Some(at), vec![terms::moved_by(*by).to_owned(), bytes(*compared)])
        }
        Outcome::Differs { by, .. } => {
            let word = "does not carry: other bytes stand there";
            ("≠", word, Confidence::Confirmed, there(), vec![terms::known(*by).to_owned()])
        }
        Outcome::NotFound { why } => ("?", "not found", Confidence::None, None, vec![why.clone()]),
    };
    let term = format::confidence(confidence);
    // What is sure of a place that does not carry is the difference, and it must not read as good news.
    let (class, what) = match &copy.outcome {
        Outcome::SameAddress { .. } | Outcome::Moved { .. } => ("answer__word", ""),
        Outcome::Differs { .. } => ("answer__word answer__word--off", "that they differ is "),
        Outcome::NotFound { .. } => ("answer__word answer__word--off", "claim: "),
    };
    let target = copy.target.as_ref().map(|target| format!("points to {target}"));
    let literal = at.into_iter().chain(target).map(|text| grid::line("line answer__literal", text));
    let remarks = first.into_iter().chain(copy.remarks.iter().cloned()).map(|line| grid::line("line label", line));
    let excerpts = match &copy.outcome {
        Outcome::Differs { a, b, .. } => Some(excerpts(a, b, &copy.copy)),
        _ => None,
    };
    let lines: Vec<AnyView> = literal.chain(remarks).chain(excerpts).collect();
    view! {
        <span class=class><span class="answer__mark" aria-hidden="true">{mark}</span> {word}</span>
        " "
        <span class="answer__sure">{what} <b title=term.meaning>{term.word}</b></span>
        {lines}
    }
    .into_any()
}

/// How far a place moved: `+0x10`.
fn distance(here: u64, there: u64) -> String {
    match there.checked_sub(here) {
        Some(up) => format!("(+{up:#x})"),
        None => format!("(-{:#x})", here.saturating_sub(there)),
    }
}

/// Both sides, from the first difference on.
fn excerpts(a: &Excerpt, b: &Excerpt, other: &str) -> AnyView {
    let side = |name: &str, excerpt: &Excerpt| {
        let mut lines = vec![pairs(&excerpt.hex)];
        lines.extend(excerpt.instructions.iter().cloned());
        let name = format!("{name}, {}", terms::address(excerpt.address, excerpt.offset));
        view! { <p class="label">{name}</p> <pre class="excerpt" tabindex="0"><code>{lines.join("\n")}</code></pre> }
            .into_any()
    };
    let sides = vec![side("Here", a), side(other, b)];
    grid::folded(false, "From the first difference on".to_owned(), sides.into_any())
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
