//! Little-endian fields of a record: all numbers of a zip are so written (APPNOTE 4.4.1).

/// The two bytes at `at`; `None` when the record ends before.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    array_at(bytes, at).map(u16::from_le_bytes)
}

/// The four bytes at `at`; `None` when the record ends before.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    array_at(bytes, at).map(u32::from_le_bytes)
}

/// The eight bytes at `at`; `None` when the record ends before.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    array_at(bytes, at).map(u64::from_le_bytes)
}

/// `len` bytes at `at`; `None` when the record ends before.
pub(super) fn slice_at(bytes: &[u8], at: usize, len: usize) -> Option<&[u8]> {
    bytes.get(at..at.checked_add(len)?)
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    slice_at(bytes, at, N)?.try_into().ok()
}

/// A length in memory as a length in a file.
pub(super) fn size_of(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}

/// A length in a file as a length in memory; one that no memory can hold becomes the largest there is.
pub(super) fn to_usize(len: u64) -> usize {
    usize::try_from(len).unwrap_or(usize::MAX)
}

/// The signatures of APPNOTE's records.
pub(super) mod signature {
    /// Local file header, 4.3.7.
    pub(in crate::container) const LOCAL: [u8; 4] = *b"PK\x03\x04";
    /// Central directory header, 4.3.12.
    pub(in crate::container) const CENTRAL: [u8; 4] = *b"PK\x01\x02";
    /// Data descriptor, 4.3.9.
    pub(in crate::container) const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";
    /// End of central directory record, 4.3.16.
    pub(in crate::container) const END: [u8; 4] = *b"PK\x05\x06";
    /// Zip64 end of central directory record, 4.3.14.
    pub(in crate::container) const ZIP64_END: [u8; 4] = *b"PK\x06\x06";
    /// Where the first header of a member or end record in `bytes` begins, by its signature.
    pub(in crate::container) fn of_header(bytes: &[u8]) -> Option<usize> {
        memchr::memmem::find_iter(bytes, b"PK").find(|at| {
            let found = bytes.get(*at..).unwrap_or_default();
            [LOCAL, CENTRAL, END, ZIP64_END].iter().any(|signature| found.starts_with(signature))
        })
    }

    /// Zip64 end of central directory locator, 4.3.15.
    pub(in crate::container) const ZIP64_LOCATOR: [u8; 4] = *b"PK\x06\x07";
}
