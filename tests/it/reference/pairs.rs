//! What is set beside what: one wheel is never two, another folder is another file, and a wheel that is here without a
//! file that it should have differs.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use wheelcard::bytes::Sha256;
use wheelcard::card;
use wheelcard::reference::{Check, Choice, Comparison, Outcome, VerdictKind, read, state};
use wheelcard::report::WheelReport;

use super::{compared, those};
use crate::reports::{File, Moment, library, module, refs, three, three_at, wheel};

/// A card about `demo` 1.0 with these wheels and binaries, each as JSON.
fn against(wheels: &str, binaries: &str, reports: &[WheelReport]) -> Comparison {
    let text = format!(
        r#"{{"format": "wheelcard-reference", "version": 1, "title": "t",
            "release": {{"name": "demo", "version": "1.0"}}, "wheels": [{wheels}], "binaries": [{binaries}]}}"#
    );
    compared(&read("t.json", &text).unwrap(), reports).1
}

/// The wheels for cp310, cp311 and cp312, of which the last has no `d/libb.so`.
fn last_without(moment: Moment) -> Vec<WheelReport> {
    let both = vec![library("d/liba.so", "a"), library("d/libb.so", "b")];
    three_at(&[both.clone(), both, vec![library("d/liba.so", "a")]], moment)
}

/// A wheel for cp310 with these files.
fn only(files: &[File]) -> Vec<WheelReport> {
    vec![wheel("demo-1.0-cp310-cp310-manylinux_2_17_x86_64.whl", files, Moment::Verified)]
}

fn of<'c>(comparison: &'c Comparison, what: &str) -> Vec<&'c Check> {
    comparison.checks.iter().filter(|check| check.fact.is_some() && check.what == what).collect()
}

const THREE: &str = r#"{"label": "cp310"}, {"label": "cp311"}, {"label": "cp312"}"#;

fn digest(content: &str) -> Sha256 {
    Sha256::of(content.as_bytes())
}

#[test]
fn a_rung_of_three_wheels_differs_when_one_of_them_lacks_the_file() {
    let rung = |path: &str| format!(r#"{{"path": "{path}", "rung": "byte-identical"}}"#);
    let comparison = against(THREE, &rung("d/libb.so"), &last_without(Moment::Verified));
    assert_eq!(those(&comparison, Outcome::Differs), ["rung d/libb.so"]);
    assert_eq!(of(&comparison, "rung")[0].detail, "not in cp312: no file there is named so");
    assert_eq!(comparison.verdict.kind, VerdictKind::SomeDiffer);
    assert_eq!(comparison.verdict.differing, ["d/libb.so"]);
    // A wheel that has it alone, and wheels of which none has it, are no other case.
    let reports = last_without(Moment::Verified);
    let comparison = against(THREE, &rung("d/libb.so"), &reports[1..]);
    assert_eq!(those(&comparison, Outcome::Differs), ["rung d/libb.so"]);
    let comparison = against(THREE, &rung("d/libc.so"), &reports);
    assert_eq!(of(&comparison, "rung")[0].detail, "not in cp310, cp311, cp312: no file there is named so");
    // The file that all have is still of this rung.
    let comparison = against(THREE, &rung("d/liba.so"), &reports);
    assert!(of(&comparison, "rung")[0].outcome.holds());
    // Distinct ids are a statement about all three as well.
    let distinct = r#"{"path": "d/libb.so", "build_ids_distinct": true}"#;
    assert_eq!(of(&against(THREE, distinct, &reports), "build-ids distinct")[0].outcome, Outcome::Differs);
}

#[test]
fn a_rung_of_the_wheels_that_are_said_to_have_the_file_is_not_one_of_the_others() {
    let reports = last_without(Moment::Verified);
    let choice = Choice { wheel_files: false, ..Choice::default() };
    for choice in [choice, Choice { sizes: false, ids: None, sha256: None, ..choice }] {
        let made = state(&refs(&reports), &card::build(&refs(&reports)), &choice);
        let (_, comparison) = compared(&made, &reports);
        assert!(those(&comparison, Outcome::Differs).is_empty(), "{:?}", comparison.verdict);
        // The second wheel without it is another.
        let both = vec![library("d/liba.so", "a"), library("d/libb.so", "b")];
        let one = vec![library("d/liba.so", "a")];
        let (_, comparison) = compared(&made, &three(&[both, one.clone(), one]));
        assert_eq!(comparison.verdict.differing, ["d/libb.so"], "{:?}", comparison.verdict);
        assert!(those(&comparison, Outcome::Differs).contains(&"rung d/libb.so".to_owned()));
    }
}

#[test]
fn a_stated_file_that_a_wheel_lacks_differs_once_the_wheel_is_read() {
    let gone = format!(r#"{{"path": "d/libb.so", "size": 1, "sha256": "{}"}}"#, digest("b"));
    for binary in [gone.as_str(), r#"{"path": "d/libb.so"}"#, r#"{"path": "d/libb.so", "present_in": ["cp312"]}"#] {
        let binaries = format!(r#"{binary}, {{"path": "d/liba.so"}}"#);
        let comparison = against(r#"{"label": "cp312"}"#, &binaries, &last_without(Moment::Verified)[2..]);
        assert_eq!(comparison.verdict.kind, VerdictKind::SomeDiffer, "{binary}: {:?}", comparison.verdict);
        assert_eq!(comparison.counts.not_here, 0);
        let of_it = comparison.checks.iter().filter(|check| check.outcome == Outcome::Differs);
        for check in of_it {
            assert_eq!((check.wheel, check.found.as_deref()), (Some(0), None));
            assert_eq!(check.detail, "not in cp312: no file there is named so");
        }
    }
    // Beside wheels that have it, the difference is one of its row.
    let comparison = against(THREE, r#"{"path": "d/libb.so", "size": 1}"#, &last_without(Moment::Verified));
    assert_eq!(those(&comparison, Outcome::Matches), ["name -", "size d/libb.so 0", "size d/libb.so 1", "version -"]);
    assert_eq!(those(&comparison, Outcome::Differs), ["size d/libb.so 2"]);
    // The directory alone is a claim.
    let binary = r#"{"path": "d/libb.so", "size": 1, "rung": "byte-identical"}"#;
    for moment in [Moment::Listed, Moment::Identified] {
        let comparison = against(THREE, binary, &last_without(moment));
        assert_eq!(comparison.verdict.kind, VerdictKind::NotYetChecked, "{moment:?}");
        assert_eq!(those(&comparison, Outcome::Differs), Vec::<String>::new(), "{moment:?}");
    }
    // A wheel that is not here lacks nothing.
    let comparison = against(THREE, r#"{"path": "d/libb.so", "size": 1}"#, &last_without(Moment::Verified)[..2]);
    assert_eq!(comparison.verdict.kind, VerdictKind::SameAsFarAsHere);
}

#[test]
fn a_list_of_one_wheels_members_says_which_of_them_are_gone() {
    let both = only(&[library("d/liba.so", "a"), library("d/libb.so", "b")]);
    let list = read("list", &card::checksums::export(&both[0])).unwrap();
    assert_eq!(compared(&list, &both).1.verdict.kind, VerdictKind::Same);
    let (_, comparison) = compared(&list, &only(&[library("d/liba.so", "a")]));
    assert_eq!(comparison.verdict.kind, VerdictKind::SomeDiffer);
    assert_eq!((comparison.counts.matches, comparison.counts.differs), (1, 1));
    // Its paths are the members' own.
    let (_, comparison) = compared(&list, &only(&[library("liba.so", "a"), library("d/libb.so", "b")]));
    assert_eq!((comparison.counts.matches, those(&comparison, Outcome::OtherName).len()), (1, 1));
}

#[test]
fn one_wheel_here_is_not_two_of_the_reference() {
    let name = "demo-1.0-cp310-cp310-manylinux_2_17_x86_64.whl";
    let reports = only(&[library("d/liba.so", "a")]);
    let wheels = format!(r#"{{"label": "cp310"}}, {{"label": "a", "file_name": "{name}"}}"#);
    for binary in [r#"{"path": "d/liba.so", "rung": "byte-identical"}"#, r#"{"path": "d/liba.so", "size": 1}"#] {
        let comparison = against(&wheels, binary, &reports);
        assert!(comparison.wheels.iter().all(|pairing| pairing.ambiguous && pairing.wheels.is_empty()));
        assert_eq!(comparison.wheels[0].reason, "`cp310` and `a` of the reference all fit one wheel here: cp310");
        assert_eq!(comparison.verdict.kind, VerdictKind::Doubtful, "{comparison:?}");
        let about_bytes: Vec<&Check> = ["rung", "size"].into_iter().flat_map(|what| of(&comparison, what)).collect();
        assert!(!about_bytes.is_empty());
        assert!(about_bytes.iter().all(|check| check.outcome == Outcome::Ambiguous), "{about_bytes:?}");
    }
    // In a list, a browser's second download is another file.
    let own = reports[0].sha256.unwrap();
    let second = name.replace(".whl", " (1).whl");
    let list = format!("{own}  {name}\n{}  {second}\n", digest("other"));
    let (_, comparison) = compared(&read("SHA256SUMS", &list).unwrap(), &reports);
    assert_eq!(comparison.counts.ambiguous, 2, "{:?}", comparison.checks);
    assert_eq!(comparison.verdict.kind, VerdictKind::Doubtful);
    // The same name twice is one wheel, and so is a requirement beside it.
    let list = format!("{own}  {name}\n{own}  dist/{name}\ndemo==1.0 --hash=sha256:{own}\n");
    let (_, comparison) = compared(&read("SHA256SUMS", &list).unwrap(), &reports);
    assert_eq!((comparison.counts.matches, comparison.verdict.kind), (3, VerdictKind::Same));
}

#[test]
fn two_copies_are_never_one_wheel_twice() {
    let reports = last_without(Moment::Verified);
    let wheels = r#"{"label": "cp310"}, {"label": "cp310-cp310-manylinux_2_17_x86_64"}, {"label": "cp311"}"#;
    let comparison = against(wheels, r#"{"path": "d/libb.so", "rung": "byte-identical"}"#, &reports);
    let [rung] = of(&comparison, "rung")[..] else { panic!("one check of one rung: {comparison:?}") };
    assert_eq!(rung.outcome, Outcome::Ambiguous);
    assert!(rung.detail.contains("all fit one wheel here: cp310"), "{rung:?}");
}

#[test]
fn another_folder_is_another_file() {
    let reports = only(&[library("liba.so", "a")]);
    let binary = |path: &str| format!(r#"{{"path": "{path}", "sha256": "{}", "size": 1}}"#, digest("a"));
    for wheels in [r#"{"label": "cp310"}"#, ""] {
        let comparison = against(wheels, &binary("d/liba.so"), &reports);
        assert_eq!(comparison.counts.matches, 2, "only name and version: {:?}", comparison.checks);
        let two = format!("{}, {}", binary("x/liba.so"), binary("y/liba.so"));
        assert_eq!(against(wheels, &two, &reports).counts.matches, 2);
        assert_eq!(against(wheels, &binary("./liba.so"), &reports).counts.matches, 4);
    }
    let moved = against(r#"{"label": "cp310"}"#, &binary("d/liba.so"), &reports);
    assert_eq!(moved.verdict.kind, VerdictKind::SomeDiffer);
    // A module that lacks tag and extension, and a path that is less, are still found.
    let reports = only(&[module("n/isa/x.cpython-310-x86_64-linux-gnu.so", "a")]);
    for (path, matches) in [("n/isa/x", 4), ("isa/x.so", 4), ("x", 4), ("m/n/isa/x", 2), ("m/n/isa/x.so", 2)] {
        assert_eq!(against("", &binary(path), &reports).counts.matches, matches, "{path}");
    }
    // A saved report states paths as a card does.
    let text = card::json::export(&refs(&only(&[library("d/liba.so", "a")])));
    let saved = read("report.json", &text).unwrap();
    let (_, comparison) = compared(&saved, &only(&[library("liba.so", "a")]));
    assert!(comparison.verdict.kind == VerdictKind::SomeDiffer && comparison.counts.differs > 0);
}

#[test]
fn a_path_on_a_disk_has_folders_before_the_members_own() {
    let reports = only(&[library("d/liba.so", "a")]);
    let list = format!("{}  home/me/unpacked/d/liba.so\n", digest("a"));
    let (_, comparison) = compared(&read("", &list).unwrap(), &reports);
    assert_eq!((comparison.counts.matches, comparison.verdict.kind), (1, VerdictKind::Same));
}
