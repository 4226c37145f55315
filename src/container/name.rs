//! Member names: how their bytes are read, and what about them misleads.

use std::fmt::{self, Write as _};

use super::codes;
use crate::finding::Code;

/// The upper half of code page 437, in which names without the UTF-8 flag are written (APPNOTE, appendix D).
const CP437_UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»\
                           ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
                           αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The name for reading: UTF-8 where the bytes are that, whatever the flag says, else code page 437.
pub(super) fn decode(raw: &[u8]) -> String {
    std::str::from_utf8(raw).map_or_else(|_| decode_cp437(raw), str::to_owned)
}

/// The bytes as code page 437: what `zipfile` makes of a name without the UTF-8 flag.
pub(super) fn decode_cp437(raw: &[u8]) -> String {
    raw.iter()
        .map(|&byte| match byte.checked_sub(0x80) {
            None => char::from(byte),
            Some(upper) => CP437_UPPER.chars().nth(usize::from(upper)).unwrap_or(char::REPLACEMENT_CHARACTER),
        })
        .collect()
}

/// The name in a sentence: in backticks, with what can't be seen escaped.
pub(super) fn quoted(name: &str) -> Quoted<'_> {
    Quoted(name)
}

/// See [`quoted`].
#[derive(Clone, Copy)]
pub(super) struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('`')?;
        for c in self.0.chars() {
            if is_unprintable(c) {
                write!(f, "{}", c.escape_unicode())?;
            } else {
                f.write_char(c)?;
            }
        }
        f.write_char('`')
    }
}

/// What misleads about a name, as code and sentence.
pub(super) fn oddities(raw: &[u8], name: &str, utf8_flag: bool) -> Vec<(&'static Code, String)> {
    let mut found = Vec::new();
    let shown = quoted(name);
    let mut odd = |code, detail: String| found.push((code, detail));
    if raw.is_empty() {
        odd(&codes::NAME_EMPTY, "a member has an empty name".to_owned());
    }
    if let Some(at) = raw.iter().position(|&b| b == 0) {
        odd(&codes::NAME_NUL, format!("{shown} has a NUL at byte {at}: zipfile ends the name there, others don't"));
    }
    if name.chars().any(|c| c != '\0' && is_unprintable(c)) {
        odd(&codes::NAME_CONTROL, format!("{shown} has characters that can't be seen"));
    }
    if std::str::from_utf8(raw).is_err() {
        let flag = if utf8_flag { ", though flag bit 11 says it is" } else { "" };
        odd(&codes::NAME_NOT_UTF8, format!("the bytes of {shown} are not UTF-8{flag}; read as code page 437"));
    } else if !utf8_flag && !raw.is_ascii() {
        let theirs = decode_cp437(raw);
        let theirs = quoted(&theirs);
        odd(&codes::NAME_WITHOUT_UTF8_FLAG, format!("{shown} is UTF-8 without flag bit 11: zipfile reads {theirs}"));
    }
    if name.starts_with('/') {
        odd(&codes::NAME_ABSOLUTE, format!("{shown} is an absolute path"));
    }
    if has_drive_letter(name) {
        odd(&codes::NAME_DRIVE, format!("{shown} begins with a drive letter"));
    }
    if name.contains('\\') {
        let theirs = name.replace('\\', "/");
        let theirs = quoted(&theirs);
        odd(&codes::NAME_BACKSLASH, format!("{shown} has a backslash: on Windows it is {theirs}, elsewhere one file"));
    }
    let components = || name.strip_suffix('/').unwrap_or(name).split(['/', '\\']);
    if components().any(|part| part == "..") {
        odd(&codes::NAME_PARENT, format!("{shown} has a `..` component"));
    }
    // An empty first component is an absolute path, said above.
    if components().any(|part| part == ".") || components().skip(1).any(str::is_empty) {
        odd(&codes::NAME_NOT_NORMAL, format!("{shown} has an empty or `.` component"));
    }
    found
}

/// Whether the name begins like a Windows path with a drive (`C:`).
fn has_drive_letter(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':')
}

/// Control characters and the format characters that hide or reorder text (of Unicode's categories Cc, Cf, Co).
pub(super) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0001}'..='\u{e007f}' | '\u{f0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes_of(raw: &[u8], utf8: bool) -> Vec<&'static str> {
        oddities(raw, &decode(raw), utf8).into_iter().map(|(code, _)| code.id).collect()
    }

    #[test]
    fn bytes_that_are_no_utf8_are_read_as_code_page_437() {
        // Python: bytes([0x81, 0x62, 0xe1, 0xff]).decode("cp437")
        assert_eq!(decode(&[0x81, 0x62, 0xe1, 0xff]), "übß\u{a0}");
        assert_eq!(CP437_UPPER.chars().count(), 128);
    }

    #[test]
    fn ordinary_names_have_no_oddities() {
        for name in ["demo/_c.so", "demo/", "a-1.0.dist-info/RECORD", "with space/ü.py"] {
            assert_eq!(codes_of(name.as_bytes(), true), [""; 0], "{name}");
        }
    }

    #[test]
    fn every_misleading_name_is_named_for_what_it_is() {
        for (raw, code) in [
            (&b""[..], "zip.name-empty"),
            (b"a\0b", "zip.name-nul"),
            (b"a\nb", "zip.name-control"),
            ("a\u{202e}b".as_bytes(), "zip.name-control"),
            (b"a\xff", "zip.name-not-utf8"),
            (b"/etc/passwd", "zip.name-absolute"),
            (b"C:/x", "zip.name-drive"),
            (b"a\\b", "zip.name-backslash"),
            (b"a/../b", "zip.name-parent"),
            (b"..", "zip.name-parent"),
            (b"a//b", "zip.name-not-normal"),
            (b"./a", "zip.name-not-normal"),
        ] {
            assert_eq!(codes_of(raw, true), [code], "{}", raw.escape_ascii());
        }
        assert_eq!(codes_of("ü".as_bytes(), false), ["zip.name-without-utf8-flag"]);
    }

    #[test]
    fn what_cannot_be_seen_is_escaped_in_a_sentence() {
        assert_eq!(quoted("a\0\u{202e}b").to_string(), "`a\\u{0}\\u{202e}b`");
    }
}
