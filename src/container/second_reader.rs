//! The `zip` crate as a second reader of the same bytes.
//!
//! It is what many Rust tools see. Where its list of members is another than ours, a reader of the card must know.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};

use super::fields::{size_of, to_usize};
use super::header::Central;
use super::name::{self, quoted};
use super::tally::Tally;
use super::{Entry, codes};
use crate::bytes::{ReadAt, Windowed};

/// Entries up to which the comparison is made: above, it would cost more than it tells.
const ENTRIES: usize = 200_000;
/// Bytes read at once.
const WINDOW: usize = 64 << 10;
/// Bytes that the second reader may read beyond four times the directory: in hostile files it searches far and wide.
const BUDGET: u64 = 16 << 20;

/// Compares the directory's entries with the members that the `zip` crate lists. `entries` belong to `centrals`, one to
/// one; `directory_len` is the directory's length in bytes.
pub(super) fn compare<R: ReadAt + ?Sized>(
    source: &R,
    centrals: &[Central],
    entries: &[Entry],
    directory_len: u64,
    tally: &mut Tally,
) {
    if entries.len() > ENTRIES {
        let count = entries.len();
        tally.whole(
            &codes::SECOND_READER_SKIPPED,
            None,
            format!("the {count} entries were not compared with a second reader's, which is done up to {ENTRIES}"),
        );
        return;
    }
    let cursor = Cursor {
        source: Windowed::new(source, WINDOW),
        at: 0,
        budget: directory_len.saturating_mul(4).saturating_add(BUDGET),
    };
    let archive = match zip::ZipArchive::new(cursor) {
        Ok(archive) => archive,
        Err(error) => {
            tally.whole(&codes::SECOND_READER_REFUSES, None, format!("the zip crate does not open the file: {error}"));
            return;
        }
    };
    // Of equal names the last counts, as in every reader that keeps members by name.
    let mut ours: BTreeMap<&[u8], (&Entry, u64)> = BTreeMap::new();
    for (central, entry) in centrals.iter().zip(entries) {
        let slot = ours.entry(&central.raw_name).or_insert((entry, 0));
        *slot = (entry, slot.1.saturating_add(1));
    }
    for (entry, count) in ours.values().filter(|(_, count)| *count > 1) {
        tally.member(&codes::SECOND_READER_DISAGREES, &entry.name, entry.header_offset, || {
            let shown = quoted(&entry.name);
            format!("the directory lists {shown} {count} times; the zip crate shows it once")
        });
    }
    for index in 0..archive.len() {
        let Ok(theirs) = archive.by_index_data(index) else { continue };
        let Some((entry, _)) = ours.remove(theirs.name_raw()) else {
            let (shown, at) = (name::decode(theirs.name_raw()), theirs.header_start());
            tally.member(&codes::SECOND_READER_DISAGREES, &shown, at, || {
                format!("the zip crate lists {}, which the directory does not", quoted(&shown))
            });
            continue;
        };
        let facts = [
            ("size", entry.size, theirs.size()),
            ("compressed size", entry.compressed_size, theirs.compressed_size()),
            ("CRC-32", u64::from(entry.crc32), u64::from(theirs.crc32())),
            ("local header offset", entry.header_offset, theirs.header_start()),
        ];
        for (what, here, there) in facts.into_iter().filter(|(_, here, there)| here != there) {
            tally.member(&codes::SECOND_READER_DISAGREES, &entry.name, entry.header_offset, || {
                format!("{}: {what} is {here}; the zip crate reads {there}", quoted(&entry.name))
            });
        }
    }
    for (entry, _) in ours.into_values() {
        tally.member(&codes::SECOND_READER_DISAGREES, &entry.name, entry.header_offset, || {
            format!("the zip crate does not list {}", quoted(&entry.name))
        });
    }
}

/// `Read + Seek` over [`ReadAt`].
struct Cursor<R> {
    source: Windowed<R>,
    at: u64,
    budget: u64,
}

impl<R: ReadAt> Read for Cursor<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let len = to_usize(self.budget).min(buf.len());
        if len == 0 && !buf.is_empty() {
            return Err(io::Error::other("it searches farther than it may here"));
        }
        let n = self.source.read_at(self.at, buf.get_mut(..len).unwrap_or_default()).map_err(io::Error::other)?;
        self.at = self.at.saturating_add(size_of(n));
        self.budget = self.budget.saturating_sub(size_of(n));
        Ok(n)
    }
}

impl<R: ReadAt> Seek for Cursor<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.source.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "seek before the start"))?;
        Ok(self.at)
    }
}
