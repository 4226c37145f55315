//! The end of the archive: what its end records say of one another, of the directory and of the rest of the file.

use super::archive::Archive;
use super::codes;
use super::end::{End, ZIP64_END_LEN};
use super::fields::size_of;
use super::name;
use super::strays::Strays;
use super::tally::Tally;
use crate::bytes::{ReadAt, ReadError, read_vec};

/// What follows the directory.
pub(super) struct Closing {
    /// Bytes behind the comment.
    pub(super) trailing: u64,
    /// The archive comment.
    pub(super) comment: Option<String>,
}

/// Compares the end records, reads the comment and searches what is left of the file.
pub(super) fn examine<R: ReadAt + ?Sized>(
    source: &R,
    archive: &Archive,
    strays: &mut Strays<'_, R>,
    tally: &mut Tally,
) -> Result<Closing, ReadError> {
    counts(archive, tally);
    records(archive, tally);
    disks(&archive.end, tally);
    let (end, boundary) = (&archive.end, archive.end.boundary());
    if archive.directory.end < boundary {
        let (from, len) = (archive.directory.end, boundary.saturating_sub(archive.directory.end));
        strays.region(from, boundary)?;
        if archive.directory.stopped.is_none() {
            tally.whole(
                &codes::GAP,
                Some(from),
                format!("{len} bytes at offset {from}, between the directory and the end record, belong to neither"),
            );
        }
    }
    let comment_at = end.record.comment_at();
    let comment_end = end.record.comment_end().min(source.len());
    let comment_len = comment_end.saturating_sub(comment_at);
    let comment = read_vec(source, comment_at, comment_len)?;
    if end.record.comment_end() > source.len() {
        let claimed = end.record.comment_len;
        tally.whole(
            &codes::COMMENT_CUT,
            Some(comment_at),
            format!(
                "the archive comment is said to be {claimed} bytes long; the file ends after {comment_len}: it is \
                 truncated"
            ),
        );
    }
    if !comment.is_empty() {
        strays.region(comment_at, comment_end)?;
        tally.whole(&codes::COMMENT, Some(comment_at), format!("the archive has a comment of {comment_len} bytes"));
    }
    if comment.iter().any(|byte| (1..=8).contains(byte)) {
        tally.whole(
            &codes::COMMENT_BINARY,
            Some(comment_at),
            "the archive comment has bytes between 1 and 8".to_owned(),
        );
    }
    let trailing = source.len().saturating_sub(comment_end);
    if trailing > 0 {
        let zeros = strays.region(comment_end, source.len())?;
        let (code, what) = if zeros { (&codes::TRAILING_ZEROS, "zeros") } else { (&codes::TRAILING, "bytes") };
        tally.whole(
            code,
            Some(comment_end),
            format!("{trailing} {what} follow the archive, from offset {comment_end} on"),
        );
    }
    Ok(Closing { trailing, comment: (!comment.is_empty()).then(|| name::decode(&comment)) })
}

fn counts(archive: &Archive, tally: &mut Tally) {
    let (end, directory) = (&archive.end, &archive.directory);
    let (at, declared, found) = (end.record.at, end.entries(), size_of(directory.headers.len()));
    if let Some(why) = &directory.stopped {
        let from = directory.end;
        tally.whole(
            &codes::DIRECTORY_CUT,
            Some(from),
            format!("the directory was read up to offset {from}, {found} of {declared} entries: {why}"),
        );
    }
    if declared == found {
        if found == 0 {
            tally.whole(&codes::NO_MEMBERS, Some(at), "the archive has no members".to_owned());
        }
        return;
    }
    let wrapped = end.zip64_record().is_none() && found & 0xffff == declared && found > 0xffff;
    let code = if wrapped { &codes::COUNT_WRAPPED } else { &codes::COUNT_DIFFERS };
    tally.whole(
        code,
        Some(at),
        format!("the end record at offset {at} counts {declared} entries; the directory holds {found}"),
    );
}

fn records(archive: &Archive, tally: &mut Tally) {
    let end = &archive.end;
    for (what, narrow, wide) in end.disagreements() {
        let at = end.record.at;
        tally.whole(
            &codes::END_RECORDS_DIFFER,
            Some(at),
            format!("{what}: the end record at offset {at} says {narrow}, the zip64 end record says {wide}"),
        );
    }
    if archive.shift != 0 {
        let (offset, start) = (end.offset(), archive.start);
        tally.whole(
            &codes::OFFSET_SHIFT,
            Some(end.record.at),
            format!(
                "the end record says that the directory is at offset {offset}; it is at offset {start}, and offsets of \
             members are read with the same difference"
            ),
        );
    }
    let Some(zip64) = &end.zip64 else { return };
    let locator = zip64.locator_at;
    let Some(record) = zip64.record() else {
        tally.whole(
            &codes::ZIP64_RECORD_MISSING,
            Some(locator),
            format!(
                "the zip64 locator at offset {locator} points to offset {}, where there is no zip64 end record",
                zip64.claimed_at
            ),
        );
        return;
    };
    if archive.in_file(zip64.claimed_at) != Some(record.at) {
        tally.whole(
            &codes::ZIP64_LOCATOR_DIFFERS,
            Some(locator),
            format!(
                "the zip64 locator at offset {locator} points to offset {}; the zip64 end record that was read is at \
             offset {}",
                zip64.claimed_at, record.at
            ),
        );
    }
    let expected = ZIP64_END_LEN.saturating_sub(12);
    let adjacent = record.at.saturating_add(ZIP64_END_LEN) == locator;
    if record.record_size != expected || !adjacent {
        tally.whole(
            &codes::ZIP64_EXTENSIBLE,
            Some(record.at),
            format!(
                "the zip64 end record at offset {} is said to be {} bytes long instead of {expected}, and its locator \
             follows at offset {locator}",
                record.at, record.record_size
            ),
        );
    }
}

fn disks(end: &End, tally: &mut Tally) {
    let record = &end.record;
    let at = record.at;
    let narrow = [record.disk, record.directory_disk].map(u32::from);
    let wide = end.zip64_record().map_or([0, 0], |zip64| [zip64.disk, zip64.directory_disk]);
    let sentinel = u32::from(super::extra::SENTINEL_16);
    let odd = |disks: [u32; 2]| disks.into_iter().any(|disk| disk != 0 && disk != sentinel);
    let locator = end.zip64.map_or((0, 1), |zip64| (zip64.disk, zip64.disks));
    if odd(narrow) || wide != [0, 0] || locator.0 != 0 || locator.1 > 1 {
        tally.whole(
            &codes::MULTI_DISK,
            Some(at),
            format!(
                "the end record at offset {at} says that this is disk {} and that the directory begins on disk {}",
                if wide == [0, 0] { narrow[0] } else { wide[0] },
                if wide == [0, 0] { narrow[1] } else { wide[1] }
            ),
        );
    }
    let here = end.zip64_record().map_or((u64::from(record.entries_here), u64::from(record.entries)), |zip64| {
        (zip64.entries_here, zip64.entries)
    });
    if here.0 != here.1 {
        tally.whole(
            &codes::MULTI_DISK,
            Some(at),
            format!("the end record at offset {at} counts {} entries on this disk and {} in all", here.0, here.1),
        );
    }
}
