//! Opens a container: finds the archive, walks it, compares what its parts say of one another.

use std::collections::BTreeSet;

use super::archive::Archive;
use super::descriptor::{self, Descriptor};
use super::end::{self, End, Ends};
use super::error::ContainerError;
use super::fields::signature;
use super::header::Central;
use super::layout::{self, Span};
use super::name::quoted;
use super::scattered::Scattered;
use super::strays::{StrayLocal, Strays};
use super::tally::Tally;
use super::{Directory, Entry, Method, Place, agreement, closing, codes, dos_time, habits, second_reader, twins};
use crate::bytes::{ReadAt, ReadError, read_vec};

/// Reads the directory of a zip and everything that it can be compared with; no member is inflated.
///
/// Where the directory is missing or unreadable, members are found by their local headers, and a finding says so. The
/// time it takes depends on the number of members, and on the bytes that belong to none, not on their size.
///
/// # Errors
/// [`ContainerError`] when there is no zip at all.
pub fn open<R: ReadAt + ?Sized>(source: &R) -> Result<Directory, ContainerError> {
    if source.is_empty() {
        return Err(ContainerError::Empty);
    }
    let mut tally = Tally::default();
    let ends = end::find(source).map_err(ContainerError::Read)?;
    match Archive::choose(source, &ends, &mut tally).map_err(ContainerError::Read)? {
        Some(archive) => examine(source, &archive, tally).map_err(ContainerError::Read),
        None => salvage(source, &ends, tally),
    }
}

/// Walks an archive that has a directory.
fn examine<R: ReadAt + ?Sized>(source: &R, archive: &Archive, mut tally: Tally) -> Result<Directory, ReadError> {
    let centrals = &archive.directory.headers;
    let mut strays = Strays::new(source, false);
    let mut entries = Vec::with_capacity(centrals.len());
    let mut spans = members(source, archive, &mut entries, &mut tally)?;
    for index in layout::overlaps(&mut spans, centrals, archive.start, source.len(), &mut tally) {
        if let Some(entry) = entries.get_mut(index) {
            entry.overlaps = true;
        }
    }
    let prefix = layout::gaps(&spans, centrals, archive.start, &mut strays, &mut tally)?;
    layout::order(centrals, &mut tally);
    for (central, entry) in centrals.iter().zip(&entries) {
        habits::observe(central, entry, source.len(), &mut tally);
    }
    habits::hosts(&entries, &mut tally);
    let closing = closing::examine(source, archive, &mut strays, &mut tally)?;
    let directory_len = archive.directory.end.saturating_sub(archive.start);
    second_reader::compare(source, centrals, &entries, directory_len, &mut tally);
    strays.ends.retain(|at| !archive.said_ends.contains(at));
    add_strays(&strays, &mut entries, &mut tally);
    twins::compare(&entries, &mut tally);
    Ok(Directory {
        entries,
        declared_entries: archive.end.entries(),
        prefix,
        trailing: closing.trailing,
        comment: closing.comment,
        zip64: archive.end.zip64_record().is_some(),
        findings: tally.finish(),
    })
}

/// Reads every member's local header, compares it, and makes the entries in the directory's order.
fn members<R: ReadAt + ?Sized>(
    source: &R,
    archive: &Archive,
    entries: &mut Vec<Entry>,
    tally: &mut Tally,
) -> Result<Vec<Span>, ReadError> {
    let centrals = &archive.directory.headers;
    let starts: Vec<u64> = centrals.iter().map(|central| start_of(archive, central)).collect();
    let mut in_file: Vec<(u64, usize)> = starts.iter().copied().zip(0..).collect();
    in_file.sort_unstable();
    let mut scattered = Scattered::new(source, starts);
    let mut spans = Vec::with_capacity(centrals.len());
    for (start, index) in in_file {
        let Some(central) = centrals.get(index) else { continue };
        let name = central.name();
        let Some(local) = scattered.local(start)? else {
            spans.push(Span { index, start, data: None, accounted: start });
            continue;
        };
        agreement::headers(central, &local, &name, tally);
        let data = local.data_offset;
        let end = data.saturating_add(central.resolved.compressed_size);
        let mut accounted = end;
        if central.claims.has_descriptor() || local.claims.has_descriptor() {
            let expected = (central.claims.crc32, central.resolved.compressed_size, central.resolved.size);
            let zip64 = local.resolved.zip64_len.is_some();
            let found = Descriptor::read(scattered.at(end, descriptor::LONGEST)?, expected, zip64);
            agreement::descriptor(central, found.as_ref(), &name, end, tally);
            accounted = end.saturating_add(found.map_or(0, |found| found.len));
        } else {
            accounted = accounted.min(data.saturating_add(local.resolved.compressed_size));
        }
        spans.push(Span { index, start, data: Some((data, end)), accounted });
    }
    let mut data_offsets = vec![None; centrals.len()];
    for span in &spans {
        if let Some(slot) = data_offsets.get_mut(span.index) {
            *slot = span.data.map(|(data, _)| data);
        }
    }
    for (central, data_offset) in centrals.iter().zip(data_offsets) {
        let (claims, resolved) = (&central.claims, &central.resolved);
        entries.push(Entry {
            index: next_index(entries),
            name: central.name(),
            place: Place::Central,
            method: method(claims.method),
            flags: claims.flags,
            crc32: claims.crc32,
            compressed_size: resolved.compressed_size,
            size: resolved.size,
            header_offset: start_of(archive, central),
            data_offset,
            overlaps: false,
            host: central.host(),
            mode: central.mode(),
            modified: dos_time::modified(claims.date, claims.time),
        });
    }
    Ok(spans)
}

/// The offset of a member's local header; one that no file can have is past every end.
fn start_of(archive: &Archive, central: &Central) -> u64 {
    archive.in_file(central.resolved.header_offset).unwrap_or(u64::MAX)
}

/// Adds what was found outside of the directory.
fn add_strays<R: ReadAt + ?Sized>(strays: &Strays<'_, R>, entries: &mut Vec<Entry>, tally: &mut Tally) {
    for stray in &strays.locals {
        let entry = local_only(stray, next_index(entries));
        habits::name(&stray.header.raw_name, &entry, entry.header_offset, tally);
        tally.member(&codes::HIDDEN_LOCAL, &entry.name, entry.header_offset, || {
            let (shown, at) = (quoted(&entry.name), entry.header_offset);
            let doubt = stray.doubt.as_ref().map(|doubt| format!("; {doubt}")).unwrap_or_default();
            format!("{shown} has a local header at offset {at} that the directory does not list{doubt}")
        });
        entries.push(entry);
    }
    for central in &strays.centrals {
        let (name, at) = (central.name(), central.at);
        tally.member(&codes::STRAY_CENTRAL, &name, at, || {
            let (shown, offset) = (quoted(&name), central.resolved.header_offset);
            format!(
                "a central header for {shown} (local header at offset {offset}, it says) stands at offset {at}, \
                     outside of the directory"
            )
        });
    }
    add_gaps_of_the_search(strays, tally);
    for &at in &strays.ends {
        tally.whole(
            &codes::STRAY_END,
            Some(at),
            format!("an end record signature stands at offset {at}, outside of the end of the archive"),
        );
    }
}

/// Says what the search could not read.
fn add_gaps_of_the_search<R: ReadAt + ?Sized>(strays: &Strays<'_, R>, tally: &mut Tally) {
    for &(at, kind) in &strays.cut {
        tally.whole(&codes::HEADER_CUT, Some(at), format!("the file ends inside the {kind} header at offset {at}"));
    }
    if let Some(from) = strays.unsearched_from {
        tally.whole(
            &codes::NOT_SEARCHED,
            Some(from),
            format!("bytes outside of members were not searched for headers from offset {from} on: there are too many"),
        );
    }
}

/// Finds members without a directory.
fn salvage<R: ReadAt + ?Sized>(source: &R, ends: &Ends, mut tally: Tally) -> Result<Directory, ContainerError> {
    let len = source.len();
    let start = read_vec(source, 0, len.min(16)).map_err(ContainerError::Read)?;
    let begins_local = start.starts_with(&signature::LOCAL);
    let claim = ends.last_first.first();
    if !begins_local && claim.is_none() {
        return Err(ContainerError::NotAZip {
            begins: format!("`{}`", start.escape_ascii()),
            searched: len.saturating_sub(ends.searched_from),
        });
    }
    let mut strays = Strays::new(source, claim.is_none());
    strays.region(0, len).map_err(ContainerError::Read)?;
    if strays.locals.is_empty() {
        return Err(match claim {
            Some(end) => ContainerError::NoDirectory { at: end.record.at, offset: end.offset(), size: end.size(), len },
            None => ContainerError::Truncated { len },
        });
    }
    let found = strays.locals.len();
    tally.whole(&codes::NO_DIRECTORY, claim.map(|end| end.record.at), match claim {
        Some(end) => format!(
            "the end record at offset {} says that the directory is at offset {} and {} bytes long; there is none in \
             a file of {len} bytes; {found} members were found by their local headers",
            end.record.at, end.offset(), end.size()
        ),
        None => format!(
            "the file is truncated: it has no end of central directory record in its {len} bytes; {found} members \
             were found by their local headers"
        ),
    });
    let mut entries: Vec<Entry> = Vec::new();
    for stray in &strays.locals {
        let entry = local_only(stray, next_index(&entries));
        habits::name(&stray.header.raw_name, &entry, entry.header_offset, &mut tally);
        if let Some(refusal) = super::error::refusal(&entry, len) {
            tally.add(refusal.code(), || refusal.finding(&entry));
        }
        if let Some(doubt) = &stray.doubt {
            tally.member(&codes::DESCRIPTOR_MISSING, &entry.name, entry.header_offset, || {
                format!("{}: {doubt}", quoted(&entry.name))
            });
        }
        entries.push(entry);
    }
    // What is left of the directory says nothing new of a member that its local header shows as well.
    let shown: BTreeSet<(u64, &str)> = entries.iter().map(|entry| (entry.header_offset, entry.name.as_str())).collect();
    for central in &strays.centrals {
        let (name, at) = (central.name(), central.at);
        if !shown.contains(&(central.resolved.header_offset, name.as_str())) {
            tally.member(&codes::STRAY_CENTRAL, &name, at, || {
                format!(
                    "a central header for {} stands at offset {at}, in no directory that can be found",
                    quoted(&name)
                )
            });
        }
    }
    add_gaps_of_the_search(&strays, &mut tally);
    twins::compare(&entries, &mut tally);
    Ok(Directory {
        declared_entries: claim.map_or(0, End::entries),
        prefix: entries.first().map_or(0, |entry| entry.header_offset),
        trailing: 0,
        comment: None,
        zip64: false,
        entries,
        findings: tally.finish(),
    })
}

fn local_only(stray: &StrayLocal, index: u32) -> Entry {
    let claims = &stray.header.claims;
    Entry {
        index,
        name: stray.header.name(),
        place: Place::LocalOnly,
        method: method(claims.method),
        flags: claims.flags,
        crc32: stray.crc32,
        compressed_size: stray.compressed_size,
        size: stray.size,
        header_offset: stray.header.at,
        data_offset: Some(stray.header.data_offset),
        overlaps: stray.overruns,
        host: 0,
        mode: None,
        modified: dos_time::modified(claims.date, claims.time),
    }
}

fn method(number: u16) -> Method {
    match number {
        0 => Method::Stored,
        8 => Method::Deflated,
        other => Method::Other(other),
    }
}

fn next_index(entries: &[Entry]) -> u32 {
    u32::try_from(entries.len()).unwrap_or(u32::MAX)
}
