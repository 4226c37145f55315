//! The card's order and labels, and its exports.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use serde_json::Value;
use wheelcard::binary::FileKind;
use wheelcard::card::{self, Card, Progress};
use wheelcard::evidence::Verdict;
use wheelcard::parity::{Look, Looks, Rung};
use wheelcard::report::WheelReport;

use crate::real_wheels::scanned;
use crate::reports::{File, Moment, library, other, program, refs, three, three_at, wheel};

fn card(reports: &[WheelReport]) -> Card {
    card::build(&refs(reports))
}

/// One file in each of three wheels, made from the wheel's number.
fn each(file: impl Fn(usize) -> File) -> [Vec<File>; 3] {
    [0, 1, 2].map(|at| vec![file(at)])
}

#[test]
fn wheels_stand_in_their_own_order_under_the_shortest_labels_that_tell_them_apart() {
    let labels = |names: &[&str]| {
        let reports: Vec<WheelReport> = names.iter().map(|name| wheel(name, &[], Moment::Listed)).collect();
        card(&reports).wheels.into_iter().map(|wheel| wheel.label).collect::<Vec<_>>()
    };
    let names =
        ["d-1-cp313-cp313t-linux_x86_64.whl", "d-1-cp310-cp310-linux_x86_64.whl", "d-1-cp39-cp39-linux_x86_64.whl"];
    assert_eq!(labels(&names), ["cp39", "cp310", "cp313"]);
    let names = ["d-1-cp313-cp313t-linux_x86_64.whl", "d-1-cp313-cp313-linux_x86_64.whl"];
    assert_eq!(labels(&names), ["cp313", "cp313t"]);
    let names = ["d-1-cp313-cp313-win_amd64.whl", "d-1-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"];
    assert_eq!(labels(&names), ["manylinux_2_17_x86_64", "win_amd64"]);
    let name = "d-1-cp313-cp313-win_amd64.whl";
    assert_eq!(labels(&[name, name]), ["cp313", "cp313 (2)"], "two files of one name");
}

#[test]
fn wheels_that_differ_in_a_build_tag_or_in_one_more_platform_are_labelled_by_that_alone() {
    let labels = |names: &[&str]| {
        let reports: Vec<WheelReport> = names.iter().map(|name| wheel(name, &[], Moment::Listed)).collect();
        card(&reports).wheels.into_iter().map(|wheel| wheel.label).collect::<Vec<_>>()
    };
    let names = ["d-1-1-cp312-cp312-linux_x86_64.whl", "d-1-cp312-cp312-linux_x86_64.whl"];
    assert_eq!(labels(&names), ["build 1", "no build tag"]);
    let names = [
        "d-1-1-cp311-cp311-linux_x86_64.whl",
        "d-1-2-cp311-cp311-linux_x86_64.whl",
        "d-1-1-cp312-cp312-linux_x86_64.whl",
        "d-1-2-cp312-cp312-linux_x86_64.whl",
    ];
    assert_eq!(labels(&names), ["cp311 build 1", "cp311 build 2", "cp312 build 1", "cp312 build 2"]);
    let names =
        ["d-1-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", "d-1-cp312-cp312-manylinux_2_17_x86_64.whl"];
    let mut found = labels(&names);
    found.sort();
    assert_eq!(found, ["manylinux2014_x86_64", "manylinux_2_17_x86_64 only"]);
    let names = ["d-1-cp312-cp312-manylinux_2_17_x86_64.whl", "d-1-cp312-cp312-manylinux_2_28_x86_64.whl"];
    assert_eq!(labels(&names), ["manylinux_2_17", "manylinux_2_28"], "what all platforms end in tells nothing apart");
    let name = "some-very-long-name-of-something-that-is-no-wheel-at-all.whl";
    let mut untagged = wheel("d-1-cp312-cp312-linux_x86_64.whl", &[], Moment::Listed);
    (untagged.listing.file_name.cleaned, untagged.listing.file_name.parts) = (name.to_owned(), None);
    untagged.listing.wheel = None;
    assert_eq!(card(&[untagged]).wheels[0].label, "some-very-l…wheel-at-all");
}

#[test]
fn the_order_of_dropping_changes_no_byte_of_any_export() {
    let reports = scanned("pyzmq");
    let [a, b, c] = reports.as_slice() else { panic!("three wheels") };
    let json = card::json::export(&[a, b, c]);
    let markdown = card::markdown::export(&card::build(&[a, b, c]));
    for order in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
        assert_eq!(card::json::export(&order), json);
        assert_eq!(card::markdown::export(&card::build(&order)), markdown);
    }
    assert!(json.ends_with("}\n"));
}

#[test]
fn a_saved_report_opens_again_to_the_same_card() {
    let reports = scanned("torchaudio_local");
    let json = card::json::export(&refs(&reports));
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((value["format"].as_str(), value["version"].as_u64()), (Some("wheelcard-report"), Some(1)));
    assert_eq!(value["tool"]["version"].as_str(), Some(env!("CARGO_PKG_VERSION")));
    assert_eq!(value["wheels"].as_array().map(Vec::len), Some(3));
    let opened = card::json::open(&json).unwrap();
    assert_eq!(opened, reports);
    assert_eq!(card::json::export(&refs(&opened)), json);
}

#[test]
fn what_is_no_report_is_refused_with_a_sentence() {
    let refused = |text: &str| card::json::open(text).unwrap_err().to_string();
    assert!(refused("{").starts_with("this is no Wheelcard report: EOF"), "{}", refused("{"));
    assert_eq!(
        refused(r#"{"format": "other", "version": 1}"#),
        "this is no Wheelcard report: its `format` is `other`, not `wheelcard-report`"
    );
    assert_eq!(
        refused(r#"{"format": "wheelcard-report", "version": 2, "wheels": []}"#),
        "this report has format version 2; this Wheelcard reads version 1"
    );
    // Deep nesting must not overflow the stack.
    let deep = format!(r#"{{"format": "wheelcard-report", "version": 1, "wheels": {}"#, "[".repeat(100_000));
    assert!(refused(&deep).starts_with("this is no Wheelcard report: EOF"), "{}", refused(&deep));
}

#[test]
fn a_card_of_claims_says_so_in_every_export() {
    let reports = three_at(&each(|_| library("d/libx.so", "x")), Moment::Listed);
    let card = card(&reports);
    assert!(card.wheels.iter().all(|wheel| wheel.progress == Progress::Listed));
    let markdown = card::markdown::export(&card);
    assert!(markdown.contains("**0 of 3 wheels verified**"), "{markdown}");
    assert!(markdown.contains("*claimed by RECORD*"), "{markdown}");
    let csv = card::csv::export(&card.tables[0], &card.wheels);
    assert_eq!(csv.lines().filter(|line| line.contains(",claimed by RECORD,")).count(), 3, "{csv}");
    let list = card::checksums::export(&reports[0]);
    let digest = wheelcard::bytes::Sha256::of(b"x");
    assert_eq!(
        list,
        format!(
            "# wheelcard {}: SHA-256 of the members of demo-1.0-cp310-cp310-manylinux_2_17_x86_64.whl\n# verified, \
             computed from the bytes: 0 members\n# only claimed by RECORD, not verified: 1 member\n{digest}  d/libx.so\n",
            env!("CARGO_PKG_VERSION")
        )
    );
}

#[test]
fn the_build_id_list_has_the_layout_that_debuggers_look_for() {
    let reports = three(&each(|_| library("d/libx.so", "x").id("92b4d331a42d")));
    let list = card::build_id_list::export(&card(&reports));
    let lines: Vec<&str> = list.lines().skip(1).collect();
    assert_eq!(lines[0], ".build-id/92/b4d331a42d\tdemo-1.0-cp310-cp310-manylinux_2_17_x86_64.whl\td/libx.so");
    assert_eq!(lines.len(), 3);
}

#[test]
fn the_csv_has_a_line_for_each_copy_and_quotes_what_needs_it() {
    let reports = three(&each(|_| library("d/a,\"b\".so", "x").id("aabb")));
    let card = card(&reports);
    let csv = card::csv::export(&card.tables[0], &card.wheels);
    let lines: Vec<&str> = csv.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[1].starts_with("\"d/a,\"\"b\"\".so\",Shared libraries,byte-identical,verified,CONFIRMED,"), "{csv}");
    assert!(lines.iter().all(|line| line.matches("wheelcard").count() <= 1));
}

/// The tables of a Markdown text as a Markdown renderer with GitHub's tables reads them: for each the number of cells
/// in each row.
fn tables(markdown: &str) -> Vec<Vec<usize>> {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let mut tables: Vec<Vec<usize>> = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => tables.push(Vec::new()),
            Event::Start(Tag::TableHead | Tag::TableRow) => tables.last_mut().unwrap().push(0),
            Event::End(TagEnd::TableCell) => *tables.last_mut().unwrap().last_mut().unwrap() += 1,
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML: {html}"),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => panic!("link: {dest_url}"),
            _ => {}
        }
    }
    tables
}

#[test]
fn hostile_names_break_no_table_and_are_no_markup() {
    let names = [
        "d/a|b.so",
        "d/a\\|b.so",
        "d/`tick`|`.so",
        "d/<img src=x onerror=alert(1)>.so",
        "d/[a](http://evil.example).so",
        "d/new\nline|.so",
        "d/*bold*_x_.so",
        "d/é\u{202e}os.so",
        "d/```.so",
        "d/ends\\.so\\",
    ];
    let files = |at: usize| {
        let mut files: Vec<File> = names
            .iter()
            .map(|name| program(name, &format!("{name} {at}")).id("aabbcc").needed("libpython3.so"))
            .collect();
        files.push(other("d/<b>|`.so", "x", FileKind::Text));
        files
    };
    let mut reports = three(&[files(0), files(1), files(2)]);
    for report in &mut reports {
        let summary = "<script>alert(1)</script> | a | [x](http://evil.example) `www.evil.example`";
        report.listing.metadata.as_mut().unwrap().summary = Some(summary.to_owned());
        let code =
            wheelcard::finding::Code { id: "test.odd", severity: wheelcard::finding::Severity::Note, meaning: "a | b" };
        let finding = wheelcard::finding::Finding::new(&code, "<i>|\\| `x` \n# heading").in_member(names[0]);
        report.listing.findings.push(finding);
    }
    let card = card(&reports);
    let markdown = card::markdown::export(&card);
    let read = tables(&markdown);
    let rows: Vec<usize> = read.iter().map(Vec::len).collect();
    // Version, wheels, executables, other, digests, findings; each with a line of titles.
    let versions = 1 + 2 + 3 + 4 + 1;
    assert_eq!(rows, [versions, 1 + 3, 1 + 10, 1 + 1, 1 + 30 + 1, 1 + 1], "{markdown}");
    assert!(read.iter().all(|table| table.iter().all(|cells| *cells == table[0])), "{read:?}");
    let headings = markdown.lines().filter(|line| line.starts_with('#') && line.contains("heading")).count();
    assert_eq!(headings, 0);
}

#[test]
fn the_markdown_of_real_wheels_has_whole_tables() {
    for set in ["torchaudio_local", "pyzmq", "mujoco"] {
        let card = card(&scanned(set));
        let read = tables(&card::markdown::export(&card));
        assert!(read.len() >= 5, "{set}: {read:?}");
        assert!(read.iter().all(|table| table.iter().all(|cells| *cells == table[0])), "{set}: {read:?}");
    }
}

#[test]
fn a_card_of_no_wheels_is_empty_and_still_a_text() {
    let card = card(&[]);
    assert!(card.tables.is_empty() && card.notes.is_empty() && card.wheels.is_empty());
    assert!(card::markdown::export(&card).starts_with("# Binary identification card"));
    assert!(card::json::export(&[]).contains("\"wheels\": []"));
}

#[test]
fn what_a_second_look_told_is_in_the_exports_and_nothing_is_without_one() {
    let reports = scanned("torchaudio_local");
    let reports = refs(&reports);
    assert_eq!(card::json::export_with(&reports, &Looks::default()), card::json::export(&reports));

    let before = card::build(&reports);
    assert!(before.ladder.iter().all(|step| step.evidence.is_empty()));
    let key = "torchaudio/lib/libtorchaudio_sox.so";
    let row = before.tables.iter().flat_map(|table| &table.rows).find(|row| row.key == key).unwrap();
    let mut looks = Looks::default();
    looks.insert(row.contents().unwrap(), Look::Told(Some(Box::new(crate::reports::code_equal()))));

    let card = card::build_with(&reports, &looks);
    let step = card.ladder.iter().find(|step| step.rung == Rung::SameSource).unwrap();
    assert_eq!(step.evidence, [(Some(Verdict::CodeEqual), 1), (None, step.count - 1)]);
    let markdown = card::markdown::export(&card);
    let split = format!("By the bytes side by side: 1 code equal and {} not compared.", step.count - 1);
    assert!(markdown.contains(&split), "{markdown}");
    assert!(markdown.contains("rebuilt, same size; code equal, addresses CONFIRMED"), "{markdown}");
    assert!(card::json::export_with(&reports, &looks).contains("\"verdict\": \"code-equal\""));
}

#[test]
fn the_markdown_says_that_a_rung_is_empty_and_keeps_each_wheel_out_of_the_columns_when_there_are_many() {
    let tags: Vec<String> = (6..28).map(|minor| format!("cp3{minor}")).collect();
    let reports: Vec<WheelReport> = tags
        .iter()
        .enumerate()
        .map(|(at, tag)| {
            let files = [library("d/libx.so", &format!("x{at}")).id(&format!("{at:08x}"))];
            wheel(&format!("demo-1.0-{tag}-{tag}-linux_x86_64.whl"), &files, Moment::Verified)
        })
        .collect();
    let card = card(&reports);
    let markdown = card::markdown::export(&card);
    let empty = "- **1 · Byte-identical** — none: no binary is byte-identical in all 22 wheels.";
    assert!(markdown.lines().any(|line| line == empty), "{markdown}");
    let widest = tables(&markdown).iter().flatten().copied().max();
    assert!(widest.is_some_and(|cells| cells <= 7), "the wheels' own table has 7 columns: {widest:?}");
    for at in 0..22 {
        assert!(markdown.contains(&format!("`{at:08x}` |")), "each wheel's id stands in a line of its own: {at}");
    }
}

#[test]
fn the_markdown_has_the_ranges_that_a_second_look_found_to_differ() {
    use std::io::Read as _;

    let key = "torchaudio/lib/libtorchaudio_sox.so";
    let mut paths: Vec<_> =
        std::fs::read_dir(crate::real_wheels::folder("torchaudio_local")).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "whl"));
    paths.sort();
    let copies: Vec<Vec<u8>> = paths
        .iter()
        .map(|path| {
            let mut bytes = Vec::new();
            let mut archive = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
            archive.by_name(key).unwrap().read_to_end(&mut bytes).unwrap();
            bytes
        })
        .collect();
    let slices: Vec<&[u8]> = copies.iter().map(Vec::as_slice).collect();
    let star = wheelcard::evidence::star(&slices, &wheelcard::report::Needles::default()).unwrap();

    let reports = scanned("torchaudio_local");
    let reports = refs(&reports);
    let card = card::build(&reports);
    let row = card.tables.iter().flat_map(|table| &table.rows).find(|row| row.key == key).unwrap();
    let mut looks = Looks::default();
    looks.insert(row.contents().unwrap(), Look::Told(Some(Box::new(star))));
    let markdown = card::markdown::export(&card::build_with(&reports, &looks));
    // As `readelf -SW` and `cmp -l` show of cp310 against cp311.
    let line = format!(
        "| `{key}` | cp310 → cp311 | code equal | CONFIRMED | .note.gnu.build-id (20 of 36 bytes at 0x238), .rodata \
         (7 of 5,720 bytes at 0x19000) |"
    );
    assert!(markdown.lines().any(|other| other == line), "{markdown}");
    assert!(!card::markdown::export(&card).contains("## The second look"));
}
