//! Slots: words that the loader fills with an address, so that the bytes in the file do not say what they hold.
//!
//! Source: the gABI, chapters "Relocation" and "Relative Relocation Table", and the processor supplements for the
//! types. The dynamic section is asked, as the loader asks it; section headers are not.

use object::elf;

use super::tables::number;
use crate::binary::ElfClass;
use crate::binary::elf::{RelocationSymbols, Span, View};

/// Slots of one file that are read. The largest libraries in wheels have about a million.
const SLOTS: usize = 1 << 22;

/// A word that the loader fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot<'data> {
    pub(super) address: u64,
    pub(super) pointee: Pointee<'data>,
}

/// A symbol as a relocation asks for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wanted<'data> {
    pub(super) name: &'data [u8],
    /// Empty where none is asked for. `memcpy@GLIBC_2.2.5` and `memcpy@GLIBC_2.14` are two functions.
    pub(super) version: &'data [u8],
}

/// What the loader puts into a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointee<'data> {
    /// An address of the same image.
    Address(u64),
    /// What the function at this address of the same image chooses (`IRELATIVE`).
    Chosen(u64),
    /// The address of a symbol, and a distance from it.
    Symbol { wanted: Wanted<'data>, addend: i64 },
    /// Anything else that a relocation can ask for. It may be wider or narrower than a word.
    Other { kind: u32, wanted: Wanted<'data>, addend: i64 },
}

/// Why nobody can say what the loader fills, worded for "the copy" to be put before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unknown {
    /// The tables contradict themselves or the file: nothing is certain of it.
    Damaged(String),
    /// They are in a form, or for a machine, that is not read: nothing is certain of its data.
    Unread(String),
}

/// The slots of a file, by address.
#[derive(Debug)]
pub(super) struct Slots<'data> {
    slots: Vec<Slot<'data>>,
    word: u64,
}

impl<'data> Slots<'data> {
    /// The slots by all tables that the dynamic section names.
    ///
    /// # Errors
    /// Why nobody can say from these tables what the loader fills.
    pub(super) fn read(view: &View<'data>) -> Result<Self, Unknown> {
        check(view)?;
        let word = if view.class() == ElfClass::Elf64 { 8 } else { 4 };
        let mut reader = Reader { view, word, symbols: view.relocation_symbols(), slots: Vec::new() };
        let with_addend = view.dynamic_value(elf::DT_PLTREL).is_none_or(|tag| i64::try_from(tag) == Ok(elf::DT_RELA.0));
        let too_many = || Unknown::Unread("has more relocations than are read".to_owned());
        let with_addends = [
            (elf::DT_RELA, elf::DT_RELASZ, true),
            (elf::DT_REL, elf::DT_RELSZ, false),
            (elf::DT_JMPREL, elf::DT_PLTRELSZ, with_addend),
        ];
        for (address, size, with_addend) in with_addends {
            let words = if with_addend { 3 } else { 2 };
            let bytes = table(view, address, size, word.saturating_mul(words))?;
            reader.table(bytes, with_addend).ok_or_else(too_many)?;
        }
        reader.relative(table(view, elf::DT_RELR, elf::DT_RELRSZ, word)?).ok_or_else(too_many)?;
        let mut slots = reader.slots;
        slots.sort_by_key(|slot| slot.address);
        slots.dedup();
        Ok(Self { slots, word })
    }

    /// All slots, by address.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Slot<'data>> {
        self.slots.iter()
    }

    /// Which symbols are asked for, in the order of their slots.
    pub(super) fn symbols(&self) -> impl Iterator<Item = Wanted<'data>> {
        self.slots.iter().filter_map(|slot| match slot.pointee {
            Pointee::Symbol { wanted, .. } => Some(wanted),
            Pointee::Other { wanted, .. } if !wanted.name.is_empty() => Some(wanted),
            Pointee::Other { .. } | Pointee::Address(_) | Pointee::Chosen(_) => None,
        })
    }

    /// No slots at all.
    pub(super) fn none() -> Self {
        Self { slots: Vec::new(), word: 8 }
    }

    /// Bytes of a slot.
    pub(super) fn word(&self) -> u64 {
        self.word
    }

    /// The slot that holds this address.
    pub(super) fn at(&self, address: u64) -> Option<&Slot<'data>> {
        let after = self.slots.partition_point(|slot| slot.address <= address);
        let slot = self.slots.get(after.checked_sub(1)?)?;
        (address < slot.address.checked_add(self.word)?).then_some(slot)
    }

    /// The slots that share a byte with `size` bytes from `address`.
    pub(super) fn within(&self, address: u64, size: u64) -> &[Slot<'data>] {
        let end = address.saturating_add(size);
        let first = self.slots.partition_point(|slot| slot.address.saturating_add(self.word) <= address);
        let last = self.slots.partition_point(|slot| slot.address < end);
        self.slots.get(first..last).unwrap_or_default()
    }
}

/// What makes it uncertain which slots the loader fills.
fn check(view: &View<'_>) -> Result<(), Unknown> {
    let damaged = |why: &str| Err(Unknown::Damaged(why.to_owned()));
    let unread = |why: &str| Err(Unknown::Unread(why.to_owned()));
    let dynamics: Vec<_> = view.segments().iter().filter(|segment| segment.kind == elf::PT_DYNAMIC.0).collect();
    let [dynamic] = &dynamics[..] else {
        // Without one, nothing is filled by a loader. Of several, loaders take one or the other.
        return if dynamics.is_empty() { Ok(()) } else { damaged("has several PT_DYNAMIC") };
    };
    if view.file_range(dynamic.address).map(|there| there.offset) != Some(dynamic.span.offset) {
        return damaged("has its PT_DYNAMIC at another place in memory than in the file");
    }
    // Loaders read entries up to DT_NULL, whatever size the segment states.
    let entry = if view.class() == ElfClass::Elf64 { 16 } else { 8 };
    let room = dynamic.span.size.checked_div(entry).unwrap_or(0);
    if u64::try_from(view.dynamic_entries().len()).is_ok_and(|entries| entries >= room) {
        return damaged("has dynamic entries without an end");
    }
    let tables = [
        elf::DT_RELA,
        elf::DT_RELASZ,
        elf::DT_REL,
        elf::DT_RELSZ,
        elf::DT_JMPREL,
        elf::DT_PLTRELSZ,
        elf::DT_PLTREL,
        elf::DT_RELR,
        elf::DT_RELRSZ,
        elf::DT_SYMTAB,
        elf::DT_STRTAB,
        elf::DT_VERSYM,
    ];
    let count = |tag: elf::DynamicTag| view.dynamic_entries().iter().filter(|(known, _)| *known == tag.0).count();
    if tables.into_iter().any(|tag| count(tag) > 1) {
        return damaged("names a table of relocations or symbols twice");
    }
    let android = [elf::DT_ANDROID_REL, elf::DT_ANDROID_RELA, elf::DT_ANDROID_RELR];
    if android.into_iter().any(|tag| count(tag) > 0) {
        return unread("packs its relocations in Android's form, which is not read");
    }
    let relocations = [elf::DT_RELA, elf::DT_REL, elf::DT_JMPREL, elf::DT_RELR];
    if kinds(view.machine(), view.class()).is_none() && relocations.into_iter().any(|tag| count(tag) > 0) {
        return unread("is for a machine whose relocations are not read");
    }
    Ok(())
}

/// The bytes of a table, whole; none where the dynamic section does not name it.
fn table<'data>(
    view: &View<'data>,
    address: elf::DynamicTag,
    size: elf::DynamicTag,
    record: u64,
) -> Result<&'data [u8], Unknown> {
    let (Some(address), Some(size)) = (view.dynamic_value(address), view.dynamic_value(size)) else {
        return Ok(&[]);
    };
    if size == 0 {
        return Ok(&[]);
    }
    // A loader reads on where a table claims more than there is.
    let whole = || {
        let last = address.checked_add(size.checked_sub(1)?)?;
        let (start, end) = (view.mapped_at(address)?, view.mapped_at(last)?);
        let contiguous = end.checked_sub(start) == last.checked_sub(address) && size.is_multiple_of(record);
        view.read(Span { offset: start, size }).filter(|_| contiguous)
    };
    whole().ok_or_else(|| {
        Unknown::Damaged(format!("claims {size} bytes of relocations at {address:#x}, which it does not have"))
    })
}

struct Reader<'a, 'data> {
    view: &'a View<'data>,
    word: u64,
    symbols: RelocationSymbols<'data>,
    slots: Vec<Slot<'data>>,
}

impl<'data> Reader<'_, 'data> {
    /// `Elf*_Rela` (with an addend) or `Elf*_Rel` (whose addend is what the slot holds).
    fn table(&mut self, bytes: &[u8], with_addend: bool) -> Option<()> {
        let endian = self.view.endian();
        let word = usize::try_from(self.word).ok()?;
        let record = word.checked_mul(if with_addend { 3 } else { 2 })?;
        for raw in bytes.chunks_exact(record) {
            let mut words = raw.chunks_exact(word).map(|bytes| number(bytes, endian));
            let (offset, info) = (words.next()?, words.next()?);
            let (symbol, kind) = match self.view.class() {
                ElfClass::Elf64 => (info >> 32, u32::try_from(info & 0xffff_ffff).ok()?),
                ElfClass::Elf32 => (info >> 8, u32::try_from(info & 0xff).ok()?),
            };
            let addend = if with_addend { self.signed(words.next()?) } else { self.in_place(offset) };
            let wanted = usize::try_from(symbol).ok().filter(|at| *at != 0).map(|at| self.symbols.get(at));
            let wanted = wanted.map(|symbol| {
                let (name, version) = symbol.unwrap_or_default();
                Wanted { name, version }
            });
            self.push(offset, self.pointee(kind, wanted, addend, with_addend))?;
        }
        Some(())
    }

    /// `DT_RELR`: an even word is the address of a slot, an odd one says which of the next words are slots.
    fn relative(&mut self, bytes: &[u8]) -> Option<()> {
        let endian = self.view.endian();
        let word = usize::try_from(self.word).ok()?;
        let in_map = self.word.saturating_mul(8).saturating_sub(1);
        let mut next = 0_u64;
        for raw in bytes.chunks_exact(word) {
            let entry = number(raw, endian);
            if entry & 1 == 0 {
                self.push_relative(entry)?;
                next = entry.wrapping_add(self.word);
                continue;
            }
            for bit in 0..in_map {
                if entry >> bit >> 1 & 1 == 1 {
                    self.push_relative(next.wrapping_add(bit.wrapping_mul(self.word)))?;
                }
            }
            next = next.wrapping_add(in_map.wrapping_mul(self.word));
        }
        Some(())
    }

    fn push_relative(&mut self, address: u64) -> Option<()> {
        let target = self.in_place(address);
        self.push(address, Pointee::Address(target.cast_unsigned() & self.mask()))
    }

    fn push(&mut self, address: u64, pointee: Pointee<'data>) -> Option<()> {
        self.slots.push(Slot { address, pointee });
        (self.slots.len() <= SLOTS).then_some(())
    }

    /// What the file holds in the slot.
    fn in_place(&self, address: u64) -> i64 {
        let there = self.view.file_range(address).filter(|there| there.size >= self.word);
        let bytes = there.and_then(|there| self.view.read(Span { offset: there.offset, size: self.word }));
        bytes.map_or(0, |bytes| self.signed(number(bytes, self.view.endian())))
    }

    fn signed(&self, word: u64) -> i64 {
        if self.word == 8 {
            return word.cast_signed();
        }
        i64::from(u32::try_from(word & 0xffff_ffff).unwrap_or(0).cast_signed())
    }

    fn mask(&self) -> u64 {
        if self.word == 8 { u64::MAX } else { 0xffff_ffff }
    }

    fn pointee(&self, kind: u32, wanted: Option<Wanted<'data>>, addend: i64, with_addend: bool) -> Pointee<'data> {
        let kinds = kinds(self.view.machine(), self.view.class());
        let address = addend.cast_unsigned() & self.mask();
        match (wanted, kinds) {
            (None, Some(kinds)) if kinds.relative == kind => Pointee::Address(address),
            (None, Some(kinds)) if kinds.chosen == kind => Pointee::Chosen(address),
            (Some(wanted), Some(kinds)) if kinds.absolute == kind => Pointee::Symbol { wanted, addend },
            // Of these, what the slot holds in the file is where a lazy call begins, and no addend.
            (Some(wanted), Some(kinds)) if kinds.table.contains(&kind) => {
                Pointee::Symbol { wanted, addend: if with_addend { addend } else { 0 } }
            }
            (wanted, _) => Pointee::Other { kind, wanted: wanted.unwrap_or_default(), addend },
        }
    }
}

/// The types of relocations that fill a whole word with an address.
#[derive(Debug, Clone, Copy)]
struct Kinds {
    /// `R_*_RELATIVE`
    relative: u32,
    /// `R_*_IRELATIVE`
    chosen: u32,
    /// A symbol's address with an addend, as wide as a word.
    absolute: u32,
    /// `R_*_GLOB_DAT` and `R_*_JUMP_SLOT`
    table: [u32; 2],
}

/// The types of a machine, by `e_machine`; `None` for machines whose relocations are not read. MIPS is one of them: its
/// loader fills a table of addresses (the GOT) without being told by relocations.
fn kinds(machine: u16, class: ElfClass) -> Option<Kinds> {
    let wide = class == ElfClass::Elf64;
    let (relative, chosen, absolute, table) = match elf::Machine(machine) {
        elf::EM_X86_64 => (8, 37, if wide { 1 } else { 10 }, [6, 7]),
        elf::EM_386 => (8, 42, 1, [6, 7]),
        elf::EM_AARCH64 => (1027, 1032, 257, [1025, 1026]),
        elf::EM_ARM => (23, 160, 2, [21, 22]),
        elf::EM_PPC64 => (22, 248, 38, [20, 21]),
        elf::EM_S390 if wide => (12, 61, 22, [10, 11]),
        elf::EM_S390 => (12, 61, 4, [10, 11]),
        // RISC-V has no GLOB_DAT: the plain address serves.
        elf::EM_RISCV => (3, 58, if wide { 2 } else { 1 }, [5, 5]),
        elf::EM_LOONGARCH => (3, 12, if wide { 2 } else { 1 }, [5, 5]),
        _ => return None,
    };
    Some(Kinds { relative, chosen, absolute, table })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_slot_that_holds_an_address_is_found_and_all_that_a_stretch_touches() {
        let slot = |address| Slot { address, pointee: Pointee::Address(0) };
        let slots = Slots { slots: vec![slot(16), slot(24), slot(40)], word: 8 };
        let at = |address| slots.at(address).map(|slot| slot.address);
        assert_eq!([15, 16, 23, 24, 32, 47, 48].map(at), [None, Some(16), Some(16), Some(24), None, Some(40), None]);
        assert_eq!(slots.within(20, 5).len(), 2);
        assert_eq!(slots.within(32, 8).len(), 0);
        assert_eq!(slots.within(0, 100).len(), 3);
    }
}
