//! The words of a card where a hasty one would be false: members that can't be read, reports that were saved, code that
//! was seen to differ, doubts with their reasons.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect")]

use std::path::Path;

use wheelcard::card::{self, Card, Origin, Progress, format};
use wheelcard::evidence::{Verdict, star};
use wheelcard::parity::{Basis, Confidence, Look, Looks, Pair, Rung};
use wheelcard::report::{Needles, WheelReport};
use wheelcard::scan::scan;

use crate::real_wheels::scanned;
use crate::reports::{File, library, module, refs, three};

fn fixture(path: &str) -> WheelReport {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path);
    scan(std::fs::read(&path).unwrap(), path.file_name().unwrap().to_str().unwrap()).unwrap()
}

fn edge(build: &str) -> WheelReport {
    fixture(&format!("edge/MarkupSafe-3.0.2-{build}-cp313-cp313-manylinux_2_17_x86_64.whl"))
}

fn rows(card: &Card) -> impl Iterator<Item = &Pair> {
    card.tables.iter().flat_map(|table| &table.rows)
}

#[test]
fn a_wheel_with_a_member_of_a_method_that_is_not_decoded_is_read_and_not_verified() {
    let report = fixture("cases/c27_bzip2.whl");
    let card = card::build(&[&report]);
    let wheel = &card.wheels[0];
    assert_eq!((wheel.progress, wheel.alarms), (Progress::Verified, 0));
    let unread = report.members.iter().filter(|member| member.verified.is_none()).count();
    assert!(unread > 0 && wheel.unread == unread, "{unread}, {}", wheel.unread);
    let counted = format::counted(unread, "member", "members");
    let state = format::wheel_state(wheel.progress, wheel.alarms, wheel.unread, card.origin);
    assert_eq!(state, format!("read, {counted} can't be read here"));

    let row = rows(&card).find(|row| row.copies[0].unread.is_some()).unwrap();
    assert_eq!(format::not_read(&row.copies[0]), "can't be read here");
    assert!(row.copies[0].unread.as_ref().unwrap().contains("bzip2"), "{:?}", row.copies[0].unread);
    assert!(row.reason.contains("a copy can't be read here"), "{}", row.reason);
    let markdown = card::markdown::export(&card);
    assert!(!markdown.contains("All bytes of every wheel"), "{markdown}");
    assert!(markdown.contains(&format!("**{counted} can't be read here**")), "{markdown}");
    for not_settled in ["not read yet", "not looked at yet", "so far"] {
        assert!(!markdown.contains(not_settled), "{not_settled}: {markdown}");
    }
}

#[test]
fn what_is_not_looked_at_yet_is_not_called_unreadable() {
    let report = fixture("cases/c27_bzip2.whl");
    let listed = WheelReport::listed(report.listing);
    let card = card::build(&[&listed]);
    assert_eq!(card.wheels[0].unread, 0);
    let words: Vec<&str> = rows(&card).flat_map(|row| &row.copies).map(format::not_read).collect();
    assert!(!words.is_empty() && words.iter().all(|word| *word == "not read yet"), "{words:?}");
}

#[test]
fn equal_claims_beside_a_copy_that_cannot_be_read_are_not_said_to_be_equal_bytes() {
    let mut reports = three(&[0, 1, 2].map(|_| vec![library("d/libx.so", "x")]));
    let unread = fixture("cases/c27_bzip2.whl").members.into_iter().find(|m| m.verified.is_none()).unwrap();
    let member = &mut reports[1].members[0];
    (member.identified, member.verified, member.findings) = (None, None, unread.findings);
    let card = card::build(&refs(&reports));
    let row = rows(&card).next().unwrap();
    assert_eq!(
        (row.rung, row.basis, row.addresses),
        (Rung::ByteIdentical, Basis::ClaimedByRecord, Confidence::Inferred)
    );
    assert!(row.reason.starts_with("equal SHA-256, claimed by RECORD and not verified; a copy can't be read here: "));
    let meaning = format::rung_of(row).meaning;
    assert!(meaning.starts_with("By what RECORD claims") && meaning.contains("not hashed"), "{meaning}");
    let markdown = card::markdown::export(&card);
    assert!(markdown.contains("0 of 1 verified."), "it never will be: {markdown}");
    assert!(markdown.contains("Of a binary whose bytes are verified, a finding"), "{markdown}");
}

#[test]
fn no_word_of_a_saved_report_claims_work_of_today() {
    let reports = scanned("pyzmq");
    let saved = Card { origin: Origin::SavedReport, ..card::build(&refs(&reports)) };
    let markdown = card::markdown::export(&saved);
    for claim in ["is read from the bytes", "were inflated, counted, CRC-checked and hashed."] {
        assert!(!markdown.contains(claim), "{claim}: {markdown}");
        assert!(card::markdown::export(&card::build(&refs(&reports))).contains(claim), "{claim}");
    }
    assert!(markdown.contains("were inflated, counted, CRC-checked and hashed then, says the report."), "{markdown}");
    let state = |card: &Card| format::wheel_state(Progress::Verified, 0, 0, card.origin);
    assert_eq!(
        (state(&saved), format::wheel_state(Progress::Verified, 2, 0, saved.origin)),
        ("saved as verified".to_owned(), "saved as read, 2 alarms".to_owned())
    );
    assert!(!format::basis(Basis::Verified, saved.origin).meaning.contains("here"));

    let csv = card::csv::export_from(&saved.tables[0], &saved.wheels, saved.origin);
    assert!(csv.contains(",saved as verified,") && !csv.contains(",verified,"), "{csv}");
    let list = card::checksums::export_from(&reports[0], saved.origin);
    assert!(list.contains("# saved as verified, not computed again: ") && !list.contains("# verified"), "{list}");
}

/// The card of these files, of two contents, after a second look at their first row that saw code differ.
fn looked_at(files: &[Vec<File>; 3]) -> Card {
    let reports = three(files);
    let before = card::build(&refs(&reports));
    let row = rows(&before).next().unwrap();
    let [a, b] = ["a", "b"].map(|which| {
        let name = format!("tests/fixtures/cases/c10_same_bid_{which}.so");
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
    });
    let mut told = star(&[&a, &b], &Needles::default()).unwrap();
    // The words follow from the verdict, whatever the bytes were.
    (told.verdict, told.addresses, told.logic) =
        (Some(Verdict::CodeDiffers), Confidence::Inferred, Confidence::Inferred);
    let evidence = &mut told.pairs.first_mut().unwrap().evidence;
    (evidence.verdict, evidence.addresses, evidence.logic) =
        (Verdict::CodeDiffers, Confidence::Inferred, Confidence::Inferred);
    let mut looks = Looks::default();
    looks.insert(row.contents().unwrap(), Look::Told(Some(Box::new(told))));
    card::build_with(&refs(&reports), &looks)
}

#[test]
fn after_a_look_that_saw_code_differ_no_word_says_that_addresses_are_likely() {
    let files = ["x", "x", "y"].map(|content| vec![library("d/libx.so", content).comment(&["GCC 12"])]);
    let card = looked_at(&files);
    let row = rows(&card).next().unwrap();
    assert_eq!(row.addresses, Confidence::Inferred);
    let addresses = format::addresses(row);
    assert_eq!(addresses.word, "INFERRED");
    assert!(addresses.meaning.contains("one by one") && !addresses.meaning.contains("Likely"), "{}", addresses.meaning);
    assert_ne!(format::logic(row).meaning, format::confidence(row.logic).meaning);
    assert!(row.reason.starts_with("From cp310, cp311 to cp312: "), "the sentence is of one pair: {}", row.reason);
    let csv = card::csv::export(&card.tables[0], &card.wheels);
    assert_eq!(csv.matches("From cp310, cp311 to cp312: ").count(), 3, "{csv}");
}

#[test]
fn both_tables_of_the_markdown_say_the_same_of_addresses_of_a_per_abi_module() {
    let files = ["x", "x", "y"].map(|content| vec![module("d/x.so", content)]);
    let markdown = card::markdown::export(&looked_at(&files));
    assert!(markdown.contains("code differs, addresses NONE"), "{markdown}");
    assert!(markdown.contains("| `d/x.so` | cp310, cp311 → cp312 | code differs | NONE |"), "{markdown}");
}

#[test]
fn a_doubt_is_told_with_its_own_reason() {
    let card = card::build(&[&edge("0truncated")]);
    let alarms: Vec<&str> = card
        .findings
        .iter()
        .filter(|found| found.finding.severity == wheelcard::finding::Severity::Alarm)
        .map(|found| found.finding.detail.as_str())
        .collect();
    let doubtful: Vec<&Pair> = rows(&card).filter(|row| row.basis == Basis::Doubtful).collect();
    assert!(!doubtful.is_empty());
    for row in doubtful {
        let why = row.reason.split_once("; the bytes of a copy are doubtful: ").map(|(_, why)| why);
        assert!(why.is_some_and(|why| alarms.iter().any(|alarm| why.starts_with(alarm))), "{} {alarms:?}", row.reason);
    }
    let meaning = format::basis(Basis::Doubtful, Origin::Bytes).meaning;
    assert!(!meaning.contains("CRC-32") && !meaning.contains("two contents"), "{meaning}");
}

#[test]
fn where_pip_and_a_streaming_tool_take_one_entry_nothing_is_said_to_depend_on_the_tool() {
    let report = edge("0duplicate");
    let findings = &report.listing.directory.findings;
    let finding = findings.iter().find(|finding| finding.code == "zip.duplicate-name").unwrap();
    assert!(finding.detail.ends_with("take the last, at offset 21369"), "{}", finding.detail);
    assert!(!finding.meaning.contains("depends"), "{}", finding.meaning);
}

#[test]
fn one_byte_is_one_byte() {
    let sizes = [100, 100, 101];
    let files = [0, 1, 2].map(|at| vec![library("d/libx.so", &format!("{at}")).size(sizes[at])]);
    let card = card::build(&refs(&three(&files)));
    let note = card.notes.iter().find(|note| note.code == "few-bytes-apart").unwrap();
    assert!(note.text.contains("by only 1 byte between wheels"), "{}", note.text);
}

#[test]
fn one_size_of_a_few_libraries_is_said_once() {
    let card = card::build(&refs(&scanned("torchaudio_local")));
    let codes: Vec<&str> = card.notes.iter().map(|note| note.code.as_str()).collect();
    assert!(codes.contains(&"same-size-other-bytes") && !codes.contains(&"constant-size"), "{codes:?}");
}
