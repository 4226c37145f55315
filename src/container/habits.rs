//! What is odd about a member by itself: its name, its kind, its method, its date.

use std::collections::BTreeMap;

use super::error::{MemberError, refusal};
use super::header::Central;
use super::tally::Tally;
use super::{Entry, Method, Modified, agreement, codes, dos_time, name, name::quoted};

/// The highest format version that APPNOTE and `zipfile` know, times ten.
const VERSION_LIMIT: u16 = 63;
/// Of a Unix mode: what kind of file it is.
const KIND: u32 = 0o170_000;

/// Observes one entry of the directory. `len` is the file's length.
pub(super) fn observe(central: &Central, entry: &Entry, len: u64, tally: &mut Tally) {
    let (claims, at, shown) = (&central.claims, central.at, &entry.name);
    self::name(&central.raw_name, entry, at, tally);
    agreement::extra(&central.extra, &central.raw_name, &central.resolved, "directory", shown, at, tally);
    // That it overlaps is said with what it runs into, by `layout`.
    if let Some(refusal) = refusal(entry, len).filter(|refusal| !matches!(refusal, MemberError::Overlaps { .. })) {
        tally.add(refusal.code(), || refusal.finding(entry));
    }
    kind(entry, at, tally);
    match &entry.modified {
        Modified::Absent => tally.common(&codes::DATE_ABSENT, "without a date", shown, at),
        Modified::Epoch => tally.common(&codes::DATE_EPOCH, "dated 1980-01-01T00:00:00", shown, at),
        Modified::At(date) if date.starts_with(dos_time::LAST_YEAR) => {
            tally.common(&codes::DATE_LAST, "dated in the last year of the format", shown, at);
        }
        Modified::At(_) => {}
    }
    if entry.has_data_descriptor() {
        tally.common(&codes::DATA_DESCRIPTOR, "with a data descriptor", shown, at);
    }
    if central.comment_len > 0 {
        tally.common(&codes::MEMBER_COMMENT, "with a comment of its own", shown, at);
    }
    if let Some(within) = central.header_in_comment {
        tally.member(&codes::HEADER_IN_FIELD, shown, at, || {
            format!(
                "{}: byte {within} of its comment in the directory (offset {at}) begins what looks like a header",
                quoted(shown)
            )
        });
    }
    if central.resolved.disk != 0 {
        let disk = central.resolved.disk;
        tally.member(&codes::MULTI_DISK, shown, at, || format!("{} is said to lie on disk {disk}", quoted(shown)));
    }
    let version = claims.version_needed & 0xff;
    if version > VERSION_LIMIT {
        tally.member(&codes::VERSION_NEEDED, shown, at, || {
            let (major, minor) = (version.checked_div(10).unwrap_or(0), version.checked_rem(10).unwrap_or(0));
            format!("{} needs version {major}.{minor} of the format, it says; the latest is 6.3", quoted(shown))
        });
    }
}

/// What misleads about the name in the header at `at`.
pub(super) fn name(raw_name: &[u8], entry: &Entry, at: u64, tally: &mut Tally) {
    for (code, detail) in name::oddities(raw_name, &entry.name, entry.flags & 0x800 != 0) {
        tally.member(code, &entry.name, at, || detail);
    }
}

/// Whether it is a file, a directory or something else, and whether name and mode agree about that.
fn kind(entry: &Entry, at: u64, tally: &mut Tally) {
    let name = &entry.name;
    let shown = quoted(name);
    let directory = entry.is_directory();
    let mode = entry.mode.unwrap_or(0);
    match mode & KIND {
        0o120_000 => {
            tally.member(&codes::SYMLINK, name, at, || format!("{shown} is a symbolic link (mode {mode:o})"));
        }
        kind @ (0o040_000 | 0o100_000) if (kind == 0o040_000) != directory => {
            let by_mode = if directory { "a file" } else { "a directory" };
            let by_name = if directory { "a directory" } else { "a file" };
            tally.member(&codes::DIRECTORY_MODE, name, at, || {
                format!("{shown} is {by_name} by its name and {by_mode} by its mode ({mode:o})")
            });
        }
        0 | 0o040_000 | 0o100_000 => {}
        _ => tally.member(&codes::SPECIAL_FILE, name, at, || format!("{shown} is no ordinary file (mode {mode:o})")),
    }
    if directory && entry.size > 0 {
        let size = entry.size;
        tally.member(&codes::DIRECTORY_WITH_CONTENT, name, at, || format!("{shown} is a directory of {size} bytes"));
    } else if directory && entry.method == Method::Deflated {
        tally.common(&codes::DIRECTORY_DEFLATED, "that are empty directories, and deflated", name, at);
    }
}

/// Notes when the entries were written on different systems.
pub(super) fn hosts(entries: &[Entry], tally: &mut Tally) {
    let mut hosts: BTreeMap<u8, (u64, &Entry)> = BTreeMap::new();
    for entry in entries {
        let host = hosts.entry(entry.host).or_insert((0, entry));
        host.0 = host.0.saturating_add(1);
    }
    if hosts.len() > 1 {
        let parts: Vec<String> = hosts
            .iter()
            .map(|(host, (count, first))| format!("{count} by {} (first {})", host_name(*host), quoted(&first.name)))
            .collect();
        tally.whole(&codes::HOSTS, None, format!("members were written on different systems: {}", parts.join(", ")));
    }
}

/// APPNOTE 4.4.2.2.
fn host_name(host: u8) -> String {
    let name = match host {
        0 => "MS-DOS or Windows",
        1 => "Amiga",
        2 => "OpenVMS",
        3 => "Unix",
        4 => "VM/CMS",
        5 => "Atari ST",
        6 => "OS/2",
        7 => "Macintosh",
        10 => "Windows NTFS",
        11 => "MVS",
        14 => "VFAT",
        19 => "OS X",
        _ => return format!("system {host}"),
    };
    name.to_owned()
}
