//! Symbols added, removed, moved and resized between two copies.

use std::cmp::Ordering;

use super::demangle::demangle;
use super::facts::{SymbolChange, SymbolChanges, TableChanges};
use crate::binary::elf::{Symbol, SymbolKind, Symbols, View};

/// Changes that are listed of each kind; all are counted.
const LISTED: usize = 256;

/// How the symbols of two copies differ.
pub(super) fn changes(a: &View<'_>, b: &View<'_>) -> SymbolChanges {
    let exported = match (a.dynamic_symbols(), b.dynamic_symbols()) {
        (None, None) => None,
        (x, y) => Some(compare(&exported(x), &exported(y))),
    };
    let local = match (a.local_symbols(), b.local_symbols()) {
        (Some(x), Some(y)) => Some(compare(&local(x), &local(y))),
        _ => None,
    };
    SymbolChanges { exported, local }
}

/// Whether both copies export and import the same names, and the exported functions stand at the same addresses (`shift`
/// further in the second copy).
pub(super) fn agree(a: &View<'_>, b: &View<'_>, shift: i64) -> bool {
    interface(a, shift) == interface(b, 0)
}

/// Whether it is defined, name, and address of a function, of each symbol by which a file touches others; sorted.
fn interface<'data>(view: &View<'data>, shift: i64) -> Vec<(bool, &'data [u8], Option<u64>)> {
    let symbols = view.dynamic_symbols().into_iter().flat_map(Symbols::iter);
    let touching = symbols.filter(|symbol| symbol.is_exported() || !symbol.defined);
    let mut names: Vec<_> = touching
        .map(|symbol| {
            let is_function = symbol.defined && symbol.kind == SymbolKind::Function;
            let address = is_function.then(|| symbol.value.wrapping_add_signed(shift));
            (symbol.defined, symbol.name(), address)
        })
        .collect();
    names.sort_unstable();
    names
}

/// A symbol as it is compared: name, address, size.
type Known<'data> = (&'data [u8], u64, u64);

fn exported(symbols: Option<Symbols<'_>>) -> Vec<Known<'_>> {
    sorted(symbols.into_iter().flat_map(Symbols::iter).filter(Symbol::is_exported))
}

fn local(symbols: Symbols<'_>) -> Vec<Known<'_>> {
    let has_place = |symbol: &Symbol<'_>| !matches!(symbol.kind, SymbolKind::Section | SymbolKind::File);
    sorted(symbols.iter().filter(|symbol| symbol.defined && !symbol.is_exported()).filter(has_place))
}

fn sorted<'data>(symbols: impl Iterator<Item = Symbol<'data>>) -> Vec<Known<'data>> {
    let mut known: Vec<Known<'data>> = symbols.map(|symbol| (symbol.name(), symbol.value, symbol.size)).collect();
    known.retain(|(name, ..)| !name.is_empty());
    known.sort_unstable();
    known
}

/// Compares two tables sorted by name. Several symbols of one name are paired in order of their addresses.
fn compare(a: &[Known<'_>], b: &[Known<'_>]) -> TableChanges {
    let len = |table: &[Known<'_>]| u64::try_from(table.len()).unwrap_or(u64::MAX);
    let mut changes = TableChanges { in_a: len(a), in_b: len(b), ..TableChanges::default() };
    let mut listed = Listed::default();
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(x), Some(y)) => x.0.cmp(y.0),
        };
        let x = if order.is_le() { a.next() } else { None };
        let y = if order.is_ge() { b.next() } else { None };
        let step = |count: &mut u64| *count = count.saturating_add(1);
        match (x, y) {
            (Some(_), None) => step(&mut changes.removed),
            (None, Some(_)) => step(&mut changes.added),
            (Some(x), Some(y)) => {
                if x.1 != y.1 {
                    step(&mut changes.moved);
                }
                if x.2 != y.2 {
                    step(&mut changes.resized);
                }
            }
            (None, None) => {}
        }
        listed.offer(x, y);
    }
    changes.listed = listed.changes;
    changes
}

/// The first changes of each kind.
#[derive(Default)]
struct Listed {
    changes: Vec<SymbolChange>,
    added: usize,
    removed: usize,
    moved: usize,
    resized: usize,
}

impl Listed {
    fn offer(&mut self, a: Option<&Known<'_>>, b: Option<&Known<'_>>) {
        let counter = match (a, b) {
            (Some(_), None) => &mut self.removed,
            (None, Some(_)) => &mut self.added,
            (Some(x), Some(y)) if x.2 != y.2 => &mut self.resized,
            (Some(x), Some(y)) if x.1 != y.1 => &mut self.moved,
            _ => return,
        };
        if *counter >= LISTED {
            return;
        }
        *counter = counter.saturating_add(1);
        let Some((name, ..)) = a.or(b) else { return };
        let name = String::from_utf8_lossy(name).into_owned();
        let place = |known: Option<&Known<'_>>| known.map(|(_, address, size)| (*address, *size));
        self.changes.push(SymbolChange { demangled: demangle(&name), name, a: place(a), b: place(b) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_counted_once_and_twins_are_paired_in_order() {
        let a: [Known<'_>; 5] =
            [(b"gone", 1, 1), (b"moved", 2, 1), (b"same", 3, 1), (b"twin", 10, 4), (b"twin", 20, 4)];
        let b: [Known<'_>; 5] = [(b"moved", 9, 1), (b"new", 5, 1), (b"same", 3, 1), (b"twin", 10, 4), (b"twin", 24, 8)];
        let changes = compare(&a, &b);
        let counts = (changes.added, changes.removed, changes.moved, changes.resized);
        assert_eq!(counts, (1, 1, 2, 1));
        let listed: Vec<(&str, _, _)> = changes.listed.iter().map(|c| (c.name.as_str(), c.a, c.b)).collect();
        let expected = [
            ("gone", Some((1, 1)), None),
            ("moved", Some((2, 1)), Some((9, 1))),
            ("new", None, Some((5, 1))),
            ("twin", Some((20, 4)), Some((24, 8))),
        ];
        assert_eq!(listed, expected);
    }

    #[test]
    fn what_is_not_listed_is_still_counted() {
        let names: Vec<String> = (0..1000).map(|at| format!("f{at:04}")).collect();
        let a: Vec<Known<'_>> = names.iter().map(|name| (name.as_bytes(), 0, 0)).collect();
        let changes = compare(&a, &[]);
        assert_eq!((changes.removed, changes.listed.len()), (1000, LISTED));
    }
}
