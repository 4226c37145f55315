//! The page's words for the words of the card: headings and one-line explanations.

use crate::binary::{FileKind, Group, Id, IdKind, IdSource, Role};
use crate::card::{Card, NoteKind, Progress};
use crate::finding::Severity;
use crate::parity::{Basis, Confidence, PairedBy, Rung};
use crate::session::Scan;

/// The heading of a group's table.
pub(super) fn group(group: Group) -> &'static str {
    match group {
        Group::Executable => "Executables",
        Group::SharedLibrary => "Shared libraries",
        Group::ExtensionModule => "Extension modules",
        Group::Other => "Other",
    }
}

/// What belongs to a group.
pub(super) fn group_meaning(group: Group) -> &'static str {
    match group {
        Group::Executable => "Programs: the header, a PIE flag or an interpreter says so, never the name.",
        Group::SharedLibrary => "Libraries to be loaded or linked.",
        Group::ExtensionModule => "They export a Python module’s entry point.",
        Group::Other => "Objects, archives, debug companions, and what is named like a binary but is none.",
    }
}

/// The element id of a group's section.
pub(super) fn group_anchor(group: Group) -> &'static str {
    match group {
        Group::Executable => "executables",
        Group::SharedLibrary => "shared-libraries",
        Group::ExtensionModule => "extension-modules",
        Group::Other => "other",
    }
}

/// A rung's name on the ladder.
pub(super) fn rung(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "Byte-identical",
        Rung::SameSource => "Same source, per-wheel stamp",
        Rung::PerAbi => "Distinct per-ABI artifact",
        Rung::OnlyOne => "Only in one wheel",
        Rung::Unknown => "Not yet known",
    }
}

/// A rung's name in a cell.
pub(super) fn rung_short(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "byte-identical",
        Rung::SameSource => "same source",
        Rung::PerAbi => "per-ABI",
        Rung::OnlyOne => "only here",
        Rung::Unknown => "not known",
    }
}

/// A rung's number, where it has one.
pub(super) fn rung_number(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "1",
        Rung::SameSource => "2",
        Rung::PerAbi => "3",
        Rung::OnlyOne | Rung::Unknown => "–",
    }
}

/// What a rung means for a finding.
pub(super) fn rung_meaning(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "Equal SHA-256 in every wheel. What was found in one copy is exact for all of them.",
        Rung::SameSource => "Rebuilt for each wheel from one source. The logic carries; check each address again.",
        Rung::PerAbi => "Linked against one Python each. What was found in one copy holds for that copy only.",
        Rung::OnlyOne => "No other wheel has it, so there is nothing to compare it with.",
        Rung::Unknown => "Neither RECORD nor the bytes say enough yet to compare the copies.",
    }
}

/// The modifier of classes that depend on a rung.
pub(super) fn rung_class(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "byte-identical",
        Rung::SameSource => "same-source",
        Rung::PerAbi => "per-abi",
        Rung::OnlyOne => "only-one",
        Rung::Unknown => "unknown",
    }
}

/// What a rung rests on.
pub(super) fn basis(basis: Basis) -> &'static str {
    match basis {
        Basis::Verified => "verified",
        Basis::ClaimedByRecord => "claimed by RECORD",
        Basis::Doubtful => "doubtful",
        Basis::Incomplete => "incomplete",
    }
}

/// What that means.
pub(super) fn basis_meaning(basis: Basis) -> &'static str {
    match basis {
        Basis::Verified => "Every copy was inflated and hashed here, and its size and CRC-32 held.",
        Basis::ClaimedByRecord => "At least one digest is only what the wheel’s own RECORD states; its bytes are still to be read.",
        Basis::Doubtful => "The bytes of at least one copy contradict the directory or RECORD, or there are two contents for it.",
        Basis::Incomplete => "At least one copy has no digest: RECORD states none, and the bytes are not read or cannot be.",
    }
}

/// The modifier of classes that depend on a basis.
pub(super) fn basis_class(basis: Basis) -> &'static str {
    match basis {
        Basis::Verified => "verified",
        Basis::ClaimedByRecord => "claimed-by-record",
        Basis::Doubtful => "doubtful",
        Basis::Incomplete => "incomplete",
    }
}

/// A confidence, as the ladder writes it.
pub(super) fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Confirmed => "CONFIRMED",
        Confidence::Strong => "STRONG",
        Confidence::Inferred => "INFERRED",
        Confidence::None => "NO CLAIM",
    }
}

/// What it means.
pub(super) fn confidence_meaning(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Confirmed => "The bytes were looked at and say so.",
        Confidence::Strong => "Independent evidence agrees.",
        Confidence::Inferred => "Likely; to be re-checked before it is relied on.",
        Confidence::None => "Nothing is claimed.",
    }
}

/// What paired the copies.
pub(super) fn paired_by(paired_by: PairedBy) -> &'static str {
    match paired_by {
        PairedBy::Path => "the same path",
        PairedBy::NormalisedPath => "the same path without tag, data prefix or graft hash",
        PairedBy::Soname => "the same SONAME, at different paths",
        PairedBy::BuildId => "the same build-id, at different paths",
    }
}

/// The name of an id of this kind.
pub(super) fn id_kind(kind: IdKind) -> &'static str {
    match kind {
        IdKind::GnuBuildId => "GNU build-id",
        IdKind::GoBuildId => "Go build id",
        IdKind::MachOUuid => "Mach-O UUID",
        IdKind::PeGuidAge => "PE GUID and age",
    }
}

/// Where an id was read.
pub(super) fn id_source(id: &Id) -> &'static str {
    match id.source {
        IdSource::SectionAndSegment => "in section and segment",
        IdSource::Section => "in a section only",
        IdSource::Segment => "in a segment only",
        IdSource::Header => "in the header",
    }
}

/// What a member's bytes are.
pub(super) fn file_kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Elf => "ELF",
        FileKind::TruncatedElf => "ELF, cut off inside its header",
        FileKind::MachO => "Mach-O",
        FileKind::MachOUniversal => "universal Mach-O",
        FileKind::Pe => "PE",
        FileKind::Archive => "ar archive",
        FileKind::ThinArchive => "thin ar archive (names only)",
        FileKind::Coff => "COFF object",
        FileKind::Bitcode => "LLVM bitcode",
        FileKind::Wasm => "WebAssembly",
        FileKind::Zip => "zip",
        FileKind::Gzip => "gzip",
        FileKind::LinkerScript => "linker script",
        FileKind::LfsPointer => "git-LFS pointer",
        FileKind::Script => "script",
        FileKind::Text => "text",
        FileKind::Empty => "empty file",
        FileKind::Data => "data",
    }
}

/// What a binary is for.
pub(super) fn role(role: Role) -> &'static str {
    match role {
        Role::Executable => "executable",
        Role::ExtensionModule => "extension module",
        Role::SharedLibrary => "shared library",
        Role::RunnableLibrary => "shared library, also runnable",
        Role::Relocatable => "relocatable object",
        Role::StaticLibrary => "static library",
        Role::DebugCompanion => "debug companion",
        Role::Other => "other image",
    }
}

/// How a note is meant.
pub(super) fn note_kind(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Alarm => "Alarm",
        NoteKind::Quirk => "Quirk",
        NoteKind::Note => "Note",
    }
}

/// How much a finding weighs.
pub(super) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Alarm => "Alarm",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    }
}

/// How far a wheel is looked at.
pub(super) fn progress(progress: Progress) -> &'static str {
    match progress {
        Progress::Listed => "listed",
        Progress::Identified => "identified",
        Progress::Verified => "verified",
    }
}

/// The state of a wheel's scan.
pub(super) fn scan(scan: &Scan) -> &'static str {
    match scan {
        Scan::Queued => "waiting",
        Scan::Reading { .. } => "reading",
        Scan::Verified => "verified",
        Scan::Failed { .. } => "failed",
        Scan::Cancelled => "cancelled",
    }
}

/// The labels of some of the card's wheels; all of them are not listed.
pub(super) fn labels(card: &Card, wheels: &[usize]) -> String {
    if wheels.len() > 1 && wheels.len() == card.wheels.len() {
        return format!("all {}", wheels.len());
    }
    let labels: Vec<&str> = wheels.iter().filter_map(|at| Some(card.wheels.get(*at)?.label.as_str())).collect();
    labels.join(", ")
}

/// A number with thin groups of three, as sizes in bytes are written.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len().saturating_add(digits.len() / 3));
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && digits.len().saturating_sub(at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A size for reading at a glance: three digits and a decimal unit.
#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "a rounded figure; the exact one stands beside it")]
pub(super) fn rounded(bytes: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let mut size = bytes as f64;
    let mut unit = units.into_iter();
    let mut name = unit.next().unwrap_or_default();
    while size >= 999.5 {
        let Some(next) = unit.next() else { break };
        size /= 1000.0;
        name = next;
    }
    let decimals = if name == "B" || size >= 99.95 { 0 } else if size >= 9.995 { 1 } else { 2 };
    format!("{size:.decimals$} {name}")
}

/// A number of things in memory.
pub(super) fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// `1 wheel`, `2 wheels`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_grouped_by_three() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (234_006_296, "234,006,296")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_size_at_a_glance_has_three_digits_and_never_shows_a_thousand_of_a_unit() {
        let cases = [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1.00 kB"),
            (9_994, "9.99 kB"),
            (9_996, "10.0 kB"),
            (99_960, "100 kB"),
            (999_499, "999 kB"),
            (999_500, "1.00 MB"),
            (234_006_296, "234 MB"),
        ];
        for (number, text) in cases {
            assert_eq!(rounded(number), text);
        }
    }
}
