//! Wheels that are not of one release, or that are one file.

use std::collections::BTreeMap;

use crate::bytes::Sha256;
use crate::card::format::{head, listed, literal};
use crate::card::model::{About, Note, WheelHead};

use super::{Code, Context, note};

const SEVERAL: Code = Code::quirk("several-versions");
const ONE_FILE: Code = Code::quirk("one-file-twice");
const ONE_NAME: Code = Code::alarm("one-name-two-files");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    several_versions(context).into_iter().chain(one_file(context)).chain(one_name(context)).collect()
}

/// Files that are byte-identical as a whole: what is compared between them is compared with itself.
fn one_file(context: &Context<'_>) -> Vec<Note> {
    let mut by_digest: BTreeMap<Sha256, Vec<&WheelHead>> = BTreeMap::new();
    for head in context.heads {
        if let Some(digest) = head.sha256 {
            by_digest.entry(digest).or_default().push(head);
        }
    }
    let note_of = |(digest, heads): (Sha256, Vec<&WheelHead>)| {
        let names: Vec<String> =
            heads.iter().map(|head| format!("{} ({})", literal(&head.label), literal(&head.file_name))).collect();
        let text = format!(
            "{} of the wheels are one file, SHA-256 `{}`: {}. Compared with one another, they tell nothing.",
            heads.len(),
            head(&digest.to_string()),
            listed(&names)
        );
        note(ONE_FILE, About::Version, Vec::new(), text)
    };
    by_digest.into_iter().filter(|(_, heads)| heads.len() > 1).map(note_of).collect()
}

/// Files of one name and of different bytes: only the SHA-256 tells which one a statement is about.
fn one_name(context: &Context<'_>) -> Vec<Note> {
    let mut by_name: BTreeMap<&str, BTreeMap<Sha256, &str>> = BTreeMap::new();
    for head in context.heads {
        if let Some(digest) = head.sha256 {
            by_name.entry(&head.file_name).or_default().insert(digest, &head.label);
        }
    }
    let note_of = |(name, files): (&str, BTreeMap<Sha256, &str>)| {
        let digests: Vec<String> = files
            .iter()
            .map(|(digest, label)| format!("{} is `{}`", literal(label), head(&digest.to_string())))
            .collect();
        let text = format!(
            "{} different files are called {}: by their SHA-256, {}.",
            files.len(),
            literal(name),
            listed(&digests)
        );
        note(ONE_NAME, About::Version, Vec::new(), text)
    };
    by_name.into_iter().filter(|(_, files)| files.len() > 1).map(note_of).collect()
}

fn several_versions(context: &Context<'_>) -> Vec<Note> {
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
