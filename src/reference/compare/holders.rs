//! What here has an id or a digest: for facts that name nothing, and for those whose name nothing here has.

use std::collections::{BTreeMap, BTreeSet};

use super::Outcome;
use super::here::{HeldMember, Here};
use super::value::{Judged, judge};
use crate::bytes::Sha256;
use crate::card::format::{self, counted, literal};
use crate::card::{Card, Progress};
use crate::reference::partial::normal;
use crate::reference::{Claim, Partial};

/// Names that a sentence lists.
const LISTED: usize = 8;

/// Everything here that has a build-id or a digest, by that value.
pub(super) struct Holders<'h, 'a> {
    card: &'a Card,
    ids: BTreeMap<String, Vec<Holder<'h, 'a>>>,
    digests: BTreeMap<String, Vec<Holder<'h, 'a>>>,
}

/// A member, or a wheel file itself.
#[derive(Clone, Copy)]
struct Holder<'h, 'a> {
    wheel: usize,
    member: Option<&'h HeldMember<'a>>,
}

/// What came of a value that was looked for everywhere.
pub(super) struct Sought {
    pub(super) judged: Judged,
    /// The row, when what has the value is of one row.
    pub(super) key: Option<String>,
    /// The member's path, when it is of one path.
    pub(super) path: Option<String>,
    /// Whether nothing but wheel files has the value.
    pub(super) of_file: bool,
    /// The wheels in which it was found.
    pub(super) wheels: Vec<usize>,
    /// The wheels whose copy of that row has another value.
    pub(super) others: Vec<usize>,
}

impl<'h, 'a> Holders<'h, 'a> {
    pub(super) fn of(here: &'h Here<'a>) -> Self {
        let (mut ids, mut digests) = (BTreeMap::new(), BTreeMap::new());
        let add = |to: &mut BTreeMap<String, Vec<_>>, value: String, holder| {
            if !value.is_empty() {
                to.entry(value).or_default().push(holder);
            }
        };
        for (wheel, held) in here.wheels.iter().enumerate() {
            // The digest is there once the file was read to its end.
            if let Some(digest) = here.card.wheels.get(wheel).and_then(|head| head.sha256) {
                add(&mut digests, digest.to_string(), Holder { wheel, member: None });
            }
            for member in held.members() {
                let holder = Holder { wheel, member: Some(member) };
                let own = member.row.and_then(|(_, copy)| copy.ids.as_ref()).into_iter().flatten();
                own.for_each(|id| add(&mut ids, normal(&id.text), holder));
                if let Some(digest) = member.sha256 {
                    add(&mut digests, digest.to_string(), holder);
                }
            }
        }
        Self { card: here.card, ids, digests }
    }

    /// What has the value of a claim, in the order of values and wheels.
    fn having(&self, claim: &Claim) -> Vec<Holder<'h, 'a>> {
        let (stated, index) = match claim {
            Claim::BuildId(stated) => (stated, &self.ids),
            Claim::Sha256(stated) => (stated, &self.digests),
            _ => return Vec::new(),
        };
        let from = normal(match stated {
            Partial::Whole(text) | Partial::Ends { head: text, .. } => text,
        });
        let near = index.range(from.clone()..).take_while(|(value, _)| value.starts_with(&from));
        near.filter(|(value, _)| stated.fits(value)).flat_map(|(_, holders)| holders.iter().copied()).collect()
    }

    /// Looks for the value of a fact that names no member: one member, or one wheel file, must have it.
    pub(super) fn seek(&self, claim: &Claim, is_whole: bool) -> Sought {
        let fitting = self.having(claim);
        let over = self.card.wheels.iter().all(|head| head.progress == Progress::Verified);
        let verified: Vec<Holder<'h, 'a>> = fitting.iter().copied().filter(Holder::is_verified).collect();
        let those = if verified.is_empty() { &fitting } else { &verified };
        let names = || self.names(those, |member| member.key().unwrap_or(member.path));
        let judged = match (verified.first(), fitting.first()) {
            (Some(holder), _) => {
                let outcome = if is_whole { Outcome::Matches } else { Outcome::MatchesPublished };
                let mut judged = Judged::new(outcome, self.value(claim, holder));
                judged.doubtful = verified.iter().all(Holder::is_doubtful);
                judged.saying(format!("it is that of {}", names()))
            }
            (None, Some(holder)) => {
                let mut judged = Judged::new(Outcome::NotYetChecked, self.value(claim, holder));
                (judged.claimed, judged.doubtful) = (true, over);
                judged.saying(format!("only claimed so far, of {}", names()))
            }
            (None, None) if over => Judged::new(Outcome::NotHere, None).saying("nothing here has this value"),
            (None, None) => Judged::new(Outcome::NotYetChecked, None).saying("nothing that was read has this value"),
        };
        let wheels: BTreeSet<usize> = verified.iter().map(|holder| holder.wheel).collect();
        let others = Self::others(those, &wheels);
        Sought {
            judged,
            key: key_of(those),
            path: only(those.iter().filter_map(|holder| Some(holder.member?.path))),
            of_file: !those.is_empty() && those.iter().all(|holder| holder.member.is_none()),
            wheels: wheels.into_iter().collect(),
            others,
        }
    }

    /// Looks for the bytes of a member whose name is not here. Only a whole value names bytes, and only those that were
    /// looked at; that a file is empty says nothing of which it is.
    pub(super) fn elsewhere(&self, claim: &Claim, wheel: Option<usize>) -> Option<Sought> {
        let (Claim::BuildId(Partial::Whole(_)) | Claim::Sha256(Partial::Whole(_))) = claim else { return None };
        let is_here = |holder: &Holder<'_, '_>| wheel.is_none_or(|wheel| holder.wheel == wheel);
        let is_told = |holder: &Holder<'_, '_>| holder.member.is_none_or(|member| member.size > 0);
        let those: Vec<Holder<'h, 'a>> =
            self.having(claim).into_iter().filter(|h| h.is_verified() && is_here(h) && is_told(h)).collect();
        let first = those.first()?;
        let mut judged = Judged::new(Outcome::OtherName, self.value(claim, first));
        judged.doubtful = those.iter().all(Holder::is_doubtful);
        let what = if matches!(claim, Claim::Sha256(_)) { "the bytes are here" } else { "this build-id is here" };
        let names = self.names(&those, |member| member.path);
        let judged = judged.saying(format!("not under this name, but {what}, as {names}"));
        let wheels: BTreeSet<usize> = those.iter().map(|holder| holder.wheel).collect();
        Some(Sought {
            judged,
            key: key_of(&those),
            path: None,
            of_file: false,
            wheels: wheels.into_iter().collect(),
            others: Vec::new(),
        })
    }

    fn value(&self, claim: &Claim, holder: &Holder<'_, '_>) -> Option<String> {
        match (claim, holder.member) {
            (Claim::Sha256(_), _) => self.digest(holder).map(|digest| digest.to_string()),
            (_, Some(member)) => judge(claim, member, true).found,
            (_, None) => None,
        }
    }

    fn digest(&self, holder: &Holder<'_, '_>) -> Option<Sha256> {
        match holder.member {
            Some(member) => member.sha256,
            None => self.card.wheels.get(holder.wheel)?.sha256,
        }
    }

    /// The wheels that have the row of what was found, with another value.
    fn others(those: &[Holder<'h, 'a>], having: &BTreeSet<usize>) -> Vec<usize> {
        let rows = those.iter().filter_map(|holder| holder.member?.row).map(|(row, _)| row);
        let copies = rows.flat_map(|row| &row.copies).filter(|copy| !copy.guest && copy.verified);
        let wheels: BTreeSet<usize> = copies.map(|copy| copy.wheel).filter(|wheel| !having.contains(wheel)).collect();
        wheels.into_iter().collect()
    }

    /// `` `d/liba.so` in cp310, cp311 ``, `` the wheel file `demo-….whl` ``.
    fn names<'n>(&self, those: &[Holder<'h, 'n>], name: impl Fn(&'h HeldMember<'n>) -> &'n str) -> String {
        let mut members: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        let mut files: BTreeSet<usize> = BTreeSet::new();
        for holder in those {
            match holder.member {
                Some(member) => members.entry(name(member)).or_default().insert(holder.wheel),
                None => files.insert(holder.wheel),
            };
        }
        let files = files.iter().filter_map(|wheel| self.card.wheels.get(*wheel));
        let files = files.map(|head| format!("the wheel file {}", literal(&head.file_name)));
        let in_wheels =
            |wheels: &BTreeSet<usize>| format::labels(&wheels.iter().copied().collect::<Vec<_>>(), &self.card.wheels);
        let members = members.iter().map(|(name, wheels)| format!("{} in {}", literal(name), in_wheels(wheels)));
        let all: Vec<String> = files.chain(members).collect();
        let mut items: Vec<String> = all.iter().take(LISTED).cloned().collect();
        let more = all.len().saturating_sub(items.len());
        if more > 0 {
            items.push(counted(more, "other", "others"));
        }
        format::listed(&items)
    }
}

impl Holder<'_, '_> {
    fn is_verified(&self) -> bool {
        self.member.is_none_or(|member| member.verified)
    }

    fn is_doubtful(&self) -> bool {
        self.member.is_some_and(|member| member.doubtful)
    }
}

fn key_of(those: &[Holder<'_, '_>]) -> Option<String> {
    only(those.iter().filter_map(|holder| holder.member?.key()))
}

/// The one name, when all are one.
fn only<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let mut names = names.collect::<BTreeSet<_>>().into_iter();
    names.next().filter(|_| names.next().is_none()).map(str::to_owned)
}
