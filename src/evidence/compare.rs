//! From the bytes of two copies to a verdict.

use object::elf;

use super::code::{self, Side};
use super::facts::{Evidence, RangePair, RangeState, SymbolChanges, Verdict};
use super::image::Mapped;
use super::slots::Slots;
use super::{alarms, fields, ranges, sentence, stamp, symbols};
use crate::binary::elf::{Span, View};
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
    let found = judge(&a, &b, &ranges);
    let symbols = symbols::changes(&a, &b);
    let logic = logic(&a, &b, &found, &symbols);
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

/// Draws the strongest verdict that nothing speaks against.
fn judge(a: &View<'_>, b: &View<'_>, ranges: &[RangePair]) -> Judgement {
    let differs = |doubts| Judgement { verdict: Verdict::CodeDiffers, shift: None, code_bytes: 0, doubts };
    if a.bytes() == b.bytes() {
        return Judgement { verdict: Verdict::StampOnly, shift: None, code_bytes: 0, doubts: Vec::new() };
    }
    if (a.machine(), a.class(), a.endian()) != (b.machine(), b.class(), b.endian()) {
        return differs(vec!["The copies are for different machines.".to_owned()]);
    }
    // `EI_VERSION` and `e_version`: a loader takes no other than it knows.
    let versions = [Span { offset: 6, size: 1 }, Span { offset: 20, size: 4 }];
    if versions.iter().any(|version| a.read(*version) != b.read(*version)) {
        return differs(vec!["The copies are of different versions of ELF.".to_owned()]);
    }
    let permissions = |view: &View<'_>| -> Vec<u32> {
        view.segments().iter().filter(|segment| segment.is_executable()).map(|segment| segment.flags).collect()
    };
    if permissions(a) != permissions(b) {
        return differs(vec!["The copies map their code with different permissions.".to_owned()]);
    }
    let mapped = [Mapped::of(a), Mapped::of(b)];
    let sides = [Side { view: a, mapped: &mapped[0] }, Side { view: b, mapped: &mapped[1] }];
    let equal = code::equal(sides[0], sides[1], 0);
    let doubts = doubts(&mapped);
    if !doubts.is_empty() {
        return differs(doubts);
    }
    if let Some(code_bytes) = equal
        && stamp::objections(a, b, [&mapped[0], &mapped[1]], ranges).is_empty()
    {
        return Judgement { verdict: Verdict::StampOnly, shift: None, code_bytes, doubts };
    }
    let shifted = || {
        let shift = code::shift(&mapped[0], &mapped[1])?;
        Some((code::equal(sides[0], sides[1], shift)?, Some(shift)))
    };
    let Some((code_bytes, shift)) = equal.map(|bytes| (bytes, None)).or_else(shifted) else {
        return differs(doubts);
    };
    if code_bytes == 0 {
        return differs(vec!["Neither copy holds code that could be compared.".to_owned()]);
    }
    if relocates_code(a, b) && !relocations_are_equal(ranges) {
        return differs(vec![
            "The loader writes into the code (DT_TEXTREL), and what it writes may differ.".to_owned(),
        ]);
    }
    let verdict = if shift.is_none() { Verdict::CodeEqual } else { Verdict::CodeShifted };
    Judgement { verdict, shift, code_bytes, doubts }
}

fn doubts(mapped: &[Mapped; 2]) -> Vec<String> {
    let [a, b] = mapped;
    let both = a.doubts.iter().filter(|doubt| b.doubts.contains(doubt)).map(|doubt| format!("Each copy {doubt}."));
    let only = |side: &Mapped, other: &Mapped, name: &str| {
        let own = side.doubts.iter().filter(|doubt| !other.doubts.contains(doubt));
        own.map(|doubt| format!("The {name} copy {doubt}.")).collect::<Vec<_>>()
    };
    both.chain(only(a, b, "first")).chain(only(b, a, "second")).collect()
}

/// Whether the loader changes code before it runs, so that equal bytes in the files need not run equally.
fn relocates_code(a: &View<'_>, b: &View<'_>) -> bool {
    let text = |view: &View<'_>| {
        let flags = view.dynamic_value(elf::DT_FLAGS).unwrap_or(0);
        view.dynamic_value(elf::DT_TEXTREL).is_some() || flags & elf::DF_TEXTREL.0 != 0
    };
    text(a) || text(b)
}

fn relocations_are_equal(ranges: &[RangePair]) -> bool {
    let mut relocations =
        ranges.iter().filter(|pair| pair.name.starts_with(".rel") || pair.name.starts_with(".dyn")).peekable();
    relocations.peek().is_some() && relocations.all(|pair| pair.state == RangeState::Equal)
}

/// Whether the loader is asked for the same symbols at the same places.
fn same_slots(a: &View<'_>, b: &View<'_>, shift: i64) -> bool {
    let (Some(x), Some(y)) = (Slots::read(a), Slots::read(b)) else { return false };
    let moved = x.symbols().map(|(address, name, addend)| (address.wrapping_add_signed(shift), name, addend));
    moved.eq(y.symbols())
}

/// How sure it is that the logic is the same.
fn logic(a: &View<'_>, b: &View<'_>, found: &Judgement, symbols: &SymbolChanges) -> Confidence {
    let dynamic = |view: &View<'_>| view.dynamic().map(|dynamic| (dynamic.soname, dynamic.needed));
    let linked = a.machine() == b.machine() && dynamic(a) == dynamic(b);
    let exports = symbols.exported.as_ref().is_none_or(|changes| changes.added == 0 && changes.removed == 0);
    let agrees = match found.verdict {
        Verdict::StampOnly => return Confidence::Confirmed,
        // Equal instructions call by their place in a table; the names at those places must be equal as well.
        Verdict::CodeEqual | Verdict::CodeShifted => {
            linked && symbols::agree(a, b) && same_slots(a, b, found.shift.unwrap_or(0))
        }
        Verdict::CodeDiffers => linked && exports && a.toolchain() == b.toolchain(),
    };
    if agrees { Confidence::Strong } else { Confidence::Inferred }
}
