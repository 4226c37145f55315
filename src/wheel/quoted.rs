//! Text from a wheel inside a sentence.

use std::fmt::{self, Write as _};

/// Characters of one quoted text; the sentence is about it, it is not the place to show it whole.
const LIMIT: usize = 200;

/// A text from a wheel, in quotation marks, so that it can't be taken for the sentence around it.
///
/// Control characters and those that turn the writing direction are shown as U+FFFD; a long text is cut with `…`.
pub(super) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for (n, c) in self.0.chars().enumerate() {
            if n == LIMIT {
                f.write_char('…')?;
                break;
            }
            f.write_char(if hides(c) { char::REPLACEMENT_CHARACTER } else { c })?;
        }
        f.write_char('"')
    }
}

/// Whether `c` would change how the text around it reads.
fn hides(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_can_neither_break_the_line_nor_turn_it_around() {
        assert_eq!(Quoted("a\nb\u{202e}c").to_string(), "\"a\u{fffd}b\u{fffd}c\"");
        assert_eq!(Quoted(&"é".repeat(201)).to_string(), format!("\"{}…\"", "é".repeat(200)));
        assert_eq!(Quoted(&"é".repeat(200)).to_string(), format!("\"{}\"", "é".repeat(200)));
    }
}
