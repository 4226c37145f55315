//! A wrong CONFIRMED is the worst defect this project can have: one changed bit anywhere in a wheel never leaves one.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use std::io::{Cursor, Read as _};

use wheelcard::card;
use wheelcard::parity::{Confidence, Rung};
use wheelcard::scan::scan;

use crate::neuronx_wheels::zipped;
use crate::small_elf::{Kind, SmallElf};

const MEMBER: &str = "demo/libx.so";
const NAMES: [&str; 2] = ["demo-1.0-cp310-cp310-linux_x86_64.whl", "demo-1.0-cp311-cp311-linux_x86_64.whl"];

fn library() -> Vec<u8> {
    let id = "92b4d331a42d7e80bb839e03218d2b9b0c23c346";
    let needed = ["libc.so.6"];
    SmallElf { kind: Kind::Library, id, name: "libx.so.1", needed: &needed, stamp: "stamp", size: 2048 }.bytes()
}

fn wheel() -> Vec<u8> {
    let text = |path: &str, text: &str| (path.to_owned(), text.as_bytes().to_vec());
    let files = vec![
        (MEMBER.to_owned(), library()),
        text("demo-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n"),
        text(
            "demo-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: false\nTag: cp310-cp310-linux_x86_64\n",
        ),
    ];
    zipped(files, "demo-1.0.dist-info/RECORD")
}

/// The member's bytes as the zip crate reads them, an independent reader.
fn as_zip_reads(wheel: &[u8]) -> Option<Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(wheel)).ok()?;
    let mut bytes = Vec::new();
    archive.by_name(MEMBER).ok()?.read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// Whether the member is said to be the same in a good wheel and in this one: (on rung 1, CONFIRMED).
fn said_same(other: Vec<u8>) -> (bool, bool) {
    let good = scan(wheel(), NAMES[0]).unwrap();
    let Ok(other) = scan(other, NAMES[1]) else { return (false, false) };
    let card = card::build(&[&good, &other]);
    let rows = card.tables.iter().flat_map(|table| &table.rows);
    let row = rows.into_iter().find(|row| row.key == MEMBER && row.copies.len() == 2);
    row.map_or((false, false), |row| {
        let confirmed = [row.logic, row.addresses].contains(&Confidence::Confirmed);
        (row.rung == Rung::ByteIdentical, confirmed)
    })
}

#[test]
fn the_unchanged_wheel_is_confirmed() {
    assert_eq!(said_same(wheel()), (true, true));
}

#[test]
fn no_changed_bit_of_a_wheel_leaves_a_confirmation_of_other_bytes() {
    let (good, truth) = (wheel(), library());
    let end_record = good.len() - 22;
    let mut still_confirmed = 0;
    for at in 0..good.len() {
        let mut changed = good.clone();
        changed[at] ^= 1 << (at % 8);
        // In the end record the zip crate refuses what others read (disk numbers, the comment's length), so there its
        // refusal says nothing of the member.
        let reads_truth = as_zip_reads(&changed).map_or(at >= end_record, |bytes| bytes == truth);
        let (identical, confirmed) = said_same(changed);
        assert!(!confirmed || reads_truth, "byte {at}: CONFIRMED, but the zip crate reads other bytes or none");
        assert!(!confirmed || identical, "byte {at}");
        still_confirmed += usize::from(confirmed);
    }
    // The test would hold of a program that never confirms; it must still do so where only dates, METADATA and the like
    // are changed.
    assert!(still_confirmed > good.len() / 10, "{still_confirmed} of {}", good.len());
}

#[test]
fn no_changed_byte_of_a_member_leaves_it_on_the_first_rung() {
    let truth = library();
    for at in 0..truth.len() {
        let mut changed = truth.clone();
        changed[at] ^= 1 << (at % 8);
        // RECORD goes along: this is another build, not a damaged wheel.
        let wheel = zipped(vec![(MEMBER.to_owned(), changed)], "demo-1.0.dist-info/RECORD");
        assert_eq!(said_same(wheel), (false, false), "byte {at}");
    }
}
