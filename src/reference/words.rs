//! What the page calls the parts of a comparison; the rules are in STYLE.md.

use crate::card::format::{Term, counted, thousands};

use super::{Counts, OriginKind, Outcome};

/// The outcomes, in the order in which a reader wants them: what differs first, what says least last.
pub const OUTCOMES: [Outcome; 8] = [
    Outcome::Differs,
    Outcome::Ambiguous,
    Outcome::NotYetChecked,
    Outcome::OtherName,
    Outcome::NotHere,
    Outcome::Matches,
    Outcome::MatchesPublished,
    Outcome::NotStated,
];

/// What came of a check.
pub fn outcome(outcome: Outcome) -> Term {
    let meaning = match outcome {
        Outcome::Matches => "Equal, and stated whole",
        Outcome::MatchesPublished => "Equal as far as it is stated: a shortened id or digest",
        Outcome::Differs => "Another value; both are shown",
        Outcome::Ambiguous => "The name fits several members or wheels, so nothing is compared",
        Outcome::OtherName => "Not here under this name, but a file with this whole digest or id is",
        Outcome::NotHere => "The wheel or the member that it speaks of is not here",
        Outcome::NotYetChecked => "The bytes were not looked at, so there is a claim only, or nothing",
        Outcome::NotStated => "Here, and the reference says nothing of it",
    };
    Term { word: outcome.word(), meaning }
}

/// What kind of text a reference was read from.
pub fn origin(kind: OriginKind) -> &'static str {
    match kind {
        OriginKind::Card => "reference card",
        OriginKind::SavedReport => "saved report",
        OriginKind::Checksums => "checksums",
        OriginKind::Requirements => "requirements with hashes",
        OriginKind::Readelf => "output of readelf -n",
        OriginKind::Mixed => "lines of several kinds",
    }
}

/// The same at the head of a sentence or as a line of its own.
pub fn origin_as_line(kind: OriginKind) -> &'static str {
    match kind {
        OriginKind::Card => "A reference card",
        OriginKind::SavedReport => "A saved report",
        OriginKind::Checksums => "A list of checksums",
        OriginKind::Requirements => "Requirements with hashes",
        OriginKind::Readelf => "Output of readelf -n",
        OriginKind::Mixed => "Lines of several kinds",
    }
}

/// What folds out to say which wheel of a reference is which wheel here.
pub fn pairing(stated: usize) -> String {
    match stated {
        1 => "Which wheel here its wheel is".to_owned(),
        some => format!("Which of its {} is which", counted(some, "wheel", "wheels")),
    }
}

/// What the lines of the list are, with all their numbers: a fact that is said of several wheels is a value in each.
pub fn lines(shown: usize, facts: usize, counts: &Counts) -> String {
    let number = |count: usize| thousands(u64::try_from(count).unwrap_or(u64::MAX));
    let stated = counts.stated();
    let all = stated.saturating_add(counts.not_stated);
    let of = if facts == stated {
        String::new()
    } else {
        format!(": {} stated in {}", counted(stated, "value", "values"), counted(facts, "fact", "facts"))
    };
    let rest = match counts.not_stated {
        0 => String::new(),
        some => format!(", {} not stated", number(some)),
    };
    format!("{} of {}{of}{rest}", number(shown), counted(all, "line", "lines"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_go_with_their_numbers() {
        assert_eq!(
            [0, 1, 2].map(pairing),
            ["Which of its 0 wheels is which", "Which wheel here its wheel is", "Which of its 2 wheels is which"]
        );
        let counts = |matches, not_stated| Counts { matches, not_stated, ..Counts::default() };
        let said = [
            lines(0, 0, &counts(0, 0)),
            lines(1, 1, &counts(1, 0)),
            lines(2, 1, &counts(2, 0)),
            lines(2, 2, &counts(1, 1)),
            lines(84, 80, &counts(84, 2)),
        ];
        assert_eq!(
            said,
            [
                "0 of 0 lines",
                "1 of 1 line",
                "2 of 2 lines: 2 values stated in 1 fact",
                "2 of 2 lines: 1 value stated in 2 facts, 1 not stated",
                "84 of 86 lines: 84 values stated in 80 facts, 2 not stated",
            ]
        );
    }
}
