//! Decoding tables: from code lengths to "these next bits are that symbol".
//!
//! A table is looked up with the next `BITS` bits of the stream. Codes longer than that lead on to a subtable. An entry
//! holds all that decoding needs, so that a symbol costs one load:
//!
//! | bits | literal | length or distance | pointer to a subtable |
//! |---|---|---|---|
//! | 31 | 1 | 0 | 0 |
//! | 16..31 | the byte | base value | index of the subtable |
//! | 13..16 | 0 | 0, or [`EXCEPTIONAL`] and what it is | [`EXCEPTIONAL`] and [`POINTER`] |
//! | 8..12 | bits of the code | bits of the code | bits that index the subtable |
//! | 0..6 | bits of the code | bits of the code and of the extra value | `BITS` |
//
// The layout is libdeflate's (lib/deflate_decompress.c): the low bits can shift the bit buffer without being masked,
// because shifts take their amount modulo 64.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "lengths of codes are at most 15 and there are at most 288 of them; every access to memory is checked by itself"
)]

use super::error::{Alphabet, Fault, Subscription};

/// The entry is a literal.
pub(super) const LITERAL: u32 = 1 << 31;
/// The entry is none of literal, length and distance: a [`POINTER`], the [`END`] of the block, or no symbol at all.
pub(super) const EXCEPTIONAL: u32 = 1 << 15;
/// The entry leads on to a subtable.
pub(super) const POINTER: u32 = 1 << 14;
/// The entry is the end of the block.
pub(super) const END: u32 = 1 << 13;

/// Longest code of literals, lengths and distances, in bits.
const MAX_LENGTH: usize = 15;

/// Bits that index the table of code lengths; no code of theirs is longer.
pub(super) const CODE_LENGTH_BITS: u32 = 7;
/// Bits that index the table of literals and lengths.
pub(super) const LITLEN_BITS: u32 = 11;
/// Bits that index the table of distances.
pub(super) const DISTANCE_BITS: u32 = 8;

/// The table of code lengths.
pub(super) type CodeLengthTable = Table<CODE_LENGTH_BITS, 128>;
/// The table of literals and lengths. Of 288 codes no set fills more than 2342 entries (zlib's examples/enough.c).
pub(super) type LitlenTable = Table<LITLEN_BITS, 2342>;
/// The table of distances. Of 32 codes no set fills more than 402 entries.
pub(super) type DistanceTable = Table<DISTANCE_BITS, 402>;

/// A decoding table of `SIZE` entries, the first `2^BITS` of which are looked up first.
pub(super) struct Table<const BITS: u32, const SIZE: usize> {
    entries: [u32; SIZE],
}

impl<const BITS: u32, const SIZE: usize> Table<BITS, SIZE> {
    pub(super) const fn new() -> Self {
        Self { entries: [EXCEPTIONAL; SIZE] }
    }

    /// The entry for the next bits of the stream.
    #[inline]
    pub(super) fn first(&self, bits: u64) -> u32 {
        #[expect(clippy::indexing_slicing, reason = "masked to the 2^BITS entries that every table has")]
        self.entries[low(bits, BITS)]
    }

    /// The entry that a pointer leads to; `bits` are those after the first `BITS`.
    #[inline]
    pub(super) fn second(&self, pointer: u32, bits: u64) -> u32 {
        let index = at(pointer >> 16).wrapping_add(low(bits, (pointer >> 8) & 0xf));
        self.entries.get(index).copied().unwrap_or(EXCEPTIONAL)
    }

    /// Fills the table with the canonical prefix code that has these lengths, one per symbol, 0 for a symbol that does
    /// not occur. `symbols` are the entries without the bits of their code.
    ///
    /// As with zlib, a code with a single symbol may be incomplete if that symbol takes one bit, and there may be no
    /// distance at all; no code has bits for what is missing.
    pub(super) fn fill(&mut self, lengths: &[u8], symbols: &[u32], of: Alphabet) -> Result<(), Fault> {
        let mut counts = [0_u32; MAX_LENGTH + 1];
        for length in lengths {
            if let Some(count) = counts.get_mut(usize::from(*length)) {
                *count += 1;
            }
        }
        if let Some(unused) = counts.first_mut() {
            *unused = 0;
        }
        let codes: u32 = counts.iter().sum();
        let mut left = 1_u32;
        for count in counts.iter().skip(1) {
            left = (left << 1).checked_sub(*count).ok_or(Fault::CodeLengths { of, how: Subscription::Over })?;
        }
        if left > 0 {
            let one_bit = counts.get(1) == Some(&codes) && codes == 1;
            let allowed = one_bit && of != Alphabet::CodeLengths || codes == 0 && of == Alphabet::Distance;
            if !allowed {
                return Err(Fault::CodeLengths { of, how: Subscription::Incomplete });
            }
            // One bit tells the one symbol from none.
            let nothing = EXCEPTIONAL | 1 << 8 | 1;
            let symbol = lengths.iter().zip(symbols).find(|(length, _)| **length == 1);
            let symbol = symbol.map_or(nothing, |(_, symbol)| *symbol + (1 << 8 | 1));
            for (index, entry) in self.entries.iter_mut().take(1 << BITS).enumerate() {
                *entry = if index & 1 == 0 { symbol } else { nothing };
            }
            return Ok(());
        }

        // Symbols in the order of their codes: by length, then by value.
        let mut starts = [0_u32; MAX_LENGTH + 2];
        let mut sum = 0;
        for (start, count) in starts.iter_mut().skip(1).zip(&counts) {
            sum += count;
            *start = sum;
        }
        let mut sorted = [0_u32; 288];
        for (length, symbol) in lengths.iter().zip(symbols).filter(|(length, _)| **length != 0) {
            if let Some(start) = starts.get_mut(usize::from(*length)) {
                if let Some(place) = sorted.get_mut(at(*start)) {
                    *place = *symbol;
                }
                *start += 1;
            }
        }
        self.write(&counts, &sorted);
        Ok(())
    }

    /// Writes a complete code. `code` runs through the codes in order, each with its first bit lowest, as they lie in
    /// the stream.
    fn write(&mut self, counts: &[u32; MAX_LENGTH + 1], sorted: &[u32]) {
        let mut sorted = sorted.iter();
        let mut code = 0_u32;
        // Codes that fit: the table of length n is written, then doubled to that of length n + 1, in which each entry
        // stands for both values of the next bit.
        let mut end = 1_usize;
        for (length, count) in (1..=BITS).zip(counts.iter().skip(1)) {
            self.entries.copy_within(..end, end);
            end <<= 1;
            for symbol in sorted.by_ref().take(at(*count)) {
                if let Some(entry) = self.entries.get_mut(at(code)) {
                    *entry = symbol + (length << 8 | length);
                }
                code = next(code, length);
            }
        }
        // Longer ones: a subtable for each value of the first BITS bits, as large as its longest code asks for.
        let mut prefix = u32::MAX;
        let mut start = end;
        for (length, count) in (0_u32..).zip(counts).skip(at(BITS) + 1) {
            let more = length - BITS;
            for (symbol, left) in sorted.by_ref().take(at(*count)).zip((1..=*count).rev()) {
                if code & ((1 << BITS) - 1) != prefix {
                    prefix = code & ((1 << BITS) - 1);
                    start = end;
                    let bits = subtable_bits(more, left, counts.iter().skip(at(length) + 1));
                    end = start + (1 << bits);
                    let index = u32::try_from(start).unwrap_or(0);
                    if let Some(entry) = self.entries.get_mut(at(prefix)) {
                        *entry = index << 16 | EXCEPTIONAL | POINTER | bits << 8 | BITS;
                    }
                }
                let entries = self.entries.get_mut(start + at(code >> BITS)..end).unwrap_or_default();
                for entry in entries.iter_mut().step_by(1 << more) {
                    *entry = symbol + (more << 8 | more);
                }
                code = next(code, length);
            }
        }
    }
}

/// Bits that index a subtable whose first code has `bits` bits left, if `left` more codes have that length and `longer`
/// counts the longer ones: as many as it takes until the codes fill it.
fn subtable_bits<'a>(mut bits: u32, left: u32, longer: impl Iterator<Item = &'a u32>) -> u32 {
    let mut used = left;
    for count in longer {
        if used >= 1 << bits {
            break;
        }
        bits += 1;
        used = (used << 1) + count;
    }
    bits
}

/// The code after `code` of `length` bits, first bit lowest; after the last one, that is all ones, the first again.
#[inline]
fn next(code: u32, length: u32) -> u32 {
    let zeros = !code & ((1 << length) - 1);
    match zeros.checked_ilog2() {
        Some(bit) => code & ((1 << bit) - 1) | 1 << bit,
        None => 0,
    }
}

/// The lowest `count` bits as an index.
#[inline]
pub(super) fn low(bits: u64, count: u32) -> usize {
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "masked to less than 32 bits")]
    {
        (bits & ((1 << (count & 0x1f)) - 1)) as usize
    }
}

/// A small number as an index.
#[inline]
pub(super) fn at(number: u32) -> usize {
    #[expect(clippy::as_conversions, reason = "usize has at least 32 bits on every target of this crate")]
    {
        number as usize
    }
}
