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

/// What became of the places, in the other copies, by kind; a bad answer says that it is one.
pub(super) fn answers(answers: &[Answer]) -> String {
    let outcomes = || answers.iter().flat_map(|answer| &answer.copies).map(|copy| &copy.outcome);
    let counts = [
        (outcomes().filter(|outcome| matches!(outcome, Outcome::SameAddress { .. })).count(), "at the same address"),
        (outcomes().filter(|outcome| matches!(outcome, Outcome::Moved { .. })).count(), "moved"),
        (outcomes().filter(|outcome| matches!(outcome, Outcome::Differs { .. })).count(), "do not carry (other bytes)"),
        (outcomes().filter(|outcome| matches!(outcome, Outcome::NotFound { .. })).count(), "not found"),
        (answers.iter().filter(|answer| matches!(answer.place, Asked::Nothing(_))).count(), "not understood"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| format!("{} {word}", words::number(*count))).collect();
    let others = answers.iter().map(|answer| answer.copies.len()).max().unwrap_or_default();
    let copies = format::counted(others, "other copy", "other copies");
    format!("{} in {copies}: {}", format::counted(answers.len(), "place", "places"), counts.join(", "))
}

/// The last part of a key.
pub(super) fn file_name(key: &str) -> &str {
    key.rsplit_once('/').map_or(key, |(_, name)| name)
}
