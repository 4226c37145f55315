//! Every kind of odd input that is known to have broken tools of this sort, through the whole route: from the bytes of a
//! wheel to the findings, the notes and the words of the card.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test stops at what it does not expect")]

use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine as _;
use wheelcard::bytes::Sha256;
use wheelcard::card::{self, Card};
use wheelcard::parity::Rung;
use wheelcard::report::WheelReport;
use wheelcard::scan::scan;

use crate::small_elf::{Kind, SmallElf};
use crate::zip_builder::{Member, Zip};

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

/// A wheel of these members, with METADATA, WHEEL and a RECORD that is right.
fn wheel(tag: &str, members: &[(&str, Vec<u8>)], make: fn(&str, &[u8]) -> Member) -> (String, Vec<u8>) {
    let metadata = b"Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n".to_vec();
    let tags = format!("Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: false\nTag: {tag}\n").into_bytes();
    let own = [("demo-1.0.dist-info/METADATA", metadata), ("demo-1.0.dist-info/WHEEL", tags)];
    let all: Vec<(&str, Vec<u8>)> = members.iter().cloned().chain(own).collect();
    let row = |(path, bytes): &(&str, Vec<u8>)| {
        let digest = hex(&Sha256::of(bytes).to_string());
        let digest = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(digest);
        format!("{path},sha256={digest},{}\n", bytes.len())
    };
    let record = all.iter().map(row).collect::<String>() + "demo-1.0.dist-info/RECORD,,\n";
    let mut zip: Vec<Member> = all.iter().map(|(path, bytes)| make(path, bytes)).collect();
    zip.push(make("demo-1.0.dist-info/RECORD", record.as_bytes()));
    (format!("demo-1.0-{tag}.whl"), Zip::of(zip).build())
}

fn hex(text: &str) -> Vec<u8> {
    text.as_bytes().chunks(2).map(|digits| u8::from_str_radix(str::from_utf8(digits).unwrap(), 16).unwrap()).collect()
}

fn dropped(wheels: &[(String, Vec<u8>)]) -> Card {
    let reports: Vec<WheelReport> = wheels
        .iter()
        .map(|(name, bytes)| scan(bytes.as_slice(), name).unwrap_or_else(|e| panic!("{name}: {e}")))
        .collect();
    card::build(&reports.iter().collect::<Vec<_>>())
}

/// The codes of all findings and notes.
fn codes(card: &Card) -> BTreeSet<String> {
    let findings = card.findings.iter().map(|found| found.finding.code.clone());
    findings.chain(card.notes.iter().map(|note| note.code.clone())).collect()
}

/// Codes that say nothing of the kind that is looked at: the samples' file names and build tags are made up.
const BESIDE: [&str; 4] = ["version-in-no-binary", "name.invalid", "tags.differ", "wheel.build-differs"];

/// Holds that a card says exactly this of its wheels, but for what is beside the point.
fn says(id: &str, wheels: &[(String, Vec<u8>)], expected: &[&str]) {
    let card = dropped(wheels);
    let mut found = codes(&card);
    found.retain(|code| !BESIDE.contains(&code.as_str()) || expected.contains(&code.as_str()));
    let expected: BTreeSet<String> = expected.iter().map(|code| (*code).to_owned()).collect();
    assert_eq!(found, expected, "{id}");
}

#[test]
fn every_sample_of_a_wheel_has_exactly_its_answer() {
    let case = |id: &str, file: &str, expected: &[&str]| {
        says(id, &[(file.to_owned(), fixture(&format!("cases/{file}")))], expected);
    };
    case("C11", "c11_triplicate.whl", &["same-bytes-several-paths"]);
    case("C12", "c12_graft_a.whl", &[]);
    case("C16", "c16_data_scripts.whl", &[]);
    let two = ["zip.duplicate-name", "two-contents", "record.hash-differs", "record.size-differs", "elf.overlay"];
    let second = ["zip.second-reader-disagrees", "doubtful-bytes"];
    case("C23", "c23_dup_conflict.whl", &[&two[..], &second].concat());
    case("C23", "c23_dup_same.whl", &[&["zip.duplicate-same-content"], &second[..]].concat());
    case("C24", "c24_lfh_cd_name_mismatch.whl", &["zip.name-differs"]);
    case("C24", "c24_prefix_shebang.whl", &["zip.prefix"]);
    case("C24", "c24_trailing_data.whl", &["zip.trailing-zeros"]);
    case("C27", "c27_bzip2.whl", &["zip.method"]);
    case("C28", "c28_bad_crc.whl", &["zip.crc-mismatch", "doubtful-bytes"]);
    case("C28", "c28_truncated.whl", &["zip.no-directory", "zip.past-end", "doubtful-bytes"]);
    case("C30", "c30_backslash_record.whl", &["zip.name-backslash", "name.backslash"]);
    case("C31", "c31_record_std.whl", &["record.odd-encoding"]);
    case("C31", "c31_record_padded.whl", &["record.odd-encoding"]);
    case("C31", "c31_record_dir.whl", &["record.directory-row"]);
    case("C31", "c31_record_missing_so.whl", &["record.unlisted"]);
    let differs = ["record.hash-differs", "record.size-differs", "elf.overlay", "doubtful-bytes"];
    case("C31", "c31_record_hash_mismatch.whl", &differs);
    case("C32", "c32_local_omitted_demo-1.0+rocm7.whl", &["version.local-omitted", "label-in-no-binary"]);
    let any = ["tags.any-with-binary", "tags.differ", "tags.narrower-abi", "tags.platlib-any"];
    case("C33", "c33_tag_contradiction-1.0-py3-none-any.whl", &[&any[..], &["name.differs"]].concat());
    case("C33", "c33_wheel_compressed_tag.whl", &["wheel.compressed-tag", "tags.narrower-abi"]);
    let purelib = ["wheel.purelib-contradiction", "tags.purelib-platform", "tags.binary-in-purelib"];
    case("C33", "c33_wheel_dup_purelib.whl", &purelib);
    case("C34", "demo-1.0-cp313-cp313-linux_amd64-noavx.whl", &["name.invalid"]);
    case("C34", "demo-1.0-py3-none-any (1).whl", &[&any[..], &["name.download"]].concat());
    case("C34", "foo-01.0.0-py3-none-any.whl", &[&any[..], &["name.differs"]].concat());
    let named = ["name.differs", "version.differs", "tags.differ", "wheel.build-differs"];
    let triton = "triton-2.1.0-0-cp38-cp38-manylinux2014_x86_64.manylinux_2_17_x86_64.whl";
    case("C34", triton, &[&named[..], &["tags.foreign-abi", "foreign-abi"]].concat());
    let pyside = "PySide2-5.12.3-5.12.3-cp35.cp36.cp37-abi3-manylinux1_x86_64.whl";
    case("C34", pyside, &[&named[..], &["tags.narrower-abi"]].concat());
    case("C35", "demo-1.0+g84cda28-cp310-cp310-manylinux_2_17_x86_64.whl", &["label-looks-like-id"]);

    let edge = |altered: &str, expected: &[&str]| {
        let file = format!("MarkupSafe-3.0.2-{altered}-cp313-cp313-manylinux_2_17_x86_64.whl");
        says(altered, &[(file.clone(), fixture(&format!("edge/{file}")))], expected);
    };
    edge("0badcrc", &["zip.crc-mismatch", "record.hash-differs", "doubtful-bytes"]);
    edge("0badhash", &["record.hash-differs", "doubtful-bytes"]);
    edge("0comment", &["zip.last-end-record-unreadable", "zip.comment", "zip.comment-binary", "doubtful-bytes"]);
    edge("0datadescriptor", &["zip.data-descriptor"]);
    let two = ["zip.duplicate-name", "zip.second-reader-disagrees", "two-contents", "doubtful-bytes"];
    let record = ["record.conflicting-rows", "record.hash-differs", "record.size-differs"];
    edge("0duplicate", &[&two[..], &record, &["elf.bad-section-table", "elf.bad-segment-table"]].concat());
    edge("0elfpy", &["file.unexpected-binary", "tags.untagged-module"]);
    edge("0extra", &["record.unlisted"]);
    edge("0fakeelf", &["file.fake-elf"]);
    edge("0hugedescsz", &["elf.unreadable-notes"]);
    edge("0magiconly", &["file.truncated-elf"]);
    edge("0noptnote", &["elf.build-id-one-sided"]);
    edge("0norecord", &["record.missing"]);
    edge("0noshtnote", &["elf.build-id-one-sided"]);
    edge("0nosuffix", &["tags.untagged-module"]);
    edge("0paddedb64", &["record.odd-encoding"]);
    edge("0prefix", &["zip.prefix", "zip.offset-shift"]);
    edge("0sha512rec", &[]);
    edge("0shoffbig", &["elf.bad-section-table"]);
    edge("0truncated", &["zip.no-directory", "zip.header-cut", "doubtful-bytes"]);
    edge("0truncelf", &["elf.bad-section-table", "elf.bad-segment-table"]);
    edge("0zip64dd", &["zip.data-descriptor", "zip.zip64-superfluous"]);
    edge("0zip64local", &["zip.zip64-superfluous"]);
}

const TAG: &str = "cp310-cp310-linux_x86_64";

#[test]
fn every_sample_of_a_member_has_exactly_its_answer_however_it_is_stored_and_wherever_it_lies() {
    let id = "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3";
    // Case, file, the words of its ids, codes.
    let cases: [(&str, &str, &str, &[&str]); 22] = [
        ("C1", "c01_ptnote_garbage.so", id, &["elf.stale-note-segment"]),
        ("C3", "c03_bad_note_first.so", id, &["elf.unreadable-notes"]),
        ("C4", "c04_no_shdr.so", id, &["elf.no-section-table"]),
        ("C5", "c05_shoff_past_eof.so", id, &["elf.bad-section-table"]),
        ("C6", "c06_bid_len0.so", "", &["elf.empty-build-id", "empty-id"]),
        ("C6", "c06_bid_len1.so", "01", &[]),
        ("C6", "c06_bid_len8.so", "0102030405060708", &[]),
        ("C6", "c06_bid_len16.so", "0102030405060708090a0b0c0d0e0f10", &[]),
        ("C6", "c06_bid_len20.so", "0102030405060708090a0b0c0d0e0f1011121314", &[]),
        ("C7", "c07_prop8_then_bid.so", id, &[]),
        ("C8", "c08_stapsdt_type3.so", id, &[]),
        ("C9", "c09_go_only", "Bgx2UFKa/mnJs92cG/s1lDQjBs/bLaFlGo1", &[]),
        ("C10", "c10_same_bid_a.so", id, &[]),
        ("C17", "c17_empty.so", "", &["file.empty"]),
        ("C17", "c17_lfs.so", "", &["file.lfs-pointer"]),
        ("C17", "c17_linker_script.so", "", &["file.linker-script"]),
        ("C17", "c17_trunc.so", "", &["file.truncated-elf"]),
        ("C18", "c18_lib.a", "", &[]),
        ("C18", "c18_reloc.o", "", &[]),
        ("C19", "c19_debug_only.debug", id, &[]),
        ("C21", "c21_be32_ppc.so", id, &["tags.foreign-machine"]),
        ("C21", "c21_le32_arm.so", id, &["tags.foreign-machine"]),
    ];
    for (case, file, id, expected) in cases {
        let bytes = fixture(&format!("cases/{file}"));
        for place in ["demo", "demo.libs", "demo-1.0.data/platlib/demo/deep", "demo-1.0.data/scripts"] {
            for make in [Member::stored, Member::deflated] {
                let path = format!("{place}/{file}");
                let wheels = [wheel(TAG, &[(&path, bytes.clone())], make)];
                says(&format!("{case} {path}"), &wheels, expected);
                let card = dropped(&wheels);
                let row = &card.tables[0].rows[0];
                let ids: Vec<&str> = row.copies[0].ids.iter().flatten().map(|id| id.text.as_str()).collect();
                assert_eq!((ids.join(" ").as_str(), &row.copies[0].path), (id, &path), "{case}");
                assert_eq!(row.copies[0].sha256, Some(Sha256::of(&bytes)), "{case}");
            }
        }
    }
}

fn library(id: &str, stamp: &str) -> Vec<u8> {
    SmallElf { kind: Kind::Library, id, name: "libx.so.1", needed: &["libc.so.6"], stamp, size: 4096 }.bytes()
}

fn module(id: &str, stamp: &str) -> Vec<u8> {
    SmallElf { kind: Kind::Module, id, name: "PyInit__x", needed: &["libc.so.6"], stamp, size: 4096 }.bytes()
}

/// Wheels of cp310, cp311 and so on, of these members each.
fn release(members: &[&[(&str, Vec<u8>)]]) -> Vec<(String, Vec<u8>)> {
    let tag = |at: usize| format!("cp31{at}-cp31{at}-linux_x86_64");
    members.iter().enumerate().map(|(at, members)| wheel(&tag(at), members, Member::deflated)).collect()
}

/// The answer to an odd release: codes that are there, codes that are not, and sentences of its Markdown.
fn answers(id: &str, wheels: &[(String, Vec<u8>)], there: &[&str], not: &[&str], words: &[&str]) {
    let card = dropped(wheels);
    let found = codes(&card);
    let markdown = card::markdown::export(&card);
    assert!(there.iter().all(|code| found.contains(*code)), "{id}: {found:?}");
    assert!(!not.iter().any(|code| found.contains(*code)), "{id}: {found:?}");
    for word in words {
        assert!(markdown.contains(word), "{id}: `{word}` is not in\n{markdown}");
    }
}

#[test]
fn the_kinds_that_take_several_members_or_wheels_have_their_answers() {
    let (id, lib) = ("0102030405060708", "demo/libx.so");
    // C10: one id, other bytes, between wheels and within one.
    let same_id = release(&[&[(lib, library(id, "a"))], &[(lib, library(id, "b"))]]);
    answers("C10", &same_id, &["same-id-other-bytes"], &[], &["One build-id, 2 different contents"]);
    let within = release(&[&[(lib, library(id, "a")), ("demo/liby.so", library(id, "b"))]]);
    answers("C10", &within, &["same-id-other-bytes"], &[], &[]);
    // C11: one library under three names.
    let three = ["demo/libx.so", "demo/libx.so.1", "demo/libx.so.1.2"].map(|path| (path, library(id, "a")));
    answers(
        "C11",
        &release(&[&three]),
        &["same-bytes-several-paths"],
        &["same-id-other-bytes"],
        &["One file under 3 paths"],
    );
    // C12: the graft's hash is of the file before it was patched.
    let graft = |hash: &str| format!("demo.libs/libx-{hash}.so.1");
    let (a, b) = (graft("aaaaaaaa"), graft("bbbbbbbb"));
    let renamed = release(&[&[(&a, library(id, "a"))], &[(&b, library(id, "a"))]]);
    answers("C12", &renamed, &["graft-names-same-bytes"], &[], &["byte-identical in both wheels"]);
    let patched = release(&[&[(&a, library("01", "a"))], &[(&a, library("02", "b"))]]);
    answers("C12", &patched, &["graft-name-other-bytes"], &[], &["rebuilt"]);
    // C13: modules of other builds left in the build directory.
    let name = |minor: u32| format!("demo/_x.cpython-31{minor}-x86_64-linux-gnu.so");
    let [m0, m1, m2] = [0, 1, 2].map(name);
    let (x0, x1, x2) = (module("00", "0"), module("01", "1"), module("02", "2"));
    let stale = release(&[&[(&m0, x0), (&m1, x1.clone()), (&m2, x2)], &[(&m1, x1)]]);
    let words = [
        "The cp310 wheel holds 2 modules of a foreign ABI",
        "`demo/_x.cpython-311-x86_64-linux-gnu.so` (the bytes of that in cp311)",
        "| `demo/_x.cpython-311-x86_64-linux-gnu.so` |",
        "| `demo/_x.cpython-312-x86_64-linux-gnu.so` |",
    ];
    answers("C13", &stale, &["foreign-abi", "tags.foreign-abi"], &["same-bytes-several-paths"], &words);
    // C14: flags of the tag, and the stable ABI, which is no rung of its own.
    for (path, code) in [
        ("demo/_b.cpython-314t-x86_64-linux-gnu.so", "tags.foreign-abi"),
        ("demo/_b.cpython-312d-x86_64-linux-gnu.so", "tags.foreign-abi"),
        ("demo/_b.pypy310-pp73-x86_64-linux-gnu.so", "tags.foreign-abi"),
        ("demo/_b.cpython-313-x86_64-linux-gnu.so", "tags.narrower-abi"),
    ] {
        let (_, bytes) = wheel("cp310-abi3-linux_x86_64", &[(path, module("aa", "x"))], Member::deflated);
        answers(path, &[("demo-1.0-cp310-abi3-linux_x86_64.whl".to_owned(), bytes)], &[code], &[], &[]);
    }
    let one_abi = release(&[&[("demo/_b.abi3.so", module("aa", "x"))], &[("demo/_b.abi3.so", module("aa", "x"))]]);
    answers("C14", &one_abi, &["all-identical"], &["tags.foreign-abi"], &["byte-identical in both wheels"]);
    // C16: a program among the scripts, beside a text.
    let program = SmallElf { kind: Kind::Program, id, name: "", needed: &[], stamp: "p", size: 4096 }.bytes();
    let scripts =
        [("demo-1.0.data/scripts/tool", program.clone()), ("demo-1.0.data/scripts/shim", b"#!python\n".to_vec())];
    answers("C16", &release(&[&scripts]), &[], &["file.fake-elf"], &["`*.data/scripts/tool`"]);
    // C19: a companion is no variant of its binary.
    let companion = [(lib, fixture("elf/linked.so")), ("demo/libx.so.debug", fixture("elf/companion.debug"))];
    answers(
        "C19",
        &release(&[&companion, &companion]),
        &[],
        &["same-id-other-bytes", "not-comparable"],
        &["debug companion"],
    );
    // C22: bytes behind the last section are said, and are no stamp.
    let mut longer = library(id, "a");
    longer.extend(b"overlaid!");
    let overlaid = release(&[&[(lib, library(id, "a"))], &[(lib, longer)]]);
    answers("C22", &overlaid, &["elf.overlay", "same-id-other-bytes"], &["all-identical"], &["rebuilt"]);
    // C34: a plus sign that a browser wrote as %2B.
    let (_, bytes) = wheel(TAG, &[(lib, library(id, "a"))], Member::deflated);
    answers("C34", &[(format!("demo-1.0%2Blocal-{TAG}.whl"), bytes.clone())], &["name.download"], &[], &[]);
    // C37: one wheel under two names.
    let copies = [(format!("demo-1.0-{TAG}.whl"), bytes.clone()), (format!("demo-1.0-1-{TAG}.whl"), bytes)];
    answers("C37", &copies, &["one-file-twice"], &[], &["2 of the wheels are one file"]);
}

#[test]
fn unlike_files_of_one_path_are_not_compared() {
    let (id, lib) = ("0102030405060708", "demo/libx.so");
    let mut arm = library(id, "arm");
    // `e_machine`
    arm[18..20].copy_from_slice(&183_u16.to_le_bytes());
    let unlike = |other: Vec<u8>, words: &str| {
        let wheels = release(&[&[(lib, library(id, "a"))], &[(lib, other)]]);
        answers(
            words,
            &wheels,
            &[],
            &["size-outlier", "few-bytes-apart", "same-size-other-bytes"],
            &["not comparable"],
        );
        let card = dropped(&wheels);
        assert_eq!(card.tables[0].rows[0].reason, format!("not comparable: {words}"));
    };
    unlike(arm, "x86-64 here, aarch64 there");
    unlike(fixture("macho/library.dylib"), "ELF here, Mach-O there");
    unlike(b"INPUT(libx.so.1)\n".to_vec(), "ELF here, linker script there");
    unlike(Vec::new(), "ELF here, empty file there");
    let program = SmallElf { kind: Kind::Program, id, name: "", needed: &[], stamp: "p", size: 4096 }.bytes();
    let tool = "demo-1.0.data/scripts/tool";
    let wheels = release(&[&[(tool, program)], &[(tool, b"#!/bin/sh\nexit 1\n".to_vec())]]);
    assert_eq!(dropped(&wheels).tables[0].rows[0].reason, "not comparable: ELF here, script there");
}

#[test]
fn wheels_without_a_module_for_one_abi_put_nothing_on_the_third_rung() {
    let lib = ("demo/libx.so", library("0102", "a"));
    for tag in ["py3-none-manylinux_2_17_x86_64", "py2.py3-none-linux_x86_64", "cp310-abi3-linux_x86_64"] {
        let (name, bytes) = wheel(tag, &[lib.clone(), ("demo/_b.abi3.so", module("03", "b"))], Member::deflated);
        let card = dropped(&[(name, bytes)]);
        assert!(card.ladder.iter().all(|step| step.rung != Rung::PerAbi), "{tag}");
    }
    // No binary at all, and binaries in a nested archive only.
    says(
        "pure",
        &[wheel("py3-none-any", &[("demo/__init__.py", b"pass\n".to_vec())], Member::stored)],
        &["tags.platlib-any"],
    );
    let nested = Zip::of([Member::stored("libx.so", &lib.1)]).build();
    let wheels = [wheel(TAG, &[("demo/inner.whl", nested.clone()), ("demo/data", nested)], Member::stored)];
    answers("nested", &wheels, &["member.nested-archive"], &["zip.two-archives", "zip.stray-central-header"], &[]);
    // A label that is in a binary: the control of the note that says that one is in none.
    let metadata = b"Metadata-Version: 2.1\nName: demo\nVersion: 1.0+58f8de22\n";
    let zip = |stamp: &str| {
        Zip::of([
            Member::deflated("demo/libx.so", &library("0102", stamp)),
            Member::stored("demo-1.0+58f8de22.dist-info/METADATA", metadata),
        ])
        .build()
    };
    let name = || "demo-1.0+58f8de22-cp310-cp310-linux_x86_64.whl".to_owned();
    answers("label", &[(name(), zip("built from 58f8de22"))], &["label-in-binaries"], &["label-looks-like-id"], &[]);
    answers("label", &[(name(), zip("built"))], &["label-looks-like-id"], &["label-in-binaries"], &[]);
    // An ELF inside an ELF is bytes of it, not a member.
    let mut fat = library("0102", "a");
    fat.extend(library("0304", "inner"));
    let card = dropped(&[wheel(TAG, &[("demo/libx.so", fat)], Member::deflated)]);
    assert_eq!(card.tables.iter().map(|table| table.rows.len()).sum::<usize>(), 1);
}
