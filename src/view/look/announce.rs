//! What the status line says when an answer comes that the reader waits for.

use super::super::words;
use crate::card::format;
use crate::evidence::carry::{Answer, Asked, Outcome};
use crate::parity::Pair;

/// The verdict on a binary.
pub(super) fn verdict(pair: &Pair) -> String {
    let verdict = pair.evidence.as_ref().and_then(|star| star.verdict);
    let (addresses, logic) = (format::confidence(pair.addresses).word, format::confidence(pair.logic).word);
    format!("{}: {}, addresses {addresses}, logic {logic}", file_name(&pair.key), format::verdict(verdict).word)
}

/// What became of the places, in the other copies, by kind; a bad answer says that it is one. What is counted is answers:
/// one for each place and each other copy. A place that the copy does not have has none.
pub(super) fn answers(answers: &[Answer]) -> String {
    let outcomes = || answers.iter().flat_map(|answer| &answer.copies).map(|copy| &copy.outcome);
    let counts = [
        (outcomes().filter(|outcome| matches!(outcome, Outcome::SameAddress { .. })).count(), "at the same address"),
        (outcomes().filter(|outcome| matches!(outcome, Outcome::Moved { .. })).count(), "moved"),
        (outcomes().filter(|outcome| matches!(outcome, Outcome::Differs { .. })).count(), "do not carry (other bytes)"),
        (outcomes().filter(|outcome| matches!(outcome, Outcome::NotFound { .. })).count(), "not found"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| format!("{} {word}", words::number(*count))).collect();
    let others = answers.iter().map(|answer| answer.copies.len()).max().unwrap_or_default();
    let (places, none): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| matches!(answer.place, Asked::Place(_)));
    let mut sentences = Vec::new();
    if !places.is_empty() {
        let asked = format::counted(places.len(), "place", "places");
        let copies = format::counted(others, "other copy", "other copies");
        let given = format::counted(outcomes().count(), "answer", "answers");
        sentences.push(format!("{asked} in {copies}, {given}: {}.", counts.join(", ")));
    }
    if !none.is_empty() {
        sentences
            .push(format!("{} without an answer: the table says why.", format::counted(none.len(), "line", "lines")));
    }
    sentences.join(" ")
}

/// The last part of a key.
pub(super) fn file_name(key: &str) -> &str {
    key.rsplit_once('/').map_or(key, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none(query: &str) -> Answer {
        Answer {
            query: query.to_owned(),
            place: Asked::Nothing("Nothing is loaded there.".to_owned()),
            copies: Vec::new(),
        }
    }

    #[test]
    fn a_line_that_is_no_place_of_the_copy_has_no_answer_and_is_not_counted_as_one() {
        assert_eq!(answers(&[none("0x1"), none("0x2")]), "2 lines without an answer: the table says why.");
    }
}
