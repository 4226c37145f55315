//! Collects findings without a flood: what holds for hundreds of members is said once, with a count.

use std::collections::BTreeMap;

use super::name::quoted;
use crate::finding::{Code, Finding};

/// Findings of one code that are kept one by one; further ones are counted.
const EACH: u64 = 50;

/// The findings of one container.
#[derive(Default)]
pub(super) struct Tally {
    findings: Vec<Finding>,
    kept: BTreeMap<&'static str, Count>,
    common: BTreeMap<&'static str, Common>,
}

struct Count {
    code: &'static Code,
    count: u64,
}

/// Something that may hold for many members.
struct Common {
    code: &'static Code,
    what: &'static str,
    count: u64,
    first: String,
    at: u64,
}

impl Tally {
    /// Adds a finding; of each code the first [`EACH`] are kept, of the others their number.
    pub(super) fn add(&mut self, code: &'static Code, finding: impl FnOnce() -> Finding) {
        let kept = self.kept.entry(code.id).or_insert(Count { code, count: 0 });
        kept.count = kept.count.saturating_add(1);
        if kept.count <= EACH {
            self.findings.push(finding());
        }
    }

    /// A finding about the container.
    pub(super) fn whole(&mut self, code: &'static Code, at: Option<u64>, detail: impl Into<String>) {
        let finding = Finding::new(code, detail);
        self.add(code, || match at {
            Some(at) => finding.at(at),
            None => finding,
        });
    }

    /// A finding about one member, whose sentence is made only if it is kept.
    pub(super) fn member(&mut self, code: &'static Code, name: &str, at: u64, detail: impl FnOnce() -> String) {
        self.add(code, || Finding::new(code, detail()).in_member(name).at(at));
    }

    /// A note that may hold for many members: one finding names the first and counts the others. `what` completes
    /// "1 member …" and "N members …".
    pub(super) fn common(&mut self, code: &'static Code, what: &'static str, name: &str, at: u64) {
        let first = || Common { code, what, count: 0, first: name.to_owned(), at };
        let common = self.common.entry(code.id).or_insert_with(first);
        common.count = common.count.saturating_add(1);
    }

    /// All of them, worst first.
    pub(super) fn finish(self) -> Vec<Finding> {
        let mut findings = self.findings;
        for Common { code, what, count, first, at } in self.common.into_values() {
            let detail = match count {
                1 => format!("1 member {what}: {}", quoted(&first)),
                _ => format!("{count} members {what}, the first is {}", quoted(&first)),
            };
            findings.push(Finding::new(code, detail).in_member(first).at(at));
        }
        for Count { code, count } in self.kept.into_values() {
            if let Some(more @ 1..) = count.checked_sub(EACH) {
                findings.push(Finding::new(code, format!("{more} more findings of this kind, {count} in all")));
            }
        }
        findings.sort();
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::super::codes;
    use super::*;

    #[test]
    fn what_holds_for_many_members_is_said_once_with_a_count() {
        let mut tally = Tally::default();
        for at in 0..300 {
            tally.common(&codes::DATA_DESCRIPTOR, "have a data descriptor", "a/b.py", at);
        }
        let findings = tally.finish();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].detail, "300 members have a data descriptor, the first is `a/b.py`");
    }

    #[test]
    fn findings_of_one_kind_are_kept_up_to_a_bound_and_then_counted() {
        let mut tally = Tally::default();
        for at in 0..EACH + 7 {
            tally.member(&codes::SYMLINK, "a", at, String::new);
        }
        let findings = tally.finish();
        assert_eq!(findings.len(), 51);
        assert!(findings.iter().any(|f| f.detail == "7 more findings of this kind, 57 in all"));
    }
}
