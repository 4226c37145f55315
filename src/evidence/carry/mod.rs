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
    let mut answers = Carried::new(a, queries);
    for (name, bytes) in others {
        answers.add(name, bytes);
    }
    answers.finish()
}

/// [`carry`], where each other copy is read when its turn comes: no more than two copies are held at once.
///
/// # Errors
/// What `read` says when a copy can't be had.
pub fn carry_reading(
    a: &[u8],
    others: &[String],
    mut read: impl FnMut(usize) -> Result<Vec<u8>, String>,
    queries: &[Query],
) -> Result<Vec<Answer>, String> {
    let mut answers = Carried::new(a, queries);
    for (at, name) in others.iter().enumerate() {
        answers.add(name, &read(at)?);
    }
    Ok(answers.finish())
}

/// Places of one copy, and the answers so far.
struct Carried<'data> {
    subject: Option<Subject<'data>>,
    found: Vec<Option<Found<'data>>>,
    answers: Vec<Answer>,
}

impl<'data> Carried<'data> {
    fn new(a: &'data [u8], queries: &[Query]) -> Self {
        let subject = Subject::open(a);
        let mut places = Vec::with_capacity(queries.len());
        let mut answers = Vec::with_capacity(queries.len());
        for query in queries {
            let found = match &subject {
                Some(subject) => place::find(subject, &query.wanted).map(|found| (subject, found)),
                None => Err("The copy asked from is no ELF file.".to_owned()),
            };
            let (place, found) = match found {
                Ok((subject, (found, note))) => {
                    (Asked::Place(Place { note, ..place::shown_place(subject, &found) }), Some(found))
                }
                Err(why) => (Asked::Nothing(why), None),
            };
            places.push(found);
            answers.push(Answer { query: query.text.clone(), place, copies: Vec::new() });
        }
        Self { subject, found: places, answers }
    }

    fn add(&mut self, name: &str, bytes: &[u8]) {
        let Some(a) = &self.subject else { return };
        let other = Subject::open(bytes);
        let mut comparison = other.as_ref().map(|other| Comparison::new(a, other));
        for (found, answer) in self.found.iter().zip(&mut self.answers) {
            let Some(found) = found else { continue };
            answer.copies.push(match (&mut comparison, found) {
                (Some(comparison), Found::Bytes(spot)) => comparison.answer(name, spot),
                (Some(comparison), Found::Zeros(zeros)) => comparison.zeros(name, zeros),
                (None, _) => CopyAnswer {
                    copy: name.to_owned(),
                    outcome: Outcome::NotFound { why: "This copy is no ELF file.".to_owned() },
                    remarks: Vec::new(),
                    target: None,
                },
            });
        }
    }

    fn finish(self) -> Vec<Answer> {
        self.answers
    }
}
