//! One copy of a binary, laid out so that places in it can be looked up.

use std::cell::OnceCell;

use super::super::demangle::demangle;
use super::super::image::Mapped;
use super::super::intervals::Intervals;
use super::super::slots::{Slots, Unknown};
use super::unwind::Unwind;
use crate::binary::elf::{Range, Span, SymbolKind, Symbols, View, ranges};

/// Symbols before an address that are tried for one that reaches it.
const ENCLOSING: usize = 64;

/// A symbol that has a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Named<'data> {
    pub(super) address: u64,
    pub(super) size: u64,
    pub(super) name: &'data [u8],
    pub(super) is_function: bool,
}

/// A copy of a binary.
#[derive(Debug)]
pub(super) struct Subject<'data> {
    pub(super) view: View<'data>,
    pub(super) mapped: Mapped,
    /// The file's bytes that can run.
    pub(super) code: Intervals,
    /// The file's loaded bytes that can't.
    pub(super) data: Intervals,
    pub(super) ranges: Vec<Range>,
    pub(super) slots: Slots<'data>,
    /// Why nothing about this copy can be confirmed.
    pub(super) doubts: Vec<String>,
    /// Why nobody can say what the loader fills in its data.
    pub(super) blind: Option<String>,
    unwind: Option<Unwind<'data>>,
    /// By address.
    symbols: Vec<Named<'data>>,
    /// What C++ and Rust write for the symbols, with their indices; made when first asked for.
    written: OnceCell<Vec<(String, usize)>>,
    /// The same by name.
    by_name: Vec<Named<'data>>,
}

impl<'data> Subject<'data> {
    /// Opens a file; `None` when it is no ELF file.
    pub(super) fn open(bytes: &'data [u8]) -> Option<Self> {
        let view = View::parse(bytes)?;
        let mapped = Mapped::of(&view);
        let loaded =
            Intervals::of(view.segments().iter().filter(|segment| segment.is_loaded()).map(|segment| segment.span));
        let code = mapped.code();
        let data = loaded.without(&code);
        let mut doubts = mapped.doubts.clone();
        let mut blind = None;
        let slots = match Slots::read(&view) {
            Ok(slots) => Some(slots),
            Err(Unknown::Damaged(why)) => {
                doubts.push(why);
                None
            }
            Err(Unknown::Unread(why)) => {
                blind = Some(why);
                None
            }
        };
        let slots = slots.unwrap_or_else(Slots::none);
        let symbols = symbols(&view);
        let mut by_name = symbols.clone();
        by_name.sort_by_key(|symbol| (symbol.name, symbol.address, symbol.size));
        let unwind = Unwind::read(&view);
        let written = OnceCell::new();
        Some(Self {
            ranges: ranges(bytes),
            view,
            mapped,
            code,
            data,
            slots,
            doubts,
            blind,
            unwind,
            symbols,
            written,
            by_name,
        })
    }

    /// Where the bytes of an address lie in the file.
    pub(super) fn offset(&self, address: u64) -> Option<u64> {
        self.view.file_range(address).map(|there| there.offset)
    }

    /// The address at which the loader maps an offset of the file.
    pub(super) fn address(&self, offset: u64) -> Option<u64> {
        let loads = self.view.segments().iter().filter(|segment| segment.is_loaded());
        loads.into_iter().find_map(|load| {
            let into = offset.checked_sub(load.span.offset).filter(|into| *into < load.span.size)?;
            load.address.checked_add(into)
        })
    }

    /// `size` bytes from an address; `None` unless one segment has them all.
    pub(super) fn read(&self, address: u64, size: u64) -> Option<&'data [u8]> {
        let there = self.view.file_range(address).filter(|there| there.size >= size)?;
        self.view.read(Span { offset: there.offset, size })
    }

    /// Whether all of `size` bytes from an address can run.
    pub(super) fn is_code(&self, address: u64, size: u64) -> bool {
        self.offset(address).is_some_and(|offset| self.code.covers(Span { offset, size }))
    }

    /// The range that an offset lies in.
    pub(super) fn range(&self, offset: u64) -> Option<&Range> {
        let after = self.ranges.partition_point(|range| range.offset <= offset);
        self.ranges.get(after.checked_sub(1)?).filter(|range| offset < range.offset.saturating_add(range.size))
    }

    /// The tightest symbol that holds an address.
    pub(super) fn enclosing(&self, address: u64) -> Option<&Named<'data>> {
        let after = self.symbols.partition_point(|symbol| symbol.address <= address);
        let before = self.symbols.get(..after)?.iter().rev().take(ENCLOSING);
        let holds = |symbol: &&Named<'_>| symbol.size > 0 && address < symbol.address.saturating_add(symbol.size);
        // Of aliases, the first by name: what is shown must not depend on the table's order.
        before.filter(holds).min_by_key(|symbol| (symbol.size, std::cmp::Reverse(symbol.address), symbol.name))
    }

    /// The function that holds an address, by the unwind tables.
    pub(super) fn unwound(&self, address: u64) -> Option<(u64, u64)> {
        self.unwind?.function(&self.view, address)
    }

    /// The symbols of this name, each place once.
    pub(super) fn named(&self, name: &[u8]) -> &[Named<'data>] {
        let first = self.by_name.partition_point(|symbol| symbol.name < name);
        let last = self.by_name.partition_point(|symbol| symbol.name <= name);
        self.by_name.get(first..last).unwrap_or_default()
    }

    /// The one symbol of this name; `None` when there is none or more.
    pub(super) fn only(&self, name: &[u8]) -> Option<&Named<'data>> {
        match self.named(name) {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The symbols that C++ or Rust write so, with or without parameters; blanks don't count.
    pub(super) fn written(&self, name: &str) -> Vec<Named<'data>> {
        let wanted = without_blanks(name);
        let index = self.written.get_or_init(|| {
            let written = |(at, symbol): (usize, &Named<'_>)| {
                let text = demangle(std::str::from_utf8(symbol.name).ok()?)?;
                Some((without_blanks(&text), at))
            };
            let mut index: Vec<(String, usize)> = self.symbols.iter().enumerate().filter_map(written).collect();
            index.sort_unstable();
            index
        });
        let first = index.partition_point(|(text, _)| *text < wanted);
        let rest = index.get(first..).unwrap_or_default().iter();
        let same = rest.map_while(|(text, at)| Some((text.strip_prefix(&wanted)?, *at)));
        let found = same.filter(|(parameters, _)| parameters.is_empty() || parameters.starts_with('('));
        found.filter_map(|(_, at)| self.symbols.get(at).copied()).collect()
    }

    /// The name of what begins at an address.
    pub(super) fn name_at(&self, address: u64) -> Option<&'data [u8]> {
        let first = self.symbols.partition_point(|symbol| symbol.address < address);
        self.symbols.get(first..)?.iter().take_while(|symbol| symbol.address == address).map(|symbol| symbol.name).min()
    }

    /// All names of what begins at an address, sorted.
    pub(super) fn names_at(&self, address: u64) -> impl Iterator<Item = &'data [u8]> {
        let first = self.symbols.partition_point(|symbol| symbol.address < address);
        let here = self.symbols.get(first..).unwrap_or_default().iter();
        here.take_while(move |symbol| symbol.address == address).map(|symbol| symbol.name)
    }
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn symbols<'data>(view: &View<'data>) -> Vec<Named<'data>> {
    let tables = [view.dynamic_symbols(), view.local_symbols()];
    let symbols = tables.into_iter().flatten().flat_map(Symbols::iter);
    let has_place = |kind: SymbolKind| matches!(kind, SymbolKind::Function | SymbolKind::Object | SymbolKind::Untyped);
    // An absolute symbol is a number and no place.
    let placed = symbols.filter(|symbol| symbol.defined && symbol.section.is_some() && has_place(symbol.kind));
    let named = placed.map(|symbol| Named {
        address: symbol.value,
        size: symbol.size,
        name: symbol.name(),
        is_function: symbol.kind == SymbolKind::Function,
    });
    let mut named: Vec<Named<'data>> = named.filter(|symbol| !symbol.name.is_empty()).collect();
    named.sort_unstable();
    named.dedup();
    named
}
