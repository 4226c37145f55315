//! The card's notes, one by one: what is said, and when nothing is.
#![expect(
    clippy::as_conversions,
    clippy::string_slice,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use wheelcard::binary::{FileKind, Group, Role};
use wheelcard::card::{self, About, Card, NoteKind};
use wheelcard::report::WheelReport;

use crate::reports::{File, Moment, library, module, other, refs, three, three_at, wheel};

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
        "The same was found 13 times more, among `lib07.so`, `lib08.so`, `lib09.so`, `lib10.so` and 9 more."
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
fn an_id_that_could_not_be_read_is_not_called_absent() {
    let mut reports = three(&each(|_| library("d/libx.so", "x")));
    for report in &mut reports {
        let code = &wheelcard::binary::codes::ELF_UNREADABLE_NOTES;
        report.members[0].findings.push(wheelcard::finding::Finding::new(code, "1 unreadable note"));
    }
    is_silent(&reports, "no-id");
    assert!(card(&reports).tables[0].rows[0].copies.iter().all(|copy| copy.unreadable_notes));
    assert!(card::markdown::export(&card(&reports)).contains("| unreadable | byte-identical"));
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
         `d/_x.cpython-311-x86_64-linux-gnu.so` (the bytes of that in cp311)."
    );
    let other = [files[0].clone(), vec![module(&path(11), "rebuilt")], files[2].clone()];
    assert!(says(&three(&other), "foreign-abi").ends_with("-gnu.so` (not the bytes of that in cp311)."));
    let alone = [files[0].clone(), Vec::new(), files[2].clone()];
    assert!(says(&three(&alone), "foreign-abi").ends_with("-gnu.so`."));
}

#[test]
fn notes_about_identities_look_at_stale_modules_too_and_count_no_copy_twice() {
    let path = |minor: u32| format!("d/_x.cpython-3{minor}-x86_64-linux-gnu.so");
    let files = |stale: &str| {
        [
            vec![module(&path(10), "a").id("0a"), module(&path(11), stale).id("0b")],
            vec![module(&path(11), "b").id("0b")],
            vec![module(&path(12), "c").id("0c")],
        ]
    };
    let said = says(&three(&files("patched")), "same-id-other-bytes");
    assert!(said.contains("`0b` stands on SHA-256 "), "{said}");
    assert!(said.contains("`_x.cpython-311-x86_64-linux-gnu.so` in cp310) and SHA-256 "), "{said}");
    assert!(said.contains("`_x.so` in cp311)"), "{said}");
    is_silent(&three(&files("b")), "same-id-other-bytes");
    // The module of cp311 is in two rows, and is one file.
    is_silent(&three(&files("b")), "same-bytes-several-paths");
    let twice = [vec![module(&path(10), "a"), module(&path(11), "a")], Vec::new(), Vec::new()];
    assert!(says(&three(&twice), "same-bytes-several-paths").starts_with("One file under 2 paths in cp310: "));
    // They are no exceptions to what is said of the modules that the wheels are for.
    let stale = |at: usize| {
        let mut files = vec![module("d/_x.abi3.so", "abi3"), module(&path(10 + u32::try_from(at).unwrap()), "own")];
        files.extend((at == 0).then(|| module(&path(12), "stale")));
        files
    };
    let reports = three(&[stale(0), stale(1), stale(2)]);
    assert_eq!(says(&reports, "all-identical"), "Both extension modules are byte-identical in all three wheels.");
}

#[test]
fn bytes_that_a_wheel_has_under_another_path_are_not_called_missing_without_a_word() {
    let file = |path: &str| library(path, "same");
    let files = [vec![file("a/libx.so"), file("b/libx.so")], vec![file("c/libx.so")], vec![file("d/libx.so")]];
    let said: Vec<String> =
        notes(&three(&files), "same-bytes-elsewhere").into_iter().map(|(_, _, text)| text).collect();
    assert_eq!(
        said.first().map(String::as_str),
        Some("`a/libx.so` is not in cp311 under this path, but its bytes are: `c/libx.so`.")
    );
    is_silent(&three(&[vec![file("a/libx.so")], vec![library("a/liby.so", "other")], vec![]]), "same-bytes-elsewhere");
}

#[test]
fn a_wheel_that_was_dropped_twice_under_two_names_and_two_files_of_one_name_are_told() {
    // C37
    let mut reports = three(&each(|_| library("d/libx.so", "x")));
    is_silent(&reports, "one-file-twice");
    let digest = reports[0].sha256.unwrap();
    reports[1].sha256 = Some(digest);
    assert_eq!(
        says(&reports, "one-file-twice"),
        format!(
            "2 of the wheels are one file, SHA-256 `{}…`: `cp310` (`demo-1.0-cp310-cp310-manylinux_2_17_x86_64.whl`) and \
             `cp311` (`demo-1.0-cp311-cp311-manylinux_2_17_x86_64.whl`). Compared with one another, they tell nothing.",
            &digest.to_string()[..8]
        )
    );
    let mut reports = three(&each(|_| library("d/libx.so", "x")));
    is_silent(&reports, "one-name-two-files");
    reports[1].listing.file_name = reports[0].listing.file_name.clone();
    assert!(says(&reports, "one-name-two-files").starts_with("2 different files are called `demo-1.0-cp310-"));
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
fn two_contents_of_one_name_are_both_named() {
    let twice = vec![library("d/libx.so", "first"), library("d/libx.so", "last")];
    let once = || vec![library("d/libx.so", "last")];
    let reports = three(&[twice, once(), once()]);
    let head = |content: &str| wheelcard::bytes::Sha256::of(content.as_bytes()).to_string()[..8].to_owned();
    assert_eq!(
        says(&reports, "two-contents"),
        format!(
            "`libx.so` has 2 entries of one name in cp310: pip installs SHA-256 `{}…`, and another reader may take \
             SHA-256 `{}…`.",
            head("last"),
            head("first")
        )
    );
    let first = wheelcard::bytes::Sha256::of(b"first");
    let line = format!("| `d/libx.so` | cp310 | `{first}` *another entry of the same name* |");
    assert!(card::markdown::export(&card(&reports)).lines().any(|other| other == line));
    is_silent(&three(&[once(), once(), once()]), "two-contents");
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
        "The local version label `cu121` occurs in no binary; all bytes of 2 copies of 1 binary were searched for it as text."
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
    let reports = three(&each(|at| library(paths[at], &format!("{at}")).soname("libx.so.1")));
    assert_eq!(
        says(&reports, "paired-by-identity"),
        "`a/liba.so` in cp310, `b/libb.so` in cp311 and `c/libc.so` in cp312 are taken for one binary because they have \
         one SONAME; their paths differ."
    );
    let reports = three(&each(|at| library(paths[at], "x")));
    assert_eq!(
        says(&reports, "paired-by-identity"),
        "`a/liba.so` in cp310, `b/libb.so` in cp311 and `c/libc.so` in cp312 are taken for one binary because they have \
         equal bytes; their paths differ."
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
        "These wheels do not state one version: `1.0` (1.0-cp310) and `1.1` \
         (1.1-cp310)."
    );
}

#[test]
fn the_notes_of_a_card_of_ten_thousand_binaries_stay_readable() {
    // Most notes at once: one id on many contents, one size, several paths, two lengths of ids, twins of names.
    let files = |stamp: usize| -> Vec<File> {
        let id = |at: usize| if at.is_multiple_of(2) { "aabb".to_owned() } else { format!("{at:016x}") };
        let content =
            |at: usize| if at.is_multiple_of(3) { format!("{at:06} {stamp}") } else { format!("{:06}", at / 9) };
        (0..10_000).map(|at| library(&format!("d/{at}/x/y/z/lib.so"), &content(at)).id(&id(at))).collect()
    };
    let reports: Vec<WheelReport> = (0..2)
        .map(|stamp| {
            let name = format!("demo-1.0-cp31{stamp}-cp31{stamp}-linux_x86_64.whl");
            wheel(&name, &files(stamp), Moment::Verified)
        })
        .collect();
    let card = card(&reports);
    assert!(card.notes.len() < 60, "{}", card.notes.len());
    let longest = card.notes.iter().map(|note| note.text.len()).max();
    assert!(longest < Some(4_000), "{longest:?}");
    assert_eq!(card.tables.iter().map(|table| table.rows.len()).sum::<usize>(), 10_000);
}
