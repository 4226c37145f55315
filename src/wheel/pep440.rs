//! PEP 440 versions: compared, and decoded in words.
//!
//! Source: <https://packaging.python.org/en/latest/specifications/version-specifiers/>.

use std::str::FromStr;

use pep440_rs::{PrereleaseKind, Version};

/// Reads a version. In file and directory names `-` is written `_`, so a text with `_` is read both ways.
pub(super) fn parse(text: &str) -> Option<Version> {
    Version::from_str(text).or_else(|_| Version::from_str(&text.replace('_', "-"))).ok()
}

/// How two versions stand to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// The same version (`01.0.0` and `1.0.0`).
    Equal,
    /// The public parts are equal, and only one has a local label.
    LocalOmitted,
    /// The public parts are equal, and so are the local labels but for the length of one revision's abbreviation.
    LocalLength,
    /// Two versions.
    Different,
}

/// How two versions stand to one another. Texts that PEP 440 does not know are equal only letter by letter.
pub fn relation(a: &str, b: &str) -> Relation {
    let (Some(left), Some(right)) = (parse(a), parse(b)) else {
        return if a == b { Relation::Equal } else { Relation::Different };
    };
    if left == right {
        return Relation::Equal;
    }
    if left.clone().without_local() != right.clone().without_local() {
        return Relation::Different;
    }
    match (local(a), local(b)) {
        (Some(a), Some(b)) if is_one_revision(&a, &b) => Relation::LocalLength,
        (Some(_), Some(_)) => Relation::Different,
        _ => Relation::LocalOmitted,
    }
}

/// One spelling for equal versions: `01.0.0`, `1.0` and `v1` are `1`. A text that PEP 440 does not know stays as it is.
pub fn canonical(text: &str) -> String {
    let Some(version) = parse(text) else { return text.to_owned() };
    let mut release = version.release().to_vec();
    while release.len() > 1 && release.last() == Some(&0) {
        release.pop();
    }
    version.with_release(release).to_string()
}

/// The local label, the part after `+`, as written but for its case.
pub(super) fn local(version: &str) -> Option<String> {
    let (_, label) = version.split_once('+')?;
    (!label.is_empty()).then(|| label.to_ascii_lowercase())
}

/// A version in words: each part as text, and what it means.
///
/// Ex) `2.24.5133.0+58f8de22`: (`2.24`, `release line`), (`5133.0`, `build number`), (`+58f8de22`, `local version
/// label; it looks like an abbreviated VCS revision`).
pub fn decode(text: &str) -> Vec<(String, String)> {
    let Some(version) = parse(text) else {
        return vec![(text.to_owned(), "not a PEP 440 version".to_owned())];
    };
    let mut parts = Vec::new();
    let mut part = |text: String, meaning: &str| parts.push((text, meaning.to_owned()));
    if version.epoch() != 0 {
        part(format!("{}!", version.epoch()), "epoch: versions of a higher epoch are later than all of a lower one");
    }
    let numbers: Vec<String> = version.release().iter().map(u64::to_string).collect();
    let (line, further) = numbers.split_at_checked(2).unwrap_or((numbers.as_slice(), &[]));
    part(line.join("."), "release line");
    match further {
        [] => {}
        [one] => part(one.clone(), "patch release"),
        // Nobody counts patch releases in hundreds: a number this large is counted by a build system.
        [first, ..] if first.len() >= 3 => part(further.join("."), "build number"),
        _ => part(further.join("."), "further release numbers"),
    }
    if let Some(pre) = version.pre() {
        let (letter, kind) = match pre.kind {
            PrereleaseKind::Alpha => ("a", "alpha release"),
            PrereleaseKind::Beta => ("b", "beta release"),
            PrereleaseKind::Rc => ("rc", "release candidate"),
        };
        part(format!("{letter}{}", pre.number), &format!("{kind} {}", pre.number));
    }
    if let Some(post) = version.post() {
        part(format!(".post{post}"), &format!("post-release {post}: corrects the release, not its code"));
    }
    if let Some(dev) = version.dev() {
        part(format!(".dev{dev}"), &format!("development release {dev}: before the release"));
    }
    if let Some((_, label)) = text.split_once('+') {
        let meaning = if looks_like_revision(label) {
            "PEP 440 local version label; it looks like an abbreviated VCS revision"
        } else {
            "PEP 440 local version label"
        };
        part(format!("+{label}"), meaning);
    }
    parts
}

/// Whether two local labels are one but for the length to which a revision is abbreviated (pypa/setuptools-scm#1052):
/// `g84cda28` and `g84cda281`, but not `cpu` and `cpu.cxx11.abi`, `cu12` and `cu128`, or a clean and a dirty tree's.
pub(crate) fn is_one_revision(a: &str, b: &str) -> bool {
    let (a, rest_of_a) = split_revision(a);
    let (b, rest_of_b) = split_revision(b);
    rest_of_a == rest_of_b
        && has_revisions_digits(a)
        && has_revisions_digits(b)
        && (a.starts_with(b) || b.starts_with(a))
}

/// Whether a label begins like a VCS revision: 7 to 40 hex digits, after the `g` that `git describe` puts before them.
/// Decimal digits alone are rather a date or a count.
fn looks_like_revision(label: &str) -> bool {
    let (revision, _) = split_revision(label);
    has_revisions_digits(revision) && revision.trim_start_matches(['g', 'G']).bytes().any(|b| b.is_ascii_alphabetic())
}

/// A label's first part, and the others with their separator.
fn split_revision(label: &str) -> (&str, &str) {
    label.split_at_checked(label.find(['.', '-', '_']).unwrap_or(label.len())).unwrap_or((label, ""))
}

fn has_revisions_digits(part: &str) -> bool {
    let digits = part.strip_prefix(['g', 'G']).unwrap_or(part);
    (7..=40).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        decode(text).into_iter().map(|(part, meaning)| format!("{part} {meaning}")).collect()
    }

    #[test]
    fn the_published_cards_version_is_decoded_as_the_card_does() {
        assert_eq!(
            words("2.24.5133.0+58f8de22"),
            [
                "2.24 release line",
                "5133.0 build number",
                "+58f8de22 PEP 440 local version label; it looks like an abbreviated VCS revision",
            ]
        );
    }

    #[test]
    fn every_part_of_a_version_is_named() {
        assert_eq!(
            words("1!2.3.4rc5.post6.dev7+cu121"),
            [
                "1! epoch: versions of a higher epoch are later than all of a lower one",
                "2.3 release line",
                "4 patch release",
                "rc5 release candidate 5",
                ".post6 post-release 6: corrects the release, not its code",
                ".dev7 development release 7: before the release",
                "+cu121 PEP 440 local version label",
            ]
        );
        assert_eq!(words("2024"), ["2024 release line"]);
        assert_eq!(words("1.2.3.4"), ["1.2 release line", "3.4 further release numbers"]);
        assert_eq!(words("1.0-1"), ["1.0 release line", ".post1 post-release 1: corrects the release, not its code"]);
        assert_eq!(words("unknown"), ["unknown not a PEP 440 version"]);
        assert_eq!(words(""), [" not a PEP 440 version"]);
    }

    #[test]
    fn a_label_looks_like_a_revision_or_does_not() {
        for yes in ["58f8de22", "g84cda28", "g84cda281.d20240101", "e8cbe17769796ce963fbc71b8990f1474774e6d2"] {
            assert!(looks_like_revision(yes), "{yes}");
        }
        for no in ["cu121", "rocm7", "20240101", "abcdef", "cpu", "g", &"a".repeat(41)] {
            assert!(!looks_like_revision(no), "{no}");
        }
    }

    #[test]
    fn equal_versions_have_one_canonical_spelling() {
        for (text, canonical_text) in [
            ("01.0.0", "1"),
            ("1.0", "1"),
            ("v1", "1"),
            ("0.0", "0"),
            ("1.0.10", "1.0.10"),
            ("1!1.0-RC1.post2.dev3+Ab_c", "1!1rc1.post2.dev3+ab.c"),
            ("nightly", "nightly"),
        ] {
            assert_eq!(canonical(text), canonical_text, "{text}");
        }
    }

    #[test]
    fn versions_are_compared_as_pep_440_does() {
        use Relation::{Different, Equal, LocalLength, LocalOmitted};
        for (a, b, expected) in [
            ("01.0.0", "1.0.0", Equal),
            ("1.0", "1.0.0", Equal),
            ("1.0.RC1", "1.0rc1", Equal),
            ("1.0_1", "1.0.post1", Equal),
            ("1.0+rocm7", "1.0", LocalOmitted),
            ("1.0+g84cda28", "1.0+g84cda281", LocalLength),
            ("1.0+g84cda28.d20240101", "1.0+g84cda281.d20240101", LocalLength),
            ("1.0+g84cda28", "1.0+g84cda281.d20240101", Different),
            ("1.0+cu121", "1.0+cu118", Different),
            ("1.0+cu12", "1.0+cu128", Different),
            ("1.0+cpu", "1.0+cpu.cxx11.abi", Different),
            ("1.0", "1.0.1", Different),
            ("unknown", "unknown", Equal),
            ("unknown", "1.0", Different),
        ] {
            assert_eq!(relation(a, b), expected, "{a} {b}");
            assert_eq!(relation(b, a), expected, "{b} {a}");
        }
    }
}
