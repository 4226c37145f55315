//! What stands before the symbols of a block: its type, and for a dynamic block its two codes.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "sums of a few fields of at most 7 bits, and of constants when the crate is compiled"
)]

use super::bits::Bits;
use super::error::{Alphabet, Fault};
use super::table::{CodeLengthTable, DistanceTable, END, EXCEPTIONAL, LITERAL, LitlenTable};

/// The codes of one block.
pub(super) struct Codes {
    pub(super) litlen: LitlenTable,
    pub(super) distance: DistanceTable,
    lengths: CodeLengthTable,
    fixed: bool,
}

/// Codes for literals and lengths that a dynamic block may define.
const LITLEN_CODES: usize = 286;
/// Codes for distances that a dynamic block may define.
const DISTANCE_CODES: usize = 30;

/// The order in which the lengths of the code-length codes are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

impl Codes {
    pub(super) const fn new() -> Self {
        Self {
            litlen: LitlenTable::new(),
            distance: DistanceTable::new(),
            lengths: CodeLengthTable::new(),
            fixed: false,
        }
    }

    /// The codes that a block of type 1 uses.
    pub(super) fn fixed(&mut self) -> Result<(), Fault> {
        if self.fixed {
            return Ok(());
        }
        let runs = [(144, 8), (112, 9), (24, 7), (8, 8)];
        let lengths = runs.iter().flat_map(|(count, length)| std::iter::repeat_n(*length, *count));
        let mut litlen = [0; 288];
        litlen.iter_mut().zip(lengths).for_each(|(place, length)| *place = length);
        self.litlen.fill(&litlen, &LITLEN, Alphabet::Litlen)?;
        self.distance.fill(&[5; 32], &DISTANCE, Alphabet::Distance)?;
        self.fixed = true;
        Ok(())
    }

    /// Reads the codes of a block of type 2; `None` when the input does not have them whole.
    pub(super) fn dynamic(&mut self, bits: &mut Bits<'_>) -> Result<Option<()>, Fault> {
        self.fixed = false;
        let Some((litlen, distance, code_lengths)) = counts(bits) else { return Ok(None) };
        if litlen > LITLEN_CODES || distance > DISTANCE_CODES {
            return Err(Fault::TooManyCodes { litlen, distance });
        }
        let mut lengths = [0_u8; 19];
        for symbol in ORDER.iter().take(code_lengths) {
            let Some(length) = bits.take(3) else { return Ok(None) };
            if let Some(place) = lengths.get_mut(*symbol) {
                *place = u8::try_from(length).unwrap_or(u8::MAX);
            }
        }
        self.lengths.fill(&lengths, &CODE_LENGTH, Alphabet::CodeLengths)?;

        let mut lengths = [0_u8; LITLEN_CODES + DISTANCE_CODES];
        let Some(lengths) = lengths.get_mut(..litlen + distance) else { return Ok(None) };
        let mut filled = 0;
        while filled < lengths.len() {
            bits.refill();
            let entry = self.lengths.first(bits.buffer);
            if bits.skip(entry & 63).is_none() {
                return Ok(None);
            }
            let (length, times) = match entry >> 16 {
                16 => {
                    let Some(more) = bits.take(2) else { return Ok(None) };
                    let previous = filled.checked_sub(1).and_then(|before| lengths.get(before));
                    (*previous.ok_or(Fault::RepeatOfNothing)?, 3 + usize::from(more))
                }
                17 => {
                    let Some(more) = bits.take(3) else { return Ok(None) };
                    (0, 3 + usize::from(more))
                }
                18 => {
                    let Some(more) = bits.take(7) else { return Ok(None) };
                    (0, 11 + usize::from(more))
                }
                length => (u8::try_from(length).unwrap_or(u8::MAX), 1),
            };
            lengths.get_mut(filled..filled + times).ok_or(Fault::RepeatTooLong)?.fill(length);
            filled += times;
        }
        let Some((litlen, distance)) = lengths.split_at_checked(litlen) else { return Ok(None) };
        if litlen.get(256).is_none_or(|length| *length == 0) {
            return Err(Fault::NoEnd);
        }
        self.litlen.fill(litlen, &LITLEN, Alphabet::Litlen)?;
        self.distance.fill(distance, &DISTANCE, Alphabet::Distance)?;
        Ok(Some(()))
    }
}

/// HLIT, HDIST and HCLEN: how many literal and length, distance, and code-length codes follow.
fn counts(bits: &mut Bits<'_>) -> Option<(usize, usize, usize)> {
    Some((usize::from(bits.take(5)?) + 257, usize::from(bits.take(5)?) + 1, usize::from(bits.take(4)?) + 4))
}

/// The entries of literals and lengths, without the bits of their codes: 256 literals, the end, 29 lengths (RFC 1951,
/// 3.2.5), and two symbols that have a fixed code and no meaning.
#[expect(clippy::indexing_slicing, reason = "when the crate is compiled")]
const LITLEN: [u32; 288] = {
    let mut entries = [EXCEPTIONAL; 288];
    let (mut symbol, mut literal) = (0, LITERAL);
    while symbol < 256 {
        entries[symbol] = literal;
        literal += 1 << 16;
        symbol += 1;
    }
    entries[256] = EXCEPTIONAL | END;
    // Lengths 3 to 10 one by one, then four symbols for each number of extra bits from 1 to 5.
    let (mut symbol, mut length, mut nth) = (257, 3, 0);
    while symbol < 285 {
        let extra = if nth < 8 { 0 } else { nth / 4 - 1 };
        entries[symbol] = length << 16 | extra;
        length += 1 << extra;
        nth += 1;
        symbol += 1;
    }
    // The longest has a symbol of its own.
    entries[285] = 258 << 16;
    entries
};

/// The entries of distances: 30 of them, and two symbols that have a fixed code and no meaning.
#[expect(clippy::indexing_slicing, reason = "when the crate is compiled")]
const DISTANCE: [u32; 32] = {
    let mut entries = [EXCEPTIONAL; 32];
    // Distances 1 to 4 one by one, then two symbols for each number of extra bits from 1 to 13.
    let (mut symbol, mut distance, mut nth) = (0, 1, 0);
    while symbol < 30 {
        let extra = if nth < 4 { 0 } else { nth / 2 - 1 };
        entries[symbol] = distance << 16 | extra;
        distance += 1 << extra;
        nth += 1;
        symbol += 1;
    }
    entries
};

/// The entries of code lengths: the symbol itself.
#[expect(clippy::indexing_slicing, reason = "when the crate is compiled")]
const CODE_LENGTH: [u32; 19] = {
    let mut entries = [0; 19];
    let (mut symbol, mut entry) = (0, 0);
    while symbol < 19 {
        entries[symbol] = entry;
        entry += 1 << 16;
        symbol += 1;
    }
    entries
};
