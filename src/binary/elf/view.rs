//! A whole ELF file laid open for the second look ([`crate::evidence`]): the tables as they stand, without judgement.

use object::elf;
use object::endian::Endianness;

use super::super::facts::{Dynamic, ElfClass, ObjectType};
use super::super::image::{Image, string_at};
use super::dynamic::{self, Table};
use super::header::{Layout, PAGE};
use super::notes::{self, Notes};
use super::symbols::{self, Symbols};
use super::versions::Versions;
use super::{comment, sections};

/// Bytes of the file: where they begin and how many they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Span {
    pub(crate) offset: u64,
    pub(crate) size: u64,
}

impl Span {
    /// The offset after the last byte; saturates, as no file is that long.
    pub(crate) fn end(self) -> u64 {
        self.offset.saturating_add(self.size)
    }

    /// Whether all bytes of `other` are bytes of this.
    pub(crate) fn covers(self, other: Self) -> bool {
        self.offset <= other.offset && other.end() <= self.end()
    }

    /// Whether they share a byte.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.size > 0 && other.size > 0 && self.offset < other.end() && other.offset < self.end()
    }
}

impl From<super::header::Span> for Span {
    fn from(span: super::header::Span) -> Self {
        Self { offset: span.offset, size: span.size }
    }
}

/// One program header.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) kind: u32,
    pub(crate) flags: u32,
    pub(crate) span: Span,
    pub(crate) address: u64,
    pub(crate) memory_size: u64,
}

impl Segment {
    /// Whether the loader maps it.
    pub(crate) fn is_loaded(&self) -> bool {
        self.kind == elf::PT_LOAD.0
    }

    /// Whether the loader maps it, and code may run from it.
    pub(crate) fn is_executable(&self) -> bool {
        self.is_loaded() && self.flags & elf::PF_X.0 != 0
    }
}

/// One section header.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Section<'data> {
    /// Empty when the names can't be read.
    pub(crate) name: &'data [u8],
    pub(crate) kind: u32,
    pub(crate) flags: u64,
    pub(crate) address: u64,
    /// Where [`Section::has_bytes`] is false, only its size means something: that of `.bss` in memory.
    pub(crate) span: Span,
    pub(crate) link: u32,
    pub(crate) align: u64,
    /// Whether it holds bytes of the file.
    pub(crate) has_bytes: bool,
    /// Whether it says that it holds instructions.
    pub(crate) is_code: bool,
}

impl Section<'_> {
    /// Whether it says that it is loaded.
    pub(crate) fn is_loaded(&self) -> bool {
        self.flags & elf::SHF_ALLOC.0 != 0
    }
}

/// A note and where its parts lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoteAt<'data> {
    /// From the first byte of its header to the last of its descriptor.
    pub(crate) span: Span,
    pub(crate) owner: &'data [u8],
    pub(crate) kind: u32,
    pub(crate) descriptor: Span,
    /// The index of its section; `None` when only a segment holds it.
    pub(crate) section: Option<usize>,
}

/// One ELF file, all of whose bytes are in memory.
#[derive(Debug)]
pub(crate) struct View<'data> {
    image: Image<'data>,
    layout: Layout<'data>,
    dynamic: Option<Table<'data>>,
    notes: Notes<'data>,
    segments: Vec<Segment>,
    sections: Option<Vec<Section<'data>>>,
}

impl<'data> View<'data> {
    /// Opens a file; `None` when it has no ELF header that can be read.
    pub(crate) fn parse(bytes: &'data [u8]) -> Option<Self> {
        let image = Image::whole(bytes);
        // What is malformed was already said by the first look.
        let findings = &mut Vec::new();
        let layout = Layout::read(image, findings)?;
        let companion = sections::is_debug_companion(&layout);
        let dynamic = dynamic::read(image, &layout, companion, findings);
        let notes = notes::read(image, &layout, !companion, findings);
        let segments = layout.segments.iter().map(segment).collect();
        let sections = layout.sections.as_ref().map(|sections| sections.iter().map(section).collect());
        Some(Self { image, layout, dynamic, notes, segments, sections })
    }

    /// All bytes of the file.
    pub(crate) fn bytes(&self) -> &'data [u8] {
        self.image.bytes()
    }

    /// The bytes of a span; `None` when the file ends before its end.
    pub(crate) fn read(&self, span: Span) -> Option<&'data [u8]> {
        self.image.read(span.offset, span.size)
    }

    pub(crate) fn class(&self) -> ElfClass {
        self.layout.header.class
    }

    pub(crate) fn endian(&self) -> Endianness {
        self.layout.header.endian
    }

    pub(crate) fn machine(&self) -> u16 {
        self.layout.header.machine
    }

    pub(crate) fn object_type(&self) -> ObjectType {
        self.layout.header.object_type
    }

    pub(crate) fn entry(&self) -> u64 {
        self.layout.header.entry
    }

    /// The ELF header.
    pub(crate) fn header(&self) -> Span {
        Span { offset: 0, size: self.layout.header.size }
    }

    /// Where the program headers lie; `None` when there are none that can be read.
    pub(crate) fn segment_table(&self) -> Option<Span> {
        self.layout.header.segment_table.map(Span::from)
    }

    /// Where the section headers lie; `None` when there are none that can be read.
    pub(crate) fn section_table(&self) -> Option<Span> {
        self.layout.header.section_table.map(Span::from)
    }

    /// The program headers, in order.
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The section headers, in order; `None` when there is no table that can be read.
    pub(crate) fn sections(&self) -> Option<&[Section<'data>]> {
        self.sections.as_deref()
    }

    /// Whether this is debug data of another file, whose program headers it still carries.
    pub(crate) fn is_debug_companion(&self) -> bool {
        sections::is_debug_companion(&self.layout)
    }

    /// Where the bytes of `address` lie by the segment that has it, and how many there are to the segment's end.
    pub(crate) fn file_range(&self, address: u64) -> Option<Span> {
        self.segments.iter().filter(|segment| segment.is_loaded()).find_map(|segment| {
            let into = address.checked_sub(segment.address).filter(|into| *into < segment.span.size)?;
            let offset = segment.span.offset.checked_add(into)?;
            Some(Span { offset, size: segment.span.size.checked_sub(into)? })
        })
    }

    /// Where the byte at `address` lies in the file. It may lie in the rest of a segment's last page, as tables do that the
    /// dynamic section names; but where memory goes on beyond the file's bytes, that rest is zeroed.
    pub(crate) fn mapped_at(&self, address: u64) -> Option<u64> {
        self.mapped_from(address).map(|there| there.offset)
    }

    /// The bytes of the file from `address` to the end of what is mapped with it.
    fn mapped_from(&self, address: u64) -> Option<Span> {
        let in_rest = || {
            let loads = self.segments.iter().filter(|segment| segment.is_loaded() && segment.span.size > 0);
            loads.filter(|segment| segment.memory_size <= segment.span.size).find_map(|segment| {
                let into = address.checked_sub(segment.address)?;
                let end = segment.address.checked_add(segment.span.size)?.checked_next_multiple_of(PAGE)?;
                let size = end.checked_sub(address).filter(|size| *size > 0)?;
                Some(Span { offset: segment.span.offset.checked_add(into)?, size })
            })
        };
        self.file_range(address).or_else(in_rest)
    }

    /// What the loader finds at the address that a dynamic entry states.
    fn in_memory(&self, tag: elf::DynamicTag) -> Option<&'data [u8]> {
        let there = self.mapped_from(self.dynamic_value(tag)?)?;
        Some(self.image.read_some(there.offset, there.size))
    }

    /// The notes, section notes first.
    pub(crate) fn notes(&self) -> impl Iterator<Item = NoteAt<'data>> {
        self.notes.seen.iter().map(|seen| {
            let size = u64::try_from(seen.note.descriptor.len()).unwrap_or(u64::MAX);
            let end = seen.note.offset.saturating_add(seen.note.size);
            NoteAt {
                span: Span { offset: seen.note.offset, size: seen.note.size },
                owner: seen.note.owner,
                kind: seen.note.kind,
                descriptor: Span { offset: end.saturating_sub(size), size },
                section: seen.section,
            }
        })
    }

    /// Where `PT_DYNAMIC` says that the dynamic entries lie.
    pub(crate) fn dynamic_span(&self) -> Option<Span> {
        self.layout.segment(elf::PT_DYNAMIC).map(|segment| segment.span.into())
    }

    /// Tag and value of each dynamic entry before `DT_NULL`, in order.
    pub(crate) fn dynamic_entries(&self) -> &[(i64, u64)] {
        self.dynamic.as_ref().map(Table::entries).unwrap_or_default()
    }

    /// The value of the first dynamic entry with this tag.
    pub(crate) fn dynamic_value(&self, tag: elf::DynamicTag) -> Option<u64> {
        self.dynamic.as_ref()?.value(tag)
    }

    /// What the dynamic section says; `None` when there is none.
    pub(crate) fn dynamic(&self) -> Option<Dynamic> {
        let span = self.layout.segment(elf::PT_DYNAMIC)?.span;
        self.dynamic.as_ref().map(|table| dynamic::facts(table, span, &mut Vec::new()))
    }

    /// Where the string at `offset` of the dynamic string table lies in the file, without its NUL.
    pub(crate) fn dynamic_string(&self, offset: u64) -> Option<Span> {
        let table = self.dynamic.as_ref()?;
        let string = string_at(table.strings(), offset, usize::MAX)?;
        let start = self.layout.offset_of(table.value(elf::DT_STRTAB)?)?.checked_add(offset)?;
        Some(Span { offset: start, size: u64::try_from(string.len()).ok()? })
    }

    /// The symbols that the loader sees.
    pub(crate) fn dynamic_symbols(&self) -> Option<Symbols<'data>> {
        symbols::dynamic(self.image, &self.layout, self.dynamic.as_ref())
    }

    /// The symbols that relocations name by index, with their versions, as the loader finds them: by the dynamic section,
    /// whatever sections say.
    pub(crate) fn relocation_symbols(&self) -> RelocationSymbols<'data> {
        let bytes = |tag| self.in_memory(tag).unwrap_or_default();
        let strings = bytes(elf::DT_STRTAB);
        let tables = [elf::DT_VERSYM, elf::DT_VERNEED, elf::DT_VERDEF].map(bytes);
        RelocationSymbols {
            symbols: symbols::in_memory(bytes(elf::DT_SYMTAB), strings, &self.layout),
            versions: Versions::read(tables, strings, self.endian()),
        }
    }

    /// The symbols of `.symtab`.
    pub(crate) fn local_symbols(&self) -> Option<Symbols<'data>> {
        symbols::local(self.image, &self.layout)
    }

    /// The strings of `.comment`: the toolchain.
    pub(crate) fn toolchain(&self) -> Vec<String> {
        comment::read(self.image, &self.layout)
    }
}

/// See [`View::relocation_symbols`].
#[derive(Debug)]
pub(crate) struct RelocationSymbols<'data> {
    symbols: Symbols<'data>,
    versions: Versions<'data>,
}

impl<'data> RelocationSymbols<'data> {
    /// Name and version of the symbol at an index; the version is empty where there is none.
    pub(crate) fn get(&self, index: usize) -> Option<(&'data [u8], &'data [u8])> {
        Some((self.symbols.get(index)?.name(), self.versions.of(index)))
    }
}

fn segment(segment: &super::header::Segment) -> Segment {
    Segment {
        kind: segment.kind.0,
        flags: segment.flags.0,
        span: segment.span.into(),
        address: segment.address,
        memory_size: segment.memory_size,
    }
}

fn section<'data>(section: &super::header::Section<'data>) -> Section<'data> {
    Section {
        name: section.name,
        kind: section.kind.0,
        flags: section.flags.0,
        address: section.address,
        span: section.span.into(),
        link: section.link,
        align: section.align,
        has_bytes: section.has_bytes(),
        is_code: section.is_code(),
    }
}
