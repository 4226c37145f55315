//! What a reference holds.

use crate::binary::Group;
use crate::card::format::{self, thousands};
use crate::finding::Finding;
use crate::parity::Rung;

use super::Partial;

/// Digests of which one is meant that are shown.
const LISTED: usize = 8;

/// Facts that somebody states of a release, each with its place in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// What it calls itself; else its file name.
    pub title: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The release it is about; `None` when it does not say, or speaks of several.
    pub release: Option<ReleaseName>,
    /// The wheels it speaks of, in its own order; [`Scope::Of`] counts in this order.
    pub wheels: Vec<StatedWheel>,
    /// The members it speaks of, in its own order; [`About::Member`] counts in this order.
    pub subjects: Vec<Subject>,
    /// What it states, in its own order.
    pub facts: Vec<Fact>,
    /// What is odd about it: its own contradictions, lines that were not read.
    pub findings: Vec<Finding>,
}

/// Where a reference comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// What kind of text it is.
    pub kind: OriginKind,
    /// The file's name as dropped; empty for pasted text.
    pub file_name: String,
    /// Where its facts were published, in its own words; a text, never a link to follow.
    pub source: Option<String>,
}

/// What kind of text a reference was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OriginKind {
    /// A reference card.
    Card,
    /// A saved report of this tool.
    SavedReport,
    /// Lines of `sha256sum`, as in `SHA256SUMS`.
    Checksums,
    /// Requirements with `--hash`.
    Requirements,
    /// Output of `readelf -n`.
    Readelf,
    /// Lines of several of these kinds.
    Mixed,
}

/// A release by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseName {
    /// The project's name as written.
    pub name: String,
    /// The version as written; `None` when only the project is named.
    pub version: Option<String>,
}

/// A wheel that a reference speaks of. What it states of the wheel file itself are facts about [`About::Wheel`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedWheel {
    /// What its columns call it, e.g. `cp310`; the file name where there is nothing shorter; a requirement as written.
    pub label: String,
    /// The wheel's file name, when it is stated.
    pub file_name: Option<String>,
    /// The release it is of, when that is stated of this wheel alone (a requirement).
    pub release: Option<ReleaseName>,
}

/// A member that a reference speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Its path, or as much of the path's end as is stated: `libwalrus.so`, `starfish/lib/libwalrus.so`; a module's
    /// may lack interpreter tag and extension (`nki/isa/neuron_isa`).
    pub path: String,
    /// Other spellings of the same path.
    pub also: Vec<String>,
    /// The table it stands in, when that is stated.
    pub group: Option<Group>,
}

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub about: About,
    /// Of which wheels it is said.
    pub scope: Scope,
    /// What is said.
    pub claim: Claim,
    /// Where it stands in the source.
    pub place: Place,
}

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// The release as a whole.
    Release,
    /// The wheel file itself.
    Wheel,
    /// A member, an index into [`Reference::subjects`].
    Member(usize),
    /// Some member, it is not said which: a build-id without a file name.
    SomeMember,
}

/// Of which wheels a fact is said.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Of each wheel that the reference speaks of.
    All,
    /// Of these, indices into [`Reference::wheels`].
    Of(Vec<usize>),
    /// It is not said of which: it holds if it holds in one of the wheels dropped.
    Unsaid,
}

/// What is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// Bytes.
    Size(u64),
    /// The build-id, or the id of another format.
    BuildId(Partial),
    /// How many bytes the build-id has.
    BuildIdBytes(u64),
    /// No two of the wheels have the same build-id here.
    BuildIdsDistinct,
    /// SHA-256 of the bytes.
    Sha256(Partial),
    /// The SHA-256 is one of these; it is not said which wheel has which.
    Sha256Among(Vec<Partial>),
    /// The rung.
    Rung(Rung),
    /// It is there.
    Present,
    /// The project's name.
    Name(String),
    /// The version.
    Version(String),
    /// Where version or build time stand: the name (`filename`, `dist-info`, `METADATA`, `__version__`,
    /// `__buildtime__`) and the member, where it is one.
    StatedIn {
        /// The name.
        what: String,
        /// The member.
        member: Option<String>,
    },
    /// The build time, as written.
    BuildTime(String),
    /// A line of WHEEL: `Generator: …`, `Tag: …`, `Root-Is-Purelib: …`.
    WheelLine(String),
    /// The version string is in the bytes of no binary.
    VersionInNoBinary,
    /// The version's local label is in the bytes of no binary, and in no build-id.
    LabelInNoBinary,
}

/// Where a fact stands in its source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A line, from 1.
    Line(u64),
    /// A JSON pointer (RFC 6901).
    Pointer(String),
}

impl Claim {
    /// What kind of value it is, in a word or two.
    pub fn what(&self) -> &'static str {
        match self {
            Self::Size(_) => "size",
            Self::BuildId(_) => "build-id",
            Self::BuildIdBytes(_) => "length of the build-id",
            Self::BuildIdsDistinct => "build-ids distinct",
            Self::Sha256(_) | Self::Sha256Among(_) => "SHA-256",
            Self::Rung(_) => "rung",
            Self::Present => "presence",
            Self::Name(_) => "name",
            Self::Version(_) => "version",
            Self::StatedIn { .. } => "place",
            Self::BuildTime(_) => "build time",
            Self::WheelLine(_) => "WHEEL",
            Self::VersionInNoBinary => "version in binaries",
            Self::LabelInNoBinary => "label in binaries",
        }
    }

    /// The value as it is published, as plain text.
    pub fn text(&self) -> String {
        match self {
            Self::Size(size) => thousands(*size),
            Self::BuildId(id) | Self::Sha256(id) => id.to_string(),
            Self::BuildIdBytes(bytes) => format!("{} bytes", thousands(*bytes)),
            Self::BuildIdsDistinct => "another in each wheel".to_owned(),
            Self::Sha256Among(digests) => {
                let texts: Vec<String> = digests.iter().take(LISTED).map(Partial::to_string).collect();
                let more = digests.len().saturating_sub(texts.len());
                let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
                format!("one of {}{rest}", texts.join(", "))
            }
            Self::Rung(rung) => format::rung(*rung).word.to_owned(),
            Self::Present => "there".to_owned(),
            Self::Name(text) | Self::Version(text) | Self::BuildTime(text) | Self::WheelLine(text) => text.clone(),
            Self::StatedIn { what, member: None } => what.clone(),
            Self::StatedIn { what, member: Some(member) } => format!("{what} in {member}"),
            Self::VersionInNoBinary | Self::LabelInNoBinary => "in none".to_owned(),
        }
    }
}
