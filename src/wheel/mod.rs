//! The wheel: its name, its tags, its metadata and what it says of itself.
//!
//! Specifications: binary distribution format
//! (<https://packaging.python.org/en/latest/specifications/binary-distribution-format/>), recording installed projects
//! (RECORD), core metadata, PEP 440 versions.
//!
//! Everything here takes names, texts and bytes; where they come from is the container's and the scanner's business.

mod abi_tag;
mod binary_tags;
mod bounded;
pub mod codes;
mod consistency;
mod csv_rows;
mod digest_text;
pub mod dist_info;
mod facts;
mod filename;
mod headers;
mod lines;
mod metadata;
pub mod name;
mod other_digest;
pub mod pep440;
pub mod platform;
mod python_source;
mod quoted;
mod record;
mod record_check;
mod refusal;
mod tags;
pub mod version;
mod wheel_file;

pub use abi_tag::{AbiFit, AbiTag};
pub use binary_tags::check_binaries;
pub use consistency::{check, purelib_contents};
pub use facts::{
    BuildTime, CompressedTags, ComputedStatement, DistInfo, FileName, FileNameParts, Metadata, RecordFile, RecordRow,
    RowHash, Statement, VersionFacts, WheelFile,
};
pub use other_digest::{Algorithm, OtherDigest, OtherHasher};
pub use platform::platform_key;
pub use record_check::{Claim, RecordIndex};
pub use refusal::refusal;
pub use tags::effective_tags;
