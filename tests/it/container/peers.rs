//! The container against Info-ZIP's `unzip` and Python's `zipfile`, run now: over every fixture wheel, and over odd
//! archives that are made here. Where one of them says otherwise, a finding must have named it.
//!
//! What `zipfile` says of the fixtures is recorded too (`tests/fixtures/container/zipfile_facts.json`), so that this
//! test may be passed over where the programs are absent.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use wheelcard::bytes::Sha256;
use wheelcard::container::{Directory, Method, Place};
use wheelcard::finding::{Finding, Severity};

use super::{codes, directory};
use crate::zip_builder::{Member, Zip, deflate, descriptor, extra};

/// A program's output, or `None`, with a word, when it is not installed.
#[expect(clippy::print_stderr, reason = "what was not tested is said")]
fn output(command: &mut Command) -> Option<Output> {
    let output = command.output();
    if output.is_err() {
        eprintln!("passed over: `{}` is not installed", command.get_program().to_string_lossy());
    }
    output.ok()
}

/// A line of a member list: name, size, compressed size, CRC-32.
type Line = (String, u64, u64, u32);

fn ours(directory: &Directory) -> Vec<Line> {
    let listed = directory.entries.iter().filter(|entry| entry.place == Place::Central);
    listed.map(|entry| (entry.name.clone(), entry.size, entry.compressed_size, entry.crc32)).collect()
}

/// The bytes of all members that the directory lists and `unzip` decodes here, one behind the other, as `unzip -p`
/// writes them; and the findings about their bytes.
fn contents(bytes: &[u8], directory: &Directory) -> (Vec<u8>, Vec<Finding>) {
    let (mut all, mut findings) = (Vec::new(), Vec::new());
    for entry in directory.entries.iter().filter(|entry| entry.place == Place::Central && !entry.is_directory()) {
        match wheelcard::container::read_all(bytes, entry, 1 << 30) {
            Ok((content, inflated)) => {
                findings.extend(inflated.findings(entry));
                all.extend(content);
            }
            Err(error) => findings.push(error.finding(entry)),
        }
    }
    (all, findings)
}

/// What `unzip -v` lists; `None` when it opens nothing.
fn unzip_lists(text: &str) -> Option<Vec<Line>> {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("--------")).skip(1);
    let rows: Vec<Line> = lines
        .by_ref()
        .take_while(|line| !line.starts_with("--------"))
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| fields[at].parse::<u64>().unwrap();
            (fields[7..].join(" "), number(0), number(2), u32::from_str_radix(fields[6], 16).unwrap())
        })
        .collect();
    lines.next().map(|_| rows)
}

/// Holds an archive against both programs. Yields whether `unzip` and `zipfile` see what is seen here, and refuse what is
/// refused here; `None` when there is no such program.
fn compare(name: &str, path: &Path, bytes: &[u8]) -> [Option<bool>; 2] {
    let directory = directory(bytes);
    let (whole, mut findings) = contents(bytes, &directory);
    findings.extend(directory.findings.iter().cloned());

    let unzip = output(Command::new("unzip").arg("-v").arg(path)).map(|listed| {
        let same_list =
            unzip_lists(&String::from_utf8_lossy(&listed.stdout)).is_some_and(|rows| rows == ours(&directory));
        // `-P x`: an encrypted member is not asked about.
        let unpacked = output(Command::new("unzip").args(["-p", "-P", "x"]).arg(path)).unwrap();
        same_list && unpacked.stdout == whole
    });

    let python = output(Command::new("python3").args(["-c", ZIPFILE]).arg(path)).map(|said| {
        assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
        let said: Value = serde_json::from_slice(&said.stdout).unwrap();
        let Some(members) = said.as_array() else { return false };
        let listed = directory.entries.iter().filter(|entry| entry.place == Place::Central);
        listed.clone().count() == members.len()
            && listed.zip(members).all(|(entry, member)| {
                let method = match entry.method {
                    Method::Stored => 0,
                    Method::Deflated => 8,
                    Method::Other(number) => number,
                };
                let same_claims = member["name"] == entry.name.as_str()
                    && member["size"] == entry.size
                    && member["compressed_size"] == entry.compressed_size
                    && member["crc32"] == entry.crc32
                    && member["method"] == method;
                let read = wheelcard::container::read_all(bytes, entry, 1 << 30).ok();
                let read = read.filter(|(_, inflated)| inflated.findings(entry).is_empty());
                let digest = read.map(|(content, _)| Sha256::of(&content).to_string());
                same_claims && member["sha256"].as_str() == digest.as_deref()
            })
    });

    for (program, same) in [("unzip", unzip), ("zipfile", python)] {
        if same == Some(false) {
            let named = findings.iter().any(|finding| finding.severity <= Severity::Warning);
            assert!(named, "{name}: {program} sees something else, and no finding says so: {findings:#?}");
        }
    }
    [unzip, python]
}

/// Prints what Python's zipfile lists and reads; a text when it opens nothing. A digest is null where it can't read.
const ZIPFILE: &str = r"
import sys, json, zipfile, hashlib
try:
    archive = zipfile.ZipFile(sys.argv[1])
except Exception as error:
    print(json.dumps(str(error))); sys.exit()
members = []
for info in archive.infolist():
    try:
        digest = hashlib.sha256(archive.open(info).read()).hexdigest()
    except Exception:
        digest = None
    members.append(dict(name=info.filename, size=info.file_size, compressed_size=info.compress_size,
                        crc32=info.CRC, method=info.compress_type, sha256=digest))
print(json.dumps(members))
";

fn wheels_under(folder: &Path) -> Vec<PathBuf> {
    let mut wheels = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            wheels.extend(wheels_under(&path));
        } else if path.extension().is_some_and(|extension| extension == "whl") {
            wheels.push(path);
        }
    }
    wheels.sort();
    wheels
}

#[test]
fn unzip_and_zipfile_see_the_fixtures_as_they_are_seen_here_or_a_finding_says_why() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let (mut unlike, mut wheels) = (Vec::new(), 0);
    for path in wheels_under(&fixtures) {
        let name = path.strip_prefix(&fixtures).unwrap().to_str().unwrap().to_owned();
        wheels += 1;
        for (program, same) in
            ["unzip", "zipfile"].into_iter().zip(compare(&name, &path, &std::fs::read(&path).unwrap()))
        {
            if same == Some(false) {
                unlike.push(format!("{program} {name}"));
            }
        }
    }
    assert!(wheels > 80, "{wheels} wheels");
    let edge = |kind: &str| format!("edge/MarkupSafe-3.0.2-{kind}-cp313-cp313-manylinux_2_17_x86_64.whl");
    let explained = [
        // zipfile wants one name in both headers.
        "zipfile cases/c24_lfh_cd_name_mismatch.whl".to_owned(),
        // Not decoded here.
        "unzip cases/c27_bzip2.whl".to_owned(),
        "zipfile cases/c27_bzip2.whl".to_owned(),
        // An end record's signature in the comment misleads both; this reader takes the archive that is whole.
        format!("unzip {}", edge("0comment")),
        format!("zipfile {}", edge("0comment")),
        // The directory is not there; what the local headers show is listed all the same.
        "unzip cases/c28_truncated.whl".to_owned(),
        "zipfile cases/c28_truncated.whl".to_owned(),
        format!("unzip {}", edge("0truncated")),
        format!("zipfile {}", edge("0truncated")),
    ];
    let unexplained: Vec<&String> = unlike.iter().filter(|line| !explained.contains(line)).collect();
    assert_eq!(unexplained, [""; 0], "{unlike:#?}");
}

/// Archives in which programs see different things, each with a code that names the reason, and whether `unzip` and
/// `zipfile` see what is listed here.
fn odd() -> Vec<(&'static str, Vec<u8>, &'static str, [bool; 2])> {
    let content = b"the content of a member, long enough to be deflated deflated deflated";
    let member = |name: &str| Member::deflated(name, content);
    let zip = |members: Vec<Member>| Zip::of(members);
    let streamed = {
        let (crc, packed, size) = (crc32fast::hash(content), u32::try_from(deflate(content).len()).unwrap(), 70);
        member("streamed")
            .with_both(|h| h.flags |= 8)
            .with_local(|h| (h.crc32, h.compressed_size, h.size) = (0, 0, 0))
            .with(|m| m.behind = descriptor(crc, packed, size))
    };
    vec![
        (
            "plain",
            zip(vec![member("a"), Member::stored("b/", b""), Member::stored("b/c", b"c")]).build(),
            "",
            [true, true],
        ),
        (
            "hidden",
            zip(vec![member("a"), member("hidden").with(|m| m.central = None)]).build(),
            "zip.hidden-local-header",
            [true, true],
        ),
        ("twice", zip(vec![member("a"), Member::stored("a", b"other")]).build(), "zip.duplicate-name", [true, true]),
        (
            "other name",
            zip(vec![member("a").with_local(|h| h.name = b"b".to_vec())]).build(),
            "zip.name-differs",
            [true, false],
        ),
        ("other size", zip(vec![member("a").with_both(|h| h.size += 1)]).build(), "zip.size-mismatch", [true, false]),
        ("other crc", zip(vec![member("a").with_both(|h| h.crc32 ^= 1)]).build(), "zip.crc-mismatch", [true, true]),
        ("local crc", zip(vec![member("a").with_local(|h| h.crc32 ^= 1)]).build(), "zip.crc-differs", [true, true]),
        (
            "no local header",
            zip(vec![member("a"), member("b").with(|m| m.offset = Some(3))]).build(),
            "zip.no-local-header",
            [true, true],
        ),
        (
            "prefix",
            zip(vec![member("a")]).with(|z| z.prefix = b"#!/bin/sh\n".to_vec()).build(),
            "zip.prefix",
            [true, true],
        ),
        (
            "trailing",
            zip(vec![member("a")]).with(|z| z.trailing = vec![7; 30]).build(),
            "zip.trailing-bytes",
            [true, true],
        ),
        ("gap", zip(vec![member("a").with(|m| m.behind = vec![1; 9]), member("b")]).build(), "zip.gap", [true, true]),
        (
            "order",
            zip(vec![member("a"), Member::stored("b", b"b")]).with(|z| z.order = vec![1, 0]).build(),
            "zip.order-differs",
            [true, true],
        ),
        ("encrypted", zip(vec![member("a").with_both(|h| h.flags |= 1)]).build(), "zip.encrypted", [false, true]),
        ("lzma", zip(vec![member("a").with_both(|h| h.method = 14)]).build(), "zip.method", [true, true]),
        ("backslash", zip(vec![member("d\\a")]).build(), "zip.name-backslash", [true, true]),
        ("absolute", zip(vec![member("/etc/a")]).build(), "zip.name-absolute", [true, true]),
        (
            "count",
            zip(vec![member("a"), member("b")]).with(|z| z.end.entries = Some(1)).build(),
            "zip.count-differs",
            [false, true],
        ),
        (
            "repeated field",
            zip(vec![member("a").with_both(|h| h.extra = [extra(0x7075, b"x"), extra(0x7075, b"y")].concat())]).build(),
            "zip.extra-repeated",
            [true, true],
        ),
        ("descriptor", zip(vec![streamed]).build(), "zip.data-descriptor", [true, true]),
    ]
}

#[test]
fn what_unzip_and_zipfile_make_of_odd_archives_is_known_and_named() {
    let folder = std::env::temp_dir().join(format!("wheelcard-peers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut unexpected = Vec::new();
    for (name, bytes, code, expected) in odd() {
        let path = folder.join("odd.zip");
        std::fs::write(&path, &bytes).unwrap();
        let seen = compare(name, &path, &bytes);
        for ((program, seen), expected) in ["unzip", "zipfile"].into_iter().zip(seen).zip(expected) {
            if seen.is_some_and(|seen| seen != expected) {
                unexpected.push(format!("{name}: {program} agrees: {seen:?}"));
            }
        }
        let directory = directory(&bytes);
        let (_, of_members) = contents(&bytes, &directory);
        let mut found = codes(&directory);
        found.extend(of_members.iter().map(|finding| finding.code.as_str()));
        if code.is_empty() != found.is_empty() || !code.is_empty() && !found.contains(&code) {
            unexpected.push(format!("{name}: not {code} but {found:?}"));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(unexpected, [""; 0]);
}
