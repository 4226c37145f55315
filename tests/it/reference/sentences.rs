//! The sentences on top with one, two and no thing to count: nouns and verbs go with their numbers.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use wheelcard::reference::{Comparison, VerdictKind, read};
use wheelcard::report::WheelReport;

use super::compared;
use crate::reports::{Moment, library, wheel};

/// `count` wheels of two libraries.
fn wheels(count: usize, moment: Moment) -> Vec<WheelReport> {
    let one = |at: usize| {
        let files =
            ["a", "b"].map(|name| library(&format!("d/lib{name}.so"), name).id(&format!("aabbcc{name}0")).size(9));
        wheel(&format!("demo-1.0-cp31{at}-cp31{at}-linux_x86_64.whl"), &files, moment)
    };
    (0..count).map(one).collect()
}

/// A card of the first `sizes` libraries with `size`, all wheels named.
fn card(wheels: usize, version: &str, sizes: &[(&str, u64)]) -> String {
    let labels: Vec<String> = (0..wheels).map(|at| format!(r#"{{"label": "cp31{at}"}}"#)).collect();
    let binaries: Vec<String> =
        sizes.iter().map(|(path, size)| format!(r#"{{"path": "{path}", "size": {size}}}"#)).collect();
    format!(
        r#"{{"format": "wheelcard-reference", "version": 1, "title": "t", "release": {{"name": "demo", "version": "{version}"}},
        "wheels": [{}], "binaries": [{}]}}"#,
        labels.join(", "),
        binaries.join(", ")
    )
}

fn said(text: &str, reports: &[WheelReport]) -> Comparison {
    compared(&read("", text).unwrap(), reports).1
}

#[test]
fn what_holds_and_what_differs_are_counted_in_grammar() {
    let (a, b, other, gone) = (("d/liba.so", 9), ("d/libb.so", 9), ("d/liba.so", 8), ("d/gone.so", 1));
    let (gone_too, other_b) = (("d/gone2.so", 1), ("d/libb.so", 8));
    let too_little = "matches, and it is too little to say that they are the same:";
    for (wheels_here, version, sizes, sentence) in [
        (1, "1.0", vec![a], format!("What `t` publishes of this wheel {too_little} 1 value of 1 binary, and 2 that the wheels state of themselves.")),
        (2, "1.0", vec![a, b], format!("What `t` publishes of these two wheels {too_little} 4 values of 2 binaries, and 2 that the wheels state of themselves.")),
        (1, "1.0", vec![a, other_b], "The same release by name, 1 binary differs: `d/libb.so`; 1 value holds and 1 differs.".to_owned()),
        (2, "1.0", vec![a, other_b], "The same release by name, 1 binary differs: `d/libb.so`; 2 values hold and 2 differ.".to_owned()),
        (1, "1.0", vec![other], "The same release by name, 1 binary differs: `d/liba.so`; 0 values hold and 1 differs.".to_owned()),
        (1, "1.0", vec![a, gone], "The same release by name, what differs is no binary of the card; 1 value holds and 1 differs.".to_owned()),
        (1, "1.0", vec![a, gone, gone_too], "The same release by name, what differs is no binary of the card; 1 value holds and 2 differ.".to_owned()),
        (1, "2.0", vec![a], "Another release: `t` is about `demo 2.0`, here is `demo 1.0`. Of what it states of bytes 1 value holds and 0 differ.".to_owned()),
        (1, "2.0", vec![a, other_b], "Another release: `t` is about `demo 2.0`, here is `demo 1.0`. Of what it states of bytes 1 value holds and 1 differs.".to_owned()),
        (1, "1.0", vec![other, other_b], "Names pair, values differ: 2 binaries that `t` speaks of are here by name, and every one differs in something. What holds: size 0 of 2.".to_owned()),
        (1, "1.0", vec![gone], "The same release by name, what differs is no binary of the card; 0 values hold and 1 differs.".to_owned()),
        (2, "1.0", vec![gone], "The same release by name, what differs is no binary of the card; 0 values hold and 2 differ.".to_owned()),
    ] {
        let comparison = said(&card(wheels_here, version, &sizes), &wheels(wheels_here, Moment::Verified));
        assert_eq!(comparison.verdict.sentence, sentence);
    }
}

#[test]
fn what_is_waited_for_is_counted_in_grammar() {
    for (sizes, waiting) in [(vec![("d/liba.so", 9)], "1 is"), (vec![("d/liba.so", 9), ("d/libb.so", 9)], "2 are")] {
        let comparison = said(&card(1, "1.0", &sizes), &wheels(1, Moment::Listed));
        assert_eq!(comparison.verdict.kind, VerdictKind::NotYetChecked);
        let sentence = format!(
            "No verdict yet: of `t`, 0 values about bytes hold so far, none differs, and {waiting} not checked yet."
        );
        assert_eq!(comparison.verdict.sentence, sentence);
    }
}

#[test]
fn the_same_wheels_and_the_same_binaries_are_said_of_one_and_of_two() {
    for (count, files, binaries) in [
        (
            1,
            "This is the same wheel as in `demo 1.0`: the SHA-256 of the whole file matches, and",
            "This wheel holds the same binaries as `demo 1.0` states: the SHA-256 of every one matches, and so do all",
        ),
        (
            2,
            "These are the same wheels as in `demo 1.0` (cp310, cp311): the SHA-256 of each whole file matches, and",
            "These two wheels hold the same binaries as `demo 1.0` states: the SHA-256 of every one matches, and so do all",
        ),
    ] {
        let reports = wheels(count, Moment::Verified);
        for (wheel_files, begins) in [(true, files), (false, binaries)] {
            let choice = wheelcard::reference::Choice { wheel_files, ..wheelcard::reference::Choice::default() };
            let card = wheelcard::card::build(&crate::reports::refs(&reports));
            let made = wheelcard::reference::state(&crate::reports::refs(&reports), &card, &choice);
            let comparison = compared(&made, &reports).1;
            let (sentence, counts) = (&comparison.verdict.sentence, comparison.counts);
            assert!(sentence.starts_with(begins), "{sentence}");
            // The number in the sentence, and the digests of the files, are all the lines of the list.
            let rest = counts.stated() - if wheel_files { count } else { 0 };
            assert!(sentence.contains(&format!(" {rest} values")), "{sentence} {counts:?}");
        }
    }
}
