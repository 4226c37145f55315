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
    let room = to_usize(entry.size).saturating_add(1).min(CHUNK);
    let mut out = room_for(room)?;
    pump(source, entry, limits::SLICE, &mut out, &mut |out| {
        let flow = sink(out);
        out.clear();
        flow
    })
}

/// Reads `entry` whole, if it is said to have at most `limit` bytes.
///
/// # Errors
/// [`MemberError`] when the bytes can't be had, or not all of them, or are more than `limit`.
pub fn read_all<R: ReadAt + ?Sized>(source: &R, entry: &Entry, limit: u64) -> Result<(Vec<u8>, Inflated), MemberError> {
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
    let mut out = room_for(to_usize(possible).saturating_add(1))?;
    let inflated = pump(source, entry, limits::SLICE, &mut out, &mut |_| ControlFlow::Continue(()))?;
    Ok((out, inflated))
}

/// The first `n` inflated bytes of `entry`, fewer where it ends. Reads little more than they need.
///
/// # Errors
/// [`MemberError`] when these bytes can't be had.
pub fn head<R: ReadAt + ?Sized>(source: &R, entry: &Entry, n: usize) -> Result<Vec<u8>, MemberError> {
    let wanted = n.min(to_usize(entry.size));
    let mut out = room_for(wanted.saturating_add(1))?;
    pump(source, entry, FIRST_READ, &mut out, &mut |out| {
        if out.len() < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    out.truncate(wanted);
    Ok(out)
}

fn room_for(size: usize) -> Result<Vec<u8>, MemberError> {
    let mut out = Vec::new();
    out.try_reserve_exact(size).map_err(|_| MemberError::NoMemory { size: size_of(size) })?;
    Ok(out)
}

/// Reads compressed slices, of `first_read` bytes at first and doubling up to [`limits::SLICE`], and inflates them into
/// the room that `out` has. `drain` sees `out` whenever it is full, after each slice, and at the end; it may empty it.
fn pump<R: ReadAt + ?Sized>(
    source: &R,
    entry: &Entry,
    first_read: usize,
    out: &mut Vec<u8>,
    drain: &mut dyn FnMut(&mut Vec<u8>) -> ControlFlow<()>,
) -> Result<Inflated, MemberError> {
    if let Some(refusal) = refusal(entry, source.len()) {
        return Err(refusal);
    }
    let mut at = entry.data_offset.ok_or(MemberError::NoLocalHeader { at: entry.header_offset })?;
    let end = at.saturating_add(entry.compressed_size);
    let mut decoder = Decoder::new(entry.method);
    let mut crc = crc32fast::Hasher::new();
    let mut inflated = Inflated { size: 0, crc32: 0, stopped: false, unused: 0 };
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
            let before = out.len();
            let corrupt = MemberError::Corrupt { offset: at, produced: inflated.size };
            let used = decoder.step(rest, out).ok_or(corrupt.clone())?;
            rest = rest.get(used..).unwrap_or_default();
            at = at.saturating_add(size_of(used));
            let fresh = out.get(before..).unwrap_or_default();
            crc.update(fresh);
            let produced = fresh.len();
            inflated.size = inflated.size.saturating_add(size_of(produced));
            if inflated.size > entry.size {
                return Err(MemberError::LongerThanDeclared { size: entry.size });
            }
            let full = out.len() == out.capacity();
            if (full || rest.is_empty()) && !out.is_empty() && drain(out).is_break() {
                return Ok(Inflated { crc32: crc.finalize(), stopped: true, ..inflated });
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
    if !out.is_empty() && drain(out).is_break() {
        return Ok(Inflated { crc32: crc.finalize(), stopped: true, ..inflated });
    }
    // Without any bytes there is no stream to be cut: an empty member, said to be deflated.
    let empty = entry.compressed_size == 0 && entry.size == 0;
    if entry.method == Method::Deflated && !decoder.ended && !empty {
        return Err(MemberError::StreamCut { offset: end, produced: inflated.size });
    }
    Ok(Inflated { crc32: crc.finalize(), unused: end.saturating_sub(at), ..inflated })
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

    /// Appends to `out` as much as it has room for; yields how much of `input` was used, `None` when it is corrupt.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Option<usize> {
        let Some(deflate) = &mut self.deflate else {
            let len = input.len().min(out.capacity().saturating_sub(out.len()));
            out.extend_from_slice(input.get(..len)?);
            return Some(len);
        };
        let before = deflate.total_in();
        let status = deflate.decompress_vec(input, out, FlushDecompress::None).ok()?;
        self.ended = status == Status::StreamEnd;
        Some(to_usize(deflate.total_in().saturating_sub(before)))
    }
}
