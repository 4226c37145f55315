//! Facts to reference card.

use std::collections::BTreeMap;

use super::{Binary, Digest, FORMAT, File, Release, StatedIn, StatedRung, VERSION, Values, Wheel};
use crate::reference::{About, Claim, Fact, Reference, Scope, Subject};

/// A reference as the JSON of a reference card, ending in a newline: the same facts give the same bytes.
///
/// It is meant for what [`state`](crate::reference::state) made or what was read from a card. What the format has no
/// place for is left out: findings, requirements, and facts about a member that is not named.
#[expect(clippy::missing_panics_doc, reason = "a card is plain data, which always serialises")]
pub fn write(reference: &Reference) -> String {
    let file = File {
        format: FORMAT.to_owned(),
        version: VERSION,
        title: reference.title.clone(),
        source: reference.origin.source.clone(),
        release: release(reference),
        wheels: (0..reference.wheels.len()).filter_map(|at| wheel(reference, at)).collect(),
        binaries: all_binaries(reference),
    };
    #[expect(clippy::expect_used, reason = "fails only for maps whose keys are no strings, and a card has none")]
    let mut json = serde_json::to_string_pretty(&file).expect("a card is plain data");
    json.push('\n');
    json
}

fn release(reference: &Reference) -> Option<Release> {
    let stated = reference.release.as_ref()?;
    let mut release = Release {
        name: stated.name.clone(),
        version: stated.version.clone(),
        build_time: None,
        stated_in: Vec::new(),
        wheel_lines: Vec::new(),
        version_in_no_binary: false,
        label_in_no_binary: false,
    };
    for fact in reference.facts.iter().filter(|fact| fact.about == About::Release) {
        match &fact.claim {
            Claim::BuildTime(text) => release.build_time = Some(text.clone()),
            Claim::StatedIn { what, member } => {
                release.stated_in.push(StatedIn { what: what.clone(), member: member.clone() });
            }
            Claim::WheelLine(line) => release.wheel_lines.push(line.clone()),
            Claim::VersionInNoBinary => release.version_in_no_binary = true,
            Claim::LabelInNoBinary => release.label_in_no_binary = true,
            _ => {}
        }
    }
    Some(release)
}

fn wheel(reference: &Reference, at: usize) -> Option<Wheel> {
    let stated = reference.wheels.get(at)?;
    let mut wheel = Wheel {
        label: stated.label.clone(),
        file_name: stated.file_name.clone(),
        size: None,
        sha256: None,
        wheel_lines: Vec::new(),
    };
    let own = |fact: &&Fact| fact.about == About::Wheel && fact.scope == Scope::Of(vec![at]);
    for fact in reference.facts.iter().filter(own) {
        match &fact.claim {
            Claim::Size(size) => wheel.size = Some(*size),
            Claim::Sha256(digest) => wheel.sha256 = Some(Digest(digest.clone())),
            Claim::WheelLine(line) => wheel.wheel_lines.push(line.clone()),
            _ => {}
        }
    }
    Some(wheel)
}

fn all_binaries(reference: &Reference) -> Vec<Binary> {
    let mut facts: BTreeMap<usize, Vec<&Fact>> = BTreeMap::new();
    for fact in &reference.facts {
        if let About::Member(at) = fact.about {
            facts.entry(at).or_default().push(fact);
        }
    }
    let subjects = reference.subjects.iter().enumerate();
    subjects.flat_map(|(at, subject)| binaries(reference, subject, facts.remove(&at).unwrap_or_default())).collect()
}

/// One object for a member; another one whenever a place in it is taken, so that a contradiction is written as it is.
fn binaries(reference: &Reference, subject: &Subject, facts: Vec<&Fact>) -> Vec<Binary> {
    let new =
        || Binary { path: subject.path.clone(), also: subject.also.clone(), group: subject.group, ..Binary::default() };
    let mut written = vec![new()];
    for fact in facts {
        if written.last_mut().is_some_and(|last| put(last, fact, reference)) {
            continue;
        }
        let mut next = new();
        put(&mut next, fact, reference);
        written.push(next);
    }
    written
}

/// Puts a fact into its place; false when the place is taken.
fn put(binary: &mut Binary, fact: &Fact, reference: &Reference) -> bool {
    let labels: Option<Vec<String>> = match &fact.scope {
        Scope::All | Scope::Unsaid => None,
        Scope::Of(wheels) => {
            Some(wheels.iter().filter_map(|wheel| Some(reference.wheels.get(*wheel)?.label.clone())).collect())
        }
    };
    match &fact.claim {
        Claim::Size(size) => put_values(&mut binary.size, labels, size),
        Claim::BuildId(id) => put_values(&mut binary.build_id, labels, id),
        Claim::BuildIdBytes(bytes) => put_values(&mut binary.build_id_bytes, labels, bytes),
        Claim::Sha256(digest) => put_values(&mut binary.sha256, labels, &Digest(digest.clone())),
        Claim::Sha256Among(digests) if binary.sha256_among.is_empty() => {
            binary.sha256_among = digests.iter().cloned().map(Digest).collect();
            true
        }
        Claim::Rung(rung) if binary.rung.is_none() => {
            binary.rung = StatedRung::of(*rung);
            true
        }
        Claim::Sha256Among(_) | Claim::Rung(_) => false,
        Claim::BuildIdsDistinct => {
            binary.build_ids_distinct = true;
            true
        }
        Claim::Present => {
            binary.present_in.extend(labels.unwrap_or_default());
            true
        }
        _ => true,
    }
}

fn put_values<T: Clone>(place: &mut Option<Values<T>>, labels: Option<Vec<String>>, value: &T) -> bool {
    match (place.as_mut(), labels) {
        (None, None) => *place = Some(Values::All(value.clone())),
        (None, Some(labels)) => {
            *place = Some(Values::ByWheel(labels.into_iter().map(|label| (label, value.clone())).collect()));
        }
        (Some(Values::ByWheel(known)), Some(labels)) => {
            if known.iter().any(|(label, _)| labels.contains(label)) {
                return false;
            }
            known.extend(labels.into_iter().map(|label| (label, value.clone())));
        }
        _ => return false,
    }
    true
}
