//! Extra fields: `id, length, data` triples behind a name (APPNOTE 4.5), as far as identity rests on them.

use super::fields::{slice_at, u16_at, u32_at, u64_at};

/// Zip64 extended information, APPNOTE 4.5.3.
pub(super) const ZIP64: u16 = 0x0001;
/// Info-ZIP Unicode path, APPNOTE 4.6.9.
pub(super) const UNICODE_PATH: u16 = 0x7075;

/// In place of a 32-bit size or offset: the value is in the zip64 field.
pub(super) const SENTINEL_32: u32 = u32::MAX;
/// In place of a 16-bit disk number or count.
pub(super) const SENTINEL_16: u16 = u16::MAX;

/// The fields of one header, and where they stop being fields.
pub(super) struct ExtraFields<'a> {
    /// Identifier and data, in order.
    pub(super) fields: Vec<(u16, &'a [u8])>,
    /// Offset within the extra data from which nothing can be read; `None` when all was.
    pub(super) malformed_at: Option<usize>,
}

impl<'a> ExtraFields<'a> {
    /// Walks `extra`.
    pub(super) fn read(extra: &'a [u8]) -> Self {
        let mut fields = Vec::new();
        let mut at = 0_usize;
        while at < extra.len() {
            let field = u16_at(extra, at)
                .zip(u16_at(extra, at.saturating_add(2)))
                .and_then(|(id, len)| slice_at(extra, at.saturating_add(4), usize::from(len)).map(|data| (id, data)));
            let Some((id, data)) = field else {
                return Self { fields, malformed_at: Some(at) };
            };
            fields.push((id, data));
            at = at.saturating_add(4).saturating_add(data.len());
        }
        Self { fields, malformed_at: None }
    }

    /// The data of the first field with this identifier.
    pub(super) fn first(&self, id: u16) -> Option<&'a [u8]> {
        self.fields.iter().find(|(field, _)| *field == id).map(|(_, data)| *data)
    }

    /// Whether several fields have this identifier.
    pub(super) fn repeats(&self, id: u16) -> bool {
        self.fields.iter().filter(|(field, _)| *field == id).count() > 1
    }

    /// The name that the Unicode path field states for a name with these bytes; `None` when there is none, or when its
    /// checksum says that it was made for another name, for then readers ignore it.
    pub(super) fn unicode_path(&self, raw_name: &[u8]) -> Option<&'a [u8]> {
        let data = self.first(UNICODE_PATH)?;
        let (version, crc32) = (*data.first()?, u32_at(data, 1)?);
        (version == 1 && crc32 == crc32fast::hash(raw_name)).then(|| data.get(5..)).flatten()
    }
}

/// The sizes and the offset of a header as its 32-bit fields state them.
#[derive(Clone, Copy)]
pub(super) struct Stated {
    /// Inflated size.
    pub(super) size: u32,
    /// Compressed size.
    pub(super) compressed_size: u32,
    /// Offset of the local header; `None` in a local header, which has no such field.
    pub(super) header_offset: Option<u32>,
    /// Disk on which the member starts; `None` in a local header.
    pub(super) disk: Option<u16>,
}

/// The same with the zip64 field taken into account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Resolved {
    /// Inflated size.
    pub(super) size: u64,
    /// Compressed size.
    pub(super) compressed_size: u64,
    /// Offset of the local header.
    pub(super) header_offset: u64,
    /// Disk on which the member starts.
    pub(super) disk: u32,
    /// Length of the zip64 field's data, where there is one.
    pub(super) zip64_len: Option<usize>,
    /// There is a zip64 field, and no value is said to be in it.
    pub(super) unreferenced: bool,
    /// A value was said to be in the zip64 field, and is not there.
    pub(super) missing: bool,
    /// The zip64 field states these sizes (inflated, compressed) although nothing refers to it, and they differ.
    pub(super) contradiction: Option<(u64, u64)>,
}

impl Resolved {
    /// Takes each value whose field holds the sentinel from the zip64 field, in the order of APPNOTE 4.5.3.
    pub(super) fn new(stated: Stated, extra: &ExtraFields<'_>) -> Self {
        let zip64 = extra.first(ZIP64);
        let mut at = 0_usize;
        let mut missing = false;
        let mut wide = |narrow: u32| {
            if narrow != SENTINEL_32 {
                return u64::from(narrow);
            }
            let value = zip64.and_then(|data| u64_at(data, at));
            at = at.saturating_add(8);
            // Without a zip64 field 0xffffffff may be a plain value: a member of 4 GiB less one byte.
            missing |= zip64.is_some() && value.is_none();
            value.unwrap_or(u64::from(narrow))
        };
        let size = wide(stated.size);
        let compressed_size = wide(stated.compressed_size);
        let header_offset = stated.header_offset.map_or(0, &mut wide);
        let disk = stated.disk.unwrap_or(0);
        let wide_disk = (disk == SENTINEL_16).then(|| zip64.and_then(|data| u32_at(data, at))).flatten();
        let referenced = [Some(stated.size), Some(stated.compressed_size), stated.header_offset]
            .contains(&Some(SENTINEL_32))
            || stated.disk == Some(SENTINEL_16);
        Self {
            size,
            compressed_size,
            header_offset,
            disk: wide_disk.unwrap_or(u32::from(disk)),
            zip64_len: zip64.map(<[u8]>::len),
            unreferenced: zip64.is_some() && !referenced,
            missing,
            contradiction: zip64.and_then(|data| contradiction(stated, data)),
        }
    }
}

/// Sizes in a zip64 field that no sentinel refers to: some readers take them all the same (PyPI's check does).
fn contradiction(stated: Stated, zip64: &[u8]) -> Option<(u64, u64)> {
    if stated.size == SENTINEL_32 || stated.compressed_size == SENTINEL_32 {
        return None;
    }
    let (size, compressed_size) = (u64_at(zip64, 0)?, u64_at(zip64, 8)?);
    ((size, compressed_size) != (u64::from(stated.size), u64::from(stated.compressed_size)))
        .then_some((size, compressed_size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(id: u16, data: &[u8]) -> Vec<u8> {
        let mut bytes = id.to_le_bytes().to_vec();
        bytes.extend(u16::try_from(data.len()).unwrap().to_le_bytes());
        bytes.extend(data);
        bytes
    }

    fn stated(size: u32, compressed_size: u32) -> Stated {
        Stated { size, compressed_size, header_offset: Some(7), disk: Some(0) }
    }

    #[test]
    fn a_field_that_runs_past_the_end_stops_the_walk_and_says_where() {
        let mut bytes = field(0x5455, &[1, 2, 3]);
        bytes.extend([9, 9, 200, 0, 1]);
        let extra = ExtraFields::read(&bytes);
        assert_eq!(extra.fields, [(0x5455, &[1, 2, 3][..])]);
        assert_eq!(extra.malformed_at, Some(7));
    }

    #[test]
    fn only_values_behind_a_sentinel_are_taken_from_the_zip64_field() {
        let mut data = 5_000_000_000_u64.to_le_bytes().to_vec();
        data.extend(9_u64.to_le_bytes());
        let bytes = field(ZIP64, &data);
        let extra = ExtraFields::read(&bytes);
        let resolved = Resolved::new(Stated { header_offset: Some(SENTINEL_32), ..stated(SENTINEL_32, 3) }, &extra);
        assert_eq!((resolved.size, resolved.compressed_size, resolved.header_offset), (5_000_000_000, 3, 9));
        assert!(!resolved.missing);
    }

    #[test]
    fn a_value_that_the_zip64_field_lacks_is_said_to_be_missing() {
        let bytes = field(ZIP64, &5_u64.to_le_bytes());
        let resolved = Resolved::new(stated(SENTINEL_32, SENTINEL_32), &ExtraFields::read(&bytes));
        assert!(resolved.missing);
        assert_eq!((resolved.size, resolved.compressed_size), (5, u64::from(SENTINEL_32)));
    }

    #[test]
    fn sizes_in_a_zip64_field_that_nothing_refers_to_are_a_contradiction_when_they_differ() {
        let mut data = 10_u64.to_le_bytes().to_vec();
        data.extend(3_u64.to_le_bytes());
        let bytes = field(ZIP64, &data);
        let extra = ExtraFields::read(&bytes);
        assert_eq!(Resolved::new(stated(10, 3), &extra).contradiction, None);
        assert_eq!(Resolved::new(stated(11, 3), &extra).contradiction, Some((10, 3)));
    }

    #[test]
    fn a_unicode_path_counts_only_with_the_checksum_of_the_name() {
        let mut data = vec![1];
        data.extend(crc32fast::hash(b"a").to_le_bytes());
        data.extend("ä".as_bytes());
        let bytes = field(UNICODE_PATH, &data);
        let extra = ExtraFields::read(&bytes);
        assert_eq!(extra.unicode_path(b"a"), Some("ä".as_bytes()));
        assert_eq!(extra.unicode_path(b"b"), None);
    }
}
