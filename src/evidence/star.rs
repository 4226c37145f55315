//! Evidence over any number of copies.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::compare::compare_knowing;
use super::digests::{RangeDigest, digests, digests_beside};
use super::facts::{Evidence, Verdict};
use crate::binary::elf::View;
use crate::parity::Confidence;
use crate::report::Needles;

/// What several copies of a binary say about one another: the first against each other content.
///
/// Equal code at equal addresses, and equal code at a constant distance, are equivalence relations, so the pairs that
/// were not compared are no worse than the weakest that was. Only when some copies have a section table and some have
/// none is that not so (what is data in one is unknown in the other); then every pair is compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Star {
    /// The weakest verdict: it holds between any two of the copies. `None` when all copies are byte-identical.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The weakest confidence in addresses.
    pub addresses: Confidence,
    /// The weakest confidence in logic.
    pub logic: Confidence,
    /// For each copy, the first copy that has the same bytes (its own index, for the first of its kind).
    pub same_as: Vec<usize>,
    /// The pairs that were compared, in order.
    pub pairs: Vec<StarPair>,
    /// The digests of each copy's ranges, in the order of the copies; none for a copy that has the bytes of an earlier
    /// one. With them a saved report can be compared range by range ([`by_digest`](super::by_digest)) without the bytes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub digests: Vec<Vec<RangeDigest>>,
}

/// Two copies and what they say about one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StarPair {
    /// Index of the first copy.
    pub a: usize,
    /// Index of the second copy.
    pub b: usize,
    /// The evidence, from the first to the second.
    pub evidence: Evidence,
}

/// The evidence over these copies; `None` unless all of them are ELF files.
pub fn star(copies: &[&[u8]], needles: &Needles) -> Option<Star> {
    let first_like = |copy: &[u8]| copies.iter().position(|other| *other == copy);
    let same_as: Vec<usize> = copies.iter().map(|copy| first_like(copy)).collect::<Option<_>>()?;
    let read = |at: usize| copies.get(at).map(|copy| Cow::Borrowed(*copy)).ok_or_else(String::new);
    of(same_as, read, needles).ok()?
}

/// [`star`] over `count` copies, no two of which are equal, that are read when they are needed: no more than two are held
/// at once, so any number of copies costs the memory of two.
///
/// # Errors
/// What `read` says when a copy can't be had.
pub fn star_reading(
    count: usize,
    mut read: impl FnMut(usize) -> Result<Vec<u8>, String>,
    needles: &Needles,
) -> Result<Option<Star>, String> {
    of((0..count).collect(), |at| read(at).map(Cow::Owned), needles)
}

fn of<'a>(
    same_as: Vec<usize>,
    mut read: impl FnMut(usize) -> Result<Cow<'a, [u8]>, String>,
    needles: &Needles,
) -> Result<Option<Star>, String> {
    let distinct: Vec<usize> =
        same_as.iter().enumerate().filter(|(at, first)| at == *first).map(|(at, _)| at).collect();
    let mut digests_of = vec![Vec::new(); same_as.len()];
    let mut keep = |at: usize, of_copy: Vec<RangeDigest>| {
        if let Some(slot) = digests_of.get_mut(at) {
            *slot = of_copy;
        }
    };
    let has_sections = |bytes: &[u8]| View::parse(bytes).map(|view| view.sections().is_some());
    let mut pairs = Vec::new();
    // How many copies every other one is compared with; known when all have been seen.
    let mut centres = 1;
    let mut centre = 0;
    while centre < centres.min(distinct.len()) {
        let Some(a) = distinct.get(centre).copied() else { break };
        let first = read(a)?;
        let Some(with_sections) = has_sections(&first) else { return Ok(None) };
        let own = if centre == 0 { digests(&first) } else { Vec::new() };
        for b in distinct.iter().copied().skip(centre.saturating_add(1)) {
            let other = read(b)?;
            let Some(evidence) = compare_knowing(&first, &other, needles) else { return Ok(None) };
            if centre == 0 {
                keep(b, digests_beside(&own, &other, &evidence.ranges));
                if has_sections(&other) != Some(with_sections) {
                    centres = distinct.len();
                }
            }
            pairs.push(StarPair { a, b, evidence });
        }
        if centre == 0 {
            keep(a, own);
        }
        centre = centre.saturating_add(1);
    }
    let weakest = |of: &dyn Fn(&Evidence) -> Confidence| {
        pairs.iter().map(|pair| of(&pair.evidence)).max().unwrap_or(Confidence::Confirmed)
    };
    Ok(Some(Star {
        verdict: pairs.iter().map(|pair| pair.evidence.verdict).max(),
        addresses: weakest(&|evidence| evidence.addresses),
        logic: weakest(&|evidence| evidence.logic),
        same_as,
        pairs,
        digests: digests_of,
    }))
}
