//! Symbol versions that a file needs of others: the highest `GLIBC_x.y`.
//!
//! Source: the Linux Standard Base, chapter "Symbol Versioning" (`Elfxx_Verneed`, `Elfxx_Vernaux`).

use object::elf;
use object::endian::Endianness;
use object::read::ReadRef as _;

use super::super::image::{Image, string_at};
use super::dynamic::Table;
use super::header::Layout;

/// Version records that are walked.
const WALKED: usize = 1 << 16;

/// Bytes of a version's name that are looked at.
const NAME: usize = 64;

/// The highest `GLIBC_x.y` that is needed, as it is written; `None` when none is.
///
/// Names such as `GLIBC_PRIVATE` and `GLIBC_ABI_DT_RELR` state no release and don't count.
pub(super) fn glibc(image: Image<'_>, layout: &Layout<'_>, dynamic: Option<&Table<'_>>) -> Option<String> {
    let (records, strings) = tables(image, layout, dynamic)?;
    let mut highest: Option<(Vec<u32>, &[u8])> = None;
    for name in names(records, layout.header.endian) {
        let Some(name) = string_at(strings, u64::from(name), NAME) else { continue };
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

/// The string offsets of all names of versions needed. Broken chains end where they break.
fn names(records: &[u8], endian: Endianness) -> Vec<u32> {
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
            names.push(aux.vna_name.get(endian));
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
