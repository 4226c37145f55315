//! The bits of a stream, lowest first.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "positions stay within a slice that is in memory; counts of bits are at most 64"
)]

use super::table::{at, low};

/// A reader of bits over a slice.
///
/// `Copy`, so that a reader that runs out can be put back to where something whole began.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    pub(super) input: &'a [u8],
    /// Bytes taken into the buffer.
    pub(super) at: usize,
    /// Bits not yet used, the next one lowest; those above `count` are 0.
    pub(super) buffer: u64,
    /// How many they are.
    pub(super) count: u32,
}

impl Bits<'_> {
    /// Fills the buffer to at least 56 bits, or to the end of the input.
    pub(super) fn refill(&mut self) {
        while self.count < 56
            && let Some(byte) = self.input.get(self.at)
        {
            self.buffer |= u64::from(*byte) << self.count;
            self.at += 1;
            self.count += 8;
        }
    }

    /// Drops bits that were looked at, if so many are there.
    pub(super) fn skip(&mut self, count: u32) -> Option<()> {
        self.count = self.count.checked_sub(count)?;
        self.buffer >>= count;
        Some(())
    }

    /// The next bits as a number, at most 16; `None` at the end of the input.
    pub(super) fn take(&mut self, count: u32) -> Option<u16> {
        if self.count < count {
            self.refill();
        }
        let value = u16::try_from(low(self.buffer, count)).ok()?;
        self.skip(count)?;
        Some(value)
    }

    /// Gives whole bytes in the buffer back to the input.
    pub(super) fn give_back(&mut self) {
        self.at = self.at.saturating_sub(at(self.count / 8));
        self.count %= 8;
        self.buffer &= (1 << self.count) - 1;
    }
}

/// The bit buffer of the fast loop, which never asks whether the input ends.
///
/// It is refilled by whole words: above the counted bits lie more bits of the same word, which the next refill writes
/// once more. Only the lowest 6 bits of `count` mean anything, because whole entries are subtracted from it.
pub(super) struct Wide {
    pub(super) buffer: u64,
    count: u32,
    /// Bytes of the input before the window.
    read: usize,
    /// Bytes of the window that are in the buffer.
    seen: usize,
}

/// Bytes of input that one turn of the fast loop may look at: two refills take at most 7 each, and one looks at 8.
const WINDOW: usize = 24;

impl Wide {
    pub(super) fn new(bits: &mut Bits<'_>) -> Self {
        bits.refill();
        Self { buffer: bits.buffer, count: bits.count, read: bits.at, seen: 0 }
    }

    /// The input from here, for one turn; `None` near its end.
    #[inline]
    pub(super) fn window<'a>(&mut self, input: &'a [u8]) -> Option<&'a [u8; WINDOW]> {
        self.read += self.seen;
        self.seen = 0;
        input.get(self.read..)?.first_chunk()
    }

    /// Fills the buffer to at least 56 bits. Twice in a turn, no more.
    #[inline]
    pub(super) fn refill(&mut self, window: &[u8; WINDOW]) {
        // The compiler knows that `seen` is at most 14 here and omits the check.
        if let Some(word) = window.get(self.seen..self.seen + 8).and_then(|bytes| bytes.first_chunk()) {
            self.buffer |= u64::from_le_bytes(*word) << self.count();
        }
        self.seen += at((63 - self.count()) >> 3);
        // 56 to 63: the bits that were there, and all whole bytes that fit above them.
        self.count |= 0b11_1000;
    }

    /// Drops the bits that an entry stands for.
    #[inline]
    pub(super) fn drop(&mut self, entry: u32) {
        self.buffer >>= entry & 63;
        self.count = self.count.wrapping_sub(entry);
    }

    /// Bits that are there.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count & 63
    }

    /// Goes on with the careful reader.
    pub(super) fn put_back(&self, bits: &mut Bits<'_>) {
        bits.at = self.read + self.seen;
        bits.count = self.count();
        bits.buffer = self.buffer & ((1 << bits.count) - 1);
    }
}
