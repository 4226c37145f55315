//! The rung of a pair, what it rests on, and how far a finding carries.
//!
//! One rule stands above the others: CONFIRMED is said of bytes that were inflated, counted, CRC-checked and hashed in
//! every copy, and of nothing else.

use std::collections::BTreeSet;

use crate::bytes::Sha256;

use super::agreement::{self, Agreement};
use super::copies::Candidate;
use super::ladder::{Basis, Confidence, Rung};

/// What a pair's copies come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) rung: Rung,
    pub(super) basis: Basis,
    pub(super) logic: Confidence,
    pub(super) addresses: Confidence,
    pub(super) reason: String,
}

/// Judges the copies of one pair among `compared` wheels.
pub(super) fn judge(copies: &[Candidate<'_>], compared: usize) -> Verdict {
    let mut verdict = judged(copies, compared);
    let doubt = copies.iter().find_map(|copy| copy.doubt.as_ref());
    let unread = copies.iter().find_map(|copy| copy.unread.as_ref());
    if let Some(doubt) = doubt {
        verdict.reason.extend(["; the bytes of a copy are doubtful: ", doubt]);
    }
    if let Some(why) = unread.filter(|why| Some(*why) != doubt) {
        verdict.reason.extend(["; a copy can't be read here: ", why]);
    }
    verdict
}

fn judged(copies: &[Candidate<'_>], compared: usize) -> Verdict {
    let basis = basis(copies);
    let verdict =
        |rung, logic, addresses, reason: &str| Verdict { rung, basis, logic, addresses, reason: reason.into() };
    let none = Confidence::None;
    if copies.len() < 2 {
        let reason = if compared < 2 { "only one wheel is compared" } else { "only one of the compared wheels has it" };
        return verdict(Rung::OnlyOne, none, none, reason);
    }
    match bytes(copies) {
        Bytes::Unknown(reason) => verdict(Rung::Unknown, none, none, reason),
        Bytes::Equal => {
            let (confidence, reason) = match basis {
                Basis::Verified => (Confidence::Confirmed, "equal SHA-256, computed from all bytes of every copy"),
                Basis::ClaimedByRecord => (Confidence::Inferred, "equal SHA-256, claimed by RECORD and not verified"),
                Basis::Doubtful => (Confidence::Inferred, "equal SHA-256"),
                Basis::Incomplete => (none, "a copy has no digest"),
            };
            verdict(Rung::ByteIdentical, confidence, confidence, reason)
        }
        Bytes::Differ => match agreement::of(copies) {
            Agreement::Unlike(each) => verdict(Rung::Unlike, none, none, &not_comparable(&each)),
            _ if copies.iter().any(|copy| copy.per_abi) => {
                let reason = "an extension module for one Python ABI whose bytes differ: no claim across versions";
                verdict(Rung::PerAbi, none, none, reason)
            }
            agreement => {
                let (logic, addresses, reason) = same_source(basis, &agreement);
                Verdict { rung: Rung::SameSource, basis, logic, addresses, reason }
            }
        },
    }
}

/// Ex) `not comparable: x86-64 here, aarch64 there`
fn not_comparable(each: &[String]) -> String {
    match each {
        [one, other] => format!("not comparable: {one} here, {other} there"),
        several => format!("not comparable, wheel by wheel: {}", several.join(", ")),
    }
}

fn same_source(basis: Basis, agreement: &Agreement) -> (Confidence, Confidence, String) {
    let inferred = |reason: String| (Confidence::Inferred, Confidence::Inferred, reason);
    match (basis, agreement) {
        (_, Agreement::Unlike(each)) => (Confidence::None, Confidence::None, not_comparable(each)),
        (Basis::ClaimedByRecord, _) => inferred("RECORD claims different SHA-256, which are not verified".to_owned()),
        (Basis::Doubtful, _) => inferred("the bytes differ".to_owned()),
        (Basis::Incomplete, _) => inferred("the bytes differ, and a copy has no digest".to_owned()),
        (Basis::Verified, Agreement::Agrees) => (
            Confidence::Strong,
            Confidence::Inferred,
            "the bytes differ; exported symbols, SONAME, NEEDED, machine and toolchain agree".to_owned(),
        ),
        (Basis::Verified, Agreement::Differs(facts)) => {
            inferred(format!("the bytes differ, and so does what they state: {}", facts.join(", ")))
        }
        (Basis::Verified, Agreement::Unknown(reason)) => inferred(format!("the bytes differ, and {reason}")),
    }
}

/// The weakest thing that a copy's digest rests on.
fn basis(copies: &[Candidate<'_>]) -> Basis {
    let of = |copy: &Candidate<'_>| match (copy.digest(), copy.verified) {
        (None, _) => Basis::Incomplete,
        _ if copy.doubt.is_some() => Basis::Doubtful,
        (_, None) => Basis::ClaimedByRecord,
        (_, Some(_)) => Basis::Verified,
    };
    copies.iter().map(of).max().unwrap_or(Basis::Incomplete)
}

/// What is known of whether the copies' bytes are the same.
enum Bytes {
    Equal,
    Differ,
    Unknown(&'static str),
}

fn bytes(copies: &[Candidate<'_>]) -> Bytes {
    let digests: BTreeSet<Option<Sha256>> = copies.iter().map(Candidate::digest).collect();
    let sizes: BTreeSet<u64> = copies.iter().map(Candidate::size).collect();
    let known = digests.iter().flatten().count();
    match (known, digests.contains(&None), sizes.len()) {
        (0 | 1, true, 0 | 1) => Bytes::Unknown("a copy has no digest, neither computed nor claimed by RECORD"),
        // Sizes that differ are bytes that differ, with or without a digest.
        (0 | 1, true, _) | (2.., _, _) => Bytes::Differ,
        (1, false, 1) => Bytes::Equal,
        (_, false, _) => {
            Bytes::Unknown("RECORD claims one SHA-256 for copies whose sizes the zip directory says differ")
        }
    }
}
