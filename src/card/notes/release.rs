//! Wheels that are not of one release.

use std::collections::BTreeMap;

use crate::card::format::{listed, literal};
use crate::card::model::{About, Note};

use super::{Code, Context, note};

const SEVERAL: Code = Code::quirk("several-versions");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_version: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, wheel) in context.wheels.iter().enumerate() {
        by_version.entry(wheel.listing.version.version.as_deref().unwrap_or_default()).or_default().push(at);
    }
    if by_version.len() < 2 {
        return Vec::new();
    }
    let version = |version: &str| if version.is_empty() { "no version".to_owned() } else { literal(version) };
    let parts: Vec<String> =
        by_version.iter().map(|(v, wheels)| format!("{} ({})", version(v), context.labels(wheels))).collect();
    let text = format!("These wheels do not state one version: {}.", listed(&parts));
    vec![note(SEVERAL, About::Version, Vec::new(), text)]
}
