//! Matches: bytes that repeat earlier ones.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "positions stay within a slice that is in memory, plus at most `ROOM`; every access is checked by itself"
)]

/// Bytes from the start of a match that [`near`] may write: the longest match, in whole chunks.
pub(super) const ROOM: usize = 258 + 32;

/// Copies `length` bytes from `distance` before `to` to `to`, byte after byte, so that a match may repeat itself. There
/// must be [`ROOM`], for more than the match may be written.
#[inline]
pub(super) fn near(output: &mut [u8], to: usize, distance: usize, length: usize) {
    let Some(span) = output.get_mut(to.wrapping_sub(distance)..to + ROOM) else { return };
    if distance >= 16 {
        // Most matches are shorter than 32 bytes: copying that much always is cheaper than asking.
        chunk::<16>(span, 0, distance);
        chunk::<16>(span, 16, distance + 16);
        let mut from = 32;
        while from < length {
            chunk::<16>(span, from, distance + from);
            from += 16;
        }
    } else if distance >= 8 {
        let mut from = 0;
        while from < length {
            chunk::<8>(span, from, distance + from);
            from += 8;
        }
    } else if distance == 1 {
        if let Some((byte, rest)) = span.split_first_mut()
            && let Some(rest) = rest.get_mut(..length)
        {
            rest.fill(*byte);
        }
    } else {
        // Each chunk repeats the first `distance` bytes rightly, the rest of it is written again by the next.
        let mut from = 0;
        while from < length {
            chunk::<8>(span, from, distance + from);
            from += distance;
        }
    }
}

/// Copies `N` bytes at once.
#[inline]
fn chunk<const N: usize>(span: &mut [u8], from: usize, to: usize) {
    let Some(chunk) = span.get(from..).and_then(|bytes| bytes.first_chunk::<N>()).copied() else { return };
    if let Some(place) = span.get_mut(to..).and_then(|bytes| bytes.first_chunk_mut::<N>()) {
        *place = chunk;
    }
}

/// As [`near`], but writes the match and nothing else.
pub(super) fn exact(output: &mut [u8], to: usize, distance: usize, length: usize) {
    for to in to..to + length {
        let Some(byte) = output.get(to.wrapping_sub(distance)).copied() else { return };
        if let Some(place) = output.get_mut(to) {
            *place = byte;
        }
    }
}
