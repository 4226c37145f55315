//! What `PyPI`, pip and uv make of the container, by each tool's published rules.
//!
//! The rules are a table from findings to effects ([`RULES`]), and a few that need the whole directory. Where they were
//! read, and when, is in `docs/installers.md`. They are rules about the container only: that a wheel's metadata is in
//! order, or that it fits an interpreter, is not judged here. What the sources don't settle is said to be unknown.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::installer_rules::RULES;
use super::{Directory, Entry, Method, Place, name};
use crate::finding::{Code, Finding};

/// A tool that accepts or refuses wheels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Installer {
    /// The upload checks of the Python Package Index.
    PyPI,
    /// pip, which reads wheels by `CPython`'s `zipfile`.
    #[serde(rename = "pip")]
    Pip,
    /// uv, which streams wheels from an index and reads local ones by their directory.
    #[serde(rename = "uv")]
    Uv,
}

/// Whether a tool takes a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No rule of the tool is against it.
    Accepts,
    /// The sources that were read don't settle it, or it depends on the tool's version.
    Unknown,
    /// A rule of the tool is against it.
    Refuses,
}

/// What a tool makes of a container, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallerVerdict {
    /// Which tool.
    pub tool: Installer,
    /// What it does.
    pub verdict: Verdict,
    /// One sentence for each rule that applies, the deciding ones first. Empty when there is nothing to say.
    pub reasons: Vec<String>,
}

/// One effect of a kind of finding on a tool.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effect {
    /// What the tool does.
    pub(super) verdict: Verdict,
    /// Why, in the words of a clause that follows the tool's name.
    pub(super) why: &'static str,
}

/// The effects of a kind of finding: on `PyPI`, pip and uv. `None`: it makes no difference.
pub(super) struct Rule {
    /// The kind.
    pub(super) code: &'static Code,
    /// In the order of [`Installer::ALL`].
    pub(super) effects: [Option<Effect>; 3],
}

impl Installer {
    /// All of them, in the order of a report.
    pub const ALL: [Self; 3] = [Self::PyPI, Self::Pip, Self::Uv];
}

/// `PyPI` refuses archives that inflate to more than this many bytes …
const PYPI_RATIO_FROM: u64 = 64 << 20;
/// … and to more than this many times the file's size.
const PYPI_RATIO: u64 = 50;

/// The verdicts of all tools on a container of `len` bytes. `members` are findings made while members were read (CRC
/// and the like); before that they are empty, and the verdicts rest on the directory alone.
pub fn verdicts(directory: &Directory, len: u64, members: &[Finding]) -> Vec<InstallerVerdict> {
    let mut seen: BTreeMap<&str, (&Finding, usize)> = BTreeMap::new();
    for finding in directory.findings.iter().chain(members) {
        let slot = seen.entry(&finding.code).or_insert((finding, 0));
        slot.1 = slot.1.saturating_add(1);
    }
    let mut reasons: BTreeMap<Installer, Vec<(Verdict, String)>> = BTreeMap::new();
    let mut say = |tool, verdict, why: String| reasons.entry(tool).or_default().push((verdict, why));
    for rule in RULES {
        let Some((finding, count)) = seen.get(rule.code.id) else { continue };
        for (tool, effect) in Installer::ALL.into_iter().zip(&rule.effects) {
            if let Some(effect) = effect {
                say(tool, effect.verdict, format!("{} ({})", effect.why, example(finding, *count)));
            }
        }
    }
    methods(directory, &mut say);
    names(directory, &mut say);
    if let Some(size) = absurd_ratio(directory, len) {
        let why =
            format!("refuses an archive of {len} bytes that inflates to {size}, more than {PYPI_RATIO} times as much");
        say(Installer::PyPI, Verdict::Refuses, why);
    }
    Installer::ALL
        .into_iter()
        .map(|tool| {
            let mut reasons = reasons.remove(&tool).unwrap_or_default();
            reasons.sort_by_key(|(verdict, _)| std::cmp::Reverse(*verdict));
            let verdict = reasons.first().map_or(Verdict::Accepts, |(verdict, _)| *verdict);
            InstallerVerdict { tool, verdict, reasons: reasons.into_iter().map(|(_, why)| why).collect() }
        })
        .collect()
}

/// Where a reader finds what a reason rests on.
fn example(finding: &Finding, count: usize) -> String {
    let code = &finding.code;
    let more = match count {
        0 | 1 => String::new(),
        count => format!(", {count} findings"),
    };
    match &finding.member {
        Some(member) => format!("{code}: {}{more}", name::quoted(member)),
        None => format!("{code}{more}"),
    }
}

/// Compression methods: each tool has its own list.
fn methods(directory: &Directory, say: &mut impl FnMut(Installer, Verdict, String)) {
    let mut others: BTreeMap<u16, &Entry> = BTreeMap::new();
    for entry in directory.entries.iter().filter(|entry| entry.place == Place::Central) {
        if let Method::Other(number) = entry.method {
            others.entry(number).or_insert(entry);
        }
    }
    for (number, entry) in others {
        let what = format!("method {number} of {}", name::quoted(&entry.name));
        say(Installer::PyPI, Verdict::Refuses, format!("takes stored and deflated members only, not {what}"));
        match number {
            12 | 14 => say(Installer::Pip, Verdict::Accepts, format!("decodes {what} where Python has that module")),
            93 => say(Installer::Pip, Verdict::Unknown, format!("decodes {what} from CPython 3.14 on")),
            _ => say(Installer::Pip, Verdict::Refuses, format!("does not decode {what}")),
        }
        match number {
            93 => say(Installer::Uv, Verdict::Accepts, format!("decodes {what}")),
            _ => say(
                Installer::Uv,
                Verdict::Refuses,
                format!("decodes stored, deflated and zstd members since 0.12, not {what}"),
            ),
        }
    }
}

/// Names: pip wants exactly one `*.dist-info`; what leaves the archive's root is treated differently; `PyPI` looks at
/// ASCII control characters only.
fn names(directory: &Directory, say: &mut impl FnMut(Installer, Verdict, String)) {
    let central = || directory.entries.iter().filter(|entry| entry.place == Place::Central);
    let mut dist_infos: Vec<&str> = central()
        .filter_map(|entry| entry.name.split('/').next().filter(|first| first.ends_with(".dist-info")))
        .collect();
    dist_infos.sort_unstable();
    dist_infos.dedup();
    match dist_infos.as_slice() {
        [_] => {}
        [] => say(Installer::Pip, Verdict::Refuses, "finds no .dist-info directory".to_owned()),
        several => say(
            Installer::Pip,
            Verdict::Refuses,
            format!("finds several .dist-info directories: {}", several.join(", ")),
        ),
    }
    if let Some(entry) = central().find(|entry| leaves_root(&entry.name)) {
        let shown = name::quoted(&entry.name);
        say(Installer::Pip, Verdict::Refuses, format!("refuses a wheel with a member outside of its target: {shown}"));
        say(Installer::Uv, Verdict::Accepts, format!("skips members outside of its target: {shown}"));
    }
    if let Some(entry) = central().find(|entry| entry.name.bytes().any(|byte| byte.is_ascii_control())) {
        let shown = name::quoted(&entry.name);
        say(Installer::PyPI, Verdict::Refuses, format!("refuses control characters in names: {shown}"));
    }
}

/// Whether the path is absolute or climbs above where it starts.
fn leaves_root(name: &str) -> bool {
    let mut depth = 0_usize;
    name.starts_with('/')
        || name.split('/').any(|part| match part {
            "" | "." => false,
            ".." => match depth.checked_sub(1) {
                Some(up) => {
                    depth = up;
                    false
                }
                None => true,
            },
            _ => {
                depth = depth.saturating_add(1);
                false
            }
        })
}

/// The inflated size, where it is more than `PyPI` takes of a file of `len` bytes.
fn absurd_ratio(directory: &Directory, len: u64) -> Option<u64> {
    let size = directory
        .entries
        .iter()
        .filter(|entry| entry.place == Place::Central)
        .fold(0_u64, |sum, entry| sum.saturating_add(entry.size));
    (size > PYPI_RATIO_FROM && size > len.saturating_mul(PYPI_RATIO)).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::codes;
    use crate::finding::Severity;

    #[test]
    fn what_leaves_the_root_is_told_from_what_only_looks_like_it() {
        for name in ["/a", "..", "../a", "a/../../b", "./../a"] {
            assert!(leaves_root(name), "{name}");
        }
        for name in ["a", "a/../b", "a/./b", "a/b/../../c", "..a/b"] {
            assert!(!leaves_root(name), "{name}");
        }
    }

    #[test]
    fn every_alarm_of_the_directory_has_a_rule_and_no_code_has_two() {
        // Judged elsewhere: names by `names`, ratio and our own limits by nobody's rules.
        let elsewhere = ["zip.name-absolute", "zip.name-parent", "zip.ratio", "zip.second-reader-disagrees"];
        for code in codes::ALL.iter().filter(|code| code.severity == Severity::Alarm) {
            let rules = RULES.iter().filter(|rule| rule.code == *code).count();
            assert_eq!(rules, usize::from(!elsewhere.contains(&code.id)), "{}", code.id);
        }
    }

    #[test]
    fn the_documentation_names_every_rule() {
        let docs = include_str!("../../docs/installers.md");
        for rule in RULES {
            assert!(docs.contains(&format!("`{}`", rule.code.id)), "{}", rule.code.id);
        }
    }
}
