//! What a loader makes of a small ELF file: its memory and what relocations ask for, written for x86-64 alone and after
//! the gABI, sharing no code with the project. The judge of every CONFIRMED in [`crate::hunt`].
#![expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test stops at what it does not expect"
)]

use std::collections::BTreeMap;

const PAGE: u64 = 4096;

/// Addresses above this are left out: the fixtures lie far below.
const MOST: u64 = 1 << 20;

/// One byte of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) byte: u8,
    pub(crate) runs: bool,
}

/// A relocation: type, symbol, addend.
pub(crate) type Asked = (u64, Vec<u8>, u64);

/// A file as it is mapped, before relocations are applied, and those by the address that they fill.
pub(crate) struct Loaded {
    memory: Vec<Option<Cell>>,
    pub(crate) asked: BTreeMap<u64, Asked>,
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl Loaded {
    /// Maps a file; `None` where a loader would refuse it.
    pub(crate) fn of(file: &[u8]) -> Option<Self> {
        let at = |offset: u64, size: u64| -> Option<u64> {
            let start = to_usize(offset);
            Some(number(file.get(start..start.checked_add(to_usize(size))?)?))
        };
        if !file.starts_with(b"\x7fELF\x02\x01\x01") || at(18, 2)? != 62 || at(54, 2)? != 56 {
            return None;
        }
        let mut loaded = Self { memory: Vec::new(), asked: BTreeMap::new() };
        let mut dynamic = None;
        for index in 0..at(56, 2)? {
            let header = at(32, 8)?.checked_add(index * 56)?;
            let word = |field: u64| at(header.checked_add(field)?, 8);
            let (kind, runs) = (at(header, 4)?, at(header.checked_add(4)?, 4)? & 1 != 0);
            let (offset, address, size, memory) = (word(8)?, word(16)?, word(32)?, word(40)?);
            match kind {
                1 => loaded.map(file, offset, address, (size, memory), runs)?,
                2 => dynamic = Some(address),
                _ => {}
            }
        }
        if let Some(address) = dynamic {
            loaded.relocate(address);
        }
        Some(loaded)
    }

    fn map(&mut self, file: &[u8], offset: u64, address: u64, (size, memory): (u64, u64), runs: bool) -> Option<()> {
        if offset % PAGE != address % PAGE {
            return None;
        }
        let end = address.checked_add(memory.max(size))?.min(MOST).next_multiple_of(PAGE);
        let (start, from_file) = (address - address % PAGE, address.checked_add(size)?.checked_next_multiple_of(PAGE)?);
        for to in start..end {
            let at = to_usize(to);
            if self.memory.len() <= at {
                self.memory.resize(at + 1, None);
            }
            let zeroed = memory > size && to >= address + size;
            let byte = if to < from_file && !zeroed {
                file.get(to_usize((offset - offset % PAGE) + (to - start))).copied().unwrap_or(0)
            } else {
                0
            };
            self.memory[at] = Some(Cell { byte, runs });
        }
        Some(())
    }

    pub(crate) fn cell(&self, address: u64) -> Option<Cell> {
        self.memory.get(to_usize(address)).copied().flatten()
    }

    fn word(&self, address: u64, size: u64) -> Option<u64> {
        let bytes = (0..size).map(|at| Some(self.cell(address.checked_add(at)?)?.byte)).collect::<Option<Vec<u8>>>()?;
        Some(number(&bytes))
    }

    /// Collects what `DT_RELA` and `DT_JMPREL` ask for. Of an entry that stands twice, loaders take the last.
    fn relocate(&mut self, dynamic: u64) -> Option<()> {
        let mut entries = BTreeMap::new();
        // They end with DT_NULL, whatever size PT_DYNAMIC states.
        for at in (dynamic..).step_by(16) {
            let (Some(tag), Some(value)) = (self.word(at, 8), self.word(at.checked_add(8)?, 8)) else { break };
            if tag == 0 {
                break;
            }
            entries.insert(tag, value);
        }
        let entry = |tag: u64| entries.get(&tag).copied();
        for (table, bytes) in [(7, 8), (23, 2)] {
            let (Some(table), Some(bytes)) = (entry(table), entry(bytes)) else { continue };
            for at in 0..bytes.min(MOST) / 24 {
                let field = |field: u64| self.word(table.checked_add(at * 24)?.checked_add(field)?, 8);
                let (Some(offset), Some(info), Some(addend)) = (field(0), field(8), field(16)) else { break };
                let symbols = entry(6).filter(|_| info >> 32 != 0);
                let name = symbols.zip(entry(5)).and_then(|(symbols, strings)| {
                    let name = self.word(symbols.checked_add((info >> 32).checked_mul(24)?)?, 4)?;
                    let start = strings.checked_add(name)?;
                    let bytes = (start..).map_while(|at| self.cell(at)).map(|cell| cell.byte);
                    Some(bytes.take_while(|byte| *byte != 0).collect::<Vec<u8>>())
                });
                self.asked.insert(offset, (info & 0xffff_ffff, name.unwrap_or_default(), addend));
            }
        }
        Some(())
    }

    /// Why `size` bytes from `a` in one file are not the same as those from `b` in another; `None` when they are, down to
    /// what the loader writes into them. Of code, they must run as well.
    pub(crate) fn contradiction(&self, a: u64, other: &Self, b: u64, size: u64, is_code: bool) -> Option<String> {
        // A relocation's word may begin before the bytes.
        let before = |address: u64| address.saturating_sub(7)..address.saturating_add(size);
        let asked = |loaded: &Self, address: u64| -> Vec<(u64, Asked)> {
            let asked = loaded.asked.range(before(address));
            asked.map(|(at, asked)| (at.wrapping_sub(address), asked.clone())).collect()
        };
        let (in_a, in_b) = (asked(self, a), asked(other, b));
        if in_a != in_b {
            return Some(format!("the loader writes {in_a:?} into the one and {in_b:?} into the other"));
        }
        let filled = |into: u64| in_a.iter().any(|(at, _)| into.wrapping_sub(*at) < 8);
        (0..size).filter(|into| !filled(*into)).find_map(|into| {
            let (x, y) = (self.cell(a.checked_add(into)?), other.cell(b.checked_add(into)?));
            let same = x.zip(y).is_some_and(|(x, y)| x.byte == y.byte && (!is_code || (x.runs && y.runs)));
            (!same).then(|| format!("byte {into:#x} is {x:?} in the one and {y:?} in the other"))
        })
    }
}

#[test]
fn the_loader_of_the_tests_sees_what_readelf_sees() {
    let oracle = crate::evidence::oracle();
    for name in ["base.so", "runpath-patchelf.so", "mixed-a.so"] {
        let file = crate::evidence::read(name);
        let loaded = Loaded::of(&file).unwrap();
        let facts = &oracle.files[name];
        for section in facts.sections.values().filter(|section| section.address > 0 && section.kind != "NOBITS") {
            for into in 0..section.size {
                let expected = file[to_usize(section.offset + into)];
                assert_eq!(loaded.cell(section.address + into).unwrap().byte, expected, "{name}");
            }
        }
        let slots: Vec<u64> = facts.relocations.iter().map(|(offset, ..)| *offset).collect();
        let mut expected = slots.clone();
        expected.sort_unstable();
        assert_eq!(loaded.asked.keys().copied().collect::<Vec<_>>(), expected, "{name}");
    }
}
