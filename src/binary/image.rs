//! The bytes of a member that are at hand, and how many there are in all.

/// A file's bytes from its start on: all of them, or only its head.
///
/// A head can't tell what lies beyond it from what lies beyond the file, so what readers find wrong counts only when all
/// bytes were at hand ([`Image::is_complete`]).
#[derive(Debug, Clone, Copy)]
pub(super) struct Image<'data> {
    bytes: &'data [u8],
    size: u64,
}

impl<'data> Image<'data> {
    /// A whole file.
    pub(super) fn whole(bytes: &'data [u8]) -> Self {
        Self { bytes, size: u64::try_from(bytes.len()).unwrap_or(u64::MAX) }
    }

    /// The head of a file of `size` bytes. A head longer than that is the whole file.
    pub(super) fn head(bytes: &'data [u8], size: u64) -> Self {
        let whole = Self::whole(bytes);
        Self { bytes, size: size.max(whole.size) }
    }

    /// The bytes at hand, from the start of the file.
    pub(super) fn bytes(self) -> &'data [u8] {
        self.bytes
    }

    /// The file's size in bytes.
    pub(super) fn size(self) -> u64 {
        self.size
    }

    /// Whether all bytes are at hand.
    pub(super) fn is_complete(self) -> bool {
        u64::try_from(self.bytes.len()).is_ok_and(|len| len == self.size)
    }

    /// Exactly `len` bytes from `offset`; `None` when they are not all at hand.
    pub(super) fn read(self, offset: u64, len: u64) -> Option<&'data [u8]> {
        let end = usize::try_from(offset.checked_add(len)?).ok()?;
        self.bytes.get(usize::try_from(offset).ok()?..end)
    }

    /// What there is of `len` bytes from `offset`; fewer where the file or the head ends.
    pub(super) fn read_some(self, offset: u64, len: u64) -> &'data [u8] {
        let rest = usize::try_from(offset).ok().and_then(|start| self.bytes.get(start..)).unwrap_or_default();
        let len = usize::try_from(len).unwrap_or(usize::MAX).min(rest.len());
        rest.get(..len).unwrap_or_default()
    }
}

/// The bytes of `table` from `offset` up to the first NUL, or to `limit` bytes if there is none before.
///
/// `None` when the offset is outside the table, or when the table ends before a NUL.
pub(super) fn string_at(table: &[u8], offset: u64, limit: usize) -> Option<&[u8]> {
    let rest = table.get(usize::try_from(offset).ok()?..)?;
    let window = rest.get(..limit).unwrap_or(rest);
    match memchr::memchr(0, window) {
        Some(end) => window.get(..end),
        None => (window.len() < rest.len()).then_some(window),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bytes_at_hand_are_read() {
        let head = Image::head(b"0123", 10);
        assert_eq!(head.read(1, 3), Some(&b"123"[..]));
        assert_eq!(head.read(1, 4), None);
        assert_eq!(head.read(u64::MAX, 1), None);
        assert_eq!(head.read_some(2, 100), b"23");
        assert_eq!(head.read_some(200, 100), b"");
        assert!(!head.is_complete());
        assert!(Image::head(b"0123", 3).is_complete());
    }

    #[test]
    fn a_string_needs_its_nul_and_is_cut_at_the_limit() {
        assert_eq!(string_at(b"\0ab\0c", 1, 9), Some(&b"ab"[..]));
        assert_eq!(string_at(b"\0ab\0c", 4, 9), None);
        assert_eq!(string_at(b"\0abcd\0", 1, 2), Some(&b"ab"[..]));
        assert_eq!(string_at(b"\0", 1, 9), None);
        assert_eq!(string_at(b"\0", 2, 9), None);
    }
}
