//! An id or a digest as far as somebody published it.

use std::fmt;

/// Characters of a published id or digest; a build-id has rarely more than 64.
const LONGEST: usize = 1024;
/// Fewer characters than this identify nothing.
const SHORTEST: usize = 4;

/// An id or digest that is published whole, as head and tail, or as a head alone.
///
/// Written as published: `92b4d331a42d7e80`, `92b4d331…0c23c346`, `5c633e29…`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Partial {
    /// All of it.
    Whole(String),
    /// How it begins and ends; `tail` is empty when only the head is published.
    Ends {
        /// How it begins.
        head: String,
        /// How it ends.
        tail: String,
    },
}

/// Why a text is no published id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPartial {
    /// Nothing, or too little to tell anything by.
    #[error("has fewer than {SHORTEST} characters")]
    Short,
    /// Longer than any id.
    #[error("has more than {LONGEST} characters")]
    Long,
    /// A character that no id has.
    #[error("holds {0:?}")]
    Character(char),
    /// More than one ellipsis, or one at the start.
    #[error("has an ellipsis where none can be")]
    Ellipsis,
    /// A SHA-256 that is not of 64 hex digits.
    #[error("must be 64 hex digits, or its head and tail with `…` between them")]
    NoSha256,
}

impl Partial {
    /// Whether all of it is published.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Whole(_))
    }
}

impl fmt::Display for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(text) => f.write_str(text),
            Self::Ends { head, tail } => write!(f, "{head}…{tail}"),
        }
    }
}
