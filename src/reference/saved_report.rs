//! A saved report as a reference.

use std::collections::BTreeSet;

use super::{About, Choice, Claim, Fact, OriginKind, Partial, Place, Reference, Refusal, Scope, Subject, state};
use crate::card::Card;
use crate::report::WheelReport;

/// Reads a saved report; its facts are those that were verified when it was saved, of every member.
///
/// # Errors
/// When it is no report, or one of another version.
pub(super) fn read(file_name: &str, text: &str) -> Result<Reference, Refusal> {
    let reports = crate::card::json::open(text).map_err(Refusal::Report)?;
    let reports: Vec<&WheelReport> = reports.iter().collect();
    let card = crate::card::build(&reports);
    let mut reference = state(&reports, &card, &Choice::default());
    members(&mut reference, &reports, &card);
    reference.origin.kind = OriginKind::SavedReport;
    file_name.clone_into(&mut reference.origin.file_name);
    Ok(reference)
}

/// Adds the members that are no binaries: a card does not speak of them, a report does.
fn members(reference: &mut Reference, reports: &[&WheelReport], card: &Card) {
    for (wheel, report) in crate::card::sorted(reports).into_iter().enumerate() {
        let rows = card.tables.iter().flat_map(|table| &table.rows);
        let binaries: BTreeSet<u32> =
            rows.flat_map(|row| &row.copies).filter(|copy| copy.wheel == wheel).map(|copy| copy.entry).collect();
        let entries = report.listing.directory.entries.iter().filter(|entry| !entry.is_directory());
        for entry in entries.filter(|entry| !binaries.contains(&entry.index)) {
            let at = report.members.binary_search_by_key(&entry.index, |member| member.index);
            let member = at.ok().and_then(|at| report.members.get(at));
            let Some(verified) = member.and_then(|m| m.verified.as_ref()).filter(|v| v.intact) else { continue };
            let about = About::Member(reference.subjects.len());
            reference.subjects.push(Subject { path: entry.name.clone(), also: Vec::new(), group: None });
            let mut add = |claim: Claim| {
                let place = Place::Pointer(format!("/wheels/{wheel}/members"));
                reference.facts.push(Fact { about, scope: Scope::Of(vec![wheel]), claim, place });
            };
            add(Claim::Size(verified.size));
            add(Claim::Sha256(Partial::Whole(verified.sha256.to_string())));
        }
    }
}
