//! Bytes of a file as text for a reader: short, and nothing in it that a terminal or a page could take for more.

/// Characters of a value that are shown.
const SHOWN: usize = 160;

/// A section's or symbol's name; `(no name)` where there is none.
pub(super) fn name(bytes: &[u8]) -> String {
    if bytes.is_empty() { "(no name)".to_owned() } else { escaped(bytes) }
}

/// Text with all but printable ASCII escaped, cut after [`SHOWN`] characters.
pub(super) fn escaped(bytes: &[u8]) -> String {
    let mut shown: String = bytes.escape_ascii().map(char::from).take(SHOWN.saturating_add(1)).collect();
    if shown.len() > SHOWN {
        shown.truncate(SHOWN);
        shown.push('…');
    }
    shown
}

/// The bytes as hex, cut after [`SHOWN`] digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let shown = bytes.get(..SHOWN / 2).unwrap_or(bytes);
    let more = if shown.len() < bytes.len() { "…" } else { "" };
    format!("{}{more}", crate::bytes::hex(shown))
}

/// A count with a comma between thousands.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && digits.len().saturating_sub(at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A count and its noun: `1 byte`, `1,024 bytes`.
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(number))
}

/// A distance of addresses: `+0x1000`, `-0x20`.
pub(super) fn distance(shift: i64) -> String {
    let sign = if shift < 0 { '-' } else { '+' };
    format!("{sign}{:#x}", shift.unsigned_abs())
}

/// Words in a row: `a`, `a and b`, `a, b and c`.
pub(super) fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_as_people_write_them() {
        assert_eq!(counted(1, "byte"), "1 byte");
        assert_eq!(counted(1_234_567, "byte"), "1,234,567 bytes");
        assert_eq!(count(100), "100");
        assert_eq!((distance(4096).as_str(), distance(-32).as_str()), ("+0x1000", "-0x20"));
        assert_eq!(list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }

    #[test]
    fn what_is_not_printable_is_escaped_and_what_is_long_is_cut() {
        assert_eq!(escaped(b"a\x1b[0m\n\xff"), "a\\x1b[0m\\n\\xff");
        assert_eq!(escaped(&[b'x'; 200]).chars().count(), SHOWN + 1);
        assert_eq!(name(b""), "(no name)");
        assert_eq!(hex(&[0xab; 2]), "abab");
    }
}
