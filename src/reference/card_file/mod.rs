//! The file format of a reference card, as `docs/reference-cards.md` and `docs/reference-card-schema.json` describe it.
//!
//! Unknown fields are errors and no extras: a misspelt `sha_256` must not become a fact that is never compared.

mod read;
mod values;
mod write;

use serde::{Deserialize, Serialize};

use crate::binary::Group;
use crate::parity::Rung;

pub(super) use read::{TEXT, read};
pub(super) use values::{Digest, Values};
pub use write::write;

use super::Partial;

/// What the file calls itself.
pub(super) const FORMAT: &str = "wheelcard-reference";
/// The version of the format; it grows when a reader of the old one would misread the new one.
pub(super) const VERSION: u64 = 1;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u64,
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    release: Option<Release>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wheels: Vec<Wheel>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    binaries: Vec<Binary>,
}

/// The release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Release {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    build_time: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stated_in: Vec<StatedIn>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wheel_lines: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    version_in_no_binary: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    label_in_no_binary: bool,
}

/// A place in which version or build time stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedIn {
    what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    member: Option<String>,
}

/// A wheel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the file WHEEL has lines; the name of the field is the format's")]
struct Wheel {
    label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<Digest>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    wheel_lines: Vec<String>,
}

/// A binary, or any other member.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Binary {
    path: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<Group>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rung: Option<StatedRung>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<Values<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    build_id: Option<Values<Partial>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    build_id_bytes: Option<Values<u64>>,
    #[serde(default, skip_serializing_if = "is_false")]
    build_ids_distinct: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<Values<Digest>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sha256_among: Vec<Digest>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    present_in: Vec<String>,
}

/// The rungs that a card can state: what is in one wheel only, or not known, is no statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StatedRung {
    ByteIdentical,
    SameSource,
    PerAbi,
}

impl StatedRung {
    fn rung(self) -> Rung {
        match self {
            Self::ByteIdentical => Rung::ByteIdentical,
            Self::SameSource => Rung::SameSource,
            Self::PerAbi => Rung::PerAbi,
        }
    }

    fn of(rung: Rung) -> Option<Self> {
        match rung {
            Rung::ByteIdentical => Some(Self::ByteIdentical),
            Rung::SameSource => Some(Self::SameSource),
            Rung::PerAbi => Some(Self::PerAbi),
            Rung::Unlike | Rung::OnlyOne | Rung::Unknown => None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}
