//! The dynamic section: what the loader is told.

use object::elf;
use object::endian::Endianness;
use object::pod;

use super::super::codes;
use super::super::facts::{Dynamic, ElfClass};
use super::super::image::{Image, string_at};
use super::header::{Layout, Span};
use crate::finding::Finding;

/// Dynamic entries that are looked at. Real libraries have some dozens.
const ENTRIES: usize = 1 << 16;

/// `DT_NEEDED` entries that are kept. Real libraries have some dozens.
const NEEDED: usize = 1 << 10;

/// Bytes of one string that are kept. A path of `PATH_MAX` bytes fits, and a RUNPATH of several.
const STRING: usize = 1 << 14;

/// The dynamic entries of a file, and the tables they point to.
#[derive(Debug, Default)]
pub(super) struct Table<'data> {
    /// Tag and value, up to `DT_NULL`.
    entries: Vec<(i64, u64)>,
    /// `DT_STRTAB`, as far as the file has it.
    strings: &'data [u8],
}

impl<'data> Table<'data> {
    /// The value of the first entry with this tag.
    pub(super) fn value(&self, tag: elf::DynamicTag) -> Option<u64> {
        self.entries.iter().find(|(known, _)| *known == tag.0).map(|(_, value)| *value)
    }

    /// Tag and value of every entry before `DT_NULL`, in order.
    pub(super) fn entries(&self) -> &[(i64, u64)] {
        &self.entries
    }

    /// The string table.
    pub(super) fn strings(&self) -> &'data [u8] {
        self.strings
    }
}

/// Reads the entries to which `PT_DYNAMIC` points; `None` when there is no `PT_DYNAMIC`, or when it is that of another
/// file (`companion`).
pub(super) fn read<'data>(
    image: Image<'data>,
    layout: &Layout<'data>,
    companion: bool,
    findings: &mut Vec<Finding>,
) -> Option<Table<'data>> {
    let segment = layout.segment(elf::PT_DYNAMIC).filter(|_| !companion)?;
    let span = segment.span;
    let mut table = Table::default();
    let bytes = image.read(span.offset, span.size).unwrap_or_else(|| {
        let detail = format!(
            "PT_DYNAMIC claims {} bytes at offset {:#x}, but the file has {} bytes",
            span.size,
            span.offset,
            image.size()
        );
        findings.push(Finding::new(&codes::ELF_BAD_DYNAMIC, detail).at(span.offset));
        image.read_some(span.offset, span.size)
    });
    table.entries = match layout.header.class {
        ElfClass::Elf32 => entries::<elf::Dyn32<Endianness>>(bytes, layout.header.endian),
        ElfClass::Elf64 => entries::<elf::Dyn64<Endianness>>(bytes, layout.header.endian),
    };
    if let Some(section) = layout.sections().iter().find(|section| section.kind == elf::SHT_DYNAMIC)
        && section.span.offset != span.offset
        && section.has_bytes()
    {
        let detail = format!(
            "PT_DYNAMIC, which the loader reads, lies at offset {:#x}; the section {}, which most tools read, at {:#x}",
            span.offset,
            section.label(),
            section.span.offset
        );
        findings.push(Finding::new(&codes::ELF_TWO_DYNAMICS, detail).at(span.offset));
    }
    if let Some(address) = table.value(elf::DT_STRTAB) {
        let size = table.value(elf::DT_STRSZ).unwrap_or(u64::MAX);
        if let Some(offset) = layout.offset_of(address) {
            table.strings = image.read_some(offset, size);
        } else {
            let detail = format!("DT_STRTAB is {address:#x}, an address that no PT_LOAD segment maps");
            findings.push(Finding::new(&codes::ELF_BAD_DYNAMIC, detail).at(span.offset));
        }
    }
    Some(table)
}

fn entries<D: object::read::elf::Dyn<Endian = Endianness>>(bytes: &[u8], endian: Endianness) -> Vec<(i64, u64)> {
    let count = bytes.len().checked_div(size_of::<D>()).unwrap_or(0);
    let entries = pod::slice_from_bytes::<D>(bytes, count).map(|(entries, _)| entries).unwrap_or_default();
    let pairs = entries.iter().map(|entry| (entry.tag(endian).0, entry.val(endian)));
    pairs.take_while(|(tag, _)| *tag != elf::DT_NULL.0).take(ENTRIES).collect()
}

/// What the entries say, for the report.
pub(super) fn facts(table: &Table<'_>, span: Span, findings: &mut Vec<Finding>) -> Dynamic {
    let mut bad = 0_u64;
    let mut text = |offset: u64| {
        let bytes = string_at(table.strings, offset, STRING);
        bad = bad.saturating_add(u64::from(bytes.is_none()));
        bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    };
    let mut facts = Dynamic::default();
    let mut needed = 0_usize;
    for (tag, value) in &table.entries {
        match elf::DynamicTag(*tag) {
            elf::DT_SONAME => facts.soname = facts.soname.or_else(|| text(*value)),
            elf::DT_RPATH => facts.rpath = facts.rpath.or_else(|| text(*value)),
            elf::DT_RUNPATH => facts.runpath = facts.runpath.or_else(|| text(*value)),
            elf::DT_NEEDED => {
                needed = needed.saturating_add(1);
                if needed <= NEEDED {
                    facts.needed.extend(text(*value));
                }
            }
            elf::DT_FLAGS_1 => facts.flags_1 = *value,
            elf::DT_DEBUG => facts.has_debug_tag = true,
            _ => {}
        }
    }
    if needed > NEEDED {
        let detail = format!("there are {needed} DT_NEEDED entries; the first {NEEDED} are listed");
        findings.push(Finding::new(&codes::ELF_LIMIT, detail).at(span.offset));
    }
    if bad > 0 {
        let detail = format!(
            "{bad} of the dynamic section's strings lie outside its string table of {} bytes",
            table.strings.len()
        );
        findings.push(Finding::new(&codes::ELF_BAD_DYNAMIC, detail).at(span.offset));
    }
    facts
}
