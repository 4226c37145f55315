//! The end of the central directory: the record that every reader looks for first, and its zip64 companions.

use memchr::memmem;

use super::extra::{SENTINEL_16, SENTINEL_32};
use super::fields::{signature, size_of, slice_at, u16_at, u32_at, u64_at};
use crate::bytes::{ReadAt, ReadError, read_vec};

/// Bytes of the end record before its comment.
pub(super) const END_LEN: u64 = 22;
/// Bytes of the zip64 locator, which stands right before the end record.
pub(super) const LOCATOR_LEN: u64 = 20;
/// Bytes of a zip64 end record without extensible data, whose own size field leaves 12 of them out.
pub(super) const ZIP64_END_LEN: u64 = 56;

/// Signatures of an end record that are looked at, from the last; more of them are only counted.
const CANDIDATES: usize = 64;

/// End of central directory record, APPNOTE 4.3.16.
#[derive(Debug, Clone, Copy)]
pub(super) struct EndRecord {
    /// Offset in the file.
    pub(super) at: u64,
    /// Number of this disk.
    pub(super) disk: u16,
    /// Disk on which the directory starts.
    pub(super) directory_disk: u16,
    /// Entries on this disk.
    pub(super) entries_here: u16,
    /// Entries in all.
    pub(super) entries: u16,
    /// Size of the directory.
    pub(super) size: u32,
    /// Offset of the directory from the archive's start.
    pub(super) offset: u32,
    /// Length of the archive comment.
    pub(super) comment_len: u16,
}

impl EndRecord {
    fn read(at: u64, bytes: &[u8]) -> Option<Self> {
        Some(Self {
            at,
            disk: u16_at(bytes, 4)?,
            directory_disk: u16_at(bytes, 6)?,
            entries_here: u16_at(bytes, 8)?,
            entries: u16_at(bytes, 10)?,
            size: u32_at(bytes, 12)?,
            offset: u32_at(bytes, 16)?,
            comment_len: u16_at(bytes, 20)?,
        })
    }

    /// Offset of the comment.
    pub(super) fn comment_at(&self) -> u64 {
        self.at.saturating_add(END_LEN)
    }

    /// Offset behind the comment, as claimed.
    pub(super) fn comment_end(&self) -> u64 {
        self.comment_at().saturating_add(u64::from(self.comment_len))
    }
}

/// Zip64 end of central directory record, APPNOTE 4.3.14.
#[derive(Debug, Clone, Copy)]
pub(super) struct Zip64End {
    /// Offset in the file.
    pub(super) at: u64,
    /// Size of the record, its first 12 bytes left out.
    pub(super) record_size: u64,
    /// Number of this disk.
    pub(super) disk: u32,
    /// Disk on which the directory starts.
    pub(super) directory_disk: u32,
    /// Entries on this disk.
    pub(super) entries_here: u64,
    /// Entries in all.
    pub(super) entries: u64,
    /// Size of the directory.
    pub(super) size: u64,
    /// Offset of the directory from the archive's start.
    pub(super) offset: u64,
}

impl Zip64End {
    fn read(at: u64, bytes: &[u8]) -> Option<Self> {
        bytes.starts_with(&signature::ZIP64_END).then_some(())?;
        Some(Self {
            at,
            record_size: u64_at(bytes, 4)?,
            disk: u32_at(bytes, 16)?,
            directory_disk: u32_at(bytes, 20)?,
            entries_here: u64_at(bytes, 24)?,
            entries: u64_at(bytes, 32)?,
            size: u64_at(bytes, 40)?,
            offset: u64_at(bytes, 48)?,
        })
    }
}

/// Zip64 end of central directory locator, APPNOTE 4.3.15, and what is found by it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Zip64 {
    /// Offset of the locator in the file.
    pub(super) locator_at: u64,
    /// Disk on which the zip64 end record is.
    pub(super) disk: u32,
    /// Where the locator says that the zip64 end record is, from the archive's start.
    pub(super) claimed_at: u64,
    /// Disks in all.
    pub(super) disks: u32,
    /// The record right before the locator, where `zipfile` takes it.
    pub(super) adjacent: Option<Zip64End>,
    /// The record where the locator points, where others take it.
    pub(super) located: Option<Zip64End>,
}

impl Zip64 {
    /// The record that is read: the adjacent one, as pip reads it, else the located one.
    pub(super) fn record(&self) -> Option<&Zip64End> {
        self.adjacent.as_ref().or(self.located.as_ref())
    }
}

/// An end record with its zip64 companions: one claim of where a central directory is.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// The end record.
    pub(super) record: EndRecord,
    /// Zip64, where there is a locator.
    pub(super) zip64: Option<Zip64>,
}

impl End {
    /// Entries claimed.
    pub(super) fn entries(&self) -> u64 {
        self.zip64_record().map_or(u64::from(self.record.entries), |zip64| zip64.entries)
    }

    /// Size of the directory claimed.
    pub(super) fn size(&self) -> u64 {
        self.zip64_record().map_or(u64::from(self.record.size), |zip64| zip64.size)
    }

    /// Offset of the directory claimed, from the archive's start.
    pub(super) fn offset(&self) -> u64 {
        self.zip64_record().map_or(u64::from(self.record.offset), |zip64| zip64.offset)
    }

    /// Where the directory must end: at the first record of the end.
    pub(super) fn boundary(&self) -> u64 {
        self.zip64_record().map_or(self.record.at, |zip64| zip64.at)
    }

    /// The zip64 end record in use.
    pub(super) fn zip64_record(&self) -> Option<&Zip64End> {
        self.zip64.as_ref().and_then(Zip64::record)
    }

    /// Pairs (what, end record, zip64 end record) that differ although the end record does not defer to the other.
    pub(super) fn disagreements(&self) -> Vec<(&'static str, u64, u64)> {
        let Some(zip64) = self.zip64_record() else { return Vec::new() };
        let record = &self.record;
        [
            ("entries", u64::from(record.entries), u64::from(SENTINEL_16), zip64.entries),
            ("size of the directory", u64::from(record.size), u64::from(SENTINEL_32), zip64.size),
            ("offset of the directory", u64::from(record.offset), u64::from(SENTINEL_32), zip64.offset),
        ]
        .into_iter()
        .filter(|(_, narrow, sentinel, wide)| narrow != sentinel && narrow != wide)
        .map(|(what, narrow, _, wide)| (what, narrow, wide))
        .collect()
    }
}

/// The end records at the end of a file.
pub(super) struct Ends {
    /// The last first, at most [`CANDIDATES`].
    pub(super) last_first: Vec<End>,
    /// Signatures of an end record in all.
    pub(super) count: usize,
    /// Offset from which the file was searched.
    pub(super) searched_from: u64,
}

/// Finds every end record in the part of the file where readers look: the record and a comment of at most 65,535 bytes.
pub(super) fn find<R: ReadAt + ?Sized>(source: &R) -> Result<Ends, ReadError> {
    let searched_from = source.len().saturating_sub(END_LEN.saturating_add(u64::from(u16::MAX)));
    let tail = read_vec(source, searched_from, source.len().saturating_sub(searched_from))?;
    let mut last_first = Vec::new();
    let mut count = 0_usize;
    for at in memmem::rfind_iter(&tail, &signature::END) {
        let Some(bytes) = slice_at(&tail, at, super::fields::to_usize(END_LEN)) else { continue };
        count = count.saturating_add(1);
        if last_first.len() == CANDIDATES {
            continue;
        }
        if let Some(record) = EndRecord::read(searched_from.saturating_add(size_of(at)), bytes) {
            last_first.push(End { record, zip64: zip64(source, record.at)? });
        }
    }
    Ok(Ends { last_first, count, searched_from })
}

/// The zip64 companions of the end record at `end`, where there is a locator.
fn zip64<R: ReadAt + ?Sized>(source: &R, end: u64) -> Result<Option<Zip64>, ReadError> {
    let Some(locator_at) = end.checked_sub(LOCATOR_LEN) else { return Ok(None) };
    let bytes = read_vec(source, locator_at, LOCATOR_LEN)?;
    if !bytes.starts_with(&signature::ZIP64_LOCATOR) {
        return Ok(None);
    }
    let field = |at| u32_at(&bytes, at).unwrap_or_default();
    let claimed_at = u64_at(&bytes, 8).unwrap_or_default();
    let record_at = |at: Option<u64>| match at {
        Some(at) if at.checked_add(ZIP64_END_LEN).is_some_and(|end| end <= locator_at) => {
            read_vec(source, at, ZIP64_END_LEN).map(|bytes| Zip64End::read(at, &bytes))
        }
        _ => Ok(None),
    };
    Ok(Some(Zip64 {
        locator_at,
        disk: field(4),
        claimed_at,
        disks: field(16),
        adjacent: record_at(locator_at.checked_sub(ZIP64_END_LEN))?,
        located: record_at(Some(claimed_at))?,
    }))
}
