//! One line that somebody pasted: what may be said of it, and of which wheels.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use wheelcard::card;
use wheelcard::reference::{Comparison, Outcome, VerdictKind, read};
use wheelcard::report::WheelReport;

use super::{compared, those};
use crate::real_wheels::scanned;
use crate::reports::{library, refs, three};

/// Three wheels of two libraries, of which one is another in each.
fn wheels() -> Vec<WheelReport> {
    let files = |at: usize| {
        vec![
            library("d/liba.so", &format!("a{at}")).id(&format!("{at}abbccdd")),
            library("d/libb.so", "b").id("ddeeff00"),
        ]
    };
    three(&[files(0), files(1), files(2)])
}

fn digest(reports: &[WheelReport], wheel: usize, path: &str) -> String {
    let card = card::build(&refs(reports));
    let mut copies = card.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.copies);
    copies.find(|copy| copy.wheel == wheel && copy.path == path).unwrap().sha256.unwrap().to_string()
}

fn head(digest: &str, digits: usize) -> String {
    digest.chars().take(digits).collect()
}

fn pasted(text: &str, reports: &[WheelReport]) -> Comparison {
    compared(&read("", text).unwrap(), reports).1
}

#[test]
fn the_digest_of_a_wheel_file_is_found_without_its_name_whole_and_shortened() {
    let reports = scanned("torchaudio_local");
    let file = &reports[1].listing.file_name.given;
    let whole = reports[1].sha256.unwrap().to_string();
    let found = format!("it is that of the wheel file `{file}`");
    for (text, outcome, kind) in [
        (format!("{whole}  -\n"), Outcome::Matches, VerdictKind::Same),
        (format!("{whole}\n"), Outcome::Matches, VerdictKind::Same),
        (format!("{}…  -\n", head(&whole, 8)), Outcome::MatchesPublished, VerdictKind::SameAsFarAsPublished),
    ] {
        let comparison = pasted(&text, &reports);
        let check = &comparison.checks[0];
        assert_eq!((check.outcome, check.detail.as_str()), (outcome, found.as_str()), "{text}");
        assert_eq!(comparison.verdict.kind, kind, "{text}: {}", comparison.verdict.sentence);
    }
    assert_eq!(
        pasted(&whole, &reports).verdict.sentence,
        "The wheel cp311 is the same as in `the pasted text`: the SHA-256 of the whole file matches."
    );
}

#[test]
fn bytes_under_another_name_are_not_said_to_be_missing() {
    let reports = wheels();
    let (a, b) = (digest(&reports, 0, "d/liba.so"), digest(&reports, 0, "d/libb.so"));
    let comparison = pasted(&format!("{a}  ./somewhere/else/foo.so\n"), &reports);
    let check = &comparison.checks[0];
    assert_eq!(check.outcome, Outcome::OtherName);
    assert_eq!(check.detail, "not under this name, but the bytes are here, as `d/liba.so` in cp310");
    assert_eq!(check.found.as_ref(), Some(&a));
    assert_eq!(comparison.verdict.kind, VerdictKind::OtherNames);
    assert_eq!(
        comparison.verdict.sentence,
        "Nothing is here under the name that `the pasted text` gives it, but 1 digest or id in it is that of a file here."
    );
    // Beside one that is here by name.
    let comparison = pasted(&format!("{a}  x/foo.so\n{b}  d/libb.so\n"), &reports);
    assert_eq!(comparison.verdict.kind, VerdictKind::SameAsFarAsHere);
    assert!(comparison.verdict.sentence.ends_with("; 1 is here under another name."), "{:?}", comparison.verdict);
    // A build-id is told in its own words; a shortened digest and a name that is nothing else names no bytes.
    let id = pasted("foo.so: ELF 64-bit LSB shared object, BuildID[sha1]=0abbccdd, stripped\n", &reports);
    assert_eq!(id.checks[0].detail, "not under this name, but this build-id is here, as `d/liba.so` in cp310");
    let short = pasted(&format!("{}…  foo.so\n", head(&a, 12)), &reports);
    assert_eq!((short.checks[0].outcome, short.verdict.kind), (Outcome::NotHere, VerdictKind::Unrelated));
    // A card that names the wheel.
    let card = format!(
        r#"{{"format": "wheelcard-reference", "version": 1, "title": "t", "wheels": [{{"label": "cp310"}}, {{"label": "cp311"}}],
        "binaries": [{{"path": "x/foo.so", "sha256": "{a}"}}]}}"#
    );
    let comparison = pasted(&card, &reports);
    assert_eq!(those(&comparison, Outcome::OtherName), ["SHA-256 d/liba.so 0"]);
    assert_eq!(those(&comparison, Outcome::Differs), ["SHA-256 - 1"], "that wheel is here without it");
}

#[test]
fn that_a_file_is_empty_says_nothing_of_which_it_is() {
    let reports = scanned("torchaudio_local");
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let comparison = pasted(&format!("{empty}  another/project/py.typed\n"), &reports);
    assert_eq!(comparison.verdict.kind, VerdictKind::Unrelated);
    assert_eq!(comparison.verdict.sentence, "Nothing that `the pasted text` speaks of is in these wheels.");
}

#[test]
fn a_shortened_value_of_one_copy_is_said_of_that_copy_alone_and_not_called_the_same() {
    let reports = wheels();
    let a = digest(&reports, 0, "d/liba.so");
    for text in [format!("{}…  d/liba.so\n", head(&a, 8)), format!("{}…  -\n", head(&a, 8))] {
        let comparison = pasted(&text, &reports);
        assert_eq!(comparison.verdict.kind, VerdictKind::SameAsFarAsPublished);
        assert_eq!(
            comparison.verdict.sentence,
            "What `the pasted text` publishes matches, and it is too little to say that they are the same: 1 value of 1 \
             binary; it fits the copy of cp310, not those of cp311 and cp312."
        );
        let detail = &comparison.checks[0].detail;
        assert!(detail.ends_with("it fits the copy of cp310, not those of cp311, cp312"), "{detail}");
    }
}

#[test]
fn a_whole_value_is_said_of_the_wheels_that_have_it() {
    let reports = wheels();
    let digests: Vec<String> = (0..3).map(|at| digest(&reports, at, "d/liba.so")).collect();
    let b = digest(&reports, 0, "d/libb.so");
    for (text, sentence) in [
        (
            format!("{b}  d/libb.so\n"),
            "All that `the pasted text` publishes of these three wheels matches: 1 value of 1 binary.",
        ),
        (
            format!("{}  d/liba.so\n", digests[2]),
            "All that `the pasted text` publishes matches: 1 value of 1 binary; it fits the copy of cp312, not those of \
             cp310 and cp311.",
        ),
        // All binaries of one wheel: the other two are none of the same.
        (
            format!("{}  d/liba.so\n{b}  d/libb.so\n", digests[1]),
            "The wheel cp311 holds the same binaries as `the pasted text` states: the SHA-256 of every one matches, and so \
             do all 2 values.",
        ),
        (
            format!("{}  d/liba.so\n{}  d/liba.so\n", digests[0], digests[1]),
            "All that `the pasted text` publishes matches: 2 values of 1 binary; each in one or more of cp310 and cp311.",
        ),
    ] {
        let comparison = pasted(&text, &reports);
        assert_eq!((comparison.verdict.kind, comparison.verdict.sentence.as_str()), (VerdictKind::Same, sentence));
    }
}
