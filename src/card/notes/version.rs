//! Whether the version string is in any binary.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::format::{listed, literal};
use crate::card::model::{About, Note};

use super::searched::{places, search};
use super::{Code, Context, note};

const ABSENT: Code = Code::note("version-in-no-binary");
const FOUND: Code = Code::note("version-in-binaries");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut wheels_of: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, wheel) in context.wheels.iter().enumerate() {
        if let Some(version) = &wheel.listing.version.version {
            wheels_of.entry(version).or_default().push(at);
        }
    }
    wheels_of.into_iter().filter_map(|(version, wheels)| of_version(context, version, &wheels)).collect()
}

fn of_version(context: &Context<'_>, version: &str, wheels: &[usize]) -> Option<Note> {
    let searched = search(context, wheels, |hits| hits.version)?;
    if searched.copies == 0 {
        return None;
    }
    let version = literal(version);
    if searched.is_absent() {
        let text = format!(
            "The version {version} is in no binary: all bytes of {} were searched for it as text. It stands in {}. So \
             the package says which version this is, and only id and SHA-256 say which binary.",
            searched.in_words(),
            sources(context, wheels)
        );
        return Some(note(ABSENT, About::Version, Vec::new(), text));
    }
    let keys = searched.rows.iter().map(|(row, _)| row.key.clone()).collect();
    let text = format!("The version {version} occurs, as text, in {}.", places(context, &searched));
    Some(note(FOUND, About::Version, keys, text))
}

/// Where the version is stated: the file name, METADATA, Python code.
fn sources(context: &Context<'_>, wheels: &[usize]) -> String {
    let mut seen = BTreeSet::new();
    let mut sources = Vec::new();
    for statement in wheels.iter().filter_map(|at| context.wheels.get(*at)).flat_map(|w| &w.listing.version.statements)
    {
        let source = match (statement.what.as_str(), &statement.member) {
            ("filename", _) => "the file name".to_owned(),
            ("dist-info", _) => "the name of the `.dist-info` directory".to_owned(),
            ("METADATA", _) => "`METADATA`".to_owned(),
            (_, Some(member)) => literal(member),
            (what, None) => literal(what),
        };
        if seen.insert(source.clone()) {
            sources.push(source);
        }
    }
    if sources.is_empty() { "nothing that was read".to_owned() } else { listed(&sources) }
}
