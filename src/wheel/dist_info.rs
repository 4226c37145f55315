//! The `*.dist-info` directory, found by names alone.

use std::collections::BTreeMap;

use super::bounded::Bounded;
use super::quoted::Quoted;
use super::{DistInfo, FileName, codes, name, pep440};
use crate::finding::{Code, Finding};

/// The files that an installer needs, and what is found when one is not there.
const NEEDED: [(&str, &Code); 3] =
    [("METADATA", &codes::METADATA_MISSING), ("WHEEL", &codes::WHEEL_MISSING), ("RECORD", &codes::RECORD_MISSING)];

/// Directories that are kept and named; more are counted.
const DIRECTORIES: usize = 100;

/// A `*.dist-info` directory at the top level.
#[derive(Default)]
struct Candidate {
    /// Which of [`NEEDED`] it holds.
    holds: [bool; NEEDED.len()],
}

/// Finds the dist-info directory of the distribution among the names of all members.
///
/// It is the one whose name is the file name's distribution in normal form (PEP 503), with the version as a second
/// criterion; a single one is taken whatever its name (what disagrees is said by [`check`](super::check)). Entries
/// written with backslashes are found and flagged.
pub fn find<'a>(names: impl Iterator<Item = &'a str>, file_name: &FileName) -> (DistInfo, Vec<Finding>) {
    let mut findings = Bounded::default();
    let mut found: BTreeMap<&str, Candidate> = BTreeMap::new();
    let mut left_out = 0_u64;
    for member in names {
        let Some((directory, separator, rest)) = split(member) else { continue };
        if !found.contains_key(directory) && found.len() == DIRECTORIES {
            left_out = left_out.saturating_add(1);
            continue;
        }
        let candidate = found.entry(directory).or_default();
        for ((file, _), holds) in NEEDED.iter().zip(&mut candidate.holds) {
            *holds |= rest == *file;
        }
        if separator == '\\' {
            findings.add(&codes::NAME_BACKSLASH, |code| {
                let detail = format!("the entry {} has a backslash where a slash belongs", Quoted(member));
                Finding::new(code, detail).in_member(member)
            });
        }
    }
    let mut findings = findings.finish();
    let Some(directory) = choose(&found, file_name) else {
        let detail = "no member is in a *.dist-info directory at the top level";
        findings.push(Finding::new(&codes::NAME_NO_DIST_INFO, detail));
        return (DistInfo::default(), findings);
    };
    let others: Vec<String> = found.keys().filter(|&&other| other != directory).map(|&d| d.to_owned()).collect();
    if !others.is_empty() {
        let listed: Vec<String> = others.iter().map(|other| Quoted(other).to_string()).collect();
        let more = if left_out > 0 { format!(" and members of more ({left_out})") } else { String::new() };
        let are = if others.len() == 1 { "is" } else { "are" };
        let detail = format!("{} is read; there {are} also {}{more}", Quoted(directory), listed.join(", "));
        findings.push(Finding::new(&codes::NAME_SEVERAL_DIST_INFO, detail));
    }
    if let Some(candidate) = found.get(directory) {
        for ((file, code), _) in NEEDED.iter().zip(candidate.holds).filter(|(_, holds)| !holds) {
            findings.push(Finding::new(code, format!("{} holds no {file}", Quoted(directory))));
        }
    }
    let (name, version) = name_and_version(directory, file_name);
    if name.is_none() || version.is_none() {
        let detail = format!("the directory {} is not named `name-version.dist-info`", Quoted(directory));
        findings.push(Finding::new(&codes::NAME_DIST_INFO_FORM, detail));
    }
    (DistInfo { directory: Some(directory.to_owned()), name, version, others }, findings)
}

impl DistInfo {
    /// Whether a member's name is the file `file` (`METADATA`, `RECORD` …) of this directory, also when it is written
    /// with a backslash.
    pub fn holds(&self, member: &str, file: &str) -> bool {
        split(member).is_some_and(|(directory, _, rest)| Some(directory) == self.directory.as_deref() && rest == file)
    }

    /// The wheel's own `{name}-{version}.data` directory, without a slash.
    pub fn data_directory(&self) -> Option<String> {
        Some(format!("{}.data", self.directory.as_deref()?.strip_suffix(".dist-info")?))
    }
}

/// Splits a member's name into its top-level dist-info directory, the separator and the rest.
fn split(member: &str) -> Option<(&str, char, &str)> {
    let at = member.find(['/', '\\'])?;
    let (directory, rest) = member.split_at_checked(at)?;
    let separator = rest.chars().next()?;
    directory.ends_with(".dist-info").then(|| (directory, separator, rest.strip_prefix(separator).unwrap_or_default()))
}

/// The directory that is the distribution's; with several the best match, the first by name among equals.
fn choose<'a>(found: &BTreeMap<&'a str, Candidate>, file_name: &FileName) -> Option<&'a str> {
    let wanted = file_name.normalized();
    let version = file_name.parts.as_ref().map(|parts| parts.version.as_str());
    let fit = |directory: &str, candidate: &Candidate| {
        let (name, stated) = name_and_version(directory, file_name);
        let by_name = wanted.is_some() && name.map(|name| name::normalize(&name)) == wanted;
        let relation = version.zip(stated.as_deref()).map(|(a, b)| pep440::relation(a, b));
        let by_version = match relation {
            Some(pep440::Relation::Equal) => 2,
            Some(pep440::Relation::LocalOmitted | pep440::Relation::LocalLength) => 1,
            Some(pep440::Relation::Different) | None => 0,
        };
        (by_name, by_version, candidate.holds.iter().filter(|&&holds| holds).count())
    };
    // `max_by_key` takes the last of equals; reversed, that is the first by name.
    found.iter().rev().max_by_key(|(directory, candidate)| fit(directory, candidate)).map(|(directory, _)| *directory)
}

/// What a directory's name states. A hyphen should stand once; where it stands more often, the split whose name is the
/// file name's is right, else the last hyphen.
fn name_and_version(directory: &str, file_name: &FileName) -> (Option<String>, Option<String>) {
    let stem = directory.strip_suffix(".dist-info").unwrap_or(directory);
    let wanted = file_name.normalized();
    let as_wanted = stem.match_indices('-').find_map(|(at, _)| {
        let (name, version) = stem.split_at_checked(at)?;
        (Some(name::normalize(name)) == wanted).then_some((name, version.strip_prefix('-')?))
    });
    match as_wanted.or_else(|| stem.rsplit_once('-')) {
        Some((name, version)) => {
            ((!name.is_empty()).then(|| name.to_owned()), (!version.is_empty()).then(|| version.to_owned()))
        }
        None => ((!stem.is_empty()).then(|| stem.to_owned()), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_in(file: &str, names: &[&str]) -> (DistInfo, Vec<(String, String)>) {
        let (info, findings) = find(names.iter().copied(), &FileName::parse(file).0);
        (info, findings.into_iter().map(|f| (f.code, f.detail)).collect())
    }

    const FULL: [&str; 3] = ["demo-1.0.dist-info/METADATA", "demo-1.0.dist-info/WHEEL", "demo-1.0.dist-info/RECORD"];

    #[test]
    fn the_one_directory_is_read_and_says_name_and_version() {
        let (info, findings) = find_in("demo-1.0-py3-none-any.whl", &FULL);
        assert_eq!(info.directory.as_deref(), Some("demo-1.0.dist-info"));
        assert_eq!(info.name.as_deref(), Some("demo"));
        assert_eq!(info.version.as_deref(), Some("1.0"));
        assert_eq!(findings, []);
        assert_eq!(info.data_directory().as_deref(), Some("demo-1.0.data"));
        assert!(info.holds("demo-1.0.dist-info/RECORD", "RECORD"));
        assert!(!info.holds("demo-1.0.dist-info/licenses/RECORD", "RECORD"));
    }

    #[test]
    fn an_entry_with_a_backslash_is_found_and_flagged() {
        let names = [FULL[0], FULL[1], "demo-1.0.dist-info\\RECORD"];
        let (info, findings) = find_in("demo-1.0-py3-none-any.whl", &names);
        assert!(info.holds("demo-1.0.dist-info\\RECORD", "RECORD"));
        let detail = "the entry \"demo-1.0.dist-info\\RECORD\" has a backslash where a slash belongs";
        assert_eq!(findings, [("name.backslash".to_owned(), detail.to_owned())]);
    }

    #[test]
    fn of_several_the_one_of_this_distribution_is_read_and_the_others_are_named() {
        let names = [
            "aaa-1.dist-info/METADATA",
            "aaa-1.dist-info/WHEEL",
            "aaa-1.dist-info/RECORD",
            "My.Pkg-2.dist-info/METADATA",
            "My.Pkg-2.dist-info/WHEEL",
            "My.Pkg-2.dist-info/RECORD",
            "my_pkg-1.dist-info/METADATA",
        ];
        let (info, findings) = find_in("my_pkg-2.0-py3-none-any.whl", &names);
        assert_eq!(info.directory.as_deref(), Some("My.Pkg-2.dist-info"));
        assert_eq!(info.others, ["aaa-1.dist-info", "my_pkg-1.dist-info"]);
        let detail = "\"My.Pkg-2.dist-info\" is read; there are also \"aaa-1.dist-info\", \"my_pkg-1.dist-info\"";
        assert_eq!(findings, [("name.several-dist-info".to_owned(), detail.to_owned())]);
    }

    #[test]
    fn a_local_label_that_the_directory_omits_does_not_hide_it() {
        let names = ["demo-1.1.dist-info/WHEEL", "demo-1.0.dist-info/WHEEL"];
        let (info, _) = find_in("demo-1.0+rocm7-py3-none-any.whl", &names);
        assert_eq!(info.directory.as_deref(), Some("demo-1.0.dist-info"));
    }

    #[test]
    fn without_a_valid_file_name_the_fullest_directory_is_read() {
        let names = ["aaa-1.dist-info/LICENSE", FULL[0], FULL[1], FULL[2]];
        let (info, _) = find_in("c32_two_distinfo.whl", &names);
        assert_eq!(info.directory.as_deref(), Some("demo-1.0.dist-info"));
    }

    #[test]
    fn what_is_missing_is_said() {
        let codes = |names: &[&str]| {
            find_in("demo-1.0-py3-none-any.whl", names).1.into_iter().map(|(code, _)| code).collect::<Vec<_>>()
        };
        assert_eq!(codes(&["demo/__init__.py", "x/demo-1.0.dist-info/RECORD"]), ["name.no-dist-info"]);
        assert_eq!(codes(&["demo-1.0.dist-info/"]), ["metadata.missing", "wheel.missing", "record.missing"]);
        let (_, findings) = find_in("demo-1.0-py3-none-any.whl", &FULL[..2]);
        assert_eq!(findings, [("record.missing".to_owned(), "\"demo-1.0.dist-info\" holds no RECORD".to_owned())]);
        let (info, findings) = find_in("demo-1.0-py3-none-any.whl", &["demo.dist-info/RECORD"]);
        assert_eq!((info.name.as_deref(), info.version), (Some("demo"), None));
        assert_eq!(findings.last().unwrap().0, "name.dist-info-form");
    }

    #[test]
    fn a_hyphen_too_many_is_read_in_the_light_of_the_file_name() {
        let (info, _) = find_in("my_pkg-1.0_1-py3-none-any.whl", &["my-pkg-1.0-1.dist-info/RECORD"]);
        assert_eq!((info.name.as_deref(), info.version.as_deref()), (Some("my-pkg"), Some("1.0-1")));
    }
}
