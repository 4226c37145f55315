//! What a wheel says of itself, as plain data: what a report carries of it.

use serde::{Deserialize, Serialize};

use crate::bytes::Sha256;

/// The file's name as it was dropped, and what it says if it is a wheel's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileName {
    /// Verbatim.
    pub given: String,
    /// What a browser's download may have changed (` (1)`, `%2B`) undone; equal to `given` in most cases.
    pub cleaned: String,
    /// The parts; `None` when the name is not a valid wheel name (a finding says why, fields come from METADATA).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<FileNameParts>,
}

/// `{distribution}-{version}(-{build tag})?-{python}-{abi}-{platform}.whl`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileNameParts {
    /// As written.
    pub distribution: String,
    /// As written.
    pub version: String,
    /// As written, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_tag: Option<String>,
    /// The three tag sets.
    pub tags: CompressedTags,
}

/// A compressed tag set (PEP 425): each part a dot-separated list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CompressedTags {
    /// `cp310`, `py3` …
    pub python: Vec<String>,
    /// `cp310`, `abi3`, `none` …
    pub abi: Vec<String>,
    /// `manylinux_2_17_x86_64` …
    pub platform: Vec<String>,
}

/// The `*.dist-info` directory that was read, and the others.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DistInfo {
    /// The one that belongs to this distribution, without a slash; `None` when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    /// Name as the directory states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Version as the directory states it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Other `*.dist-info` directories at the top level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

/// METADATA, as far as identity needs it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    /// `Name`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `Version`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// `Metadata-Version`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata_version: Option<String>,
    /// `Summary`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

/// WHEEL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WheelFile {
    /// Its lines, raw, blank ones left out.
    pub lines: Vec<String>,
    /// `Generator`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// `Root-Is-Purelib`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_is_purelib: Option<bool>,
    /// `Build`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// Each `Tag` line, expanded to single `python-abi-platform` tags, sorted, without repeats.
    pub tags: Vec<String>,
}

/// RECORD: the wheel's own list of its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFile {
    /// Its rows in order.
    pub rows: Vec<RecordRow>,
}

/// One row of RECORD.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordRow {
    /// 1-based line at which the row begins.
    pub line: u64,
    /// The path as written.
    pub path: String,
    /// The hash claimed.
    pub hash: RowHash,
    /// The size claimed, in bytes; `None` when the field is empty (a malformed one is a finding).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

/// The hash field of a RECORD row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowHash {
    /// An empty field, as RECORD's own row has.
    Absent,
    /// `sha256=` in the encoding that the specification asks for (urlsafe base64, no padding).
    Sha256(Sha256),
    /// A SHA-256 in another encoding that means the same digest.
    OddSha256 {
        /// The digest it means.
        digest: Sha256,
        /// What is odd: `padded`, `standard alphabet`, `hex` …
        encoding: String,
    },
    /// Another algorithm.
    Other {
        /// Its name, as written.
        algorithm: String,
        /// As written, after the `=`.
        value: String,
    },
    /// A field that is none of these.
    Malformed(String),
}

/// Where the version is stated, and how it decodes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VersionFacts {
    /// The version that the wheel goes by: METADATA's, else the dist-info directory's, else the file name's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its local label, the part after `+`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local: Option<String>,
    /// PEP 440, decoded in words, one part each: (`2.24`, `release`), (`+58f8de22`, `local version label`) …
    pub decoding: Vec<(String, String)>,
    /// Every place that states a version.
    pub statements: Vec<Statement>,
    /// Build times stated in Python code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub build_times: Vec<BuildTime>,
    /// Versions and build times that Python code computes: they are not absent, but no text states them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computed: Vec<ComputedStatement>,
}

/// One place that states a version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Statement {
    /// `filename`, `dist-info`, `METADATA`, or the assigned name, e.g. `__version__`.
    pub what: String,
    /// The member, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// 1-based line in the member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The version as written there.
    pub version: String,
    /// Whether it means the same version as the one the wheel goes by (PEP 440 equality).
    pub agrees: bool,
    /// Whether it stands in a branch of Python code (`if`, `try`, …), so that it may never be assigned.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub conditional: bool,
}

/// A version or a build time that Python code gives by an expression. It is not evaluated.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ComputedStatement {
    /// The assigned name, e.g. `__version__`.
    pub what: String,
    /// The member.
    pub member: String,
    /// 1-based line in the member.
    pub line: u64,
    /// The expression as written, in one line, cut when it is long.
    pub expression: String,
}

/// A build time stated in Python code (`__buildtime__ = "…"` and the like).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BuildTime {
    /// The assigned name.
    pub what: String,
    /// The member.
    pub member: String,
    /// 1-based line.
    pub line: u64,
    /// As written.
    pub text: String,
}
