//! The header tables of an ELF file as named fields, so that a difference in them has a name.
//!
//! Source: the gABI, chapters "ELF Header", "Section Header", "Program Header" and "Dynamic Section".

use object::elf;
use object::endian::Endianness;

use super::facts::{Field, FieldKind};
use super::runs::Run;
use super::text;
use crate::binary::ElfClass;
use crate::binary::elf::{Span, View};

/// A field of a record: offset, size, name.
type Shape = &'static [(u64, u64, &'static str)];

/// Two tables of the same kind and size, at these places of two files.
pub(super) struct Tables<'a> {
    a: &'a View<'a>,
    b: &'a View<'a>,
    x: Span,
    y: Span,
    kind: FieldKind,
    record: u64,
    shape: Shape,
}

/// The table that lies at these places of both files; `None` when it is none that has named fields.
pub(super) fn of<'a>(a: &'a View<'a>, b: &'a View<'a>, x: Span, y: Span) -> Option<Tables<'a>> {
    if a.class() != b.class() || a.endian() != b.endian() {
        return None;
    }
    let wide = a.class() == ElfClass::Elf64;
    let at = |in_a: Option<Span>, in_b: Option<Span>| in_a == Some(x) && in_b == Some(y);
    let (kind, record, shape) = if at(Some(a.header()), Some(b.header())) {
        (FieldKind::Header, x.size, if wide { HEADER_64 } else { HEADER_32 })
    } else if at(a.segment_table(), b.segment_table()) {
        let (record, shape) = if wide { (56, SEGMENT_64) } else { (32, SEGMENT_32) };
        (FieldKind::ProgramHeader, record, shape)
    } else if at(a.section_table(), b.section_table()) {
        let (record, shape) = if wide { (64, SECTION_64) } else { (40, SECTION_32) };
        (FieldKind::SectionHeader, record, shape)
    } else if at(a.dynamic_span(), b.dynamic_span()) {
        let (record, shape) = if wide { (16, DYNAMIC_64) } else { (8, DYNAMIC_32) };
        (FieldKind::Dynamic, record, shape)
    } else {
        return None;
    };
    Some(Tables { a, b, x, y, kind, record, shape })
}

impl Tables<'_> {
    /// The fields that the runs fall on, each once.
    pub(super) fn fields(&self, runs: &[Run]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for run in runs {
            // A run is bounded by the record it ends in; each record by its shape.
            let mut at = run.offset;
            while at < run.offset.saturating_add(run.size) {
                let place = at.checked_div(self.record).zip(at.checked_rem(self.record));
                let Some((index, into)) = place else { break };
                let place =
                    self.shape.iter().find(|(offset, size, _)| (*offset..offset.saturating_add(*size)).contains(&into));
                let Some((offset, size, name)) = place else { break };
                let start = index.saturating_mul(self.record).saturating_add(*offset);
                at = start.saturating_add(*size);
                let field = self.field(index, start, *size, name);
                if fields.last().is_none_or(|last| last.offset_a != field.offset_a) {
                    fields.push(field);
                }
            }
        }
        fields
    }

    fn field(&self, index: u64, start: u64, size: u64, name: &str) -> Field {
        let read = |view: &View<'_>, table: Span| {
            let bytes = view.read(Span { offset: table.offset.saturating_add(start), size })?;
            Some(format!("{:#x}", number(bytes, view.endian())))
        };
        Field {
            kind: self.kind,
            name: Some(self.name(index, name)),
            offset_a: Some(self.x.offset.saturating_add(start)),
            offset_b: Some(self.y.offset.saturating_add(start)),
            a: read(self.a, self.x),
            b: read(self.b, self.y),
        }
    }

    fn name(&self, index: u64, field: &str) -> String {
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        match self.kind {
            FieldKind::SectionHeader => {
                let section = self.a.sections().and_then(|sections| sections.get(at));
                format!("{} {field}", section.map_or_else(|| format!("#{index}"), |section| text::name(section.name)))
            }
            FieldKind::ProgramHeader => format!("#{index} {field}"),
            FieldKind::Dynamic => {
                let tag = self.a.dynamic_entries().get(at).map(|(tag, _)| tag_name(*tag));
                format!("{} {field}", tag.unwrap_or_else(|| format!("#{index}")))
            }
            _ => field.to_owned(),
        }
    }
}

/// An unsigned number of at most eight bytes.
pub(super) fn number(bytes: &[u8], endian: Endianness) -> u64 {
    let push = |number: u64, byte: &u8| number.checked_shl(8).unwrap_or(0) | u64::from(*byte);
    match endian {
        Endianness::Little => bytes.iter().rev().fold(0, push),
        Endianness::Big => bytes.iter().fold(0, push),
    }
}

fn tag_name(tag: i64) -> String {
    let names = [
        (elf::DT_NULL, "DT_NULL"),
        (elf::DT_NEEDED, "DT_NEEDED"),
        (elf::DT_PLTRELSZ, "DT_PLTRELSZ"),
        (elf::DT_PLTGOT, "DT_PLTGOT"),
        (elf::DT_HASH, "DT_HASH"),
        (elf::DT_STRTAB, "DT_STRTAB"),
        (elf::DT_SYMTAB, "DT_SYMTAB"),
        (elf::DT_RELA, "DT_RELA"),
        (elf::DT_RELASZ, "DT_RELASZ"),
        (elf::DT_STRSZ, "DT_STRSZ"),
        (elf::DT_INIT, "DT_INIT"),
        (elf::DT_FINI, "DT_FINI"),
        (elf::DT_SONAME, "DT_SONAME"),
        (elf::DT_RPATH, "DT_RPATH"),
        (elf::DT_REL, "DT_REL"),
        (elf::DT_RELSZ, "DT_RELSZ"),
        (elf::DT_TEXTREL, "DT_TEXTREL"),
        (elf::DT_JMPREL, "DT_JMPREL"),
        (elf::DT_INIT_ARRAY, "DT_INIT_ARRAY"),
        (elf::DT_FINI_ARRAY, "DT_FINI_ARRAY"),
        (elf::DT_INIT_ARRAYSZ, "DT_INIT_ARRAYSZ"),
        (elf::DT_FINI_ARRAYSZ, "DT_FINI_ARRAYSZ"),
        (elf::DT_RUNPATH, "DT_RUNPATH"),
        (elf::DT_FLAGS, "DT_FLAGS"),
        (elf::DT_RELR, "DT_RELR"),
        (elf::DT_RELRSZ, "DT_RELRSZ"),
        (elf::DT_GNU_HASH, "DT_GNU_HASH"),
        (elf::DT_RELACOUNT, "DT_RELACOUNT"),
        (elf::DT_FLAGS_1, "DT_FLAGS_1"),
        (elf::DT_VERNEED, "DT_VERNEED"),
        (elf::DT_VERSYM, "DT_VERSYM"),
    ];
    let known = names.iter().find(|(known, _)| known.0 == tag);
    known.map_or_else(|| format!("tag {tag:#x}"), |(_, name)| (*name).to_owned())
}

const HEADER_64: Shape = &[
    (0, 4, "e_ident magic"),
    (4, 1, "EI_CLASS"),
    (5, 1, "EI_DATA"),
    (6, 1, "EI_VERSION"),
    (7, 1, "EI_OSABI"),
    (8, 1, "EI_ABIVERSION"),
    (9, 7, "EI_PAD"),
    (16, 2, "e_type"),
    (18, 2, "e_machine"),
    (20, 4, "e_version"),
    (24, 8, "e_entry"),
    (32, 8, "e_phoff"),
    (40, 8, "e_shoff"),
    (48, 4, "e_flags"),
    (52, 2, "e_ehsize"),
    (54, 2, "e_phentsize"),
    (56, 2, "e_phnum"),
    (58, 2, "e_shentsize"),
    (60, 2, "e_shnum"),
    (62, 2, "e_shstrndx"),
];

const HEADER_32: Shape = &[
    (0, 4, "e_ident magic"),
    (4, 1, "EI_CLASS"),
    (5, 1, "EI_DATA"),
    (6, 1, "EI_VERSION"),
    (7, 1, "EI_OSABI"),
    (8, 1, "EI_ABIVERSION"),
    (9, 7, "EI_PAD"),
    (16, 2, "e_type"),
    (18, 2, "e_machine"),
    (20, 4, "e_version"),
    (24, 4, "e_entry"),
    (28, 4, "e_phoff"),
    (32, 4, "e_shoff"),
    (36, 4, "e_flags"),
    (40, 2, "e_ehsize"),
    (42, 2, "e_phentsize"),
    (44, 2, "e_phnum"),
    (46, 2, "e_shentsize"),
    (48, 2, "e_shnum"),
    (50, 2, "e_shstrndx"),
];

const SEGMENT_64: Shape = &[
    (0, 4, "p_type"),
    (4, 4, "p_flags"),
    (8, 8, "p_offset"),
    (16, 8, "p_vaddr"),
    (24, 8, "p_paddr"),
    (32, 8, "p_filesz"),
    (40, 8, "p_memsz"),
    (48, 8, "p_align"),
];

const SEGMENT_32: Shape = &[
    (0, 4, "p_type"),
    (4, 4, "p_offset"),
    (8, 4, "p_vaddr"),
    (12, 4, "p_paddr"),
    (16, 4, "p_filesz"),
    (20, 4, "p_memsz"),
    (24, 4, "p_flags"),
    (28, 4, "p_align"),
];

const SECTION_64: Shape = &[
    (0, 4, "sh_name"),
    (4, 4, "sh_type"),
    (8, 8, "sh_flags"),
    (16, 8, "sh_addr"),
    (24, 8, "sh_offset"),
    (32, 8, "sh_size"),
    (40, 4, "sh_link"),
    (44, 4, "sh_info"),
    (48, 8, "sh_addralign"),
    (56, 8, "sh_entsize"),
];

const SECTION_32: Shape = &[
    (0, 4, "sh_name"),
    (4, 4, "sh_type"),
    (8, 4, "sh_flags"),
    (12, 4, "sh_addr"),
    (16, 4, "sh_offset"),
    (20, 4, "sh_size"),
    (24, 4, "sh_link"),
    (28, 4, "sh_info"),
    (32, 4, "sh_addralign"),
    (36, 4, "sh_entsize"),
];

const DYNAMIC_64: Shape = &[(0, 8, "tag"), (8, 8, "value")];

const DYNAMIC_32: Shape = &[(0, 4, "tag"), (4, 4, "value")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_covers_its_record_without_a_hole() {
        let records = [
            (HEADER_64, 64),
            (HEADER_32, 52),
            (SEGMENT_64, 56),
            (SEGMENT_32, 32),
            (SECTION_64, 64),
            (SECTION_32, 40),
            (DYNAMIC_64, 16),
            (DYNAMIC_32, 8),
        ];
        for (shape, size) in records {
            let end = shape.iter().fold(0, |at, (offset, size, name)| {
                assert_eq!(*offset, at, "{name}");
                offset + size
            });
            assert_eq!(end, size);
        }
    }

    #[test]
    fn numbers_are_read_in_both_byte_orders() {
        assert_eq!(number(&[1, 2], Endianness::Little), 0x201);
        assert_eq!(number(&[1, 2], Endianness::Big), 0x102);
    }
}
