//! `Key: value` lines as Python's `email.parser.HeaderParser` reads them: METADATA and WHEEL.
//!
//! Source: RFC 822 as core metadata uses it
//! (<https://packaging.python.org/en/latest/specifications/core-metadata/>) and `CPython`'s `email/feedparser.py`.

use super::lines::lines;

/// Fields that are read; more are said to be cut. Real METADATA files have a few hundred at most.
pub(super) const FIELDS: usize = 10_000;

/// One field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field<'a> {
    /// 1-based line of the key.
    pub(super) line: u64,
    /// As written.
    pub(super) key: &'a str,
    /// Without white space at its ends, folded lines joined by a space.
    pub(super) value: String,
}

/// The fields up to the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Headers<'a> {
    /// In order.
    pub(super) fields: Vec<Field<'a>>,
    /// The line that is no field and no blank line, at which Python stops reading fields.
    pub(super) stray: Option<(u64, &'a str)>,
    /// The line of the blank line that ends the fields.
    pub(super) blank: Option<u64>,
    /// Whether there are more than [`FIELDS`].
    pub(super) cut: bool,
}

impl<'a> Headers<'a> {
    /// Reads the fields of `text`.
    pub(super) fn read(text: &'a str) -> Self {
        let mut headers = Headers { fields: Vec::new(), stray: None, blank: None, cut: false };
        for (number, line) in (1..).zip(lines(text)) {
            if line.is_empty() {
                headers.blank = Some(number);
                break;
            }
            if line.starts_with([' ', '\t']) {
                // A continuation of nothing, before the first field, is skipped as Python does.
                if let Some(field) = headers.fields.last_mut() {
                    field.value.push(' ');
                    field.value.push_str(line.trim());
                }
                continue;
            }
            // A mailbox's envelope line can only be the first.
            if number == 1 && line.starts_with("From ") {
                continue;
            }
            let Some((key, value)) = line.split_once(':').filter(|(key, _)| key.bytes().all(|b| b.is_ascii_graphic()))
            else {
                headers.stray = Some((number, line));
                break;
            };
            if headers.fields.len() == FIELDS {
                headers.cut = true;
                break;
            }
            headers.fields.push(Field { line: number, key, value: value.trim().to_owned() });
        }
        headers
    }

    /// All fields of one key, whose case does not matter.
    pub(super) fn all(&self, key: &str) -> impl Iterator<Item = &Field<'a>> {
        self.fields.iter().filter(move |field| field.key.eq_ignore_ascii_case(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<(u64, String, String)> {
        Headers::read(text).fields.into_iter().map(|f| (f.line, f.key.to_owned(), f.value)).collect()
    }

    fn field(line: u64, key: &str, value: &str) -> (u64, String, String) {
        (line, key.to_owned(), value.to_owned())
    }

    #[test]
    fn fields_end_at_the_blank_line_and_the_body_is_not_read() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "Name: demo\nVersion:1.0\n\nVersion: 2.0\n".replace('\n', end);
            assert_eq!(fields(&text), [field(1, "Name", "demo"), field(2, "Version", "1.0")]);
            assert_eq!(Headers::read(&text).blank, Some(3));
        }
    }

    #[test]
    fn a_folded_line_belongs_to_the_field_before_it() {
        assert_eq!(
            fields("  lost\nSummary: one\n   two\n\tthree\nName: x"),
            [field(2, "Summary", "one two three"), field(5, "Name", "x"),]
        );
    }

    #[test]
    fn python_stops_at_a_line_that_is_no_field() {
        // HeaderParser().parsestr("Name: x\nVersion : 1\nSummary: y\n").keys() == ["Name"]
        let headers = Headers::read("Name: x\nVersion : 1\nSummary: y\n");
        assert_eq!(headers.fields.len(), 1);
        assert_eq!(headers.stray, Some((2, "Version : 1")));
        assert_eq!(Headers::read("no field").stray, Some((1, "no field")));
    }

    #[test]
    fn fields_beyond_the_bound_are_not_read() {
        let text = "A: b\n".repeat(FIELDS + 1);
        let headers = Headers::read(&text);
        assert_eq!(headers.fields.len(), FIELDS);
        assert!(headers.cut);
    }
}
