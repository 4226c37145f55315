//! What the second look, at the bytes of all copies side by side, adds to a pair.
//!
//! It is asked for, not part of the scan, since it reads the members again. What it told is kept by content, so that it
//! stays true whatever wheels come and go.

use std::collections::BTreeMap;

use crate::binary::FileKind;
use crate::bytes::Sha256;
use crate::evidence::{Star, Verdict};

use super::ladder::{Basis, Confidence, Pair, Rung};

/// What came of a second look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    /// It was asked for and is not finished.
    UnderWay,
    /// What it told; `None` when no evidence is computed for this format.
    Told(Option<Box<Star>>),
    /// It could not be had, in a sentence.
    Failed(String),
}

/// The second looks so far, by the contents that were compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looks(BTreeMap<Vec<Sha256>, Look>);

impl Looks {
    /// Takes what came of a look at these contents.
    pub fn insert(&mut self, contents: Vec<Sha256>, look: Look) {
        self.0.insert(contents, look);
    }

    /// The look at a pair's contents, if one was asked for.
    pub fn of(&self, pair: &Pair) -> Option<&Look> {
        self.0.get(&pair.contents()?)
    }

    /// Adds to a pair what was told of it; `label` is what the card calls some wheels.
    pub fn apply(&self, pair: &mut Pair, label: impl Fn(&[usize]) -> String) {
        if let Some(Look::Told(Some(star))) = self.of(pair) {
            pair.rest_on(star, label);
        }
    }
}

impl Pair {
    /// The distinct contents of its copies, in the order of the wheels; `None` when there is nothing for a second look:
    /// one content only, or a copy whose bytes are not verified or that is no ELF file.
    pub fn contents(&self) -> Option<Vec<Sha256>> {
        let settled = self.basis == Basis::Verified && self.copies.iter().all(|copy| copy.verified && !copy.doubtful);
        let elf = self.copies.iter().all(|copy| copy.kind == Some(FileKind::Elf));
        let mut contents: Vec<Sha256> = Vec::new();
        for sha256 in self.copies.iter().filter_map(|copy| copy.sha256) {
            if !contents.contains(&sha256) {
                contents.push(sha256);
            }
        }
        (settled && elf && contents.len() > 1).then_some(contents)
    }

    /// The wheels that hold the content `at`, in the order of [`Pair::contents`].
    pub fn holders(&self, at: usize) -> Vec<usize> {
        let contents = self.contents().unwrap_or_default();
        let Some(content) = contents.get(at) else { return Vec::new() };
        self.copies.iter().filter(|copy| copy.sha256.as_ref() == Some(content)).map(|copy| copy.wheel).collect()
    }

    /// Rests the pair's confidence on evidence. The rung stays: it says what the files are to one another; the evidence
    /// says how far a finding carries.
    fn rest_on(&mut self, star: &Star, label: impl Fn(&[usize]) -> String) {
        let Some(verdict) = star.verdict else { return };
        let carries = verdict != Verdict::CodeDiffers;
        match self.rung {
            Rung::SameSource | Rung::PerAbi if carries => {
                self.addresses = star.addresses;
                self.logic = star.logic;
            }
            // Differing code takes away, it never adds.
            Rung::SameSource => {
                self.addresses = self.addresses.max(star.addresses);
                self.logic = self.logic.max(star.logic);
            }
            // No claim was made, and none is given.
            Rung::PerAbi => self.addresses = Confidence::None,
            Rung::ByteIdentical | Rung::Unlike | Rung::OnlyOne | Rung::Unknown => return,
        }
        let weakest = star.pairs.iter().max_by_key(|pair| pair.evidence.verdict);
        if let Some(weakest) = weakest {
            let (a, b) = (label(&self.holders(weakest.a)), label(&self.holders(weakest.b)));
            self.reason = format!("From {a} to {b}: {}", weakest.evidence.sentence);
        }
        self.evidence = Some(Box::new(star.clone()));
    }
}
