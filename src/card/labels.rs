//! What the card's columns call each wheel: the shortest words that tell the compared wheels apart.

use std::collections::BTreeSet;

use super::order;
use crate::report::WheelReport;
use crate::wheel::{CompressedTags, effective_tags};

/// Characters of a file's name that a label has at most, where a wheel has no tags to be called by.
const NAME: usize = 24;

/// What a label can be made of, in the order in which parts are preferred and written.
#[derive(Debug, Clone, Copy)]
enum Part {
    Version,
    Python,
    Abi,
    Platform,
    /// All platform tags that not every wheel has.
    Platforms,
    Build,
}

/// The sets of parts that are tried, those that say least first. What is tried last differs least often.
const SCHEMES: &[&[Part]] = {
    use Part::{Abi, Build, Platform, Platforms, Python, Version};
    &[
        &[Python],
        &[Abi],
        &[Platform],
        &[Build],
        &[Platforms],
        &[Python, Abi],
        &[Python, Platform],
        &[Python, Build],
        &[Abi, Build],
        &[Platform, Build],
        &[Python, Platforms],
        &[Python, Abi, Platform],
        &[Python, Abi, Build],
        &[Python, Platform, Build],
        &[Python, Abi, Platforms, Build],
        &[Version, Python],
        &[Version, Python, Build],
        &[Version, Python, Abi, Platforms, Build],
    ]
};

/// What the card of these wheels calls each of them, in the order in which they are given.
pub fn labels(wheels: &[&WheelReport]) -> Vec<String> {
    let sorted = order::sorted(wheels);
    let labels = of(&sorted);
    // By the report itself: two wheels may have one name and one size.
    let place = |wheel: &&WheelReport| sorted.iter().position(|other| std::ptr::eq(*other, *wheel));
    wheels.iter().map(|wheel| place(wheel).and_then(|at| labels.get(at)).cloned().unwrap_or_default()).collect()
}

/// One label for each wheel, all different.
pub(super) fn of(wheels: &[&WheelReport]) -> Vec<String> {
    let named = Named::all(wheels);
    let labels = |scheme: &&[Part]| named.iter().map(|wheel| wheel.label(scheme)).collect::<Vec<String>>();
    // The first of those that tell most of them apart: two files of one name are told apart by a number.
    let mut best: Vec<String> = Vec::new();
    let mut most = 0;
    for labels in SCHEMES.iter().map(labels) {
        let distinct = labels.iter().collect::<BTreeSet<_>>().len();
        if distinct > most {
            (best, most) = (labels, distinct);
        }
    }
    numbered(best)
}

/// What a wheel can be called by.
struct Named {
    version: String,
    tags: Option<CompressedTags>,
    build: Option<String>,
    /// Whether any of the wheels has a build tag, so that having none says something.
    build_matters: bool,
    /// Its first platform, without what all first platforms end in.
    platform: String,
    /// The platforms that not all wheels have.
    own_platforms: String,
    file: String,
}

impl Named {
    fn all(wheels: &[&WheelReport]) -> Vec<Self> {
        let tags: Vec<Option<CompressedTags>> =
            wheels.iter().map(|wheel| effective_tags(&wheel.listing.file_name, wheel.listing.wheel.as_ref())).collect();
        let sets = || tags.iter().flatten().map(|tags| tags.platform.as_slice());
        let is_shared = |platform: &String| sets().all(|set| set.contains(platform));
        // The first of a compressed set: the others say the same in older words.
        let first = |tags: &CompressedTags| tags.platform.first().cloned().unwrap_or_default();
        let ending = shared_architecture(&tags.iter().flatten().map(first).collect::<Vec<_>>());
        let short = |platform: &str| platform.strip_suffix(&ending).unwrap_or(platform).to_owned();
        let build = |wheel: &&WheelReport| wheel.listing.file_name.parts.as_ref()?.build_tag.clone();
        let build_matters = wheels.iter().any(|wheel| build(wheel).is_some());
        let named = |(wheel, tags): (&&WheelReport, &Option<CompressedTags>)| {
            let platforms = tags.as_ref().map(|tags| tags.platform.as_slice()).unwrap_or_default();
            let own: Vec<String> = platforms.iter().filter(|p| !is_shared(p)).map(|p| short(p)).collect();
            let file = &wheel.listing.file_name.cleaned;
            Self {
                version: wheel.listing.version.version.clone().unwrap_or_default(),
                build: build(wheel),
                build_matters,
                platform: tags.as_ref().map(|tags| short(&first(tags))).unwrap_or_default(),
                own_platforms: match platforms.first() {
                    // All that it has, others have as well, and more.
                    Some(first) if own.is_empty() => format!("{} only", short(first)),
                    _ => own.join("."),
                },
                file: middle_cut(file.strip_suffix(".whl").unwrap_or(file)),
                tags: tags.clone(),
            }
        };
        wheels.iter().zip(&tags).map(named).collect()
    }

    /// The label made of these parts; of the file's name where there are no tags.
    fn label(&self, parts: &[Part]) -> String {
        let Some(tags) = &self.tags else { return self.file.clone() };
        let word = |part: &Part| match part {
            Part::Version => self.version.clone(),
            Part::Python => tags.python.join("."),
            Part::Abi => tags.abi.join("."),
            Part::Platform => self.platform.clone(),
            Part::Platforms => self.own_platforms.clone(),
            Part::Build => match &self.build {
                Some(build) => format!("build {build}"),
                None if self.build_matters => "no build tag".to_owned(),
                None => String::new(),
            },
        };
        let mut label = String::new();
        for word in parts.iter().map(word).filter(|word| !word.is_empty()) {
            if !label.is_empty() {
                label.push(if word.contains(' ') { ' ' } else { '-' });
            }
            label.push_str(&word);
        }
        if label.is_empty() { tags.python.join(".") } else { label }
    }
}

/// The architecture in which all of several different platforms end, with its `_`: `_x86_64`.
fn shared_architecture(platforms: &[String]) -> String {
    let known = ["_x86_64", "_aarch64", "_i686", "_armv7l", "_ppc64le", "_s390x", "_riscv64", "_arm64"];
    let shared = |ending: &&&str| platforms.iter().all(|platform| platform.ends_with(**ending));
    let differ = platforms.iter().collect::<BTreeSet<_>>().len() > 1;
    known.iter().find(shared).filter(|_| differ).map(|ending| (*ending).to_owned()).unwrap_or_default()
}

/// A long name by its two ends; the whole one stands in the list of wheels.
fn middle_cut(name: &str) -> String {
    let length = name.chars().count();
    if length <= NAME {
        return name.to_owned();
    }
    let end = NAME / 2;
    let head: String = name.chars().take(end.saturating_sub(1)).collect();
    let tail: String = name.chars().skip(length.saturating_sub(end)).collect();
    format!("{head}…{tail}")
}

/// Labels as they are, with a number behind those that stood before.
fn numbered(labels: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut out = Vec::with_capacity(labels.len());
    for label in labels {
        let mut unique = label.clone();
        let mut number = 2_u64;
        while !taken.insert(unique.clone()) {
            unique = format!("{label} ({number})");
            number = number.saturating_add(1);
        }
        out.push(unique);
    }
    out
}
