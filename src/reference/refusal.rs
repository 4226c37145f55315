//! Why a text is no reference.

use crate::card::json::BadReport;

/// Why a text can't be read as a reference, in a sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Larger than is read.
    #[error("this text has {size} bytes; at most {limit} are read of a reference")]
    TooLarge {
        /// Its size.
        size: u64,
        /// The bound.
        limit: u64,
    },
    /// Not text.
    #[error("this file is no text: byte {offset} does not belong to UTF-8")]
    NoText {
        /// Where the first byte stands that is none.
        offset: usize,
    },
    /// Nothing in it is a fact.
    #[error(
        "nothing in this text is a reference: no line of `sha256sum` or `readelf -n`, no requirement with `--hash`, and \
         it is neither a reference card nor a saved report"
    )]
    NothingFound,
    /// JSON of another kind, or damaged.
    #[error("this JSON is neither a reference card nor a saved report: {why}")]
    OtherJson {
        /// What it is, or where it is damaged.
        why: String,
    },
    /// A reference card that is not as the format says.
    #[error("this reference card can't be read: {why}")]
    BadCard {
        /// What is wrong, and where.
        why: String,
    },
    /// A version of the format that this build does not know.
    #[error("this reference card has format version {found}; this Wheelcard reads version {known}")]
    OtherVersion {
        /// The version it states.
        found: u64,
        /// The version that is read.
        known: u64,
    },
    /// More of something than is read.
    #[error("this text has more than {limit} {what}; a reference is not that long")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The bound.
        limit: usize,
    },
    /// A saved report that can't be read.
    #[error(transparent)]
    Report(BadReport),
}
