//! Which wheel of the reference is which wheel of the card.

use std::collections::BTreeMap;

use super::Pairing;
use super::here::Here;
use crate::card::format::{labels, listed, literal, visible};
use crate::reference::{About, Claim, Partial, Reference, ReleaseName, Scope, StatedWheel};
use crate::report::WheelReport;
use crate::wheel::pep440::{Relation, relation};
use crate::wheel::{FileName, effective_tags, name::normalize};

/// Wheels of the reference that a sentence lists.
const LISTED: usize = 8;

/// One pairing for each wheel of the reference.
pub(super) fn pair(reference: &Reference, here: &Here<'_>) -> Vec<Pairing> {
    let digests = stated_digests(reference);
    let stated = reference.wheels.iter().enumerate();
    let mut pairings: Vec<Pairing> = stated.map(|(at, wheel)| one(wheel, digests.get(&at).copied(), here)).collect();
    only_once(&mut pairings, reference, here);
    pairings
}

/// A wheel here is one wheel of the reference, not two: where several fit it, none is taken. A requirement speaks of a
/// release, and several may speak of the same one.
fn only_once(pairings: &mut [Pairing], reference: &Reference, here: &Here<'_>) {
    let mut by_wheel: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, (pairing, stated)) in pairings.iter().zip(&reference.wheels).enumerate() {
        for wheel in pairing.wheels.iter().filter(|_| stated.release.is_none()) {
            by_wheel.entry(*wheel).or_default().push(at);
        }
    }
    for (wheel, claimants) in by_wheel.into_iter().filter(|(_, claimants)| claimants.len() > 1) {
        let stated = claimants.iter().filter_map(|at| reference.wheels.get(*at));
        let mut names: Vec<String> = stated.take(LISTED).map(|stated| literal(&stated.label)).collect();
        if claimants.len() > names.len() {
            names.push("others".to_owned());
        }
        let own = visible(&labels(&[wheel], &here.card.wheels));
        let reason = format!("{} of the reference all fit one wheel here: {own}", listed(&names));
        for at in claimants {
            if let Some(pairing) = pairings.get_mut(at) {
                *pairing = Pairing { wheels: Vec::new(), ambiguous: true, reason: reason.clone() };
            }
        }
    }
}

fn one(stated: &StatedWheel, digest: Option<&str>, here: &Here<'_>) -> Pairing {
    let those = |fits: &dyn Fn(usize, &WheelReport) -> bool| -> Vec<usize> {
        let wheels = here.wheels.iter().enumerate();
        wheels.filter(|(at, held)| fits(*at, held.report)).map(|(at, _)| at).collect()
    };
    if let Some(release) = &stated.release {
        let wheels = those(&|_, report| is_of(report, release));
        let reason = if wheels.is_empty() {
            "none of the wheels that are compared is of this release"
        } else {
            "the release's name"
        };
        return Pairing { wheels, ambiguous: false, reason: reason.to_owned() };
    }
    if let Some(name) = &stated.file_name {
        let by_name = those(&|_, report| is_named(report, name));
        if !by_name.is_empty() {
            return single(by_name, "file name", here);
        }
        // A renamed file is still the same file, once its bytes say so.
        if let Some(digest) = digest {
            let by_digest =
                those(&|_, report| report.sha256.is_some_and(|sha256| sha256.to_string().eq_ignore_ascii_case(digest)));
            if !by_digest.is_empty() {
                return single(by_digest, "SHA-256 of the file, which is named otherwise", here);
            }
        }
        return Pairing {
            wheels: Vec::new(),
            ambiguous: false,
            reason: format!("none of the wheels that are compared is named {}", literal(name)),
        };
    }
    let label = stated.label.as_str();
    let by_label = those(&|at, _| here.card.wheels.get(at).is_some_and(|head| head.label == label));
    if !by_label.is_empty() {
        return single(by_label, "label", here);
    }
    single(those(&|_, report| has_tag(report, label)), "tag", here)
}

/// One wheel or none: of several none is taken.
fn single(wheels: Vec<usize>, by: &str, here: &Here<'_>) -> Pairing {
    match wheels.as_slice() {
        [] => {
            Pairing { wheels, ambiguous: false, reason: format!("none of the wheels that are compared has this {by}") }
        }
        [_] => Pairing { wheels, ambiguous: false, reason: by.to_owned() },
        several => {
            let reason =
                format!("several wheels here have this {by}: {}", visible(&labels(several, &here.card.wheels)));
            Pairing { wheels: Vec::new(), ambiguous: true, reason }
        }
    }
}

fn is_named(report: &WheelReport, stated: &str) -> bool {
    let own = &report.listing.file_name;
    let (stated, _) = FileName::parse(stated);
    if own.cleaned == stated.cleaned {
        return true;
    }
    let (Some(a), Some(b)) = (&own.parts, &stated.parts) else { return false };
    normalize(&a.distribution) == normalize(&b.distribution)
        && relation(&a.version, &b.version) == Relation::Equal
        && (&a.build_tag, &a.tags) == (&b.build_tag, &b.tags)
}

fn is_of(report: &WheelReport, release: &ReleaseName) -> bool {
    let listing = &report.listing;
    let names = [
        listing.metadata.as_ref().and_then(|metadata| metadata.name.as_deref()),
        listing.file_name.parts.as_ref().map(|parts| parts.distribution.as_str()),
    ];
    let own = names.into_iter().flatten().next().unwrap_or_default();
    let version = listing.version.version.as_deref().unwrap_or_default();
    let same_version = release.version.as_deref().is_none_or(|stated| {
        // `==1.0` takes `1.0+local` too (PEP 440, version matching).
        match relation(stated, version) {
            Relation::Equal => true,
            Relation::LocalOmitted => !stated.contains('+'),
            Relation::LocalLength | Relation::Different => false,
        }
    });
    normalize(own) == normalize(&release.name) && same_version
}

fn has_tag(report: &WheelReport, label: &str) -> bool {
    let Some(tags) = effective_tags(&report.listing.file_name, report.listing.wheel.as_ref()) else { return false };
    let joined = |tags: &[String]| tags.join(".") == label;
    let whole = [tags.python.join("."), tags.abi.join("."), tags.platform.join(".")].join("-");
    tags.python.iter().any(|tag| tag == label)
        || tags.abi.iter().any(|tag| tag == label)
        || joined(&tags.python)
        || whole == label
}

/// The whole SHA-256 that is stated of each wheel file.
fn stated_digests(reference: &Reference) -> BTreeMap<usize, &str> {
    let of_wheels = reference.facts.iter().filter(|fact| fact.about == About::Wheel);
    of_wheels
        .filter_map(|fact| match (&fact.claim, &fact.scope) {
            (Claim::Sha256(Partial::Whole(digest)), Scope::Of(wheels)) => Some((*wheels.first()?, digest.as_str())),
            _ => None,
        })
        .collect()
}
