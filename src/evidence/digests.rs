//! A digest of each range of a file: what a report can carry of it, and what others can check with `objcopy`.
//!
//! They are made by the second look and kept with what it told, not by the scan: hashing every section again would cost
//! the scan as much as the file's own digest does, for all binaries, while most are byte-identical or never asked about.

use serde::{Deserialize, Serialize};

use super::facts::{Extent, RangePair, RangeState};
use super::ranges::{graver, named};
use crate::binary::elf::{self, Range};
use crate::bytes::Sha256;

/// A range and the digest of its bytes as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeDigest {
    /// The range.
    pub range: Range,
    /// SHA-256 of its bytes in the file.
    pub sha256: Sha256,
}

/// The digests of all ranges of an ELF file, in order; every byte is in exactly one. Empty when it is none.
pub fn digests(bytes: &[u8]) -> Vec<RangeDigest> {
    digests_beside(&[], bytes, &[])
}

/// [`digests`] of a copy that was compared with one whose digests are known: what was found equal is not hashed again.
pub(super) fn digests_beside(known: &[RangeDigest], bytes: &[u8], pairs: &[RangePair]) -> Vec<RangeDigest> {
    if elf::View::parse(bytes).is_none() {
        return Vec::new();
    }
    let is = |range: &Range, extent: &Extent| (range.offset, range.size) == (extent.offset, extent.size);
    let mut equal: Vec<(Extent, Extent)> = pairs
        .iter()
        .filter(|pair| matches!(pair.state, RangeState::Equal | RangeState::Moved))
        .filter_map(|pair| Some((pair.b?, pair.a?)))
        .collect();
    equal.sort_unstable_by_key(|(here, _)| here.offset);
    let twin = |range: &Range| {
        let at = equal.binary_search_by_key(&range.offset, |(here, _)| here.offset).ok()?;
        let (_, there) = equal.get(at).filter(|(here, _)| is(range, here))?;
        let at = known.binary_search_by_key(&there.offset, |digest| digest.range.offset).ok()?;
        known.get(at).filter(|digest| is(&digest.range, there)).map(|digest| digest.sha256)
    };
    let hash = |range: &Range| {
        let start = usize::try_from(range.offset).ok()?;
        let end = start.checked_add(usize::try_from(range.size).ok()?)?;
        Some(Sha256::of(bytes.get(start..end)?))
    };
    let digest = |range: Range| Some(RangeDigest { sha256: twin(&range).or_else(|| hash(&range))?, range });
    elf::ranges(bytes).into_iter().filter_map(digest).collect()
}

/// The ranges of two copies, matched by name as the second look matches them, from their digests alone: which are equal,
/// which moved, which differ. No bytes are counted and no verdict is drawn: whether code is what the section table says
/// it is can be told from the bytes only.
pub fn by_digest(a: &[RangeDigest], b: &[RangeDigest]) -> Vec<RangePair> {
    let ranges = |digests: &[RangeDigest]| named(digests.iter().map(|digest| digest.range.clone()).collect());
    let (in_a, in_b) = (ranges(a), ranges(b));
    let mut rest: std::collections::BTreeMap<(&str, usize), usize> =
        in_b.iter().enumerate().map(|(at, (name, ordinal, _))| ((name.as_str(), *ordinal), at)).collect();
    let extent = |range: &Range| Extent { offset: range.offset, size: range.size, address: range.address };
    let pair = |name: &str, (class, executable), a: Option<Extent>, b: Option<Extent>, state| RangePair {
        name: name.to_owned(),
        class,
        executable,
        a,
        b,
        state,
        differing: None,
        runs: Vec::new(),
        run_count: 0,
        fields: Vec::new(),
    };
    let kind = |range: &Range| (range.class, range.executable);
    let mut pairs = Vec::with_capacity(in_a.len());
    for ((name, ordinal, range), own) in in_a.iter().zip(a) {
        let Some(other) = rest.remove(&(name.as_str(), *ordinal)).and_then(|at| b.get(at)) else {
            pairs.push(pair(name, kind(range), Some(extent(range)), None, RangeState::OnlyA));
            continue;
        };
        let (x, y) = (extent(range), extent(&other.range));
        let state = match (own.sha256 == other.sha256, (x.offset, x.address) == (y.offset, y.address)) {
            (true, true) => RangeState::Equal,
            (true, false) => RangeState::Moved,
            (false, _) => RangeState::Differs,
        };
        let both = (graver(range.class, other.range.class), range.executable || other.range.executable);
        pairs.push(pair(name, both, Some(x), Some(y), state));
    }
    let is_left = |name: &str, ordinal: usize| rest.contains_key(&(name, ordinal));
    let left = in_b.iter().filter(|(name, ordinal, _)| is_left(name, *ordinal));
    pairs.extend(left.map(|(name, _, range)| pair(name, kind(range), None, Some(extent(range)), RangeState::OnlyB)));
    pairs
}
