//! A saved report as a reference.

use super::{Choice, OriginKind, Reference, Refusal, state};

/// Reads a saved report; its facts are those that were verified when it was saved.
///
/// # Errors
/// When it is no report, or one of another version.
pub(super) fn read(file_name: &str, text: &str) -> Result<Reference, Refusal> {
    let reports = crate::card::json::open(text).map_err(Refusal::Report)?;
    let reports: Vec<_> = reports.iter().collect();
    let card = crate::card::build(&reports);
    let mut reference = state(&reports, &card, &Choice::default());
    reference.origin.kind = OriginKind::SavedReport;
    file_name.clone_into(&mut reference.origin.file_name);
    Ok(reference)
}
