//! What a comparison comes to, in a sentence that claims no more than was checked.

mod sentence;

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, Counts, Outcome, Pairing, Verdict, VerdictKind};
use crate::card::Card;
use crate::card::format::literal;
use crate::reference::{About, Claim, Reference};
use crate::wheel::name::normalize;
use crate::wheel::pep440::{Relation, relation};

pub(super) fn of(
    reference: &Reference,
    card: &Card,
    pairings: &[Pairing],
    checks: &[Check],
    counts: &Counts,
) -> Verdict {
    let view = View::of(reference, card, pairings, checks);
    let kind = view.kind(counts);
    Verdict {
        kind,
        sentence: view.sentence(kind, counts),
        remarks: view.remarks(kind, counts),
        differing: view.differing.keys().map(|key| (*key).to_owned()).collect(),
    }
}

/// The checks, counted in the ways that the sentences need.
struct View<'a> {
    reference: &'a Reference,
    card: &'a Card,
    title: String,
    /// Wheels of the card that the reference speaks of; when it names none, those in which all holds that holds, else
    /// those in which some of it does, else all.
    wheels: Vec<usize>,
    /// What can be said of the wheels of facts that name none.
    fit: Fit,
    /// Wheels of the reference that are not here.
    absent: Vec<&'a str>,
    /// Checks of bytes, or of what is read from them.
    about_bytes: Vec<&'a Check>,
    /// Rows that were compared.
    compared: BTreeSet<&'a str>,
    /// Rows that differ, with what differs.
    differing: BTreeMap<&'a str, BTreeSet<&'static str>>,
    /// Whether the stated name and version are others.
    other_project: bool,
    other_version: bool,
}

/// In which wheels the facts that hold and name no wheel do so.
enum Fit {
    /// No such facts, or all of them in all wheels.
    All,
    /// All of them in these; `denied` have other values in the same places.
    Common { denied: Vec<usize> },
    /// Each in one or more of these.
    Some,
}

impl Fit {
    /// The wheels, and how they are fitted.
    fn of(checks: &[&Check], count: usize) -> (Self, Vec<usize>) {
        let holding: Vec<&[usize]> = checks.iter().map(|c| c.holds_in.as_slice()).filter(|w| !w.is_empty()).collect();
        let union: BTreeSet<usize> = holding.iter().copied().flatten().copied().collect();
        let common: BTreeSet<usize> =
            union.iter().copied().filter(|wheel| holding.iter().all(|wheels| wheels.contains(wheel))).collect();
        let denied: BTreeSet<usize> = checks.iter().flat_map(|check| check.denied_in.iter().copied()).collect();
        let denied = denied.difference(&common).copied().collect();
        if union.is_empty() || common.len() == count {
            (Self::All, (0..count).collect())
        } else if common.is_empty() {
            (Self::Some, union.into_iter().collect())
        } else {
            (Self::Common { denied }, common.into_iter().collect())
        }
    }
}

impl<'a> View<'a> {
    fn of(reference: &'a Reference, card: &'a Card, pairings: &[Pairing], checks: &'a [Check]) -> Self {
        let about = |check: &&Check| {
            let fact = check.fact.and_then(|at| reference.facts.get(at));
            fact.is_some_and(|fact| fact.about != About::Release && !matches!(fact.claim, Claim::WheelLine(_)))
        };
        let about_bytes: Vec<&Check> = checks.iter().filter(about).collect();
        let decided = |check: &&&Check| check.outcome.holds() || check.outcome == Outcome::Differs;
        let compared = about_bytes.iter().filter(decided).filter_map(|check| check.key.as_deref()).collect();
        let mut differing: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
        for check in about_bytes.iter().filter(|check| check.outcome == Outcome::Differs) {
            if let Some(key) = &check.key {
                differing.entry(key).or_default().insert(check.what);
            }
        }
        let paired: BTreeSet<usize> = pairings.iter().flat_map(|pairing| pairing.wheels.iter().copied()).collect();
        let absent = pairings.iter().zip(&reference.wheels).filter(|(pairing, _)| pairing.wheels.is_empty());
        let release = reference.release.as_ref();
        let (fit, fitting) = if reference.wheels.is_empty() {
            Fit::of(&about_bytes, card.wheels.len())
        } else {
            (Fit::All, paired.into_iter().collect())
        };
        let version = release.and_then(|release| release.version.as_deref());
        Self {
            reference,
            card,
            title: literal(&reference.title),
            wheels: fitting,
            fit,
            absent: absent.map(|(_, wheel)| wheel.label.as_str()).collect(),
            about_bytes,
            compared,
            differing,
            other_project: release.is_some_and(|r| normalize(&r.name) != normalize(&card.head.distribution)),
            other_version: version.is_some_and(|version| {
                matches!(relation(version, &card.head.version), Relation::Different | Relation::LocalOmitted)
            }),
        }
    }

    fn count(&self, outcome: impl Fn(&Check) -> bool) -> usize {
        self.about_bytes.iter().filter(|check| outcome(check)).count()
    }

    fn holding(&self) -> usize {
        self.count(|check| check.outcome.holds())
    }

    fn differences(&self) -> usize {
        self.count(|check| check.outcome == Outcome::Differs)
    }

    /// Bytes that are still to be looked at, and will be.
    fn waiting(&self) -> usize {
        self.count(|check| check.outcome == Outcome::NotYetChecked && !check.doubtful)
    }

    fn in_doubt(&self) -> usize {
        self.count(|check| check.doubtful || check.outcome == Outcome::Ambiguous)
    }

    fn kind(&self, counts: &Counts) -> VerdictKind {
        let decided = self.holding().saturating_add(self.differences());
        if self.other_project {
            return VerdictKind::Unrelated;
        }
        if self.about_bytes.is_empty() {
            return VerdictKind::NothingStated;
        }
        if self.other_version {
            return VerdictKind::OtherRelease;
        }
        if decided == 0 && self.waiting() == 0 {
            return if self.in_doubt() > 0 {
                VerdictKind::Doubtful
            } else if counts.other_name > 0 {
                VerdictKind::OtherNames
            } else {
                VerdictKind::Unrelated
            };
        }
        if self.differences() > 0 {
            let all = self.compared.len() > 1 && self.differing.len() == self.compared.len() && self.waiting() == 0;
            return if all { VerdictKind::OtherBuild } else { VerdictKind::SomeDiffer };
        }
        if self.waiting() > 0 || counts.not_yet_checked > 0 && self.in_doubt() == 0 {
            VerdictKind::NotYetChecked
        } else if self.in_doubt() > 0 {
            VerdictKind::Doubtful
        } else if counts.differs > 0 {
            // Only what the metadata says is another.
            VerdictKind::SomeDiffer
        } else if counts.not_here > 0 || counts.other_name > 0 {
            VerdictKind::SameAsFarAsHere
        } else if self.is_identified() {
            VerdictKind::Same
        } else {
            VerdictKind::SameAsFarAsPublished
        }
    }

    /// Whether each file of which something holds has a whole digest or id among that. What is said of copies to one
    /// another tells none of them.
    fn is_identified(&self) -> bool {
        if self.all_files_match() || self.all_binaries_match() {
            return true;
        }
        let (mut spoken_of, mut identified) = (BTreeSet::new(), BTreeSet::new());
        let relations = ["rung", "build-ids distinct"];
        for check in self.about_bytes.iter().filter(|check| !relations.contains(&check.what)) {
            let file = (check.wheel, check.key.as_deref().or(check.member.as_deref()));
            spoken_of.insert(file);
            if check.outcome == Outcome::Matches && ["SHA-256", "build-id"].contains(&check.what) {
                identified.insert(file);
            }
        }
        !identified.is_empty() && spoken_of.is_subset(&identified)
    }

    /// Whether every wheel file that is spoken of has its whole stated SHA-256.
    fn all_files_match(&self) -> bool {
        let whole: BTreeSet<usize> = self
            .about_bytes
            .iter()
            .filter(|check| check.outcome == Outcome::Matches && check.what == "SHA-256")
            .filter(|check| check.of_file)
            .flat_map(|check| check.wheel.into_iter().chain(check.holds_in.iter().copied()))
            .collect();
        !self.wheels.is_empty() && self.wheels.iter().all(|wheel| whole.contains(wheel))
    }

    /// Whether every binary of the wheels that are spoken of has its whole stated SHA-256.
    fn all_binaries_match(&self) -> bool {
        let is_digest = |check: &&&Check| check.outcome == Outcome::Matches && check.what == "SHA-256";
        let matching: BTreeSet<(&str, usize)> =
            self.about_bytes.iter().filter(is_digest).flat_map(|check| check.copies()).collect();
        let rows = self.card.tables.iter().flat_map(|table| &table.rows);
        let own = rows.flat_map(|row| row.copies.iter().filter(|copy| !copy.guest).map(move |copy| (row, copy)));
        let mut copies = own.map(|(row, copy)| (row.key.as_str(), copy.wheel));
        !matching.is_empty()
            && copies.all(|(key, wheel)| !self.wheels.contains(&wheel) || matching.contains(&(key, wheel)))
    }

    fn rows(&self) -> impl Iterator<Item = &'a str> {
        self.card.tables.iter().flat_map(|table| &table.rows).map(|row| row.key.as_str())
    }

    fn named(&self) -> BTreeSet<&'a str> {
        self.about_bytes.iter().filter_map(|check| check.key.as_deref()).collect()
    }
}
