//! Why a container, or a member of it, can't be read.

use super::{Entry, Method, codes, name::quoted};
use crate::bytes::{ReadError, limits};
use crate::finding::{Code, Finding};

/// Why there is no zip to read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// No bytes at all.
    #[error("the file is empty")]
    Empty,
    /// Neither a local header at the start nor an end record at the end.
    #[error(
        "this is no zip: it begins with {begins}, and its last {searched} bytes hold no end of central directory record"
    )]
    NotAZip {
        /// Its first bytes, readable.
        begins: String,
        /// Bytes that were searched.
        searched: u64,
    },
    /// A local header at the start, but cut before its first member is whole, and no end record.
    #[error(
        "the file is truncated: it begins like a zip, but ends at offset {len} inside the first local header, and has \
         no end record"
    )]
    Truncated {
        /// The file's length.
        len: u64,
    },
    /// An end record whose directory lies elsewhere, and no local header.
    #[error(
        "the end record at offset {at} says that the directory is at offset {offset} and {size} bytes long; in a file \
         of {len} bytes there is none, and no local header either"
    )]
    NoDirectory {
        /// Offset of the end record.
        at: u64,
        /// Offset of the directory that it claims.
        offset: u64,
        /// Size of the directory that it claims.
        size: u64,
        /// The file's length.
        len: u64,
    },
    /// The source can't be read.
    #[error("the zip directory can't be read: {0}")]
    Read(#[source] ReadError),
}

/// Why a member's bytes can't be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemberError {
    /// Flag bit 0.
    #[error("is encrypted")]
    Encrypted,
    /// Neither stored nor deflated.
    #[error("is compressed by method {number} ({}), which is not decoded here", method_name(*number))]
    Method {
        /// APPNOTE 4.4.5.
        number: u16,
    },
    /// Nothing at the offset that the directory states.
    #[error("has no local header that can be read at offset {at}")]
    NoLocalHeader {
        /// Offset where it should be.
        at: u64,
    },
    /// Its bytes run into another member or into the directory.
    #[error(
        "has {compressed_size} bytes from offset {data_offset} that belong to another member or to the directory as \
         well"
    )]
    Overlaps {
        /// Offset of its compressed bytes.
        data_offset: u64,
        /// Compressed size claimed.
        compressed_size: u64,
    },
    /// The file ends first.
    #[error("should end at offset {end}, but the file ends at offset {len}: it is truncated")]
    PastEnd {
        /// Offset behind its compressed bytes.
        end: u64,
        /// The file's length.
        len: u64,
    },
    /// More than is looked at.
    #[error("is said to be {size} bytes long, more than the limit of {limit}")]
    TooLarge {
        /// Inflated size claimed.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// More than deflate can make of so few bytes.
    #[error(
        "is said to inflate from {compressed_size} bytes to {size}, more than the {} times that deflate can reach",
        limits::DEFLATE_RATIO
    )]
    Ratio {
        /// Compressed size claimed.
        compressed_size: u64,
        /// Inflated size claimed.
        size: u64,
    },
    /// The compressed bytes end before the deflate stream does.
    #[error("has a deflate stream that is cut off at offset {offset}, after {produced} inflated bytes")]
    StreamCut {
        /// Offset in the file where the bytes end.
        offset: u64,
        /// Bytes that came out.
        produced: u64,
    },
    /// The compressed bytes are no deflate stream.
    #[error("has a deflate stream that is corrupt near offset {offset}, after {produced} inflated bytes")]
    Corrupt {
        /// Offset in the file of the input being read.
        offset: u64,
        /// Bytes that came out.
        produced: u64,
    },
    /// More came out than the directory claims.
    #[error("inflates to more than the {size} bytes that the directory claims")]
    LongerThanDeclared {
        /// Inflated size claimed.
        size: u64,
    },
    /// The source can't be read.
    #[error("can't be read: {0}")]
    Read(#[source] ReadError),
    /// Memory is short.
    #[error("needs {size} bytes of memory that can't be had")]
    NoMemory {
        /// Bytes asked for.
        size: u64,
    },
}

impl MemberError {
    /// The same as a finding on `entry`.
    pub fn finding(&self, entry: &Entry) -> Finding {
        let detail = format!("{} {self}", quoted(&entry.name));
        Finding::new(self.code(), detail).in_member(entry.name.clone()).at(self.offset().unwrap_or(entry.header_offset))
    }

    /// The kind of finding that this is.
    pub(super) fn code(&self) -> &'static Code {
        match self {
            Self::Encrypted => &codes::ENCRYPTED,
            Self::Method { .. } => &codes::METHOD,
            Self::NoLocalHeader { .. } => &codes::NO_LOCAL_HEADER,
            Self::Overlaps { .. } => &codes::OVERLAP,
            Self::PastEnd { .. } => &codes::PAST_END,
            Self::TooLarge { .. } => &codes::TOO_LARGE,
            Self::Ratio { .. } => &codes::RATIO,
            Self::StreamCut { .. } => &codes::STREAM_CUT,
            Self::Corrupt { .. } => &codes::STREAM_CORRUPT,
            Self::LongerThanDeclared { .. } => &codes::LONGER_THAN_DECLARED,
            Self::Read(_) => &codes::READ_FAILED,
            Self::NoMemory { .. } => &codes::NO_MEMORY,
        }
    }

    fn offset(&self) -> Option<u64> {
        match self {
            Self::StreamCut { offset, .. } | Self::Corrupt { offset, .. } => Some(*offset),
            _ => None,
        }
    }
}

/// What the directory claims of `entry` that alone decides that its bytes can't be had.
pub(super) fn refusal(entry: &Entry, len: u64) -> Option<MemberError> {
    let compressed_size = entry.compressed_size;
    if entry.is_encrypted() {
        return Some(MemberError::Encrypted);
    }
    if let Method::Other(number) = entry.method {
        return Some(MemberError::Method { number });
    }
    let Some(data_offset) = entry.data_offset else {
        return Some(MemberError::NoLocalHeader { at: entry.header_offset });
    };
    let end = data_offset.saturating_add(compressed_size);
    if end > len {
        return Some(MemberError::PastEnd { end, len });
    }
    if entry.overlaps {
        return Some(MemberError::Overlaps { data_offset, compressed_size });
    }
    if entry.size > limits::MEMBER_SIZE {
        return Some(MemberError::TooLarge { size: entry.size, limit: limits::MEMBER_SIZE });
    }
    if entry.method == Method::Deflated && entry.size > compressed_size.saturating_mul(limits::DEFLATE_RATIO) {
        return Some(MemberError::Ratio { compressed_size, size: entry.size });
    }
    None
}

/// Name of a compression method, APPNOTE 4.4.5.
fn method_name(number: u16) -> &'static str {
    match number {
        0 => "stored",
        1 => "shrunk",
        2..=5 => "reduced",
        6 => "imploded",
        8 => "deflate",
        9 => "deflate64",
        10 => "PKWARE DCL implode",
        12 => "bzip2",
        14 => "LZMA",
        16 => "IBM z/OS CMPSC",
        18 => "IBM TERSE",
        19 => "IBM LZ77",
        20 | 93 => "Zstandard",
        94 => "MP3",
        95 => "XZ",
        96 => "JPEG",
        97 => "WavPack",
        98 => "PPMd",
        99 => "AES encryption",
        _ => "not in APPNOTE",
    }
}
