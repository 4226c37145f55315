//! Findings that a hostile wheel could make in any number.

use std::collections::BTreeMap;

use super::codes;
use crate::finding::{Code, Finding};

/// Findings of one code that are listed one by one.
const LISTED: u64 = 10_000;

/// A list of findings that names the first [`LISTED`] of each code and counts the others.
#[derive(Default)]
pub(super) struct Bounded {
    found: Vec<Finding>,
    counts: BTreeMap<&'static str, u64>,
}

impl Bounded {
    /// Adds a finding of `code`; the finding is made only if it is listed.
    pub(super) fn add(&mut self, code: &'static Code, make: impl FnOnce(&Code) -> Finding) {
        let count = self.counts.entry(code.id).or_default();
        *count = count.saturating_add(1);
        if *count <= LISTED {
            self.found.push(make(code));
        }
    }

    /// The findings, and for each code that had too many of them one that says how many more there are.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        for (code, count) in self.counts {
            let more = count.saturating_sub(LISTED);
            if more > 0 {
                self.found.push(Finding::new(&codes::MORE, format!("{more} more findings `{code}` are not listed")));
            }
        }
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_beyond_the_bound_are_counted_not_dropped() {
        let mut found = Bounded::default();
        for n in 0..LISTED + 7 {
            found.add(&codes::RECORD_UNLISTED, |code| Finding::new(code, format!("{n}")));
        }
        found.add(&codes::RECORD_EMPTY, |code| Finding::new(code, "once"));
        let found = found.finish();
        assert_eq!(found.len(), 10_002);
        assert_eq!(found.last().unwrap().detail, "7 more findings `record.unlisted` are not listed");
    }
}
