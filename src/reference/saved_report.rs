//! A saved report as a reference.

use super::compare::here::Here;
use super::{About, Choice, Claim, Fact, OriginKind, Partial, Place, Reference, Refusal, Scope, Subject, state};
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
    members(&mut reference, &Here::of(&reports, &card));
    reference.origin.kind = OriginKind::SavedReport;
    reference.title = format!("{} (saved report)", reference.title);
    file_name.clone_into(&mut reference.origin.file_name);
    Ok(reference)
}

/// Adds the members that are no binaries: a card does not speak of them, a report does.
fn members(reference: &mut Reference, here: &Here<'_>) {
    for (wheel, held) in here.wheels.iter().enumerate() {
        let others = held.members().iter().filter(|member| member.row.is_none() && member.verified && !member.doubtful);
        for member in others {
            let about = About::Member(reference.subjects.len());
            reference.subjects.push(Subject { path: member.path.to_owned(), also: Vec::new(), group: None });
            let mut add = |claim: Claim| {
                let place = Place::Pointer(format!("/wheels/{wheel}/members"));
                reference.facts.push(Fact { about, scope: Scope::Of(vec![wheel]), claim, place });
            };
            add(Claim::Size(member.size));
            if let Some(digest) = member.sha256 {
                add(Claim::Sha256(Partial::Whole(digest.to_string())));
            }
        }
    }
}
