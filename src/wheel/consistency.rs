//! Names and metadata against one another, and the names of all members against both.
//!
//! What versions say of one another is in [`version`](super::version), what binaries say of the tags in
//! [`check_binaries`](super::check_binaries).

use std::collections::BTreeMap;

use super::bounded::Bounded;
use super::name::normalize;
use super::platform::{Family, Platform};
use super::quoted::Quoted;
use super::tags::listed;
use super::{CompressedTags, DistInfo, FileName, Metadata, WheelFile, codes, effective_tags};
use crate::finding::Finding;

/// The install schemes below `*.data`.
const SCHEMES: [&str; 5] = ["purelib", "platlib", "headers", "scripts", "data"];

/// Compares the file name, the dist-info directory, METADATA and WHEEL.
pub fn check(
    file_name: &FileName,
    dist_info: &DistInfo,
    metadata: Option<&Metadata>,
    wheel: Option<&WheelFile>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    names(file_name, dist_info, metadata, &mut findings);
    if let Some(wheel) = wheel {
        tags(file_name, wheel, &mut findings);
        build(file_name, wheel, &mut findings);
        if let Some(tags) = effective_tags(file_name, Some(wheel)) {
            purelib(&tags, wheel, &mut findings);
        }
    }
    findings
}

/// The project's name in its three places, in normal form.
fn names(file_name: &FileName, dist_info: &DistInfo, metadata: Option<&Metadata>, findings: &mut Vec<Finding>) {
    let places = [
        ("the file name", file_name.parts.as_ref().map(|parts| parts.distribution.as_str())),
        ("the dist-info directory", dist_info.name.as_deref()),
        ("METADATA", metadata.and_then(|metadata| metadata.name.as_deref())),
    ];
    let mut stated = places.into_iter().filter_map(|(place, name)| Some((place, name?)));
    let Some((first_place, first)) = stated.next() else { return };
    for (place, name) in stated.filter(|(_, name)| normalize(name) != normalize(first)) {
        let detail = format!("{first_place} names {}, {place} names {}", Quoted(first), Quoted(name));
        findings.push(Finding::new(&codes::NAME_DIFFERS, detail));
    }
}

/// The tags of the file name against those of WHEEL, both expanded.
fn tags(file_name: &FileName, wheel: &WheelFile, findings: &mut Vec<Finding>) {
    let Some(parts) = &file_name.parts else { return };
    let named = parts.tags.expand();
    // A WHEEL without tags has its own finding, and a cut set can't be compared.
    if named == wheel.tags || wheel.tags.is_empty() || parts.tags.is_cut() {
        return;
    }
    let only = |place: &str, here: &[String], there: &[String]| {
        // Both are sorted.
        let only = here.iter().filter(|tag| there.binary_search(tag).is_err()).map(String::as_str);
        let only: Vec<&str> = only.collect();
        (!only.is_empty()).then(|| format!("only {place} states {}", listed(only.into_iter(), ", ")))
    };
    let sides = [only("the file name", &named, &wheel.tags), only("WHEEL", &wheel.tags, &named)];
    let detail = sides.into_iter().flatten().collect::<Vec<_>>().join("; ");
    findings.push(Finding::new(&codes::TAGS_DIFFER, detail));
}

fn build(file_name: &FileName, wheel: &WheelFile, findings: &mut Vec<Finding>) {
    let Some(parts) = &file_name.parts else { return };
    if parts.build_tag == wheel.build {
        return;
    }
    let text = |build: &Option<String>| match build {
        Some(build) => format!("the build tag {}", Quoted(build)),
        None => "no build tag".to_owned(),
    };
    let detail = format!("the file name has {}, WHEEL has {}", text(&parts.build_tag), text(&wheel.build));
    findings.push(Finding::new(&codes::WHEEL_BUILD, detail));
}

/// `Root-Is-Purelib` against the tags.
fn purelib(tags: &CompressedTags, wheel: &WheelFile, findings: &mut Vec<Finding>) {
    let any = tags.platform.iter().all(|tag| Platform::parse(tag).family == Family::Any)
        && tags.abi.iter().all(|abi| abi.eq_ignore_ascii_case("none"));
    let code = match (wheel.root_is_purelib, any) {
        (Some(true), false) => &codes::TAGS_PURELIB,
        (Some(false), true) => &codes::TAGS_PLATLIB,
        _ => return,
    };
    let value = wheel.root_is_purelib.unwrap_or_default();
    let detail = format!(
        "WHEEL states `Root-Is-Purelib: {value}`, the tags are {}-{}-{}",
        listed(tags.python.iter().map(String::as_str), "."),
        listed(tags.abi.iter().map(String::as_str), "."),
        listed(tags.platform.iter().map(String::as_str), ".")
    );
    findings.push(Finding::new(code, detail));
}

/// Compares where WHEEL puts the root's files with the `*.data` directories: two members that are installed to one
/// path, `*.data` directories that are not the wheel's own, and schemes that no installer knows.
///
/// `names` are those of all members that are no directories.
pub fn purelib_contents<'a>(
    wheel: Option<&WheelFile>,
    dist_info: &DistInfo,
    names: impl Iterator<Item = &'a str>,
) -> Vec<Finding> {
    let mut findings = Bounded::default();
    let own = dist_info.data_directory();
    let root = wheel.and_then(|wheel| wheel.root_is_purelib).map(|pure| if pure { "purelib" } else { "platlib" });
    let mut targets: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    for name in names {
        let (scheme, path) = match name.split_once('/') {
            Some((directory, rest)) if Some(directory) == own.as_deref() => {
                let (scheme, path) = rest.split_once('/').unwrap_or((rest, ""));
                if !SCHEMES.contains(&scheme) {
                    findings.add(&codes::NAME_UNKNOWN_SCHEME, |code| {
                        let detail = format!("{} is below the scheme {}", Quoted(name), Quoted(scheme));
                        Finding::new(code, detail).in_member(name)
                    });
                }
                (Some(scheme), path)
            }
            Some((directory, _)) if directory.strip_suffix(".data").is_some() => {
                findings.add(&codes::NAME_FOREIGN_DATA, |code| {
                    let detail = match &own {
                        Some(own) => format!("{} is not in {}, the wheel's own", Quoted(name), Quoted(own)),
                        None => format!("{} is in the *.data directory of no known project", Quoted(name)),
                    };
                    Finding::new(code, detail).in_member(name)
                });
                (root, name)
            }
            _ => (root, name),
        };
        let Some(scheme) = scheme else { continue };
        // purelib and platlib are one directory in nearly every environment, and virtual ones always.
        let place = if scheme == "purelib" { "platlib" } else { scheme };
        // Two entries of one name are the container's finding.
        if let Some(other) = targets.insert((place, path), name).filter(|other| *other != name) {
            findings.add(&codes::WHEEL_SAME_TARGET, |code| {
                let detail = format!("{} and {} are both installed as {}", Quoted(other), Quoted(name), Quoted(path));
                Finding::new(code, detail).in_member(name)
            });
        }
    }
    findings.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheel(purelib: bool, build: Option<&str>, tags: &[&str]) -> WheelFile {
        WheelFile {
            lines: Vec::new(),
            generator: None,
            root_is_purelib: Some(purelib),
            build: build.map(str::to_owned),
            tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
        }
    }

    fn dist_info(name: &str) -> DistInfo {
        DistInfo {
            directory: Some(format!("{name}-1.0.dist-info")),
            name: Some(name.to_owned()),
            version: Some("1.0".to_owned()),
            others: Vec::new(),
        }
    }

    fn checked(file: &str, directory: &str, name: &str, wheel: &WheelFile) -> Vec<(String, String)> {
        let metadata = Metadata { name: Some(name.to_owned()), version: None, metadata_version: None, summary: None };
        let findings = check(&FileName::parse(file).0, &dist_info(directory), Some(&metadata), Some(wheel));
        findings.into_iter().map(|f| (f.code, f.detail)).collect()
    }

    fn finding(code: &str, detail: &str) -> (String, String) {
        (code.to_owned(), detail.to_owned())
    }

    #[test]
    fn spellings_of_one_name_agree_and_other_names_are_said() {
        let pure = wheel(true, None, &["py3-none-any"]);
        assert_eq!(checked("my_pkg-1.0-py3-none-any.whl", "My.Pkg", "my-pkg", &pure), []);
        assert_eq!(
            checked("foo-1.0-py3-none-any.whl", "demo", "Demo", &pure),
            [
                finding("name.differs", "the file name names \"foo\", the dist-info directory names \"demo\""),
                finding("name.differs", "the file name names \"foo\", METADATA names \"Demo\""),
            ]
        );
        assert_eq!(
            checked("odd.whl", "demo", "other", &pure),
            [finding("name.differs", "the dist-info directory names \"demo\", METADATA names \"other\"")]
        );
    }

    #[test]
    fn tags_are_compared_expanded() {
        let same = wheel(false, None, &["cp310-cp310-manylinux2014_x86_64", "cp310-cp310-manylinux_2_17_x86_64"]);
        let file = "demo-1.0-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl";
        assert_eq!(checked(file, "demo", "demo", &same), []);
        let other = wheel(false, None, &["cp36-cp36m-manylinux2010_x86_64", "cp310-cp310-manylinux2014_x86_64"]);
        assert_eq!(
            checked(file, "demo", "demo", &other),
            [finding(
                "tags.differ",
                "only the file name states cp310-cp310-manylinux_2_17_x86_64; only WHEEL states cp36-cp36m-manylinux2010_x86_64"
            )]
        );
        let fewer = wheel(false, None, &["cp310-cp310-manylinux2014_x86_64"]);
        assert_eq!(
            checked(file, "demo", "demo", &fewer)[0].1,
            "only the file name states cp310-cp310-manylinux_2_17_x86_64"
        );
    }

    #[test]
    fn the_build_tag_stands_in_both_places_or_in_none() {
        let tags = ["py3-none-any"];
        assert_eq!(checked("demo-1.0-1-py3-none-any.whl", "demo", "demo", &wheel(true, Some("1"), &tags)), []);
        assert_eq!(
            checked("demo-1.0-1-py3-none-any.whl", "demo", "demo", &wheel(true, None, &tags)),
            [finding("wheel.build-differs", "the file name has the build tag \"1\", WHEEL has no build tag")]
        );
        assert_eq!(
            checked("demo-1.0-py3-none-any.whl", "demo", "demo", &wheel(true, Some("2"), &tags)),
            [finding("wheel.build-differs", "the file name has no build tag, WHEEL has the build tag \"2\"")]
        );
    }

    #[test]
    fn purelib_and_the_tags_say_the_same() {
        assert_eq!(
            checked("demo-1.0-py3-none-any.whl", "demo", "demo", &wheel(false, None, &["py3-none-any"])),
            [finding("tags.platlib-any", "WHEEL states `Root-Is-Purelib: false`, the tags are py3-none-any")]
        );
        let tags = ["py3-none-win32"];
        assert_eq!(
            checked("demo-1.0-py3-none-win32.whl", "demo", "demo", &wheel(true, None, &tags)),
            [finding("tags.purelib-platform", "WHEEL states `Root-Is-Purelib: true`, the tags are py3-none-win32")]
        );
    }

    #[test]
    fn two_members_that_install_to_one_path_are_an_alarm() {
        let names = ["demo/a.py", "demo/b.py", "demo-1.0.data/purelib/demo/a.py", "demo-1.0.data/scripts/demo/b.py"];
        let found = purelib_contents(Some(&wheel(false, None, &[])), &dist_info("demo"), names.into_iter());
        let [finding] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(finding.code, "wheel.same-target");
        assert_eq!(
            finding.detail,
            "\"demo/a.py\" and \"demo-1.0.data/purelib/demo/a.py\" are both installed as \"demo/a.py\""
        );
    }

    #[test]
    fn data_directories_are_the_wheels_own_and_of_known_schemes() {
        let names = [
            "demo-1.0.data/bin/x",
            "other-1.0.data/scripts/x",
            "demo-1.0.data/data/share/x",
            "demo-1.0.data/headers/x.h",
        ];
        let found = purelib_contents(None, &dist_info("demo"), names.into_iter());
        let found: Vec<_> = found.into_iter().map(|f| (f.code, f.detail)).collect();
        assert_eq!(
            found,
            [
                finding("name.unknown-scheme", "\"demo-1.0.data/bin/x\" is below the scheme \"bin\""),
                finding(
                    "name.foreign-data",
                    "\"other-1.0.data/scripts/x\" is not in \"demo-1.0.data\", the wheel's own"
                ),
            ]
        );
    }
}
