//! The words of a verdict.

use std::collections::{BTreeMap, BTreeSet};

use super::{Fit, View};
use crate::card::Card;
use crate::card::format::{counted, label, labels, listed, literal, thousands};
use crate::reference::{Check, Counts, Outcome, VerdictKind};

/// Names that a sentence lists.
const LISTED: usize = 8;

impl View<'_> {
    /// `these three wheels`, `this wheel`; by label when they are not all that are here.
    fn these_wheels(&self) -> String {
        match (self.wheels.len(), self.card.wheels.len()) {
            (1, 1) => "this wheel".to_owned(),
            (1, _) => format!("the wheel {}", self.labels()),
            (count, all) if count < all => format!("the wheels {}", self.labels()),
            (2, _) => "these two wheels".to_owned(),
            (3, _) => "these three wheels".to_owned(),
            (4, _) => "these four wheels".to_owned(),
            (5, _) => "these five wheels".to_owned(),
            (6, _) => "these six wheels".to_owned(),
            (more, _) => format!("these {more} wheels"),
        }
    }

    /// ` of these three wheels`; nothing where it is not of all of them, see [`fitting`](Self::fitting).
    fn of_these(&self) -> String {
        if matches!(self.fit, Fit::All) { format!(" of {}", self.these_wheels()) } else { String::new() }
    }

    /// In which wheels what names no wheel holds, when it is not in all.
    fn fitting(&self) -> String {
        let by_label = |wheels: &[usize]| -> String {
            let labels = wheels.iter().map(|at| label(*at, &self.card.wheels).to_owned());
            listed(&labels.collect::<Vec<_>>())
        };
        let labels = by_label(&self.wheels);
        match &self.fit {
            Fit::All => String::new(),
            Fit::Common { denied } => {
                let copies = if self.wheels.len() == 1 && self.compared.len() == 1 { "copy" } else { "copies" };
                let that = if denied.len() == 1 && copies == "copy" { "that" } else { "those" };
                if denied.is_empty() {
                    format!("; all of it in {labels}")
                } else {
                    format!("; it fits the {copies} of {labels}, not {that} of {}", by_label(denied))
                }
            }
            Fit::Some => format!("; each in one or more of {labels}"),
        }
    }

    /// Which binaries differ: `2 binaries differ: ‘a’ and ‘b’`.
    fn which_differ(&self) -> String {
        let count = self.differing.len();
        if count == 0 {
            let file = |check: &&&Check| check.outcome == Outcome::Differs && check.of_file;
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
        let values = |count| counted(count, "value", "values");
        let hold = |count| counted(count, "value holds", "values hold");
        let are = |count: usize| counted(count, "is", "are");
        let (holding, differing) = (self.holding(), self.differences());
        let release = self.reference.release.as_ref();
        let its = release.map(|release| {
            let version = release.version.as_deref().unwrap_or("of no stated version");
            literal(&format!("{} {version}", release.name))
        });
        let its = its.unwrap_or_else(|| title.clone());
        let ours = literal(&format!("{} {}", self.card.head.distribution, self.card.head.version));
        match kind {
            VerdictKind::Same => self.same(counts),
            VerdictKind::SameAsFarAsPublished => format!(
                "What {title} publishes{} matches, and it is too little to say that they are the same: {}.",
                self.of_these(),
                self.what_holds(counts)
            ),
            VerdictKind::SameAsFarAsHere => self.as_far_as_here(counts),
            VerdictKind::SomeDiffer if differing == 0 => format!(
                "{} about bytes, and what the wheels state of themselves differs in {}.",
                match holding {
                    1 => format!("The 1 value in {title} holds"),
                    some => format!("All {} in {title} hold", values(some)),
                },
                counted(counts.differs, "place", "places")
            ),
            VerdictKind::SomeDiffer => {
                let same = if release.is_some_and(|r| r.version.is_some()) {
                    "The same release by name"
                } else {
                    "Not the same"
                };
                format!("{same}, {}; {} and {}.", self.which_differ(), hold(holding), differ(differing))
            }
            VerdictKind::OtherBuild => format!(
                "Names pair, values differ: {} that {title} speaks of are here by name, and every one differs in \
                 something. What holds: {}.",
                counted(self.compared.len(), "binary", "binaries"),
                self.by_kind()
            ),
            VerdictKind::OtherRelease => format!(
                "Another release: {title} is about {its}, here is {ours}. Of what it states of bytes {} and {}.",
                hold(holding),
                differ(differing)
            ),
            VerdictKind::Unrelated if self.other_project => {
                format!("Another project: {title} is about {its}, here is {ours}.")
            }
            VerdictKind::Unrelated => format!("Nothing that {title} speaks of is in {}.", all_here(self.card)),
            VerdictKind::OtherNames => format!(
                "Nothing is here under the name that {title} gives it, but {}.",
                counted(
                    counts.other_name,
                    "digest or id in it is that of a file here",
                    "digests or ids in it are those of files here"
                )
            ),
            VerdictKind::NotYetChecked => format!(
                "No verdict yet: of {title}, {} so far, none differs, and {} not checked yet.",
                counted(holding, "value about bytes holds", "values about bytes hold"),
                are(self.waiting())
            ),
            VerdictKind::Doubtful => format!(
                "No clear verdict: nothing that could be compared with {title} differs ({}), but {} on doubtful bytes or \
                 on a name that fits several.",
                hold(holding),
                counted(self.in_doubt(), "rests", "rest")
            ),
            VerdictKind::NothingStated => format!("{title} states nothing about the bytes of a wheel or a binary."),
        }
    }

    /// That all that is stated holds, and identifies what it is said of.
    fn same(&self, counts: &Counts) -> String {
        let (title, these, one) = (&self.title, self.these_wheels(), self.wheels.len() == 1);
        if self.all_files_match() {
            let are = match (one, self.wheels.len() < self.card.wheels.len()) {
                (true, true) => format!("{} is the same", capital(&these)),
                (true, false) => "This is the same wheel".to_owned(),
                (false, _) => "These are the same wheels".to_owned(),
            };
            let of = if one { String::new() } else { format!(" ({})", self.labels()) };
            let whole = if one { "the whole file" } else { "each whole file" };
            let is_digest = |check: &Check| check.what == "SHA-256" && check.of_file;
            let digests = self.count(|check| check.outcome.holds() && is_digest(check));
            let others = match counts.holding().saturating_sub(digests) {
                0 => String::new(),
                1 => ", and so does the other value".to_owned(),
                some => format!(", and so do the other {} values", number(some)),
            };
            return format!("{are} as in {title}{of}: the SHA-256 of {whole} matches{others}.");
        }
        if self.all_binaries_match() {
            let hold = if one { "holds" } else { "hold" };
            let all = match counts.holding() {
                0 | 1 => String::new(),
                some => format!(", and so do all {} values", number(some)),
            };
            let these = capital(&these);
            return format!(
                "{these} {hold} the same binaries as {title} states: the SHA-256 of every one matches{all}."
            );
        }
        format!("All that {title} publishes{} matches: {}.", self.of_these(), self.what_holds(counts))
    }

    /// That what is here holds, and how much is not here or is named otherwise.
    fn as_far_as_here(&self, counts: &Counts) -> String {
        let mut rest = Vec::new();
        if counts.not_here > 0 {
            rest.push(format!("{} of wheels or files that are not here", counted(counts.not_here, "is", "are")));
        }
        if counts.other_name > 0 {
            rest.push(format!("{} here under another name", counted(counts.other_name, "is", "are")));
        }
        let (title, these) = (&self.title, self.of_these());
        let holds = self.what_holds(counts);
        format!("What {title} publishes{these} matches as far as it is here: {holds}; {}.", listed(&rest))
    }

    /// `66 values of 5 binaries and 12 that the wheels state of themselves`, and in which wheels.
    fn what_holds(&self, counts: &Counts) -> String {
        let values = counted(self.holding(), "value", "values");
        format!("{values} of {}{}{}", self.compared_words(), self.beside(counts), self.fitting())
    }

    /// What holds besides the values of bytes, so that the numbers of a sentence are those of the list below it.
    fn beside(&self, counts: &Counts) -> String {
        match counts.holding().saturating_sub(self.holding()) {
            0 => String::new(),
            1 => ", and 1 that the wheels state of themselves".to_owned(),
            some => format!(", and {} that the wheels state of themselves", number(some)),
        }
    }

    fn labels(&self) -> String {
        labels(&self.wheels, &self.card.wheels)
    }

    /// What was compared: `5 binaries, 12 other members and 3 wheel files`.
    fn compared_words(&self) -> String {
        let decided = |check: &&&Check| check.outcome.holds() || check.outcome == Outcome::Differs;
        let checks = self.about_bytes.iter().filter(decided);
        let others: BTreeSet<&str> =
            checks.clone().filter(|check| check.key.is_none()).filter_map(|check| check.member.as_deref()).collect();
        let files = checks.filter(|check| check.of_file);
        let files: BTreeSet<usize> =
            files.flat_map(|check| check.wheel.into_iter().chain(check.holds_in.iter().copied())).collect();
        let binaries = self.compared.len();
        let other = if binaries > 0 { ("other member", "other members") } else { ("member", "members") };
        let kinds =
            [(binaries, ("binary", "binaries")), (others.len(), other), (files.len(), ("wheel file", "wheel files"))];
        let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(count, (one, many))| counted(count, one, many)).collect();
        // One value may be that of several members, with none to count.
        if kinds.is_empty() { "what is here".to_owned() } else { listed(&kinds) }
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
            !beside.is_empty() && !self.wheels.is_empty() && !self.reference.wheels.is_empty(),
            format!("It says nothing of {}.", labels(&beside, &self.card.wheels)),
        );
        if matches!(kind, VerdictKind::SomeDiffer | VerdictKind::OtherBuild | VerdictKind::OtherRelease) {
            let waiting = self.waiting();
            let facts = counted(waiting, "value about bytes is", "values about bytes are");
            say(waiting > 0, format!("{facts} not checked yet."));
        }
        if kind == VerdictKind::Unrelated {
            let facts = counted(self.holding(), "value about bytes holds", "values about bytes hold");
            say(self.holding() > 0, format!("{facts} nevertheless."));
        }
        let ambiguous = counts.ambiguous;
        let fit = counted(ambiguous, "value is", "values are");
        say(ambiguous > 0, format!("{fit} about a name that fits several; no one of them was chosen."));
        let doubtful = self.count(|check| check.doubtful);
        let rest = counted(doubtful, "value rests", "values rest");
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
            matches!(kind, VerdictKind::Same | VerdictKind::SameAsFarAsHere | VerdictKind::SameAsFarAsPublished)
                && partial > 0
                && !self.all_files_match()
                && !self.all_binaries_match(),
            format!(
                "{} only as far as published: as a shortened id or digest.",
                counted(partial, "value matches", "values match")
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

fn number(count: usize) -> String {
    thousands(u64::try_from(count).unwrap_or(u64::MAX))
}

fn differ(count: usize) -> String {
    counted(count, "differs", "differ")
}

fn all_here(card: &Card) -> &'static str {
    if card.wheels.len() == 1 { "this wheel" } else { "these wheels" }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
