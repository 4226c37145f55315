//! The card's head: what release this is, where its version stands, and what each wheel is.

use std::collections::BTreeSet;

use crate::report::WheelReport;
use crate::wheel::CompressedTags;

use super::labels;
use super::model::{Head, Progress, TagCheck, WheelHead};

/// Tags of one file name that are expanded; a name that means more is not compared with WHEEL.
const TAGS: usize = 10_000;

/// The head of wheels in the card's order.
pub(super) fn release(wheels: &[&WheelReport]) -> Head {
    let first = wheels.first();
    let metadata = first.and_then(|wheel| wheel.listing.metadata.as_ref());
    let parts = first.and_then(|wheel| wheel.listing.file_name.parts.as_ref());
    let dist_info = first.map(|wheel| &wheel.listing.dist_info);
    Head {
        distribution: metadata
            .and_then(|metadata| metadata.name.clone())
            .or_else(|| parts.map(|parts| parts.distribution.clone()))
            .or_else(|| dist_info.and_then(|dist_info| dist_info.name.clone()))
            .unwrap_or_default(),
        version: first.and_then(|wheel| wheel.listing.version.version.clone()).unwrap_or_default(),
        summary: metadata.and_then(|metadata| metadata.summary.clone()),
        decoding: first.map(|wheel| wheel.listing.version.decoding.clone()).unwrap_or_default(),
        statements: shared_once(wheels, |wheel| &wheel.listing.version.statements),
        build_times: shared_once(wheels, |wheel| &wheel.listing.version.build_times),
    }
}

/// What the wheels state, in order: once and without wheels where all of them do, else with those that do.
fn shared_once<'a, T: Clone + Ord + 'a>(
    wheels: &[&'a WheelReport],
    of: impl Fn(&'a WheelReport) -> &'a Vec<T>,
) -> Vec<(T, Vec<usize>)> {
    let mut stated: Vec<(T, Vec<usize>)> = Vec::new();
    for (at, wheel) in wheels.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for item in of(wheel).iter().filter(|item| seen.insert(*item)) {
            match stated.iter_mut().find(|(known, _)| known == item) {
                Some((_, having)) => having.push(at),
                None => stated.push((item.clone(), vec![at])),
            }
        }
    }
    for (_, having) in &mut stated {
        if having.len() == wheels.len() {
            having.clear();
        }
    }
    stated
}

/// The wheels themselves, in the card's order.
pub(super) fn wheels(wheels: &[&WheelReport]) -> Vec<WheelHead> {
    labels::of(wheels).into_iter().zip(wheels).map(|(label, wheel)| wheel_head(label, wheel)).collect()
}

fn wheel_head(label: String, report: &WheelReport) -> WheelHead {
    let listing = &report.listing;
    let files = || listing.directory.entries.iter().filter(|entry| !entry.is_directory());
    let claimed = files().fold(0_u64, |sum, entry| sum.saturating_add(entry.size));
    let counted = report.members.iter().filter_map(|member| member.verified.as_ref());
    let counted = counted.fold(0_u64, |sum, verified| sum.saturating_add(verified.size));
    let progress = progress(report);
    WheelHead {
        label,
        file_name: listing.file_name.given.clone(),
        size: listing.size,
        sha256: report.sha256,
        wheel_lines: listing.wheel.as_ref().map(|wheel| wheel.lines.clone()).unwrap_or_default(),
        tags: tag_check(report),
        members: u64::try_from(files().count()).unwrap_or(u64::MAX),
        unpacked: if progress == Progress::Verified { counted } else { claimed },
        progress,
        alarms: report.alarms(),
        unread: report.unread_members(),
        installers: report.installers.clone(),
    }
}

/// How far a wheel is looked at. A member that can't be read has a finding instead of facts, and holds nothing up.
pub(super) fn progress(report: &WheelReport) -> Progress {
    let mut members = report.members.iter();
    if report.sha256.is_some() && members.clone().all(|m| m.verified.is_some() || !m.findings.is_empty()) {
        return Progress::Verified;
    }
    let is_identified = !report.members.is_empty()
        && members.all(|m| m.identified.is_some() || m.verified.is_some() || !m.findings.is_empty());
    if is_identified { Progress::Identified } else { Progress::Listed }
}

fn tag_check(report: &WheelReport) -> TagCheck {
    let parts = report.listing.file_name.parts.as_ref();
    let named = parts.map(|parts| expanded(&parts.tags)).unwrap_or_default();
    let stated: BTreeSet<String> = report.listing.wheel.iter().flat_map(|wheel| wheel.tags.iter().cloned()).collect();
    TagCheck {
        both: named.intersection(&stated).cloned().collect(),
        only_file_name: named.difference(&stated).cloned().collect(),
        only_wheel: stated.difference(&named).cloned().collect(),
    }
}

/// A compressed tag set as single tags.
fn expanded(tags: &CompressedTags) -> BTreeSet<String> {
    let all = tags.python.iter().flat_map(|python| {
        let with_abi = tags.abi.iter().map(move |abi| format!("{python}-{abi}"));
        with_abi.flat_map(|start| tags.platform.iter().map(move |platform| format!("{start}-{platform}")))
    });
    all.take(TAGS).collect()
}
