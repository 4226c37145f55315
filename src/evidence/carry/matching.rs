//! Whether the bytes of a place stand at an address of another copy, with what the loader writes into them.

use super::super::slots::{Pointee, Slot};
use super::super::text;
use super::instructions::{Masked, Reach, jumps_through, reaches};
use super::place::{Spot, pointee};
use super::subject::Subject;
use crate::binary::elf::Span;

/// Bytes of a stub that jumps through a slot.
const STUB: u64 = 16;

/// Bytes of what a slot points to that are compared where nothing bounds it.
const TARGET: u64 = 32;

/// How bytes agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Agreement {
    /// Every byte, and all that the loader writes, down to what slots point to.
    Exact,
    /// All but for distances in instructions, or for addresses in slots whose targets are the same in kind.
    Relocated { remark: String },
    /// The instructions, but the loader makes them reach other symbols.
    Misdirected { remark: String },
    /// Not at all.
    None,
}

/// How the bytes that two slots point to compare.
enum Target {
    /// All equal.
    Equal,
    /// Instructions that are equal but for their relocatable operands.
    Alike,
    /// Not equal, or of another kind.
    Other,
}

/// A copy, and one that its places are looked up in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Two<'a, 'data> {
    pub(super) a: &'a Subject<'data>,
    pub(super) b: &'a Subject<'data>,
    /// Whether the loader is asked for the same symbols in the same order.
    same_imports: bool,
}

impl<'a, 'data> Two<'a, 'data> {
    pub(super) fn new(a: &'a Subject<'data>, b: &'a Subject<'data>) -> Self {
        let same_imports = a.slots.symbols().eq(b.slots.symbols());
        Self { a, b, same_imports }
    }

    /// Whether a unit of the first copy stands at `start` in the second.
    pub(super) fn agree(self, spot: &Spot<'_>, start: u64) -> Agreement {
        let Some(own) = spot.address.and_then(|address| address.checked_sub(spot.before)) else {
            return Agreement::None;
        };
        let (Some(x), Some(y)) = (self.a.read(own, spot.size), self.b.read(start, spot.size)) else {
            return Agreement::None;
        };
        if spot.is_code != self.b.is_code(start, spot.size) {
            return Agreement::None;
        }
        let in_a = self.a.slots.within(own, spot.size);
        let in_b = self.b.slots.within(start, spot.size);
        let places = |slots: &[Slot<'_>], start: u64| {
            slots.iter().map(|slot| slot.address.wrapping_sub(start)).collect::<Vec<u64>>()
        };
        if places(in_a, own) != places(in_b, start) {
            return Agreement::None;
        }
        if !in_a.is_empty() {
            let word = self.a.slots.word();
            let rest = |bytes: &[u8], slots: &[Slot<'_>], start: u64| without(bytes, slots, start, word);
            if rest(x, in_a, own) != rest(y, in_b, start) {
                return Agreement::None;
            }
            let misdirected = if spot.is_code { self.misdirected(x, own, y, start) } else { None };
            return match (self.slots_agree(in_a, in_b), misdirected) {
                (Agreement::None, _) => Agreement::None,
                (_, Some(remark)) => Agreement::Misdirected { remark },
                (agreement, None) => agreement,
            };
        }
        if !spot.is_code {
            return if x == y { Agreement::Exact } else { Agreement::None };
        }
        let masked = x == y || Masked::code(x, own, self.a.view.machine()).matches(y);
        if !masked {
            return Agreement::None;
        }
        if let Some(remark) = self.misdirected(x, own, y, start) {
            return Agreement::Misdirected { remark };
        }
        if x == y {
            return Agreement::Exact;
        }
        let bytes = super::super::runs::runs(x, y).bytes;
        let remark = format!("{} of relocatable operands differ.", text::counted(bytes, "byte"));
        Agreement::Relocated { remark }
    }

    /// Where equal instructions reach other symbols, because the loader fills the slots that they use with others.
    fn misdirected(self, x: &[u8], own: u64, y: &[u8], start: u64) -> Option<String> {
        let machine = self.a.view.machine();
        let (Some(in_a), Some(in_b)) = (reaches(x, own, machine), reaches(y, start, machine)) else {
            let why = "The imported symbols differ, and calls are not followed on this machine.";
            return (!self.same_imports).then(|| why.to_owned());
        };
        if in_a.len() != in_b.len() {
            return Some("It reaches out of its own bytes at other places.".to_owned());
        }
        in_a.iter().zip(&in_b).find_map(|(at, to)| {
            let words =
                |subject, slot: Option<Pointee<'_>>| slot.map_or("no slot".to_owned(), |slot| pointee(subject, &slot));
            let (Reach::Branch(called), Reach::Branch(other)) = (at, to) else {
                let (x, y) = (reached(self.a, *at), reached(self.b, *to));
                let same = self.same_pointee(x.as_ref(), y.as_ref());
                return (!same)
                    .then(|| format!("It reaches {} here and {} there.", words(self.a, x), words(self.b, y)));
            };
            let (x, y) = (reached(self.a, *at), reached(self.b, *to));
            if x.is_none() && y.is_none() {
                let name = |subject: &Subject<'_>, address| subject.name_at(address).map(super::place::shown);
                let (here, there) = (name(self.a, *called)?, name(self.b, *other)?);
                return (!self.is_named_alike(*called, *other))
                    .then(|| format!("It calls {here} here and {there} there."));
            }
            let same = self.same_pointee(x.as_ref(), y.as_ref());
            (!same).then(|| format!("It reaches {} here and {} there.", words(self.a, x), words(self.b, y)))
        })
    }

    /// Whether a symbol of one name begins at both addresses.
    fn is_named_alike(self, at: u64, to: u64) -> bool {
        self.a.names_at(at).any(|name| self.b.names_at(to).any(|other| other == name))
    }

    /// Whether two slots name the same. Of what lies at one address in both copies, the bytes may differ: they are
    /// compared when they are asked for.
    fn same_pointee(self, x: Option<&Pointee<'_>>, y: Option<&Pointee<'_>>) -> bool {
        match (x, y) {
            (Some(Pointee::Address(at)), Some(Pointee::Address(to)))
            | (Some(Pointee::Chosen(at)), Some(Pointee::Chosen(to))) => {
                let named = self.is_named_alike(*at, *to);
                at == to || named || self.target(*at, *to, named) != Agreement::None
            }
            (x, y) => x == y,
        }
    }

    /// Whether slots that face one another are filled with the same.
    fn slots_agree(self, a: &[Slot<'_>], b: &[Slot<'_>]) -> Agreement {
        let mut remark = None;
        for (x, y) in a.iter().zip(b) {
            match self.pointees_agree(&x.pointee, &y.pointee) {
                Agreement::Exact => {}
                Agreement::Relocated { remark: why } => remark = remark.or(Some(why)),
                other => return other,
            }
        }
        remark.map_or(Agreement::Exact, |remark| Agreement::Relocated { remark })
    }

    /// Whether two slots are filled with the same: the same symbol, or an address where the same stands.
    fn pointees_agree(self, x: &Pointee<'_>, y: &Pointee<'_>) -> Agreement {
        match (x, y) {
            (Pointee::Address(at), Pointee::Address(to)) | (Pointee::Chosen(at), Pointee::Chosen(to)) => {
                self.target(*at, *to, self.is_named_alike(*at, *to))
            }
            (Pointee::Symbol { wanted, addend }, Pointee::Symbol { wanted: other, addend: distance }) => {
                if (wanted, addend) != (other, distance) {
                    return Agreement::None;
                }
                // Defined in the file itself, it is a place like any other; else other files define it.
                match (self.a.named(wanted.name), self.b.named(wanted.name)) {
                    ([], []) => Agreement::Exact,
                    ([], _) | (_, []) => Agreement::None,
                    ([at], [to]) => {
                        let plus = |symbol: u64| symbol.checked_add_signed(*addend);
                        let (Some(at), Some(to)) = (plus(at.address), plus(to.address)) else { return Agreement::None };
                        self.target(at, to, true)
                    }
                    _ => Agreement::Misdirected {
                        remark: format!("Several places go by the name {}.", super::place::shown(wanted.name)),
                    },
                }
            }
            (Pointee::Other { kind, wanted, .. }, Pointee::Other { .. }) if x == y => {
                if wanted.name.is_empty() {
                    return Agreement::Exact;
                }
                Agreement::Relocated {
                    remark: format!(
                        "The loader is asked for the same (relocation type {kind}); what it finds was not looked at."
                    ),
                }
            }
            _ => Agreement::None,
        }
    }

    /// Whether the same stands at two addresses that slots point to. `named` says that a symbol names both.
    fn target(self, at: u64, to: u64, named: bool) -> Agreement {
        let remark = match (self.target_bytes(at, to), named) {
            (Some(Target::Equal), _) | (None, true) if at == to => return Agreement::Exact,
            (None, false) if at == to => format!("It points to {to:#x}, of which the file has no bytes."),
            (Some(Target::Equal), _) | (None, true) => format!("It points to {to:#x} instead of {at:#x}."),
            (Some(Target::Alike), _) => {
                format!("It points to {to:#x}, where relocatable operands differ from those at {at:#x}.")
            }
            (Some(Target::Other), true) => {
                let name = self.a.name_at(at).map_or_else(String::new, super::place::shown);
                format!("It points to {name} in both copies, whose bytes differ.")
            }
            (Some(Target::Other) | None, false) => return Agreement::None,
        };
        Agreement::Relocated { remark }
    }

    /// How the bytes at two addresses compare; `None` when there are none in either file.
    fn target_bytes(self, at: u64, to: u64) -> Option<Target> {
        let bounds = self.a.enclosing(at).map(|symbol| (symbol.address, symbol.size)).or_else(|| self.a.unwound(at));
        let window = || {
            let there = self.a.view.file_range(at)?;
            let range = self.a.range(there.offset)?;
            let left = range.offset.saturating_add(range.size).saturating_sub(there.offset);
            Some((at, left.min(there.size).min(TARGET)))
        };
        let (start, size) = bounds.or_else(window)?;
        let other = to.checked_sub(at.checked_sub(start)?)?;
        let (x, y) = (self.a.read(start, size)?, self.b.read(other, size));
        let is_code = self.a.is_code(start, size);
        if is_code != self.b.is_code(other, size) {
            return Some(Target::Other);
        }
        let Some(y) = y else { return Some(Target::Other) };
        if is_code && x != y {
            let alike = Masked::code(x, start, self.a.view.machine()).matches(y);
            return Some(if alike { Target::Alike } else { Target::Other });
        }
        // Slots within the target are not followed; what they hold must be the same as it stands.
        let slots =
            self.a.slots.within(start, size).iter().map(|slot| (slot.address.wrapping_sub(start), slot.pointee));
        let others = self.b.slots.within(other, size).iter();
        let slots = slots.eq(others.map(|slot| (slot.address.wrapping_sub(other), slot.pointee)));
        Some(if x == y && slots { Target::Equal } else { Target::Other })
    }

    /// What the slot at `start` of the second copy points to, in words.
    pub(super) fn target_there(self, start: u64) -> Option<String> {
        self.b.slots.at(start).map(|slot| pointee(self.b, &slot.pointee))
    }
}

/// What the loader puts into the slot that instructions reach, at once or by a stub.
fn reached<'data>(subject: &Subject<'data>, reach: Reach) -> Option<Pointee<'data>> {
    let address = match reach {
        Reach::Memory(address) => address,
        Reach::Branch(address) => {
            let size = subject.view.file_range(address).map_or(0, |there| there.size.min(STUB));
            jumps_through(subject.read(address, size)?, address, subject.view.machine())?
        }
    };
    subject.slots.at(address).map(|slot| slot.pointee)
}

/// The bytes that no slot fills.
fn without(bytes: &[u8], slots: &[Slot<'_>], start: u64, word: u64) -> Vec<u8> {
    let spans = |offset: u64, size: u64| super::super::intervals::Intervals::of([Span { offset, size }]);
    let all = spans(0, u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    // A relocation of another kind may write less than a word, so the bytes below it must be equal as well.
    let fills = |slot: &&Slot<'_>| !matches!(slot.pointee, Pointee::Other { .. });
    let holes = slots.iter().filter(fills).map(|slot| {
        // A slot may begin before the bytes.
        let from = slot.address.saturating_sub(start);
        let end = slot.address.saturating_add(word).saturating_sub(start);
        Span { offset: from, size: end.saturating_sub(from) }
    });
    let rest = all.without(&super::super::intervals::Intervals::of(holes));
    let piece = |span: Span| {
        let range = usize::try_from(span.offset).ok()?..usize::try_from(span.end()).ok()?;
        bytes.get(range)
    };
    rest.spans().filter_map(piece).flatten().copied().collect()
}
