//! How far a finding made in one wheel carries to the others: pairing, rungs, confidence.
//!
//! A pure, cheap function of the reports. Adding or removing a wheel recomputes it and never rescans.

mod agreement;
mod candidates;
mod copies;
mod key;
mod ladder;
mod pairing;
mod rung;
mod second_look;

pub(crate) use key::is_grafted;
pub use ladder::{Basis, Confidence, Copy, Pair, PairedBy, Rung, Twin};
pub use second_look::{Look, Looks};

use crate::binary::Group;
use crate::report::WheelReport;

/// The binaries of these wheels, each with its copies, its rung and its confidence, sorted by key.
///
/// [`Copy::wheel`] and [`Pair::missing`] are indices into `wheels` as given.
pub fn pair(wheels: &[&WheelReport]) -> Vec<Pair> {
    let candidates = copies::of_wheels(wheels);
    pairing::draft(candidates, wheels.len()).into_iter().map(|draft| finished(draft, wheels.len())).collect()
}

fn finished(draft: pairing::Draft<'_>, compared: usize) -> Pair {
    let rung::Verdict { rung, basis, logic, addresses, reason } = rung::judge(&draft.copies, compared);
    let has = |wheel: &usize| draft.copies.iter().any(|copy| copy.wheel == *wheel);
    Pair {
        group: group(&draft.copies),
        missing: (0..compared).filter(|wheel| !has(wheel)).collect(),
        copies: draft.copies.iter().map(copies::Candidate::copy).collect(),
        key: draft.key,
        paired_by: draft.paired_by,
        rung,
        basis,
        logic,
        addresses,
        reason,
        foreign: draft.foreign,
        stale: draft.stale,
        evidence: None,
    }
}

/// The table of a pair: the one that bytes speak for; an extension module in any wheel is one in all, since that is the
/// weaker claim, and a copy that is no binary (a git-LFS pointer, say) does not move the others.
fn group(copies: &[copies::Candidate<'_>]) -> Group {
    let looked_at = copies.iter().filter(|copy| copy.identified.is_some()).map(|copy| copy.group);
    let by_name = copies.iter().map(|copy| copy.group);
    let groups: Vec<Group> = if looked_at.clone().count() > 0 { looked_at.collect() } else { by_name.collect() };
    let order = [Group::ExtensionModule, Group::Executable, Group::SharedLibrary];
    order.into_iter().find(|group| groups.contains(group)).unwrap_or(Group::Other)
}
