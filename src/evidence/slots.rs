//! Slots: words that the loader fills with an address, so that the bytes in the file do not say what they hold.
//!
//! Source: the gABI, chapters "Relocation" and "Relative Relocation Table", and the processor supplements for the
//! types. The dynamic section is asked, as the loader asks it.

use object::elf;

use super::tables::number;
use crate::binary::ElfClass;
use crate::binary::elf::{Span, Symbols, View};

/// Slots of one file that are read. The largest libraries in wheels have about a million.
const SLOTS: usize = 1 << 22;

/// A word that the loader fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot<'data> {
    pub(super) address: u64,
    pub(super) pointee: Pointee<'data>,
}

/// What the loader puts into a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointee<'data> {
    /// An address of the same image.
    Address(u64),
    /// The address of a symbol, and a distance from it.
    Symbol { name: &'data [u8], addend: i64 },
    /// Anything else that a relocation can ask for.
    Other { kind: u32, name: &'data [u8], addend: i64 },
}

/// The slots of a file, by address; `None` when there are more than are read.
#[derive(Debug)]
pub(super) struct Slots<'data> {
    slots: Vec<Slot<'data>>,
    word: u64,
}

impl<'data> Slots<'data> {
    pub(super) fn read(view: &View<'data>) -> Option<Self> {
        let word = if view.class() == ElfClass::Elf64 { 8 } else { 4 };
        let symbols: Vec<&'data [u8]> =
            view.dynamic_symbols().into_iter().flat_map(Symbols::iter).map(|symbol| symbol.name()).collect();
        let mut reader = Reader { view, word, symbols, slots: Vec::new() };
        reader.table(elf::DT_RELA, elf::DT_RELASZ, true)?;
        reader.table(elf::DT_REL, elf::DT_RELSZ, false)?;
        let with_addend = view.dynamic_value(elf::DT_PLTREL).is_none_or(|tag| i64::try_from(tag) == Ok(elf::DT_RELA.0));
        reader.table(elf::DT_JMPREL, elf::DT_PLTRELSZ, with_addend)?;
        reader.relative()?;
        let mut slots = reader.slots;
        slots.sort_by_key(|slot| slot.address);
        slots.dedup();
        Some(Self { slots, word })
    }

    /// Where symbols are asked for, and which.
    pub(super) fn symbols(&self) -> impl Iterator<Item = (u64, &'data [u8], i64)> {
        self.slots.iter().filter_map(|slot| match slot.pointee {
            Pointee::Symbol { name, addend } => Some((slot.address, name, addend)),
            Pointee::Other { name, addend, .. } if !name.is_empty() => Some((slot.address, name, addend)),
            Pointee::Other { .. } | Pointee::Address(_) => None,
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

struct Reader<'a, 'data> {
    view: &'a View<'data>,
    word: u64,
    symbols: Vec<&'data [u8]>,
    slots: Vec<Slot<'data>>,
}

impl<'data> Reader<'_, 'data> {
    /// The bytes of a table by the tags of its address and its size.
    fn bytes(&self, address: elf::DynamicTag, size: elf::DynamicTag) -> &'data [u8] {
        let place = self.view.dynamic_value(address).zip(self.view.dynamic_value(size));
        place.map_or(&[][..], |(address, size)| self.view.table(address, size))
    }

    /// `Elf*_Rela` (with an addend) or `Elf*_Rel` (whose addend is what the slot holds).
    fn table(&mut self, address: elf::DynamicTag, size: elf::DynamicTag, with_addend: bool) -> Option<()> {
        let endian = self.view.endian();
        let word = usize::try_from(self.word).ok()?;
        let record = word.checked_mul(if with_addend { 3 } else { 2 })?;
        for raw in self.bytes(address, size).chunks_exact(record) {
            let mut words = raw.chunks_exact(word).map(|bytes| number(bytes, endian));
            let (offset, info) = (words.next()?, words.next()?);
            let (symbol, kind) = match self.view.class() {
                ElfClass::Elf64 => (info >> 32, u32::try_from(info & 0xffff_ffff).ok()?),
                ElfClass::Elf32 => (info >> 8, u32::try_from(info & 0xff).ok()?),
            };
            let addend = if with_addend { self.signed(words.next()?) } else { self.in_place(offset) };
            let name = usize::try_from(symbol).ok().filter(|at| *at != 0).and_then(|at| self.symbols.get(at)).copied();
            self.push(offset, self.pointee(kind, name, addend))?;
        }
        Some(())
    }

    /// `DT_RELR`: an even word is the address of a slot, an odd one says which of the next words are slots.
    fn relative(&mut self) -> Option<()> {
        let endian = self.view.endian();
        let word = usize::try_from(self.word).ok()?;
        let in_map = self.word.saturating_mul(8).saturating_sub(1);
        let mut next = 0_u64;
        for raw in self.bytes(elf::DT_RELR, elf::DT_RELRSZ).chunks_exact(word) {
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
        self.push(address, Pointee::Address(target.cast_unsigned()))
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

    fn pointee(&self, kind: u32, name: Option<&'data [u8]>, addend: i64) -> Pointee<'data> {
        let (relative, absolute) = kinds(self.view.machine());
        let mask = if self.word == 8 { u64::MAX } else { 0xffff_ffff };
        match name {
            None if relative == Some(kind) => Pointee::Address(addend.cast_unsigned() & mask),
            Some(name) if absolute.contains(&kind) => Pointee::Symbol { name, addend },
            name => Pointee::Other { kind, name: name.unwrap_or_default(), addend },
        }
    }
}

/// The type of a relative relocation, and those that ask for a symbol's plain address, by `e_machine`.
///
/// A machine that is not listed has its relocations compared as they stand, which can only make an answer weaker.
fn kinds(machine: u16) -> (Option<u32>, &'static [u32]) {
    match elf::Machine(machine) {
        // R_X86_64_64, _GLOB_DAT, _JUMP_SLOT; R_386_32, … have the same numbers.
        elf::EM_X86_64 | elf::EM_386 => (Some(8), &[1, 6, 7]),
        elf::EM_AARCH64 => (Some(1027), &[257, 1025, 1026]),
        elf::EM_ARM => (Some(23), &[2, 21, 22]),
        elf::EM_PPC64 => (Some(22), &[38, 20, 21]),
        elf::EM_S390 => (Some(12), &[22, 10, 11]),
        elf::EM_RISCV | elf::EM_LOONGARCH => (Some(3), &[1, 2, 5]),
        _ => (None, &[]),
    }
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
