//! A digest of each range of a file: what a report can carry of it, and what others can check with `objcopy`.

use serde::{Deserialize, Serialize};

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
    if elf::View::parse(bytes).is_none() {
        return Vec::new();
    }
    let digest = |range: Range| {
        let start = usize::try_from(range.offset).ok()?;
        let end = start.checked_add(usize::try_from(range.size).ok()?)?;
        Some(RangeDigest { sha256: Sha256::of(bytes.get(start..end)?), range })
    };
    elf::ranges(bytes).into_iter().filter_map(digest).collect()
}
