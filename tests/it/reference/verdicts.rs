//! The sentence on top, for each way in which a reference and wheels can stand to one another.

use wheelcard::card;
use wheelcard::reference::{Choice, Outcome, Reference, VerdictKind, read, state};
use wheelcard::report::WheelReport;

use super::{compared, those};
use crate::reports::{File, Moment, library, module, refs, three, wheel};

/// Three wheels of two libraries and a module, of which `change` changes the first library's content.
fn wheels(change: &str) -> Vec<WheelReport> {
    let files = |at: usize| -> Vec<File> {
        vec![
            library("d/liba.so", &format!("a{at}{change}")).id(&format!("aabbcc0{at}")),
            library("d/libb.so", "b").id("ddeeff00"),
            module(&format!("d/_m.cpython-31{at}-x86_64-linux-gnu.so"), &format!("m{at}")),
        ]
    };
    three(&[files(0), files(1), files(2)])
}

fn stated(reports: &[WheelReport]) -> Reference {
    let choice = Choice { wheel_files: false, ..Choice::default() };
    state(&refs(reports), &card::build(&refs(reports)), &choice)
}

#[test]
fn some_of_the_wheels_match_as_far_as_they_are_here() {
    let (_, comparison) = compared(&stated(&wheels("")), &wheels("")[..1]);
    let verdict = &comparison.verdict;
    assert_eq!(verdict.kind, VerdictKind::SameAsFarAsHere);
    assert!(
        verdict.sentence.starts_with("What `demo 1.0` publishes of this wheel matches as far as it is here: "),
        "{verdict:?}"
    );
    assert_eq!(verdict.remarks[0], "Of its wheels 2 are not here: `cp311` and `cp312`.");
    // One copy is nothing to compare, so no rung is confirmed by it.
    assert!(comparison.checks.iter().filter(|c| c.what == "rung").all(|c| c.outcome == Outcome::NotHere));
}

#[test]
fn a_wheel_that_the_reference_does_not_speak_of_is_said() {
    let reference = stated(&wheels("")[..2]);
    let (_, comparison) = compared(&reference, &wheels(""));
    assert_eq!(comparison.verdict.kind, VerdictKind::Same);
    assert_eq!(comparison.verdict.remarks[0], "It says nothing of cp312.");
    assert_eq!(those(&comparison, Outcome::NotHere), Vec::<String>::new());
}

#[test]
fn a_changed_binary_is_named() {
    let (_, comparison) = compared(&stated(&wheels("")), &wheels("!"));
    assert_eq!(comparison.verdict.kind, VerdictKind::SomeDiffer);
    assert_eq!(
        comparison.verdict.sentence,
        "The same release by name, 1 binary differs: `d/liba.so`; 21 values hold and 6 differ."
    );
    assert_eq!(those(&comparison, Outcome::Differs).len(), 6, "size and SHA-256 in three wheels");
}

#[test]
fn another_version_and_another_project_are_said() {
    let other = |name: &str| vec![wheel(name, &[library("d/libb.so", "b").id("ddeeff00")], Moment::Verified)];
    let reference = stated(&wheels(""));
    let (_, comparison) = compared(&reference, &other("demo-2.0-cp310-cp310-manylinux_2_17_x86_64.whl"));
    assert_eq!(comparison.verdict.kind, VerdictKind::OtherRelease);
    assert!(
        comparison.verdict.sentence.starts_with("Another release: `demo 1.0` is about `demo 1.0`, here is `demo 2.0`.")
    );
    let (_, comparison) = compared(&reference, &other("other-1.0-cp310-cp310-manylinux_2_17_x86_64.whl"));
    assert_eq!(comparison.verdict.kind, VerdictKind::Unrelated);
    assert!(comparison.verdict.sentence.starts_with("Another project: "));
}

#[test]
fn doubtful_bytes_give_no_clear_verdict() {
    let reports = |bad: bool| {
        let file = library("d/liba.so", "a").id("aabbccdd");
        vec![wheel("demo-1.0-py3-none-any.whl", &[if bad { file.bad_crc() } else { file }], Moment::Verified)]
    };
    let reference = stated(&reports(false));
    assert_eq!(compared(&reference, &reports(false)).1.verdict.kind, VerdictKind::Same);
    let (_, comparison) = compared(&reference, &reports(true));
    assert_eq!(comparison.verdict.kind, VerdictKind::Doubtful);
    assert!(comparison.checks.iter().any(|check| check.doubtful));
    // And nothing doubtful is stated.
    let made = stated(&reports(true));
    assert!(made.facts.iter().all(|fact| !["size", "SHA-256", "build-id"].contains(&fact.claim.what())));
}

#[test]
fn a_member_that_cannot_be_read_is_not_waited_for() {
    let reports = |readable: bool| {
        let file = library("d/liba.so", "a").id("aabbccdd");
        let mut report =
            wheel("demo-1.0-py3-none-any.whl", &[if readable { file } else { file.unreadable() }], Moment::Verified);
        if !readable {
            let code = wheelcard::finding::Code {
                id: "zip.test",
                severity: wheelcard::finding::Severity::Alarm,
                meaning: "x",
            };
            report.members.first_mut().unwrap().findings.push(wheelcard::finding::Finding::new(&code, "x"));
        }
        vec![report]
    };
    let (_, comparison) = compared(&stated(&reports(true)), &reports(false));
    assert_eq!(comparison.verdict.kind, VerdictKind::Doubtful, "{:?}", comparison.verdict);
    assert_eq!(
        comparison.counts.holding() + comparison.counts.differs,
        2 + 3 + 4,
        "name, version, places and lines of WHEEL"
    );
}

#[test]
fn a_card_that_states_no_bytes_gives_no_verdict_about_them() {
    let text = r#"{"format": "wheelcard-reference", "version": 1, "title": "t", "release": {"name": "demo", "version": "1.0"}}"#;
    let (_, comparison) = compared(&read("", text).unwrap(), &wheels(""));
    assert_eq!(comparison.verdict.kind, VerdictKind::NothingStated);
    assert_eq!(comparison.verdict.sentence, "`t` states nothing about the bytes of a wheel or a binary.");
    assert_eq!(comparison.counts.matches, 2);
}

#[test]
fn the_order_of_wheels_changes_nothing() {
    let reference = stated(&wheels(""));
    let (_, forwards) = compared(&reference, &wheels("!"));
    let mut reversed = wheels("!");
    reversed.reverse();
    assert_eq!(compared(&reference, &reversed).1, forwards);
}
