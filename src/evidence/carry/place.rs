//! From a query to a place in one copy, and to the bytes that are compared for it.

use super::super::demangle::demangle;
use super::super::slots::{Pointee, Slot, Wanted};
use super::super::text;
use super::answer::{Bound, Place, SymbolPlace, Unit};
use super::query;
use super::subject::{Named, Subject};
use super::zeros::Zeros;
use crate::binary::elf::Span;

/// Bytes of code that are compared where nothing bounds them.
const CODE_WINDOW: u64 = 64;

/// Bytes of data that are compared where nothing bounds them.
const DATA_WINDOW: u64 = 32;

/// Bytes of the longest string that is compared as one.
const LONGEST_TEXT: u64 = 1 << 12;

/// Bytes of the shortest string: shorter runs of printable bytes happen by chance.
const SHORTEST_TEXT: u64 = 4;

/// Places that are named where a name stands for several.
const NAMED: usize = 8;

/// A place and the bytes around it that are compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'data> {
    /// Address asked for; `None` for what is not loaded.
    pub(super) address: Option<u64>,
    /// Offset asked for.
    pub(super) offset: u64,
    /// Bytes of the unit before the place.
    pub(super) before: u64,
    /// Bytes of the unit.
    pub(super) size: u64,
    pub(super) bound: Bound,
    pub(super) symbol: Option<Named<'data>>,
    pub(super) slot: Option<Slot<'data>>,
    pub(super) is_code: bool,
}

/// What a query asks for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Found<'data> {
    /// Bytes of the file.
    Bytes(Spot<'data>),
    /// Memory of which the file has no bytes.
    Zeros(Zeros<'data>),
}

/// Where Ghidra puts a position-independent file that begins at 0.
const GHIDRA: u64 = 0x0010_0000;

/// Finds what a query asks for, and says how it was read where that was not plain.
///
/// # Errors
/// Why there is nothing, in a sentence.
pub(super) fn find<'data>(
    subject: &Subject<'data>,
    wanted: &query::Wanted,
) -> Result<(Found<'data>, Option<String>), String> {
    let plain = |found| (found, None);
    match wanted {
        query::Wanted::Unreadable(why) => Err(why.clone()),
        query::Wanted::Address(address) => at_address(subject, *address).map(plain),
        query::Wanted::Ghidra(address) => {
            match address.checked_sub(GHIDRA).filter(|_| image_base(subject) == Some(0)) {
                Some(lower) => {
                    let note = format!(
                        "Read with Ghidra's base of 0x100000, as {lower:#x}; a line `base 0x0` reads it plain."
                    );
                    Ok((at_address(subject, lower)?, Some(note)))
                }
                None => at_address(subject, *address).map(plain),
            }
        }
        query::Wanted::InModule(distance) => match image_base(subject) {
            None | Some(0) => at_address(subject, *distance).map(plain),
            Some(base) => {
                let address = base.checked_add(*distance).ok_or("This address is larger than any.")?;
                let note = format!("Counted from where the file begins in memory, at {base:#x}.");
                Ok((at_address(subject, address)?, Some(note)))
            }
        },
        query::Wanted::Offset(offset) => match subject.address(*offset) {
            Some(address) => at_address(subject, address).map(plain),
            None => unloaded(subject, *offset).map(Found::Bytes).map(plain),
        },
        query::Wanted::Symbol { name, into } => by_symbol(subject, name, *into).map(plain),
    }
}

/// The page at which the first segment begins.
fn image_base(subject: &Subject<'_>) -> Option<u64> {
    let loads = subject.view.segments().iter().filter(|segment| segment.is_loaded());
    loads.map(|segment| segment.address & !0xfff).min()
}

fn by_symbol<'data>(subject: &Subject<'data>, name: &str, into: u64) -> Result<Found<'data>, String> {
    let symbol = resolve(subject, name)?;
    let address = symbol.address.checked_add(into).ok_or("This address is larger than any.")?;
    if into > 0 && into >= symbol.size {
        let size = text::counted(symbol.size, "byte");
        return Err(format!("{} has {size}, so nothing of it lies {into:#x} bytes into it.", shown(symbol.name)));
    }
    let is_it = |other: &Named<'_>| (other.address, other.size) == (symbol.address, symbol.size);
    Ok(match at_address(subject, address)? {
        Found::Zeros(zeros) => Found::Zeros(Zeros { symbol: Some(symbol), ..zeros }),
        Found::Bytes(mut spot) => {
            // Of several names for one place, the one asked for.
            if spot.symbol.as_ref().is_some_and(is_it) {
                spot.symbol = Some(symbol);
            }
            // A name asks for all of what it names, though that begin with a slot.
            if into == 0 && symbol.size > 0 && subject.read(address, symbol.size).is_some() {
                spot = Spot { before: 0, size: symbol.size, bound: Bound::Symbol, slot: None, ..spot };
            }
            Found::Bytes(spot)
        }
    })
}

fn at_address<'data>(subject: &Subject<'data>, address: u64) -> Result<Found<'data>, String> {
    let Some(offset) = subject.offset(address) else {
        return Zeros::at(subject, address).map(Found::Zeros).ok_or_else(|| unmapped(subject, address));
    };
    let is_code = subject.is_code(address, 1);
    let symbol = subject.enclosing(address).copied();
    let slot = subject.slots.at(address).copied().filter(|_| !is_code);
    let range = subject.range(offset);
    let end_of_range = range.map_or(u64::MAX, |range| range.offset.saturating_add(range.size));
    let there = subject.view.file_range(address).map_or(0, |there| there.size);
    let left = there.min(end_of_range.saturating_sub(offset));

    let around = |start: u64, size: u64| Some((address.checked_sub(start)?, size));
    let whole = |start: u64, size: u64| subject.read(start, size).and(around(start, size));
    let by_slot = || slot.and_then(|slot| whole(slot.address, subject.slots.word()));
    let by_symbol = || symbol.and_then(|symbol| whole(symbol.address, symbol.size));
    let by_unwind = || subject.unwound(address).filter(|_| is_code).and_then(|(start, size)| whole(start, size));
    let by_text = || if is_code { None } else { string(subject, offset) };
    let window = || (0, left.min(if is_code { CODE_WINDOW } else { DATA_WINDOW }));
    let (bound, (before, size)) = by_slot()
        .map(|unit| (Bound::Slot, unit))
        .or_else(|| by_symbol().map(|unit| (Bound::Symbol, unit)))
        .or_else(|| by_unwind().map(|unit| (Bound::Unwind, unit)))
        .or_else(|| by_text().map(|unit| (Bound::Text, unit)))
        .unwrap_or_else(|| (Bound::Window, window()));
    Ok(Found::Bytes(Spot { address: Some(address), offset, before, size, bound, symbol, slot, is_code }))
}

fn unloaded<'data>(subject: &Subject<'data>, offset: u64) -> Result<Spot<'data>, String> {
    let Some(range) = subject.range(offset) else {
        let size = u64::try_from(subject.view.bytes().len()).unwrap_or(u64::MAX);
        return Err(format!("The file ends at offset {size:#x}."));
    };
    let left = range.offset.saturating_add(range.size).saturating_sub(offset);
    let (bound, (before, size)) = match string(subject, offset) {
        Some(unit) => (Bound::Text, unit),
        None => (Bound::Window, (0, left.min(DATA_WINDOW))),
    };
    Ok(Spot { address: None, offset, before, size, bound, symbol: None, slot: None, is_code: false })
}

/// Bytes before `offset` and in all of the printable, NUL-ended string that it lies in, its NUL included.
fn string(subject: &Subject<'_>, offset: u64) -> Option<(u64, u64)> {
    let range = subject.range(offset)?;
    let start = range.offset.max(offset.saturating_sub(LONGEST_TEXT));
    let end = range.offset.saturating_add(range.size).min(offset.saturating_add(LONGEST_TEXT));
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r' | 0x80..);
    let behind = subject.view.read(Span { offset: start, size: offset.checked_sub(start)? })?;
    let ahead = subject.view.read(Span { offset, size: end.checked_sub(offset)? })?;
    let before = behind.iter().rev().take_while(|byte| is_text(byte)).count();
    let after = ahead.iter().take_while(|byte| is_text(byte)).count();
    if ahead.get(after) != Some(&0) {
        return None;
    }
    let begins = behind.len().checked_sub(before)?.checked_sub(1).is_none_or(|at| behind.get(at) == Some(&0));
    let (before, after) = (u64::try_from(before).ok()?, u64::try_from(after).ok()?);
    let size = before.checked_add(after)?;
    (begins && size >= SHORTEST_TEXT).then_some((before, size.saturating_add(1)))
}

/// The symbol that a name stands for: as stored, else as C++ or Rust write it.
fn resolve<'data>(subject: &Subject<'data>, name: &str) -> Result<Named<'data>, String> {
    let exact = subject.named(name.as_bytes());
    let found: Vec<Named<'data>> = if exact.is_empty() { subject.written(name) } else { exact.to_vec() };
    let mut places: Vec<(u64, u64)> = found.iter().map(|symbol| (symbol.address, symbol.size)).collect();
    places.sort_unstable();
    places.dedup();
    match (found.first(), places.len()) {
        (None, _) => Err(format!("No symbol of this copy is called {}.", text::escaped(name.as_bytes()))),
        (Some(symbol), 1) => Ok(*symbol),
        (Some(_), count) => {
            let shown =
                found.iter().take(NAMED).map(|symbol| format!("{} at {:#x}", shown(symbol.name), symbol.address));
            let more = if found.len() > NAMED { ", …" } else { "" };
            Err(format!(
                "{count} places go by this name: {}{more}. Ask by address.",
                shown.collect::<Vec<_>>().join(", ")
            ))
        }
    }
}

fn unmapped(subject: &Subject<'_>, address: u64) -> String {
    // Where Linux puts position-independent files, 64-bit programs and their libraries.
    if address >= 0x5500_0000_0000 && image_base(subject) == Some(0) {
        return format!(
            "Nothing is loaded at {address:#x}. If it is an address of a running process, take off it where the file was loaded there."
        );
    }
    // Ghidra's default base of position-independent files.
    let based = address.checked_sub(0x0010_0000).filter(|lower| subject.offset(*lower).is_some());
    match based {
        Some(lower) => format!(
            "Nothing is loaded at {address:#x}. If Ghidra showed this address, its base of 0x100000 must be taken off: {lower:#x}."
        ),
        None => format!("Nothing is loaded at {address:#x}."),
    }
}

/// The place as the answer shows it.
pub(super) fn shown_place(subject: &Subject<'_>, found: &Found<'_>) -> Place {
    let symbol = |symbol: Named<'_>| {
        let name = String::from_utf8_lossy(symbol.name).into_owned();
        SymbolPlace { demangled: demangle(&name), name, address: symbol.address, size: symbol.size }
    };
    let spot = match found {
        Found::Bytes(spot) => spot,
        Found::Zeros(zeros) => {
            let into = zeros.symbol.map_or(0, |symbol| zeros.address.saturating_sub(symbol.address));
            let size = zeros.symbol.map_or(0, |symbol| symbol.size);
            return Place {
                address: Some(zeros.address),
                offset: None,
                note: None,
                range: zeros
                    .section
                    .map_or_else(|| "zero-initialised memory".to_owned(), |(name, ..)| text::name(name)),
                symbol: zeros.symbol.map(symbol),
                unit: Unit { before: into, size, bound: Bound::Zeros },
                text: None,
                target: None,
            };
        }
    };
    let text = (spot.bound == Bound::Text).then(|| {
        let start = spot.offset.saturating_sub(spot.before);
        let bytes = subject.view.read(Span { offset: start, size: spot.size.saturating_sub(1) });
        text::escaped(bytes.unwrap_or_default())
    });
    Place {
        address: spot.address,
        offset: Some(spot.offset),
        note: None,
        range: subject.range(spot.offset).map_or_else(String::new, |range| text::escaped(range.name.as_bytes())),
        symbol: spot.symbol.map(symbol),
        unit: Unit { before: spot.before, size: spot.size, bound: spot.bound },
        text,
        target: spot.slot.map(|slot| pointee(subject, &slot.pointee)),
    }
}

/// What a slot points to, in words.
pub(super) fn pointee(subject: &Subject<'_>, filled: &Pointee<'_>) -> String {
    let distance = |addend: i64| if addend == 0 { String::new() } else { text::distance(addend) };
    match *filled {
        Pointee::Address(address) => match subject.enclosing(address) {
            Some(symbol) if symbol.address == address => format!("{address:#x} {}", shown(symbol.name)),
            Some(symbol) => {
                let into = address.saturating_sub(symbol.address);
                format!("{address:#x} {}+{into:#x}", shown(symbol.name))
            }
            None => format!("{address:#x}"),
        },
        Pointee::Chosen(address) => {
            format!("what the function at {} chooses", pointee(subject, &Pointee::Address(address)))
        }
        Pointee::Symbol { wanted, addend } => format!("{}{}", asked_for(wanted), distance(addend)),
        Pointee::Other { kind, wanted, addend } => {
            let name = if wanted.name.is_empty() { String::new() } else { format!(" {}", asked_for(wanted)) };
            format!("relocation type {kind}{name}{}", distance(addend))
        }
    }
}

/// A symbol that a relocation asks for, with its version.
fn asked_for(wanted: Wanted<'_>) -> String {
    let version = if wanted.version.is_empty() { String::new() } else { format!("@{}", text::escaped(wanted.version)) };
    format!("{}{version}", shown(wanted.name))
}

/// A symbol's name as it is written, else as it is stored.
pub(super) fn shown(name: &[u8]) -> String {
    let written = std::str::from_utf8(name).ok().and_then(demangle);
    text::name(written.as_deref().map_or(name, str::as_bytes))
}
