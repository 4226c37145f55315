//! One wheel's candidates: each member that may be a row, with the digest that is known of it and whether to trust it.

use std::collections::{BTreeMap, BTreeSet};

use crate::binary::Group;
use crate::binary::codes::ELF_UNREADABLE_NOTES;
use crate::bytes::Sha256;
use crate::container::{Entry, Place};
use crate::finding::{Finding, Severity};
use crate::report::{Identified, Member, RecordVerdict, Verified, WheelReport};
use crate::wheel::{AbiFit, CompressedTags, RowHash, effective_tags};

use super::candidates;
use super::key::Name;
use super::ladder::{Copy, Twin};

/// A member that may be one wheel's copy of a binary.
#[derive(Debug, Clone)]
pub(super) struct Candidate<'a> {
    pub(super) wheel: usize,
    pub(super) entry: &'a Entry,
    pub(super) identified: Option<&'a Identified>,
    pub(super) verified: Option<&'a Verified>,
    /// What was found odd in the member itself.
    findings: &'a [Finding],
    /// The other entries of its name.
    twins: Vec<Twin>,
    /// RECORD's claim.
    claimed: Option<Sha256>,
    /// Why its bytes are doubtful, see [`Basis::Doubtful`](super::Basis::Doubtful).
    pub(super) doubt: Option<String>,
    /// See [`Copy::unread`].
    pub(super) unread: Option<String>,
    pub(super) name: Name,
    pub(super) group: Group,
    /// How its name's tag fits its wheel's; `None` when either states none.
    pub(super) fit: Option<AbiFit>,
    /// See [`Copy::guest`].
    pub(super) guest: bool,
    /// Whether it is a module for one ABI: by its tag, or because it exports a module's entry point without `abi3`.
    pub(super) per_abi: bool,
}

impl Candidate<'_> {
    /// Computed, or RECORD's claim until then.
    pub(super) fn digest(&self) -> Option<Sha256> {
        self.verified.map(|verified| verified.sha256).or(self.claimed)
    }

    /// Counted, or the directory's claim until then.
    pub(super) fn size(&self) -> u64 {
        self.verified.map_or(self.entry.size, |verified| verified.size)
    }

    /// The same copy in the row of stale modules, see [`Copy::guest`].
    pub(super) fn as_guest(&self) -> Self {
        Self { guest: true, ..self.clone() }
    }

    pub(super) fn copy(&self) -> Copy {
        let binary = self.identified.and_then(|identified| identified.binary.as_ref());
        Copy {
            wheel: self.wheel,
            entry: self.entry.index,
            path: self.entry.name.clone(),
            size: self.size(),
            sha256: self.digest(),
            verified: self.verified.is_some(),
            doubtful: self.doubt.is_some(),
            foreign: self.fit == Some(AbiFit::Foreign),
            guest: self.guest,
            kind: self.identified.map(|identified| identified.kind),
            role: binary.map(|binary| binary.role),
            twins: self.twins.clone(),
            unread: self.unread.clone(),
            unreadable_notes: self.findings.iter().any(|finding| finding.code == ELF_UNREADABLE_NOTES.id),
            ids: self.identified.map(|_| binary.map(|binary| binary.ids.clone()).unwrap_or_default()),
        }
    }
}

/// The candidates of all wheels, wheel by wheel, one for each name, in the directory's order.
pub(super) fn of_wheels<'a>(wheels: &[&'a WheelReport]) -> Vec<Candidate<'a>> {
    let mut keys: BTreeSet<String> = BTreeSet::new();
    let mut found: Vec<Vec<Candidate<'a>>> = Vec::with_capacity(wheels.len());
    for (wheel, report) in wheels.iter().enumerate() {
        let of_wheel = of_wheel(wheel, report, |_| false);
        keys.extend(of_wheel.iter().map(|candidate| candidate.name.key.clone()));
        found.push(of_wheel);
    }
    // A text that stands where other wheels have a program is that wheel's copy of it: the program is not missing there.
    for ((wheel, report), of_this) in wheels.iter().enumerate().zip(&mut found) {
        let own: BTreeSet<&str> = of_this.iter().map(|candidate| candidate.name.key.as_str()).collect();
        let elsewhere: BTreeSet<&str> = keys.iter().map(String::as_str).filter(|key| !own.contains(key)).collect();
        if !elsewhere.is_empty() {
            let complete = of_wheel(wheel, report, |name| elsewhere.contains(name.key.as_str()));
            *of_this = complete;
        }
    }
    found.into_iter().flatten().collect()
}

/// The candidates of one wheel. A member that is no binary is one when its name is `wanted`.
fn of_wheel(wheel: usize, report: &WheelReport, wanted: impl Fn(&Name) -> bool) -> Vec<Candidate<'_>> {
    let mut by_name: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in report.listing.directory.entries.iter().filter(|entry| !entry.is_directory()) {
        by_name.entry(&entry.name).or_default().push(entry);
    }
    let known = Known::of(report);
    let mut found: Vec<Candidate<'_>> =
        by_name.into_values().filter_map(|entries| known.candidate(wheel, &entries, &wanted)).collect();
    found.sort_by_key(|candidate| candidate.entry.index);
    found
}

/// What one wheel's report knows of its members, ready to be looked up.
struct Known<'a> {
    report: &'a WheelReport,
    tags: Option<CompressedTags>,
    members: BTreeMap<u32, &'a Member>,
    claims: BTreeMap<&'a str, Option<Sha256>>,
    suspects: Suspects<'a>,
}

impl<'a> Known<'a> {
    fn of(report: &'a WheelReport) -> Self {
        Self {
            report,
            tags: effective_tags(&report.listing.file_name, report.listing.wheel.as_ref()),
            members: report.members.iter().map(|member| (member.index, member)).collect(),
            claims: claims(report),
            suspects: Suspects::of(report),
        }
    }

    fn twin(&self, entry: &Entry) -> Twin {
        let verified = self.members.get(&entry.index).and_then(|member| member.verified.as_ref());
        Twin {
            entry: entry.index,
            size: verified.map_or(entry.size, |verified| verified.size),
            sha256: verified.map(|verified| verified.sha256),
        }
    }

    /// Why the bytes of the entry that is installed are in doubt, its own reasons before those of the container.
    fn doubt(&self, entries: &[&Entry], entry: &Entry, member: Option<&Member>) -> Option<String> {
        let verified = member.and_then(|member| member.verified.as_ref());
        let own = match verified {
            Some(verified) if !verified.intact => Some("its CRC-32 or size is not what the container claims"),
            Some(verified) if verified.record == RecordVerdict::Differs => {
                Some("RECORD states another digest or size for it")
            }
            _ if !are_one(entries, &self.members) => {
                Some("the wheel has several entries of its name, not proven equal")
            }
            _ => None,
        };
        // Another reader may see other bytes of it, or none.
        let hidden = match (entry.place, entry.overlaps) {
            (Place::LocalOnly, _) => Some("no central directory names it, so only a tool that streams sees it"),
            (_, true) => Some("its bytes overlap those of another entry"),
            _ => None,
        };
        own.or_else(|| self.suspects.alarm(entry, member)).or(hidden).map(str::to_owned)
    }

    /// Whether the wheel is for the stable ABI only, so that its untagged modules are too.
    fn is_for_stable_abi(&self) -> bool {
        let abis = self.tags.as_ref().map(|tags| tags.abi.as_slice()).unwrap_or_default();
        !abis.is_empty() && abis.iter().all(|abi| abi == "abi3" || abi == "abi3t")
    }

    /// The candidate that the entries of one name come to; `None` when that is no binary.
    fn candidate(&self, wheel: usize, entries: &[&'a Entry], wanted: impl Fn(&Name) -> bool) -> Option<Candidate<'a>> {
        let entry = installed(entries)?;
        let member = self.members.get(&entry.index).copied();
        let identified = member.and_then(|member| member.identified.as_ref());
        let verified = member.and_then(|member| member.verified.as_ref());
        let name = Name::of(&entry.name);
        let group_of = |entry: &&Entry| {
            let identified = self.members.get(&entry.index).and_then(|member| member.identified.as_ref());
            candidates::group(entry, &name, identified)
        };
        // A binary that pip overwrites with a text of the same name is still a binary in the wheel.
        let group = group_of(&entry)
            .or_else(|| entries.iter().find_map(group_of))
            .or_else(|| wanted(&name).then_some(Group::Other))?;

        let binary = identified.and_then(|identified| identified.binary.as_ref());
        let exports_module = binary.is_some_and(|binary| !binary.python_exports.is_empty());
        let is_stable = name.is_stable_abi() || self.is_for_stable_abi();
        let fit = name.tag.as_ref().zip(self.tags.as_ref()).map(|(tag, tags)| tag.fit(tags));

        Some(Candidate {
            wheel,
            entry,
            identified,
            verified,
            findings: member.map(|member| member.findings.as_slice()).unwrap_or_default(),
            twins: entries.iter().filter(|twin| twin.index != entry.index).map(|twin| self.twin(twin)).collect(),
            claimed: self.claims.get(entry.name.as_str()).copied().flatten(),
            doubt: self.doubt(entries, entry, member),
            unread: member.and_then(|member| self.report.unread(member)).map(|finding| finding.detail.clone()),
            guest: false,
            per_abi: name.is_for_one_abi() || exports_module && !is_stable,
            name,
            group,
            fit,
        })
    }
}

/// Of the entries of one name, the one that pip installs: the last of the central directory.
fn installed<'a>(entries: &[&'a Entry]) -> Option<&'a Entry> {
    entries.iter().rev().find(|entry| entry.place == Place::Central).or(entries.last()).copied()
}

/// Whether the entries of one name are one content, proven by their bytes.
fn are_one(entries: &[&Entry], members: &BTreeMap<u32, &Member>) -> bool {
    if entries.len() < 2 {
        return true;
    }
    let digest = |entry: &&Entry| {
        let verified = members.get(&entry.index)?.verified.as_ref()?;
        verified.intact.then_some(verified.sha256)
    };
    let digests: BTreeSet<Option<Sha256>> = entries.iter().map(digest).collect();
    digests.len() == 1 && !digests.contains(&None)
}

/// RECORD's claim for each path; `None` where its rows contradict one another.
fn claims(report: &WheelReport) -> BTreeMap<&str, Option<Sha256>> {
    let mut claims: BTreeMap<&str, Option<Sha256>> = BTreeMap::new();
    for row in report.listing.record.iter().flat_map(|record| &record.rows) {
        let (RowHash::Sha256(digest) | RowHash::OddSha256 { digest, .. }) = &row.hash else { continue };
        claims
            .entry(&row.path)
            .and_modify(|claim| *claim = claim.filter(|known| known == digest))
            .or_insert(Some(*digest));
    }
    claims
}

/// The members about which an alarm was raised: by its meaning, two tools may see different bytes there.
struct Suspects<'a> {
    /// An alarm about the container as a whole: which of two archives is meant, say.
    all: Option<&'a str>,
    /// What it says of each name.
    names: BTreeMap<&'a str, &'a str>,
}

impl<'a> Suspects<'a> {
    fn of(report: &'a WheelReport) -> Self {
        let listing = &report.listing;
        let alarms = |findings: &'a [Finding]| findings.iter().filter(|f| f.severity == Severity::Alarm);
        let container = || alarms(&listing.directory.findings);
        Self {
            all: container().find(|finding| finding.member.is_none()).map(|finding| finding.detail.as_str()),
            names: container()
                .chain(alarms(&listing.findings))
                .chain(alarms(&report.findings))
                .filter_map(|f| Some((f.member.as_deref()?, f.detail.as_str())))
                .collect(),
        }
    }

    /// What the first alarm about an entry says.
    fn alarm<'b>(&'b self, entry: &Entry, member: Option<&'b Member>) -> Option<&'b str> {
        let own = member.and_then(|member| member.findings.iter().find(|f| f.severity == Severity::Alarm));
        let named = || self.names.get(entry.name.as_str()).copied();
        own.map(|finding| finding.detail.as_str()).or_else(named).or(self.all)
    }
}
