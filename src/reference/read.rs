//! Text to reference, told by content and never by the file's name.

use super::{Origin, OriginKind, Reference, Refusal};

/// Bytes of a reference that are read at most: a saved report of a wheel with 100,000 members has about 60 MB.
pub const LIMIT: u64 = 256 << 20;

/// Bytes from a file's start that [`sniff`] needs at most.
pub const SNIFF: usize = 64 << 10;

/// What kind of reference a file seems to be, from the bytes that it begins with; `None` when it is none.
///
/// It is a guess for the page to choose a reader: [`read`] decides.
pub fn sniff(head: &[u8]) -> Option<OriginKind> {
    let _ = head;
    None
}

/// Reads a file: UTF-8, or UTF-16 with a byte order mark (as PowerShell's `>` writes it).
///
/// # Errors
/// When it is no text, or not one that [`read`] takes.
pub fn read_bytes(file_name: &str, bytes: &[u8]) -> Result<Reference, Refusal> {
    let text = std::str::from_utf8(bytes).map_err(|error| Refusal::NoText { offset: error.valid_up_to() })?;
    read(file_name, text)
}

/// Reads a dropped file's text, or (with an empty name) a pasted one.
///
/// # Errors
/// A sentence, when nothing in it is a fact or when it is damaged.
pub fn read(file_name: &str, text: &str) -> Result<Reference, Refusal> {
    let _ = (file_name, text);
    Err(Refusal::NothingFound)
}

pub(super) fn empty(title: &str) -> Reference {
    Reference {
        title: title.to_owned(),
        origin: Origin { kind: OriginKind::Mixed, file_name: String::new(), source: None },
        release: None,
        wheels: Vec::new(),
        subjects: Vec::new(),
        facts: Vec::new(),
        findings: Vec::new(),
    }
}
