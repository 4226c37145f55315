//! What must hold of every fact and of every text: a wrong "matches" is the worst defect of a comparison.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use std::path::{Path, PathBuf};

use wheelcard::card;
use wheelcard::parity::Rung;
use wheelcard::reference::{
    Choice, Claim, Outcome, Partial, VerdictKind, Written, read, read_bytes, sniff, state, write,
};
use wheelcard::report::WheelReport;
use wheelcard::scan::scan;

use super::compared;
use crate::real_wheels::scanned;
use crate::reports::{Moment, library, refs, wheel};

/// Another value of the same kind; `None` for what is not about bytes.
fn changed(claim: &Claim) -> Option<Claim> {
    let other = |partial: &Partial| {
        let digit = |text: &str| -> String {
            // The last digit that is published: the hardest to see.
            let (head, last) = text.split_at(text.len() - 1);
            format!("{head}{}", if last == "0" { "1" } else { "0" })
        };
        match partial {
            Partial::Whole(text) => Partial::Whole(digit(text)),
            Partial::Ends { head, tail } if tail.is_empty() => Partial::Ends { head: digit(head), tail: String::new() },
            Partial::Ends { head, tail } => Partial::Ends { head: head.clone(), tail: digit(tail) },
        }
    };
    Some(match claim {
        Claim::Size(size) => Claim::Size(size + 1),
        Claim::BuildId(id) => Claim::BuildId(other(id)),
        Claim::Sha256(digest) => Claim::Sha256(other(digest)),
        Claim::Rung(Rung::ByteIdentical) => Claim::Rung(Rung::SameSource),
        Claim::Rung(_) => Claim::Rung(Rung::ByteIdentical),
        _ => return None,
    })
}

#[test]
fn each_fact_that_is_changed_differs_and_no_other_does() {
    let reports = scanned("torchaudio_local");
    let card = card::build(&refs(&reports));
    let mut changes = 0;
    for written in [Written::Whole, Written::HeadAndTail, Written::Head] {
        let choice = Choice { ids: Some(written), sha256: Some(written), ..Choice::default() };
        let good = state(&refs(&reports), &card, &choice);
        for at in 0..good.facts.len() {
            let Some(claim) = changed(&good.facts[at].claim) else { continue };
            let mut bad = good.clone();
            bad.facts[at].claim = claim;
            // Through the file, so that it is what a reader of the card gets.
            let bad = read("", &write(&bad)).unwrap();
            let (_, comparison) = compared(&bad, &reports);
            let differing: Vec<_> = comparison.checks.iter().filter(|c| c.outcome == Outcome::Differs).collect();
            let facts: std::collections::BTreeSet<_> = differing.iter().map(|check| check.fact).collect();
            assert_eq!(facts.len(), 1, "{:?}: {differing:?}", good.facts[at]);
            let others = comparison.checks.iter().filter(|check| check.outcome != Outcome::Differs);
            assert!(others.clone().all(|check| check.outcome.holds()));
            assert!(differing.iter().all(|check| check.found.as_ref().is_some_and(|found| *found != check.stated)));
            assert_eq!(comparison.verdict.kind, VerdictKind::SomeDiffer);
            changes += 1;
        }
    }
    assert!(changes > 60, "{changes}");
}

/// Every set of fixtures as one, and each odd wheel alone.
fn everything() -> Vec<(String, Vec<WheelReport>)> {
    let sets = ["cffi", "frozenlist", "iree_runtime", "jaxlib", "mujoco", "pyarrow", "pyzmq", "torchaudio_local"];
    let mut all: Vec<(String, Vec<WheelReport>)> = sets.map(|set| (set.to_owned(), scanned(set))).into();
    all.extend(scanned("oddities").into_iter().map(|report| (report.listing.file_name.given.clone(), vec![report])));
    for directory in ["cases", "edge"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(directory);
        let mut paths: Vec<PathBuf> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "whl"));
        paths.sort();
        let one = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            Some((name.to_owned(), vec![scan(std::fs::read(path).unwrap(), name).ok()?]))
        };
        all.extend(paths.iter().filter_map(one));
    }
    all
}

#[test]
fn whatever_wheels_a_card_is_made_of_no_fact_of_it_differs_from_them() {
    for (name, reports) in everything() {
        let made = state(&refs(&reports), &card::build(&refs(&reports)), &Choice::default());
        let reference = read("", &write(&made)).unwrap();
        let (_, comparison) = compared(&reference, &reports);
        let counts = comparison.counts;
        let wrong: Vec<_> = comparison.checks.iter().filter(|c| !c.outcome.holds() && c.fact.is_some()).collect();
        assert_eq!(wrong, Vec::<&wheelcard::reference::Check>::new(), "{name}: {counts:?}");
        assert!(
            matches!(comparison.verdict.kind, VerdictKind::Same | VerdictKind::Doubtful | VerdictKind::NothingStated),
            "{name}: {:?}",
            comparison.verdict
        );
        // A saved report states more: every member.
        let reference = read("", &card::json::export(&refs(&reports))).unwrap();
        let (_, comparison) = compared(&reference, &reports);
        let wrong: Vec<_> = comparison.checks.iter().filter(|check| check.outcome == Outcome::Differs).collect();
        assert_eq!(wrong, Vec::<&wheelcard::reference::Check>::new(), "{name}: {counts:?}");
    }
}

/// A small generator of numbers (xorshift), so that each run tries the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(most).unwrap()).unwrap()
    }
}

#[test]
fn no_damaged_text_stops_the_reader_or_the_comparison() {
    let files = vec![library("d/libx.so", "x").id("aabbccdd"), library("d/liby.so", "y")];
    let reports = vec![wheel("demo-1.0-cp310-cp310-linux_x86_64.whl", &files, Moment::Verified)];
    let made = write(&state(&refs(&reports), &card::build(&refs(&reports)), &Choice::default()));
    let saved = card::json::export(&refs(&reports));
    let digest = wheelcard::bytes::Sha256::of(b"x");
    let lists = format!(
        "{digest}  d/libx.so\nSHA256 (d/liby.so) = {digest}\n\\{digest}  a\\nb\ndemo==1.0 \\\n  --hash=sha256:{digest}\nFile: \
         d/libx.so\n    Build ID: aabbccdd\n"
    );
    let pieces =
        ["\\", "…", "{", "}", "\"", ":", "--hash=", "sha256:", "\n", "\u{202e}", "-1", "1e999", "null", "/", "0"];
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut good, mut refused) = (0, 0);
    for source in [&made, &saved, &lists] {
        for _ in 0..400 {
            let mut bytes = source.clone().into_bytes();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(bytes.len());
                match numbers.below(4) {
                    0 => bytes[at] ^= 1 << numbers.below(8),
                    1 => {
                        let end = (at + 1 + numbers.below(40)).min(bytes.len());
                        bytes.drain(at..end);
                    }
                    2 => {
                        let piece = pieces[numbers.below(pieces.len())].bytes();
                        bytes.splice(at..at, piece);
                    }
                    _ => bytes.truncate(at.max(1)),
                }
            }
            let _ = sniff(&bytes);
            match read_bytes("x", &bytes) {
                Ok(reference) => {
                    let (_, comparison) = compared(&reference, &reports);
                    assert!(!comparison.verdict.sentence.is_empty());
                    let _ = (reference.tables(), reference.head(), reference.wheel_table(), write(&reference));
                    good += 1;
                }
                Err(refusal) => {
                    assert!(!refusal.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(good > 100 && refused > 100, "{good} read, {refused} refused");
}

#[test]
fn a_label_that_fits_two_wheels_is_ambiguous() {
    let one = |platform: &str| {
        wheel(&format!("demo-1.0-cp310-cp310-{platform}.whl"), &[library("d/libx.so", platform)], Moment::Verified)
    };
    let reports = vec![one("manylinux_2_17_x86_64"), one("manylinux_2_17_aarch64")];
    let text = r#"{"format": "wheelcard-reference", "version": 1, "title": "t", "wheels": [{"label": "cp310"}, {"label":
        "manylinux_2_17_aarch64"}], "binaries": [{"path": "libx.so", "size": 5}]}"#;
    let (_, comparison) = compared(&read("", text).unwrap(), &reports);
    assert!(comparison.wheels[0].ambiguous && comparison.wheels[0].wheels.is_empty(), "{:?}", comparison.wheels);
    assert!(comparison.wheels[0].reason.starts_with("several wheels here have this tag: "));
    assert_eq!(comparison.wheels[1].wheels.len(), 1);
    let outcomes: Vec<Outcome> = comparison.checks.iter().take(2).map(|check| check.outcome).collect();
    assert_eq!(outcomes, [Outcome::Ambiguous, Outcome::Differs]);
}

#[test]
fn a_name_that_the_wheel_holds_twice_is_compared_as_pip_installs_it_and_the_other_entry_is_said() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases/c23_dup_conflict.whl");
    let reports = vec![scan(std::fs::read(path).unwrap(), "c23_dup_conflict.whl").unwrap()];
    // `unzip -p` and Python's zipfile see the last entry; the digests are `sha256sum` of both contents.
    let (first, last) = (
        "782b1ff92bb470df1762f67b6eac2de4913439249f19ebdca5866b48f41cd860",
        "d6f7f616bd1231da8c62d3d1b6edad857b55970fe3a7d16f14c438acb988dfa5",
    );
    let check = |digest: &str| {
        let (_, comparison) = compared(&read("", &format!("{digest}  demo/_c\n")).unwrap(), &reports);
        let check = comparison.checks[0].clone();
        (check.outcome, check.doubtful, check.detail)
    };
    assert_eq!(check(last), (Outcome::Matches, true, "the bytes here are doubtful, see the findings".to_owned()));
    let said = "the wheel holds this name twice, and the entry that pip does not install has it";
    assert_eq!(check(first), (Outcome::Differs, true, said.to_owned()));
}
