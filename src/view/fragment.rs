//! Places of the page as URL fragments, so that the back button works and a row can be linked to.

/// The fragment, with its `#`, of the binary with this key.
pub(super) fn of_row(key: &str) -> String {
    // The browser encodes whatever else needs it; a raw `%` it would take for the start of an escape.
    format!("#row={}", key.replace('%', "%25"))
}

/// The same, with the reference card that `address` names.
pub(super) fn link_to_row(address: &str, key: &str) -> String {
    let row = of_row(key);
    match parts(address) {
        (Some(card), _) if !card.is_empty() => format!("#card={card}&{}", row.trim_start_matches('#')),
        _ => row,
    }
}

/// The key of the binary that a fragment names, if it names one: `#row=KEY`, `#card=PATH&row=KEY`.
pub(super) fn row(fragment: &str) -> Option<String> {
    let (_, row) = parts(fragment);
    row.map(percent_decode)
}

/// The path of the reference card that a fragment names, if it names one: `#card=PATH`, `#card=PATH&row=KEY`.
pub(super) fn card(fragment: &str) -> Option<String> {
    let (card, _) = parts(fragment);
    card.map(percent_decode).filter(|path| !path.is_empty())
}

/// Card and row, as they stand there. A key may hold an `&`, so it comes last and takes the rest.
fn parts(fragment: &str) -> (Option<&str>, Option<&str>) {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    let Some(card) = fragment.strip_prefix("card=") else { return (None, fragment.strip_prefix("row=")) };
    match card.split_once("&row=") {
        Some((card, row)) => (Some(card), Some(row)),
        None => (Some(card), None),
    }
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = tail.get(..2).filter(|_| first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        if let Some(byte) = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            bytes.push(byte);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_survives_the_way_through_the_address() {
        for key in ["a/libx.so", "50%/lib#x?.so", "100%25.so", "lib é.so"] {
            assert_eq!(row(&of_row(key)).as_deref(), Some(key));
        }
    }

    #[test]
    fn what_the_browser_has_encoded_is_decoded() {
        assert_eq!(row("#row=a%20b/%C3%A9.so").as_deref(), Some("a b/é.so"));
    }

    #[test]
    fn a_broken_escape_stays_as_it_is() {
        assert_eq!(row("#row=a%2").as_deref(), Some("a%2"));
        assert_eq!(row("#row=a%zz").as_deref(), Some("a%zz"));
    }

    #[test]
    fn a_card_and_a_row_of_it_are_named_together() {
        let both = "#card=reference/a%20b.json&row=lib/x&y.so";
        assert_eq!((card(both).as_deref(), row(both).as_deref()), (Some("reference/a b.json"), Some("lib/x&y.so")));
        assert_eq!((card("#card=c.json"), row("#card=c.json")), (Some("c.json".to_owned()), None));
        assert_eq!((card("#row=a&card=b"), row("#row=a&card=b")), (None, Some("a&card=b".to_owned())));
        assert_eq!(card("#card="), None);
        assert_eq!(link_to_row(both, "lib/z%.so"), "#card=reference/a%20b.json&row=lib/z%25.so");
        assert_eq!(link_to_row("#row=x", "y"), "#row=y");
    }

    #[test]
    fn another_fragment_names_no_row() {
        assert_eq!(row("#ladder"), None);
        assert_eq!(row(""), None);
    }
}
