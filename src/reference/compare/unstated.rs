//! What is here and the reference says nothing of.

use std::collections::BTreeSet;

use super::here::Here;
use super::{Check, Outcome, Pairing};
use crate::card::format::thousands;
use crate::parity::{Copy, Pair};

const KINDS: [&str; 3] = ["size", "build-id", "SHA-256"];

/// One check for each row of which nothing is said, else for each kind of value that is not stated of it: one when it is
/// stated for no wheel, else one for each wheel for which it is not.
pub(super) fn of(checks: &[Check], here: &Here<'_>, pairings: &[Pairing]) -> Vec<Check> {
    let mut said: BTreeSet<(&str, Option<usize>, &str)> = BTreeSet::new();
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for check in checks {
        if let Some(key) = &check.key {
            named.insert(key);
            said.insert((key, check.wheel, check.what));
        }
    }
    let spoken_of: BTreeSet<usize> = pairings.iter().flat_map(|pairing| pairing.wheels.iter().copied()).collect();
    let mut unstated = Vec::new();
    for row in here.card.tables.iter().flat_map(|table| &table.rows) {
        if !named.contains(row.key.as_str()) {
            unstated.push(check(row, None, "binary", None));
            continue;
        }
        for kind in KINDS {
            // Said of it without a wheel: then it is said.
            if said.contains(&(row.key.as_str(), None, kind)) {
                continue;
            }
            let lacking: Vec<&Copy> = row
                .copies
                .iter()
                .filter(|copy| !copy.guest && value(copy, kind).is_some())
                .filter(|copy| spoken_of.is_empty() || spoken_of.contains(&copy.wheel))
                .filter(|copy| !said.contains(&(row.key.as_str(), Some(copy.wheel), kind)))
                .collect();
            if lacking.len() == row.copies.len() && lacking.len() > 1 {
                unstated.push(check(row, None, kind, None));
            } else {
                unstated.extend(lacking.into_iter().map(|copy| check(row, Some(copy), kind, value(copy, kind))));
            }
        }
    }
    unstated
}

fn value(copy: &Copy, kind: &str) -> Option<String> {
    match kind {
        "size" => Some(thousands(copy.size)),
        "build-id" => copy.main_id().map(|id| id.text.clone()),
        _ => copy.sha256.map(|digest| digest.to_string()),
    }
}

fn check(row: &Pair, copy: Option<&Copy>, what: &'static str, found: Option<String>) -> Check {
    Check {
        fact: None,
        stated_wheel: None,
        wheel: copy.map(|copy| copy.wheel),
        holds_in: Vec::new(),
        denied_in: Vec::new(),
        key: Some(row.key.clone()),
        member: copy.map(|copy| copy.path.clone()),
        of_file: false,
        what,
        outcome: Outcome::NotStated,
        stated: String::new(),
        found,
        claimed: copy.is_some_and(|copy| !copy.verified),
        doubtful: copy.is_some_and(|copy| copy.doubtful),
        detail: String::new(),
    }
}
