//! Bounds and properties: many members, absurd claims, every byte changed. What is not bounded takes hours here.

use std::io::{Cursor, Write as _};

use wheelcard::container::{MemberError, Place, open, read_all};

use super::{directory, finding, findings, pair};
use crate::zip_builder::{Member, Zip, deflate, descriptor, extra};

#[test]
fn c25_seventy_thousand_members_are_listed() {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for i in 0..70_000 {
        writer.start_file(format!("pkg/{}/{i}.py", i % 100), zip::write::SimpleFileOptions::default()).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let directory = open(bytes.as_slice()).unwrap();
    assert_eq!((directory.entries.len(), directory.declared_entries, directory.zip64), (70_000, 70_000, true));
    assert!(directory.findings.len() < 10, "{:#?}", directory.findings);
}

#[test]
fn a_directory_that_claims_four_billion_entries_ends_at_once() {
    let zip = pair().with(|z| {
        z.before_end = Some(|at, size, _| crate::zip_builder::zip64_end(1 << 32, size, at, at + size));
        (z.end.entries, z.end.size, z.end.offset) = (Some(u16::MAX), Some(u32::MAX), Some(u32::MAX));
    });
    let directory = directory(&zip.build());
    assert_eq!((directory.declared_entries, directory.entries.len()), (1 << 32, 2));
    assert_eq!(
        finding(&directory, "zip.count-differs").detail,
        "the end record at offset 264 counts 4294967296 entries; the directory holds 2"
    );
    let huge = pair().with(|z| {
        z.before_end = Some(|at, _, _| crate::zip_builder::zip64_end(1 << 62, 1 << 62, at, u64::MAX));
        (z.end.entries, z.end.size, z.end.offset) = (Some(u16::MAX), Some(u32::MAX), Some(u32::MAX));
    });
    let directory = super::directory(&huge.build());
    assert_eq!(directory.entries.len(), 2);
}

#[test]
fn c36_a_bomb_of_quoted_overlaps_is_named_and_never_inflated() {
    // Every member but the last quotes the headers behind it in its own deflate stream, and all share one kernel. The
    // streams need not be right to be refused: the overlap alone decides.
    let kernel = Member::deflated("kernel", &vec![0; 1 << 20]);
    let mut bytes_behind = u32::try_from(kernel.data.len()).unwrap();
    let mut members = vec![kernel];
    for i in 0..200 {
        let name = format!("{i:03}");
        bytes_behind += 30 + u32::try_from(if i == 0 { 6 } else { 3 }).unwrap();
        let compressed_size = bytes_behind;
        members.push(
            Member::deflated(&name, b"")
                .with(|m| m.data.clear())
                .with_both(|h| (h.compressed_size, h.size) = (compressed_size, 1 << 20)),
        );
    }
    members.reverse();
    let bytes = Zip::of(members).build();
    let directory = directory(&bytes);
    let refused = directory
        .entries
        .iter()
        .filter(|entry| matches!(read_all(bytes.as_slice(), entry, 1 << 30), Err(MemberError::Overlaps { .. })));
    assert_eq!(refused.count(), 200);
    // Fifty in full, the others as a number.
    let overlaps = findings(&directory, "zip.overlap");
    assert_eq!(overlaps.len(), 51);
    assert!(overlaps.iter().any(|finding| finding.detail == "150 more findings of this kind, 200 in all"));
}

#[test]
fn a_file_full_of_signatures_is_opened() {
    for signature in [b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x07\x08", b"PK\x06\x07"] {
        let junk = signature.repeat(200_000);
        drop(open(junk.as_slice()));
        let gap = pair().with(|z| z.before_directory = junk.clone()).build();
        let directory = open(gap.as_slice()).unwrap();
        assert_eq!(directory.entries.iter().filter(|e| e.place == Place::Central).count(), 2);
        let prefixed = pair().with(|z| (z.prefix, z.trailing) = (junk.clone(), junk)).build();
        drop(open(prefixed.as_slice()));
    }
}

#[test]
fn a_name_of_slashes_only_costs_nothing() {
    let name = "a/".repeat(30_000);
    let zip = Zip::of((0..40).map(|i| Member::stored(&format!("{name}{i}"), b"")));
    let directory = directory(&zip.build());
    assert_eq!(directory.findings, []);
}

/// xorshift32: the same mutations in every run.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}

fn small_wheel() -> Vec<u8> {
    let path = "tests/fixtures/cases/demo-1.0-cp310-cp310-manylinux_2_17_x86_64.whl";
    std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Offsets of a signature, by search: the oracle of what must be accounted for.
fn places(bytes: &[u8], signature: &[u8]) -> Vec<usize> {
    (0..bytes.len()).filter(|&at| bytes[at..].starts_with(signature)).collect()
}

/// Holds that every header in the bytes is an entry or named by a finding.
fn assert_accounted(bytes: &[u8], what: &str) {
    let directory = open(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    let said = |at: u64| directory.findings.iter().any(|finding| finding.offset == Some(at));
    // A header in bytes that a member claims as its own, and that are none of its content, is told of with that member.
    let claimed = |at: u64| {
        directory.entries.iter().any(|entry| {
            let claims = entry.data_offset.is_some_and(|from| (from..from + entry.compressed_size).contains(&at));
            claims && !read_all(bytes, entry, 1 << 20).is_ok_and(|(_, inflated)| inflated.findings(entry).is_empty())
        })
    };
    for at in places(bytes, b"PK\x03\x04").into_iter().map(|at| at as u64) {
        let listed = directory.entries.iter().any(|entry| entry.header_offset == at);
        assert!(listed || said(at) || claimed(at), "{what}: local header at {at}: {:#?}", directory.findings);
    }
    for at in places(bytes, b"PK\x01\x02") {
        let len = bytes.get(at + 28..at + 30).map(|len| usize::from(u16::from_le_bytes([len[0], len[1]])));
        let name = len.and_then(|len| bytes.get(at + 46..at + 46 + len)).map(String::from_utf8_lossy);
        let listed = directory.entries.iter().any(|entry| name.as_deref() == Some(entry.name.as_str()));
        assert!(listed || said(at as u64), "{what}: central header at {at}: {:#?}", directory.findings);
    }
    // Reading what was found must not panic either, whatever it is.
    for entry in &directory.entries {
        drop(read_all(bytes, entry, 1 << 20));
    }
}

#[test]
fn no_member_is_silently_missing_whatever_single_byte_is_changed() {
    let good = small_wheel();
    let mut random = Random(1);
    for at in 0..good.len() {
        for round in 0..4 {
            let mut bytes = good.clone();
            bytes[at] = match round {
                0 => !bytes[at],
                1 => 0,
                _ => random.next().to_le_bytes()[0],
            };
            assert_accounted(&bytes, &format!("byte {at} = {:#04x}", bytes[at]));
        }
    }
}

/// Members of every kind that is told apart somewhere, by what is odd about them.
fn odd_members() -> Vec<(&'static str, Member)> {
    let content = b"some content, some content, some content";
    let member = || Member::deflated("m", content);
    let len = u32::try_from(deflate(content).len()).unwrap();
    let streamed = |name: &str| {
        Member::deflated(name, content)
            .with_local(|h| (h.flags, h.crc32, h.compressed_size, h.size) = (8, 0, 0, 0))
            .with_central(|h| h.flags = 8)
            .with(|m| m.behind = descriptor(crc32fast::hash(content), len, 40))
    };
    vec![
        ("plain", member()),
        ("stored", Member::stored("m", b"m")),
        ("empty", Member::stored("m", b"")),
        ("directory", Member::stored("m/", b"")),
        ("streamed", streamed("m")),
        ("streamed and hidden", streamed("hidden").with(|m| m.central = None)),
        ("hidden", member().with(|m| m.central = None)),
        ("without its local header", member().with(|m| m.local = None)),
        ("called otherwise", member().with_local(|h| h.name = b"n".to_vec())),
        ("of another size", member().with_local(|h| h.size += 1)),
        ("longer than it is", member().with_both(|h| h.compressed_size += 20)),
        ("shorter than it is", member().with_both(|h| h.compressed_size -= 9)),
        ("elsewhere", member().with(|m| m.offset = Some(0))),
        ("far away", member().with(|m| m.offset = Some(u32::MAX - 1))),
        ("followed by a gap", member().with(|m| m.behind = vec![0; 7])),
        ("encrypted", member().with_both(|h| h.flags |= 1)),
        ("with a needless field", member().with_both(|h| h.extra = extra(1, &[0; 8]))),
        ("with a cut field", member().with_both(|h| h.extra = vec![1, 0, 200, 0])),
        ("with a comment", member().with(|m| m.comment = b"a comment".to_vec())),
    ]
}

#[test]
fn of_any_two_members_none_is_silently_missing() {
    for (one, first) in odd_members() {
        for (two, second) in odd_members() {
            let what = format!("a member {one}, and one {two}");
            let listed = [&first, &second].into_iter().filter(|member| member.central.is_some()).count();
            let bytes = Zip::of([first.clone(), second.clone()]).build();
            assert_accounted(&bytes, &what);
            let directory = super::opened(&bytes).unwrap();
            let central = directory.entries.iter().filter(|entry| entry.place == Place::Central).count();
            assert_eq!(central, listed, "{what}: {:#?}", directory.findings);
        }
    }
}

#[test]
fn no_member_is_silently_missing_wherever_the_file_is_cut() {
    let good = small_wheel();
    // The first local header and its name are whole.
    for len in 70..good.len() {
        assert_accounted(&good[..len], &format!("cut to {len}"));
    }
}

#[test]
fn bytes_of_any_kind_never_panic_and_both_ways_of_reading_agree() {
    let good = small_wheel();
    let mut random = Random(7);
    for _ in 0..600 {
        let mut bytes = good.clone();
        for _ in 0..random.next() % 12 + 2 {
            let at = usize::try_from(random.next()).unwrap() % bytes.len();
            bytes[at] = random.next().to_le_bytes()[0];
        }
        if let Ok(directory) = super::opened(&bytes) {
            for entry in &directory.entries {
                drop(super::bytes_of(&bytes, entry));
            }
        }
    }
}

#[test]
fn of_a_good_archive_the_zip_crate_sees_the_same() {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (i, method) in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated].into_iter().enumerate() {
        let options = zip::write::SimpleFileOptions::default().compression_method(method).large_file(i == 1);
        writer.start_file(format!("pkg/{i}.bin"), options).unwrap();
        writer.write_all(&vec![u8::try_from(i).unwrap(); 100_000]).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let mut theirs = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    let ours = directory(&bytes);
    assert_eq!(ours.entries.len(), theirs.len());
    for (index, entry) in ours.entries.iter().enumerate() {
        let mut file = theirs.by_index(index).unwrap();
        let mut content = Vec::new();
        std::io::copy(&mut file, &mut content).unwrap();
        assert_eq!(super::bytes_of(&bytes, entry).unwrap().0, content);
        assert_eq!((entry.name.as_str(), entry.size), (&*file.name().unwrap(), file.size()));
        assert_eq!((entry.crc32, entry.header_offset), (file.crc32(), file.header_start()));
    }
    assert!(!super::codes(&ours).contains(&"zip.second-reader-disagrees"));
}
