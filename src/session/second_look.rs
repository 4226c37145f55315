//! What the page needs to have a second look at a binary: which member of which dropped file holds each content.

use super::{Session, WheelId};
use crate::bytes::Sha256;
use crate::container::Entry;
use crate::evidence::carry::Answer;
use crate::parity::Pair;
use crate::report::{Needles, Verified, WheelReport};

/// A second look that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookRequest {
    /// The contents to be compared, no two of them equal.
    pub contents: Vec<Sha256>,
    /// A member that holds each of them: where to read it again.
    pub members: Vec<(WheelId, Entry)>,
    /// Bytes that are held at once: those of the two largest.
    pub bytes: u64,
    /// The version and its label, to be recognised in texts that differ.
    pub needles: Needles,
}

/// What the carry box of a pair was asked last, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The pair's key.
    pub key: String,
    /// Which wheel's copy the places were read in: an index into the card's wheels.
    pub wheel: usize,
    /// What came of it.
    pub answer: Carrying,
}

/// What came of a question to the carry box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carrying {
    /// Nothing yet.
    UnderWay,
    /// The answers, in the order of the places.
    Answers(Vec<Answer>),
    /// It could not be answered, in a sentence.
    Failed(String),
}

impl Session {
    /// The second look at a pair of the card; `None` when there is nothing to compare.
    pub fn look_request(&self, pair: &Pair) -> Option<LookRequest> {
        self.request(pair.contents()?)
    }

    /// The members for a question to the carry box: the copy of the card's wheel `wheel` first, then every other
    /// content.
    pub fn carry_request(&self, pair: &Pair, wheel: usize) -> Option<LookRequest> {
        let first = pair.copies.iter().find(|copy| copy.wheel == wheel)?.sha256?;
        let mut contents = pair.contents()?;
        contents.retain(|content| *content != first);
        contents.insert(0, first);
        self.request(contents)
    }

    fn request(&self, contents: Vec<Sha256>) -> Option<LookRequest> {
        let holders = contents.iter().map(|content| self.holder(content)).collect::<Option<Vec<_>>>()?;
        let mut sizes: Vec<u64> = holders.iter().map(|(_, entry)| entry.size).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let bytes = sizes.iter().take(2).fold(0_u64, |sum, size| sum.saturating_add(*size));
        let members = holders.into_iter().map(|(id, entry)| (id, entry.clone())).collect();
        let version = self.compared().first().map(|report| report.listing.version.clone()).unwrap_or_default();
        let needles = Needles { version: version.version, local: version.local };
        Some(LookRequest { contents, members, bytes, needles })
    }

    /// A wheel, and a member of it that holds this content.
    fn holder(&self, content: &Sha256) -> Option<(WheelId, &Entry)> {
        let compared = self.release().map(|release| release.wheels).unwrap_or_default();
        let mut reports = compared.into_iter().filter_map(|id| Some((id, self.wheel(id)?.report.as_ref()?)));
        reports.find_map(|(id, report)| Some((id, holding_entry(report, content)?)))
    }
}

/// An entry of a member that holds this content, and all of whose claims the bytes bore out.
fn holding_entry<'a>(report: &'a WheelReport, content: &Sha256) -> Option<&'a Entry> {
    let holds = |verified: &Verified| verified.intact && verified.sha256 == *content;
    let member = report.members.iter().find(|member| member.verified.as_ref().is_some_and(holds))?;
    report.listing.directory.entries.get(usize::try_from(member.index).ok()?)
}
