//! Which archive of the file is read: the end record, the place of its directory, and what else could be taken.

use super::central::{self, CentralDirectory};
use super::codes;
use super::end::{End, Ends};
use super::fields::signature;
use super::tally::Tally;
use crate::bytes::{ReadAt, ReadError, read_vec};

/// The archive that is read.
pub(super) struct Archive {
    /// Its end record.
    pub(super) end: End,
    /// Where its directory starts.
    pub(super) start: u64,
    /// What to add to an offset of the directory to get an offset of the file: bytes that were put before the archive.
    pub(super) shift: i128,
    /// Its directory.
    pub(super) directory: CentralDirectory,
    /// Offsets of other end records that have a finding already.
    pub(super) said_ends: Vec<u64>,
}

/// Where the directory of an end record is.
struct Place {
    start: u64,
    shift: i128,
    /// It is where its size says, counted back from the end record, as `zipfile` does.
    by_size: bool,
}

impl Archive {
    /// Takes the last end record whose directory can be read, as `zipfile` takes the last one; `None` when there is
    /// none. Whatever else another reader could take is a finding.
    pub(super) fn choose<R: ReadAt + ?Sized>(
        source: &R,
        ends: &Ends,
        tally: &mut Tally,
    ) -> Result<Option<Self>, ReadError> {
        let mut said_ends = Vec::new();
        let mut candidates = ends.last_first.iter();
        let (end, place) = loop {
            let Some(end) = candidates.next() else { return Ok(None) };
            match place(source, end)? {
                Some(place) => break (end, place),
                None => said_ends.push(end.record.at),
            }
        };
        let at = end.record.at;
        for &stray in &said_ends {
            tally.whole(
                &codes::LAST_END_UNREADABLE,
                Some(stray),
                format!(
                    "the last end record signature, at offset {stray}, has no directory that can be read; read is the \
                 archive that ends at offset {at}"
                ),
            );
        }
        for other in candidates {
            // The chosen archive lies in the comment of an earlier one. (End records before that are of nested zips, or
            // are found among the strays.)
            if other.record.comment_end() > at && self::place(source, other)?.is_some() {
                said_ends.push(other.record.at);
                tally.whole(&codes::TWO_ARCHIVES, Some(other.record.at), format!(
                    "the end records at offsets {} ({} entries) and {at} ({} entries) can both be taken: the second \
                     lies in the comment of the first; read is the second, as zipfile does",
                    other.record.at, other.entries(), end.entries()
                ));
            }
        }
        if ends.count > ends.last_first.len() {
            tally.whole(
                &codes::STRAY_END,
                None,
                format!(
                    "the end of the file has {} end record signatures; only the last {} were looked at",
                    ends.count,
                    ends.last_first.len()
                ),
            );
        }
        let archive = Self::at(source, *end, &place, tally)?;
        Ok(Some(Self { said_ends, ..archive }))
    }

    fn at<R: ReadAt + ?Sized>(source: &R, end: End, place: &Place, tally: &mut Tally) -> Result<Self, ReadError> {
        let boundary = end.boundary();
        let claimed_end = place.start.saturating_add(end.size()).min(boundary);
        // A directory found by its offset has a size that can't be right: read up to the end record.
        let directory = central::read(source, place.start, if place.by_size { claimed_end } else { boundary })?;
        if !place.by_size {
            tally.whole(&codes::DIRECTORY_MISPLACED, Some(place.start), format!(
                "the end record at offset {} says that the directory is {} bytes long, which is not where it starts; \
                 it was found at offset {}, as the record says as well",
                end.record.at, end.size(), place.start
            ));
        } else if place.shift != 0 && end.offset() != place.start && is_central(source, end.offset())? {
            tally.whole(&codes::TWO_DIRECTORIES, Some(end.offset()), format!(
                "by its size the directory starts at offset {}, by its offset at {}, and there is a central header at \
                 both; read is the first, as zipfile does",
                place.start, end.offset()
            ));
        }
        let mut archive = Self { end, start: place.start, shift: place.shift, directory, said_ends: Vec::new() };
        archive.settle_shift(source, tally)?;
        Ok(archive)
    }

    /// Reads offsets of members as they stand if that is where the first member is, and not where the end record says.
    fn settle_shift<R: ReadAt + ?Sized>(&mut self, source: &R, tally: &mut Tally) -> Result<(), ReadError> {
        let Some(stored) = self.directory.headers.first().map(|first| first.resolved.header_offset) else {
            return Ok(());
        };
        if self.shift == 0 {
            return Ok(());
        }
        let shifted = match self.in_file(stored) {
            Some(at) => is_signed(source, at, signature::LOCAL)?,
            None => false,
        };
        if !shifted && is_signed(source, stored, signature::LOCAL)? {
            let (at, shift) = (self.end.record.at, self.shift);
            tally.whole(
                &codes::OFFSETS_CONTRADICT,
                Some(at),
                format!(
                    "by the end record at offset {at}, {shift} is to be added to the offsets of members; the first is \
                 found without that, at offset {stored}"
                ),
            );
            self.shift = 0;
        }
        Ok(())
    }

    /// The offset in the file of an offset in the directory.
    pub(super) fn in_file(&self, offset: u64) -> Option<u64> {
        u64::try_from(i128::from(offset).checked_add(self.shift)?).ok()
    }
}

fn place<R: ReadAt + ?Sized>(source: &R, end: &End) -> Result<Option<Place>, ReadError> {
    let (size, offset, boundary) = (end.size(), end.offset(), end.boundary());
    let by_size = boundary.checked_sub(size);
    if let Some(start) = by_size {
        let shift = i128::from(start).saturating_sub(i128::from(offset));
        let empty = size == 0 && end.entries() == 0;
        if empty || is_central(source, start)? {
            return Ok(Some(Place { start, shift, by_size: true }));
        }
    }
    let by_offset = offset < boundary && is_central(source, offset)?;
    Ok(by_offset.then_some(Place { start: offset, shift: 0, by_size: false }))
}

fn is_central<R: ReadAt + ?Sized>(source: &R, at: u64) -> Result<bool, ReadError> {
    is_signed(source, at, signature::CENTRAL)
}

fn is_signed<R: ReadAt + ?Sized>(source: &R, at: u64, signature: [u8; 4]) -> Result<bool, ReadError> {
    let there = source.len().saturating_sub(at);
    Ok(read_vec(source, at, there.min(4))? == signature)
}
