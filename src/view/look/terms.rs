//! The words of ranges, fields, symbols and answers.

use crate::binary::elf::RangeClass;
use crate::evidence::carry::{Bound, Known, MovedBy};
use crate::evidence::{AlarmKind, Extent, FieldKind, RangeState};

/// What a difference in a range means.
pub(super) fn class(class: RangeClass) -> &'static str {
    match class {
        RangeClass::Code => "code",
        RangeClass::Data => "data",
        RangeClass::Identity => "identity",
        RangeClass::Debug => "debug data",
        RangeClass::Headers => "headers",
        RangeClass::Gap => "between sections",
        RangeClass::Overlay => "after the end of the ELF file",
    }
}

/// How a range compares, from the view of one copy.
pub(super) fn state(state: RangeState) -> &'static str {
    match state {
        RangeState::Equal => "equal",
        RangeState::Moved => "equal, moved",
        RangeState::Differs => "differs",
        RangeState::OnlyA | RangeState::OnlyB => "only here",
    }
}

/// The modifier of classes that depend on a state.
pub(super) fn state_class(state: RangeState) -> &'static str {
    match state {
        RangeState::Equal => "equal",
        RangeState::Moved => "moved",
        RangeState::Differs => "differs",
        RangeState::OnlyA | RangeState::OnlyB => "only",
    }
}

/// A known field.
pub(super) fn field(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::BuildId => "build-id",
        FieldKind::Note => "note",
        FieldKind::Comment => "compiler comment",
        FieldKind::DebugLink => "debuglink name",
        FieldKind::DebugLinkCrc => "debuglink CRC-32",
        FieldKind::Soname => "SONAME",
        FieldKind::Needed => "NEEDED",
        FieldKind::Rpath => "RPATH",
        FieldKind::Runpath => "RUNPATH",
        FieldKind::Dynamic => "dynamic entry",
        FieldKind::Header => "ELF header",
        FieldKind::ProgramHeader => "program header",
        FieldKind::SectionHeader => "section header",
        FieldKind::Version => "text with the version",
        FieldKind::Date => "text with a date",
        FieldKind::Path => "text with a path",
        FieldKind::Text => "text",
    }
}

/// How much an alarm weighs: only the first kind puts an identity in doubt.
pub(super) fn alarm(kind: AlarmKind) -> &'static str {
    match kind {
        AlarmKind::SameIdOtherBytes => "ALARM",
        AlarmKind::SameSizeOtherBytes | AlarmKind::OtherIdsEqualCode => "QUIRK",
    }
}

/// Where a range begins: its address, or its offset when it is not loaded.
pub(super) fn place(extent: Extent) -> String {
    address(extent.address, extent.offset)
}

/// An address, or an offset where there is none.
pub(super) fn address(address: Option<u64>, offset: u64) -> String {
    address.map_or_else(|| format!("offset {offset:#x}"), |address| format!("{address:#x}"))
}

/// What bounds the bytes that were compared.
pub(super) fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Symbol => "the whole symbol",
        Bound::Unwind => "the whole function, by its unwind entry",
        Bound::Text => "the whole string",
        Bound::Slot => "a slot that the loader fills",
        Bound::Window => "a window around the place",
        Bound::Zeros => "zero-initialised memory, of which the file has no bytes",
    }
}

/// How a moved place was found.
pub(super) fn moved_by(by: MovedBy) -> &'static str {
    match by {
        MovedBy::CodeShift => "all code moved by one distance",
        MovedBy::SectionShift => "its section moved",
        MovedBy::Symbol => "its symbol moved",
        MovedBy::UniqueMatch => "its bytes stand once in each copy",
    }
}

/// How the place is known at which other bytes stand.
pub(super) fn known(by: Known) -> &'static str {
    match by {
        Known::Symbol => "where its symbol stands",
        Known::Address => "at the same address",
        Known::Offset => "at the same offset",
    }
}
