//! Every fact beside what it is about.

use std::collections::{BTreeMap, BTreeSet};

use super::here::{Found, Held, HeldMember, Here};
use super::holders::{Holders, Sought};
use super::value::{Judged, judge};
use super::{Check, Outcome, Pairing, release};
use crate::card::Progress;
use crate::card::format::{self, literal};
use crate::parity::Rung;
use crate::reference::{About, Claim, Fact, OriginKind, Reference, Scope};

/// Members that a sentence about an ambiguous name lists.
const LISTED: usize = 8;

/// The checks of all facts, in the reference's order and by wheel.
pub(super) fn of(reference: &Reference, here: &Here<'_>, pairings: &[Pairing]) -> Vec<Check> {
    let said_in = said_in(reference);
    let mut checker = Checker { reference, here, pairings, said_in, holders: None, checks: Vec::new() };
    for (at, fact) in reference.facts.iter().enumerate() {
        checker.fact(at, fact);
    }
    checker.checks
}

pub(super) struct Checker<'r, 'h, 'a> {
    pub(super) reference: &'r Reference,
    pub(super) here: &'h Here<'a>,
    pairings: &'r [Pairing],
    /// See [`said_in`].
    said_in: BTreeMap<usize, BTreeSet<usize>>,
    /// What has each id and digest; made for the first fact that asks.
    holders: Option<Holders<'h, 'a>>,
    checks: Vec<Check>,
}

impl<'h, 'a> Checker<'_, 'h, 'a> {
    fn fact(&mut self, at: usize, fact: &Fact) {
        match (fact.about, &fact.claim) {
            (About::Release, claim) => self.release(at, claim),
            (About::Wheel, _) => self.wheel_file(at, fact),
            (About::Member(subject), Claim::Rung(_) | Claim::BuildIdsDistinct) => self.row(at, fact, subject),
            (About::Member(subject), _) if fact.scope == Scope::Unsaid => self.somewhere(at, fact, subject),
            (About::Member(subject), _) => {
                for stated in self.stated(&fact.scope) {
                    self.member(at, fact, subject, stated);
                }
            }
            (About::SomeMember, _) => self.some_member(at, fact),
        }
    }

    fn push(&mut self, at: usize, claim: &Claim, judged: Judged) -> &mut Check {
        let Judged { outcome, found, claimed, doubtful, detail } = judged;
        self.checks.push(Check {
            fact: Some(at),
            stated_wheel: None,
            wheel: None,
            holds_in: Vec::new(),
            denied_in: Vec::new(),
            key: None,
            member: None,
            of_file: false,
            what: claim.what(),
            outcome,
            stated: claim.text(),
            found,
            claimed,
            doubtful,
            detail,
        });
        let last = self.checks.len().saturating_sub(1);
        #[expect(clippy::indexing_slicing, reason = "one was pushed just now")]
        &mut self.checks[last]
    }

    /// The wheels of the reference that a scope means.
    fn stated(&self, scope: &Scope) -> Vec<usize> {
        match scope {
            Scope::All => (0..self.reference.wheels.len()).collect(),
            Scope::Of(wheels) => wheels.clone(),
            Scope::Unsaid => Vec::new(),
        }
    }

    fn paired(&self, stated: usize) -> &[usize] {
        self.pairings.get(stated).map(|pairing| pairing.wheels.as_slice()).unwrap_or_default()
    }

    /// Says of a wheel of the reference that it is not here, or that it could be several.
    fn no_wheel(&mut self, at: usize, claim: &Claim, stated: usize) {
        let pairing = self.pairings.get(stated);
        let ambiguous = pairing.is_some_and(|pairing| pairing.ambiguous);
        let outcome = if ambiguous { Outcome::Ambiguous } else { Outcome::NotHere };
        let reason = pairing.map(|pairing| pairing.reason.clone()).unwrap_or_default();
        self.push(at, claim, Judged::new(outcome, None).saying(reason)).stated_wheel = Some(stated);
    }

    fn is_over(&self, wheel: usize) -> bool {
        self.here.card.wheels.get(wheel).is_some_and(|head| head.progress == Progress::Verified)
    }

    fn release(&mut self, at: usize, claim: &Claim) {
        let judged = release::judge(claim, self.here);
        self.push(at, claim, judged);
    }

    fn wheel_file(&mut self, at: usize, fact: &Fact) {
        for stated in self.stated(&fact.scope) {
            let wheels = self.paired(stated).to_vec();
            if wheels.is_empty() {
                self.no_wheel(at, &fact.claim, stated);
            }
            for wheel in wheels {
                let judged = release::judge_file(&fact.claim, self.here, wheel);
                let check = self.push(at, &fact.claim, judged);
                (check.stated_wheel, check.wheel, check.of_file) = (Some(stated), Some(wheel), true);
            }
        }
    }

    fn member(&mut self, at: usize, fact: &Fact, subject: usize, stated: usize) {
        let wheels = self.paired(stated).to_vec();
        if wheels.is_empty() {
            self.no_wheel(at, &fact.claim, stated);
        }
        for wheel in wheels {
            let found = self.find(subject, wheel);
            let over = self.is_over(wheel);
            let (judged, key, member) = match found {
                Found::None => {
                    let key = self.key_elsewhere(subject).map(str::to_owned);
                    let check = self.not_named(at, fact, Some(wheel));
                    (check.stated_wheel, check.wheel) = (Some(stated), Some(wheel));
                    check.key = check.key.take().or(key);
                    continue;
                }
                Found::Several(several) => (ambiguous(&several), None, None),
                Found::One(member) => (judge(&fact.claim, member, over), member.key(), Some(member.path)),
            };
            let check = self.push(at, &fact.claim, judged);
            (check.stated_wheel, check.wheel) = (Some(stated), Some(wheel));
            check.key = key.map(str::to_owned);
            check.member = member.map(str::to_owned);
        }
    }

    /// What comes of a file that these wheels should have and have not. A wheel that is here and lacks the file is another.
    fn lacking(&self, wheels: &[usize]) -> Judged {
        let names = format::labels(wheels, &self.here.card.wheels);
        if wheels.iter().all(|wheel| self.is_over(*wheel)) {
            return Judged::new(Outcome::Differs, None).saying(format!("not in {names}: no file there is named so"));
        }
        let mut judged = Judged::new(Outcome::NotYetChecked, None);
        judged.claimed = true;
        judged.saying(format!("not in the directory of {names}; not all bytes are looked at yet"))
    }

    /// The row of a binary that one wheel lacks, by the wheels that have it.
    fn key_elsewhere(&self, subject: usize) -> Option<&'a str> {
        let wheels = 0..self.here.wheels.len();
        let keys: BTreeSet<&str> = wheels
            .filter_map(|wheel| match self.find(subject, wheel) {
                Found::One(member) => member.key(),
                Found::None | Found::Several(_) => None,
            })
            .collect();
        keys.first().copied().filter(|_| keys.len() == 1)
    }

    /// The member that a subject is in a wheel of which it is said, by the first of its spellings that anything fits.
    fn find(&self, subject: usize, wheel: usize) -> Found<'h, 'a> {
        self.find_by(subject, wheel, Held::find)
    }

    /// The member that a subject is in a wheel of which it may be said. A card and a saved report state members' paths, a
    /// pasted list those of a disk.
    fn find_unsaid(&self, subject: usize, wheel: usize) -> Found<'h, 'a> {
        match self.reference.origin.kind {
            OriginKind::Card | OriginKind::SavedReport => self.find(subject, wheel),
            OriginKind::Checksums | OriginKind::Requirements | OriginKind::Readelf | OriginKind::Mixed => {
                self.find_by(subject, wheel, Held::find_unpacked)
            }
        }
    }

    fn find_by(&self, subject: usize, wheel: usize, by: fn(&'h Held<'a>, &str) -> Found<'h, 'a>) -> Found<'h, 'a> {
        let Some(held) = self.here.wheels.get(wheel) else { return Found::None };
        let Some(subject) = self.reference.subjects.get(subject) else { return Found::None };
        let mut spellings = std::iter::once(&subject.path).chain(&subject.also);
        let found = spellings.find_map(|spelling| match by(held, spelling) {
            Found::None => None,
            found => Some(found),
        });
        found.unwrap_or(Found::None)
    }

    /// A fact that does not say of which wheel it is: it holds if it holds in one.
    fn somewhere(&mut self, at: usize, fact: &Fact, subject: usize) {
        let path = self.reference.subjects.get(subject).map(|subject| subject.path.as_str()).unwrap_or_default();
        let wheels = match self.wheel_in(subject, path) {
            Some(named) => vec![named],
            None => (0..self.here.wheels.len()).collect(),
        };
        let mut judged: Vec<(usize, &HeldMember<'_>, Judged)> = Vec::new();
        for wheel in wheels {
            match self.find_unsaid(subject, wheel) {
                Found::None => {}
                Found::One(member) => judged.push((wheel, member, judge(&fact.claim, member, self.is_over(wheel)))),
                Found::Several(several) => {
                    self.push(at, &fact.claim, ambiguous(&several));
                    return;
                }
            }
        }
        let heads = &self.here.card.wheels;
        let holding = |whole: Outcome| judged.iter().filter(move |(.., j)| j.outcome == whole).collect::<Vec<_>>();
        let order = [Outcome::Matches, Outcome::MatchesPublished, Outcome::NotYetChecked, Outcome::Differs];
        let best = order.into_iter().map(holding).find(|those| !those.is_empty()).unwrap_or_default();
        let Some((wheel, member, first)) = best.first().copied().cloned() else {
            self.not_named(at, fact, None);
            return;
        };
        let those: Vec<usize> = best.iter().map(|(wheel, ..)| *wheel).collect();
        let (mut said, mut denied) = (first.clone(), Vec::new());
        if first.outcome.holds() && heads.len() > 1 {
            let others = judged.iter().filter(|(.., judged)| judged.outcome == Outcome::Differs);
            denied = others.map(|(wheel, ..)| *wheel).collect();
            let fits = match denied.as_slice() {
                [] => format!("in {}", format::labels(&those, heads)),
                others => self.fits(&those, others),
            };
            said.detail = sentence(&fits, &first.detail);
        } else if first.outcome == Outcome::Differs {
            let values: Vec<(usize, String)> =
                best.iter().filter_map(|(wheel, _, judged)| Some((*wheel, judged.found.clone()?))).collect();
            said.found = (!values.is_empty()).then(|| format::collapsed(&values, heads, Clone::clone));
        }
        said.doubtful = best.iter().any(|(.., judged)| judged.doubtful);
        let (key, path) = (member.key().map(str::to_owned), member.path.to_owned());
        let check = self.push(at, &fact.claim, said);
        check.wheel = (those.len() == 1).then_some(wheel);
        (check.key, check.member) = (key, Some(path));
        if check.outcome.holds() {
            (check.holds_in, check.denied_in) = (those, denied);
        }
    }

    /// The wheel that a path names in the folders before the member: `cp310/demo/libx.so`, `demo-1.0-….whl/demo/libx.so`.
    /// A folder of the member's own path names none.
    fn wheel_in(&self, subject: usize, path: &str) -> Option<usize> {
        let before = (0..self.here.wheels.len()).filter_map(|wheel| match self.find_unsaid(subject, wheel) {
            Found::One(member) => path.strip_suffix(member.path),
            Found::None | Found::Several(_) => None,
        });
        let folders: BTreeSet<&str> = before.flat_map(|before| before.split('/')).collect();
        let is_folder = |(at, head): (usize, &crate::card::WheelHead)| {
            let file = head.file_name.as_str();
            let names = [head.label.as_str(), file, file.trim_end_matches(".whl")];
            names.into_iter().any(|name| folders.contains(name)).then_some(at)
        };
        let mut wheels = self.here.card.wheels.iter().enumerate().filter_map(is_folder);
        wheels.next().filter(|_| wheels.next().is_none())
    }

    /// A fact about a binary in several wheels: how its copies stand to one another.
    fn row(&mut self, at: usize, fact: &Fact, subject: usize) {
        let stated = self.stated(&fact.scope);
        let not_here: Vec<usize> = stated.iter().copied().filter(|stated| self.paired(*stated).is_empty()).collect();
        let wheels: BTreeSet<usize> = match fact.scope {
            Scope::Unsaid => (0..self.here.wheels.len()).collect(),
            _ => stated.iter().flat_map(|stated| self.paired(*stated)).copied().collect(),
        };
        // A rung is that of the wheels that have the binary: those of which something of it is stated, else all.
        let having = stated.iter().filter(|at| self.said_in.get(&subject).is_none_or(|said| said.contains(at)));
        let having: BTreeSet<usize> = having.flat_map(|stated| self.paired(*stated)).copied().collect();
        let mut lacking: Vec<usize> = Vec::new();
        let mut copies: Vec<(usize, &HeldMember<'_>)> = Vec::new();
        for wheel in wheels {
            match self.find(subject, wheel) {
                Found::None => lacking.extend(having.get(&wheel)),
                Found::One(member) => copies.push((wheel, member)),
                Found::Several(several) => {
                    self.push(at, &fact.claim, ambiguous(&several));
                    return;
                }
            }
        }
        let is_ambiguous = |at: &&usize| self.pairings.get(**at).is_some_and(|pairing| pairing.ambiguous);
        if copies.len() < 2
            && lacking.is_empty()
            && let Some(unclear) = not_here.iter().find(is_ambiguous)
        {
            self.no_wheel(at, &fact.claim, *unclear);
            return;
        }
        let keys: BTreeSet<Option<&str>> = copies.iter().map(|(_, member)| member.key()).collect();
        let over = copies.iter().all(|(wheel, _)| self.is_over(*wheel));
        let mut judged = match (keys.len(), copies.len()) {
            _ if !lacking.is_empty() => self.lacking(&lacking),
            (_, 0) => self::not_here(),
            (_, 1) => Judged::new(Outcome::NotHere, None)
                .saying("it takes two copies to compare, and only one of those that it speaks of is here"),
            (1, _) => relation(&fact.claim, &copies, !not_here.is_empty()),
            _ => Judged::new(Outcome::Ambiguous, None).saying("the name fits different binaries in different wheels"),
        };
        if judged.outcome == Outcome::NotYetChecked && lacking.is_empty() {
            judged.doubtful |= over;
        }
        let key = copies.first().and_then(|(_, member)| member.key()).map(str::to_owned);
        self.push(at, &fact.claim, judged).key = key;
    }

    /// A fact that names no member: some member, or a wheel file, must have the value.
    fn some_member(&mut self, at: usize, fact: &Fact) {
        let (Claim::BuildId(stated) | Claim::Sha256(stated)) = &fact.claim else { return };
        let is_whole = stated.is_whole();
        let Sought { mut judged, key, path, of_file, wheels, others } = self.holders().seek(&fact.claim, is_whole);
        if !others.is_empty() {
            judged.detail = sentence(&judged.detail, &self.fits(&wheels, &others));
        }
        let check = self.push(at, &fact.claim, judged);
        (check.key, check.member, check.of_file) = (key, path, of_file);
        check.wheel = match wheels.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        (check.holds_in, check.denied_in) = (wheels, others);
    }

    /// Of which wheels' copies a fact without a wheel is true, and of which it is not.
    fn fits(&self, those: &[usize], others: &[usize]) -> String {
        let heads = &self.here.card.wheels;
        let (copy, those) = (if those.len() == 1 { "copy" } else { "copies" }, format::labels(those, heads));
        let that = if others.len() == 1 { "that" } else { "those" };
        format!("it fits the {copy} of {those}, not {that} of {}", format::labels(others, heads))
    }

    fn holders(&mut self) -> &Holders<'h, 'a> {
        let here = self.here;
        self.holders.get_or_insert_with(|| Holders::of(here))
    }

    /// Says of a fact about a name that is not here whether its bytes are, under another.
    fn not_named(&mut self, at: usize, fact: &Fact, wheel: Option<usize>) -> &mut Check {
        let Some(sought) = self.holders().elsewhere(&fact.claim, wheel) else {
            let judged = wheel.map_or_else(not_here, |wheel| self.lacking(&[wheel]));
            return self.push(at, &fact.claim, judged);
        };
        let check = self.push(at, &fact.claim, sought.judged);
        check.key = sought.key;
        check.wheel = match sought.wheels.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        check
    }
}

/// By member, the wheels of the reference that it is said to be in, where something is stated of it for certain wheels.
fn said_in(reference: &Reference) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut said_in: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for fact in &reference.facts {
        if let (About::Member(subject), Scope::Of(wheels)) = (fact.about, &fact.scope) {
            said_in.entry(subject).or_default().extend(wheels);
        }
    }
    said_in
}

/// How the copies of one binary stand to one another.
fn relation(claim: &Claim, copies: &[(usize, &HeldMember<'_>)], some_not_here: bool) -> Judged {
    let row_rung = copies.iter().find_map(|(_, member)| member.row).map(|(row, _)| row.rung);
    let all_verified = copies.iter().all(|(_, member)| member.verified);
    let identical = {
        let digests: BTreeSet<_> = copies.iter().map(|(_, member)| member.sha256).collect();
        digests.len() == 1 && !digests.contains(&None)
    };
    let ids: Vec<_> = copies.iter().map(|(_, m)| m.row.and_then(|(_, copy)| copy.main_id())).collect();
    let distinct_ids = ids.iter().flatten().map(|id| &id.text).collect::<BTreeSet<_>>().len();
    let (holds, found, depends_on_others) = if let Claim::Rung(stated) = claim {
        let rung = if identical { Rung::ByteIdentical } else { row_rung.unwrap_or(Rung::Unknown) };
        // Two equal copies don't deny that a third one differs.
        let others = identical && *stated != Rung::ByteIdentical && some_not_here;
        (rung == *stated, format::rung(rung).word.to_owned(), others)
    } else {
        let known = ids.iter().flatten().count();
        let all = known == copies.len();
        (all && distinct_ids == known, format!("{distinct_ids} in {} wheels", copies.len()), false)
    };
    let mut judged = Judged::new(Outcome::Differs, Some(found));
    judged.doubtful = copies.iter().any(|(_, member)| member.doubtful);
    if !all_verified {
        (judged.outcome, judged.claimed) = (Outcome::NotYetChecked, true);
        judged = judged.saying("not all bytes of its copies are looked at");
    } else if depends_on_others {
        judged.outcome = Outcome::NotHere;
        judged = judged.saying("the copies here are byte-identical; a wheel that is not here may have another");
    } else if holds {
        judged.outcome = Outcome::Matches;
        if some_not_here {
            judged.detail = format!("of the {} copies that are here", copies.len());
        }
    }
    judged
}

fn not_here() -> Judged {
    Judged::new(Outcome::NotHere, None).saying("no member here is named so")
}

fn ambiguous(several: &[&HeldMember<'_>]) -> Judged {
    let names = listed(several.iter().map(|member| member.path));
    Judged::new(Outcome::Ambiguous, None).saying(format!("the name fits {names}"))
}

/// Some names as literals; of many the first.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    let mut items: Vec<String> = names.iter().take(LISTED).map(|name| literal(name)).collect();
    if names.len() > items.len() {
        items.push("others".to_owned());
    }
    format::listed(&items)
}

fn sentence(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first}; {second}") }
}
