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

// STUB until the module lands.
use crate::bytes::Sha256;
use crate::finding::Finding;
use crate::report::RecordVerdict;
/// stub
pub fn platform_key(_: &CompressedTags) -> String {
    String::new()
}
/// stub
pub fn normalize(name: &str) -> String {
    name.to_owned()
}
/// stub
pub fn canonical_version(version: &str) -> String {
    version.to_owned()
}
/// Why a dropped file can't be a wheel, by its name alone; `None` when it may be one.
pub fn refusal(file_name: &str) -> Option<String> {
    (!file_name.to_ascii_lowercase().ends_with(".whl")).then(|| "stub".to_owned())
}
impl FileName {
    /// stub
    pub fn parse(given: &str) -> (Self, Vec<Finding>) {
        (Self { given: given.to_owned(), cleaned: given.to_owned(), parts: None }, Vec::new())
    }
}
impl Metadata {
    /// stub
    pub fn parse(_: &str) -> (Self, Vec<Finding>) {
        unreachable!()
    }
}
impl WheelFile {
    /// stub
    pub fn parse(_: &str) -> (Self, Vec<Finding>) {
        unreachable!()
    }
}
impl RecordFile {
    /// stub
    pub fn parse(_: &[u8]) -> (Self, Vec<Finding>) {
        unreachable!()
    }
}
/// stub
#[derive(Debug, Clone, Copy)]
pub struct Algorithm;
/// stub
#[derive(Debug, Clone, Copy)]
pub struct OtherDigest;
/// stub
#[derive(Debug, Clone, Copy)]
pub struct OtherHasher;
impl OtherHasher {
    /// stub
    pub fn new(_: Algorithm) -> Self {
        Self
    }
    /// stub
    pub fn update(&mut self, _: &[u8]) {}
    /// stub
    pub fn finish(self) -> OtherDigest {
        OtherDigest
    }
}
/// stub
#[derive(Debug)]
pub struct RecordIndex;
impl RecordIndex {
    /// stub
    pub fn new(_: &RecordFile, _: &DistInfo) -> Self {
        Self
    }
    /// stub
    pub fn other_algorithm(&self, _: &str) -> Option<Algorithm> {
        None
    }
    /// stub
    pub fn verdict(&self, _: &str, _: u64, _: &Sha256, _: Option<&OtherDigest>) -> (RecordVerdict, Vec<Finding>) {
        unreachable!()
    }
    /// stub
    pub fn against_names<'a>(&self, _: impl Iterator<Item = &'a str>) -> Vec<Finding> {
        Vec::new()
    }
}
/// stub
pub mod dist_info {
    /// stub
    pub fn find<'a>(
        _: impl Iterator<Item = &'a str>,
        _: &super::FileName,
    ) -> (super::DistInfo, Vec<crate::finding::Finding>) {
        (super::DistInfo::default(), Vec::new())
    }
}
/// stub
pub mod version {
    use super::*;
    /// stub
    pub fn is_source(_: &str, _: &DistInfo) -> bool {
        false
    }
    /// stub
    pub fn facts(
        _: &FileName,
        _: &DistInfo,
        _: Option<&Metadata>,
        _: &[(String, String)],
    ) -> (VersionFacts, Vec<Finding>) {
        (VersionFacts::default(), Vec::new())
    }
}
/// stub
pub mod consistency {
    use super::*;
    /// stub
    pub fn check(_: &FileName, _: &DistInfo, _: Option<&Metadata>, _: Option<&WheelFile>) -> Vec<Finding> {
        Vec::new()
    }
    /// stub
    pub fn check_binaries<'a>(
        _: &FileName,
        _: Option<&WheelFile>,
        _: impl Iterator<Item = (&'a str, &'a crate::binary::Binary)>,
    ) -> Vec<Finding> {
        Vec::new()
    }
}
