//! Which members of several wheels are one binary.

use std::collections::{BTreeMap, BTreeSet};

use crate::binary::{Elf, IdKind, Role};
use crate::wheel::AbiFit;

use super::copies::Candidate;
use super::key::{is_grafted, ungrafted};
use super::ladder::PairedBy;

/// A pair in the making.
#[derive(Debug, Clone)]
pub(super) struct Draft<'a> {
    pub(super) key: String,
    /// By wheel, at most one each, never empty.
    pub(super) copies: Vec<Candidate<'a>>,
    /// Members of the key that are of a foreign ABI, beside a copy that fits.
    pub(super) foreign: Vec<(usize, String)>,
    /// See [`Pair::stale`](super::Pair::stale).
    pub(super) stale: bool,
    pub(super) paired_by: PairedBy,
}

impl<'a> Draft<'a> {
    fn new(key: String, copies: Vec<Candidate<'a>>) -> Self {
        let mut paths = copies.iter().map(|copy| &copy.entry.name);
        let first = paths.next();
        let same = paths.all(|path| Some(path) == first);
        let paired_by = if same { PairedBy::Path } else { PairedBy::NormalisedPath };
        Self { key, copies, foreign: Vec::new(), stale: false, paired_by }
    }

    fn wheels(&self) -> impl Iterator<Item = usize> + '_ {
        self.copies.iter().map(|copy| copy.wheel)
    }
}

/// Pairs the candidates of `compared` wheels (given wheel by wheel); keys are unique, and sorted.
pub(super) fn draft(candidates: Vec<Candidate<'_>>, compared: usize) -> Vec<Draft<'_>> {
    let mut by_key: BTreeMap<String, Vec<Candidate<'_>>> = BTreeMap::new();
    for candidate in candidates {
        by_key.entry(candidate.name.key.clone()).or_default().push(candidate);
    }
    let mut drafts = Vec::with_capacity(by_key.len());
    for (key, members) in by_key {
        settle(key, members, &mut drafts);
    }
    // Equal bytes are one binary whatever its name. A build-id is evidence of one link step; a SONAME is only a name, so
    // it comes last.
    let drafts = join(drafts, compared, PairedBy::Content, shared_content);
    let drafts = join(drafts, compared, PairedBy::BuildId, shared_build_id);
    let drafts = join(drafts, compared, PairedBy::Soname, shared_soname);
    with_unique_keys(drafts)
}

/// Makes the members of one key one draft, or as many as the wheel that has several of them asks for.
fn settle<'a>(key: String, members: Vec<Candidate<'a>>, drafts: &mut Vec<Draft<'a>>) {
    if !has_two_of_one_wheel(&members) {
        drafts.push(Draft::new(key, members));
        return;
    }
    let (tagged, untagged): (Vec<_>, Vec<_>) = members.into_iter().partition(|m| m.name.is_for_one_abi());
    if let (Some(first), false) = (tagged.first(), untagged.is_empty()) {
        // `x.so` beside `x.cpython-310-….so`: Python prefers the tagged one, and they are two files.
        let starred = first.name.starred();
        settle(starred, tagged, drafts);
        settle(key, untagged, drafts);
        return;
    }
    match fitting(tagged) {
        Ok((copies, foreign)) => {
            let paths = foreign.iter().map(|stray| (stray.wheel, stray.entry.name.clone())).collect();
            stale(&copies, foreign, drafts);
            drafts.push(Draft { foreign: paths, ..Draft::new(key, copies) });
        }
        // Nothing tells them apart but the whole path (two grafts of one stem, say): then that is the key.
        Err(tagged) => {
            let mut by_path: BTreeMap<&str, Vec<Candidate<'a>>> = BTreeMap::new();
            for member in tagged.into_iter().chain(untagged) {
                by_path.entry(&member.entry.name).or_default().push(member);
            }
            drafts.extend(by_path.into_iter().map(|(path, copies)| Draft::new(path.to_owned(), copies)));
        }
    }
}

/// Makes the members of a foreign ABI that stand beside `copies` rows of their own, by path, together with the copies
/// of that path in the wheels they are for: whether a stale module is that of its own wheel is what a reader asks.
fn stale<'a>(copies: &[Candidate<'a>], foreign: Vec<Candidate<'a>>, drafts: &mut Vec<Draft<'a>>) {
    let mut by_path: BTreeMap<String, Vec<Candidate<'a>>> = BTreeMap::new();
    for stray in foreign {
        by_path.entry(stray.name.tagged.clone()).or_default().push(stray);
    }
    for (path, mut strays) in by_path {
        let is_of_path = |copy: &&Candidate<'_>| copy.name.tagged == path;
        strays.extend(copies.iter().filter(is_of_path).map(Candidate::as_guest));
        strays.sort_by_key(|copy| copy.wheel);
        drafts.push(Draft { stale: true, ..Draft::new(path, strays) });
    }
}

fn has_two_of_one_wheel(members: &[Candidate<'_>]) -> bool {
    // Candidates come wheel by wheel, so two of one wheel are neighbours.
    members.windows(2).any(|two| matches!(two, [a, b] if a.wheel == b.wheel))
}

/// The members that fit their wheels, and those of a foreign ABI beside them.
type Chosen<'a> = (Vec<Candidate<'a>>, Vec<Candidate<'a>>);

/// For each wheel the member whose tag fits it best, the others being of a foreign ABI; the members back when in some
/// wheel several fit.
fn fitting(members: Vec<Candidate<'_>>) -> Result<Chosen<'_>, Vec<Candidate<'_>>> {
    let fit = |member: &Candidate<'_>| member.fit.unwrap_or(AbiFit::Narrower);
    let mut best: BTreeMap<usize, (AbiFit, usize)> = BTreeMap::new();
    for (at, member) in members.iter().enumerate() {
        let this = (fit(member), at);
        best.entry(member.wheel).and_modify(|known| *known = this.min(*known)).or_insert(this);
    }
    let chosen: BTreeSet<usize> = best.values().map(|(_, at)| *at).collect();
    let several = members.is_empty()
        || members.iter().enumerate().any(|(at, m)| {
            let is_foreign = fit(m) == AbiFit::Foreign;
            let best_is_foreign = best.get(&m.wheel).is_none_or(|(fit, _)| *fit == AbiFit::Foreign);
            !chosen.contains(&at) && (!is_foreign || best_is_foreign)
        });
    if several {
        return Err(members);
    }
    let (mut copies, mut foreign) = (Vec::new(), Vec::new());
    for (at, member) in members.into_iter().enumerate() {
        if chosen.contains(&at) {
            copies.push(member);
        } else {
            foreign.push(member);
        }
    }
    Ok((copies, foreign))
}

/// Joins drafts that are not in every wheel and share an identity, where no wheel has two of them.
fn join<'a>(
    drafts: Vec<Draft<'a>>,
    compared: usize,
    by: PairedBy,
    identity: impl Fn(&Draft<'a>) -> Option<String>,
) -> Vec<Draft<'a>> {
    let mut alone: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, draft) in drafts.iter().enumerate() {
        if draft.copies.len() < compared
            && !draft.stale
            && let Some(identity) = identity(draft)
        {
            alone.entry(identity).or_default().push(at);
        }
    }
    let is_clear = |ats: &Vec<usize>| {
        let mut seen = BTreeSet::new();
        ats.len() > 1 && ats.iter().filter_map(|at| drafts.get(*at)).flat_map(Draft::wheels).all(|w| seen.insert(w))
    };
    // For each draft that is joined to another: the place of the first of its company.
    let mut company: BTreeMap<usize, usize> = BTreeMap::new();
    for ats in alone.values().filter(|ats| is_clear(ats)) {
        if let Some(first) = ats.first() {
            company.extend(ats.iter().map(|at| (*at, *first)));
        }
    }
    let mut joined: BTreeMap<usize, Draft<'a>> = BTreeMap::new();
    for (at, draft) in drafts.into_iter().enumerate() {
        match company.get(&at).and_then(|first| joined.get_mut(first)) {
            Some(first) => {
                first.paired_by = by;
                first.copies.extend(draft.copies);
                first.copies.sort_by_key(|copy| copy.wheel);
                first.foreign.extend(draft.foreign);
            }
            None => {
                joined.insert(at, draft);
            }
        }
    }
    joined.into_values().collect()
}

/// What all copies of a draft state alike, where they state it.
fn shared<T: PartialEq>(draft: &Draft<'_>, of: impl Fn(&Candidate<'_>) -> Option<T>) -> Option<T> {
    let mut stated = draft.copies.iter().map(of);
    let first = stated.next()??;
    stated.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

/// The digest, of what is not empty.
fn shared_content(draft: &Draft<'_>) -> Option<String> {
    shared(draft, |copy| copy.digest().filter(|_| copy.size() > 0).map(|digest| digest.to_string()))
}

/// Role and build-ids. A debug companion has its binary's id and is not its variant, hence the role.
fn shared_build_id(draft: &Draft<'_>) -> Option<String> {
    shared(draft, |copy| {
        let binary = copy.identified?.binary.as_ref()?;
        let ids = binary.ids.iter().filter(|id| id.kind == IdKind::GnuBuildId && id.bytes > 0);
        let ids: Vec<&str> = ids.map(|id| id.text.as_str()).collect();
        (binary.role != Role::DebugCompanion && !ids.is_empty()).then(|| format!("{:?} {}", binary.role, ids.join(" ")))
    })
}

/// Role, machine and SONAME, graft hashes taken out.
fn shared_soname(draft: &Draft<'_>) -> Option<String> {
    shared(draft, |copy| {
        let binary = copy.identified?.binary.as_ref()?;
        let elf = binary.elf.as_ref()?;
        let soname = plain_soname(copy, elf)?;
        (binary.role != Role::DebugCompanion).then(|| format!("{:?} {} {soname}", binary.role, elf.machine_code))
    })
}

/// The SONAME, without the hash where a repair tool renamed the library.
pub(super) fn plain_soname(copy: &Candidate<'_>, elf: &Elf) -> Option<String> {
    let soname = elf.dynamic.as_ref()?.soname.as_ref()?;
    Some(if is_grafted(&copy.entry.name) { ungrafted(soname) } else { soname.clone() })
}

/// Gives a key that is taken already (two odd names that come to one) a number.
fn with_unique_keys(mut drafts: Vec<Draft<'_>>) -> Vec<Draft<'_>> {
    drafts.sort_by(|a, b| a.key.cmp(&b.key));
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for draft in &mut drafts {
        let mut key = draft.key.clone();
        let mut number = 2_u64;
        while !taken.insert(key.clone()) {
            key = format!("{} ({number})", draft.key);
            number = number.saturating_add(1);
        }
        draft.key = key;
    }
    drafts.sort_by(|a, b| a.key.cmp(&b.key));
    drafts
}
