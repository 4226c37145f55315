//! What the page calls the parts of a comparison; the rules are in STYLE.md.

use crate::card::format::Term;

use super::{OriginKind, Outcome};

/// The outcomes, in the order in which a reader wants them: what differs first, what says least last.
pub const OUTCOMES: [Outcome; 7] = [
    Outcome::Differs,
    Outcome::Ambiguous,
    Outcome::NotYetChecked,
    Outcome::NotHere,
    Outcome::Matches,
    Outcome::MatchesPublished,
    Outcome::NotStated,
];

/// What came of a check.
pub fn outcome(outcome: Outcome) -> Term {
    let meaning = match outcome {
        Outcome::Matches => "Equal, and stated whole",
        Outcome::MatchesPublished => "Equal as far as it is stated: a head and a tail, a length, a rung",
        Outcome::Differs => "Another value; both are shown",
        Outcome::Ambiguous => "The name fits several members or wheels, so nothing is compared",
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
