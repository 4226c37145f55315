//! The words of the parity ladder as types.

use serde::{Deserialize, Serialize};

use crate::binary::{FileKind, Group, Id, Role};
use crate::bytes::Sha256;
use crate::evidence::Star;

/// A rung of the parity ladder, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rung {
    /// 1: equal SHA-256 in every wheel that has it.
    ByteIdentical,
    /// 2: bytes differ, and it is no per-ABI extension module: the same source with a per-wheel stamp.
    SameSource,
    /// 3: an extension module whose bytes differ: a distinct artifact for each ABI.
    PerAbi,
    /// No rung: the copies are for different machines, of different formats or of different kinds, so that there is no
    /// one binary to speak of.
    Unlike,
    /// No rung: only one of the wheels has it, so there is nothing to compare.
    OnlyOne,
    /// No rung yet: neither RECORD nor the bytes say enough to compare.
    Unknown,
}

/// How sure a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Confidence {
    /// The bytes were looked at and say so.
    Confirmed,
    /// Independent evidence agrees.
    Strong,
    /// Likely, and to be re-checked before it is relied on.
    Inferred,
    /// No claim is made.
    None,
}

/// What a rung rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Every copy was inflated and hashed, and its CRC-32 and size held.
    Verified,
    /// At least one copy's digest is only RECORD's claim.
    ClaimedByRecord,
    /// At least one copy's bytes are doubtful: CRC-32 or size denied, RECORD denied, or a member with two contents.
    Doubtful,
    /// At least one copy has no digest at all.
    Incomplete,
}

/// What made members of several wheels one pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairedBy {
    /// The same path.
    Path,
    /// The same path once interpreter tag, `.data` prefix or graft hash is taken out.
    NormalisedPath,
    /// Left alone by path, and the same bytes.
    Content,
    /// Left alone by path, and one SONAME.
    Soname,
    /// Left alone by path, and one build-id.
    BuildId,
}

/// One wheel's copy of a binary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and no two make a state")]
pub struct Copy {
    /// Which wheel, an index into the compared wheels.
    pub wheel: usize,
    /// The entry's index in that wheel's directory.
    pub entry: u32,
    /// Its path in that wheel.
    pub path: String,
    /// Size in bytes: what came out, or what the directory claims until then.
    pub size: u64,
    /// Its digest: computed, or RECORD's claim until then.
    pub sha256: Option<Sha256>,
    /// Whether all bytes were looked at (and the digest above is computed).
    pub verified: bool,
    /// Whether its bytes are doubtful, see [`Basis::Doubtful`].
    pub doubtful: bool,
    /// Whether its name carries the interpreter tag of an ABI that its wheel is not for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foreign: bool,
    /// Whether it is here only so that copies of a foreign ABI in other wheels are compared with it: it stands in its
    /// own wheel's row too, and is counted there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
    /// By its bytes; `None` when not yet looked at.
    pub kind: Option<FileKind>,
    /// Role; `None` when not yet looked at, or no binary.
    pub role: Option<Role>,
    /// Identities; `None` when not yet looked at.
    pub ids: Option<Vec<Id>>,
    /// Whether a note could not be read, so that an id may be missing from `ids`: malformed is not absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unreadable_notes: bool,
    /// Why its bytes can't be had here, though all was tried: its digest stays a claim. `None` when they were read or are
    /// not looked at yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
    /// The other entries of the same name in this wheel, in the directory's order: contents that pip overwrites with
    /// this copy, and that another reader may take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub twins: Vec<Twin>,
}

/// Another entry of a copy's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Twin {
    /// The entry's index in its wheel's directory.
    pub entry: u32,
    /// Size in bytes: what came out, or what the directory claims until then.
    pub size: u64,
    /// Its computed digest; RECORD can't speak of two contents.
    pub sha256: Option<Sha256>,
}

impl Copy {
    /// The id by which the card cites this copy: its first GNU build-id, else its first id of any kind.
    pub fn main_id(&self) -> Option<&Id> {
        let ids = self.ids.as_ref()?;
        ids.iter().find(|id| id.kind == crate::binary::IdKind::GnuBuildId).or_else(|| ids.first())
    }
}

/// The members of several wheels that are one binary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The normalised path: the pair's name, unique within the card.
    pub key: String,
    /// The table it stands in.
    pub group: Group,
    /// Its copies, by wheel; at most one for each wheel.
    pub copies: Vec<Copy>,
    /// The wheels that have no copy.
    pub missing: Vec<usize>,
    /// What paired them.
    pub paired_by: PairedBy,
    /// Its rung.
    pub rung: Rung,
    /// What the rung rests on.
    pub basis: Basis,
    /// How sure it is that the logic read in one copy holds in the others.
    pub logic: Confidence,
    /// How sure it is that an address read in one copy holds in the others.
    pub addresses: Confidence,
    /// Why, in one sentence.
    pub reason: String,
    /// Members of the same key whose tag is of a foreign ABI (a stale build directory), paths by wheel. Each of them is
    /// a copy in a row of its own, see [`Pair::stale`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foreign: Vec<(usize, String)>,
    /// Whether it is the row of modules that are of a foreign ABI and stand beside one that fits their wheel. Its key
    /// has the interpreter tag in it; the wheels that the module is for have their own copy in it as a
    /// [guest](Copy::guest).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stale: bool,
    /// What the second look told of its copies, in the order of [`Pair::contents`]; `None` while there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Box<Star>>,
}
