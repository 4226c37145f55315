//! Members that stand in one another's way: equal names, names that differ in case, a file where a directory must be.

use std::cmp::Ordering;

use super::name::quoted;
use super::tally::Tally;
use super::{Entry, Place, codes};

/// Compares every name with every other, by sorting.
pub(super) fn compare(entries: &[Entry], tally: &mut Tally) {
    duplicates(entries, tally);
    case(entries, tally);
    files_as_directories(entries, tally);
}

/// Equal names. One finding for each entry after the first of a name.
fn duplicates(entries: &[Entry], tally: &mut Tally) {
    for twins in groups(entries, |entry| entry.name.as_str()) {
        let Some((first, others)) = twins.split_first() else { continue };
        let pip = twins.iter().rev().find(|entry| entry.place == Place::Central).map(|entry| entry.header_offset);
        let last_in_file = twins.iter().map(|entry| entry.header_offset).max();
        for other in others {
            let same = (first.size, first.crc32) == (other.size, other.crc32);
            // What only a local header shows has a finding of its own; its claims may be zeros.
            let code =
                if same && other.place == Place::Central { &codes::DUPLICATE_SAME } else { &codes::DUPLICATE_NAME };
            tally.member(code, &other.name, other.header_offset, || {
                let sentence = format!(
                    "{} stands at offset {} ({} bytes, CRC-32 {:08x}) and at offset {} ({} bytes, CRC-32 {:08x})",
                    quoted(&other.name),
                    first.header_offset,
                    first.size,
                    first.crc32,
                    other.header_offset,
                    other.size,
                    other.crc32
                );
                match (same, pip, last_in_file) {
                    (false, Some(pip), Some(last)) if pip == last => format!(
                        "{sentence}: pip, and a tool that streams and overwrites, take the last, at offset {pip}"
                    ),
                    (false, Some(pip), Some(last)) => format!(
                        "{sentence}: pip takes the last of the directory, at offset {pip}; a tool that streams and \
                         overwrites, the last of the file, at offset {last}"
                    ),
                    (false, None, Some(last)) => format!(
                        "{sentence}: pip sees none of them; a tool that streams and overwrites takes the last, at \
                         offset {last}"
                    ),
                    _ => sentence,
                }
            });
        }
    }
}

/// Names that are one when case does not count.
fn case(entries: &[Entry], tally: &mut Tally) {
    for twins in groups(entries, |entry| entry.name.to_lowercase()) {
        let Some((first, others)) = twins.split_first() else { continue };
        let mut seen = vec![first.name.as_str()];
        for other in others.iter().filter(|other| other.name != first.name) {
            if seen.last() != Some(&other.name.as_str()) {
                tally.member(&codes::CASE_TWINS, &other.name, other.header_offset, || {
                    format!("{} and {} differ only in case", quoted(&first.name), quoted(&other.name))
                });
                seen.push(&other.name);
            }
        }
    }
}

/// A file `a` beside a member `a/b`.
fn files_as_directories(entries: &[Entry], tally: &mut Tally) {
    let mut sorted: Vec<&Entry> = entries.iter().collect();
    sorted.sort_by(|one, other| by_path(&one.name, &other.name));
    // With `/` before every other byte, what lies in `a` stands right behind `a` and its duplicates.
    let mut file: Option<&Entry> = None;
    for entry in sorted {
        match file {
            Some(file) if entry.name.strip_prefix(file.name.as_str()).is_some_and(|rest| rest.starts_with('/')) => {
                tally.member(&codes::FILE_AND_DIRECTORY, &file.name, file.header_offset, || {
                    format!(
                        "{} is a file, and {} lies in a directory of that name",
                        quoted(&file.name),
                        quoted(&entry.name)
                    )
                });
            }
            _ => {}
        }
        file = (!entry.is_directory()).then_some(entry);
    }
}

fn by_path(one: &str, other: &str) -> Ordering {
    let key = |byte: u8| if byte == b'/' { 0 } else { byte };
    one.bytes().map(key).cmp(other.bytes().map(key))
}

/// The groups of two and more entries with one key, each in the entries' order.
fn groups<'a, K: Ord>(entries: &'a [Entry], key: impl Fn(&'a Entry) -> K) -> Vec<Vec<&'a Entry>> {
    let mut keyed: Vec<(K, &Entry)> = entries.iter().map(|entry| (key(entry), entry)).collect();
    keyed.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.index.cmp(&other.1.index)));
    keyed
        .chunk_by(|one, other| one.0 == other.0)
        .filter(|group| group.len() > 1)
        .map(|group| group.iter().map(|(_, entry)| *entry).collect())
        .collect()
}
