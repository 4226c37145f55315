//! Python's tokens, as far as assignments need them.
//!
//! Source: <https://docs.python.org/3/reference/lexical_analysis.html>.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A name or a keyword.
    Name(&'a str),
    /// A string literal: its prefix, and what stands between its quotation marks.
    Text {
        /// Ex) `rb`, empty nearly always.
        prefix: &'a str,
        /// As written, escapes and all.
        body: &'a str,
    },
    /// Anything else: an operator, a number, a bracket. Operators of two and three characters are one token.
    Other(&'a str),
    /// The end of a logical line.
    Newline,
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    /// Offsets of its first byte and of what follows it.
    pub(super) at: usize,
    pub(super) end: usize,
    /// 1-based line of its first byte.
    pub(super) line: u64,
    /// Column of its first byte, tabs widened to the next multiple of eight; it matters for the first of a line only.
    pub(super) column: usize,
    /// Brackets that are open before it.
    pub(super) depth: u32,
}

/// Operators of several characters; longer ones first.
const LONG: [&str; 24] = [
    "**=", "//=", ">>=", "<<=", "...", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=", "@=", "**", "//", "<<", ">>",
];

/// Strings that stand in one another inside the braces of an f-string; deeper ones are not looked into.
const NESTED: u32 = 8;

/// Goes over a module's text, token by token.
pub(super) struct Tokens<'a> {
    source: &'a str,
    at: usize,
    line: u64,
    /// Where the physical line began.
    line_start: usize,
    depth: u32,
    /// Whether the logical line has a token.
    begun: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(source: &'a str) -> Self {
        let at = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { source, at, line: 1, line_start: at, depth: 0, begun: false }
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }

    /// Goes over `text`, which is at hand, and counts its lines.
    fn pass(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['\n', '\r']) {
            let tail = rest.get(at..).unwrap_or_default();
            let after = tail.strip_prefix("\r\n").or_else(|| tail.strip_prefix(['\n', '\r'])).unwrap_or_default();
            let before = text.len().saturating_sub(after.len());
            self.line = self.line.saturating_add(1);
            self.line_start = self.at.saturating_add(before);
            rest = after;
        }
        self.at = self.at.saturating_add(text.len());
    }

    fn column(&self) -> usize {
        let before = self.source.get(self.line_start..self.at).unwrap_or_default();
        before.chars().fold(0_usize, |column, c| match c {
            '\t' => (column / 8).saturating_add(1).saturating_mul(8),
            // A form feed begins the indentation anew.
            '\u{c}' => 0,
            _ => column.saturating_add(1),
        })
    }

    /// Makes the next `length` bytes a token.
    fn take(&mut self, length: usize, kind: impl FnOnce(&'a str) -> Kind<'a>) -> Token<'a> {
        // The column is only asked of the first token of a line, so that a long line costs nothing.
        let column = if self.begun { 0 } else { self.column() };
        let (at, line, depth) = (self.at, self.line, self.depth);
        let text = self.rest().get(..length).unwrap_or_default();
        self.pass(text);
        Token { kind: kind(text), at, end: self.at, line, column, depth }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest();
            let Some(first) = rest.chars().next() else {
                // A last line without an end.
                return std::mem::take(&mut self.begun).then(|| self.take(0, |_| Kind::Newline));
            };
            let joined = ["\\\r\n", "\\\n", "\\\r"].into_iter().find(|join| rest.starts_with(join));
            match first {
                '\n' | '\r' => {
                    let length = if rest.starts_with("\r\n") { 2 } else { 1 };
                    if self.depth == 0 && self.begun {
                        let token = self.take(length, |_| Kind::Newline);
                        self.begun = false;
                        return Some(token);
                    }
                    self.pass(rest.get(..length).unwrap_or_default());
                }
                '#' => {
                    let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
                    self.pass(rest.get(..end).unwrap_or_default());
                }
                _ if joined.is_some() => self.pass(joined.unwrap_or_default()),
                c if c.is_whitespace() => self.pass(rest.get(..c.len_utf8()).unwrap_or_default()),
                _ => {
                    let token = self.token(rest, first);
                    self.begun = true;
                    return Some(token);
                }
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// The token at the start of `rest`, which is neither space nor comment.
    fn token(&mut self, rest: &'a str, first: char) -> Token<'a> {
        let is_word = |c: char| c == '_' || c.is_alphanumeric();
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if let Some((prefix, string)) = rest.split_at_checked(word)
            && is_prefix(prefix)
            && let Some(quote) = opening(string)
        {
            let (body, length) = string_literal(prefix, string, quote, NESTED);
            return self.take(prefix.len().saturating_add(length), |_| Kind::Text { prefix, body });
        }
        if word > 0 {
            return self.take(word, if first.is_numeric() { Kind::Other } else { Kind::Name });
        }
        let long = LONG.into_iter().find(|operator| rest.starts_with(operator));
        let token = self.take(long.map_or(first.len_utf8(), str::len), Kind::Other);
        match first {
            '(' | '[' | '{' => self.depth = self.depth.saturating_add(1),
            ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        token
    }
}

/// Whether a word may stand before a string literal; the empty one may.
fn is_prefix(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    matches!(lower.as_str(), "" | "r" | "u" | "b" | "br" | "rb" | "f" | "fr" | "rf" | "t" | "tr" | "rt")
}

/// The quotation marks at the start of `text`.
fn opening(text: &str) -> Option<&'static str> {
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| text.starts_with(quote))
}

/// The body of the literal that begins at `text` with `quote`, and the length of all of it. One that is not ended is
/// taken to end with its line, or with the text when its quotation marks are triple.
fn string_literal<'a>(prefix: &str, text: &'a str, quote: &str, nested: u32) -> (&'a str, usize) {
    let is_formatted = prefix.contains(['f', 'F', 't', 'T']);
    let is_long = quote.len() == 3;
    let mut at = quote.len();
    let mut braces = 0_u32;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if braces == 0 && rest.starts_with(quote) {
            return (text.get(quote.len()..at).unwrap_or_default(), at.saturating_add(quote.len()));
        }
        let first = rest.chars().next().unwrap_or_default();
        let mut length = first.len_utf8();
        match first {
            // What follows a backslash is no end, in raw strings neither; a line end may be two characters.
            '\\' if rest.starts_with("\\\r\n") => length = 3,
            '\\' => length = rest.chars().take(2).map(char::len_utf8).sum(),
            '\n' | '\r' if !is_long && braces == 0 => break,
            '{' if is_formatted && braces == 0 && rest.starts_with("{{") => length = 2,
            '{' if is_formatted => braces = braces.saturating_add(1),
            '}' if braces > 0 => braces = braces.saturating_sub(1),
            // Since Python 3.12 any string may stand between the braces, in the same quotation marks too.
            '\'' | '"' if braces > 0 && nested > 0 => {
                if let Some(inner) = opening(rest) {
                    length = string_literal("", rest, inner, nested.saturating_sub(1)).1;
                }
            }
            _ => {}
        }
        at = at.saturating_add(length);
    }
    (text.get(quote.len()..at).unwrap_or_default(), at)
}
