//! The words of a verdict.

use std::collections::{BTreeMap, BTreeSet};

use super::View;
use crate::card::format::{counted, labels, listed, literal};
use crate::reference::{Check, Counts, Outcome, VerdictKind};

/// Names that a sentence lists.
const LISTED: usize = 8;

impl View<'_> {
    /// `the three wheels`, `the wheel`.
    fn these_wheels(&self) -> String {
        match self.wheels.len() {
            1 => "this wheel".to_owned(),
            2 => "these two wheels".to_owned(),
            3 => "these three wheels".to_owned(),
            4 => "these four wheels".to_owned(),
            5 => "these five wheels".to_owned(),
            6 => "these six wheels".to_owned(),
            more => format!("these {more} wheels"),
        }
    }

    /// Which binaries differ: `2 binaries differ: ‘a’ and ‘b’`.
    fn which_differ(&self) -> String {
        let count = self.differing.len();
        if count == 0 {
            let file = |check: &&&Check| check.outcome == Outcome::Differs && self.is_about_a_file(check);
            let files: BTreeSet<usize> = self.about_bytes.iter().filter(file).filter_map(|check| check.wheel).collect();
            let files: Vec<usize> = files.into_iter().collect();
            return match files.as_slice() {
                [] => "what differs is no binary of the card".to_owned(),
                [_] => format!("the wheel file of {} is another", labels(&files, &self.card.wheels)),
                _ => format!("the wheel files of {} are others", labels(&files, &self.card.wheels)),
            };
        }
        let verb = if count == 1 { "differs" } else { "differ" };
        let names: Vec<&str> = self.differing.keys().copied().collect();
        format!("{} {verb}: {}", counted(count, "binary", "binaries"), named(&names))
    }

    /// How many facts of each kind hold and differ: `size differs in 66 of 66, build-id in 0 of 48`.
    fn by_kind(&self) -> String {
        let mut kinds: BTreeMap<&'static str, (usize, usize)> = BTreeMap::new();
        for check in &self.about_bytes {
            let (holding, differing) = kinds.entry(check.what).or_default();
            *holding = holding.saturating_add(usize::from(check.outcome.holds()));
            *differing = differing.saturating_add(usize::from(check.outcome == Outcome::Differs));
        }
        let words = kinds.into_iter().filter(|(_, (holding, differing))| holding.saturating_add(*differing) > 0);
        let words: Vec<String> = words
            .map(|(what, (holding, differing))| format!("{what} {holding} of {}", holding.saturating_add(differing)))
            .collect();
        listed(&words)
    }

    /// The sentence on top.
    pub(super) fn sentence(&self, kind: VerdictKind, counts: &Counts) -> String {
        let title = &self.title;
        let facts = |count| counted(count, "fact", "facts");
        let (holding, differing) = (self.holding(), self.differences());
        let these = self.these_wheels();
        let release = self.reference.release.as_ref();
        let its = release.map(|release| {
            let version = release.version.as_deref().unwrap_or("of no stated version");
            literal(&format!("{} {version}", release.name))
        });
        let its = its.unwrap_or_else(|| title.clone());
        let ours = literal(&format!("{} {}", self.card.head.distribution, self.card.head.version));
        match kind {
            VerdictKind::Same if self.all_files_match() => {
                let are = if self.wheels.len() == 1 { "This is the same wheel" } else { "These are the same wheels" };
                let of = if self.wheels.len() > 1 { format!(" ({})", self.labels()) } else { String::new() };
                let others = self.count(|check| check.outcome.holds() && !self.is_about_a_file(check));
                let others = match others {
                    0 => String::new(),
                    some => format!(", and so do all {} about what is in them", facts(some)),
                };
                format!("{are} as in {title}{of}: the SHA-256 of each whole file matches{others}.")
            }
            VerdictKind::Same if self.all_binaries_match() => format!(
                "{} hold the same binaries as {title} states: the SHA-256 of every one matches, and so do all {}.",
                capital(&these),
                facts(holding)
            ),
            VerdictKind::Same => format!(
                "All that {title} publishes of {these} matches: {} about {}.",
                facts(holding),
                self.compared_words()
            ),
            VerdictKind::SameAsFarAsHere => format!(
                "What {title} publishes of {these} matches as far as it is here: {} about {}; {} about wheels or files \
                 that are not here.",
                facts(holding),
                self.compared_words(),
                if counts.not_here == 1 { "1 is".to_owned() } else { format!("{} are", counts.not_here) }
            ),
            VerdictKind::SomeDiffer if differing == 0 => format!(
                "All {} about bytes in {title} hold, and what the wheels state of themselves differs in {}.",
                facts(holding),
                counted(counts.differs, "place", "places")
            ),
            VerdictKind::SomeDiffer => {
                let same = if release.is_some_and(|r| r.version.is_some()) {
                    "The same release by name"
                } else {
                    "Not the same"
                };
                format!("{same}, {}; {} hold and {} differ.", self.which_differ(), facts(holding), facts(differing))
            }
            VerdictKind::OtherBuild => format!(
                "Names pair, values differ: {} that {title} speaks of are here by name, and every one differs in \
                 something. What holds: {}.",
                self.compared_words(),
                self.by_kind()
            ),
            VerdictKind::OtherRelease => format!(
                "Another release: {title} is about {its}, here is {ours}. Of its facts about bytes {holding} hold and \
                 {differing} differ."
            ),
            VerdictKind::Unrelated if self.other_project => {
                format!("Another project: {title} is about {its}, here is {ours}.")
            }
            VerdictKind::Unrelated => format!("Nothing that {title} speaks of is in these wheels."),
            VerdictKind::NotYetChecked => format!(
                "No verdict yet: of {title}, {} about bytes hold so far, none differs, and {} not checked yet.",
                facts(holding),
                if self.waiting() == 1 { "1 is".to_owned() } else { format!("{} are", self.waiting()) }
            ),
            VerdictKind::Doubtful => format!(
                "No clear verdict: nothing that could be compared with {title} differs ({} hold), but {} on doubtful \
                 bytes or on a name that fits several.",
                facts(holding),
                if self.in_doubt() == 1 { "1 rests".to_owned() } else { format!("{} rest", self.in_doubt()) }
            ),
            VerdictKind::NothingStated => format!("{title} states nothing about the bytes of a wheel or a binary."),
        }
    }

    fn labels(&self) -> String {
        labels(&self.wheels, &self.card.wheels)
    }

    fn compared_words(&self) -> String {
        match self.compared.len() {
            0 => {
                let checked: BTreeSet<&str> =
                    self.about_bytes.iter().filter_map(|check| check.member.as_deref()).collect();
                let files = self.about_bytes.iter().filter(|check| self.is_about_a_file(check)).filter_map(|c| c.wheel);
                let files = files.collect::<BTreeSet<_>>().len();
                if checked.is_empty() {
                    counted(files, "wheel file", "wheel files")
                } else {
                    counted(checked.len(), "member", "members")
                }
            }
            count => counted(count, "binary", "binaries"),
        }
    }

    /// What it does not cover.
    pub(super) fn remarks(&self, kind: VerdictKind, counts: &Counts) -> Vec<String> {
        let mut remarks = Vec::new();
        let mut say = |needed: bool, sentence: String| {
            if needed {
                remarks.push(sentence);
            }
        };
        let absent = self.absent.len();
        let are = if absent == 1 { "is" } else { "are" };
        say(absent > 0, format!("Of its wheels {} {are} not here: {}.", absent, named(&self.absent)));
        let beside: Vec<usize> = (0..self.card.wheels.len()).filter(|wheel| !self.wheels.contains(wheel)).collect();
        say(
            !beside.is_empty() && !self.wheels.is_empty(),
            format!("It says nothing of {}.", labels(&beside, &self.card.wheels)),
        );
        if matches!(kind, VerdictKind::SomeDiffer | VerdictKind::OtherBuild | VerdictKind::OtherRelease) {
            let waiting = self.waiting();
            let facts = counted(waiting, "fact about bytes is", "facts about bytes are");
            say(waiting > 0, format!("{facts} not checked yet."));
        }
        if kind == VerdictKind::Unrelated {
            let facts = counted(self.holding(), "fact about bytes holds", "facts about bytes hold");
            say(self.holding() > 0, format!("{facts} nevertheless."));
        }
        let ambiguous = counts.ambiguous;
        let fit = counted(ambiguous, "fact is", "facts are");
        say(ambiguous > 0, format!("{fit} about a name that fits several; no one of them was chosen."));
        let doubtful = self.count(|check| check.doubtful);
        let rest = counted(doubtful, "fact rests", "facts rest");
        say(doubtful > 0, format!("{rest} on doubtful bytes, see the findings."));
        let spoken_of = self.named();
        let silent: BTreeSet<&str> = self.rows().filter(|key| !spoken_of.contains(key)).collect();
        say(
            !silent.is_empty() && !self.compared.is_empty(),
            format!(
                "It is silent on {} that {} here.",
                counted(silent.len(), "binary", "binaries"),
                if silent.len() == 1 { "is" } else { "are" }
            ),
        );
        let partial = counts.matches_published;
        say(
            matches!(kind, VerdictKind::Same | VerdictKind::SameAsFarAsHere)
                && partial > 0
                && !self.all_files_match()
                && !self.all_binaries_match(),
            format!(
                "{} only as far as published: a shortened value, a length or a rung.",
                counted(partial, "fact matches", "facts match")
            ),
        );
        remarks
    }
}

/// Some names as literals: `a`, `b` and 7 more.
fn named(names: &[&str]) -> String {
    let mut items: Vec<String> = names.iter().take(LISTED).map(|name| literal(name)).collect();
    if names.len() > items.len() {
        items.push(format!("{} more", names.len().saturating_sub(items.len())));
    }
    listed(&items)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
