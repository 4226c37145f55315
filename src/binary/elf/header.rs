//! The ELF header, the program header table and the section header table, each read on its own.
//!
//! `object`'s `ElfFile::parse` refuses a file whose section table is bad. Here damage costs only the table it is in: the
//! records are read with `object`'s types and laid out as one shape for both classes and both byte orders.

use object::endian::Endianness;
use object::read::ReadRef as _;
use object::read::elf::{FileHeader, ProgramHeader as _, SectionHeader as _};
use object::{elf, pod};

use super::super::codes;
use super::super::facts::{ElfClass, Endian, ObjectType};
use super::super::image::{Image, string_at};
use crate::finding::Finding;

/// Section headers that are looked at. Big objects have some 100,000 (one for each function); no wheel comes near.
const SECTIONS: usize = 1 << 17;

/// Bytes of a section's name that are kept.
const SECTION_NAME: usize = 1 << 8;

/// The smallest page of any machine that Linux runs on.
pub(super) const PAGE: u64 = 4096;

/// What the ELF header says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Header {
    pub(super) class: ElfClass,
    pub(super) endian: Endianness,
    pub(super) object_type: ObjectType,
    pub(super) machine: u16,
    pub(super) os_abi: u8,
    pub(super) entry: u64,
    /// Bytes of the header itself.
    pub(super) size: u64,
    /// Where the program headers lie; `None` when there are none, or when they can't be there.
    pub(super) segment_table: Option<Span>,
    /// Where the section headers lie; `None` when there are none, or when they can't be there.
    pub(super) section_table: Option<Span>,
    /// Whether a table that the header names can't be read: then nobody knows what it would say.
    pub(super) damaged: bool,
}

impl Header {
    /// The byte order in the words of the report.
    pub(super) fn byte_order(self) -> Endian {
        match self.endian {
            Endianness::Little => Endian::Little,
            Endianness::Big => Endian::Big,
        }
    }
}

/// Bytes of the file: where they begin and how many they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) offset: u64,
    pub(super) size: u64,
}

impl Span {
    /// The offset after the last byte; saturates, as no file is that long.
    pub(super) fn end(self) -> u64 {
        self.offset.saturating_add(self.size)
    }
}

/// One program header.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) index: usize,
    pub(super) kind: elf::ProgramType,
    pub(super) flags: elf::ProgramFlags,
    /// Bytes in the file.
    pub(super) span: Span,
    pub(super) address: u64,
    /// Bytes in memory; what exceeds those of the file is zero.
    pub(super) memory_size: u64,
    pub(super) align: u64,
}

impl Segment {
    /// Whether the loader maps it, and code may run from it.
    pub(super) fn is_executable(self) -> bool {
        self.kind == elf::PT_LOAD && self.flags.contains(elf::PF_X)
    }
}

/// One section header.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section<'data> {
    pub(super) index: usize,
    /// Empty when the names can't be read.
    pub(super) name: &'data [u8],
    pub(super) kind: elf::SectionType,
    pub(super) flags: elf::SectionFlags,
    pub(super) address: u64,
    /// Bytes in the file, as the header states them; meaningless for [`Section::has_bytes`] `false`.
    pub(super) span: Span,
    pub(super) link: u32,
    pub(super) align: u64,
}

impl Section<'_> {
    /// Whether it holds bytes of the file.
    pub(super) fn has_bytes(&self) -> bool {
        self.kind != elf::SHT_NOBITS && self.kind != elf::SHT_NULL && self.span.size > 0
    }

    /// Its name for a sentence.
    pub(super) fn label(&self) -> String {
        if self.name.is_empty() { format!("#{}", self.index) } else { String::from_utf8_lossy(self.name).into_owned() }
    }

    /// Whether it holds instructions that run: by its flags, or, where odd tools forgot them, by its name.
    pub(super) fn is_code(&self) -> bool {
        let named = [&b".text"[..], b".init", b".fini", b".plt"].contains(&self.name);
        self.flags.contains(elf::SHF_EXECINSTR) || (named && self.flags.contains(elf::SHF_ALLOC))
    }
}

/// Header and both tables of one file.
#[derive(Debug)]
pub(super) struct Layout<'data> {
    pub(super) header: Header,
    pub(super) segments: Vec<Segment>,
    /// `None` when there is no section table, or none that can be read (then a finding says why).
    pub(super) sections: Option<Vec<Section<'data>>>,
}

impl<'data> Layout<'data> {
    /// Reads header and tables; `None` when there is no ELF header.
    pub(super) fn read(image: Image<'data>, findings: &mut Vec<Finding>) -> Option<Self> {
        let ident = image.bytes().get(..16)?;
        if !ident.starts_with(&elf::ELFMAG) {
            return None;
        }
        let endian = match elf::DataEncoding(*ident.get(5)?) {
            elf::ELFDATA2LSB => Endianness::Little,
            elf::ELFDATA2MSB => Endianness::Big,
            _ => return None,
        };
        match elf::FileClass(*ident.get(4)?) {
            elf::ELFCLASS32 => read::<elf::FileHeader32<Endianness>>(image, ElfClass::Elf32, endian, findings),
            elf::ELFCLASS64 => read::<elf::FileHeader64<Endianness>>(image, ElfClass::Elf64, endian, findings),
            _ => None,
        }
    }

    /// The sections, none where there is no table.
    pub(super) fn sections(&self) -> &[Section<'data>] {
        self.sections.as_deref().unwrap_or_default()
    }

    /// The first section of this name.
    pub(super) fn section(&self, name: &[u8]) -> Option<&Section<'data>> {
        self.sections().iter().find(|section| section.name == name)
    }

    /// The section a `sh_link` names.
    pub(super) fn linked(&self, section: &Section<'_>) -> Option<&Section<'data>> {
        self.sections().get(usize::try_from(section.link).ok()?)
    }

    /// The first segment of this type.
    pub(super) fn segment(&self, kind: elf::ProgramType) -> Option<&Segment> {
        self.segments.iter().find(|segment| segment.kind == kind)
    }

    /// The offset in the file of what the loader has at `address`.
    ///
    /// The loader maps whole pages, and files exist whose string table begins in the rest of a segment's last page:
    /// patchelf made some. So where no segment has the address, their pages are asked. What is read from there is
    /// bounded by its own size and by the file, not by the segment, for the same reason.
    pub(super) fn offset_of(&self, address: u64) -> Option<u64> {
        let find = |end: fn(u64) -> u64| {
            self.segments.iter().filter(|segment| segment.kind == elf::PT_LOAD).find_map(|segment| {
                let into = address.checked_sub(segment.address)?;
                let mapped_to = end(segment.address.saturating_add(segment.span.size));
                (segment.span.size > 0 && address < mapped_to).then(|| segment.span.offset.checked_add(into))?
            })
        };
        find(|end| end).or_else(|| find(|end| end.checked_next_multiple_of(PAGE).unwrap_or(end)))
    }
}

fn read<'data, E: FileHeader<Endian = Endianness>>(
    image: Image<'data>,
    class: ElfClass,
    endian: Endianness,
    findings: &mut Vec<Finding>,
) -> Option<Layout<'data>> {
    let raw = image.bytes().read_at::<E>(0).ok()?;
    // The value in the header is not asked: readers take the size that the class states.
    let size = u64::try_from(size_of::<E>()).ok()?;
    let object_type = match raw.e_type(endian) {
        elf::ET_NONE => ObjectType::None,
        elf::ET_REL => ObjectType::Rel,
        elf::ET_EXEC => ObjectType::Exec,
        elf::ET_DYN => ObjectType::Dyn,
        elf::ET_CORE => ObjectType::Core,
        other => ObjectType::Other(other.0),
    };
    let mut header = Header {
        class,
        endian,
        object_type,
        machine: raw.e_machine(endian).0,
        os_abi: raw.e_ident().os_abi.0,
        entry: raw.e_entry(endian).into(),
        size,
        segment_table: None,
        section_table: None,
        damaged: false,
    };
    let segments = segments::<E>(raw, image, &mut header, findings);
    let sections = sections::<E>(raw, image, &mut header, findings);
    Some(Layout { header, segments, sections })
}

/// A table of `count` records of one size, by the claims of the header.
struct Table {
    span: Span,
    count: u64,
}

impl Table {
    fn new(offset: u64, count: u64, entry: usize) -> Self {
        let size = u64::try_from(entry).unwrap_or(u64::MAX).saturating_mul(count);
        Self { span: Span { offset, size }, count }
    }

    /// Its records; `stated` is the size of one by the header. The error says why there are none.
    fn records<'data, T: pod::Pod>(&self, image: Image<'data>, stated: u16, what: &str) -> Result<&'data [T], String> {
        let Span { offset, size } = self.span;
        if usize::from(stated) != size_of::<T>() {
            return Err(format!("a {what} has {} bytes, but the header states {stated}", size_of::<T>()));
        }
        let bytes = image.read(offset, size).zip(usize::try_from(self.count).ok());
        let records = bytes.and_then(|(bytes, count)| pod::slice_from_bytes::<T>(bytes, count).ok());
        records.map(|(records, _)| records).ok_or_else(|| {
            format!(
                "the header claims {} {what}s, {size} bytes at offset {offset:#x}, but the file has {} bytes",
                self.count,
                image.size()
            )
        })
    }
}

fn segments<E: FileHeader<Endian = Endianness>>(
    raw: &E,
    image: Image<'_>,
    header: &mut Header,
    findings: &mut Vec<Finding>,
) -> Vec<Segment> {
    let endian = header.endian;
    let offset: u64 = raw.e_phoff(endian).into();
    let mut count = u64::from(raw.e_phnum(endian));
    if offset == 0 || count == 0 {
        return Vec::new();
    }
    if count == u64::from(elf::PN_XNUM)
        && let Some(first) = section_0::<E>(raw, endian, image)
    {
        count = u64::from(first.sh_info(endian));
    }
    let table = Table::new(offset, count, size_of::<E::ProgramHeader>());
    match table.records::<E::ProgramHeader>(image, raw.e_phentsize(endian), "program header") {
        Ok(records) => {
            header.segment_table = Some(table.span);
            let segment = |(index, raw): (usize, &E::ProgramHeader)| Segment {
                index,
                kind: raw.p_type(endian),
                flags: raw.p_flags(endian),
                span: Span { offset: raw.p_offset(endian).into(), size: raw.p_filesz(endian).into() },
                address: raw.p_vaddr(endian).into(),
                memory_size: raw.p_memsz(endian).into(),
                align: raw.p_align(endian).into(),
            };
            records.iter().enumerate().map(segment).take(SECTIONS).collect()
        }
        Err(why) => {
            findings.push(Finding::new(&codes::ELF_BAD_SEGMENT_TABLE, why).at(offset));
            header.damaged = true;
            Vec::new()
        }
    }
}

/// Section 0, which holds the counts that do not fit into the header.
fn section_0<'data, E: FileHeader<Endian = Endianness>>(
    raw: &E,
    endian: Endianness,
    image: Image<'data>,
) -> Option<&'data E::SectionHeader> {
    raw.section_0(endian, image.bytes()).ok().flatten()
}

fn sections<'data, E: FileHeader<Endian = Endianness>>(
    raw: &E,
    image: Image<'data>,
    header: &mut Header,
    findings: &mut Vec<Finding>,
) -> Option<Vec<Section<'data>>> {
    let endian = header.endian;
    let offset: u64 = raw.e_shoff(endian).into();
    let first = section_0::<E>(raw, endian, image);
    let count = match (raw.e_shnum(endian), first) {
        (0, Some(first)) => first.sh_size(endian).into(),
        // Section 0 is then all that can be asked for.
        (0, None) if offset != 0 => 1,
        (count, _) => u64::from(count),
    };
    if offset == 0 || count == 0 {
        findings.push(Finding::new(&codes::ELF_NO_SECTION_TABLE, "the header names no section table"));
        return None;
    }
    let table = Table::new(offset, count, size_of::<E::SectionHeader>());
    let records = match table.records::<E::SectionHeader>(image, raw.e_shentsize(endian), "section header") {
        Ok(records) => records,
        Err(why) => {
            findings.push(Finding::new(&codes::ELF_BAD_SECTION_TABLE, why).at(offset));
            header.damaged = true;
            return None;
        }
    };
    header.section_table = Some(table.span);
    if records.len() > SECTIONS {
        let detail = format!("there are {count} section headers; the first {SECTIONS} are looked at");
        findings.push(Finding::new(&codes::ELF_LIMIT, detail).at(offset));
    }
    let strings_index = match raw.e_shstrndx(endian) {
        elf::SHN_XINDEX => first.map_or(0, |first| first.sh_link(endian)),
        index => u32::from(index.0),
    };
    let names = names::<E>(records, strings_index, endian, image, findings);
    let section = |(index, raw): (usize, &E::SectionHeader)| Section {
        index,
        name: string_at(names, u64::from(raw.sh_name(endian)), SECTION_NAME).unwrap_or_default(),
        kind: raw.sh_type(endian),
        flags: raw.sh_flags(endian),
        address: raw.sh_addr(endian).into(),
        span: Span { offset: raw.sh_offset(endian).into(), size: raw.sh_size(endian).into() },
        link: raw.sh_link(endian),
        align: raw.sh_addralign(endian).into(),
    };
    Some(records.iter().take(SECTIONS).enumerate().map(section).collect())
}

/// The table of section names; empty when it can't be read.
fn names<'data, E: FileHeader<Endian = Endianness>>(
    records: &[E::SectionHeader],
    index: u32,
    endian: Endianness,
    image: Image<'data>,
    findings: &mut Vec<Finding>,
) -> &'data [u8] {
    let mut bad = |why: String| {
        findings.push(Finding::new(&codes::ELF_BAD_SECTION_NAMES, why));
        &[][..]
    };
    let Some(raw) = usize::try_from(index).ok().filter(|index| *index != 0).and_then(|index| records.get(index)) else {
        return bad(format!("the header puts the names into section {index} of {}", records.len()));
    };
    let (offset, size): (u64, u64) = (raw.sh_offset(endian).into(), raw.sh_size(endian).into());
    image.read(offset, size).unwrap_or_else(|| {
        bad(format!(
            "the names are said to be the {size} bytes at offset {offset:#x}, but the file has {} bytes",
            image.size()
        ))
    })
}
