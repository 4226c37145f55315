//! What a card holds. Views and exports only lay it out; they decide nothing.

use serde::{Deserialize, Serialize};

use crate::binary::Group;
use crate::bytes::Sha256;
use crate::container::InstallerVerdict;
use crate::evidence::Verdict;
use crate::finding::Finding;
use crate::parity::{Confidence, Pair, Rung};
use crate::wheel::{BuildTime, Statement};

/// The identification card of the compared wheels of one release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// What release this is.
    pub head: Head,
    /// The compared wheels, in the card's order (by tags, then by file name); everything else counts in this order.
    pub wheels: Vec<WheelHead>,
    /// One for each group that has a binary, in the order of [`Group`].
    pub tables: Vec<Table>,
    /// The ladder, strongest rung first; only rungs that hold something.
    pub ladder: Vec<LadderStep>,
    /// Sentences derived from the rows.
    pub notes: Vec<Note>,
    /// Everything found odd, worst first.
    pub findings: Vec<CardFinding>,
    /// For each kind of claim, the commands that re-check it.
    pub provenance: Vec<Provenance>,
    /// Where all of this comes from. A card of wheels says nothing of it.
    #[serde(default, skip_serializing_if = "Origin::is_bytes")]
    pub origin: Origin,
}

/// Where the facts of a card come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// From the bytes of wheels that are here.
    #[default]
    Bytes,
    /// From a saved report: the wheels were read when it was saved, if it says the truth, and nothing was looked at since.
    SavedReport,
}

impl Origin {
    /// Whether it is [`Origin::Bytes`].
    pub fn is_bytes(&self) -> bool {
        *self == Self::Bytes
    }
}

/// The release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The distribution's name as METADATA writes it, else as the file name does.
    pub distribution: String,
    /// The version, with its local label.
    pub version: String,
    /// METADATA's `Summary`.
    pub summary: Option<String>,
    /// PEP 440 in words: part, meaning.
    pub decoding: Vec<(String, String)>,
    /// Where the version is stated; statements that all wheels share stand once (`wheels` empty), others by wheel.
    pub statements: Vec<(Statement, Vec<usize>)>,
    /// Build times, like `statements`.
    pub build_times: Vec<(BuildTime, Vec<usize>)>,
}

/// One wheel's identity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WheelHead {
    /// What columns call it: the shortest tags that tell the compared wheels apart, e.g. `cp310`.
    pub label: String,
    /// The file's name as dropped.
    pub file_name: String,
    /// Bytes.
    pub size: u64,
    /// SHA-256 of the whole file; `None` until all of it was read.
    pub sha256: Option<Sha256>,
    /// WHEEL's lines, raw.
    pub wheel_lines: Vec<String>,
    /// How the tags of the file name and of WHEEL compare.
    pub tags: TagCheck,
    /// Members, directories left out.
    pub members: u64,
    /// Inflated bytes of all members.
    pub unpacked: u64,
    /// How far it is looked at.
    pub progress: Progress,
    /// Alarms about it: what was looked at and is not as it is claimed.
    pub alarms: usize,
    /// Members whose bytes can't be had here, so that what stands of them is only claimed.
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub unread: usize,
    /// What installers make of it; empty until all its members are known. It stands in the wheel's own report, so an
    /// export does not repeat it.
    #[serde(skip)]
    pub installers: Vec<InstallerVerdict>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it asks about by reference")]
fn is_none_of_them(count: &usize) -> bool {
    *count == 0
}

/// How far a wheel or a card is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Progress {
    /// Directory, METADATA, WHEEL and RECORD were read: everything else is a claim.
    Listed,
    /// Kinds and ids of all members were read as well.
    Identified,
    /// All bytes were looked at (what can't be read has a finding).
    Verified,
}

/// The file name's tags against WHEEL's, both expanded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TagCheck {
    /// In both.
    pub both: Vec<String>,
    /// Only in the file name.
    pub only_file_name: Vec<String>,
    /// Only in WHEEL.
    pub only_wheel: Vec<String>,
}

/// The binaries of one group, by key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Which.
    pub group: Group,
    /// Its rows, sorted by rung, then by falling size, then by key.
    pub rows: Vec<Pair>,
}

/// What stands on one rung.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderStep {
    /// Which.
    pub rung: Rung,
    /// Binaries on it.
    pub count: u64,
    /// Their bytes (the largest copy of each).
    pub bytes: u64,
    /// How many of them rest on verified bytes only.
    pub verified: u64,
    /// Confidence in logic: the weakest of the rows.
    pub logic: Confidence,
    /// Confidence in addresses: the weakest of the rows.
    pub addresses: Confidence,
    /// How the second look splits the rung: rows by verdict, strongest first, then (`None`) those that were not
    /// compared; empty while none was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<(Option<Verdict>, u64)>,
    /// Keys of the rows.
    pub keys: Vec<String>,
}

/// A sentence that the card derives, and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Stable code, e.g. `same-size-other-bytes`.
    pub code: String,
    /// Note, quirk or alarm.
    pub kind: NoteKind,
    /// What it is about: where a reader looks for it.
    pub about: About,
    /// The sentence. What is literal in it stands in backticks, see [`format::spans`](super::format::spans).
    pub text: String,
    /// Keys of the rows it rests on.
    pub keys: Vec<String>,
}

/// The part of the card to which a note belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    /// The version and where it lives.
    Version,
    /// The table of one group.
    Group(Group),
    /// The binaries of several groups, or the ladder as a whole.
    Parity,
}

/// How a note is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteKind {
    /// An identity is in doubt.
    Alarm,
    /// Something that misleads a hasty reader.
    Quirk,
    /// Something worth knowing.
    Note,
}

/// A finding and the wheel it was made in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardFinding {
    /// Index into the card's wheels.
    pub wheel: usize,
    /// The finding.
    pub finding: Finding,
}

/// How a claim is re-checked with standard tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The claim.
    pub claim: String,
    /// One shell line that re-checks it.
    pub command: String,
    /// What it must print.
    pub expect: String,
}
