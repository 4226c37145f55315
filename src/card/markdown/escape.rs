//! Text of others in Markdown, so that nothing in it is read as markup.

use std::fmt::Write as _;

use crate::card::format::{Span, spans, visible};

/// A text as a code span.
pub(super) fn code(text: &str) -> String {
    // `visible` leaves no backtick, so one on each side will do.
    let text = visible(text);
    if text.is_empty() { "(empty)".to_owned() } else { format!("`{text}`") }
}

/// A sentence of the card: its literals as code spans, everything else as plain words.
pub(super) fn sentence(text: &str) -> String {
    spans(text).fold(String::new(), |out, span| match span {
        Span::Text(words) => out + &plain(words),
        Span::Literal(literal) => out + &code(literal),
    })
}

/// A text as plain words. A `|` is left to [`cell`], since it means something in tables only.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '&' | '~' | '@' | '!' | '$' => {
                out.push('\\');
                out.push(c);
            }
            // GitHub makes links of bare addresses.
            ':' if next == Some('/') => out.push_str("\\:"),
            '.' if out.ends_with("www") => out.push_str("\\."),
            c if c.is_control() => {
                // Writing to a String can't fail.
                let _ = write!(out, "\\\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// Markdown made ready for a table's cell.
pub(super) fn cell(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    for c in markdown.chars() {
        match c {
            // Behind a backslash a second one would only escape that one, and the cell would end here.
            '|' if out.ends_with('\\') => out.push_str("u{7c}"),
            '|' => out.push_str("\\|"),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A table with a header; columns that end in `:` in `align` are set to the right.
pub(super) struct Table {
    out: String,
}

impl Table {
    /// Columns as (title, whether numbers stand in it).
    pub(super) fn new(columns: &[(&str, bool)]) -> Self {
        let titles: Vec<String> = columns.iter().map(|(title, _)| cell(title)).collect();
        let rules: Vec<&str> = columns.iter().map(|(_, number)| if *number { "---:" } else { "---" }).collect();
        Self { out: format!("| {} |\n| {} |\n", titles.join(" | "), rules.join(" | ")) }
    }

    pub(super) fn row(&mut self, cells: &[String]) {
        let cells: Vec<String> = cells.iter().map(|markdown| cell(markdown)).collect();
        self.out.extend(["| ", &cells.join(" | "), " |\n"]);
    }

    /// The table, followed by an empty line.
    pub(super) fn finish(mut self) -> String {
        self.out.push('\n');
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        assert_eq!(code("a`b|c\nd"), "`a\\u{60}b|c\\u{a}d`");
        assert_eq!(plain("<b>*x*_y_ [a](b) http://e www.e a@b"), r"\<b\>\*x\*\_y\_ \[a\](b) http\://e www\.e a\@b");
        assert_eq!(plain("a\nb"), "a\\\\u{a}b");
    }

    #[test]
    fn a_pipe_never_ends_a_cell() {
        assert_eq!(cell("`a|b`"), "`a\\|b`");
        assert_eq!(cell("`a\\|b`"), "`a\\u{7c}b`");
    }
}
