//! Places in zero-initialised memory (`.bss`): the file has no bytes for them, so nothing is ever CONFIRMED.

use object::elf;

use super::super::text;
use super::answer::{CopyAnswer, MovedBy, Outcome};
use super::outcome::Comparison;
use super::subject::{Named, Subject};
use crate::parity::Confidence;

/// A place in zero-initialised memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Zeros<'data> {
    pub(super) address: u64,
    pub(super) symbol: Option<Named<'data>>,
    /// Name, address and size of the section.
    pub(super) section: Option<(&'data [u8], u64, u64)>,
}

impl<'data> Zeros<'data> {
    /// The place at an address; `None` where the file has bytes, or nothing is loaded.
    pub(super) fn at(subject: &Subject<'data>, address: u64) -> Option<Self> {
        let loads = subject.view.segments().iter().filter(|segment| segment.is_loaded());
        let into = |start: u64, size: u64| address.checked_sub(start).is_some_and(|into| into < size);
        let mut holding = loads.filter(|segment| into(segment.address, segment.memory_size));
        holding.next().filter(|_| subject.offset(address).is_none())?;
        let is_zeros = |flags: u64| flags & elf::SHF_TLS.0 == 0 && flags & elf::SHF_ALLOC.0 != 0;
        let mut sections = subject.view.sections().unwrap_or_default().iter();
        let section = sections.find(|section| {
            section.kind == elf::SHT_NOBITS.0 && is_zeros(section.flags) && into(section.address, section.span.size)
        });
        let section = section.map(|section| (section.name, section.address, section.span.size));
        Some(Self { address, symbol: subject.enclosing(address).copied(), section })
    }
}

impl Comparison<'_, '_> {
    /// The answer for a place in zero-initialised memory.
    pub(super) fn zeros(&self, copy: &str, zeros: &Zeros<'_>) -> CopyAnswer {
        let mut remarks = Vec::new();
        let outcome = self.of_zeros(zeros, &mut remarks);
        remarks.extend(self.doubts().first().cloned());
        CopyAnswer { copy: copy.to_owned(), outcome, remarks, target: None }
    }

    fn of_zeros(&self, zeros: &Zeros<'_>, remarks: &mut Vec<String>) -> Outcome {
        let other = self.other();
        let is_zero = |address: u64| Zeros::at(other, address).is_some();
        let found = |there: u64, by: MovedBy, confidence: Confidence| {
            let confidence = self.capped(confidence);
            if there == zeros.address {
                return Outcome::SameAddress { confidence, compared: 0 };
            }
            Outcome::Moved { address: Some(there), offset: None, by, confidence, compared: 0 }
        };
        if let Some(own) = zeros.symbol
            && let Some(there) = other.only(own.name)
        {
            let address = there.address.saturating_add(zeros.address.saturating_sub(own.address));
            if !is_zero(address) {
                let why = format!(
                    "The symbol stands at {:#x} in this copy, which is no zero-initialised memory.",
                    there.address
                );
                return Outcome::NotFound { why };
            }
            if own.size == there.size {
                return found(address, MovedBy::Symbol, Confidence::Strong);
            }
            let sizes = [own.size, there.size].map(|size| text::counted(size, "byte"));
            remarks.push(format!("The symbol has {} here and {} there.", sizes[0], sizes[1]));
            return found(address, MovedBy::Symbol, Confidence::Inferred);
        }
        if self.is_code_equal() && is_zero(zeros.address) {
            remarks.push("All code is equal, so it reaches the same addresses.".to_owned());
            return found(zeros.address, MovedBy::SectionShift, Confidence::Strong);
        }
        let same = zeros.section.and_then(|(name, start, size)| {
            let all = other.view.sections().unwrap_or_default().iter();
            let mut same = all.filter(|section| section.kind == elf::SHT_NOBITS.0 && section.name == name);
            let section = same.next().filter(|_| same.next().is_none())?;
            let there = section.address.checked_add(zeros.address.checked_sub(start)?)?;
            (section.span.size == size && is_zero(there)).then_some(there)
        });
        if let Some(there) = same {
            remarks
                .push("The section has the same size in both copies; nothing else is known of the place.".to_owned());
            return found(there, MovedBy::SectionShift, Confidence::Inferred);
        }
        let why = "Zero-initialised memory: no symbol names the place, and the section has another size in this copy.";
        Outcome::NotFound { why: why.to_owned() }
    }
}
