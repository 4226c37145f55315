//! A member's bytes: stored or deflated, in a stream, whole, or its head only.

use std::ops::ControlFlow;

use flate2::{Decompress, FlushDecompress, Status};

use super::error::{MemberError, refusal};
use super::fields::{size_of, to_usize};
use super::{Entry, Method, codes, name::quoted};
use crate::bytes::{ReadAt, limits};
use crate::finding::Finding;

/// Inflated bytes handed to a sink at once: large enough for SHA-256, small enough for the cache.
const CHUNK: usize = 256 << 10;
/// Compressed bytes read first when only a head is wanted.
const FIRST_READ: usize = 16 << 10;

/// What came out of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inflated {
    /// Bytes that came out.
    pub size: u64,
    /// Their CRC-32.
    pub crc32: u32,
    /// The sink asked to stop: size and CRC are of the bytes until then.
    pub stopped: bool,
    /// Compressed bytes behind the end of the deflate stream: data that no reader shows.
    pub unused: u64,
}

impl Inflated {
    /// Where what came out differs from what the directory claims of `entry`. Nothing when the sink stopped it.
    pub fn findings(&self, entry: &Entry) -> Vec<Finding> {
        let shown = quoted(&entry.name);
        let finding =
            |code, detail: String| Finding::new(code, detail).in_member(entry.name.clone()).at(entry.header_offset);
        let mut findings = Vec::new();
        if self.stopped {
            return findings;
        }
        if self.size != entry.size {
            let detail = format!("{shown} inflates to {} bytes; the directory claims {}", self.size, entry.size);
            findings.push(finding(&codes::SIZE_MISMATCH, detail));
        }
        if self.crc32 != entry.crc32 {
            let detail = format!(
                "the bytes of {shown} have CRC-32 {:08x}; the directory claims {:08x}",
                self.crc32, entry.crc32
            );
            findings.push(finding(&codes::CRC_MISMATCH, detail));
        }
        if self.unused > 0 {
            let detail = format!("{shown} has {} compressed bytes behind the end of its deflate stream", self.unused);
            findings.push(finding(&codes::UNUSED_BYTES, detail));
        }
        findings
    }
}

/// Streams the inflated bytes of `entry` into `sink`, until the end or until the sink breaks.
///
/// Size and CRC-32 are counted, not judged: [`Inflated::findings`] compares them with the directory. Never more than
/// the declared size reaches the sink.
///
/// # Errors
/// [`MemberError`] when the bytes can't be had, or not all of them.
pub fn inflate<R: ReadAt + ?Sized>(
    source: &R,
    entry: &Entry,
    sink: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Inflated, MemberError> {
    let mut room = room_for(to_usize(entry.size).saturating_add(1).min(CHUNK))?;
    let emptied = |flow: ControlFlow<()>| flow.map_continue(|()| 0);
    pump(source, entry, limits::SLICE, &mut room, &mut |out| emptied(sink(out))).map(|(inflated, _)| inflated)
}

/// Reads `entry` whole, if it is said to have at most `limit` bytes.
///
/// # Errors
/// [`MemberError`] when the bytes can't be had, or not all of them, or are more than `limit`.
pub fn read_all<R: ReadAt + ?Sized>(source: &R, entry: &Entry, limit: u64) -> Result<(Vec<u8>, Inflated), MemberError> {
    let mut room = Vec::new();
    let inflated = read_all_into(&mut room, source, entry, limit)?;
    room.truncate(to_usize(inflated.size));
    Ok((room, inflated))
}

/// The same into `room`, which is grown where it does not suffice and never shrunk, so that it can serve member after
/// member: the bytes are its first [`Inflated::size`] ones, and what stands behind them is left from before.
///
/// # Errors
/// As [`read_all`].
pub fn read_all_into<R: ReadAt + ?Sized>(
    room: &mut Vec<u8>,
    source: &R,
    entry: &Entry,
    limit: u64,
) -> Result<Inflated, MemberError> {
    if let Some(refusal) = refusal(entry, source.len()) {
        return Err(refusal);
    }
    if entry.size > limit {
        return Err(MemberError::TooLarge { size: entry.size, limit });
    }
    // Not more than the compressed bytes can make, whatever is claimed; and one byte more, so that a stream that goes
    // on too long shows itself.
    let ratio = if entry.method == Method::Stored { 1 } else { limits::DEFLATE_RATIO };
    let possible = entry.size.min(entry.compressed_size.saturating_mul(ratio));
    let wanted = to_usize(possible).saturating_add(1);
    if room.len() < wanted {
        // Given back first: both at once may be more than there is, and growing would copy what nobody needs.
        *room = Vec::new();
        *room = room_for(wanted)?;
    }
    // No larger than a fresh one would be: a stream must fail at the same byte, whatever was read before it.
    let out = room.get_mut(..wanted).unwrap_or_default();
    let (inflated, _) = pump(source, entry, limits::SLICE, out, &mut |out| ControlFlow::Continue(out.len()))?;
    Ok(inflated)
}

/// The first `n` inflated bytes of `entry`, fewer where it ends. Reads little more than they need.
///
/// # Errors
/// [`MemberError`] when these bytes can't be had.
pub fn head<R: ReadAt + ?Sized>(source: &R, entry: &Entry, n: usize) -> Result<Vec<u8>, MemberError> {
    let wanted = n.min(to_usize(entry.size));
    let mut out = room_for(wanted.saturating_add(1))?;
    let (_, filled) = pump(source, entry, FIRST_READ, &mut out, &mut |out| {
        if out.len() < wanted { ControlFlow::Continue(out.len()) } else { ControlFlow::Break(()) }
    })?;
    out.truncate(filled.min(wanted));
    Ok(out)
}

fn room_for(size: usize) -> Result<Vec<u8>, MemberError> {
    let mut out = Vec::new();
    out.try_reserve_exact(size).map_err(|_| MemberError::NoMemory { size: size_of(size) })?;
    out.resize(size, 0);
    Ok(out)
}

/// Reads compressed slices, of `first_read` bytes at first and doubling up to [`limits::SLICE`], and inflates them into
/// `out`. `drain` sees what `out` holds whenever it is full, after each slice, and at the end, and says how much of it
/// stays: nothing, or everything. Gives what came out in all and how much of it `out` still holds.
fn pump<R: ReadAt + ?Sized>(
    source: &R,
    entry: &Entry,
    first_read: usize,
    out: &mut [u8],
    drain: &mut dyn FnMut(&[u8]) -> ControlFlow<(), usize>,
) -> Result<(Inflated, usize), MemberError> {
    if let Some(refusal) = refusal(entry, source.len()) {
        return Err(refusal);
    }
    let mut at = entry.data_offset.ok_or(MemberError::NoLocalHeader { at: entry.header_offset })?;
    let end = at.saturating_add(entry.compressed_size);
    let mut decoder = Decoder::new(entry.method);
    let mut crc = crc32fast::Hasher::new();
    let mut inflated = Inflated { size: 0, crc32: 0, stopped: false, unused: 0 };
    let mut filled = 0_usize;
    let mut slice_len = first_read;
    let mut slice = Vec::new();
    while at < end && !decoder.ended {
        let len = slice_len.min(to_usize(end.saturating_sub(at)));
        slice_len = slice_len.saturating_mul(2).min(limits::SLICE);
        slice.try_reserve(len.saturating_sub(slice.len())).map_err(|_| MemberError::NoMemory { size: size_of(len) })?;
        slice.resize(len, 0);
        source.read_exact_at(at, &mut slice).map_err(MemberError::Read)?;
        let mut rest = slice.as_slice();
        loop {
            let corrupt = MemberError::Corrupt { offset: at, produced: inflated.size };
            let free = out.get_mut(filled..).unwrap_or_default();
            let (used, produced) = decoder.step(rest, free).ok_or(corrupt.clone())?;
            crc.update(free.get(..produced).unwrap_or_default());
            rest = rest.get(used..).unwrap_or_default();
            at = at.saturating_add(size_of(used));
            filled = filled.saturating_add(produced);
            inflated.size = inflated.size.saturating_add(size_of(produced));
            if inflated.size > entry.size {
                return Err(MemberError::LongerThanDeclared { size: entry.size });
            }
            let full = filled == out.len();
            if (full || rest.is_empty()) && filled > 0 {
                match drain(out.get(..filled).unwrap_or_default()) {
                    ControlFlow::Continue(kept) => filled = kept,
                    ControlFlow::Break(()) => {
                        return Ok((Inflated { crc32: crc.finalize(), stopped: true, ..inflated }, filled));
                    }
                }
            }
            let stuck = used == 0 && produced == 0;
            if stuck && !rest.is_empty() {
                return Err(corrupt);
            }
            // A full buffer may hold back output that needs no more input.
            if decoder.ended || (rest.is_empty() && (stuck || !full)) {
                break;
            }
        }
    }
    if filled > 0 && drain(out.get(..filled).unwrap_or_default()).is_break() {
        return Ok((Inflated { crc32: crc.finalize(), stopped: true, ..inflated }, filled));
    }
    // Without any bytes there is no stream to be cut: an empty member, said to be deflated.
    let empty = entry.compressed_size == 0 && entry.size == 0;
    if entry.method == Method::Deflated && !decoder.ended && !empty {
        return Err(MemberError::StreamCut { offset: end, produced: inflated.size });
    }
    Ok((Inflated { crc32: crc.finalize(), unused: end.saturating_sub(at), ..inflated }, filled))
}

/// Turns compressed bytes into inflated ones.
struct Decoder {
    /// `None` for stored bytes.
    deflate: Option<Decompress>,
    /// The deflate stream said that it ends.
    ended: bool,
}

impl Decoder {
    fn new(method: Method) -> Self {
        Self { deflate: (method == Method::Deflated).then(|| Decompress::new(false)), ended: false }
    }

    /// Fills `out` as far as it can; yields how much of `input` was used and how much came out, `None` when it is
    /// corrupt.
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Option<(usize, usize)> {
        let Some(deflate) = &mut self.deflate else {
            let len = input.len().min(out.len());
            out.get_mut(..len)?.copy_from_slice(input.get(..len)?);
            return Some((len, len));
        };
        let (read, written) = (deflate.total_in(), deflate.total_out());
        let status = deflate.decompress(input, out, FlushDecompress::None).ok()?;
        self.ended = status == Status::StreamEnd;
        let (used, produced) = (deflate.total_in().saturating_sub(read), deflate.total_out().saturating_sub(written));
        Some((to_usize(used), to_usize(produced)))
    }
}
