//! Lists that were read for something they do not say: each of these once let a wrong wheel pass, or lost a fact.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect")]

use wheelcard::card::json;
use wheelcard::reference::{About, Claim, OriginKind, Outcome, Partial, Reference, Scope, read};
use wheelcard::report::WheelReport;
use wheelcard::session::Body;

use super::{compared, those};
use crate::reports::{library, refs, three};

const A: &str = "aa00000000000000000000000000000000000000000000000000000000000000";
const B: &str = "bb00000000000000000000000000000000000000000000000000000000000000";
const ID: &str = "92b4d331a42d7e80bb839e03218d2b9b0c23c346";
const CP310: &str = "demo-1.0-cp310-cp310-manylinux_2_17_x86_64.whl";

fn demo() -> Vec<WheelReport> {
    three(&[vec![library("d/liba.so", "a").id(ID), library("d/libb.so", "b").id("aabbccdd")], vec![], vec![]])
}

fn digest(report: &WheelReport) -> String {
    report.sha256.unwrap().to_string()
}

/// What is said of each wheel file, with its name.
fn files(reference: &Reference) -> Vec<(Option<&str>, String)> {
    let of_files = reference.facts.iter().filter(|fact| fact.about == About::Wheel);
    let text = of_files.map(|fact| {
        let first = if let Scope::Of(wheels) = &fact.scope { wheels.first() } else { None };
        let wheel = first.and_then(|at| reference.wheels.get(*at)).unwrap();
        (wheel.file_name.as_deref(), fact.claim.text())
    });
    text.collect()
}

fn details(reference: &Reference) -> Vec<&str> {
    reference.findings.iter().map(|finding| finding.detail.as_str()).collect()
}

#[test]
fn a_hash_in_a_comment_allows_no_wheel() {
    let reports = demo();
    for comment in ["# was --hash=sha256:", "#--hash=sha256:", "# --hash=sha512:00 --hash=sha256:"] {
        let text = format!("demo==1.0 --hash=sha256:{A} {comment}{}\n", digest(&reports[0]));
        let (_, comparison) = compared(&read("", &text).unwrap(), &reports[..1]);
        assert_eq!(those(&comparison, Outcome::Differs), ["SHA-256 - 0"], "{text}");
    }
}

#[test]
fn only_a_requirement_takes_the_next_line_and_only_what_goes_on_with_it() {
    for before in [
        "# built in C:\\out\\",
        "see D:\\x\\",
        "demo==1.0 \\",
        "demo==1.0 --hash=sha256:00 \\\n    # c \\",
        "demo==1.0 \\\n",
        "Displaying notes found in: C:\\\\",
        "--index-url \\",
    ] {
        let text = format!("{before}\n{A}  {CP310}\n");
        assert_eq!(files(&read("", &text).unwrap()), [(Some(CP310), A.to_owned())], "{text}");
        let text = format!("{before}\nother==1.0 --hash=sha256:{A} \\\n  --hash=sha256:{B}\n");
        let reference = read("", &text).unwrap();
        assert_eq!(files(&reference), [(None, format!("one of {A}, {B}"))], "{text}");
        assert_eq!(reference.wheels[0].label, "other==1.0", "{text}");
    }
}

#[test]
fn a_hash_that_is_cut_off_from_its_requirement_is_said() {
    // As in pip, a comment and a blank line end a requirement.
    for between in ["# c", ""] {
        let text = format!("demo==1.0 --hash=sha256:{A} \\\n{between}\n    --hash=sha256:{B}\n");
        let reference = read("", &text).unwrap();
        assert_eq!(files(&reference), [(None, format!("one of {A}"))]);
        assert_eq!(details(&reference).len(), 1, "{text}: {:?}", reference.findings);
        assert!(details(&reference)[0].starts_with("line 3 is none that is known: `--hash=sha256:bb0"));
    }
}

#[test]
fn dashes_are_no_id_and_half_a_go_id_is_compared_by_its_letters() {
    for id in ["-", "----…", "-…---"] {
        let card = format!(
            r#"{{"format": "wheelcard-reference", "version": 1, "title": "T", "wheels": [{{"label": "cp310"}}],
            "binaries": [{{"path": "d/liba.so", "build_id": "{id}"}}]}}"#
        );
        assert!(read("", &card).is_err(), "{id}");
    }
    let reference = read("", &format!("    Build ID: -\n{A}  x.so\n")).unwrap();
    assert_eq!((reference.facts.len(), details(&reference)), (1, vec!["line 1 is none that is known: `-`"]));
    let go = library("d/liba.so", "a").id("AbCd-FKa/mnJs92cG/s1lDQjBs/bLaFlGo1");
    let reports = three(&[vec![go], vec![], vec![]]);
    for (id, outcome) in [("AbCd-F…", Outcome::MatchesPublished), ("abcd-f…", Outcome::Differs)] {
        let card = format!(
            r#"{{"format": "wheelcard-reference", "version": 1, "title": "T", "wheels": [{{"label": "cp310"}}],
            "binaries": [{{"path": "d/liba.so", "build_id": "{id}"}}]}}"#
        );
        let (_, comparison) = compared(&read("", &card).unwrap(), &reports);
        let check = comparison.checks.iter().find(|check| check.what == "build-id").unwrap();
        assert_eq!(check.outcome, outcome, "{id}");
    }
}

#[test]
fn an_id_is_that_of_the_file_named_last_or_of_none() {
    let owner = "  Owner                Data size \tDescription";
    let notes = format!("Displaying notes found in: .note.gnu.build-id\n{owner}\n    Build ID: {ID}");
    let section = "Note section [ 1] '.note.gnu.build-id' of 36 bytes at offset 0x190:";
    let elfutils = format!("{section}\n  Owner          Data size  Type\n    Build ID: {ID}");
    let paths = |text: &str| -> Vec<Option<String>> {
        let reference = read("", text).unwrap();
        let of = reference.facts.iter().map(|fact| match fact.about {
            About::Member(at) => Some(reference.subjects[at].path.clone()),
            _ => None,
        });
        of.collect()
    };
    let (a, b) = (Some("d/liba.so".to_owned()), Some("d/libb.so".to_owned()));
    for (first, second) in [
        ("$ readelf -n d/liba.so", "# readelf -n d/libb.so"),
        ("root@h:/w# readelf -n d/liba.so", "root@h:/w# readelf -n d/libb.so"),
        ("File: d/liba.so", "File: d/libb.so"),
    ] {
        assert_eq!(paths(&format!("{first}\n\n{notes}\n{second}\n{notes}\n")), [a.clone(), b.clone()], "{first}");
    }
    let text = format!("\nd/liba.so:\n\n{elfutils}\n\nd/libb.so:\n\n{elfutils}\n");
    assert_eq!(paths(&text), [a.clone(), b]);
    // The name of another file, in whatever form, is not taken for the last one's.
    for second in ["d/libb.so", "# d/libb.so", "d/libb.so:", "  d/libb.so:", "$ llvm-objdump d/libb.so", "## libb"] {
        let text = format!("$ readelf -n d/liba.so\n{notes}\n{second}\n{notes}\n");
        assert_eq!(paths(&text), [a.clone(), None], "{second}");
    }
}

#[test]
fn a_project_named_as_a_tool_is_a_requirement() {
    let reference = read("", &format!("readelf ==1.0 --hash=sha256:{A}\n")).unwrap();
    assert_eq!(reference.wheels[0].label, "readelf==1.0");
}

#[test]
fn a_saved_report_is_opened_in_whatever_encoding_its_text_came() {
    let json = json::export(&refs(&demo()));
    let expected = Body::read("r.json", json.as_bytes()).unwrap();
    let wide = |unit: fn(u16) -> [u8; 2]| format!("\u{feff}{json}").encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    for bytes in [format!("\u{feff}{json}").into_bytes(), wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
        let body = Body::read("r.json", &bytes).unwrap();
        assert_eq!(body.reference.origin.kind, OriginKind::SavedReport);
        assert!(body.saved.is_some() && body == expected);
    }
}

#[test]
fn a_wheel_is_known_by_its_name_however_it_is_written() {
    let stem = CP310.trim_end_matches(".whl");
    let lines = [
        format!("{A}  \"{CP310}\""),
        format!("{A}  'dist/{CP310}'"),
        format!("{A}  {stem}.WHL"),
        format!("SHA256 (\"{CP310}\") = {A}"),
        format!("https://x.example/{CP310}#sha256={A}"),
        format!("demo @ https://x.example/{CP310}#sha256={A}"),
        format!("demo @ https://x.example/{CP310} --hash=sha256:{A}"),
        format!("./{CP310} --hash=sha256:{A}"),
        format!("./{stem}.WHL \\\n    --hash=sha256:{A}"),
    ];
    for line in lines {
        let reference = read("", &line).unwrap();
        assert_eq!((files(&reference), details(&reference)), (vec![(Some(CP310), A.to_owned())], vec![]), "{line}");
        let (_, comparison) = compared(&reference, &demo());
        assert_eq!(those(&comparison, Outcome::Differs), ["SHA-256 - 0"], "{line}");
    }
    // A source archive is a file that can not be here.
    let sdist = format!("demo @ https://x.example/demo-1.0.tar.gz --hash=sha256:{A}\n");
    let (_, comparison) = compared(&read("", &sdist).unwrap(), &demo());
    assert_eq!((comparison.counts.differs, comparison.counts.not_here), (0, 1), "{:?}", comparison.checks);
}

#[test]
fn of_lines_with_different_markers_any_allows_a_wheel() {
    let reports = demo();
    let [first, second, third] = [&reports[0], &reports[1], &reports[2]].map(digest);
    let text = format!(
        "demo==1.0 ; python_version < \"3.11\" --hash=sha256:{first}\nDemo==1.0.0 ; python_version >= \"3.11\" \\\n    \
         --hash=sha256:{second}\n"
    );
    let reference = read("", &text).unwrap();
    assert_eq!(
        details(&reference),
        [
            "the lines 1, 2 require one release under different environment markers; these are not evaluated: a wheel is \
             allowed if one of the lines allows it"
        ]
    );
    let (_, comparison) = compared(&reference, &reports[..2]);
    assert_eq!((comparison.counts.matches, comparison.counts.differs), (2, 0), "{:?}", comparison.checks);
    let (_, comparison) = compared(&reference, &reports);
    assert_eq!(those(&comparison, Outcome::Differs), ["SHA-256 - 2"], "what none of them allows");
    // The same twice without another marker is what pip refuses: each must allow the wheel.
    let twice = format!("demo==1.0 --hash=sha256:{first}\ndemo==1.0 --hash=sha256:{third}\n");
    let reference = read("", &twice).unwrap();
    let whole = |digest: &str| Claim::Sha256Among(vec![Partial::sha256(digest).unwrap()]);
    let claims: Vec<Claim> = reference.facts.iter().map(|fact| fact.claim.clone()).collect();
    assert_eq!((claims, details(&reference)), (vec![whole(&first), whole(&third)], vec![]));
}
