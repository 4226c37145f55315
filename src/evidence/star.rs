//! Evidence over any number of copies.

use serde::{Deserialize, Serialize};

use super::compare::compare_knowing;
use super::facts::{Evidence, Verdict};
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
    let mut distinct: Vec<usize> = same_as.clone();
    distinct.sort_unstable();
    distinct.dedup();

    let views =
        distinct.iter().map(|at| crate::binary::elf::View::parse(copies.get(*at)?)).collect::<Option<Vec<_>>>()?;
    let with_sections = views.iter().filter(|view| view.sections().is_some()).count();
    let centres = if with_sections == 0 || with_sections == views.len() { 1 } else { distinct.len() };
    drop(views);

    let mut pairs = Vec::new();
    for (at, a) in distinct.iter().enumerate().take(centres) {
        for b in distinct.iter().skip(at.saturating_add(1)) {
            let evidence = compare_knowing(copies.get(*a)?, copies.get(*b)?, needles)?;
            pairs.push(StarPair { a: *a, b: *b, evidence });
        }
    }
    let weakest = |of: &dyn Fn(&Evidence) -> Confidence| {
        pairs.iter().map(|pair| of(&pair.evidence)).max().unwrap_or(Confidence::Confirmed)
    };
    Some(Star {
        verdict: pairs.iter().map(|pair| pair.evidence.verdict).max(),
        addresses: weakest(&|evidence| evidence.addresses),
        logic: weakest(&|evidence| evidence.logic),
        same_as,
        pairs,
    })
}
