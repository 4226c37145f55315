//! A reference made of wheels that were verified here.

use super::card_file;
use super::codes;
use super::compare::here::{Found, Here};
use super::{
    About, Claim, Fact, Origin, OriginKind, Partial, Place, Reference, ReleaseName, Scope, StatedWheel, Subject,
};
use crate::card::format::counted;
use crate::card::{Card, Progress};
use crate::finding::Finding;
use crate::parity::{Basis, Copy, Pair, Rung};
use crate::report::WheelReport;

/// What a reference is to state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Sizes of the binaries.
    pub sizes: bool,
    /// Build-ids and the ids of other formats.
    pub ids: Option<Written>,
    /// SHA-256 of the binaries.
    pub sha256: Option<Written>,
    /// Rungs.
    pub rungs: bool,
    /// Size and SHA-256 of the wheel files themselves.
    pub wheel_files: bool,
}

/// How ids and digests are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Written {
    /// All digits.
    Whole,
    /// Head and tail, eight digits each.
    HeadAndTail,
    /// The first eight digits.
    Head,
}

impl Default for Choice {
    /// Everything, whole.
    fn default() -> Self {
        let whole = Some(Written::Whole);
        Self { sizes: true, ids: whole, sha256: whole, rungs: true, wheel_files: true }
    }
}

impl Written {
    /// Writes a value so.
    pub fn of(self, value: &str) -> Partial {
        match self {
            Self::Whole => Partial::Whole(value.to_owned()),
            Self::HeadAndTail => Partial::shortened(value, 8, 8),
            Self::Head => Partial::shortened(value, 8, 0),
        }
    }
}

/// What is verified of these wheels, as a reference; what is only claimed or doubtful is left out, and counted in its
/// findings.
///
/// `reports` are the reports that `card` was made of, in any order.
pub fn state(reports: &[&WheelReport], card: &Card, choice: &Choice) -> Reference {
    let here = Here::of(reports, card);
    let mut stater = Stater { here, choice: *choice, facts: Vec::new(), subjects: Vec::new(), left_out: 0 };
    stater.release();
    for at in 0..card.wheels.len() {
        stater.wheel(at);
    }
    for row in card.tables.iter().flat_map(|table| &table.rows) {
        stater.row(row);
    }
    let Stater { facts, subjects, left_out, .. } = stater;
    let head = &card.head;
    let is_named = is_short(&format!("{} {}", head.distribution, head.version));
    let release = is_named.then(|| ReleaseName {
        name: head.distribution.clone(),
        version: (!head.version.is_empty()).then(|| head.version.clone()),
    });
    let mut findings = Vec::new();
    if left_out > 0 {
        let detail = format!(
            "{} left out",
            counted(
                left_out,
                "value that is only claimed or doubtful is",
                "values that are only claimed or doubtful are"
            )
        );
        findings.push(Finding::new(&codes::LEFT_OUT, detail));
    }
    Reference {
        title: release.as_ref().map_or_else(String::new, |_| format!("{} {}", head.distribution, head.version)),
        origin: Origin { kind: OriginKind::Card, file_name: String::new(), source: None },
        release,
        wheels: card
            .wheels
            .iter()
            .map(|wheel| StatedWheel {
                label: wheel.label.clone(),
                file_name: Some(wheel.file_name.clone()),
                release: None,
            })
            .collect(),
        subjects,
        facts,
        findings,
    }
}

/// Whether a text has a place in a card; METADATA may hold a name of megabytes.
fn is_short(text: &str) -> bool {
    text.len() <= card_file::TEXT
}

struct Stater<'a> {
    here: Here<'a>,
    choice: Choice,
    facts: Vec<Fact>,
    subjects: Vec<Subject>,
    left_out: usize,
}

impl<'a> Stater<'a> {
    fn add(&mut self, about: About, scope: Scope, claim: Claim) {
        // A reference that is made here has no source; the number of the fact stands for the place in it.
        let line = u64::try_from(self.facts.len()).unwrap_or(u64::MAX).saturating_add(1);
        self.facts.push(Fact { about, scope, claim, place: Place::Line(line) });
    }

    fn release(&mut self) {
        let head = &self.here.card.head;
        let mut claims = Vec::new();
        if is_short(&head.distribution) {
            claims.push(Claim::Name(head.distribution.clone()));
        }
        if !head.version.is_empty() {
            claims.push(Claim::Version(head.version.clone()));
        }
        // A build time that only some wheels state, or several of them, is none of the release.
        if let [(time, wheels)] = head.build_times.as_slice()
            && wheels.is_empty()
        {
            claims.push(Claim::BuildTime(time.text.clone()));
        }
        let places = head.statements.iter().filter(|(statement, wheels)| wheels.is_empty() && statement.agrees);
        let places = places.map(|(statement, _)| (statement.what.clone(), statement.member.clone()));
        // METADATA's folder is named by the version, which is said already.
        let member = |what: &str, member: Option<String>| if what == "METADATA" { None } else { member };
        claims.extend(places.map(|(what, path)| Claim::StatedIn { member: member(&what, path), what }));
        let lines = self.here.card.wheels.first().map(|wheel| wheel.wheel_lines.clone()).unwrap_or_default();
        claims.extend(lines.into_iter().filter(|line| self.is_in_all(line)).map(Claim::WheelLine));
        for claim in claims.into_iter().filter(|claim| is_short(&claim.text())) {
            self.add(About::Release, Scope::All, claim);
        }
    }

    fn is_in_all(&self, line: &String) -> bool {
        self.here.card.wheels.iter().all(|wheel| wheel.wheel_lines.contains(line))
    }

    fn wheel(&mut self, at: usize) {
        let Some(head) = self.here.card.wheels.get(at) else { return };
        if self.choice.wheel_files {
            match head.sha256.filter(|_| head.progress == Progress::Verified) {
                Some(digest) => {
                    let size = head.size;
                    self.add(About::Wheel, Scope::Of(vec![at]), Claim::Size(size));
                    self.add(About::Wheel, Scope::Of(vec![at]), Claim::Sha256(Partial::Whole(digest.to_string())));
                }
                None => self.left_out = self.left_out.saturating_add(1),
            }
        }
        let own = head.wheel_lines.iter().filter(|line| !self.is_in_all(line) && is_short(line));
        let own: Vec<String> = own.cloned().collect();
        for line in own {
            self.add(About::Wheel, Scope::Of(vec![at]), Claim::WheelLine(line));
        }
    }

    fn row(&mut self, row: &'a Pair) {
        // A guest is stated in its own row.
        let copies: Vec<&Copy> = row.copies.iter().filter(|copy| !copy.guest).collect();
        if let Some(path) = self.name_of(row, &copies) {
            self.member(row, &path, &copies);
            return;
        }
        // No one name finds all copies: each has its own then, by its whole path.
        for copy in copies {
            self.member(row, &copy.path, &[copy]);
        }
    }

    /// The name under which every copy of a row, and nothing else, is found again: the path that they share, else the key.
    fn name_of(&self, row: &Pair, copies: &[&Copy]) -> Option<String> {
        let first = copies.first()?;
        let shared = copies.iter().all(|copy| copy.path == first.path);
        let name = if shared { &first.path } else { &row.key };
        let found = |copy: &&Copy| match self.here.wheels.get(copy.wheel)?.find(name) {
            Found::One(member) => (member.path == copy.path).then_some(()),
            Found::None | Found::Several(_) => None,
        };
        copies.iter().all(|copy| found(copy).is_some()).then(|| name.clone())
    }

    fn member(&mut self, row: &Pair, path: &str, copies: &[&Copy]) {
        let about = About::Member(self.subjects.len());
        self.subjects.push(Subject { path: path.to_owned(), also: Vec::new(), group: Some(row.group) });
        let Choice { sizes, ids, sha256, rungs, .. } = self.choice;
        let known = [Rung::ByteIdentical, Rung::SameSource, Rung::PerAbi].contains(&row.rung);
        if rungs && known && copies.len() == row.copies.len() {
            if row.basis == Basis::Verified {
                self.add(about, Scope::All, Claim::Rung(row.rung));
            } else {
                self.left_out = self.left_out.saturating_add(1);
            }
        }
        let before = self.facts.len();
        if sizes {
            self.values(about, copies, |copy| Some(Claim::Size(copy.size)));
        }
        if let Some(written) = ids {
            self.values(about, copies, |copy| {
                // A note can hold any text; what no card can hold is not stated.
                let id = copy.main_id().filter(|id| Partial::parse(&id.text).is_ok_and(|read| read.is_whole()))?;
                Some(Claim::BuildId(written.of(&id.text)))
            });
        }
        if let Some(written) = sha256 {
            self.values(about, copies, |copy| Some(Claim::Sha256(written.of(&copy.sha256?.to_string()))));
        }
        if self.facts.len() == before {
            self.values(about, copies, |_| Some(Claim::Present));
        }
        if self.facts.last().is_none_or(|fact| fact.about != about) {
            self.subjects.pop();
        }
    }

    /// One fact when all wheels of the card have the value, else one for each wheel.
    fn values(&mut self, about: About, copies: &[&Copy], claim: impl Fn(&Copy) -> Option<Claim>) {
        let settled = |copy: &&&Copy| copy.verified && !copy.doubtful;
        self.left_out = self.left_out.saturating_add(copies.iter().filter(|copy| !settled(copy)).count());
        let claims: Vec<(usize, Claim)> =
            copies.iter().filter(settled).filter_map(|copy| Some((copy.wheel, claim(copy)?))).collect();
        let Some((_, first)) = claims.first() else { return };
        if claims.len() == self.here.card.wheels.len() && claims.iter().all(|(_, claim)| claim == first) {
            self.add(about, Scope::All, first.clone());
            return;
        }
        for (wheel, claim) in claims {
            self.add(about, Scope::Of(vec![wheel]), claim);
        }
    }
}
