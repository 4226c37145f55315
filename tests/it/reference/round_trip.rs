//! Wheels to reference card to the same wheels, and to wheels of which one byte was changed.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use std::io::Read as _;

use wheelcard::card;
use wheelcard::reference::{Choice, OriginKind, Outcome, VerdictKind, Written, read, state, write};
use wheelcard::report::WheelReport;
use wheelcard::scan::scan;

use super::{compared, those};
use crate::neuronx_wheels::zipped;
use crate::real_wheels::{folder, scanned};
use crate::reports::{Moment, library, module, refs, three, three_at};

fn stated(reports: &[WheelReport], choice: Choice) -> wheelcard::reference::Reference {
    let card = card::build(&refs(reports));
    let made = state(&refs(reports), &card, &choice);
    let written = write(&made);
    let reference = read("card.json", &written).unwrap();
    assert_eq!(write(&reference), written, "what is read is written alike");
    let claims = |reference: &wheelcard::reference::Reference| {
        let facts = reference.facts.iter().map(|f| format!("{:?} {:?} {:?}", f.about, f.scope, f.claim));
        let mut facts: Vec<String> = facts.collect();
        facts.sort();
        facts
    };
    assert_eq!(claims(&reference), claims(&made), "no fact is lost on the way through the file");
    assert_eq!(reference.findings, []);
    reference
}

#[test]
fn a_card_made_of_wheels_matches_the_same_wheels_in_every_fact() {
    for set in ["torchaudio_local", "pyzmq", "mujoco", "cffi", "frozenlist"] {
        let reports = scanned(set);
        let reference = stated(&reports, Choice::default());
        let (card, comparison) = compared(&reference, &reports);
        assert_eq!(comparison.verdict.kind, VerdictKind::Same, "{set}: {}", comparison.verdict.sentence);
        let counts = comparison.counts;
        let rows = card.tables.iter().map(|table| table.rows.len()).sum::<usize>();
        assert!(counts.matches > rows * 3, "{set}: {counts:?}");
        let others = [counts.differs, counts.ambiguous, counts.not_here, counts.not_yet_checked];
        assert_eq!((others, counts.not_stated), ([0; 4], 0), "{set}");
        assert!(comparison.verdict.sentence.contains("the SHA-256 of each whole file matches"), "{set}");
    }
}

#[test]
fn the_verdict_claims_no_more_than_was_chosen_to_be_stated() {
    let reports = scanned("torchaudio_local");
    let none = Choice { sizes: false, ids: None, sha256: None, rungs: false, wheel_files: false };
    for (choice, kind, said) in [
        (
            Choice { wheel_files: false, ..Choice::default() },
            VerdictKind::Same,
            "These three wheels hold the same binaries as",
        ),
        (
            Choice {
                ids: Some(Written::HeadAndTail),
                sha256: Some(Written::Head),
                wheel_files: false,
                ..Choice::default()
            },
            VerdictKind::SameAsFarAsPublished,
            "What `torchaudio 2.4.1+cu121` publishes of these three wheels matches, and it is too little to say that they \
             are the same: ",
        ),
        (
            Choice { ids: Some(Written::Whole), rungs: true, ..none },
            VerdictKind::Same,
            "All that `torchaudio 2.4.1+cu121` publishes of these three wheels matches: ",
        ),
        (
            Choice { sizes: true, ..none },
            VerdictKind::SameAsFarAsPublished,
            "What `torchaudio 2.4.1+cu121` publishes of these three wheels matches, and it is too little to say that they \
             are the same: ",
        ),
    ] {
        let (_, comparison) = compared(&stated(&reports, choice), &reports);
        assert_eq!(comparison.verdict.kind, kind);
        assert!(comparison.verdict.sentence.starts_with(said), "{}", comparison.verdict.sentence);
        assert_eq!(comparison.counts.differs, 0);
    }
    let (_, comparison) = compared(&stated(&reports, none), &reports);
    assert_eq!(comparison.counts.differs, 0, "presence alone: {}", comparison.verdict.sentence);
}

#[test]
fn a_shortened_value_matches_as_far_as_it_is_published_and_a_whole_one_matches() {
    let reports = scanned("torchaudio_local");
    let choice = Choice { ids: Some(Written::HeadAndTail), ..Choice::default() };
    let (_, comparison) = compared(&stated(&reports, choice), &reports);
    for check in &comparison.checks {
        let expected = match check.what {
            "build-id" => Outcome::MatchesPublished,
            _ => Outcome::Matches,
        };
        assert_eq!(check.outcome, expected, "{check:?}");
    }
}

/// The wheels of torchaudio, zipped anew; in the one at `changed.0` the last byte of a member is another.
fn zipped_anew(changed: Option<(usize, &str)>) -> Vec<WheelReport> {
    let mut names: Vec<String> = std::fs::read_dir(folder("torchaudio_local"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.strip_suffix(".whl").is_some())
        .collect();
    names.sort();
    let one = |(at, name): (usize, &String)| {
        let file = std::fs::File::open(folder("torchaudio_local").join(name)).unwrap();
        let mut archive = zip::ZipArchive::new(file).unwrap();
        let record = "torchaudio-2.4.1+cu121.dist-info/RECORD";
        let mut files = Vec::new();
        for index in 0..archive.len() {
            let mut member = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            member.read_to_end(&mut bytes).unwrap();
            let path = member.name().unwrap().into_owned();
            if changed.is_some_and(|(wheel, changed)| wheel == at && changed == path) {
                *bytes.last_mut().unwrap() ^= 1;
            }
            if path != record {
                files.push((path, bytes));
            }
        }
        scan(zipped(files, record), name).unwrap()
    };
    names.iter().enumerate().map(one).collect()
}

#[test]
fn one_changed_byte_turns_exactly_the_facts_of_its_member_and_of_its_wheel_file() {
    let good = zipped_anew(None);
    let reference = stated(&good, Choice::default());
    // A rebuilt library: its rung stays, its digest in this wheel is another.
    let member = "torchaudio/lib/_torchaudio.so";
    let (_, comparison) = compared(&reference, &zipped_anew(Some((1, member))));
    let mut differing = those(&comparison, Outcome::Differs);
    differing.retain(|line| line != "size - 1");
    assert_eq!(differing, ["SHA-256 - 1".to_owned(), format!("SHA-256 {member} 1")]);
    assert_eq!(comparison.verdict.kind, VerdictKind::SomeDiffer);
    assert_eq!(comparison.verdict.differing, [member]);
    assert!(
        comparison
            .verdict
            .sentence
            .starts_with("The same release by name, 1 binary differs: `torchaudio/lib/_torchaudio.so`;"),
        "{}",
        comparison.verdict.sentence
    );
    // A text is no binary of the card: only the wheel file tells.
    let (_, comparison) = compared(&reference, &zipped_anew(Some((2, "torchaudio/__init__.py"))));
    let mut differing = those(&comparison, Outcome::Differs);
    differing.retain(|line| line != "size - 2");
    assert_eq!(differing, ["SHA-256 - 2"]);
    assert!(
        comparison.verdict.sentence.contains("the wheel file of cp312 is another"),
        "{}",
        comparison.verdict.sentence
    );
}

#[test]
fn a_changed_byte_in_an_identical_binary_takes_its_rung() {
    let files = |last: &str| {
        [
            vec![library("d/liba.so", "a").id("aabbccdd"), library("d/libb.so", "b0")],
            vec![library("d/liba.so", "a").id("aabbccdd"), library("d/libb.so", "b1")],
            vec![library("d/liba.so", last).id("aabbccdd"), library("d/libb.so", "b2")],
        ]
    };
    let choice = Choice { wheel_files: false, ..Choice::default() };
    let reference = stated(&three(&files("a")), choice);
    let (_, comparison) = compared(&reference, &three(&files("b")));
    assert_eq!(those(&comparison, Outcome::Differs), ["SHA-256 d/liba.so 2", "rung d/liba.so"]);
}

#[test]
fn a_saved_report_is_a_reference_and_matches_its_own_wheels() {
    let reports = scanned("torchaudio_local");
    let saved = card::json::export(&refs(&reports));
    let opened = card::json::open(&saved).unwrap();
    assert_eq!(opened, reports, "the report redraws the card without the wheels");
    assert_eq!(card::json::export(&refs(&opened)), saved);
    let reference = read("report.json", &saved).unwrap();
    assert_eq!(reference.origin.kind, OriginKind::SavedReport);
    let (_, comparison) = compared(&reference, &reports);
    assert_eq!(comparison.verdict.kind, VerdictKind::Same, "{}", comparison.verdict.sentence);
    // Every member, not only the binaries: METADATA, WHEEL, sources and RECORD of three wheels.
    let texts = comparison.checks.iter().filter(|c| c.member.as_deref() == Some("torchaudio/version.py"));
    assert_eq!(texts.filter(|check| check.what == "SHA-256" && check.outcome == Outcome::Matches).count(), 3);
}

#[test]
fn before_bytes_were_looked_at_there_is_no_verdict_and_nothing_is_stated() {
    let files = |at: usize| {
        vec![
            library("d/libx.so", &format!("x{at}")).id("aabbccdd"),
            module("d/_m.cpython-310-x86_64-linux-gnu.so", "m"),
        ]
    };
    let each = [files(0), files(1), files(2)];
    let reference = stated(&three(&each), Choice::default());
    for moment in [Moment::Listed, Moment::Identified] {
        let early = three_at(&each, moment);
        let (_, comparison) = compared(&reference, &early);
        assert_eq!(comparison.verdict.kind, VerdictKind::NotYetChecked);
        assert_eq!(comparison.counts.holding() + comparison.counts.differs, 0, "{moment:?}");
        assert!(
            comparison.checks.iter().filter(|check| check.what == "SHA-256" && check.key.is_some()).all(|c| c.claimed)
        );
        let card = card::build(&refs(&early));
        let made = state(&refs(&early), &card, &Choice::default());
        let about_bytes =
            made.facts.iter().filter(|f| ["size", "build-id", "SHA-256", "rung"].contains(&f.claim.what()));
        assert_eq!(about_bytes.count(), 0, "{moment:?}");
        assert_eq!(made.findings.len(), 1);
    }
}
