//! From the bytes of two copies to a verdict.

use object::elf;

use super::code::{self, Side};
use super::facts::{Evidence, RangePair, SymbolChanges, Verdict};
use super::image::{Mapped, Piece, PieceKind};
use super::slots::{Pointee, Slot, Slots, Unknown};
use super::{alarms, fields, ranges, sentence, stamp, symbols};
use crate::binary::ElfClass;
use crate::binary::elf::{Segment, Span, View};
use crate::parity::Confidence;
use crate::report::Needles;

/// What the bytes of two copies say about one another; `None` unless both are ELF files: no evidence is computed then.
pub fn compare(a: &[u8], b: &[u8]) -> Option<Evidence> {
    compare_knowing(a, b, &Needles::default())
}

/// [`compare`], where the version and its label are known and can be recognised in texts that differ.
pub fn compare_knowing(a: &[u8], b: &[u8], needles: &Needles) -> Option<Evidence> {
    let (a, b) = (View::parse(a)?, View::parse(b)?);
    let mut ranges = ranges::pairs(&a, &b);
    let known = [fields::known(&a), fields::known(&b)];
    for pair in &mut ranges {
        fields::name(&a, &b, [&known[0], &known[1]], needles, pair);
    }
    let mapped = [Mapped::of(&a), Mapped::of(&b)];
    let sides = [Side { view: &a, mapped: &mapped[0] }, Side { view: &b, mapped: &mapped[1] }];
    let slots = [Slots::read(&a), Slots::read(&b)];
    let found = judge(sides, &slots, &ranges);
    let symbols = symbols::changes(&a, &b);
    let logic = logic(sides, &slots, &found, &symbols);
    let addresses = match found.verdict {
        Verdict::StampOnly | Verdict::CodeEqual | Verdict::CodeShifted => Confidence::Confirmed,
        Verdict::CodeDiffers => Confidence::Inferred,
    };
    let mut evidence = Evidence {
        verdict: found.verdict,
        shift: found.shift,
        addresses,
        logic,
        code_bytes: found.code_bytes,
        ranges,
        symbols,
        normalised: Vec::new(),
        doubts: found.doubts,
        alarms: Vec::new(),
        sentence: String::new(),
    };
    evidence.normalised = sentence::normalised(&evidence);
    evidence.alarms = alarms::of(&a, &b, &evidence);
    evidence.sentence = sentence::verdict(&evidence);
    Some(evidence)
}

/// A verdict and what it rests on.
struct Judgement {
    verdict: Verdict,
    shift: Option<i64>,
    code_bytes: u64,
    doubts: Vec<String>,
}

/// What the loader fills in each copy, or why that is not known.
type BothSlots<'data> = [Result<Slots<'data>, Unknown>; 2];

/// Draws the strongest verdict that nothing speaks against.
fn judge(sides: [Side<'_>; 2], slots: &BothSlots<'_>, ranges: &[RangePair]) -> Judgement {
    let [Side { view: a, mapped: mapped_a }, Side { view: b, mapped: mapped_b }] = sides;
    let differs = |doubts| Judgement { verdict: Verdict::CodeDiffers, shift: None, code_bytes: 0, doubts };
    if a.bytes() == b.bytes() {
        return Judgement { verdict: Verdict::StampOnly, shift: None, code_bytes: 0, doubts: Vec::new() };
    }
    if let Some(why) = incomparable(a, b) {
        return differs(vec![why.to_owned()]);
    }
    let equal = code::equal(sides[0], sides[1], 0);
    let doubts = doubts([mapped_a, mapped_b]);
    if !doubts.is_empty() {
        return differs(doubts);
    }
    if let Some(code_bytes) = equal
        && stamp::objections(a, b, [mapped_a, mapped_b], ranges).is_empty()
    {
        return Judgement { verdict: Verdict::StampOnly, shift: None, code_bytes, doubts };
    }
    let shifted = || {
        let shift = code::shift(mapped_a, mapped_b)?;
        Some((code::equal(sides[0], sides[1], shift)?, Some(shift)))
    };
    let Some((code_bytes, shift)) = equal.map(|bytes| (bytes, None)).or_else(shifted) else {
        return differs(doubts);
    };
    if code_bytes == 0 {
        return differs(vec!["Neither copy holds code that could be compared.".to_owned()]);
    }
    if let [Some(why), _] | [_, Some(why)] = [writes_code(sides[0], &slots[0]), writes_code(sides[1], &slots[1])] {
        let same = shift.is_none() && matches!(slots, [Ok(x), Ok(y)] if x.iter().eq(y.iter()));
        if !same {
            return differs(vec![format!(
                "The loader may write into the code ({why}), and what it writes may differ."
            )]);
        }
    }
    let verdict = if shift.is_none() { Verdict::CodeEqual } else { Verdict::CodeShifted };
    Judgement { verdict, shift, code_bytes, doubts }
}

/// Why equal bytes of two files need not run equally, in a sentence.
pub(super) fn incomparable(a: &View<'_>, b: &View<'_>) -> Option<&'static str> {
    if (a.machine(), a.class(), a.endian()) != (b.machine(), b.class(), b.endian()) {
        return Some("The copies are for different machines.");
    }
    // `EI_VERSION` and `e_version`: a loader takes no other than it knows.
    let versions = [Span { offset: 6, size: 1 }, Span { offset: 20, size: 4 }];
    if versions.iter().any(|version| a.read(*version) != b.read(*version)) {
        return Some("The copies are of different versions of ELF.");
    }
    // On some machines they say how instructions are to be read, down to their byte order (`EF_ARM_BE8`).
    let flags = Span { offset: if a.class() == ElfClass::Elf64 { 0x30 } else { 0x24 }, size: 4 };
    if a.read(flags) != b.read(flags) {
        return Some("The copies state other processor flags (e_flags).");
    }
    let permissions = |view: &View<'_>| -> Vec<u32> {
        view.segments().iter().filter(|segment| segment.is_executable()).map(|segment| segment.flags).collect()
    };
    (permissions(a) != permissions(b)).then_some("The copies map their code with different permissions.")
}

fn doubts([a, b]: [&Mapped; 2]) -> Vec<String> {
    let both = a.doubts.iter().filter(|doubt| b.doubts.contains(doubt)).map(|doubt| format!("Each copy {doubt}."));
    let only = |side: &Mapped, other: &Mapped, name: &str| {
        let own = side.doubts.iter().filter(|doubt| !other.doubts.contains(doubt));
        own.map(|doubt| format!("The {name} copy {doubt}.")).collect::<Vec<_>>()
    };
    both.chain(only(a, b, "first")).chain(only(b, a, "second")).collect()
}

/// How the loader may change code before it runs, so that equal bytes in the files need not run equally.
fn writes_code(side: Side<'_>, slots: &Result<Slots<'_>, Unknown>) -> Option<&'static str> {
    let flags = side.view.dynamic_value(elf::DT_FLAGS).unwrap_or(0);
    if side.view.dynamic_value(elf::DT_TEXTREL).is_some() || flags & elf::DF_TEXTREL.0 != 0 {
        return Some("DT_TEXTREL");
    }
    let writable = |segment: &Segment| segment.is_executable() && segment.flags & elf::PF_W.0 != 0;
    if side.view.segments().iter().any(writable) {
        return Some("its segment is writable");
    }
    let slots = slots.as_ref().ok()?;
    let code = side.mapped.pieces.iter().filter(|piece| piece.kind != PieceKind::Data);
    let touched = |piece: &Piece| !slots.within(piece.address, piece.span.size).is_empty();
    code.into_iter().any(touched).then_some("relocations point into it")
}

/// Whether the loader is asked for the same symbols at the same places, and told of the same code.
fn same_slots(sides: [Side<'_>; 2], slots: &BothSlots<'_>, shift: i64) -> bool {
    let [Ok(x), Ok(y)] = slots else { return false };
    flow(sides[0], x, shift) == flow(sides[1], y, 0)
}

/// What the loader is asked for and where, and the code that it is told of, all moved by `shift`.
fn flow<'data>(side: Side<'_>, slots: &Slots<'data>, shift: i64) -> Vec<(Option<u64>, Pointee<'data>)> {
    let moved = |address: u64| address.wrapping_add_signed(shift);
    let asked = |slot: &Slot<'data>| match slot.pointee {
        // Data may lie elsewhere; the code that it leads to must be the same.
        Pointee::Address(to) => side.mapped.holds_code(to).then(|| (None, Pointee::Address(moved(to)))),
        Pointee::Chosen(to) => Some((None, Pointee::Chosen(moved(to)))),
        Pointee::Symbol { .. } | Pointee::Other { .. } => Some((Some(moved(slot.address)), slot.pointee)),
    };
    slots.iter().filter_map(asked).collect()
}

/// Whether both copies begin, and are set up and torn down, at the same code.
fn same_entries(a: &View<'_>, b: &View<'_>, shift: i64) -> bool {
    let entries = |view: &View<'_>, shift: i64| {
        let called = [elf::DT_INIT, elf::DT_FINI].map(|tag| view.dynamic_value(tag));
        let entry = Some(view.entry()).filter(|entry| *entry != 0);
        [entry, called[0], called[1]].map(|address| address.map(|address| address.wrapping_add_signed(shift)))
    };
    entries(a, shift) == entries(b, 0)
}

/// How sure it is that the logic is the same.
fn logic(sides: [Side<'_>; 2], slots: &BothSlots<'_>, found: &Judgement, symbols: &SymbolChanges) -> Confidence {
    let [a, b] = sides.map(|side| side.view);
    let shift = found.shift.unwrap_or(0);
    let dynamic = |view: &View<'_>| view.dynamic().map(|dynamic| (dynamic.soname, dynamic.needed));
    let linked = a.machine() == b.machine() && dynamic(a) == dynamic(b);
    let exports = symbols.exported.as_ref().is_none_or(|changes| changes.added == 0 && changes.removed == 0);
    let agrees = match found.verdict {
        Verdict::StampOnly => return Confidence::Confirmed,
        // Equal instructions call by their place in a table; the names at those places must be equal as well.
        Verdict::CodeEqual | Verdict::CodeShifted => {
            linked && symbols::agree(a, b, shift) && same_entries(a, b, shift) && same_slots(sides, slots, shift)
        }
        Verdict::CodeDiffers => linked && exports && a.toolchain() == b.toolchain(),
    };
    if agrees { Confidence::Strong } else { Confidence::Inferred }
}
