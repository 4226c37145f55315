//! Data descriptors: CRC and sizes behind a member's bytes, where flag bit 3 says so (APPNOTE 4.3.9).

use super::fields::{signature, u32_at, u64_at};

/// Bytes of the longest form: signature, CRC-32, two 64-bit sizes.
pub(super) const LONGEST: usize = 24;

/// A data descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Descriptor {
    /// CRC-32 of the inflated bytes.
    pub(super) crc32: u32,
    /// Compressed size.
    pub(super) compressed_size: u64,
    /// Inflated size.
    pub(super) size: u64,
    /// Bytes of the descriptor.
    pub(super) len: u64,
}

impl Descriptor {
    /// Reads the descriptor at the start of `bytes`.
    ///
    /// Nothing in it says whether it has a signature and how wide its sizes are, so the form that agrees with
    /// `expected` (CRC-32, compressed size, size) is taken. When none does, the signature decides that there is a
    /// descriptor, and `zip64` (the local header has a zip64 field) how wide it is.
    pub(super) fn read(bytes: &[u8], expected: (u32, u64, u64), zip64: bool) -> Option<Self> {
        let unsigned = || [zip64, !zip64].into_iter().filter_map(|wide| Self::form(bytes, 0, wide));
        Self::signed(bytes, zip64)
            .chain(unsigned())
            .find(|form| (form.crc32, form.compressed_size, form.size) == expected)
            .or_else(|| Self::signed(bytes, zip64).next())
    }

    /// The readings of a descriptor with a signature, the likelier one first; none when there is no signature.
    pub(super) fn signed(bytes: &[u8], zip64: bool) -> impl Iterator<Item = Self> {
        let widths = if bytes.starts_with(&signature::DESCRIPTOR) { vec![zip64, !zip64] } else { Vec::new() };
        widths.into_iter().filter_map(move |wide| Self::form(bytes, 4, wide))
    }

    fn form(bytes: &[u8], at: usize, wide: bool) -> Option<Self> {
        let (start, width) = (at.saturating_add(4), if wide { 8_usize } else { 4 });
        let size_at = |at| if wide { u64_at(bytes, at) } else { u32_at(bytes, at).map(u64::from) };
        let end = start.saturating_add(width.saturating_mul(2));
        Some(Self {
            crc32: u32_at(bytes, at)?,
            compressed_size: size_at(start)?,
            size: size_at(start.saturating_add(width))?,
            len: super::fields::size_of(end),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(signed: bool, wide: bool) -> Vec<u8> {
        let mut bytes = if signed { signature::DESCRIPTOR.to_vec() } else { Vec::new() };
        bytes.extend(0xdead_beef_u32.to_le_bytes());
        for size in [7_u64, 9] {
            bytes.extend(size.to_le_bytes().into_iter().take(if wide { 8 } else { 4 }));
        }
        bytes.extend(b"PK\x03\x04 and more of the next member");
        bytes
    }

    #[test]
    fn each_of_the_four_forms_is_told_by_what_it_must_say() {
        for (signed, wide, len) in [(true, true, 24), (true, false, 16), (false, true, 20), (false, false, 12)] {
            for zip64 in [true, false] {
                let read = Descriptor::read(&bytes(signed, wide), (0xdead_beef, 7, 9), zip64).unwrap();
                assert_eq!(read, Descriptor { crc32: 0xdead_beef, compressed_size: 7, size: 9, len });
            }
        }
    }

    #[test]
    fn a_signed_descriptor_that_disagrees_is_read_all_the_same() {
        let read = Descriptor::read(&bytes(true, false), (1, 2, 3), false).unwrap();
        assert_eq!((read.crc32, read.compressed_size, read.size, read.len), (0xdead_beef, 7, 9, 16));
        assert_eq!(Descriptor::read(&bytes(false, false), (1, 2, 3), false), None);
        assert_eq!(Descriptor::read(b"PK\x07\x08", (1, 2, 3), false), None);
    }
}
