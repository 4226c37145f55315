//! Findings of the scan itself: where the bytes deny what the container claims.

use crate::bytes::{ReadError, limits};
use crate::container::Entry;
use crate::finding::{Code, Finding, Severity};

/// The member is too large to be held in memory.
pub const OVER_LIMIT: Code = Code {
    id: "member.not-in-memory",
    severity: Severity::Note,
    meaning: "Size, CRC-32 and SHA-256 are of all its bytes; sections and text were not looked at.",
};
/// The wheel file could not be read to its end.
pub const UNREADABLE: Code =
    Code { id: "wheel.unreadable", severity: Severity::Alarm, meaning: "The digest of the wheel file is not known." };
/// A member is itself an archive.
pub const NESTED: Code = Code {
    id: "member.nested-archive",
    severity: Severity::Note,
    meaning: "Binaries inside a nested archive are not on this card.",
};
/// A worker died while it looked at the member.
pub const TRAPPED: Code = Code {
    id: "member.scanner-stopped",
    severity: Severity::Alarm,
    meaning: "The scanner itself failed on this member; the other members are not affected. Please report it.",
};

/// A text of the dist-info directory that is not UTF-8.
pub const NOT_UTF8: Code = Code {
    id: "metadata.not-utf8",
    severity: Severity::Warning,
    meaning: "The specification asks for UTF-8; bytes that are none are shown as U+FFFD.",
};

/// Every code of the scan.
pub const ALL: &[&Code] = &[&NOT_UTF8, &OVER_LIMIT, &UNREADABLE, &NESTED, &TRAPPED];

pub(super) fn over_limit(entry: &Entry) -> Finding {
    let detail =
        format!("{} bytes are more than the {} that are held in memory at once", entry.size, limits::MEMBER_IN_MEMORY);
    Finding::new(&OVER_LIMIT, detail).in_member(&entry.name)
}

pub(super) fn unreadable(error: &ReadError) -> Finding {
    Finding::new(&UNREADABLE, error.to_string())
}
