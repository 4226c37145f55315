//! The published identification card of neuronx-cc 2.24, made anew from three wheels with its names, ids and relations:
//! every table and every note of it must come out by itself.
#![expect(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use std::sync::OnceLock;

use wheelcard::binary::Group;
use wheelcard::card::{self, About, Card, Note, NoteKind};
use wheelcard::parity::{Confidence, Pair, Rung};
use wheelcard::report::WheelReport;
use wheelcard::scan::scan;

use crate::neuronx_published::{
    BUILD_TIME, LARGE_TOOLS, LIBRARIES, LOGGING, MODULES, Published, SMALL_TOOLS, TAGS, VERSION, file_name, module_path,
};
use crate::neuronx_wheels;
use crate::reports::{File, Moment, library, module, program, refs, states_in_code, wheel};

/// The reports of the three wheels, made by hand with the sizes and ids of the published card.
fn reports() -> Vec<WheelReport> {
    let one = |at: usize| {
        let tag = TAGS[at];
        let identical =
            |file: fn(&str, &str) -> File, p: &Published| file(p.path, p.path).size(p.sizes[at]).id(p.ids[at]);
        let rebuilt = |file: fn(&str, &str) -> File, p: &Published| {
            file(p.path, &format!("{} {tag}", p.path)).size(p.sizes[at]).id(p.ids[at])
        };
        let mut files: Vec<File> = LARGE_TOOLS.iter().map(|tool| identical(program, tool)).collect();
        let libpython = format!("libpython3.{}.so.1.0", tag.trim_start_matches("cp3"));
        files.extend(SMALL_TOOLS.iter().map(|tool| rebuilt(program, tool).needed(&libpython)));
        files.push(identical(library, &LOGGING));
        files.extend(LIBRARIES.iter().map(|library_| rebuilt(library, library_)));
        files.extend(
            MODULES
                .iter()
                .map(|m| module(&module_path(m, tag), &format!("{} {tag}", m.path)).size(m.sizes[at]).id(m.ids[at])),
        );
        let mut report = wheel(&file_name(tag), &files, Moment::Verified);
        states_in_code(&mut report, "neuronxcc/version/__init__.py", BUILD_TIME);
        report
    };
    (0..3).map(one).collect()
}

/// The card of those reports.
fn by_hand() -> Card {
    card::build(&refs(&reports()))
}

/// The card of three real wheels with small ELF files in them.
fn scanned() -> Card {
    static CARD: OnceLock<Card> = OnceLock::new();
    CARD.get_or_init(scan_all).clone()
}

fn scan_all() -> Card {
    let one = |(at, tag): (usize, &&str)| scan(neuronx_wheels::wheel(tag, at), &file_name(tag)).unwrap();
    let reports: Vec<WheelReport> = TAGS.iter().enumerate().map(one).collect();
    card::build(&refs(&reports))
}

/// Both, so that each rule is held over reports with the published sizes and over bytes that went the whole route.
fn cards() -> [Card; 2] {
    [by_hand(), scanned()]
}

fn rows(card: &Card, group: Group) -> &[Pair] {
    card.tables.iter().find(|table| table.group == group).map(|table| table.rows.as_slice()).unwrap_or_default()
}

/// The text of the only note of this code on this part of the card.
#[track_caller]
fn note<'a>(card: &'a Card, code: &str, about: About) -> &'a Note {
    let found: Vec<&Note> = card.notes.iter().filter(|note| note.code == code && note.about == about).collect();
    assert_eq!(found.len(), 1, "{code}: {:#?}", card.notes);
    found[0]
}

#[track_caller]
fn says(card: &Card, code: &str, about: About, kind: NoteKind, text: &str) {
    let note = note(card, code, about);
    assert_eq!((note.kind, note.text.as_str()), (kind, text));
    let known: Vec<&String> = card.tables.iter().flat_map(|table| &table.rows).map(|row| &row.key).collect();
    assert!(note.keys.iter().all(|key| known.contains(&key)), "{code} rests on rows: {:?}", note.keys);
}

const EXECUTABLES: About = About::Group(Group::Executable);
const SHARED: About = About::Group(Group::SharedLibrary);
const EXTENSIONS: About = About::Group(Group::ExtensionModule);

#[test]
fn nothing_odd_is_found_in_the_made_up_wheels() {
    assert_eq!(scanned().findings, []);
}

#[test]
fn the_head_says_which_release_this_is_and_where_it_says_so() {
    for card in cards() {
        assert_eq!(card.head.version, VERSION);
        let times: Vec<_> =
            card.head.build_times.iter().map(|(time, w)| (time.what.as_str(), time.text.as_str(), w.len())).collect();
        assert_eq!(times, [("__buildtime__", BUILD_TIME, 0)]);
        let stated: Vec<&str> = card.head.statements.iter().map(|(statement, _)| statement.what.as_str()).collect();
        assert_eq!(stated, ["filename", "dist-info", "METADATA", "__version__"]);
        assert!(card.head.statements.iter().all(|(s, wheels)| s.agrees && s.version == VERSION && wheels.is_empty()));
        let labels: Vec<&str> = card.wheels.iter().map(|wheel| wheel.label.as_str()).collect();
        assert_eq!(labels, TAGS);
        for (wheel, tag) in card.wheels.iter().zip(TAGS) {
            assert_eq!(wheel.tags.both, [format!("{tag}-{tag}-linux_x86_64")]);
            assert!(wheel.tags.only_file_name.is_empty() && wheel.tags.only_wheel.is_empty());
            assert!(wheel.wheel_lines.iter().any(|line| line == "Generator: skbuild 0.19.0"));
        }
    }
    let decoded = scanned().head.decoding;
    let label = decoded.iter().find(|(part, _)| part == "+58f8de22").map(|(_, meaning)| meaning.as_str());
    assert!(label.is_some_and(|meaning| meaning.starts_with("PEP 440 local version label")), "{decoded:?}");
}

#[test]
fn the_tables_have_the_published_rows_with_sizes_ids_and_rungs() {
    let size = |card: usize, binary: &Published, at: usize| {
        if card == 0 { binary.sizes[at] } else { u64::try_from(neuronx_wheels::stand_in(binary, at)).unwrap() }
    };
    for (number, card) in cards().iter().enumerate() {
        let check = |group: Group, rung: Rung, published: &[Published], suffix: &str| {
            let rows: Vec<&Pair> = rows(card, group).iter().filter(|row| row.rung == rung).collect();
            let keys: Vec<&str> = rows.iter().map(|row| row.key.trim_end_matches(suffix)).collect();
            // The published tables are in the order of falling sizes too.
            assert_eq!(keys, published.iter().map(|binary| binary.path).collect::<Vec<_>>());
            for (row, binary) in rows.iter().zip(published) {
                assert_eq!(row.copies.len(), 3);
                for copy in &row.copies {
                    assert_eq!(copy.size, size(number, binary, copy.wheel), "{}", row.key);
                    assert_eq!(copy.main_id().unwrap().text, binary.ids[copy.wheel], "{}", row.key);
                }
            }
        };
        check(Group::Executable, Rung::ByteIdentical, &LARGE_TOOLS, "");
        check(Group::Executable, Rung::SameSource, &SMALL_TOOLS, "");
        check(Group::SharedLibrary, Rung::ByteIdentical, &[LOGGING], "");
        check(Group::SharedLibrary, Rung::SameSource, &LIBRARIES, "");
        check(Group::ExtensionModule, Rung::PerAbi, &MODULES, ".so");
        let counts: Vec<usize> = card.tables.iter().map(|table| table.rows.len()).collect();
        assert_eq!(counts, [9, 7, 6], "executables, shared libraries, extension modules, nothing else");
    }
}

#[test]
fn the_ladder_has_its_three_tiers_with_their_confidence() {
    for card in cards() {
        let steps: Vec<(Rung, u64, u64)> = card.ladder.iter().map(|s| (s.rung, s.count, s.verified)).collect();
        assert_eq!(steps, [(Rung::ByteIdentical, 6, 6), (Rung::SameSource, 10, 10), (Rung::PerAbi, 6, 6)]);
        let confidence = |row: &Pair| (row.logic, row.addresses);
        for row in card.tables.iter().flat_map(|table| &table.rows) {
            let is_driver = SMALL_TOOLS.iter().any(|tool| tool.path == row.key);
            let expected = match row.rung {
                Rung::ByteIdentical => (Confidence::Confirmed, Confidence::Confirmed),
                // They need another libpython in each wheel, so what they state of themselves does not agree.
                Rung::SameSource if is_driver => (Confidence::Inferred, Confidence::Inferred),
                Rung::SameSource => (Confidence::Strong, Confidence::Inferred),
                _ => (Confidence::None, Confidence::None),
            };
            assert_eq!(confidence(row), expected, "{}", row.key);
        }
    }
}

#[test]
fn the_notes_on_the_version_say_that_no_binary_holds_it_and_that_the_label_is_no_id() {
    for card in cards() {
        says(
            &card,
            "version-in-no-binary",
            About::Version,
            NoteKind::Note,
            "The version `2.24.5133.0+58f8de22` is in no binary: all bytes of 66 copies of 22 binaries were searched for it \
             as text. It stands in the file name, the name of the `.dist-info` directory, `METADATA` and \
             `neuronxcc/version/__init__.py`. So the package says which version this is, and only id and SHA-256 say \
             which binary.",
        );
        says(
            &card,
            "label-looks-like-id",
            About::Version,
            NoteKind::Quirk,
            "`58f8de22` looks like a build-id (8 hex digits) and is none: it is the local label of the version (PEP \
             440). It is part of no build-id here and occurs in no binary; all bytes of 66 copies of 22 binaries were \
             searched for it as text.",
        );
    }
}

#[test]
fn the_notes_on_the_tools_say_which_are_identical_which_need_python_and_what_the_id_length_follows() {
    for card in cards() {
        says(
            &card,
            "only-identical",
            EXECUTABLES,
            NoteKind::Note,
            "Of 9 executables, 5 are byte-identical in all three wheels: `xla_infergoldens`, `hlo2penguin`, `hlo-opt`, \
             `hlo-neff-wrapper` and `snapshot-unpack`; the other 4 are not.",
        );
        says(
            &card,
            "python-linked",
            EXECUTABLES,
            NoteKind::Note,
            "4 executables need a libpython (`libpython3.10.so.1.0`, `libpython3.11.so.1.0` and \
             `libpython3.12.so.1.0`): `walrus_bugpoint_driver`, `coloring_allocator_with_loop`, `full_unroll` and \
             `walrus_driver`, and none of them is byte-identical; the 5 byte-identical ones need none.",
        );
        says(
            &card,
            "id-length-split",
            About::Parity,
            NoteKind::Note,
            "Build-ids are not all of one length. Executables: 8 bytes (16 hex digits) on the 5 byte-identical ones, 20 \
             bytes (40 hex digits) on the 4 rebuilt ones; the length follows the rung. Shared libraries: 20 bytes (40 \
             hex digits) each. Extension modules: 20 bytes (40 hex digits) each. The length tells how the linker was \
             told to make the id, no more.",
        );
    }
}

#[test]
fn the_notes_on_the_libraries_say_which_is_identical_which_is_a_page_smaller_and_that_size_is_not_identity() {
    for card in cards() {
        says(
            &card,
            "only-identical",
            SHARED,
            NoteKind::Note,
            "`liblogging.so` is the only shared library that is byte-identical in all three wheels; the other 6 are not.",
        );
        says(
            &card,
            "size-outlier",
            SHARED,
            NoteKind::Quirk,
            "`libwalrus.so` is 4,096 bytes (one page) smaller in cp312 than in cp310 and cp311: from the place on where \
             the copies part, addresses can shift, so confirm each against that wheel's own copy.",
        );
        says(
            &card,
            "constant-size",
            SHARED,
            NoteKind::Note,
            "5 of the 6 shared libraries that differ have one size in every wheel; the exception is `libwalrus.so`.",
        );
        let same_size = note(&card, "same-size-other-bytes", SHARED);
        let largest = rows(&card, Group::SharedLibrary).iter().find(|row| row.key == LIBRARIES[1].path).unwrap();
        let heads: Vec<String> =
            largest.copies.iter().map(|copy| format!("`{}…`", &copy.sha256.unwrap().to_string()[..8])).collect();
        let text = format!(
            "Same size does not mean same bytes: `libBIRSimulator.so` has {} bytes in all three wheels and 3 different \
             SHA-256 ({}). So it is with `libLncBarriercheck.so`, `libBIR.so`, `libBIRParserDumper.so` and \
             `libBIRRacecheck.so`.",
            card::format::thousands(largest.copies[0].size),
            heads.join(", ")
        );
        assert_eq!((same_size.kind, &same_size.text), (NoteKind::Quirk, &text));
    }
}

#[test]
fn the_notes_on_the_modules_say_which_are_near_in_size_and_which_are_smaller_by_megabytes() {
    for card in cards() {
        says(
            &card,
            "few-bytes-apart",
            EXTENSIONS,
            NoteKind::Note,
            "`ErrorMessages.so` and `sunda/neuron_isa.so` differ in size by only 32 bytes between wheels, yet every \
             wheel's copy has a build-id of its own: near in size is not byte-identical.",
        );
        says(
            &card,
            "smaller-build",
            EXTENSIONS,
            NoteKind::Note,
            "The cp310 build is smaller by megabytes for `KernelBuilder.so` (2,235,288 bytes less than the next) and \
             `BirCodeGenLoop.so` (2,622,416 bytes less than the next): addresses of cp310 are not those of the others.",
        );
    }
}

#[test]
fn no_alarm_is_raised_and_no_other_note_is_made() {
    for card in cards() {
        let mut codes: Vec<&str> = card.notes.iter().map(|note| note.code.as_str()).collect();
        codes.sort_unstable();
        let expected = [
            "constant-size", // libraries; of the executables the quirk names all
            "few-bytes-apart",
            "id-length-split",
            "label-looks-like-id",
            "only-identical", // executables
            "only-identical", // libraries
            "python-linked",
            "same-size-other-bytes", // executables
            "same-size-other-bytes", // libraries
            "size-outlier",
            "smaller-build",
            "version-in-no-binary",
        ];
        assert_eq!(codes, expected);
    }
}

#[test]
fn the_markdown_has_the_published_sections_and_cells() {
    let markdown = card::markdown::export(&by_hand());
    let sections: Vec<&str> =
        markdown.lines().filter(|line| line.starts_with('#') && !line.starts_with("# ")).collect();
    assert_eq!(
        sections,
        [
            "## Abstract",
            "## The version string and where it lives",
            "## Executables",
            "### Build-ids per wheel: executables",
            "## Shared libraries",
            "### Build-ids per wheel: shared libraries",
            "## Extension modules",
            "### Build-ids per wheel: extension modules",
            "## SHA-256 of every copy",
            "## The parity ladder (how far a finding generalises)",
            "## Findings",
            "## Verification provenance",
            "## Appendix: commands that check each claim",
        ]
    );
    for line in [
        "| Executable | Size (bytes) | Build-id (cp310) | Parity |",
        "| Library | Size (bytes) | Build-id (cp310) | Parity |",
        "| Module | Size cp310 | Size cp311 | Size cp312 | Build-id (cp310) | Parity |",
        "| `neuronxcc/starfish/lib/libwalrus.so` | 64,973,024 (cp310, cp311) · 64,968,928 (cp312) | \
         `92b4d331a42d7e80bb839e03218d2b9b0c23c346` | rebuilt |",
        "| `neuronxcc/starfish/lib/libBIR.so` | 9,549,368 | `a9b1ea38c47e579178b179fd445aa8edd593f206` | rebuilt, same \
         size |",
        "| `neuronxcc/starfish/bin/walrus_driver` | `d1c87759a9de86023eb1bc35d17dc8d1150b1926` | \
         `1fe7784af2e899830000000000000000c52fbabe` | `147f02ffbe5ca82000000000000000000b28a2ee` |",
        "| `neuronxcc/logging/ErrorMessages.so` | 912,784 | 912,752 | 912,784 | \
         `e3603eb1bd8b2d7e7372e62b8a79919be1aa1186` | per-ABI |",
        "| `neuronxcc/logging/ErrorMessages.so` | `e3603eb1bd8b2d7e7372e62b8a79919be1aa1186` | \
         `1100000000000000000000000000000000000005` | `1200000000000000000000000000000000000005` |",
        "| Build time | `Apr 08 2026, 21:07:10 UTC` (`__buildtime__`, `neuronxcc/version/__init__.py` line 2) |",
    ] {
        assert!(markdown.lines().any(|other| other == line), "{line}");
    }
    // Every note stands on the page, once, behind the heading it belongs to.
    assert_eq!(markdown.lines().filter(|line| line.starts_with("> **")).count(), 12);
    let at = |text: &str| markdown.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(at("> **QUIRK** — `58f8de22`") < at("## Executables"));
    assert!(at("## Shared libraries") < at("> **QUIRK** — `libwalrus.so`"));
    assert!(at("> **QUIRK** — `libwalrus.so`") < at("## Extension modules"));
    for tier in [
        "- **1 · Byte-identical** — 6 binaries, 1,182,964,824 bytes (1.1 GiB): `xla_infergoldens`, `hlo2penguin`, \
         `hlo-opt`, `hlo-neff-wrapper`, `snapshot-unpack` and `liblogging.so`. A finding read in one copy is exact for \
         each of cp310, cp311 and cp312 that has the binary. **CONFIRMED** by equal SHA-256.",
        "Logic **STRONG** for 6 and **INFERRED** for 4; addresses **INFERRED**.",
        "**No cross-version claim.**",
    ] {
        assert!(markdown.contains(tier), "{tier}\n{markdown}");
    }
}
