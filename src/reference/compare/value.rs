//! A stated value beside a member's.

use std::collections::BTreeSet;

use super::Outcome;
use super::here::HeldMember;
use crate::binary::{Id, IdKind};
use crate::card::format::{counted, thousands};
use crate::reference::{Claim, Partial};

/// What came of one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) outcome: Outcome,
    pub(super) found: Option<String>,
    pub(super) claimed: bool,
    pub(super) doubtful: bool,
    pub(super) detail: String,
}

impl Judged {
    pub(super) fn new(outcome: Outcome, found: Option<String>) -> Self {
        Self { outcome, found, claimed: false, doubtful: false, detail: String::new() }
    }

    pub(super) fn saying(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }
}

/// Compares what is claimed of a member with the member. `over` says whether its wheel was read to the end, so that
/// nothing more will be known of it.
pub(super) fn judge(claim: &Claim, member: &HeldMember<'_>, over: bool) -> Judged {
    let settle = |equal: bool, whole: bool, found: String| settle(member, over, equal, whole, found);
    match claim {
        Claim::Size(size) => settle(member.size == *size, true, thousands(member.size)),
        Claim::Sha256(stated) => match member.sha256.map(|digest| digest.to_string()) {
            Some(found) => {
                let judged = settle(stated.fits(&found), stated.is_whole(), found);
                let twins = member.row.map(|(_, copy)| copy.twins.as_slice()).unwrap_or_default();
                let mut digests = twins.iter().filter_map(|twin| twin.sha256);
                if judged.outcome == Outcome::Differs && digests.any(|digest| stated.fits(&digest.to_string())) {
                    return judged
                        .saying("the wheel holds this name twice, and the entry that pip does not install has it");
                }
                judged
            }
            None => unknown(member, over),
        },
        Claim::Sha256Among(stated) => match member.sha256.map(|digest| digest.to_string()) {
            Some(found) => {
                let fitting = stated.iter().find(|digest| digest.fits(&found));
                settle(fitting.is_some(), fitting.is_some_and(Partial::is_whole), found)
            }
            None => unknown(member, over),
        },
        Claim::BuildId(stated) => match ids(member) {
            Some(ids) if ids.is_empty() => no_id(member, over),
            Some(ids) => {
                let fitting = ids.iter().find(|id| stated.fits(&id.text));
                let shown = fitting.map_or_else(|| list(&ids), |id| id.text.clone());
                let mut judged = settle(fitting.is_some(), stated.is_whole(), shown);
                let begins = |id: &&Id| matches!(stated, Partial::Whole(text) if id.text.starts_with(text.as_str()));
                if judged.outcome == Outcome::Differs && ids.iter().any(begins) {
                    judged = judged.saying("the id here begins with the stated one, which is given as a whole id");
                } else if ids.len() > 1 && judged.detail.is_empty() {
                    judged.detail = format!("the file has {}: {}", counted(ids.len(), "id", "ids"), list(&ids));
                }
                judged
            }
            None => unknown(member, over),
        },
        Claim::BuildIdBytes(stated) => match ids(member) {
            Some(ids) if ids.is_empty() => no_id(member, over),
            Some(ids) => {
                let lengths: BTreeSet<u64> = ids.iter().map(|id| id.bytes).collect();
                let found: Vec<String> = lengths.iter().map(|bytes| format!("{} bytes", thousands(*bytes))).collect();
                let equal = lengths.iter().all(|bytes| bytes == stated);
                let mut judged = settle(equal, true, found.join(", "));
                if judged.outcome.holds() {
                    judged = judged.saying("the length of an id is not the id");
                }
                judged
            }
            None => unknown(member, over),
        },
        // That it is there was found before.
        _ => settle(true, true, "there".to_owned()),
    }
}

fn settle(member: &HeldMember<'_>, over: bool, equal: bool, whole: bool, found: String) -> Judged {
    let outcome = match (member.verified, equal, whole) {
        (false, ..) => Outcome::NotYetChecked,
        (true, false, _) => Outcome::Differs,
        (true, true, true) => Outcome::Matches,
        (true, true, false) => Outcome::MatchesPublished,
    };
    let mut judged = Judged::new(outcome, Some(found));
    judged.doubtful = member.doubtful;
    if !member.verified {
        judged.claimed = true;
        judged.doubtful |= over;
        judged = judged.saying(match (over, equal) {
            (true, _) => "its bytes could not be read, see the findings; what stands here is only claimed",
            (false, true) => "claimed alike by the wheel, its bytes are not looked at yet",
            (false, false) => "claimed otherwise by the wheel, its bytes are not looked at yet",
        });
    } else if member.doubtful {
        judged = judged.saying("the bytes here are doubtful, see the findings");
    }
    judged
}

fn unknown(member: &HeldMember<'_>, over: bool) -> Judged {
    let mut judged = Judged::new(Outcome::NotYetChecked, None);
    judged.doubtful = over || member.doubtful;
    let why = if over { "its bytes could not be read, see the findings" } else { "not looked at yet" };
    judged.saying(why)
}

fn no_id(member: &HeldMember<'_>, over: bool) -> Judged {
    let unreadable = member.row.is_some_and(|(_, copy)| copy.unreadable_notes);
    if !member.verified {
        return unknown(member, over);
    }
    let mut judged = Judged::new(Outcome::Differs, None);
    judged.doubtful = unreadable || member.doubtful;
    judged.saying(match (member.row.is_some(), unreadable) {
        (true, true) => "a note of it can't be read, so an id may be missing",
        (true, false) => "it has no id",
        (false, _) => "it is no binary, and has no id",
    })
}

/// The ids by which somebody may cite the member: its GNU build-ids, else those of its format. `None` when not yet
/// looked at.
fn ids<'a>(member: &HeldMember<'a>) -> Option<Vec<&'a Id>> {
    let Some((_, copy)) = member.row else { return member.verified.then(Vec::new) };
    let all = copy.ids.as_ref()?;
    let gnu: Vec<&Id> = all.iter().filter(|id| id.kind == IdKind::GnuBuildId).collect();
    Some(if gnu.is_empty() { all.iter().collect() } else { gnu })
}

fn list(ids: &[&Id]) -> String {
    let texts: Vec<&str> =
        ids.iter().map(|id| if id.text.is_empty() { "empty id" } else { id.text.as_str() }).collect();
    texts.join(", ")
}
