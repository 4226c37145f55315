//! What is given that is no wheel: saved reports that are looked at, and everything that wheels are checked against.

mod against;
mod arrive;
mod built_in;
mod comparison;
mod given;
mod glyph;
mod mark;
mod saved;
mod sheet;
mod statement;
mod value;
mod waiting;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::Card;
use crate::reference::{Claim, Comparison, Outcome, Reference, compare};
use crate::session::{GivenId, Session};

pub(super) use against::Against;
pub(super) use arrive::{address, files, pasted};
pub(super) use built_in::Example;
pub(super) use comparison::Compared;
pub(super) use given::{GivenList, GivenUndo};
pub(super) use mark::Mark;
pub(super) use saved::SavedHead;
pub(super) use sheet::Sheet;
pub(super) use statement::SaveReference;
pub(super) use waiting::Waiting;

/// What the card that is shown is checked against, and what came of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Checked {
    /// Against what.
    pub(super) given: GivenId,
    /// What that states.
    pub(super) reference: Arc<Reference>,
    /// What came of it.
    pub(super) comparison: Comparison,
    /// What came of it row by row.
    pub(super) marks: BTreeMap<String, Marked>,
}

/// What a reference says of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marked {
    /// What weighs most of it.
    pub(super) outcome: Outcome,
    /// How many facts came to that.
    pub(super) count: usize,
}

/// Checks the card that is shown against what was chosen for it.
pub(super) fn check(session: &Session, card: Option<&Arc<Card>>) -> Option<Arc<Checked>> {
    let (card, given) = (card?, session.checked_against()?);
    let reference = Arc::clone(&given.body.reference);
    let comparison = compare(&reference, &session.compared(), card);
    let marks = marks(&reference, &comparison);
    Some(Arc::new(Checked { given: given.id, reference, comparison, marks }))
}

fn marks(reference: &Reference, comparison: &Comparison) -> BTreeMap<String, Marked> {
    let mut marks: BTreeMap<String, Marked> = BTreeMap::new();
    for check in &comparison.checks {
        let Some(fact) = check.fact.and_then(|at| reference.facts.get(at)) else { continue };
        let Some(key) = check.key.as_ref().filter(|_| weighs(&fact.claim, check.outcome)) else { continue };
        let mark = marks.entry(key.clone()).or_insert(Marked { outcome: check.outcome, count: 0 });
        if weight(check.outcome) < weight(mark.outcome) {
            *mark = Marked { outcome: check.outcome, count: 0 };
        }
        if check.outcome == mark.outcome {
            mark.count = mark.count.saturating_add(1);
        }
    }
    marks
}

/// Whether a fact counts for a row's mark. That a rung or the length of an id is as stated says less than any of the
/// values it follows from; that it is not, says as much.
fn weighs(claim: &Claim, outcome: Outcome) -> bool {
    let follows = matches!(claim, Claim::Rung(_) | Claim::BuildIdsDistinct | Claim::BuildIdBytes(_));
    !(follows && outcome.holds())
}

/// The place of an outcome among those of one row: what differs hides what matches, never the other way round. What is
/// published in part says less than what is published whole.
fn weight(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Differs => 0,
        Outcome::Ambiguous => 1,
        Outcome::NotYetChecked => 2,
        Outcome::OtherName => 3,
        Outcome::NotHere => 4,
        Outcome::MatchesPublished => 5,
        Outcome::Matches => 6,
        Outcome::NotStated => 7,
    }
}
