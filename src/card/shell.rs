//! Names as one word of a shell line, and as one member of `unzip`'s argument list.

use std::fmt::Write as _;

/// A text as one word for a POSIX shell; one that holds control characters in bash's `$'…'` form, so that the line stays
/// one line.
pub(super) fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    if text.chars().any(needs_escape) {
        return escaped(text);
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Control characters, and those that deceive the eye of who pastes the line.
fn needs_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn escaped(text: &str) -> String {
    let mut out = String::from("$'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if needs_escape(c) => {
                // Bytes and not `\u`, which would depend on the locale. Writing to a String can't fail.
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    let _ = write!(out, "\\x{byte:02x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

/// A file of the current directory: a leading `-` must not look like an option.
pub(super) fn file(name: &str) -> String {
    if name.starts_with('-') { word(&format!("./{name}")) } else { word(name) }
}

/// A member for `unzip -p WHEEL MEMBER`, which reads wildcards in it.
pub(super) fn member(name: &str) -> String {
    let mut pattern = String::with_capacity(name.len());
    for (at, c) in name.chars().enumerate() {
        match c {
            '*' | '?' | '[' | ']' | '\\' => {
                pattern.push('\\');
                pattern.push(c);
            }
            // An option otherwise.
            '-' if at == 0 => pattern.push_str("[-]"),
            c => pattern.push(c),
        }
    }
    word(&pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_a_shell_would_read_them() {
        for (text, quoted) in [
            ("a/b-1.0+x.so", "a/b-1.0+x.so"),
            ("", "''"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("$(rm)", "'$(rm)'"),
            ("a\nb'\\", r"$'a\x0ab\'\\'"),
            ("é", "'é'"),
            ("a\u{202e}b", r"$'a\xe2\x80\xaeb'"),
        ] {
            assert_eq!(word(text), quoted);
        }
    }

    #[test]
    fn unzip_gets_no_wildcards_and_no_options() {
        assert_eq!(member("a[1]*?.so"), r"'a\[1\]\*\?.so'");
        assert_eq!(member("-x"), "'[-]x'");
        assert_eq!(file("-x.whl"), "./-x.whl");
    }
}
