//! What `PyPI`, pip and uv make of a container.

use wheelcard::container::{Installer, InstallerVerdict, Verdict, verdicts};

use super::{bytes_of, directory};
use crate::zip_builder::{Member, Zip, descriptor};

/// A plain wheel with another member.
fn wheel(member: Member) -> Zip {
    Zip::of([member, Member::stored("demo-1.0.dist-info/WHEEL", b"Wheel-Version: 1.0\n")])
}

fn judged(zip: &Zip) -> Vec<InstallerVerdict> {
    let bytes = zip.build();
    let directory = directory(&bytes);
    let members: Vec<_> = directory
        .entries
        .iter()
        .flat_map(|entry| bytes_of(&bytes, entry).map(|(_, inflated)| inflated.findings(entry)).unwrap_or_default())
        .collect();
    verdicts(&directory, bytes.len() as u64, &members)
}

fn words(zip: &Zip) -> [Verdict; 3] {
    let verdicts = judged(zip);
    assert_eq!(verdicts.iter().map(|v| v.tool).collect::<Vec<_>>(), Installer::ALL);
    [verdicts[0].verdict, verdicts[1].verdict, verdicts[2].verdict]
}

use Verdict::{Accepts, Refuses, Unknown};

#[test]
fn a_plain_wheel_is_accepted_by_all_without_a_word() {
    let verdicts = judged(&wheel(Member::deflated("demo.py", b"demo")));
    assert!(verdicts.iter().all(|v| v.verdict == Accepts && v.reasons.is_empty()), "{verdicts:#?}");
}

#[test]
fn each_kind_of_container_has_the_verdicts_of_the_tools_rules() {
    let plain = || Member::stored("demo.py", b"demo");
    let crc = crc32fast::hash(b"demo");
    for (what, zip, expected) in [
        (
            "conflicting duplicate",
            wheel(plain()).with(|z| z.members.push(Member::stored("demo.py", b"other"))),
            [Refuses, Accepts, Refuses],
        ),
        ("equal duplicate", wheel(plain()).with(|z| z.members.push(plain())), [Refuses, Accepts, Accepts]),
        ("other local name", wheel(plain().with_local(|h| h.name = b"evil.py".to_vec())), [Refuses, Refuses, Refuses]),
        ("prefix", wheel(plain()).with(|z| z.prefix = b"#!/bin/sh\n".to_vec()), [Refuses, Accepts, Refuses]),
        ("trailing zeros", wheel(plain()).with(|z| z.trailing = vec![0; 17]), [Refuses, Accepts, Accepts]),
        ("trailing bytes", wheel(plain()).with(|z| z.trailing = b"tail".to_vec()), [Refuses, Accepts, Refuses]),
        (
            "descriptor",
            wheel(plain().with_both(|h| h.flags |= 8).with(|m| m.behind = descriptor(crc, 4, 4))),
            [Refuses, Accepts, Accepts],
        ),
        ("bzip2", wheel(plain().with_both(|h| h.method = 12)), [Refuses, Accepts, Refuses]),
        ("zstd", wheel(plain().with_both(|h| h.method = 93)), [Refuses, Unknown, Accepts]),
        ("deflate64", wheel(plain().with_both(|h| h.method = 9)), [Refuses, Refuses, Refuses]),
        ("wrong CRC", wheel(plain().with_both(|h| h.crc32 = 1)), [Unknown, Refuses, Refuses]),
        ("comment", wheel(plain()).with(|z| z.end.comment = b"hello".to_vec()), [Accepts, Accepts, Accepts]),
        (
            "zip in comment",
            wheel(plain()).with(|z| z.end.comment = wheel(plain()).build()),
            [Refuses, Accepts, Refuses],
        ),
        ("climbs out", wheel(Member::stored("../demo.py", b"")), [Accepts, Refuses, Accepts]),
        ("climbs and stays", wheel(Member::stored("a/../demo.py", b"")), [Accepts, Accepts, Accepts]),
        ("control character", wheel(Member::stored("a\nb", b"")), [Refuses, Accepts, Refuses]),
        ("hidden format character", wheel(Member::stored("a\u{202e}b", b"")), [Accepts, Accepts, Refuses]),
        ("encrypted", wheel(plain().with_both(|h| h.flags |= 1)), [Unknown, Refuses, Refuses]),
        ("two dist-infos", wheel(Member::stored("other-1.0.dist-info/WHEEL", b"")), [Accepts, Refuses, Accepts]),
    ] {
        assert_eq!(words(&zip), expected, "{what}: {:#?}", judged(&zip));
    }
}

#[test]
fn a_reason_names_the_finding_and_the_member_it_rests_on() {
    let verdicts = judged(
        &wheel(Member::stored("demo.py", b"demo")).with(|z| z.members.push(Member::stored("demo.py", b"other"))),
    );
    assert_eq!(verdicts[0].reasons, ["refuses duplicate names (zip.duplicate-name: `demo.py`)"]);
    assert_eq!(verdicts[1].reasons, ["installs the last of the directory (zip.duplicate-name: `demo.py`)"]);
}

#[test]
fn pypi_refuses_an_archive_that_inflates_too_much() {
    let bomb = wheel(Member::deflated("zeros", &vec![0; 70 << 20]));
    let verdicts = judged(&bomb);
    assert_eq!(verdicts[0].verdict, Refuses);
    assert!(verdicts[0].reasons[0].contains("more than 50 times as much"), "{:?}", verdicts[0].reasons);
    assert_eq!(verdicts[1].verdict, Accepts);
}

#[test]
fn verdicts_have_a_stable_form() {
    let verdict = &judged(&wheel(Member::stored("a", b"")))[1];
    assert_eq!(serde_json::to_string(verdict).unwrap(), r#"{"tool":"pip","verdict":"accepts","reasons":[]}"#);
}
