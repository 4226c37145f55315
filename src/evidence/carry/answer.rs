//! What the carry box answers, as plain data.

use serde::{Deserialize, Serialize};

use crate::parity::Confidence;

/// The answer to one query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The query as typed.
    pub query: String,
    /// What it stands for in the copy that the reader knows.
    pub place: Asked,
    /// One for each other copy, in their order; empty when there is no place.
    pub copies: Vec<CopyAnswer>,
}

/// Whether a query stands for a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// It does.
    Place(Place),
    /// It does not; why, in a sentence.
    Nothing(String),
}

/// A place in the copy that the reader knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Address at run time; `None` for what is not loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Offset in the file; `None` for zero-initialised memory, of which the file has no bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// How the query was read, where that was not plain, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The range it lies in.
    pub range: String,
    /// The symbol it lies in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<SymbolPlace>,
    /// What was compared with the other copies.
    pub unit: Unit,
    /// The text, where it is one, escaped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What the loader makes it point to, where it is a slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

impl Place {
    /// Its address, or its offset where it is not loaded.
    pub fn spot(&self) -> Spot {
        match (self.address, self.offset) {
            (Some(address), _) => Spot::Address(address),
            (None, offset) => Spot::Offset(offset.unwrap_or(0)),
        }
    }
}

/// A symbol and a place within.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolPlace {
    /// As stored; bytes that are no UTF-8 are replaced.
    pub name: String,
    /// As written in C++ or Rust, where that is another text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demangled: Option<String>,
    /// Its address.
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// The bytes that are compared as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Bytes before the place.
    pub before: u64,
    /// Bytes in all.
    pub size: u64,
    /// What bounds them.
    pub bound: Bound,
}

/// What bounds the bytes that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// A symbol: the whole function or object.
    Symbol,
    /// An unwind entry (`.eh_frame`): the whole function.
    Unwind,
    /// NULs: a whole string.
    Text,
    /// A slot that the loader fills with an address.
    Slot,
    /// Nothing: a fixed number of bytes.
    Window,
    /// There are no bytes: zero-initialised memory.
    Zeros,
}

/// One copy's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyAnswer {
    /// Which copy, as the caller named it.
    pub copy: String,
    /// What became of the place.
    pub outcome: Outcome,
    /// What else a reader should know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What the slot points to in this copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// What became of a place in another copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The same bytes at the same address (at the same offset, for what is not loaded).
    SameAddress {
        /// How sure.
        confidence: Confidence,
        /// Bytes that were compared.
        compared: u64,
    },
    /// The same bytes elsewhere.
    Moved {
        /// The address there; `None` for what is not loaded.
        address: Option<u64>,
        /// The offset in that file; `None` for zero-initialised memory.
        offset: Option<u64>,
        /// How it was found.
        by: MovedBy,
        /// How sure.
        confidence: Confidence,
        /// Bytes that were compared.
        compared: u64,
    },
    /// The place is known in the other copy, but other bytes stand there.
    Differs {
        /// How the place there is known.
        by: Known,
        /// From the first difference on, in the copy asked from.
        a: Excerpt,
        /// The same in the other copy.
        b: Excerpt,
    },
    /// No place there can be named.
    NotFound {
        /// Why, in a sentence.
        why: String,
    },
}

impl Outcome {
    /// Where the place is in the other copy: its address, or the offset of what is not loaded. Where bytes differ, that is
    /// the place that was compared. `None` when it is not found.
    pub fn there(&self, place: &Place) -> Option<Spot> {
        let at = |address: Option<u64>, offset: Option<u64>| address.map(Spot::Address).or(offset.map(Spot::Offset));
        match self {
            Self::SameAddress { .. } => at(place.address, place.offset),
            Self::Moved { address, offset, .. } => at(*address, *offset),
            // The excerpts begin at the first difference, at one distance from the place in both copies.
            Self::Differs { a, b, .. } => {
                let moved = |here: Option<u64>, a: Option<u64>, b: Option<u64>| here?.checked_add(b?)?.checked_sub(a?);
                let offset = moved(place.offset, Some(a.offset), Some(b.offset));
                at(moved(place.address, a.address, b.address), offset)
            }
            Self::NotFound { .. } => None,
        }
    }
}

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// An address at run time.
    Address(u64),
    /// An offset in the file, of what is not loaded.
    Offset(u64),
}

impl std::fmt::Display for Spot {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Address(address) => write!(to, "{address:#x}"),
            Self::Offset(offset) => write!(to, "offset {offset:#x}"),
        }
    }
}

/// How a moved place was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovedBy {
    /// All code moved by one distance.
    CodeShift,
    /// The section moved.
    SectionShift,
    /// The symbol of this name moved.
    Symbol,
    /// The bytes stand once in each copy; relocatable operands were left out of account.
    UniqueMatch,
}

/// How the place is known at which other bytes stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// The symbol of this name stands there.
    Symbol,
    /// It is the same address, and nothing else is known of it.
    Address,
    /// It is the same offset in a range that is not loaded.
    Offset,
}

/// A few bytes of one copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// Their address; `None` for what is not loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Their offset in the file.
    pub offset: u64,
    /// The bytes as hex.
    pub hex: String,
    /// The instructions that they begin, in Intel's notation, for x86.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<String>,
}
