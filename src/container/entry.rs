//! One entry of the zip directory.

use serde::{Deserialize, Serialize};

/// One entry: what the central directory claims of it, and where its bytes lie.
///
/// Sizes and CRC here are claims; what really came is in [`crate::report::Verified`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Position in [`Directory::entries`](super::Directory::entries): the entry's identity within its wheel, since two
    /// entries can share a name.
    pub index: u32,
    /// The name as stored, decoded for reading (UTF-8, else CP437).
    pub name: String,
    /// Where the entry is written down.
    pub place: Place,
    /// How its bytes are compressed.
    pub method: Method,
    /// General purpose flags as stored (bit 0 encrypted, bit 3 data descriptor, bit 11 UTF-8 name).
    pub flags: u16,
    /// CRC-32 claimed.
    pub crc32: u32,
    /// Compressed size claimed, in bytes.
    pub compressed_size: u64,
    /// Inflated size claimed, in bytes.
    pub size: u64,
    /// Offset of the local header in the file.
    pub header_offset: u64,
    /// Offset of the compressed bytes; `None` when the local header can't be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_offset: Option<u64>,
    /// Whether its bytes, by the sizes claimed, run into another member or into the directory; then they are not read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overlaps: bool,
    /// Host system that wrote the entry (0 FAT, 3 Unix …).
    pub host: u8,
    /// Unix mode bits, where the host wrote them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<u32>,
    /// When the file was last changed, as the archiver says.
    pub modified: Modified,
}

/// Where an entry is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the central directory: what pip, `zipfile` and `unzip` see.
    Central,
    /// Only as a local header: what a streaming reader sees and the others don't.
    LocalOnly,
}

/// How an entry's bytes are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Method 0.
    Stored,
    /// Method 8.
    Deflated,
    /// Any other number of APPNOTE 4.4.5; not decoded here.
    Other(u16),
}

/// The DOS date and time of an entry. It has no time zone, and none is claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Modified {
    /// A real date, as `YYYY-MM-DDTHH:MM:SS`.
    At(String),
    /// 1980-01-01T00:00:00: the epoch of reproducible builds, not a build time.
    Epoch,
    /// Not a date (month 0 and the like).
    Absent,
}

impl Entry {
    /// Whether this is a directory's entry (its name ends in `/`).
    pub fn is_directory(&self) -> bool {
        self.name.ends_with('/')
    }

    /// Whether the bytes are encrypted (flag bit 0).
    pub fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether sizes and CRC stand in a data descriptor behind the bytes (flag bit 3).
    pub fn has_data_descriptor(&self) -> bool {
        self.flags & 8 != 0
    }
}
