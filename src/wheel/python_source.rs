//! Just enough of Python's lexical rules to see `NAME = "text"` at the top level of a module.
//!
//! Source: <https://docs.python.org/3/reference/lexical_analysis.html>. Nothing is evaluated: what is no plain string
//! literal is not reported, and neither is what stands in a block, a call, a comment or another string.

use super::lines::lines;

/// A top-level assignment of a plain string literal.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Assignment<'a> {
    /// 1-based line.
    pub(super) line: u64,
    /// The assigned names; several for `a = b = "text"`.
    pub(super) targets: Vec<&'a str>,
    /// The text between the quotation marks.
    pub(super) value: &'a str,
}

/// The top-level assignments of string literals in a module, in order.
pub(super) fn string_assignments(source: &str) -> impl Iterator<Item = Assignment<'_>> {
    let mut state = State::default();
    (1..).zip(lines(source)).filter_map(move |(line, text)| {
        let assignment = if state.at_statement() { assignment(text) } else { None };
        state.pass(text);
        let (targets, value) = assignment?;
        Some(Assignment { line, targets, value })
    })
}

/// What is open at the end of a line.
#[derive(Default)]
struct State {
    /// The quotation marks of a triple-quoted string.
    string: Option<&'static str>,
    /// Brackets of any kind.
    brackets: u32,
    /// A backslash at the line's end joins the next line to it.
    joined: bool,
}

impl State {
    /// Whether the next line begins a statement.
    fn at_statement(&self) -> bool {
        self.string.is_none() && self.brackets == 0 && !self.joined
    }

    /// Goes over one line.
    fn pass(&mut self, line: &str) {
        self.joined = false;
        let mut rest = line;
        loop {
            if let Some(quote) = self.string {
                match end_of_string(rest, quote) {
                    Some((_, after)) => rest = after,
                    None => return,
                }
                self.string = None;
            }
            let Some(at) = rest.find(['#', '\'', '"', '(', '[', '{', ')', ']', '}', '\\']) else { return };
            let from = rest.get(at..).unwrap_or_default();
            let mut chars = from.chars();
            let first = chars.next();
            rest = chars.as_str();
            match first {
                Some('#') => return,
                Some('(' | '[' | '{') => self.brackets = self.brackets.saturating_add(1),
                Some(')' | ']' | '}') => self.brackets = self.brackets.saturating_sub(1),
                Some('\\') => self.joined = rest.is_empty(),
                _ => {
                    let Some((quote, inside)) = opening(from) else { return };
                    if quote.len() == 3 {
                        self.string = Some(quote);
                        rest = inside;
                    } else if let Some((_, after)) = end_of_string(inside, quote) {
                        rest = after;
                    } else {
                        // A string goes over the line's end only after a backslash.
                        self.joined = inside.ends_with('\\');
                        return;
                    }
                }
            }
        }
    }
}

/// The quotation marks at the start of `text`, and what follows them.
fn opening(text: &str) -> Option<(&'static str, &str)> {
    ["\"\"\"", "'''", "\"", "'"].into_iter().find_map(|quote| Some((quote, text.strip_prefix(quote)?)))
}

/// Splits at the end of a string literal: what is in it, and what follows it. `None` when it does not end here.
fn end_of_string<'a>(text: &'a str, quote: &str) -> Option<(&'a str, &'a str)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        escaped = c == '\\';
        let (inside, tail) = text.split_at_checked(at)?;
        if let Some(after) = tail.strip_prefix(quote) {
            return Some((inside, after));
        }
    }
    None
}

/// Reads `NAME = "text"`, `NAME: annotation = "text"` and `NAME = NAME = "text"`.
fn assignment(line: &str) -> Option<(Vec<&str>, &str)> {
    let mut targets = Vec::new();
    let mut rest = line;
    loop {
        let (name, after) = identifier(rest)?;
        let mut after = after.trim_start();
        if targets.is_empty() && after.starts_with(':') {
            after = after.get(after.find('=')?..)?;
        }
        after = after.strip_prefix('=').filter(|after| !after.starts_with('='))?.trim_start();
        targets.push(name);
        if let Some(value) = plain_string(after) {
            return Some((targets, value));
        }
        rest = after;
    }
}

/// Splits a name off the start of `text`.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c == '_' || c.is_ascii_alphanumeric())).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()).then_some((name, rest))
}

/// Reads a string literal that is the rest of the statement and means what stands in it: no escapes, no f-string, no
/// bytes, nothing joined to it.
fn plain_string(text: &str) -> Option<&str> {
    let (quote, inside) = opening(text.trim_start_matches(['r', 'R', 'u', 'U']))?;
    let (value, after) = end_of_string(inside, quote)?;
    let after = after.trim_start();
    let ends = after.is_empty() || after.starts_with(['#', ';']);
    (ends && !value.contains('\\')).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Vec<(u64, String, &str)> {
        string_assignments(source).map(|a| (a.line, a.targets.join(" "), a.value)).collect()
    }

    fn one(line: u64, targets: &str, value: &'static str) -> (u64, String, &'static str) {
        (line, targets.to_owned(), value)
    }

    #[test]
    fn the_forms_that_version_files_use_are_read() {
        for (source, expected) in [
            ("__version__ = \"1.17.1\"", one(1, "__version__", "1.17.1")),
            ("__version__='1'  # comment", one(1, "__version__", "1")),
            ("__version__ = version = '18.1.0'", one(1, "__version__ version", "18.1.0")),
            ("_release_version: str = '0.5.0'", one(1, "_release_version", "0.5.0")),
            ("v: Final[\"str\"] = u'1';x = 2", one(1, "v", "1")),
            ("v = \"\"\"1\"\"\"", one(1, "v", "1")),
            ("\n\r\n\rv = r'1'\n", one(4, "v", "1")),
            ("v = ''", one(1, "v", "")),
        ] {
            assert_eq!(read(source), [expected], "{source:?}");
        }
    }

    #[test]
    fn what_is_no_plain_string_at_the_top_level_is_not_read() {
        for source in [
            "v = f'{x}'",
            "v = b'1'",
            "v = '1' '2'",
            "v = '1' + x",
            "v = '1\\x41'",
            "v = '1'.strip()",
            "v = ('1', '2')",
            "v = 1",
            "v == '1'",
            "v += '1'",
            "v.w = '1'",
            "v['w'] = '1'",
            "    v = '1'",
            "# v = '1'",
            "if v == '1': pass",
            "v: str",
            "v = '1",
            "f(v='1')",
        ] {
            assert_eq!(read(source), [], "{source}");
        }
    }

    #[test]
    fn lines_inside_strings_brackets_and_joined_lines_are_no_statements() {
        let open =
            ["\"\"\"doc", "'''doc", "x = \"\"\"", "f(", "x = [ # ]", "x = {'(': \"]\",", "x = 1 + \\", "x = 'a\\"];
        for open in open {
            assert_eq!(read(&format!("{open}\nv = '1'\n")), [], "{open}");
        }
        let closed = [
            "\"\"\"doc\"\"\"",
            "\"\"\"a\nv = '2'\n\"\"\"",
            "'''\\''''''",
            "f(\n)",
            "x = '('",
            "x = \"'\" # '''",
            "x = '\\''",
            "x = 1 # \\",
            "x = (1, # )\n2)",
            "x = '",
        ];
        for closed in closed {
            let source = format!("{closed}\nv = '1'\n");
            let found = read(&source).into_iter().map(|(_, t, v)| (t, v)).collect::<Vec<_>>();
            assert_eq!(found.last(), Some(&("v".to_owned(), "1")), "{closed}");
            assert!(!found.contains(&("v".to_owned(), "2")), "{closed}");
        }
    }
}
