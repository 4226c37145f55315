//! What a string literal means.

/// The text that adjacent string literals, each as prefix and body, come to; `None` when it is none that stands there:
/// bytes, a formatted string, a character by its name.
pub(super) fn joined<'a>(literals: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
    let mut text = String::new();
    for (prefix, body) in literals {
        let prefix = prefix.to_ascii_lowercase();
        match prefix.as_str() {
            "r" => text.push_str(body),
            "" | "u" => unescape(body, &mut text)?,
            _ => return None,
        }
    }
    Some(text)
}

/// Adds what `body` means. A backslash before anything else than the language lists stands for itself.
fn unescape(body: &str, text: &mut String) -> Option<()> {
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let mut chars = after.chars();
        let escaped = chars.next()?;
        rest = chars.as_str();
        match escaped {
            '\r' => rest = rest.strip_prefix('\n').unwrap_or(rest),
            '\n' => {}
            '\\' | '\'' | '"' => text.push(escaped),
            'a' => text.push('\u{7}'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            'v' => text.push('\u{b}'),
            'x' => rest = number(rest, 16, 2, 2, text)?,
            'u' => rest = number(rest, 16, 4, 4, text)?,
            'U' => rest = number(rest, 16, 8, 8, text)?,
            '0'..='7' => rest = number(after, 8, 1, 3, text)?,
            'N' => return None,
            other => text.extend(['\\', other]),
        }
    }
    text.push_str(rest);
    Some(())
}

/// Reads `least` to `most` digits as a character, and gives what follows them.
fn number<'a>(digits: &'a str, radix: u32, least: usize, most: usize, text: &mut String) -> Option<&'a str> {
    let length = digits.chars().take(most).take_while(|c| c.is_digit(radix)).count();
    let (number, rest) = digits.split_at_checked(length).filter(|_| length >= least)?;
    text.push(char::from_u32(u32::from_str_radix(number, radix).ok()?)?);
    Some(rest)
}
