//! Local and central headers: the two places that describe a member.

use super::extra::{ExtraFields, Resolved, Stated};
use super::fields::{signature, size_of, slice_at, u16_at, u32_at};
use super::name;

/// Bytes of a local header before the name.
pub(super) const LOCAL_LEN: usize = 30;
/// Bytes of a central header before the name.
pub(super) const CENTRAL_LEN: usize = 46;

/// What both headers say of a member, in the same order (APPNOTE 4.3.7, 4.3.12).
#[derive(Debug, Clone, Copy)]
pub(super) struct Claims {
    /// APPNOTE version times ten, in the lower byte.
    pub(super) version_needed: u16,
    /// General purpose flags.
    pub(super) flags: u16,
    /// Compression method.
    pub(super) method: u16,
    /// DOS time.
    pub(super) time: u16,
    /// DOS date.
    pub(super) date: u16,
    /// CRC-32 of the inflated bytes.
    pub(super) crc32: u32,
    /// Compressed size, or the sentinel.
    pub(super) compressed_size: u32,
    /// Inflated size, or the sentinel.
    pub(super) size: u32,
    /// Length of the name.
    pub(super) name_len: u16,
    /// Length of the extra fields.
    pub(super) extra_len: u16,
}

impl Claims {
    /// Reads them from `at` on.
    fn read(bytes: &[u8], at: usize) -> Option<Self> {
        let bytes = slice_at(bytes, at, 26)?;
        Some(Self {
            version_needed: u16_at(bytes, 0)?,
            flags: u16_at(bytes, 2)?,
            method: u16_at(bytes, 4)?,
            time: u16_at(bytes, 6)?,
            date: u16_at(bytes, 8)?,
            crc32: u32_at(bytes, 10)?,
            compressed_size: u32_at(bytes, 14)?,
            size: u32_at(bytes, 18)?,
            name_len: u16_at(bytes, 22)?,
            extra_len: u16_at(bytes, 24)?,
        })
    }

    /// Whether sizes and CRC stand in a data descriptor behind the bytes (flag bit 3).
    pub(super) fn has_descriptor(&self) -> bool {
        self.flags & 8 != 0
    }
}

/// The fixed part of a local header, its name not yet read.
#[derive(Debug, Clone, Copy)]
pub(super) struct LocalStart {
    /// What it says.
    pub(super) claims: Claims,
}

impl LocalStart {
    /// Reads the first [`LOCAL_LEN`] bytes; `None` when they are no local header.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        bytes.starts_with(&signature::LOCAL).then(|| Claims::read(bytes, 4)).flatten().map(|claims| Self { claims })
    }

    /// Bytes of name and extra fields.
    pub(super) fn tail_len(self) -> usize {
        usize::from(self.claims.name_len).saturating_add(usize::from(self.claims.extra_len))
    }
}

/// A local header.
#[derive(Debug, Clone)]
pub(super) struct Local {
    /// Offset in the file.
    pub(super) at: u64,
    /// What it says.
    pub(super) claims: Claims,
    /// The name's bytes.
    pub(super) raw_name: Vec<u8>,
    /// The extra fields' bytes.
    pub(super) extra: Vec<u8>,
    /// Sizes with zip64 taken into account.
    pub(super) resolved: Resolved,
    /// Offset of the compressed bytes.
    pub(super) data_offset: u64,
}

impl Local {
    /// Completes a header at `at` whose name and extra fields are `tail`; `None` when `tail` is too short.
    pub(super) fn new(at: u64, start: LocalStart, tail: &[u8]) -> Option<Self> {
        let claims = start.claims;
        let raw_name = slice_at(tail, 0, usize::from(claims.name_len))?.to_vec();
        let extra = slice_at(tail, raw_name.len(), usize::from(claims.extra_len))?.to_vec();
        let stated =
            Stated { size: claims.size, compressed_size: claims.compressed_size, header_offset: None, disk: None };
        let resolved = Resolved::new(stated, &ExtraFields::read(&extra));
        let len = LOCAL_LEN.saturating_add(start.tail_len());
        Some(Self { at, claims, raw_name, extra, resolved, data_offset: at.checked_add(size_of(len))? })
    }

    /// The name for reading.
    pub(super) fn name(&self) -> String {
        name::decode(&self.raw_name)
    }
}

/// A central header.
#[derive(Debug, Clone)]
pub(super) struct Central {
    /// Offset in the file.
    pub(super) at: u64,
    /// What it says.
    pub(super) claims: Claims,
    /// Host system (upper byte) and APPNOTE version that wrote it.
    pub(super) made_by: u16,
    /// Length of the member's comment.
    pub(super) comment_len: u16,
    /// Where in the comment a header's signature stands, if one does.
    pub(super) header_in_comment: Option<usize>,
    /// External attributes: for Unix hosts the mode in the upper half.
    pub(super) external: u32,
    /// The name's bytes.
    pub(super) raw_name: Vec<u8>,
    /// The extra fields' bytes.
    pub(super) extra: Vec<u8>,
    /// Sizes, offset and disk with zip64 taken into account; the offset as stored, from the archive's start.
    pub(super) resolved: Resolved,
}

impl Central {
    /// Bytes of name, extra fields and comment behind the first [`CENTRAL_LEN`] bytes; `None` when those are no central
    /// header.
    pub(super) fn tail_len(start: &[u8]) -> Option<usize> {
        let signed = start.starts_with(&signature::CENTRAL).then_some(start)?;
        let lengths = [u16_at(signed, 28)?, u16_at(signed, 30)?, u16_at(signed, 32)?];
        Some(lengths.into_iter().map(usize::from).fold(0, usize::saturating_add))
    }

    /// Reads a header at `at` from its first [`CENTRAL_LEN`] bytes and the rest; `None` when they are none.
    pub(super) fn read(at: u64, start: &[u8], tail: &[u8]) -> Option<Self> {
        let claims = start.starts_with(&signature::CENTRAL).then(|| Claims::read(start, 6)).flatten()?;
        let raw_name = slice_at(tail, 0, usize::from(claims.name_len))?.to_vec();
        let extra = slice_at(tail, raw_name.len(), usize::from(claims.extra_len))?.to_vec();
        let stated = Stated {
            size: claims.size,
            compressed_size: claims.compressed_size,
            header_offset: Some(u32_at(start, 42)?),
            disk: Some(u16_at(start, 34)?),
        };
        let resolved = Resolved::new(stated, &ExtraFields::read(&extra));
        let comment = tail.get(raw_name.len().saturating_add(extra.len())..).unwrap_or_default();
        Some(Self {
            at,
            claims,
            header_in_comment: signature::of_header(comment),
            made_by: u16_at(start, 4)?,
            comment_len: u16_at(start, 32)?,
            external: u32_at(start, 38)?,
            raw_name,
            extra,
            resolved,
        })
    }

    /// The name for reading.
    pub(super) fn name(&self) -> String {
        name::decode(&self.raw_name)
    }

    /// Host system that wrote it (APPNOTE 4.4.2.2).
    pub(super) fn host(&self) -> u8 {
        self.made_by.to_le_bytes()[1]
    }

    /// Unix mode bits: those of a Unix host, and those that Python writes on Windows as well.
    pub(super) fn mode(&self) -> Option<u32> {
        let mode = self.external >> 16;
        (mode != 0 || matches!(self.host(), 3 | 19)).then_some(mode)
    }

    /// Bytes of the whole header.
    pub(super) fn len(&self) -> u64 {
        let tail = [self.claims.name_len, self.claims.extra_len, self.comment_len].map(u64::from);
        tail.into_iter().fold(size_of(CENTRAL_LEN), u64::saturating_add)
    }
}
