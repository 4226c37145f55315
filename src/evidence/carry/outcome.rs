//! What became of one place in one other copy.

use super::super::code::{self, Side};
use super::super::compare::incomparable;
use super::super::{runs, text};
use super::answer::{Bound, CopyAnswer, Excerpt, Known, MovedBy, Outcome};
use super::instructions::{self, Masked};
use super::matching::{Agreement, Two};
use super::place::Spot;
use super::search::{self, Found};
use super::subject::Subject;
use crate::binary::elf::Span;
use crate::parity::Confidence;

/// Bytes of an excerpt.
const EXCERPT: u64 = 16;

/// Whole-file searches for one other copy; each may look at all bytes of both files.
const SEARCHES: usize = 256;

/// Fewest bytes that confirm an address without a symbol or equal code beside them.
const ENOUGH: u64 = 16;

/// Said where the bytes of a slot may well be equal.
const OTHER_TARGET: &str = "What the loader makes it point to differs.";

/// How all code of the two copies compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Shifted(i64),
    Other,
}

/// Two copies, and what is known of both together.
pub(super) struct Comparison<'a, 'data> {
    two: Two<'a, 'data>,
    relation: Relation,
    /// What forbids to confirm anything.
    doubts: Vec<String>,
    /// What forbids to confirm anything about loaded data.
    blind: Option<String>,
    searches: usize,
}

/// A place in the other copy that might be the one looked for.
struct Candidate {
    /// Address of the first byte of the unit.
    start: u64,
    by: MovedBy,
}

impl<'a, 'data> Comparison<'a, 'data> {
    pub(super) fn new(a: &'a Subject<'data>, b: &'a Subject<'data>) -> Self {
        let two = Two::new(a, b);
        let mut doubts: Vec<String> = Vec::new();
        doubts.extend(a.doubts.iter().map(|doubt| format!("The copy asked from {doubt}.")));
        doubts.extend(b.doubts.iter().map(|doubt| format!("This copy {doubt}.")));
        doubts.extend(incomparable(&a.view, &b.view).map(str::to_owned));
        let side = |subject: &'a Subject<'data>| Side { view: &subject.view, mapped: &subject.mapped };
        let shifted =
            || code::shift(&a.mapped, &b.mapped).filter(|shift| code::equal(side(a), side(b), *shift).is_some());
        let relation = if !doubts.is_empty() {
            Relation::Other
        } else if code::equal(side(a), side(b), 0).is_some_and(|bytes| bytes > 0) {
            Relation::Equal
        } else {
            shifted().map_or(Relation::Other, Relation::Shifted)
        };
        let blind = match (&a.blind, &b.blind) {
            (Some(why), _) => Some(format!("The copy asked from {why}.")),
            (None, Some(why)) => Some(format!("This copy {why}.")),
            (None, None) => None,
        };
        Self { two, relation, doubts, blind, searches: 0 }
    }

    /// The copy that places are looked up in.
    pub(super) fn other(&self) -> &'a Subject<'data> {
        self.two.b
    }

    /// What forbids to confirm anything.
    pub(super) fn doubts(&self) -> &[String] {
        &self.doubts
    }

    /// Whether all code is equal at equal addresses.
    pub(super) fn is_code_equal(&self) -> bool {
        self.relation == Relation::Equal
    }

    /// The answer for a place.
    pub(super) fn answer(&mut self, copy: &str, spot: &Spot<'_>) -> CopyAnswer {
        let mut remarks = Vec::new();
        let outcome = match spot.address {
            Some(address) => self.loaded(spot, address, &mut remarks),
            None => self.unloaded(spot),
        };
        remarks.extend(self.doubts.first().cloned());
        let outcome = match &self.blind {
            Some(why) if spot.address.is_some() && !spot.is_code => {
                remarks.push(why.clone());
                at_most_inferred(outcome)
            }
            _ => outcome,
        };
        let there = match &outcome {
            Outcome::SameAddress { .. } => spot.address,
            Outcome::Moved { address, .. } => *address,
            Outcome::Differs { b, .. } => b.address,
            Outcome::NotFound { .. } => None,
        };
        let target = spot.slot.and(there).and_then(|there| self.two.target_there(there));
        CopyAnswer { copy: copy.to_owned(), outcome, remarks, target }
    }

    fn loaded(&mut self, spot: &Spot<'_>, address: u64, remarks: &mut Vec<String>) -> Outcome {
        let two = self.two;
        let Some(start) = address.checked_sub(spot.before) else {
            return Outcome::NotFound { why: "The place begins before address 0.".to_owned() };
        };
        // The symbol's word on where the place is counts more than bytes: short functions have twins.
        let symbol = spot.symbol.and_then(|symbol| two.b.only(symbol.name).map(|other| (symbol, *other)));
        let by_symbol = symbol.and_then(|(own, other)| {
            Some(Candidate { start: other.address.checked_add(start)?.checked_sub(own.address)?, by: MovedBy::Symbol })
        });
        let elsewhere = by_symbol.as_ref().is_some_and(|candidate| candidate.start != start);
        let resized = symbol.is_some_and(|(own, other)| own.size != other.size && spot.bound == Bound::Symbol);
        if !elsewhere && let Some(outcome) = self.at_same_address(spot, start, symbol.is_some(), resized, remarks) {
            return outcome;
        }
        let candidates =
            [by_symbol.filter(|_| elsewhere && !resized), self.by_shift(spot, start), self.by_section(spot, start)];
        for candidate in candidates.into_iter().flatten() {
            if let Some(outcome) = self.moved(spot, &candidate, remarks) {
                return outcome;
            }
        }
        // A symbol that both copies have is the place; its bytes elsewhere would be another's.
        if let Some((own, other)) = symbol {
            let at = other.address.saturating_add(start.saturating_sub(own.address));
            if resized {
                remarks.push(format!(
                    "The symbol has {} here and {} there.",
                    text::counted(own.size, "byte"),
                    text::counted(other.size, "byte")
                ));
            }
            if spot.slot.is_some() {
                remarks.push(OTHER_TARGET.to_owned());
            }
            return self.differs(spot, start, at, Known::Symbol);
        }
        if elsewhere && let Some(outcome) = self.at_same_address(spot, start, false, false, remarks) {
            return outcome;
        }
        if let Some(outcome) = self.unique(spot, start, remarks) {
            return outcome;
        }
        let same_kind = two.b.read(start, spot.size).is_some() && two.b.is_code(start, 1) == spot.is_code;
        if same_kind {
            if spot.slot.is_some() {
                remarks.push(OTHER_TARGET.to_owned());
            }
            return self.differs(spot, start, start, Known::Address);
        }
        let why = if two.b.offset(address).is_some() {
            "At this address stands something of another kind, and the bytes stand nowhere else once."
        } else {
            "Nothing is loaded at this address, and the bytes stand nowhere else once."
        };
        Outcome::NotFound { why: why.to_owned() }
    }

    /// At the same address, where nothing says that the place is elsewhere.
    fn at_same_address(
        &self,
        spot: &Spot<'_>,
        start: u64,
        symbol: bool,
        resized: bool,
        remarks: &mut Vec<String>,
    ) -> Option<Outcome> {
        if resized {
            return None;
        }
        let bounded = matches!(spot.bound, Bound::Symbol | Bound::Unwind | Bound::Slot | Bound::Text);
        let confidence = match self.two.agree(spot, start) {
            Agreement::None => return None,
            Agreement::Misdirected { remark } => {
                remarks.push(remark);
                Confidence::Inferred
            }
            Agreement::Relocated { remark } => {
                remarks.push(remark);
                if bounded { Confidence::Strong } else { Confidence::Inferred }
            }
            Agreement::Exact => {
                let vouched = symbol || (spot.is_code && self.relation == Relation::Equal) || spot.bound == Bound::Slot;
                let bytes = self.two.a.read(start, spot.size).unwrap_or_default();
                if vouched {
                    Confidence::Confirmed
                } else if search::is_trivial(bytes) {
                    remarks.push("The bytes are so much alike that they prove little.".to_owned());
                    Confidence::Inferred
                } else if spot.size < ENOUGH && spot.bound != Bound::Text {
                    remarks.push(format!("Only {} bound the place.", text::counted(spot.size, "byte")));
                    Confidence::Strong
                } else {
                    Confidence::Confirmed
                }
            }
        };
        Some(Outcome::SameAddress { confidence: self.capped(confidence), compared: spot.size })
    }

    /// At a place that is known to be the same, for all but its bytes.
    fn moved(&self, spot: &Spot<'_>, candidate: &Candidate, remarks: &mut Vec<String>) -> Option<Outcome> {
        let bytes = self.two.a.read(spot.address?.checked_sub(spot.before)?, spot.size)?;
        let confidence = match self.two.agree(spot, candidate.start) {
            Agreement::None => return None,
            Agreement::Relocated { remark } if spot.bound != Bound::Window => {
                remarks.push(remark);
                Confidence::Strong
            }
            Agreement::Relocated { remark } | Agreement::Misdirected { remark } => {
                remarks.push(remark);
                Confidence::Inferred
            }
            Agreement::Exact => match candidate.by {
                MovedBy::Symbol | MovedBy::CodeShift => Confidence::Confirmed,
                _ if search::is_trivial(bytes) => return None,
                _ => Confidence::Strong,
            },
        };
        let address = candidate.start.checked_add(spot.before)?;
        Some(Outcome::Moved {
            address: Some(address),
            offset: Some(self.two.b.offset(address)?),
            by: candidate.by,
            confidence: self.capped(confidence),
            compared: spot.size,
        })
    }

    fn by_shift(&self, spot: &Spot<'_>, start: u64) -> Option<Candidate> {
        let Relation::Shifted(shift) = self.relation else { return None };
        let start = start.checked_add_signed(shift).filter(|_| spot.is_code)?;
        Some(Candidate { start, by: MovedBy::CodeShift })
    }

    /// Where the section of this name begins in the other copy.
    fn by_section(&self, spot: &Spot<'_>, start: u64) -> Option<Candidate> {
        let own = self.two.a.range(spot.offset)?;
        let mut same = self.two.b.ranges.iter().filter(|range| range.section.is_some() && range.name == own.name);
        let other = same.next().filter(|_| same.next().is_none() && own.section.is_some())?;
        let (from, to) = (own.address?, other.address?);
        let start = start.checked_sub(from)?.checked_add(to).filter(|_| from != to)?;
        Some(Candidate { start, by: MovedBy::SectionShift })
    }

    /// By the bytes alone, where they stand once in each copy.
    fn unique(&mut self, spot: &Spot<'_>, start: u64, remarks: &mut Vec<String>) -> Option<Outcome> {
        if spot.bound == Bound::Slot {
            return None;
        }
        self.searches = self.searches.saturating_add(1);
        if self.searches > SEARCHES {
            remarks.push(format!("Its bytes were not searched for: {SEARCHES} places of this list were already."));
            return None;
        }
        let (a, b) = (self.two.a, self.two.b);
        let bytes = a.read(start, spot.size)?;
        let bytes = bytes.get(..search::PATTERN).unwrap_or(bytes);
        let pattern = self.pattern(spot, start, bytes);
        let places = |subject: &Subject<'_>| if spot.is_code { subject.code.clone() } else { subject.data.clone() };
        if search::is_trivial(bytes) || !matches!(search::find(&a.view, &places(a), &pattern), Found::Once(_)) {
            return None;
        }
        let Found::Once(offset) = search::find(&b.view, &places(b), &pattern) else { return None };
        // A string's pattern begins with the NUL before it.
        let offset = if spot.bound == Bound::Text { offset.checked_add(1)? } else { offset };
        let there = b.address(offset)?;
        let confidence = match self.two.agree(spot, there) {
            Agreement::Exact => Confidence::Strong,
            Agreement::Relocated { remark } => {
                remarks.push(remark);
                if spot.bound == Bound::Window { Confidence::Inferred } else { Confidence::Strong }
            }
            Agreement::Misdirected { remark } => {
                remarks.push(remark);
                Confidence::Inferred
            }
            // The beginning is unique and the rest differs: another build of the same function, at most.
            Agreement::None => return None,
        };
        let address = there.checked_add(spot.before)?;
        Some(Outcome::Moved {
            address: Some(address),
            offset: Some(b.offset(address)?),
            by: MovedBy::UniqueMatch,
            confidence: self.capped(confidence),
            compared: spot.size,
        })
    }

    fn pattern(&self, spot: &Spot<'_>, start: u64, bytes: &[u8]) -> Masked {
        if spot.is_code {
            return Masked::code(bytes, start, self.two.a.view.machine());
        }
        if spot.bound == Bound::Text {
            let mut whole = vec![0];
            whole.extend_from_slice(bytes);
            return Masked::plain(&whole);
        }
        Masked::plain(bytes)
    }

    /// What is not loaded has no address; it is compared at the same distance from the start of its range.
    fn unloaded(&self, spot: &Spot<'_>) -> Outcome {
        let (a, b) = (self.two.a, self.two.b);
        let found = a.range(spot.offset).and_then(|own| {
            let mut same = b.ranges.iter().filter(|range| range.name == own.name);
            let other = same.next().filter(|_| same.next().is_none())?;
            other.offset.checked_add(spot.offset.checked_sub(own.offset)?)
        });
        let Some(there) = found else {
            return Outcome::NotFound { why: "There is no such range, or more than one, in this copy.".to_owned() };
        };
        let unit = |offset: u64| Some(Span { offset: offset.checked_sub(spot.before)?, size: spot.size });
        let (x, y) = (unit(spot.offset), unit(there));
        let bytes = |subject: &Subject<'data>, span: Option<Span>| span.and_then(|span| subject.view.read(span));
        let equal = bytes(a, x).is_some() && bytes(a, x) == bytes(b, y);
        let (confidence, compared) = (self.capped(Confidence::Confirmed), spot.size);
        if equal && there == spot.offset {
            return Outcome::SameAddress { confidence, compared };
        }
        if equal {
            let confidence = self.capped(Confidence::Strong);
            return Outcome::Moved {
                address: None,
                offset: Some(there),
                by: MovedBy::SectionShift,
                confidence,
                compared,
            };
        }
        let excerpt = |subject: &Subject<'data>, offset: u64| {
            let size =
                u64::try_from(subject.view.bytes().len()).unwrap_or(u64::MAX).saturating_sub(offset).min(EXCERPT);
            let bytes = subject.view.read(Span { offset, size }).unwrap_or_default();
            Excerpt { address: None, offset, hex: crate::bytes::hex(bytes), instructions: Vec::new() }
        };
        Outcome::Differs { by: Known::Offset, a: excerpt(a, spot.offset), b: excerpt(b, there) }
    }

    /// Both sides from the first difference on.
    fn differs(&self, spot: &Spot<'_>, start: u64, other: u64, by: Known) -> Outcome {
        let (a, b) = (self.two.a, self.two.b);
        let most = |subject: &Subject<'data>, start: u64| {
            let size = subject.view.file_range(start).map_or(0, |there| there.size.min(spot.size));
            subject.read(start, size).unwrap_or_default()
        };
        let (x, y) = (most(a, start), most(b, other));
        let first = runs::runs(x, y).listed.first().map(|run| run.offset);
        // Without a difference in the bytes it is the size that differs, or what a slot points to.
        let first = first.unwrap_or(spot.before.min(spot.size));
        let machine = a.view.machine();
        let into = usize::try_from(first).unwrap_or(0);
        let whole = spot.bound == Bound::Symbol || spot.bound == Bound::Unwind;
        let into = if spot.is_code && whole { instructions::boundary(x, into, machine) } else { into };
        let into = u64::try_from(into).unwrap_or(0);
        let excerpt = |subject: &Subject<'data>, start: u64| {
            let address = start.saturating_add(into);
            let size = subject.view.file_range(address).map_or(0, |there| there.size.min(EXCERPT));
            let bytes = subject.read(address, size).unwrap_or_default();
            let code = spot.is_code && subject.is_code(address, size);
            Excerpt {
                address: Some(address),
                offset: subject.offset(address).unwrap_or(0),
                hex: crate::bytes::hex(bytes),
                instructions: if code { instructions::disassemble(bytes, address, machine) } else { Vec::new() },
            }
        };
        Outcome::Differs { by, a: excerpt(a, start), b: excerpt(b, other) }
    }

    /// Nothing is confirmed where the files themselves are in doubt.
    pub(super) fn capped(&self, confidence: Confidence) -> Confidence {
        if self.doubts.is_empty() { confidence } else { confidence.max(Confidence::Inferred) }
    }
}

/// The outcome, with no more confidence than *INFERRED*.
fn at_most_inferred(mut outcome: Outcome) -> Outcome {
    if let Outcome::SameAddress { confidence, .. } | Outcome::Moved { confidence, .. } = &mut outcome {
        *confidence = Confidence::Inferred.max(*confidence);
    }
    outcome
}
