//! The carry box: what became of an address, an offset or a symbol of one copy in the other copies.
//!
//! A place is compared as a whole: the function or object that a symbol or an unwind entry bounds, a string, a slot
//! that the loader fills, or a few bytes. It is looked for at the same address, at its symbol, where its
//! section or all code moved to, and at last by its bytes, which must be unique in both copies. Each answer says how
//! sure it is; *CONFIRMED* is said only of bytes that are all equal, at a place that was not guessed.

mod answer;
mod export;
mod instructions;
mod matching;
mod outcome;
mod pasted;
mod place;
mod query;
mod search;
mod subject;
mod unwind;
mod zeros;

pub use answer::{Answer, Asked, Bound, CopyAnswer, Excerpt, Known, MovedBy, Outcome, Place, Spot, SymbolPlace, Unit};
pub use export::{csv, markdown};
pub use query::{QUERIES, Query, Wanted, parse};

use outcome::Comparison;
use place::Found;
use subject::Subject;

/// Answers queries about places of `a` for each of the other copies, in their order.
///
/// The other copies come with the names by which the answers call them. Only places in ELF files can be answered.
pub fn carry(a: &[u8], others: &[(&str, &[u8])], queries: &[Query]) -> Vec<Answer> {
    let nothing = |query: &Query, why: String| Answer {
        query: query.text.clone(),
        place: Asked::Nothing(why),
        copies: Vec::new(),
    };
    let Some(a) = Subject::open(a) else {
        return queries.iter().map(|query| nothing(query, "The copy asked from is no ELF file.".to_owned())).collect();
    };
    let subjects: Vec<(&str, Option<Subject<'_>>)> =
        others.iter().map(|(name, bytes)| (*name, Subject::open(bytes))).collect();
    let mut comparisons: Vec<(&str, Option<Comparison<'_, '_>>)> = subjects
        .iter()
        .map(|(name, subject)| (*name, subject.as_ref().map(|subject| Comparison::new(&a, subject))))
        .collect();
    let no_elf = |name: &str| CopyAnswer {
        copy: name.to_owned(),
        outcome: Outcome::NotFound { why: "This copy is no ELF file.".to_owned() },
        remarks: Vec::new(),
        target: None,
    };
    let mut answer = |query: &Query| {
        let (found, note) = match place::find(&a, &query.wanted) {
            Err(why) => return nothing(query, why),
            Ok(found) => found,
        };
        let copies = comparisons.iter_mut().map(|(name, comparison)| match (comparison, &found) {
            (Some(comparison), Found::Bytes(stretch)) => comparison.answer(name, stretch),
            (Some(comparison), Found::Zeros(zeros)) => comparison.zeros(name, zeros),
            (None, _) => no_elf(name),
        });
        let copies = copies.collect();
        let place = Place { note, ..place::shown_place(&a, &found) };
        Answer { query: query.text.clone(), place: Asked::Place(place), copies }
    };
    queries.iter().map(&mut answer).collect()
}
