//! Findings that a hostile wheel could make in any number.

use std::collections::BTreeMap;

use super::codes;
use crate::finding::{Code, Finding};

/// Findings of one code that are listed one by one.
const LISTED: u64 = 10_000;

/// Bytes of text in all findings that are listed. Ten thousand paths of a real wheel are below 2 MB.
const TEXT: usize = 32 << 20;

/// A list of findings that names the first of each code and counts the others.
#[derive(Default)]
pub(super) struct Bounded {
    found: Vec<Finding>,
    text: usize,
    counts: BTreeMap<&'static str, Count>,
}

#[derive(Default)]
struct Count {
    listed: u64,
    more: u64,
}

impl Bounded {
    /// Adds a finding of `code`; the finding is made only if it is listed.
    pub(super) fn add(&mut self, code: &'static Code, make: impl FnOnce(&Code) -> Finding) {
        let count = self.counts.entry(code.id).or_default();
        if count.listed >= LISTED || self.text >= TEXT {
            count.more = count.more.saturating_add(1);
            return;
        }
        count.listed = count.listed.saturating_add(1);
        let finding = make(code);
        let member = finding.member.as_ref().map_or(0, String::len);
        self.text = self.text.saturating_add(finding.detail.len()).saturating_add(member);
        self.found.push(finding);
    }

    /// The findings, and for each code that had too many of them one that says how many more there are.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        for (code, Count { more, .. }) in self.counts {
            if more > 0 {
                let detail = format!("there are {more} more findings `{code}`");
                self.found.push(Finding::new(&codes::MORE, detail));
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
        assert_eq!(found.last().unwrap().detail, "there are 7 more findings `record.unlisted`");
    }

    #[test]
    fn long_texts_use_the_bound_up_sooner() {
        let mut found = Bounded::default();
        for _ in 0..100 {
            found.add(&codes::RECORD_UNLISTED, |code| Finding::new(code, "").in_member("x".repeat(1 << 20)));
        }
        let found = found.finish();
        assert_eq!(found.len(), 33);
        assert_eq!(found.last().unwrap().detail, "there are 68 more findings `record.unlisted`");
    }
}
