//! Small reads at many known places: near ones together, far ones alone.
//!
//! The local headers of a 250 MB wheel lie far apart, and a fixed window over each would read most of the file; those
//! of 100,000 small files lie close together, and a call into the browser for each would take a minute.

use super::fields::{size_of, slice_at, to_usize};
use super::header::{LOCAL_LEN, Local, LocalStart};
use crate::bytes::{ReadAt, ReadError, limits};

/// Read around a place: a local header with a name and extra fields of usual length.
const REACH: u64 = 512;
/// Read before a place: the data descriptor of the member before.
const BEFORE: u64 = 24;
/// Places at most this far apart are read together: what is read in vain costs less than another call.
const NEAR: u64 = 16 << 10;

/// Reads small ranges near places that are known beforehand.
pub(super) struct Scattered<'a, R: ?Sized> {
    source: &'a R,
    len: u64,
    /// Sorted.
    places: Vec<u64>,
    start: u64,
    bytes: Vec<u8>,
}

impl<'a, R: ReadAt + ?Sized> Scattered<'a, R> {
    /// A reader that will be asked for bytes near `places`.
    pub(super) fn new(source: &'a R, mut places: Vec<u64>) -> Self {
        places.sort_unstable();
        Self { source, len: source.len(), places, start: 0, bytes: Vec::new() }
    }

    /// The `len` bytes at `offset`, fewer where the file ends.
    pub(super) fn at(&mut self, offset: u64, len: usize) -> Result<&[u8], ReadError> {
        let there = to_usize(self.len.saturating_sub(offset));
        let len = len.min(there);
        if self.held(offset, len).is_none() {
            let (start, end) = self.neighbourhood(offset, len);
            self.bytes.clear();
            let mut bytes = std::mem::take(&mut self.bytes);
            bytes.resize(to_usize(end.saturating_sub(start)), 0);
            self.source.read_exact_at(start, &mut bytes)?;
            self.start = start;
            self.bytes = bytes;
        }
        Ok(self.held(offset, len).unwrap_or_default())
    }

    /// The local header at `offset`; `None` when there is none, or not all of it.
    pub(super) fn local(&mut self, offset: u64) -> Result<Option<Local>, ReadError> {
        let Some(start) = LocalStart::read(self.at(offset, LOCAL_LEN)?) else { return Ok(None) };
        let Some(tail_at) = offset.checked_add(size_of(LOCAL_LEN)) else { return Ok(None) };
        Ok(Local::new(offset, start, self.at(tail_at, start.tail_len())?))
    }

    fn held(&self, offset: u64, len: usize) -> Option<&[u8]> {
        slice_at(&self.bytes, to_usize(offset.checked_sub(self.start)?), len)
    }

    /// What to read for a range: it and the places that follow it closely.
    fn neighbourhood(&self, offset: u64, len: usize) -> (u64, u64) {
        let start = offset.saturating_sub(BEFORE);
        let farthest = start.saturating_add(size_of(limits::SLICE));
        let mut end = offset.saturating_add(size_of(len).max(REACH));
        let from = self.places.partition_point(|&place| place <= offset);
        for &place in self.places.get(from..).unwrap_or_default() {
            let with_place = place.saturating_add(REACH);
            if place > end.saturating_add(NEAR) || with_place > farthest {
                break;
            }
            end = end.max(with_place);
        }
        (start, end.min(self.len))
    }
}

#[cfg(test)]
#[expect(clippy::arithmetic_side_effects, reason = "small numbers of a test")]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Counts calls and bytes.
    struct Counting<'a>(&'a [u8], RefCell<(usize, usize)>);

    impl ReadAt for Counting<'_> {
        fn len(&self) -> u64 {
            ReadAt::len(self.0)
        }

        fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
            let n = self.0.read_at(offset, buf)?;
            let mut seen = self.1.borrow_mut();
            *seen = (seen.0 + 1, seen.1 + n);
            Ok(n)
        }
    }

    fn cost(places: &[u64]) -> (usize, usize) {
        let bytes: Vec<u8> = (0..=255).cycle().take(8 << 20).collect();
        let source = Counting(&bytes, RefCell::default());
        let mut scattered = Scattered::new(&source, places.to_vec());
        for &place in places {
            let at = to_usize(place);
            assert_eq!(scattered.at(place, 30).unwrap(), &bytes[at..at + 30]);
        }
        source.1.into_inner()
    }

    #[test]
    fn near_places_cost_one_read_and_far_ones_little_each() {
        let near: Vec<u64> = (0..10_000).map(|i| i * 300).collect();
        assert_eq!(cost(&near).0, 1);
        let far: Vec<u64> = (0..8).map(|i| i * 1_000_000).collect();
        let (calls, bytes) = cost(&far);
        assert_eq!(calls, 8);
        assert!(bytes < 8 * 600, "{bytes}");
    }

    #[test]
    fn a_range_at_the_end_of_the_file_is_cut_there() {
        let bytes = [1, 2, 3];
        let mut scattered = Scattered::new(bytes.as_slice(), vec![1]);
        assert_eq!(scattered.at(1, 30).unwrap(), [2, 3]);
        assert_eq!(scattered.at(3, 30).unwrap(), [0; 0]);
        assert_eq!(scattered.at(u64::MAX, 30).unwrap(), [0; 0]);
    }
}
