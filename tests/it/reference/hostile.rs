//! Whatever is dropped or pasted is read within bounds, or refused with a sentence.
#![expect(clippy::panic, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use std::fmt::Write as _;

use wheelcard::card;
use wheelcard::reference::{Refusal, read, sniff};

use super::compared;
use crate::reports::{library, refs, three};

const CARD: &str = r#"{"format": "wheelcard-reference", "version": 1, "title": "t""#;

#[track_caller]
fn refused(text: &str) -> String {
    match read("x", text) {
        Ok(reference) => panic!("{reference:?}"),
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn what_is_no_reference_is_refused_with_a_sentence() {
    let nothing = Refusal::NothingFound.to_string();
    for text in ["", "\n\n", "hello", "# only a comment", "demo==1.0\n", "<html></html>", "sha256", "\u{feff}"] {
        assert_eq!(refused(text), nothing, "{text:?}");
        assert_eq!(sniff(text.as_bytes()), None, "{text:?}");
    }
    for (text, said) in [
        ("{}", "this JSON is neither a reference card nor a saved report: missing field `format` at line 1 column 2"),
        (
            "{",
            "this JSON is neither a reference card nor a saved report: EOF while parsing an object at line 1 column 1",
        ),
        ("[1]", "this JSON is neither a reference card nor a saved report: "),
        (r#"{"format": "other"}"#, "this JSON is neither a reference card nor a saved report: its `format` is `other`"),
        (
            r#"{"format": "<b>`"}"#,
            "this JSON is neither a reference card nor a saved report: its `format` is `<b>\\u{60}`",
        ),
        (
            r#"{"format": "wheelcard-reference", "version": 9, "new": 1}"#,
            "this reference card has format version 9; this Wheelcard reads version 1",
        ),
        (
            r#"{"format": "wheelcard-report", "version": 9}"#,
            "this report has format version 9; this Wheelcard reads version ",
        ),
        (r#"{"format": "wheelcard-report", "version": 1, "wheels": 5}"#, "this is no Wheelcard report: "),
    ] {
        assert!(refused(text).starts_with(said), "{text}: {}", refused(text));
    }
}

#[test]
fn a_damaged_card_is_refused_with_the_place() {
    for (rest, said) in [
        ("", "missing"),
        (r#", "binaries": [{"path": 5}]}"#, "invalid type: integer `5`, expected a string at line 1 column"),
        (r#", "binaries": [{"path": "x", "sha_256": "00"}]}"#, "unknown field `sha_256`"),
        (
            r#", "binaries": [{"path": "x", "size": -5}]}"#,
            "invalid type: integer `-5`, expected a value for all wheels",
        ),
        (r#", "binaries": [{"path": "x", "size": 1.5}]}"#, "invalid type: floating point"),
        (r#", "binaries": [{"path": "x", "size": "5"}]}"#, "invalid type: string"),
        (r#", "binaries": [{"path": "x", "size": [5]}]}"#, "invalid type: sequence"),
        (
            r#", "binaries": [{"path": "x", "size": {"cp39": 5}}]}"#,
            "`/binaries/0/size/cp39` speaks of a wheel that `/wheels` does not list",
        ),
        (
            r#", "binaries": [{"path": "x", "build_id": "ab…"}]}"#,
            "an id must show at least 4 characters, or be whole at line 1",
        ),
        (r#", "binaries": [{"path": "x", "build_id": "<script>"}]}"#, "an id holds the character '<'"),
        (r#", "binaries": [{"path": "x", "sha256": "abcd"}]}"#, "a SHA-256 must be 64 hex digits"),
        (r#", "binaries": [{"path": "x", "rung": "unknown"}]}"#, "unknown variant `unknown`"),
        (r#", "binaries": [{"path": "/"}]}"#, "`/binaries/0/path` names no file"),
        (r#", "wheels": [{"label": "a"}, {"label": "a"}]}"#, "`/wheels/1/label` is `a`, as another wheel's is"),
        (r#", "title": "u"}"#, "duplicate field `title`"),
    ] {
        let text = format!("{CARD}{rest}");
        let sentence = refused(&text);
        assert!(sentence.contains(said) || said == "missing", "{text}: {sentence}");
        assert!(!sentence.contains("<script>"), "{sentence}");
    }
}

#[test]
fn deep_nesting_ends_in_a_sentence() {
    for open in ["[", "{\"a\":"] {
        let deep = open.repeat(100_000);
        let card = format!("{CARD}, \"binaries\": {deep}");
        for text in
            [deep.clone(), card, format!("{{\"format\": \"wheelcard-report\", \"version\": 1, \"wheels\": {deep}")]
        {
            let sentence = refused(&text);
            let limited = ["recursion limit", "EOF", "unknown field", "invalid type", "expected"];
            assert!(limited.iter().any(|said| sentence.contains(said)), "{sentence}");
        }
    }
}

#[test]
fn long_texts_and_many_wheels_are_bounded() {
    let long = format!("{CARD}, \"binaries\": [{{\"path\": \"{}\"}}]}}", "x".repeat(70_000));
    assert!(refused(&long).contains("`/binaries/0/path` has 70000 bytes; at most 65535 are read"));
    let mut wheels = String::new();
    for at in 0..1001 {
        let _ = write!(wheels, "{{\"label\": \"w{at}\"}},");
    }
    let many = format!("{CARD}, \"wheels\": [{}]}}", wheels.trim_end_matches(','));
    assert!(refused(&many).contains("more than 1000 wheels"));
    let large = format!("{CARD}, \"source\": \"{}\"}}", "x".repeat(33 << 20));
    assert!(refused(&large).contains("at most 33554432 are read of a reference"));
    // A line of any length is one line, and an unread one is shown cut.
    let text = format!("{}\n{}  x.so\n", "y".repeat(1 << 20), "5c".repeat(32));
    let reference = read("", &text).unwrap();
    assert!(reference.findings.iter().all(|finding| finding.detail.len() < 200));
}

#[test]
fn a_long_list_against_many_members_is_compared_whole() {
    let files: Vec<_> = (0..2000).map(|at| library(&format!("d{at}/libx.so"), &format!("{at}"))).collect();
    let reports = three(&[files.clone(), files.clone(), files]);
    let mut text = String::new();
    for at in 0..2000 {
        let _ = writeln!(text, "{}  d{at}/libx.so", wheelcard::bytes::Sha256::of(format!("{at}").as_bytes()));
    }
    let (_, comparison) = compared(&read("", &text).unwrap(), &reports);
    assert_eq!(comparison.counts.matches, 2000);
}

#[test]
fn names_are_never_markup_and_never_break_out_of_their_quotes() {
    let hostile = "<img src=x onerror=alert(1)>`|\u{202e}.so";
    let quoted = serde_json::to_string(hostile).unwrap();
    let card = format!(
        "{{\"format\": \"wheelcard-reference\", \"version\": 1, \"title\": {quoted}, \"release\": {{\"name\": {quoted}, \
         \"version\": {quoted}}}, \"wheels\": [{{\"label\": {quoted}, \"file_name\": {quoted}}}], \"binaries\": [{{\"path\": \
         {quoted}, \"size\": {{{quoted}: 5}}}}, {{\"path\": {quoted}, \"size\": {{{quoted}: 6}}}}]}}"
    );
    let reports = three(&[vec![library(hostile, "x")], vec![library(hostile, "y")], vec![library(hostile, "z")]]);
    for text in [card, format!("{}  {hostile}\n{}  {hostile}.whl\n", "5c".repeat(32), "5d".repeat(32))] {
        let reference = read(hostile, &text).unwrap();
        let (_, comparison) = compared(&reference, &reports);
        let verdict = &comparison.verdict;
        let sentences = [&verdict.sentence].into_iter().chain(&verdict.remarks);
        let details = comparison.checks.iter().map(|check| &check.detail);
        let pairings = comparison.wheels.iter().map(|pairing| &pairing.reason);
        let findings = reference.findings.iter().map(|finding| &finding.detail);
        for sentence in sentences.chain(details).chain(pairings).chain(findings) {
            // What is hostile stands between backticks, which it can't close, and turns no line around.
            let outside: String = sentence.split('`').step_by(2).collect();
            assert!(sentence.matches('`').count().is_multiple_of(2), "{sentence}");
            assert!(!outside.contains('<') && !sentence.contains('\u{202e}'), "{sentence}");
        }
    }
    let card = card::build(&refs(&reports));
    let made = wheelcard::reference::state(&refs(&reports), &card, &wheelcard::reference::Choice::default());
    let written = wheelcard::reference::write(&made);
    assert_eq!(read("", &written).unwrap().subjects.first().unwrap().path, hostile, "a name is kept as it is");
}
