//! Zip64: records, locators and fields, needed or not.

use super::{bytes_of, codes, directory, finding, pair};
use crate::zip_builder::{Member, Zip, extra, zip64_end};

fn field(values: &[u64]) -> Vec<u8> {
    extra(1, &values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
}

#[test]
fn a_zip64_end_record_is_read() {
    let zip = pair().with(|z| z.before_end = Some(|at, size, count| zip64_end(count, size, at, at + size)));
    let plain = directory(&zip.clone().build());
    assert!(plain.zip64);
    assert_eq!(plain.findings, []);
    let deferring = directory(
        &zip.with(|z| {
            (z.end.entries, z.end.size, z.end.offset) = (Some(u16::MAX), Some(u32::MAX), Some(u32::MAX));
        })
        .build(),
    );
    assert_eq!((deferring.declared_entries, deferring.entries.len(), deferring.findings.len()), (2, 2, 0));
}

#[test]
fn end_records_that_differ_are_an_alarm_with_both_values() {
    let zip = pair().with(|z| z.before_end = Some(|at, size, count| zip64_end(count + 1, size, at, at + size)));
    let directory = directory(&zip.build());
    assert_eq!(
        finding(&directory, "zip.end-records-differ").detail,
        "entries: the end record at offset 264 says 2, the zip64 end record says 3"
    );
    assert_eq!(directory.declared_entries, 3);
}

#[test]
fn a_locator_that_points_elsewhere_or_nowhere_is_an_alarm() {
    let elsewhere = pair().with(|z| z.before_end = Some(|at, size, count| zip64_end(count, size, at, 5)));
    assert_eq!(
        finding(&directory(&elsewhere.build()), "zip.zip64-locator-differs").detail,
        "the zip64 locator at offset 244 points to offset 5; the zip64 end record that was read is at offset 188"
    );
    let nowhere = pair()
        .with(|z| z.before_end = Some(|at, size, count| zip64_end(count, size, at, 9_000)[56..].to_vec()))
        .with(|z| z.end.size = Some(103 + 20));
    assert_eq!(
        finding(&directory(&nowhere.build()), "zip.zip64-record-missing").detail,
        "the zip64 locator at offset 188 points to offset 9000, where there is no zip64 end record"
    );
}

#[test]
fn extensible_data_in_the_zip64_end_record_is_said() {
    let zip = pair().with(|z| {
        z.before_end = Some(|at, size, count| {
            let mut bytes = zip64_end(count, size, at, at + size);
            bytes[4] = 44 + 6;
            bytes.splice(56..56, *b"extend");
            bytes
        });
    });
    let directory = directory(&zip.build());
    assert_eq!(directory.entries.len(), 2);
    assert_eq!(
        finding(&directory, "zip.zip64-extensible-data").detail,
        "the zip64 end record at offset 188 is said to be 50 bytes long instead of 44, and its locator follows at \
         offset 250"
    );
}

#[test]
fn c25_a_zip64_field_that_is_not_needed_reads_fine_and_is_noted() {
    // Sentinels with values that would fit, as `zipfile` writes with force_zip64.
    let forced = Member::stored("a", b"aaa").with_both(|h| {
        (h.size, h.compressed_size, h.extra) = (u32::MAX, u32::MAX, field(&[3, 3]));
    });
    let bytes = Zip::of([forced]).build();
    let forced = directory(&bytes);
    assert_eq!(codes(&forced), ["zip.zip64-superfluous"]);
    assert_eq!(bytes_of(&bytes, &forced.entries[0]).unwrap().0, b"aaa");
    // A field beside true sizes, which nothing refers to.
    let beside = directory(&Zip::of([Member::stored("a", b"aaa").with_both(|h| h.extra = field(&[3, 3]))]).build());
    assert_eq!(codes(&beside), ["zip.zip64-unreferenced"]);
    assert_eq!((beside.entries[0].size, beside.entries[0].compressed_size), (3, 3));
}

#[test]
fn zip64_values_that_are_missing_or_contradict_the_header_are_alarms() {
    let missing = Member::stored("a", b"aaa").with_central(|h| (h.size, h.extra) = (u32::MAX, extra(1, &[1, 2])));
    assert_eq!(
        finding(&directory(&Zip::of([missing]).build()), "zip.zip64-value-missing").detail,
        "`a`: the directory (offset 34) refers to its zip64 field for a value that is not in it"
    );
    let contradicts = Member::stored("a", b"aaa").with_local(|h| h.extra = field(&[9, 8]));
    assert_eq!(
        finding(&directory(&Zip::of([contradicts]).build()), "zip.zip64-differs").detail,
        "`a`: the local header (offset 0) says 3 bytes, 3 compressed, its zip64 field says 9 and 8"
    );
}

#[test]
fn more_members_than_the_end_record_can_count_are_all_read() {
    // Python's zipfile ignores the count as well; other readers do not.
    let zip = Zip::of((0..0x1_0002).map(|i| Member::stored(&format!("{i:05}"), b"")));
    let bytes = zip.build();
    let directory = wheelcard::container::open(bytes.as_slice()).unwrap();
    assert_eq!(directory.entries.len(), 0x1_0002);
    assert_eq!(
        finding(&directory, "zip.count-wrapped").detail,
        format!("the end record at offset {} counts 2 entries; the directory holds 65538", bytes.len() - 22)
    );
}
