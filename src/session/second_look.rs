//! What the page needs to have a second look at a binary: which member of which dropped file holds each content.

use super::{Session, WheelId};
use crate::bytes::Sha256;
use crate::evidence::carry::Answer;
use crate::parity::Pair;
use crate::report::{Needles, WheelReport};

/// A second look that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookRequest {
    /// The contents to be compared, no two of them equal.
    pub contents: Vec<Sha256>,
    /// A member that holds each of them.
    pub members: Vec<(WheelId, u32)>,
    /// Bytes of all of them.
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
        let bytes = holders.iter().fold(0_u64, |sum, (_, _, size)| sum.saturating_add(*size));
        let members = holders.into_iter().map(|(id, member, _)| (id, member)).collect();
        let version = self.compared().first().map(|report| report.listing.version.clone()).unwrap_or_default();
        let needles = Needles { version: version.version, local: version.local };
        Some(LookRequest { contents, members, bytes, needles })
    }

    /// A wheel, a member of it that holds this content, and how many bytes that is.
    fn holder(&self, content: &Sha256) -> Option<(WheelId, u32, u64)> {
        let compared = self.release().map(|release| release.wheels).unwrap_or_default();
        let reports = compared.into_iter().filter_map(|id| Some((id, self.wheel(id)?.report.as_ref()?)));
        let mut holding = reports.filter_map(|(id, report)| {
            let (member, size) = holding_member(report, content)?;
            Some((id, member, size))
        });
        holding.next()
    }
}

fn holding_member(report: &WheelReport, content: &Sha256) -> Option<(u32, u64)> {
    report.members.iter().find_map(|member| {
        let verified = member.verified.as_ref()?;
        (verified.intact && verified.sha256 == *content).then_some((member.index, verified.size))
    })
}
