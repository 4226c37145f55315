//! A reference beside the wheels.

mod checks;
pub(super) mod ends;
pub(super) mod here;
mod holders;
mod release;
mod unstated;
mod value;
mod verdict;
mod wheels;

use crate::card::Card;
use crate::report::WheelReport;
use here::Here;

use super::Reference;

/// Every fact of a reference, compared with the wheels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// What it comes to.
    pub verdict: Verdict,
    /// How many checks came to what.
    pub counts: Counts,
    /// For each wheel of the reference, which wheel of the card it is.
    pub wheels: Vec<Pairing>,
    /// Every check: first those of the facts, in the reference's order and by wheel, then what is not stated.
    pub checks: Vec<Check>,
}

/// The sentence on top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// For the eye and for scripts.
    pub kind: VerdictKind,
    /// The sentence; what is literal in it stands in backticks, see [`crate::card::format::spans`].
    pub sentence: String,
    /// What it does not cover: facts that were not checked, wheels that are not here; one sentence each.
    pub remarks: Vec<String>,
    /// The keys of the card's rows that differ.
    pub differing: Vec<String>,
}

/// What a comparison comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VerdictKind {
    /// All that is stated was checked and holds, and of each file that it speaks of a whole digest or id is among it.
    Same,
    /// All that is stated was checked and holds, and it is too little to tell each file by: a shortened digest, a size.
    SameAsFarAsPublished,
    /// All that could be checked holds, and some of what is stated is about wheels or members that are not here.
    SameAsFarAsHere,
    /// The same release by name, and some values differ.
    SomeDiffer,
    /// Names pair, and nearly every value differs.
    OtherBuild,
    /// The same project, another version.
    OtherRelease,
    /// Nothing that it speaks of is here by name, and bytes that it states are, under other names.
    OtherNames,
    /// Nothing that it speaks of is here.
    Unrelated,
    /// Bytes are still to be looked at.
    NotYetChecked,
    /// What was compared agrees, and some of it rests on doubtful bytes or on names that fit several members.
    Doubtful,
    /// It states nothing that can be compared.
    NothingStated,
}

/// How many checks came to what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// [`Outcome::Matches`]
    pub matches: usize,
    /// [`Outcome::MatchesPublished`]
    pub matches_published: usize,
    /// [`Outcome::Differs`]
    pub differs: usize,
    /// [`Outcome::Ambiguous`]
    pub ambiguous: usize,
    /// [`Outcome::OtherName`]
    pub other_name: usize,
    /// [`Outcome::NotHere`]
    pub not_here: usize,
    /// [`Outcome::NotYetChecked`]
    pub not_yet_checked: usize,
    /// [`Outcome::NotStated`]
    pub not_stated: usize,
}

/// Which wheel of the card a wheel of the reference is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// Indices into the card's wheels: one, none, or for a requirement every wheel of that release.
    pub wheels: Vec<usize>,
    /// Whether none was taken because several fit.
    pub ambiguous: bool,
    /// By what, or why not, in words.
    pub reason: String,
}

/// One fact, set beside one wheel (or the row of all).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Index into [`Reference::facts`]; `None` for what the reference does not state.
    pub fact: Option<usize>,
    /// The wheel of the reference that it is about, an index into [`Reference::wheels`].
    pub stated_wheel: Option<usize>,
    /// The wheel of the card, an index into [`Card::wheels`]; `None` when it is about all of them or about none.
    pub wheel: Option<usize>,
    /// The wheels of the card in which a fact that names no wheel holds; empty for every other check.
    pub holds_in: Vec<usize>,
    /// The wheels of the card that have another value in the place where such a fact holds elsewhere.
    pub denied_in: Vec<usize>,
    /// The card's row, when it is about one.
    pub key: Option<String>,
    /// The member's path, when it is about one.
    pub member: Option<String>,
    /// Whether it is about the wheel file itself.
    pub of_file: bool,
    /// What kind of value, e.g. `build-id`.
    pub what: &'static str,
    /// What came of it.
    pub outcome: Outcome,
    /// The value as the reference states it; empty for [`Outcome::NotStated`].
    pub stated: String,
    /// The value here; `None` when there is none.
    pub found: Option<String>,
    /// Whether the value here does not rest on all bytes yet: it is the directory's or RECORD's claim, or was read from
    /// the head of the file.
    pub claimed: bool,
    /// Whether the bytes here are doubtful.
    pub doubtful: bool,
    /// What else is to be said, in a sentence; empty when nothing is.
    pub detail: String,
}

/// What came of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Equal, and stated whole.
    Matches,
    /// Equal as far as it is published: a shortened id or digest.
    MatchesPublished,
    /// Another value; both are shown.
    Differs,
    /// The name fits several members or wheels.
    Ambiguous,
    /// Not under its name, but a file with this whole digest or id is here under another.
    OtherName,
    /// The wheel or the member is not here.
    NotHere,
    /// The bytes were not looked at yet, so there is only a claim or nothing.
    NotYetChecked,
    /// Here, and the reference says nothing of it.
    NotStated,
}

/// Compares a reference with the wheels of a card.
///
/// `reports` are the reports that `card` was made of, in any order.
pub fn compare(reference: &Reference, reports: &[&WheelReport], card: &Card) -> Comparison {
    let here = Here::of(reports, card);
    let pairings = wheels::pair(reference, &here);
    let mut checks = checks::of(reference, &here, &pairings);
    checks.extend(unstated::of(&checks, &here, &pairings));
    let counts = Counts::of(&checks);
    let verdict = verdict::of(reference, card, &pairings, &checks, &counts);
    Comparison { verdict, counts, wheels: pairings, checks }
}

impl Check {
    /// The copies of a row that it is about, as key and wheel.
    fn copies(&self) -> impl Iterator<Item = (&str, usize)> {
        let wheels = self.wheel.into_iter().chain(self.holds_in.iter().copied());
        self.key.as_deref().into_iter().flat_map(move |key| wheels.clone().map(move |wheel| (key, wheel)))
    }
}

impl Counts {
    fn of(checks: &[Check]) -> Self {
        let mut counts = Self::default();
        for check in checks {
            let count = match check.outcome {
                Outcome::Matches => &mut counts.matches,
                Outcome::MatchesPublished => &mut counts.matches_published,
                Outcome::Differs => &mut counts.differs,
                Outcome::Ambiguous => &mut counts.ambiguous,
                Outcome::OtherName => &mut counts.other_name,
                Outcome::NotHere => &mut counts.not_here,
                Outcome::NotYetChecked => &mut counts.not_yet_checked,
                Outcome::NotStated => &mut counts.not_stated,
            };
            *count = count.saturating_add(1);
        }
        counts
    }

    /// Checks of what the reference states; the others are of what it does not.
    pub fn stated(&self) -> usize {
        let open = [self.differs, self.ambiguous, self.other_name, self.not_here, self.not_yet_checked];
        open.into_iter().fold(self.holding(), usize::saturating_add)
    }

    /// Checks that hold, whole or as far as they are published.
    pub fn holding(&self) -> usize {
        self.matches.saturating_add(self.matches_published)
    }
}

impl Outcome {
    /// Whether the fact holds, whole or as far as it is published.
    pub fn holds(self) -> bool {
        matches!(self, Self::Matches | Self::MatchesPublished)
    }

    /// Its word, as the page and the exports write it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Matches => "matches",
            Self::MatchesPublished => "matches what is published of it",
            Self::Differs => "differs",
            Self::Ambiguous => "ambiguous",
            Self::OtherName => "under another name",
            Self::NotHere => "not in these wheels",
            Self::NotYetChecked => "not yet checked",
            Self::NotStated => "not stated",
        }
    }
}
