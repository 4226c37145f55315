//! The report of one wheel: the only data that crosses the worker boundary.
//!
//! A wheel is known in three moments, and each is visible in the type: a [`Listing`] is there at once; each
//! [`Member`] is then *identified* (its kind and format facts) and *verified* (all its bytes inflated, counted and
//! hashed). `None` means not yet looked at; absent things are `None` inside the facts; malformed things are findings.

use serde::{Deserialize, Serialize};

use crate::binary::{Binary, FileKind};
use crate::bytes::Sha256;
use crate::container::{Directory, InstallerVerdict};
use crate::finding::{Finding, Severity};
use crate::wheel::{DistInfo, FileName, Metadata, RecordFile, VersionFacts, WheelFile};

/// The first moment: what the zip directory and the wheel's own metadata claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// The file's name and what it says.
    pub file_name: FileName,
    /// The wheel file's size in bytes.
    pub size: u64,
    /// The zip directory.
    pub directory: Directory,
    /// The dist-info directory.
    pub dist_info: DistInfo,
    /// METADATA; `None` when there is none that can be read.
    pub metadata: Option<Metadata>,
    /// WHEEL; `None` when there is none that can be read.
    pub wheel: Option<WheelFile>,
    /// RECORD; `None` when there is none that can be read.
    pub record: Option<RecordFile>,
    /// The version, where it lives, and the build time.
    pub version: VersionFacts,
    /// Anomalies of names and metadata (the container's are in `directory`).
    pub findings: Vec<Finding>,
}

/// What is known of one member, beside its [`Entry`](crate::container::Entry).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The entry it is about.
    pub index: u32,
    /// Moment 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identified: Option<Identified>,
    /// Moment 3. `None` also when the bytes can't be had; then a finding says why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified: Option<Verified>,
    /// Anomalies of this member.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

/// What a member is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identified {
    /// By its bytes.
    pub kind: FileKind,
    /// Facts, for ELF, Mach-O, PE, `ar` and COFF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binary: Option<Binary>,
    /// Whether the facts rest on all bytes of the member, or on its head only.
    pub complete: bool,
}

/// What a member's bytes say, all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// Bytes that came out.
    pub size: u64,
    /// Their SHA-256.
    pub sha256: Sha256,
    /// Their CRC-32.
    pub crc32: u32,
    /// Whether size and CRC-32 are those that the directory claims; if not, the digest is of untrusted bytes.
    pub intact: bool,
    /// How RECORD's row compares.
    pub record: RecordVerdict,
    /// How often each searched text occurs, for binaries; see [`Needles`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<Hits>,
}

/// How a member's bytes compare with RECORD.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordVerdict {
    /// Hash and size are those of the row.
    Match,
    /// Equal, though the hash is written in an odd encoding.
    OddEncoding,
    /// The hash or the size is another: an alarm.
    Differs,
    /// The row states no hash (as RECORD's own may), or one in an algorithm that is not computed here.
    NotStated,
    /// RECORD has no row for it.
    Unlisted,
    /// RECORD exempts it (itself and its signatures).
    Exempt,
    /// There is no RECORD.
    NoRecord,
}

/// The texts to search for in all bytes of every binary.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needles {
    /// The version string.
    pub version: Option<String>,
    /// Its local label.
    pub local: Option<String>,
}

/// How often each of [`Needles`] occurs in a binary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hits {
    /// The version string; `None` when there is none to search for.
    pub version: Option<u64>,
    /// The local label; `None` when there is none to search for.
    pub local: Option<u64>,
}

/// All that is known of one wheel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WheelReport {
    /// The first moment.
    pub listing: Listing,
    /// The wheel file's SHA-256; `None` until all of it was read.
    pub sha256: Option<Sha256>,
    /// One for each entry that is no directory, by index.
    pub members: Vec<Member>,
    /// Anomalies that show only when all members are known; see [`crate::scan::conclude`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// What installers make of the container; empty until all members are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub installers: Vec<InstallerVerdict>,
}

impl WheelReport {
    /// Why the bytes of a member can't be had, once that is settled: the detail of its worst finding. `None` when they
    /// were read, or are not looked at yet.
    pub fn unread<'a>(&self, member: &'a Member) -> Option<&'a Finding> {
        let settled = member.identified.is_none() || self.sha256.is_some();
        member.findings.iter().min().filter(|_| member.verified.is_none() && settled)
    }

    /// How many members can't be read, see [`unread`](Self::unread).
    pub fn unread_members(&self) -> usize {
        self.members.iter().filter(|member| self.unread(member).is_some()).count()
    }

    /// The report of a wheel of which only the listing is known.
    pub fn listed(listing: Listing) -> Self {
        let member = |index| Member { index, identified: None, verified: None, findings: Vec::new() };
        let entries = listing.directory.entries.iter().filter(|entry| !entry.is_directory());
        let members = entries.map(|entry| member(entry.index)).collect();
        Self { listing, sha256: None, members, findings: Vec::new(), installers: Vec::new() }
    }

    /// How many alarms there are about the wheel, in its container, its metadata and its members.
    pub fn alarms(&self) -> usize {
        let listing = &self.listing;
        let of_wheel = listing.directory.findings.iter().chain(&listing.findings).chain(&self.findings);
        let of_members = self.members.iter().flat_map(|member| &member.findings);
        of_wheel.chain(of_members).filter(|finding| finding.severity == Severity::Alarm).count()
    }

    /// Takes what was learned of a member, in whichever order the workers tell it. A later look replaces an earlier one,
    /// but never loses a moment.
    pub fn accept(&mut self, learned: Member) {
        let Ok(at) = self.members.binary_search_by_key(&learned.index, |member| member.index) else { return };
        let Some(member) = self.members.get_mut(at) else { return };
        if learned.verified.is_none() && learned.findings.is_empty() {
            // The second moment rests on the head alone, and may come after another worker has seen every byte.
            if member.identified.is_none() {
                member.identified = learned.identified;
            }
            return;
        }
        let known = std::mem::replace(member, learned);
        member.identified = member.identified.take().or(known.identified);
        member.verified = member.verified.take().or(known.verified);
    }
}
