//! The card's notes one by one, its order and labels, and its exports.

use serde_json::Value;
use wheelcard::binary::{FileKind, Group, Role};
use wheelcard::card::{self, About, Card, NoteKind, Progress};
use wheelcard::report::WheelReport;

use crate::real_wheels::scanned;
use crate::reports::{File, Moment, library, module, other, program, refs, three, three_at, wheel};

fn card(reports: &[WheelReport]) -> Card {
    card::build(&refs(reports))
}

/// One file in each of three wheels, made from the wheel's number.
fn each(file: impl Fn(usize) -> File) -> [Vec<File>; 3] {
    [0, 1, 2].map(|at| vec![file(at)])
}

/// The notes of one code, as (kind, part of the card, sentence).
fn notes(reports: &[WheelReport], code: &str) -> Vec<(NoteKind, About, String)> {
    let notes = card(reports).notes.into_iter().filter(|note| note.code == code);
    notes.map(|note| (note.kind, note.about, note.text)).collect()
}

/// The sentence of the only note of a code.
#[track_caller]
fn says(reports: &[WheelReport], code: &str) -> String {
    let mut found = notes(reports, code);
    assert_eq!(found.len(), 1, "{code}: {:#?}", card(reports).notes);
    found.remove(0).2
}

#[track_caller]
fn is_silent(reports: &[WheelReport], code: &str) {
    assert_eq!(notes(reports, code), [], "{code}");
}

#[test]
fn nothing_is_said_of_bytes_before_they_are_verified() {
    let files = || {
        [0, 1, 2].map(|at| {
            vec![
                library("d/liba.so", "same").id("aabbccdd").hits(0, 0),
                library("d/libb.so", &format!("b {at}")).id("aabbccdd"),
                library("d/libc.so", &format!("c {at}")),
                library("d/libd.so", "same"),
            ]
        })
    };
    for moment in [Moment::Listed, Moment::Identified] {
        let codes: Vec<String> = card(&three_at(&files(), moment)).notes.into_iter().map(|note| note.code).collect();
        assert_eq!(codes, [] as [&str; 0], "{moment:?}");
    }
    assert!(card(&three(&files())).notes.len() > 4);
}

#[test]
fn one_id_on_different_bytes_is_an_alarm() {
    let reports = three(&each(|at| library("d/libx.so", &format!("bytes {}", at.min(1))).id("00112233445566778899")));
    let digest = |content: &str| wheelcard::bytes::Sha256::of(content.as_bytes()).to_string()[..8].to_owned();
    assert_eq!(
        says(&reports, "same-id-other-bytes"),
        format!(
            "One build-id, 2 different contents: `00112233445566778899` stands on SHA-256 `{}…` (`libx.so` in cp310) and \
             SHA-256 `{}…` (`libx.so` in cp311, `libx.so` in cp312). The id names the link, not the file; only the \
             SHA-256 tells these apart.",
            digest("bytes 0"),
            digest("bytes 1")
        )
    );
    assert_eq!(card(&reports).notes[0].kind, NoteKind::Alarm);
}

#[test]
fn one_id_on_several_binaries_is_an_alarm_too_and_on_a_debug_companion_is_none() {
    let file = |path: &str, content: &str| library(path, content).id("aabb");
    let report = |files: &[File]| vec![wheel("demo-1.0-cp310-cp310-linux_x86_64.whl", files, Moment::Verified)];
    assert_eq!(notes(&report(&[file("a.so", "a"), file("b.so", "b")]), "same-id-other-bytes").len(), 1);
    is_silent(&report(&[file("a.so", "a"), file("b.so", "a")]), "same-id-other-bytes");
    let companion = file("a.so.debug", "d").role(Group::Other, Role::DebugCompanion);
    is_silent(&report(&[file("a.so", "a"), companion]), "same-id-other-bytes");
}

#[test]
fn many_notes_of_one_kind_end_in_one_sentence() {
    let one = |tag: &str, stamp: usize| {
        let files: Vec<File> = (0..20)
            .map(|at| library(&format!("d/lib{at:02}.so"), &format!("{at:02} {stamp}")).id(&format!("{at:08x}")))
            .collect();
        wheel(&format!("demo-1.0-{tag}-{tag}-linux_x86_64.whl"), &files, Moment::Verified)
    };
    let found = notes(&[one("cp310", 0), one("cp311", 1)], "same-id-other-bytes");
    assert_eq!(found.len(), 8);
    assert_eq!(
        found[7].2,
        "The same was found 13 times more, among `lib07.so`, `lib08.so`, `lib09.so`, `lib10.so`, `lib11.so`, \
         `lib12.so`, `lib13.so`, `lib14.so` and 5 more."
    );
}

#[test]
fn one_file_under_several_paths_is_told() {
    let files = || vec![library("d/libx.so", "x"), library("d/libx.so.1", "x"), library("d/libx.so.1.2", "x")];
    let reports = three(&[files(), files(), files()]);
    assert_eq!(
        says(&reports, "same-bytes-several-paths"),
        "One file under 3 paths in all three wheels: `libx.so`, `libx.so.1` and `libx.so.1.2` hold the same bytes (a \
         wheel has no symbolic links, so they are flattened into copies)."
    );
    let empty = || vec![other("a.so", "", FileKind::Empty), other("b.so", "", FileKind::Empty)];
    is_silent(&three(&[empty(), empty(), empty()]), "same-bytes-several-paths");
}

#[test]
fn binaries_without_an_id_and_with_an_empty_one_are_told_apart() {
    let reports = three(&each(|_| library("d/libx.so", "x")));
    assert_eq!(says(&reports, "no-id"), "1 binary carries no build-id: `libx.so`. Only the SHA-256 names it.");
    is_silent(&reports, "empty-id");
    let reports = three(&each(|_| library("d/libx.so", "x").id("")));
    is_silent(&reports, "no-id");
    assert_eq!(
        says(&reports, "empty-id"),
        "1 binary has a build-id note of 0 bytes, which is an id that says nothing: `libx.so`."
    );
    is_silent(&three(&each(|_| library("d/x.o", "x").role(Group::Other, Role::Relocatable))), "no-id");
}

#[test]
fn modules_of_a_foreign_abi_are_told_by_wheel() {
    let path = |minor: u32| format!("d/_x.cpython-3{minor}-x86_64-linux-gnu.so");
    let files = [
        vec![module(&path(10), "a"), module(&path(11), "b")],
        vec![module(&path(11), "b")],
        vec![module(&path(12), "c")],
    ];
    assert_eq!(
        says(&three(&files), "foreign-abi"),
        "The cp310 wheel holds 1 module of a foreign ABI (a stale build directory, or a renamed wheel): \
         `d/_x.cpython-311-x86_64-linux-gnu.so`."
    );
}

#[test]
fn what_only_some_wheels_have_is_told() {
    let files = [vec![library("d/libx.so", "x")], vec![library("d/libx.so", "x")], vec![]];
    assert_eq!(
        says(&three(&files), "only-some-wheels"),
        "1 binary is only in cp310 and cp311, not in cp312: `libx.so`."
    );
    is_silent(&three(&each(|_| library("d/libx.so", "x"))), "only-some-wheels");
}

#[test]
fn only_and_all_identical_are_said_of_whole_groups() {
    assert_eq!(
        says(&three(&each(|_| library("d/libx.so", "x"))), "all-identical"),
        "The one shared library, `libx.so`, is byte-identical in all three wheels."
    );
    let two = |at: usize| vec![library("d/liba.so", "a"), library("d/libb.so", &format!("b {at}"))];
    let reports = three(&[two(0), two(1), two(2)]);
    assert_eq!(
        says(&reports, "only-identical"),
        "`liba.so` is the only shared library that is byte-identical in all three wheels; the other one is not."
    );
    let mut one_claimed = reports;
    one_claimed[0].members[1].verified = None;
    is_silent(&one_claimed, "only-identical");
}

#[test]
fn doubtful_rows_are_an_alarm_and_no_other_note_rests_on_them() {
    let file = |at| if at == 0 { library("d/libx.so", "x").bad_crc() } else { library("d/libx.so", "x") };
    let reports = three(&each(file));
    assert_eq!(
        notes(&reports, "doubtful-bytes"),
        [(
            NoteKind::Alarm,
            About::Group(Group::SharedLibrary),
            "1 row rests on a copy whose bytes are in doubt, so nothing about it is CONFIRMED: `libx.so`. The findings \
             say why."
                .to_owned()
        )]
    );
    is_silent(&reports, "all-identical");
}

#[test]
fn a_version_or_label_in_a_binary_is_told_with_its_place() {
    let report = |tag: &str, version: u64, local: u64| {
        let name = format!("demo-1.0+cu121-{tag}-{tag}-linux_x86_64.whl");
        wheel(&name, &[library("d/libx.so", "x").hits(version, local)], Moment::Verified)
    };
    let both = [report("cp310", 1, 3), report("cp311", 0, 3)];
    assert_eq!(says(&both, "version-in-binaries"), "The version `1.0+cu121` occurs, as text, in `libx.so` (cp310).");
    assert_eq!(says(&both, "label-in-binaries"), "The local version label `cu121` occurs, as text, in `libx.so`.");
    let neither = [report("cp310", 0, 0), report("cp311", 0, 0)];
    assert_eq!(
        says(&neither, "label-in-no-binary"),
        "The local version label `cu121` occurs in no binary; all bytes of 2 binaries were searched for it as text."
    );
    let mut unsearched = neither;
    unsearched[1].members[0].verified.as_mut().unwrap().hits = None;
    is_silent(&unsearched, "label-in-no-binary");
    is_silent(&unsearched, "version-in-no-binary");
}

#[test]
fn a_label_that_is_part_of_an_id_is_told() {
    let name = "demo-1.0+58f8de22-cp310-cp310-linux_x86_64.whl";
    let report = wheel(name, &[library("d/libx.so", "x").id("58f8de2200000000")], Moment::Verified);
    let reports = [report];
    assert_eq!(
        says(&reports, "label-in-build-id"),
        "The local version label `58f8de22` is part of a build-id of `libx.so`."
    );
    is_silent(&reports, "label-looks-like-id");
}

#[test]
fn rebuilt_modules_for_the_stable_abi_are_a_quirk() {
    let reports = three(&each(|at| module("d/_x.abi3.so", &format!("x {at}"))));
    assert_eq!(
        says(&reports, "abi3-rebuilt"),
        "`_x.abi3.so` is for the stable ABI (`abi3`), which one build could serve, and yet differs from wheel to wheel."
    );
}

#[test]
fn hashes_in_grafted_names_are_said_not_to_be_of_the_bytes() {
    let path = |hash: &str| format!("demo.libs/libz-{hash}.so.1");
    let same_name = three(&each(|at| library(&path("aaaaaaaa"), &format!("z {at}"))));
    assert_eq!(
        says(&same_name, "graft-name-other-bytes"),
        "The hash in the name of `libz.so.1` is the same in every wheel, the bytes are not: a repair tool takes it from \
         the library before it patches it."
    );
    let other_name = three(&each(|at| library(&path(&format!("aaaaaaa{at}")), "z")));
    assert_eq!(notes(&other_name, "graft-names-same-bytes").len(), 1);
    is_silent(&three(&each(|_| library(&path("aaaaaaaa"), "z"))), "graft-names-same-bytes");
}

#[test]
fn pairs_made_by_identity_say_so() {
    let paths = ["a/liba.so", "b/libb.so", "c/libc.so"];
    let reports = three(&each(|at| library(paths[at], "x").soname("libx.so.1")));
    assert_eq!(
        says(&reports, "paired-by-identity"),
        "`a/liba.so` in cp310, `b/libb.so` in cp311 and `c/libc.so` in cp312 are taken for one binary because they have \
         one SONAME; their paths differ."
    );
}

#[test]
fn a_copy_larger_by_pages_is_told_even_of_two_wheels() {
    let size = |tag: &str, size: u64| {
        let name = format!("demo-1.0-{tag}-{tag}-linux_x86_64.whl");
        wheel(&name, &[library("d/libx.so", tag).size(size)], Moment::Verified)
    };
    assert_eq!(
        says(&[size("cp310", 10_000), size("cp311", 18_192)], "size-outlier"),
        "`libx.so` is 8,192 bytes (2 pages of 4,096 bytes) larger in cp311 than in cp310: from the place on where the \
         copies part, addresses can shift, so confirm each against that wheel's own copy."
    );
    is_silent(&[size("cp310", 10_000), size("cp311", 10_008)], "size-outlier");
}

#[test]
fn wheels_of_several_versions_are_told() {
    let one = |version: &str| wheel(&format!("demo-{version}-cp310-cp310-linux_x86_64.whl"), &[], Moment::Verified);
    let reports = [one("1.0"), one("1.1")];
    assert_eq!(
        says(&reports, "several-versions"),
        "These wheels do not state one version: `1.0` (1.0-cp310-cp310-linux_x86_64) and `1.1` \
         (1.1-cp310-cp310-linux_x86_64)."
    );
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
    assert_eq!(labels(&[name, name]), [name.to_owned(), format!("{name} (2)")]);
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
    let versions = 1 + 2 + 3 + 3 + 1;
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
fn the_card_of_a_hundred_thousand_binaries_is_made_in_linear_time_and_stays_readable() {
    // Most notes at once: one id on many contents, one size, several paths, two lengths of ids, twins of names.
    let files = |stamp: usize| -> Vec<File> {
        let id = |at: usize| if at.is_multiple_of(2) { "aabb".to_owned() } else { format!("{at:016x}") };
        let content =
            |at: usize| if at.is_multiple_of(3) { format!("{at:06} {stamp}") } else { format!("{:06}", at / 9) };
        (0..100_000).map(|at| library(&format!("d/{at}/x/y/z/lib.so"), &content(at)).id(&id(at))).collect()
    };
    let reports: Vec<WheelReport> = (0..2)
        .map(|stamp| {
            let name = format!("demo-1.0-cp31{stamp}-cp31{stamp}-linux_x86_64.whl");
            wheel(&name, &files(stamp), Moment::Verified)
        })
        .collect();
    let begin = std::time::Instant::now();
    let card = card(&reports);
    // A few seconds; work that grows with the square of any of the above took minutes.
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
    assert!(card.notes.len() < 60, "{}", card.notes.len());
    let longest = card.notes.iter().map(|note| note.text.len()).max();
    assert!(longest < Some(4_000), "{longest:?}");
    assert_eq!(card.tables.iter().map(|table| table.rows.len()).sum::<usize>(), 100_000);
}
