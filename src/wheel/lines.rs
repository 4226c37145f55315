//! Lines of a text member.

/// The lines of a text, without their ends, which may be LF, CR LF or CR as in Python's universal newlines.
///
/// Text after the last line end is a line; nothing after it is none.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, tail) = rest.split_at_checked(end)?;
        rest = tail.strip_prefix("\r\n").or_else(|| tail.strip_prefix(['\n', '\r'])).unwrap_or_default();
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_ends_one_line() {
        let all = |text| lines(text).collect::<Vec<_>>();
        assert_eq!(all("a\nb\r\nc\rd"), ["a", "b", "c", "d"]);
        assert_eq!(all("a\n\r\n\rb\n"), ["a", "", "", "b"]);
        assert_eq!(all(""), Vec::<&str>::new());
    }
}
