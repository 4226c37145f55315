//! The symbols of a block: literals, and matches that repeat what came before.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "positions stay within slices that are in memory, and a symbol adds at most 258 to them; counts of bits are \
              below 64; every access to memory is checked by itself"
)]

use super::bits::{Bits, Wide};
use super::copy;
use super::error::{Alphabet, Fault};
use super::table::{
    DISTANCE_BITS, DistanceTable, END, EXCEPTIONAL, LITERAL, LITLEN_BITS, LitlenTable, POINTER, at, low,
};

/// Where the decoding of a block stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// At its end.
    End,
    /// Before a symbol that the input does not have whole.
    Input,
    /// Before a symbol that the output has no room for.
    Output,
}

/// Bytes of output that one turn of the fast loop may write: two literals and a match.
const TURN: usize = 2 + copy::ROOM;

/// Bits that the longest distance takes: its code and the extra bits behind it.
const LONGEST_DISTANCE: u32 = 15 + 13;

/// Decodes symbols until the block, the input or the room in `output` ends. `filled` is how much of `output` is there.
pub(super) fn decode(
    litlen: &LitlenTable,
    distances: &DistanceTable,
    bits: &mut Bits<'_>,
    output: &mut [u8],
    filled: &mut usize,
) -> Result<Stop, Fault> {
    if fast(litlen, distances, bits, output, filled)? {
        return Ok(Stop::End);
    }
    careful(litlen, distances, bits, output, filled)
}

/// The loop that does nearly all the work: so far from both ends that neither has to be looked for inside a turn. Says
/// whether the block ended.
//
// Never inlined: V8 compiles a function anew, optimised, only for later calls, so the hot loop must be one that is
// called for every block.
#[inline(never)]
fn fast(
    litlen: &LitlenTable,
    distances: &DistanceTable,
    bits: &mut Bits<'_>,
    output: &mut [u8],
    filled: &mut usize,
) -> Result<bool, Fault> {
    let mut wide = Wide::new(bits);
    let mut written = *filled;
    let mut entry = litlen.first(wide.buffer);
    // A turn takes up to two literals and a match, or three symbols that are no match. It begins with at least 56 bits
    // and with the entry of the next symbol looked up: 2 literals of 11 bits and a length of 15 + 5 fit.
    let ended = loop {
        let Some(window) = wide.window(bits.input) else { break Ok(false) };
        let Some(room) = output.get_mut(written..).and_then(|rest| rest.first_chunk_mut::<TURN>()) else {
            break Ok(false);
        };
        let mut before = wide.buffer;
        wide.drop(entry);
        if entry & LITERAL != 0 {
            room[0] = literal(entry);
            written += 1;
            entry = litlen.first(wide.buffer);
            before = wide.buffer;
            wide.drop(entry);
            if entry & LITERAL != 0 {
                room[1] = literal(entry);
                written += 1;
                entry = litlen.first(wide.buffer);
                before = wide.buffer;
                wide.drop(entry);
                if entry & LITERAL != 0 {
                    room[2] = literal(entry);
                    written += 1;
                    wide.refill(window);
                    entry = litlen.first(wide.buffer);
                    continue;
                }
            }
        }
        if entry & EXCEPTIONAL != 0 {
            if entry & POINTER != 0 {
                entry = litlen.second(entry, wide.buffer);
                before = wide.buffer;
                wide.drop(entry);
            }
            if entry & LITERAL != 0 {
                if let Some(place) = output.get_mut(written) {
                    *place = literal(entry);
                }
                written += 1;
                wide.refill(window);
                entry = litlen.first(wide.buffer);
                continue;
            }
            if entry & EXCEPTIONAL != 0 {
                break if entry & END != 0 { Ok(true) } else { Err(Fault::Code(Alphabet::Litlen)) };
            }
        }
        let length = value(entry, before);

        // Two short literals and a length nearly always leave enough; the branch is well predicted.
        if wide.count() < LONGEST_DISTANCE {
            wide.refill(window);
        }
        entry = distances.first(wide.buffer);
        if entry & POINTER != 0 {
            wide.drop(DISTANCE_BITS);
            entry = distances.second(entry, wide.buffer);
        }
        if entry & EXCEPTIONAL != 0 {
            break Err(Fault::Code(Alphabet::Distance));
        }
        before = wide.buffer;
        wide.drop(entry);
        let distance = value(entry, before);
        if distance > written {
            break Err(Fault::TooFarBack { distance, available: written });
        }
        // The next symbol is looked up before the match is copied: the load and the copy overlap.
        wide.refill(window);
        entry = litlen.first(wide.buffer);
        copy::near(output, written, distance, length);
        written += length;
    };
    wide.put_back(bits);
    *filled = written;
    ended
}

/// One symbol at a time, each whole or not at all.
fn careful(
    litlen: &LitlenTable,
    distances: &DistanceTable,
    bits: &mut Bits<'_>,
    output: &mut [u8],
    filled: &mut usize,
) -> Result<Stop, Fault> {
    loop {
        bits.refill();
        let mut next = *bits;
        let Some(symbol) = symbol(litlen, &mut next)? else { return Ok(Stop::Input) };
        match symbol {
            Symbol::End => {
                *bits = next;
                return Ok(Stop::End);
            }
            Symbol::Literal(byte) => {
                let Some(place) = output.get_mut(*filled) else { return Ok(Stop::Output) };
                *place = byte;
                *filled += 1;
            }
            Symbol::Length(length) => {
                let Some(distance) = distance(distances, &mut next)? else { return Ok(Stop::Input) };
                if distance > *filled {
                    return Err(Fault::TooFarBack { distance, available: *filled });
                }
                if length > output.len() - *filled {
                    return Ok(Stop::Output);
                }
                copy::exact(output, *filled, distance, length);
                *filled += length;
            }
        }
        *bits = next;
    }
}

enum Symbol {
    Literal(u8),
    Length(usize),
    End,
}

/// The next literal, length or end; `None` when the input does not have it whole.
fn symbol(table: &LitlenTable, bits: &mut Bits<'_>) -> Result<Option<Symbol>, Fault> {
    let mut entry = table.first(bits.buffer);
    if entry & LITERAL == 0 && entry & POINTER != 0 {
        if bits.skip(LITLEN_BITS).is_none() {
            return Ok(None);
        }
        entry = table.second(entry, bits.buffer);
    }
    let before = bits.buffer;
    if bits.skip(entry & 63).is_none() {
        return Ok(None);
    }
    Ok(Some(if entry & LITERAL != 0 {
        Symbol::Literal(literal(entry))
    } else if entry & EXCEPTIONAL == 0 {
        Symbol::Length(value(entry, before))
    } else if entry & END != 0 {
        Symbol::End
    } else {
        return Err(Fault::Code(Alphabet::Litlen));
    }))
}

/// The next distance; `None` when the input does not have it whole.
fn distance(table: &DistanceTable, bits: &mut Bits<'_>) -> Result<Option<usize>, Fault> {
    let mut entry = table.first(bits.buffer);
    if entry & POINTER != 0 {
        if bits.skip(DISTANCE_BITS).is_none() {
            return Ok(None);
        }
        entry = table.second(entry, bits.buffer);
    }
    let before = bits.buffer;
    if bits.skip(entry & 63).is_none() {
        return Ok(None);
    }
    if entry & EXCEPTIONAL != 0 {
        return Err(Fault::Code(Alphabet::Distance));
    }
    Ok(Some(value(entry, before)))
}

/// The byte of a literal's entry.
#[inline]
fn literal(entry: u32) -> u8 {
    entry.to_le_bytes()[2]
}

/// The length or distance of an entry: its base and the extra bits behind its code. `bits` begin with the code.
#[inline]
fn value(entry: u32, bits: u64) -> usize {
    at(entry >> 16) + (low(bits, entry) >> ((entry >> 8) & 0xf))
}
