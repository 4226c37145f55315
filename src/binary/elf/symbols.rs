//! Symbols: the dynamic ones, which the loader sees, and the local ones, which `strip` takes away.

use object::elf;
use object::endian::Endianness;
use object::pod;
use object::read::ReadRef as _;
use object::read::elf::{GnuHashTable, HashTable};

use super::super::facts::ElfClass;
use super::super::image::{Image, string_at};
use super::super::python;
use super::dynamic::Table;
use super::header::{Layout, Section};

/// Bytes of a name that are looked at. C++ writes names of several thousand.
const NAME: usize = 1 << 16;

/// A symbol table and its strings, each as far as the file has it.
///
/// Iterating costs no memory; the table is as long as the file has room for, however many symbols its header claims.
#[derive(Debug, Clone, Copy)]
pub struct Symbols<'data> {
    records: Records<'data>,
    strings: &'data [u8],
    endian: Endianness,
    /// Whether the file has all the symbols that are claimed.
    whole: bool,
}

#[derive(Debug, Clone, Copy)]
enum Records<'data> {
    Elf32(&'data [elf::Sym32<Endianness>]),
    Elf64(&'data [elf::Sym64<Endianness>]),
}

/// One symbol. Source: the gABI, chapter "Symbol Table".
#[derive(Debug, Clone, Copy)]
pub struct Symbol<'data> {
    strings: &'data [u8],
    name_offset: u32,
    /// `st_value`: an address in executables and libraries, an offset into the section in `ET_REL`.
    pub value: u64,
    /// `st_size` in bytes; 0 also when it is not known.
    pub size: u64,
    /// What it stands for.
    pub kind: SymbolKind,
    /// Who sees it.
    pub binding: SymbolBinding,
    /// Whether its visibility hides it from other files (`STV_HIDDEN`, `STV_INTERNAL`).
    pub hidden: bool,
    /// The section it is defined in. `None` when undefined, absolute or common, and for the rare index that stands in
    /// `SHT_SYMTAB_SHNDX`.
    pub section: Option<u16>,
    /// Whether the file defines it.
    pub defined: bool,
}

/// `STT_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolKind {
    /// `STT_NOTYPE`
    Untyped,
    /// `STT_OBJECT`: data.
    Object,
    /// `STT_FUNC` and `STT_GNU_IFUNC`.
    Function,
    /// `STT_SECTION`
    Section,
    /// `STT_FILE`
    File,
    /// `STT_TLS`
    ThreadLocal,
    /// Any other number.
    Other(u8),
}

/// `STB_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolBinding {
    /// `STB_LOCAL`
    Local,
    /// `STB_GLOBAL` and `STB_GNU_UNIQUE`
    Global,
    /// `STB_WEAK`
    Weak,
    /// Any other number.
    Other(u8),
}

impl<'data> Symbol<'data> {
    /// Its name as stored, cut after 64 KiB; empty when the string table doesn't have it.
    pub fn name(&self) -> &'data [u8] {
        string_at(self.strings, u64::from(self.name_offset), NAME).unwrap_or_default()
    }

    /// Its name; `None` when the string table doesn't have it, or when it is longer than 64 KiB.
    pub(super) fn whole_name(&self) -> Option<&'data [u8]> {
        string_at(self.strings, u64::from(self.name_offset), NAME).filter(|name| name.len() < NAME)
    }

    /// Whether the name begins so. Unlike [`Symbol::name`] it looks at no more bytes than that.
    pub fn name_starts_with(&self, prefix: &[u8]) -> bool {
        let rest = usize::try_from(self.name_offset).ok().and_then(|at| self.strings.get(at..));
        rest.is_some_and(|rest| rest.starts_with(prefix))
    }

    /// Whether other files can bind to it.
    pub fn is_exported(&self) -> bool {
        self.defined && !self.hidden && matches!(self.binding, SymbolBinding::Global | SymbolBinding::Weak)
    }
}

impl<'data> Symbols<'data> {
    /// The table of `count` symbols at the start of `bytes`, or of fewer if there are no more.
    fn new(bytes: &'data [u8], count: usize, strings: &'data [u8], layout: &Layout<'_>) -> Self {
        let records = match layout.header.class {
            ElfClass::Elf32 => Records::Elf32(slice(bytes, count)),
            ElfClass::Elf64 => Records::Elf64(slice(bytes, count)),
        };
        let symbols = Self { records, strings, endian: layout.header.endian, whole: false };
        Self { whole: symbols.len() == count, ..symbols }
    }

    /// Whether the file has all the symbols that are claimed.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// How many symbols there are, the undefined and the null symbol included.
    pub fn len(&self) -> usize {
        match self.records {
            Records::Elf32(records) => records.len(),
            Records::Elf64(records) => records.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every symbol in the table's order, the undefined and the null symbol included.
    pub fn iter(self) -> impl Iterator<Item = Symbol<'data>> {
        (0..self.len()).filter_map(move |index| self.get(index))
    }

    /// The symbol at an index, as relocations name it.
    pub fn get(&self, index: usize) -> Option<Symbol<'data>> {
        match self.records {
            Records::Elf32(records) => records.get(index).map(|raw| self.symbol(raw)),
            Records::Elf64(records) => records.get(index).map(|raw| self.symbol(raw)),
        }
    }

    fn symbol<S: object::read::elf::Sym<Endian = Endianness>>(&self, raw: &S) -> Symbol<'data> {
        let section = raw.st_shndx(self.endian);
        let visibility = raw.st_visibility();
        Symbol {
            strings: self.strings,
            name_offset: raw.st_name(self.endian),
            value: raw.st_value(self.endian).into(),
            size: raw.st_size(self.endian).into(),
            kind: match raw.st_type() {
                elf::STT_NOTYPE => SymbolKind::Untyped,
                elf::STT_OBJECT => SymbolKind::Object,
                elf::STT_FUNC | elf::STT_GNU_IFUNC => SymbolKind::Function,
                elf::STT_SECTION => SymbolKind::Section,
                elf::STT_FILE => SymbolKind::File,
                elf::STT_TLS => SymbolKind::ThreadLocal,
                other => SymbolKind::Other(other.0),
            },
            binding: match raw.st_bind() {
                elf::STB_LOCAL => SymbolBinding::Local,
                elf::STB_GLOBAL | elf::STB_GNU_UNIQUE => SymbolBinding::Global,
                elf::STB_WEAK => SymbolBinding::Weak,
                other => SymbolBinding::Other(other.0),
            },
            hidden: visibility == elf::STV_HIDDEN || visibility == elf::STV_INTERNAL,
            section: section.index().filter(|index| *index != 0),
            defined: section != elf::SHN_UNDEF,
        }
    }
}

fn slice<T: pod::Pod>(bytes: &[u8], count: usize) -> &[T] {
    let count = bytes.len().checked_div(size_of::<T>()).unwrap_or(0).min(count);
    pod::slice_from_bytes(bytes, count).map(|(records, _)| records).unwrap_or_default()
}

/// The dynamic symbols: by their section, else by `DT_SYMTAB` (stripped of sections, packed).
pub(super) fn dynamic<'data>(
    image: Image<'data>,
    layout: &Layout<'data>,
    dynamic: Option<&Table<'data>>,
) -> Option<Symbols<'data>> {
    by_section(image, layout, elf::SHT_DYNSYM).or_else(|| by_table(image, layout, dynamic?))
}

/// The symbols of `.symtab`.
pub(super) fn local<'data>(image: Image<'data>, layout: &Layout<'data>) -> Option<Symbols<'data>> {
    by_section(image, layout, elf::SHT_SYMTAB)
}

/// The table that begins with these bytes, as the loader reads it: without an end, so it is for looking up by index and not
/// for going through.
pub(super) fn in_memory<'data>(bytes: &'data [u8], strings: &'data [u8], layout: &Layout<'_>) -> Symbols<'data> {
    Symbols::new(bytes, usize::MAX, strings, layout)
}

fn by_section<'data>(image: Image<'data>, layout: &Layout<'data>, kind: elf::SectionType) -> Option<Symbols<'data>> {
    let section = layout.sections().iter().find(|section| section.kind == kind)?;
    let strings = layout.linked(section).filter(|strings| strings.has_bytes())?;
    let bytes = |section: &Section<'_>| image.read_some(section.span.offset, section.span.size);
    let count = usize::try_from(section.span.size).unwrap_or(usize::MAX).checked_div(entry_size(layout))?;
    Some(Symbols::new(bytes(section), count, bytes(strings), layout))
}

/// By `DT_SYMTAB`. It states no length: the hash tables do, and else the string table, which follows it in practice.
fn by_table<'data>(image: Image<'data>, layout: &Layout<'data>, dynamic: &Table<'data>) -> Option<Symbols<'data>> {
    let bytes = |offset| image.read_some(offset, u64::MAX);
    let at = |tag| dynamic.value(tag).and_then(|address| layout.offset_of(address));
    let symbols = at(elf::DT_SYMTAB)?;
    let count = at(elf::DT_GNU_HASH)
        .and_then(|offset| gnu_hash_count(bytes(offset), layout))
        .or_else(|| at(elf::DT_HASH).and_then(|offset| hash_count(bytes(offset), layout)))
        .or_else(|| {
            let before = at(elf::DT_STRTAB)?.checked_sub(symbols)?;
            usize::try_from(before).ok()?.checked_div(entry_size(layout))
        })?;
    Some(Symbols::new(bytes(symbols), count, dynamic.strings(), layout))
}

/// Bytes of one symbol.
fn entry_size(layout: &Layout<'_>) -> usize {
    match layout.header.class {
        ElfClass::Elf32 => size_of::<elf::Sym32<Endianness>>(),
        ElfClass::Elf64 => size_of::<elf::Sym64<Endianness>>(),
    }
}

/// The number of symbols by `DT_GNU_HASH`: one more than the last of the chain of the highest bucket.
fn gnu_hash_count(bytes: &[u8], layout: &Layout<'_>) -> Option<usize> {
    let endian = layout.header.endian;
    let count = match layout.header.class {
        ElfClass::Elf32 => {
            GnuHashTable::<elf::FileHeader32<Endianness>>::parse(endian, bytes).ok()?.symbol_table_length(endian)
        }
        ElfClass::Elf64 => {
            GnuHashTable::<elf::FileHeader64<Endianness>>::parse(endian, bytes).ok()?.symbol_table_length(endian)
        }
    };
    usize::try_from(count?).ok()
}

/// The number of symbols by `DT_HASH`: its chains. Alpha and 64-bit S/390 have words of 8 bytes there.
fn hash_count(bytes: &[u8], layout: &Layout<'_>) -> Option<usize> {
    let header = layout.header;
    let wide = [elf::EM_S390, elf::EM_ALPHA].contains(&elf::Machine(header.machine)) && header.class == ElfClass::Elf64;
    if wide {
        let chains = bytes.read_at::<object::endian::U64<Endianness>>(8).ok()?;
        return usize::try_from(chains.get(header.endian)).ok();
    }
    let table = HashTable::<elf::FileHeader64<Endianness>>::parse(header.endian, bytes).ok()?;
    usize::try_from(table.symbol_table_length()).ok()
}

/// The entry points of Python modules among the exported symbols, sorted, without repeats.
pub(super) fn python_exports(symbols: Option<Symbols<'_>>) -> Vec<String> {
    let exported = symbols.into_iter().flat_map(Symbols::iter).filter(Symbol::is_exported);
    let entry = |symbol: &Symbol<'_>| python::ENTRY_POINTS.iter().any(|prefix| symbol.name_starts_with(prefix));
    python::sorted(exported.filter(entry).map(|symbol| symbol.name()))
}
