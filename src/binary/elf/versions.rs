//! Symbol versions: the highest `GLIBC_x.y` that a file needs of others, and the version of each dynamic symbol.
//!
//! Source: the Linux Standard Base, chapter "Symbol Versioning" (`Elfxx_Verneed`, `Elfxx_Vernaux`,
//! `Elfxx_Verdef`, `Elfxx_Verdaux`).

use std::collections::BTreeMap;

use object::elf;
use object::endian::Endianness;
use object::read::ReadRef as _;

use super::super::image::{Image, string_at};
use super::dynamic::Table;
use super::header::Layout;

/// Version records that are walked.
const WALKED: usize = 1 << 16;

/// The bits of a version's index; the highest bit says that a definition is hidden.
const VERSION: u16 = 0x7fff;

/// Bytes of the name of a glibc release that are looked at.
const RELEASE: usize = 64;

/// Bytes of any version's name that are looked at.
const NAME: usize = 1 << 12;

/// The highest `GLIBC_x.y` that is needed, as it is written; `None` when none is.
///
/// Names such as `GLIBC_PRIVATE` and `GLIBC_ABI_DT_RELR` state no release and don't count.
pub(super) fn glibc(image: Image<'_>, layout: &Layout<'_>, dynamic: Option<&Table<'_>>) -> Option<String> {
    let (records, strings) = tables(image, layout, dynamic)?;
    let mut highest: Option<(Vec<u32>, &[u8])> = None;
    for (_, name) in needed(records, layout.header.endian) {
        let Some(name) = string_at(strings, u64::from(name), RELEASE) else { continue };
        let Some(release) = release(name) else { continue };
        if highest.as_ref().is_none_or(|(best, _)| release > *best) {
            highest = Some((release, name));
        }
    }
    highest.map(|(_, name)| String::from_utf8_lossy(name).into_owned())
}

/// `GLIBC_2.17` as `[2, 17]`, so that 2.17 is above 2.4.
fn release(name: &[u8]) -> Option<Vec<u32>> {
    let text = std::str::from_utf8(name.strip_prefix(b"GLIBC_")?).ok()?;
    text.split('.').map(|part| part.parse().ok()).collect()
}

/// The records of `.gnu.version_r` and their strings: by section, else by `DT_VERNEED`.
fn tables<'data>(
    image: Image<'data>,
    layout: &Layout<'data>,
    dynamic: Option<&Table<'data>>,
) -> Option<(&'data [u8], &'data [u8])> {
    let section = layout.sections().iter().find(|section| section.kind == elf::SHT_GNU_VERNEED);
    if let Some(section) = section
        && let Some(strings) = layout.linked(section)
    {
        let bytes = |span: super::header::Span| image.read_some(span.offset, span.size);
        return Some((bytes(section.span), bytes(strings.span)));
    }
    let dynamic = dynamic?;
    let offset = layout.offset_of(dynamic.value(elf::DT_VERNEED)?)?;
    Some((image.read_some(offset, u64::MAX), dynamic.strings()))
}

/// Index and string offset of the name of every version needed. Broken chains end where they break.
fn needed(records: &[u8], endian: Endianness) -> Vec<(u16, u32)> {
    let mut names = Vec::new();
    let mut at = 0_u64;
    for _ in 0..WALKED {
        let Ok(need) = records.read_at::<elf::Verneed<Endianness>>(at) else { break };
        let mut aux_at = at.saturating_add(u64::from(need.vn_aux.get(endian)));
        for _ in 0..need.vn_cnt.get(endian) {
            let Ok(aux) = records.read_at::<elf::Vernaux<Endianness>>(aux_at) else { break };
            if names.len() >= WALKED {
                return names;
            }
            names.push((aux.vna_other.get(endian).0, aux.vna_name.get(endian)));
            let next = aux.vna_next.get(endian);
            if next == 0 {
                break;
            }
            aux_at = aux_at.saturating_add(u64::from(next));
        }
        let next = need.vn_next.get(endian);
        if next == 0 {
            break;
        }
        at = at.saturating_add(u64::from(next));
    }
    names
}

/// Index and string offset of the name of every version that the file itself defines.
fn defined(records: &[u8], endian: Endianness) -> Vec<(u16, u32)> {
    let mut names = Vec::new();
    let mut at = 0_u64;
    for _ in 0..WALKED {
        let Ok(definition) = records.read_at::<elf::Verdef<Endianness>>(at) else { break };
        // The first auxiliary record is the version's own name; those after it are the versions it inherits.
        let aux_at = at.saturating_add(u64::from(definition.vd_aux.get(endian)));
        if let Ok(aux) = records.read_at::<elf::Verdaux<Endianness>>(aux_at) {
            names.push((definition.vd_ndx.get(endian).0, aux.vda_name.get(endian)));
        }
        let next = definition.vd_next.get(endian);
        if next == 0 {
            break;
        }
        at = at.saturating_add(u64::from(next));
    }
    names
}

/// The version of each dynamic symbol, by the tables that the loader reads.
#[derive(Debug)]
pub(super) struct Versions<'data> {
    /// `DT_VERSYM`: one half-word for each symbol.
    indices: &'data [u8],
    endian: Endianness,
    names: BTreeMap<u16, &'data [u8]>,
}

impl<'data> Versions<'data> {
    /// Of the bytes at `DT_VERSYM`, `DT_VERNEED` and `DT_VERDEF`, and the dynamic strings; empty where there are none.
    pub(super) fn read(
        [indices, needs, definitions]: [&'data [u8]; 3],
        strings: &'data [u8],
        endian: Endianness,
    ) -> Self {
        let name = |(index, offset): (u16, u32)| Some((index & VERSION, string_at(strings, u64::from(offset), NAME)?));
        let (needed, defined) = (needed(needs, endian), defined(definitions, endian));
        let names = defined.into_iter().chain(needed).filter_map(name).collect();
        Self { indices, endian, names }
    }

    /// The version of the symbol at `index`; empty when it has none: it is local, or of the file's base version.
    pub(super) fn of(&self, index: usize) -> &'data [u8] {
        let version = || {
            let at = index.checked_mul(2)?;
            let raw = <[u8; 2]>::try_from(self.indices.get(at..at.checked_add(2)?)?).ok()?;
            let number = match self.endian {
                Endianness::Little => u16::from_le_bytes(raw),
                Endianness::Big => u16::from_be_bytes(raw),
            };
            // 0 and 1: local, and global without a version.
            self.names.get(&(number & VERSION)).filter(|_| number & VERSION > 1).copied()
        };
        version().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_as_numbers_and_what_is_no_release_does_not_count() {
        assert!(release(b"GLIBC_2.17") > release(b"GLIBC_2.4"));
        assert!(release(b"GLIBC_2.2.5") < release(b"GLIBC_2.3"));
        for other in [&b"GLIBC_PRIVATE"[..], b"GLIBC_ABI_DT_RELR", b"GLIBCXX_3.4", b"GLIBC_", b"GLIBC_2."] {
            assert_eq!(release(other), None);
        }
    }
}
