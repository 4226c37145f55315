//! Whether bytes stand exactly once in a file.

use super::super::intervals::Intervals;
use super::instructions::Masked;
use crate::binary::elf::View;

/// Bytes of a pattern; the rest of a long function adds nothing to its being unique.
pub(super) const PATTERN: usize = 512;

/// Fewest bytes that must count.
pub(super) const SIGNIFICANT: usize = 16;

/// Fewest bytes in a row by which a place is looked for.
const ANCHOR: usize = 4;

/// Places with the same anchor that are looked at, so that a file of one repeated pattern costs no more than others.
const TRIED: usize = 1 << 16;

/// How often bytes were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// Nowhere.
    Nowhere,
    /// Once, at this offset in the file.
    Once(u64),
    /// More often, or too often to tell.
    Often,
}

/// Looks for a pattern within the bytes of `places`.
pub(super) fn find(view: &View<'_>, places: &Intervals, pattern: &Masked) -> Found {
    let Some(anchor) = anchor(pattern) else { return Found::Often };
    let Some(needle) = pattern.bytes.get(anchor.clone()) else { return Found::Often };
    let finder = memchr::memmem::Finder::new(needle);
    let mut found = Found::Nowhere;
    let mut tried = 0_usize;
    for span in places.spans() {
        let Some(bytes) = view.read(span) else { continue };
        // Not `find_iter`: it leaves out matches that overlap, and one of those would be a second.
        let mut from = 0_usize;
        while let Some(hit) = bytes.get(from..).and_then(|rest| finder.find(rest)).and_then(|hit| from.checked_add(hit))
        {
            from = hit.saturating_add(1);
            tried = tried.saturating_add(1);
            if tried > TRIED {
                return Found::Often;
            }
            let Some(start) = hit.checked_sub(anchor.start) else { continue };
            let there = bytes.get(start..start.saturating_add(pattern.bytes.len()));
            if !there.is_some_and(|there| pattern.matches(there)) {
                continue;
            }
            if found != Found::Nowhere {
                return Found::Often;
            }
            found = Found::Once(span.offset.saturating_add(u64::try_from(start).unwrap_or(u64::MAX)));
        }
    }
    found
}

/// The longest run of bytes of which all bits count; `None` when there is none that is worth looking for.
fn anchor(pattern: &Masked) -> Option<std::ops::Range<usize>> {
    let mut best = 0..0;
    let mut start = 0;
    for (at, mask) in pattern.mask.iter().chain([&0]).enumerate() {
        if *mask != 0xff {
            if at.saturating_sub(start) > best.len() {
                best = start..at;
            }
            start = at.saturating_add(1);
        }
    }
    (best.len() >= ANCHOR && pattern.significant() >= SIGNIFICANT).then_some(best)
}

/// Whether the bytes are so much alike that finding them again says nothing.
pub(super) fn is_trivial(bytes: &[u8]) -> bool {
    let mut seen = [false; 256];
    for byte in bytes {
        if let Some(seen) = seen.get_mut(usize::from(*byte)) {
            *seen = true;
        }
    }
    seen.iter().filter(|seen| **seen).count() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_anchor_is_the_longest_run_that_counts() {
        let mut pattern = Masked::plain(&[7; 30]);
        pattern.mask[5] = 0;
        pattern.mask[20] = 0xf0;
        assert_eq!(anchor(&pattern), Some(6..20));
        pattern.mask.fill(0);
        assert_eq!(anchor(&pattern), None);
    }

    #[test]
    fn bytes_that_are_all_alike_prove_nothing() {
        assert!(is_trivial(&[0; 64]) && is_trivial(&[0xcc, 0x90, 0xcc]));
        assert!(!is_trivial(&[0x31, 0xc0, 0xc3]));
    }
}
