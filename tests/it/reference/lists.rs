//! Lists that other tools write, read for real: `sha256sum`, `readelf -n`, `file`-like mixtures, requirements.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::Digest as _;
use wheelcard::reference::{About, OriginKind, Outcome, Refusal, Scope, VerdictKind, read, read_bytes, sniff};

use super::{compared, those};
use crate::real_wheels::{folder, scanned};
use crate::reports::{library, three};

const SET: &str = "torchaudio_local";
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const ID: &str = "92b4d331a42d7e80bb839e03218d2b9b0c23c346";

fn wheel_names() -> Vec<String> {
    let entries = std::fs::read_dir(folder(SET)).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| Path::new(name).extension().is_some_and(|end| end == "whl"));
    names.sort();
    names
}

fn digest_of(name: &str) -> String {
    let digest = sha2::Sha256::digest(std::fs::read(folder(SET).join(name)).unwrap());
    wheelcard::bytes::hex(&digest)
}

/// What a shell line prints in a folder; `None` when a tool that it needs is not here.
fn printed(line: &str, directory: &Path, tools: &[&str]) -> Option<String> {
    for tool in tools {
        if Command::new(tool).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
            println!("skipped: {tool} is not here");
            return None;
        }
    }
    let output = Command::new("sh").arg("-c").arg(line).current_dir(directory).env("LC_ALL", "C").output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}

/// A folder with every wheel of the set unzipped into a folder of its own, named by its Python tag.
fn unzipped(name: &str) -> Option<PathBuf> {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    for wheel in wheel_names() {
        let tag = wheel.split('-').nth(2).unwrap().to_owned();
        let line = format!("unzip -q -d {tag} '{}'", folder(SET).join(&wheel).display());
        printed(&line, &directory, &["unzip"])?;
    }
    Some(directory)
}

#[test]
fn what_sha256sum_prints_of_the_unzipped_wheels_matches_them() {
    let Some(directory) = unzipped("reference sums") else { return };
    let forms = [
        "find . -type f -exec sha256sum {} +",
        "find * -type f -exec sha256sum -b {} +",
        "find . -type f -exec sha256sum --tag {} +",
    ];
    for line in forms {
        let Some(text) = printed(line, &directory, &["sha256sum"]) else { return };
        let reference = read("SHA256SUMS", &text).unwrap();
        assert_eq!(reference.origin.kind, OriginKind::Checksums);
        assert_eq!(sniff(text.as_bytes()), Some(OriginKind::Checksums));
        let reports = scanned(SET);
        let (_, comparison) = compared(&reference, &reports);
        let members: usize = reports.iter().map(|report| report.members.len()).sum();
        assert_eq!(comparison.counts.matches, members, "{line}: {:?}", comparison.verdict);
        assert_eq!(comparison.verdict.kind, VerdictKind::Same, "{line}");
        // The folder names the wheel, so a digest of one wheel is not compared with another's.
        assert!(comparison.checks.iter().filter(|check| check.fact.is_some()).all(|check| check.wheel.is_some()));
    }
}

#[test]
fn what_readelf_prints_of_the_unzipped_wheels_matches_them() {
    let Some(directory) = unzipped("reference notes") else { return };
    let Some(text) = printed("readelf -n $(find . -name '*.so')", &directory, &["readelf"]) else { return };
    let reference = read("", &text).unwrap();
    assert_eq!((reference.origin.kind, reference.findings.len()), (OriginKind::Readelf, 0), "{:?}", reference.findings);
    let reports = scanned(SET);
    let (card, comparison) = compared(&reference, &reports);
    let binaries: usize = card.tables.iter().flat_map(|table| &table.rows).map(|row| row.copies.len()).sum();
    assert_eq!((comparison.counts.matches, comparison.counts.differs), (binaries, 0), "{:?}", comparison.verdict);
    // One file has no heading: then some binary here must have the id.
    let one = "readelf -n cp310/torchaudio/lib/_torchaudio.so";
    let text = printed(one, &directory, &["readelf"]).unwrap();
    let reference = read("", &text).unwrap();
    assert!(matches!(reference.facts.as_slice(), [fact] if fact.about == About::SomeMember));
    let (_, comparison) = compared(&reference, &reports);
    assert_eq!(comparison.checks.first().unwrap().key.as_deref(), Some("torchaudio/lib/_torchaudio.so"));
    assert_eq!(comparison.counts.matches, 1);
}

#[test]
fn a_list_of_wheel_files_says_whether_these_are_the_same_files() {
    let lines: Vec<String> = wheel_names().iter().map(|name| format!("{} *dist/{name}\n", digest_of(name))).collect();
    let lines = lines.concat();
    let reference = read("SHA256SUMS", &lines).unwrap();
    let (_, comparison) = compared(&reference, &scanned(SET));
    assert_eq!(
        comparison.verdict.sentence,
        "These are the same wheels as in `SHA256SUMS` (cp310, cp311, cp312): the SHA-256 of each whole file matches."
    );
    // A wheel that is not dropped is not missing from the list.
    let more = format!("{lines}{ABC}  torchaudio-2.4.1+cu121-cp39-cp39-linux_x86_64.whl\n");
    let (_, comparison) = compared(&read("SHA256SUMS", &more).unwrap(), &scanned(SET));
    assert_eq!(comparison.verdict.kind, VerdictKind::SameAsFarAsHere);
    assert_eq!(
        comparison.verdict.remarks,
        ["Of its wheels 1 is not here: `torchaudio-2.4.1+cu121-cp39-cp39-linux_x86_64.whl`."]
    );
    // A name with another digest differs, with both values.
    let first = wheel_names().first().unwrap().clone();
    let (_, comparison) = compared(&read("SHA256SUMS", &format!("{ABC}  {first}\n")).unwrap(), &scanned(SET));
    let check = comparison.checks.first().unwrap();
    assert_eq!(check.outcome, Outcome::Differs);
    assert_eq!((check.stated.as_str(), check.found.as_deref()), (ABC, Some(digest_of(&first).as_str())));
}

#[test]
fn requirements_with_hashes_say_which_wheels_they_allow() {
    let hashes: Vec<String> =
        wheel_names().iter().map(|name| format!("    --hash=sha256:{}", digest_of(name))).collect();
    let text = format!(
        "# by pip-compile\n--index-url https://pypi.example\nTorch.Audio==9 --hash=sha256:{ABC}\nTorchAudio==2.4.1+cu121 \
         \\\n{} \\\n    --hash=sha256:{ABC}\n    # via demo\n",
        hashes.join(" \\\n")
    );
    let reference = read("requirements.txt", &text).unwrap();
    assert_eq!(reference.origin.kind, OriginKind::Requirements);
    assert_eq!(reference.findings, []);
    let (_, comparison) = compared(&reference, &scanned(SET));
    assert_eq!((comparison.counts.matches, comparison.counts.not_here), (3, 1), "{:?}", comparison.checks);
    assert_eq!(comparison.verdict.kind, VerdictKind::SameAsFarAsHere);
    // Without one of the hashes that wheel is not allowed.
    let text = text.replace(&digest_of(&wheel_names()[1]), &"0".repeat(64));
    let (_, comparison) = compared(&read("requirements.txt", &text).unwrap(), &scanned(SET));
    assert_eq!(those(&comparison, Outcome::Differs), ["SHA-256 - 1"]);
}

#[test]
fn a_mixture_is_read_line_by_line_and_what_is_none_is_said() {
    let text = format!(
        "Here is what I have:\n\n$ sha256sum libx.so\n{ABC}  libx.so\n$ readelf -n libx.so\n\nDisplaying notes found in: \
         .note.gnu.build-id\n  Owner                Data size \tDescription\n    Build ID: {ID}\n900150983cd24fb0d6963f7d28e17f72  libx.so\n"
    );
    let reference = read("", &text).unwrap();
    assert_eq!(reference.origin.kind, OriginKind::Mixed);
    assert_eq!(reference.title, "the pasted text");
    let found: Vec<&str> = reference.findings.iter().map(|finding| finding.detail.as_str()).collect();
    assert_eq!(
        found,
        [
            "line 1 is none that is known: `Here is what I have:`",
            "line 3 is none that is known: `$ sha256sum libx.so`",
            "1 hash is not SHA-256; the first stands in line 10",
        ]
    );
    assert!(reference.facts.iter().all(|fact| fact.about == About::Member(0) && fact.scope == Scope::Unsaid));
    // It is not said of which wheel: it holds if it holds in one.
    let files = |at: usize| {
        vec![library("d/libx.so", if at == 1 { "abc" } else { "other" }).id(if at == 2 { ID } else { "aabbccdd" })]
    };
    let (_, comparison) = compared(&reference, &three(&[files(0), files(1), files(2)]));
    let details: Vec<(Outcome, Option<usize>, &str)> = comparison
        .checks
        .iter()
        .filter(|c| c.fact.is_some())
        .map(|c| (c.outcome, c.wheel, c.detail.as_str()))
        .collect();
    assert_eq!(
        details,
        [
            (Outcome::Matches, Some(1), "it fits the copy of cp311, not those of cp310, cp312"),
            (Outcome::Matches, Some(2), "it fits the copy of cp312, not those of cp310, cp311"),
        ]
    );
}

#[test]
fn the_checksum_list_of_this_tool_is_read_as_that_of_its_wheel() {
    let reports = scanned(SET);
    let list = wheelcard::card::checksums::export(&reports[1]);
    let reference = read("list", &list).unwrap();
    assert_eq!(reference.facts.len(), reports[1].members.len());
    assert!(reference.facts.iter().all(|fact| fact.scope == Scope::Of(vec![0])));
    let (_, comparison) = compared(&reference, &reports);
    assert_eq!((comparison.counts.matches, comparison.counts.differs), (reference.facts.len(), 0));
    assert!(comparison.checks.iter().filter(|check| check.fact.is_some()).all(|check| check.wheel == Some(1)));
    assert_eq!(comparison.verdict.kind, VerdictKind::Same);
}

#[test]
fn text_in_utf_16_is_read_as_windows_writes_it_and_bytes_that_are_no_text_are_refused() {
    let line = format!("{ABC}  libx.so\r\n");
    let wide = |units: fn(u16) -> [u8; 2], mark: [u8; 2]| -> Vec<u8> {
        mark.into_iter().chain(line.encode_utf16().flat_map(units)).collect()
    };
    let marked = format!("\u{feff}{line}").into_bytes();
    for bytes in [wide(u16::to_le_bytes, [0xff, 0xfe]), wide(u16::to_be_bytes, [0xfe, 0xff]), marked] {
        assert_eq!(sniff(&bytes), Some(OriginKind::Checksums));
        assert_eq!(read_bytes("", &bytes).unwrap().subjects.first().unwrap().path, "libx.so");
    }
    for bytes in [b"PK\x03\x04\x14\x00\xff\xff".as_slice(), b"\x7fELF\x02\x01\x01\0\0", b"abc\xff"] {
        assert_eq!(sniff(bytes), None);
        assert!(matches!(read_bytes("", bytes), Err(Refusal::NoText { .. })));
    }
}

#[test]
fn a_folder_names_a_wheel_only_when_it_is_none_of_the_members_own() {
    let files = |at: usize| vec![library("d/cp310/libx.so", if at == 1 { "abc" } else { "other" })];
    let reports = three(&[files(0), files(1), files(2)]);
    let outcome = |path: &str| {
        let (_, comparison) = compared(&read("", &format!("{ABC}  {path}\n")).unwrap(), &reports);
        let check = comparison.checks.first().unwrap();
        (check.outcome, check.wheel)
    };
    assert_eq!(outcome("d/cp310/libx.so"), (Outcome::Matches, Some(1)), "a folder of every wheel");
    assert_eq!(outcome("unzipped/cp311/d/cp310/libx.so"), (Outcome::Matches, Some(1)));
    assert_eq!(outcome("cp310/d/cp310/libx.so"), (Outcome::Differs, Some(0)));
    assert_eq!(outcome("demo-1.0-cp312-cp312-manylinux_2_17_x86_64.whl/d/cp310/libx.so"), (Outcome::Differs, Some(2)));
}
