//! What a reference says against itself is said, each with both sides and both places.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use wheelcard::reference::{codes, read};

/// The contradictions of a card with these binaries, in two wheels.
fn details(binaries: &str) -> Vec<String> {
    card(&format!("\"wheels\": [{{\"label\": \"a\"}}, {{\"label\": \"b\"}}], \"binaries\": [{binaries}]"))
}

fn card(fields: &str) -> Vec<String> {
    let text = format!("{{\"format\": \"wheelcard-reference\", \"version\": 1, \"title\": \"t\", {fields}}}");
    let findings = read("", &text).unwrap().findings;
    assert!(findings.iter().all(|finding| finding.code == codes::CONTRADICTION.id), "{findings:?}");
    findings.into_iter().map(|finding| finding.detail).collect()
}

#[test]
fn two_values_of_one_thing_are_a_contradiction_with_both_places() {
    assert_eq!(
        details(r#"{"path": "lib/x.so", "size": {"a": 5, "b": 6}}, {"path": "x.so", "size": {"a": 7}}"#),
        ["size of `x.so` in `a`: `/binaries/0/size/a` says `5`, `/binaries/1/size/a` says `7`"]
    );
    assert_eq!(
        details(
            r#"{"path": "x.so", "build_id": {"a": "92b4d331…0c23c346"}}, {"path": "x.so", "build_id": "92b4d332…"}"#
        ),
        ["build-id of `x.so` in `a`: `/binaries/0/build_id/a` says `92b4d331…0c23c346`, `/binaries/1/build_id` says \
             `92b4d332…`"]
    );
    // A label that stands twice in one object is not overwritten.
    assert_eq!(details(r#"{"path": "x.so", "size": {"a": 5, "a": 6}}"#).len(), 1);
}

#[test]
fn a_rung_and_an_ids_length_are_held_against_the_values() {
    assert_eq!(
        details(r#"{"path": "x.so", "rung": "byte-identical", "size": {"a": 5, "b": 6}}"#),
        [
            "`x.so` is said to be byte-identical, and size is `5` by `/binaries/0/size/a` and `6` by `/binaries/0/size/b`"
        ]
    );
    let digest = "5c".repeat(32);
    assert_eq!(
        details(&format!(r#"{{"path": "x.so", "rung": "per-abi", "sha256": "{digest}"}}"#)),
        ["`x.so` is said to differ between wheels, and has one SHA-256 in all of them"]
    );
    let length =
        details(r#"{"path": "x.so", "build_id_bytes": 8, "build_id": "92b4d331a42d7e80bb839e03218d2b9b0c23c346"}"#);
    assert_eq!(length.len(), 2, "in both wheels: {length:?}");
}

#[test]
fn a_wheel_of_another_version_is_a_contradiction() {
    let fields = r#""release": {"name": "demo", "version": "1.0"}, "wheels": [{"label": "a",
        "file_name": "demo-1.1-py3-none-any.whl"}]"#;
    assert_eq!(card(fields), ["the release is `1.0`, and it lists the wheel `demo-1.1-py3-none-any.whl`"]);
}

#[test]
fn what_can_be_true_together_is_no_contradiction() {
    for binaries in [
        r#"{"path": "x.so", "size": {"a": 5, "b": 6}}"#,
        r#"{"path": "x.so", "build_id": "92b4d331…"}, {"path": "x.so", "build_id": {"a": "92b4d331a42d7e80"}}"#,
        // Two members end so, and it is not known of which the bare name speaks.
        r#"{"path": "l/x.so", "size": 5}, {"path": "m/x.so", "size": 6}, {"path": "x.so", "size": 7}"#,
        r#"{"path": "x.so", "rung": "same-source", "sha256": {"a": "5c633e29…", "b": "5c633e29…"}}"#,
    ] {
        assert_eq!(details(binaries), Vec::<String>::new(), "{binaries}");
    }
    // Two wheels may hold another file of one name.
    let (one, other) = ("5c".repeat(32), "5d".repeat(32));
    assert_eq!(read("", &format!("{one}  x.so\n{other}  x.so\n")).unwrap().findings, []);
    let twice = read("", &format!("{one}  demo-1.0-py3-none-any.whl\n{other}  demo-1.0-py3-none-any.whl\n")).unwrap();
    assert_eq!(twice.findings.len(), 1, "one wheel file has one digest");
}
