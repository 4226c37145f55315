//! Where the version is stated, and whether the places agree.

use super::pep440::{self, Relation};
use super::python_source::{Value, assignments};
use super::quoted::Quoted;
use super::{BuildTime, ComputedStatement, DistInfo, FileName, Metadata, Statement, VersionFacts, codes};
use crate::finding::{Code, Finding};

/// Statements, and build times, that are kept of all Python files together.
const STATEMENTS: usize = 1000;

/// Names that modules give their own version.
const VERSION_NAMES: [&str; 8] =
    ["__version__", "version", "VERSION", "__VERSION__", "_version", "_VERSION", "_release_version", "full_version"];

/// Names of build times, without underscores and in lower case.
const BUILD_TIME_NAMES: [&str; 5] = ["buildtime", "builddate", "buildtimestamp", "buildstamp", "builddatetime"];

/// Whether a member is read for versions: `version.py`, `_version.py`, `__init__.py` and `version/__init__.py` of a
/// top-level package, which may lie at the root or under `NAME-VERSION.data/purelib` or `platlib`.
pub fn is_source(path: &str, dist_info: &DistInfo) -> bool {
    let installed = dist_info.data_directory().and_then(|data| {
        let rest = path.strip_prefix(data.as_str())?;
        rest.strip_prefix("/purelib/").or_else(|| rest.strip_prefix("/platlib/"))
    });
    let Some((package, file)) = installed.unwrap_or(path).split_once('/') else { return false };
    let is_package = !package.is_empty() && !package.contains('.');
    is_package && matches!(file, "version.py" | "_version.py" | "__init__.py" | "version/__init__.py")
}

/// Gathers every statement of the version and of the build time, and says where they disagree.
///
/// The wheel goes by METADATA's version, else by the dist-info directory's, else by the file name's. `sources` are
/// members for which [`is_source`] holds, as path and text; their order does not matter.
pub fn facts(
    file_name: &FileName,
    dist_info: &DistInfo,
    metadata: Option<&Metadata>,
    sources: &[(String, String)],
) -> (VersionFacts, Vec<Finding>) {
    let mut findings = Vec::new();
    let names = [
        ("METADATA", metadata.and_then(|metadata| metadata.version.as_deref())),
        ("dist-info", dist_info.version.as_deref()),
        ("filename", file_name.parts.as_ref().map(|parts| parts.version.as_str())),
    ];
    let stated = || names.iter().filter_map(|(what, version)| Some((*what, (*version)?)));
    let of_the_wheel = stated().next();
    let mut facts = VersionFacts::default();
    if let Some((_, version)) = of_the_wheel {
        facts.version = Some(version.to_owned());
        facts.local = version.split_once('+').map(|(_, local)| local.to_owned()).filter(|local| !local.is_empty());
        facts.decoding = pep440::decode(version);
    } else {
        findings.push(Finding::new(&codes::VERSION_NONE, "no place in the wheel states its version"));
    }
    // In the order in which an installer meets them.
    for (what, version) in stated().collect::<Vec<_>>().into_iter().rev() {
        if pep440::parse(version).is_none() {
            let detail = format!("the version {} in {} is none of PEP 440", Quoted(version), place(what));
            findings.push(Finding::new(&codes::VERSION_INVALID, detail));
        }
        let relation =
            of_the_wheel.map_or(Relation::Equal, |(_, of_the_wheel)| pep440::relation(version, of_the_wheel));
        if let (Some((first, of_the_wheel)), Some(code)) = (of_the_wheel, disagreement(relation, false)) {
            let detail = format!(
                "{} states the version {}, {} states {}",
                place(first),
                Quoted(of_the_wheel),
                place(what),
                Quoted(version)
            );
            findings.push(Finding::new(code, detail));
        }
        facts.statements.push(Statement {
            what: what.to_owned(),
            member: None,
            line: None,
            version: version.to_owned(),
            agrees: relation == Relation::Equal,
            conditional: false,
        });
    }
    read_sources(sources, of_the_wheel, &mut facts, &mut findings);
    (facts, findings)
}

/// Adds what Python files state.
fn read_sources(
    sources: &[(String, String)],
    of_the_wheel: Option<(&str, &str)>,
    facts: &mut VersionFacts,
    findings: &mut Vec<Finding>,
) {
    let mut sources: Vec<&(String, String)> = sources.iter().collect();
    sources.sort();
    let mut left_out = 0_u64;
    let found = sources.into_iter().flat_map(|(member, text)| assignments(text).map(move |found| (member, found)));
    for (member, found) in found {
        let is_version = VERSION_NAMES.contains(&found.target);
        if !is_version && !is_build_time(found.target) {
            continue;
        }
        let kept = [facts.statements.len(), facts.build_times.len(), facts.computed.len()];
        if kept.into_iter().fold(0, usize::saturating_add) >= STATEMENTS {
            left_out = left_out.saturating_add(1);
            continue;
        }
        let (what, member, line) = (found.target.to_owned(), member.clone(), found.line);
        match found.value {
            Value::Expression(expression) => {
                facts.computed.push(ComputedStatement { what, member, line, expression });
            }
            Value::Text(text) if is_version => {
                let statement = Statement {
                    what,
                    member: Some(member),
                    line: Some(line),
                    version: text,
                    agrees: true,
                    conditional: found.conditional,
                };
                facts.statements.push(compared(statement, of_the_wheel, findings));
            }
            Value::Text(text) => facts.build_times.push(BuildTime { what, member, line, text }),
        }
    }
    if left_out > 0 {
        let detail = format!("{left_out} more statements in Python files were left out");
        findings.push(Finding::new(&codes::VERSION_TOO_MANY, detail));
    }
}

/// A statement in Python code, compared with the version that the wheel goes by.
fn compared(statement: Statement, of_the_wheel: Option<(&str, &str)>, findings: &mut Vec<Finding>) -> Statement {
    let Some((first, version)) = of_the_wheel else { return statement };
    let relation = pep440::relation(&statement.version, version);
    // A branch that is taken when the real version can't be had states another one by design.
    let code = if statement.conditional && relation == Relation::Different {
        Some(&codes::VERSION_CODE_FALLBACK)
    } else {
        disagreement(relation, true)
    };
    if let Some(code) = code {
        let detail = format!(
            "{} states the version {}, line {} states `{}` {}{}",
            place(first),
            Quoted(version),
            statement.line.unwrap_or_default(),
            statement.what,
            Quoted(&statement.version),
            if statement.conditional { " in a branch" } else { "" }
        );
        let member = statement.member.as_deref().unwrap_or_default();
        findings.push(Finding::new(code, detail).in_member(member));
    }
    Statement { agrees: relation == Relation::Equal, ..statement }
}

/// What a disagreement is called; `None` when there is none.
fn disagreement(relation: Relation, in_code: bool) -> Option<&'static Code> {
    match (relation, in_code) {
        (Relation::Equal, _) => None,
        (Relation::LocalLength, _) => Some(&codes::VERSION_LOCAL_LENGTH),
        (Relation::LocalOmitted, false) => Some(&codes::VERSION_NO_LOCAL),
        (Relation::LocalOmitted, true) => Some(&codes::VERSION_CODE_NO_LOCAL),
        (Relation::Different, false) => Some(&codes::VERSION_DIFFERS),
        (Relation::Different, true) => Some(&codes::VERSION_CODE_DIFFERS),
    }
}

/// A place in the words of a sentence.
fn place(what: &str) -> &str {
    match what {
        "filename" => "the file name",
        "dist-info" => "the dist-info directory",
        other => other,
    }
}

/// Whether a name is one of a build time: `__buildtime__`, `BUILD_DATE`, `build_timestamp` …
fn is_build_time(name: &str) -> bool {
    let bare: String = name.chars().filter(|&c| c != '_').map(|c| c.to_ascii_lowercase()).collect();
    BUILD_TIME_NAMES.contains(&bare.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata(version: &str) -> Metadata {
        Metadata {
            name: Some("demo".to_owned()),
            version: Some(version.to_owned()),
            metadata_version: None,
            summary: None,
        }
    }

    fn dist_info(version: &str) -> DistInfo {
        DistInfo {
            directory: Some(format!("demo-{version}.dist-info")),
            name: Some("demo".to_owned()),
            version: Some(version.to_owned()),
            others: Vec::new(),
        }
    }

    fn read(file: &str, directory: &str, stated: &str, source: &str) -> (VersionFacts, Vec<(String, String)>) {
        let sources = [("demo/version/__init__.py".to_owned(), source.to_owned())];
        let file_name = FileName::parse(&format!("demo-{file}-py3-none-any.whl")).0;
        let (facts, findings) = facts(&file_name, &dist_info(directory), Some(&metadata(stated)), &sources);
        (facts, findings.into_iter().map(|f| (f.code, f.detail)).collect())
    }

    #[test]
    fn the_published_cards_statements_come_out() {
        let source = "__version__ = '2.24.5133.0+58f8de22'\n__buildtime__ = 'Apr 08 2026, 21:07:10 UTC'\n";
        let version = "2.24.5133.0+58f8de22";
        let (facts, findings) = read(version, version, version, source);
        assert_eq!(findings, []);
        assert_eq!(facts.version.as_deref(), Some(version));
        assert_eq!(facts.local.as_deref(), Some("58f8de22"));
        assert_eq!(facts.decoding.len(), 3);
        let whats: Vec<_> = facts.statements.iter().map(|s| s.what.as_str()).collect();
        assert_eq!(whats, ["filename", "dist-info", "METADATA", "__version__"]);
        assert!(facts.statements.iter().all(|s| s.agrees && s.version == version));
        let last = facts.statements.last().unwrap();
        assert_eq!((last.member.as_deref(), last.line), (Some("demo/version/__init__.py"), Some(1)));
        let time = &facts.build_times[0];
        assert_eq!(
            (time.what.as_str(), time.line, time.text.as_str()),
            ("__buildtime__", 2, "Apr 08 2026, 21:07:10 UTC")
        );
    }

    #[test]
    fn spellings_of_one_version_agree() {
        let (facts, findings) = read("01.0.0", "1.0", "1.0.0", "version = '1.0.0'\n");
        assert_eq!(findings, []);
        assert!(facts.statements.iter().all(|s| s.agrees));
    }

    #[test]
    fn each_kind_of_disagreement_has_its_own_finding_with_both_sides() {
        let (facts, findings) =
            read("2.0", "1.0", "1.0+g84cda28", "__version__ = '1.0'\nVERSION = '3'\nversion = '1.0+g84cda281'\n");
        assert_eq!(
            findings,
            [
                (
                    "version.differs".to_owned(),
                    "METADATA states the version \"1.0+g84cda28\", the file name states \"2.0\"".to_owned()
                ),
                (
                    "version.local-omitted".to_owned(),
                    "METADATA states the version \"1.0+g84cda28\", the dist-info directory states \"1.0\"".to_owned()
                ),
                (
                    "version.code-local-omitted".to_owned(),
                    "METADATA states the version \"1.0+g84cda28\", line 1 states `__version__` \"1.0\"".to_owned()
                ),
                (
                    "version.code-differs".to_owned(),
                    "METADATA states the version \"1.0+g84cda28\", line 2 states `VERSION` \"3\"".to_owned()
                ),
                (
                    "version.local-length".to_owned(),
                    "METADATA states the version \"1.0+g84cda28\", line 3 states `version` \"1.0+g84cda281\""
                        .to_owned()
                ),
            ]
        );
        let agree: Vec<_> = facts.statements.iter().map(|s| s.agrees).collect();
        assert_eq!(agree, [false, false, true, false, false, false]);
    }

    #[test]
    fn without_metadata_the_directory_and_then_the_file_name_decide() {
        let file_name = FileName::parse("demo-2.0-py3-none-any.whl").0;
        assert_eq!(facts(&file_name, &dist_info("1.0"), None, &[]).0.version.as_deref(), Some("1.0"));
        assert_eq!(facts(&file_name, &DistInfo::default(), None, &[]).0.version.as_deref(), Some("2.0"));
        let (none, findings) = facts(&FileName::parse("x.whl").0, &DistInfo::default(), None, &[]);
        assert_eq!(none, VersionFacts::default());
        assert_eq!(findings[0].code, "version.none");
    }

    #[test]
    fn a_version_of_no_pep_440_form_is_said_and_compared_as_text() {
        let (facts, findings) = read("latest", "latest", "latest", "");
        assert!(facts.statements.iter().all(|s| s.agrees));
        assert_eq!(findings.len(), 3);
        assert_eq!(
            findings[0],
            ("version.invalid".to_owned(), "the version \"latest\" in the file name is none of PEP 440".to_owned())
        );
    }

    #[test]
    fn the_members_that_are_read_are_those_of_top_level_packages() {
        let info = dist_info("1.0");
        for yes in [
            "p/version.py",
            "p/_version.py",
            "p/__init__.py",
            "p/version/__init__.py",
            "demo-1.0.data/purelib/p/__init__.py",
            "demo-1.0.data/platlib/p/version/__init__.py",
        ] {
            assert!(is_source(yes, &info), "{yes}");
        }
        for no in [
            "version.py",
            "p/q/version.py",
            "p/q/__init__.py",
            "demo-1.0.dist-info/__init__.py",
            "demo-1.0.data/scripts/version.py",
            "other-1.0.data/purelib/p/__init__.py",
            "p/Version.py",
            "/__init__.py",
        ] {
            assert!(!is_source(no, &info), "{no}");
        }
    }

    #[test]
    fn no_more_statements_are_kept_than_the_bound() {
        let (facts, findings) = read("1.0", "1.0", "1.0", &"version = '1.0'\n".repeat(1200));
        assert_eq!(facts.statements.len(), STATEMENTS);
        assert_eq!(
            findings,
            [("version.too-many".to_owned(), "203 more statements in Python files were left out".to_owned())]
        );
    }
}
