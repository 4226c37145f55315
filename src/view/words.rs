//! The page's own words, beside those that it shares with the exports ([`format`](crate::card::format)).

use leptos::prelude::*;

use crate::binary::{Group, Id, IdKind, IdSource};
use crate::card::About;
use crate::card::format::{self, Span};
use crate::finding::Severity;
use crate::parity::{Basis, Rung};
use crate::session::Scan;

/// A sentence of the card; what is literal in it stands in mono.
pub(super) fn sentence(text: &str) -> impl IntoView + use<> {
    let span = |span: Span<'_>| match span {
        Span::Text(text) => text.to_owned().into_any(),
        Span::Literal(text) => view! { <code>{text.to_owned()}</code> }.into_any(),
    };
    format::spans(text).map(span).collect_view()
}

/// A path that breaks where its parts end, if it must, and not inside of a word.
pub(super) fn breakable(path: &str) -> impl IntoView + use<> {
    let parts = path.split_inclusive(['/', '_', '-', '.']);
    parts.map(|part| view! { {part.to_owned()} <wbr /> }).collect_view()
}

/// Labels that are listed by name before they are only counted.
const NAMED: usize = 4;

/// Some of the card's labels, in the room of a cell: all of them, and many of them, are not listed.
pub(super) fn labels(all: &[String], some: &[usize]) -> String {
    if some.len() > 1 && some.len() == all.len() {
        return format!("all {}", number(all.len()));
    }
    if some.len() > NAMED {
        return format!("{} of {}", number(some.len()), number(all.len()));
    }
    all_labels(all, some)
}

/// Some of the card's labels, each by name.
pub(super) fn all_labels(all: &[String], some: &[usize]) -> String {
    let labels: Vec<&str> = some.iter().filter_map(|at| Some(all.get(*at)?.as_str())).collect();
    labels.join(", ")
}

/// `1,234`, of things in memory.
pub(super) fn number(count: usize) -> String {
    format::thousands(u64::try_from(count).unwrap_or(u64::MAX))
}

/// `1 binary`, `2 binaries`, of a number of the card.
pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format::counted(usize::try_from(count).unwrap_or(usize::MAX), one, many)
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

/// A rung's number, where it has one.
pub(super) fn rung_number(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "1",
        Rung::SameSource => "2",
        Rung::PerAbi => "3",
        Rung::Unlike | Rung::OnlyOne | Rung::Unknown => "–",
    }
}

/// The rungs that a query admits, as words: `rung 2, rebuilt`.
pub(super) fn rungs(query: &super::query::Query) -> String {
    let word = |rung: &Rung| match rung {
        Rung::ByteIdentical | Rung::SameSource | Rung::PerAbi => {
            format!("rung {}, {}", rung_number(*rung), format::rung(*rung).word)
        }
        Rung::Unlike | Rung::OnlyOne | Rung::Unknown => format!("those {}", format::rung(*rung).word),
    };
    format::listed(&query.rungs.iter().map(word).collect::<Vec<_>>())
}

/// The modifier of classes that depend on a rung.
pub(super) fn rung_class(rung: Rung) -> &'static str {
    match rung {
        Rung::ByteIdentical => "byte-identical",
        Rung::SameSource => "same-source",
        Rung::PerAbi => "per-abi",
        Rung::Unlike => "unlike",
        Rung::OnlyOne => "only-one",
        Rung::Unknown => "unknown",
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

/// The name of an id of this kind.
pub(super) fn id_kind(kind: IdKind) -> &'static str {
    match kind {
        IdKind::GnuBuildId => "GNU build-id",
        IdKind::GoBuildId => "Go build id",
        IdKind::MachOUuid => "Mach-O UUID",
        IdKind::PeGuidAge => "PE GUID and age",
    }
}

/// Length and place of an id.
pub(super) fn id_place(id: &Id) -> String {
    let place = match id.source {
        IdSource::SectionAndSegment => "in section and segment",
        IdSource::Section => "in a section only",
        IdSource::Segment => "in a segment only",
        IdSource::Header => "in the header",
    };
    let slice = id.architecture.as_deref().map(|name| format!(", {name}")).unwrap_or_default();
    format!("{} {place}{slice}", counted(id.bytes, "byte", "bytes"))
}

/// The part of the card that a note is about.
pub(super) fn about(about: About) -> &'static str {
    match about {
        About::Version => "version",
        About::Group(group) => format::group_nouns(group).1,
        About::Parity => "parity",
    }
}

/// The part of a wheel that findings are about, by the beginning of their codes.
pub(super) fn finding_area(area: &str) -> &str {
    match area {
        "zip" => "zip container",
        "file" => "file",
        "name" => "file name",
        "member" => "members",
        "record" => "RECORD",
        "metadata" => "METADATA",
        "wheel" => "WHEEL",
        "tags" => "tags",
        "version" => "version",
        "elf" => "ELF files",
        "macho" => "Mach-O files",
        "pe" => "PE files",
        "ar" => "ar archives",
        other => other,
    }
}

/// How much a finding weighs.
pub(super) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Alarm => "ALARM",
        Severity::Warning => "WARNING",
        Severity::Note => "NOTE",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wheels_are_named_when_few_and_counted_when_many() {
        let all: Vec<String> = ["cp38", "cp39", "cp310", "cp311", "cp312", "cp313"].map(str::to_owned).into();
        assert_eq!(labels(&all, &[0, 2]), "cp38, cp310");
        assert_eq!(labels(&all, &[0, 1, 2, 3, 4]), "5 of 6");
        assert_eq!(labels(&all, &[0, 1, 2, 3, 4, 5]), "all 6");
        assert_eq!(labels(&all[..1], &[0]), "cp38");
    }
}
