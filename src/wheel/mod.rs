//! The wheel: its name, its tags, its metadata and what it says of itself.
//!
//! Specifications: binary distribution format
//! (<https://packaging.python.org/en/latest/specifications/binary-distribution-format/>), recording installed projects
//! (RECORD), core metadata, PEP 440 versions.

mod facts;

pub use facts::{
    BuildTime, CompressedTags, DistInfo, FileName, FileNameParts, Header, Metadata, RecordFile, RecordRow, RowHash,
    Statement, VersionFacts, WheelFile,
};
