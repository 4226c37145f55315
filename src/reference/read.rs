//! Text to reference, told by content and never by the file's name.

use serde::Deserialize;

use super::{OriginKind, Reference, Refusal, Scope, card_file, contradictions, lists, saved_report};

/// Bytes of a reference that are read at most: a saved report of a wheel with 100,000 members has about 60 MB.
pub const LIMIT: u64 = 256 << 20;

/// Bytes from a file's start that [`sniff`] needs at most.
pub const SNIFF: usize = 64 << 10;

/// Values to be compared, a fact about all wheels counted for each: three wheels of 100,000 members with size and digest.
const CHECKS: usize = 1_000_000;

/// Bytes of lists that are read at most.
const LISTS: usize = 64 << 20;

/// What kind of reference a file seems to be, from the bytes that it begins with (the first [`SNIFF`] are enough);
/// `None` when it is none.
///
/// It tells the page which reader to try: [`read`] decides.
pub fn sniff(head: &[u8]) -> Option<OriginKind> {
    let head = head.get(..SNIFF).unwrap_or(head);
    let text = decoded(head).ok()?;
    let start = text.trim_start();
    if start.starts_with('{') {
        // Both writers put `format` first; another JSON may hold the word deeper, which `read` then refuses.
        let names = [(card_file::FORMAT, OriginKind::Card), (crate::card::json::FORMAT, OriginKind::SavedReport)];
        return names.into_iter().find(|(name, _)| start.contains(&format!("\"{name}\""))).map(|(_, kind)| kind);
    }
    lists::read("", &text).ok().map(|reference| reference.origin.kind)
}

/// Reads a file's bytes, see [`text`].
///
/// # Errors
/// When it is no text, or not one that [`read`] takes.
pub fn read_bytes(file_name: &str, bytes: &[u8]) -> Result<Reference, Refusal> {
    read(file_name, &text(bytes)?)
}

/// A file's text: UTF-8 with or without a byte order mark, or UTF-16 with one (as PowerShell's `>` writes it). The mark
/// is left out.
///
/// # Errors
/// When it is too large, or no text.
pub fn text(bytes: &[u8]) -> Result<String, Refusal> {
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > LIMIT {
        return Err(Refusal::TooLarge { size, limit: LIMIT });
    }
    decoded(bytes).map_err(|offset| Refusal::NoText { offset })
}

/// Reads a dropped file's text, or (with an empty name) a pasted one.
///
/// # Errors
/// A sentence, when nothing in it is a fact or when it is damaged.
pub fn read(file_name: &str, text: &str) -> Result<Reference, Refusal> {
    #[derive(Deserialize)]
    struct Preamble {
        format: String,
    }
    let size = u64::try_from(text.len()).unwrap_or(u64::MAX);
    if size > LIMIT {
        return Err(Refusal::TooLarge { size, limit: LIMIT });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_json = text.trim_start().starts_with(['{', '[']);
    let mut reference = if is_json {
        let named = serde_json::from_str(text).map_err(|error| Refusal::OtherJson { why: error.to_string() })?;
        let Preamble { format } = named;
        match format.as_str() {
            card_file::FORMAT => card_file::read(file_name, text)?,
            crate::card::json::FORMAT => saved_report::read(file_name, text)?,
            other => {
                let shown: String = other.chars().take(80).collect();
                let why = format!("its `format` is `{}`", crate::card::format::visible(&shown));
                return Err(Refusal::OtherJson { why });
            }
        }
    } else if text.len() > LISTS {
        return Err(Refusal::TooLarge { size, limit: u64::try_from(LISTS).unwrap_or(u64::MAX) });
    } else {
        lists::read(file_name, text)?
    };
    let checks = checks(&reference);
    if checks > CHECKS {
        return Err(Refusal::TooMany { what: "facts", limit: CHECKS });
    }
    reference.findings.splice(0..0, contradictions::of(&reference));
    Ok(reference)
}

fn checks(reference: &Reference) -> usize {
    let of = |scope: &Scope| match scope {
        Scope::All => reference.wheels.len(),
        Scope::Of(wheels) => wheels.len(),
        Scope::Unsaid => 1,
    };
    reference.facts.iter().fold(0, |sum, fact| of(&fact.scope).saturating_add(sum))
}

/// The text of some bytes; where the first byte stands that is none. A character that is cut at the end is left out.
fn decoded(bytes: &[u8]) -> Result<String, usize> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Ok(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Ok(utf16(rest, u16::from_be_bytes)),
        _ => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            match std::str::from_utf8(bytes) {
                Ok(text) if !text.contains('\0') => Ok(text.to_owned()),
                Ok(text) => Err(text.find('\0').unwrap_or(0)),
                Err(error) if error.error_len().is_none() => {
                    let whole = bytes.get(..error.valid_up_to()).unwrap_or_default();
                    decoded(whole)
                }
                Err(error) => Err(error.valid_up_to()),
            }
        }
    }
}

fn utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).filter_map(|two| Some(unit(two.try_into().ok()?)));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}
