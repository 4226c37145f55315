//! What a reference says against itself: facts of which no wheel can fulfil both.
//!
//! A fact that does not say of which wheel it is contradicts nothing, since it may be of another.

use std::collections::{BTreeMap, BTreeSet};

use super::compare::ends::Ends;
use super::compare::here::ends_alike;
use super::{About, Claim, Fact, Partial, Place, Reference, Scope, codes};
use crate::card::format::{literal, visible};
use crate::finding::Finding;
use crate::parity::Rung;
use crate::wheel::FileName;
use crate::wheel::pep440::{Relation, relation};

/// Contradictions that are listed; a reference with more is not worth reading on.
const LISTED: usize = 100;

/// Subjects of one end that are held against one another; more are not one member.
const ALIKE: usize = 9;

/// Every contradiction, in the reference's order.
pub(super) fn of(reference: &Reference) -> Vec<Finding> {
    let mut found = Vec::new();
    let same = same_subjects(reference);
    let mut known: BTreeMap<(About, Option<usize>, &'static str), Vec<&Fact>> = BTreeMap::new();
    for fact in &reference.facts {
        let about = match fact.about {
            About::Member(subject) => About::Member(same.get(subject).copied().unwrap_or(subject)),
            other => other,
        };
        for wheel in columns(reference, fact) {
            let before = known.entry((about, wheel, kind(&fact.claim))).or_default();
            // Each against the first that denies it is enough, and keeps a long list of copies cheap.
            if let Some(other) = before.iter().find(|other| contradict(&other.claim, &fact.claim)) {
                found.push(finding(reference, fact, other, wheel));
            }
            if before.len() < LISTED {
                before.push(fact);
            }
        }
        if found.len() >= LISTED {
            return found;
        }
    }
    for (subject, rung) in rungs(reference, &same) {
        found.extend(against_rung(reference, &known, subject, rung));
    }
    found.extend(versions(reference));
    let mut seen = BTreeSet::new();
    found.retain(|finding| seen.insert(finding.clone()));
    found.truncate(LISTED);
    found
}

/// For each subject the first of those that are the same member: one spelling is the end of the other, and of no third.
fn same_subjects(reference: &Reference) -> Vec<usize> {
    let mut ends = Ends::default();
    for (at, subject) in reference.subjects.iter().enumerate() {
        ends.insert(&subject.path, at);
    }
    let path = |at: usize| reference.subjects.get(at).map(|subject| subject.path.as_str()).unwrap_or_default();
    let one = |at: usize| {
        let fitting = ends.find(path(at), ALIKE);
        let all_one = fitting.iter().all(|a| fitting.iter().all(|b| ends_alike(path(*a), path(*b))));
        fitting.iter().min().copied().filter(|_| all_one && fitting.len() < ALIKE).unwrap_or(at)
    };
    (0..reference.subjects.len()).map(one).collect()
}

/// The wheels of which a fact is said; `None` for the release as a whole.
fn columns(reference: &Reference, fact: &Fact) -> Vec<Option<usize>> {
    match (&fact.scope, fact.about) {
        (_, About::SomeMember) | (Scope::Unsaid, About::Member(_) | About::Wheel) => Vec::new(),
        (_, About::Release) => vec![None],
        (Scope::Of(wheels), _) => wheels.iter().copied().map(Some).collect(),
        (Scope::All, _) => (0..reference.wheels.len()).map(Some).collect(),
    }
}

/// Facts of one kind can contradict one another.
fn kind(claim: &Claim) -> &'static str {
    match claim {
        // A length says something of the id.
        Claim::BuildIdBytes(_) => "build-id",
        other => other.what(),
    }
}

fn contradict(a: &Claim, b: &Claim) -> bool {
    match (a, b) {
        (Claim::Size(a), Claim::Size(b)) | (Claim::BuildIdBytes(a), Claim::BuildIdBytes(b)) => a != b,
        (Claim::BuildId(a), Claim::BuildId(b)) | (Claim::Sha256(a), Claim::Sha256(b)) => a.contradicts(b),
        (Claim::BuildIdBytes(bytes), Claim::BuildId(id)) | (Claim::BuildId(id), Claim::BuildIdBytes(bytes)) => {
            is_of_other_length(id, *bytes)
        }
        (Claim::Sha256Among(all), Claim::Sha256(one)) | (Claim::Sha256(one), Claim::Sha256Among(all)) => {
            all.iter().all(|digest| digest.contradicts(one))
        }
        (Claim::Rung(a), Claim::Rung(b)) => a != b,
        (Claim::Version(a), Claim::Version(b)) => relation(a, b) == Relation::Different,
        (Claim::BuildTime(a), Claim::BuildTime(b)) => a != b,
        _ => false,
    }
}

/// Whether a hex id can't have so many bytes.
fn is_of_other_length(id: &Partial, bytes: u64) -> bool {
    let digits = |text: &str| u64::try_from(text.len()).unwrap_or(u64::MAX);
    let is_hex = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit());
    match id {
        Partial::Whole(text) => is_hex(text) && digits(text) != bytes.saturating_mul(2),
        Partial::Ends { head, tail } => {
            is_hex(head) && is_hex(tail) && digits(head).saturating_add(digits(tail)) > bytes.saturating_mul(2)
        }
    }
}

fn finding(reference: &Reference, fact: &Fact, other: &Fact, wheel: Option<usize>) -> Finding {
    let of = wheel.and_then(|at| reference.wheels.get(at)).map(|wheel| format!(" in {}", literal(&wheel.label)));
    let detail = format!(
        "{} of {}{}: {} says {}, {} says {}",
        fact.claim.what(),
        subject(reference, fact.about),
        of.unwrap_or_default(),
        place(&other.place),
        literal(&other.claim.text()),
        place(&fact.place),
        literal(&fact.claim.text())
    );
    Finding::new(&codes::CONTRADICTION, detail)
}

fn subject(reference: &Reference, about: About) -> String {
    match about {
        About::Release => "the release".to_owned(),
        About::Wheel => "the wheel file".to_owned(),
        About::Member(at) => reference.subjects.get(at).map(|s| literal(&s.path)).unwrap_or_default(),
        About::SomeMember => "a file".to_owned(),
    }
}

fn place(place: &Place) -> String {
    match place {
        Place::Line(line) => format!("line {line}"),
        Place::Pointer(pointer) => format!("`{}`", visible(pointer)),
    }
}

fn rungs(reference: &Reference, same: &[usize]) -> Vec<(usize, Rung)> {
    let rung = |fact: &Fact| match (&fact.claim, fact.about) {
        (Claim::Rung(rung), About::Member(at)) => Some((same.get(at).copied().unwrap_or(at), *rung)),
        _ => None,
    };
    reference.facts.iter().filter_map(rung).collect()
}

type Known<'a> = BTreeMap<(About, Option<usize>, &'static str), Vec<&'a Fact>>;

/// A rung against the values of the wheels: what is byte-identical has one value, what is not has not one whole SHA-256.
fn against_rung(reference: &Reference, known: &Known<'_>, subject: usize, rung: Rung) -> Vec<Finding> {
    let about = About::Member(subject);
    let named = reference.subjects.get(subject).map(|s| literal(&s.path)).unwrap_or_default();
    let of = |kind: &'static str| {
        (0..reference.wheels.len()).filter_map(move |wheel| known.get(&(about, Some(wheel), kind))?.first().copied())
    };
    let mut found = Vec::new();
    if rung == Rung::ByteIdentical {
        for kind in ["size", "build-id", "SHA-256"] {
            let facts: Vec<&Fact> = of(kind).collect();
            let Some((first, rest)) = facts.split_first() else { continue };
            if let Some(other) = rest.iter().find(|other| contradict(&first.claim, &other.claim)) {
                let detail = format!(
                    "{named} is said to be byte-identical, and {kind} is {} by {} and {} by {}",
                    literal(&first.claim.text()),
                    place(&first.place),
                    literal(&other.claim.text()),
                    place(&other.place)
                );
                found.push(Finding::new(&codes::CONTRADICTION, detail));
            }
        }
        return found;
    }
    let digests: Vec<&Claim> = of("SHA-256").map(|fact| &fact.claim).collect();
    let whole = |claim: &&&Claim| matches!(claim, Claim::Sha256(digest) if digest.is_whole());
    let all_whole = digests.len() == reference.wheels.len() && digests.len() > 1;
    if all_whole
        && digests.iter().all(|claim| whole(&claim))
        && digests.windows(2).all(|two| matches!(two, [a, b] if a == b))
    {
        let detail = format!("{named} is said to differ between wheels, and has one SHA-256 in all of them");
        found.push(Finding::new(&codes::CONTRADICTION, detail));
    }
    found
}

/// The stated version against those in the names of the wheels.
fn versions(reference: &Reference) -> Vec<Finding> {
    let Some(version) = reference.release.as_ref().and_then(|release| release.version.as_deref()) else {
        return Vec::new();
    };
    let names = reference.wheels.iter().filter_map(|wheel| wheel.file_name.as_deref());
    let other = names.filter_map(|name| {
        let parts = FileName::parse(name).0.parts?;
        let differs = relation(version, &parts.version) == Relation::Different;
        differs.then(|| {
            let detail = format!("the release is {}, and it lists the wheel {}", literal(version), literal(name));
            Finding::new(&codes::CONTRADICTION, detail)
        })
    });
    other.collect()
}
