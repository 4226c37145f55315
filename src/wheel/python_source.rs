//! Just enough of Python to see what a module assigns to a name while it is imported.
//!
//! Tokens, logical lines and blocks are read as the language has them
//! (<https://docs.python.org/3/reference/lexical_analysis.html>, <https://docs.python.org/3/reference/simple_stmts.html>);
//! nothing is evaluated. What stands in a function or a class is no name of the module. What stands in a branch (`if`,
//! `try`, a loop) may be assigned or not, and says so.

mod text;
mod tokens;

use tokens::{Kind, Token, Tokens};

/// Tokens of one statement that are kept; a longer one is no version.
const TOKENS: usize = 4096;
/// Characters of an expression that are shown.
const SHOWN: usize = 80;

/// What a module assigns to one of its names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Assignment<'a> {
    /// 1-based line on which the statement begins.
    pub(super) line: u64,
    /// The assigned name; `a = b = "text"` is two assignments.
    pub(super) target: &'a str,
    /// What is assigned.
    pub(super) value: Value,
    /// Whether the statement stands in a branch, so that it may not be reached.
    pub(super) conditional: bool,
}

/// What is assigned.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A text, as a string literal or several adjacent ones state it.
    Text(String),
    /// Anything else, as written, white space taken together, cut when it is long.
    Expression(String),
}

/// The assignments of a module, in order, but for those in functions and classes.
pub(super) fn assignments(source: &str) -> impl Iterator<Item = Assignment<'_>> {
    let mut blocks = Blocks::default();
    logical_lines(source).flat_map(move |line| blocks.statements(source, &line))
}

/// The module's logical lines: the tokens of each, without the line's end.
fn logical_lines(source: &str) -> impl Iterator<Item = Vec<Token<'_>>> {
    let mut tokens = Tokens::of(source);
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        for token in tokens.by_ref() {
            if token.kind == Kind::Newline {
                return Some(line);
            }
            if line.len() <= TOKENS {
                line.push(token);
            }
        }
        (!line.is_empty()).then_some(line)
    })
}

/// The blocks in which a line stands.
#[derive(Default)]
struct Blocks(Vec<Block>);

struct Block {
    /// The column of its header.
    column: usize,
    /// Whether its names are not the module's.
    is_scope: bool,
}

impl Blocks {
    /// The assignments of one logical line.
    fn statements<'a>(&mut self, source: &'a str, line: &[Token<'a>]) -> Vec<Assignment<'a>> {
        let Some(first) = line.first() else { return Vec::new() };
        while self.0.last().is_some_and(|block| block.column >= first.column) {
            self.0.pop();
        }
        let (mut is_scope, mut conditional) = (self.0.iter().any(|block| block.is_scope), !self.0.is_empty());
        let mut body = line;
        if let Some((header, rest)) = header(line) {
            (is_scope, conditional) = (is_scope || header, true);
            body = rest;
            if rest.is_empty() {
                self.0.push(Block { column: first.column, is_scope });
            }
        }
        if is_scope || line.len() > TOKENS {
            return Vec::new();
        }
        let mut found = Vec::new();
        for statement in split(body, ";") {
            statement_targets(source, statement, conditional, &mut found);
        }
        found
    }
}

/// Whether a line is the header of a compound statement: then whether it opens a scope of its own, and what follows its
/// colon on the same line.
fn header<'a, 'b>(line: &'b [Token<'a>]) -> Option<(bool, &'b [Token<'a>])> {
    let word =
        |at: usize| line.get(at).and_then(|token| if let Kind::Name(name) = token.kind { Some(name) } else { None });
    let is_scope = match word(0)? {
        "def" | "class" => true,
        "async" => word(1) == Some("def"),
        "if" | "elif" | "else" | "try" | "except" | "finally" | "for" | "while" | "with" => false,
        // Names in any other place.
        "match" | "case" if line.last().is_some_and(|last| is(last, ":")) => false,
        _ => return None,
    };
    let mut lambdas = 0_u32;
    for (at, token) in line.iter().enumerate().filter(|(_, token)| token.depth == 0) {
        match token.kind {
            Kind::Name("lambda") => lambdas = lambdas.saturating_add(1),
            Kind::Other(":") if lambdas > 0 => lambdas = lambdas.saturating_sub(1),
            Kind::Other(":") => return Some((is_scope, line.get(at.saturating_add(1)..).unwrap_or_default())),
            _ => {}
        }
    }
    None
}

/// The operators of augmented assignments.
const AUGMENTED: [&str; 13] = ["+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**="];

/// Adds what one simple statement assigns.
fn statement_targets<'a>(source: &'a str, statement: &[Token<'a>], conditional: bool, found: &mut Vec<Assignment<'a>>) {
    let Some(line) = statement.first().map(|token| token.line) else { return };
    if let [name, operator, ..] = statement
        && AUGMENTED.iter().any(|known| is(operator, known))
    {
        // Ex) `__version__ += ".post1"`: what it is then is computed, and as written says from what.
        found.extend(augmented(source, line, name, statement.get(1..).unwrap_or_default(), conditional));
        return;
    }
    let parts: Vec<&[Token<'a>]> = split(statement, "=").collect();
    let Some((value, targets)) = parts.split_last() else { return };
    for target in targets {
        let target = match target {
            // Ex) `__version__: str = "1.0"`
            [name, colon, ..] if targets.len() == 1 && is(colon, ":") => std::slice::from_ref(name),
            target => target,
        };
        let names = elements(target);
        let values = elements(value);
        if let [name] = names.as_slice()
            && !ends_with_comma(target)
        {
            found.extend(assignment(source, line, name, value, conditional));
        } else if names.len() == values.len() && !names.iter().chain(&values).any(|part| starts_with_star(part)) {
            // Ex) `__version__, __author__ = "1.0", "somebody"`
            let each = names.iter().zip(&values);
            found.extend(each.filter_map(|(name, value)| assignment(source, line, name, value, conditional)));
        } else {
            found.extend(names.iter().filter_map(|name| assignment(source, line, name, value, conditional)));
        }
    }
}

/// What changes a name: a value that is computed from the one before.
fn augmented<'a>(
    source: &'a str,
    line: u64,
    target: &Token<'a>,
    change: &[Token<'a>],
    conditional: bool,
) -> Option<Assignment<'a>> {
    let Kind::Name(target) = target.kind else { return None };
    Some(Assignment { line, target, value: Value::Expression(as_written(source, change)?), conditional })
}

/// What is assigned to one target, when that is a name.
fn assignment<'a>(
    source: &'a str,
    line: u64,
    target: &[Token<'a>],
    value: &[Token<'a>],
    conditional: bool,
) -> Option<Assignment<'a>> {
    let [Token { kind: Kind::Name(target), .. }] = bare(target) else { return None };
    let literals = bare(value).iter().map(|token| match token.kind {
        Kind::Text { prefix, body } => Some((prefix, body)),
        _ => None,
    });
    let literals: Option<Vec<(&str, &str)>> = literals.collect();
    let text = literals.filter(|literals| !literals.is_empty()).and_then(|literals| text::joined(literals.into_iter()));
    let value = match text {
        Some(text) => Value::Text(text),
        None => Value::Expression(as_written(source, value)?),
    };
    Some(Assignment { line, target, value, conditional })
}

/// The tokens as they stand in the source, in one line; `None` when there are none.
fn as_written(source: &str, tokens: &[Token<'_>]) -> Option<String> {
    let written = source.get(tokens.first()?.at..tokens.last()?.end)?;
    let mut words = String::new();
    for word in written.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if words.chars().count() > SHOWN {
            return Some(words.chars().take(SHOWN).chain(['…']).collect());
        }
    }
    Some(words)
}

/// The elements of `a, b` or `(a, b)` or `[a, b]`; a single one is itself. A comma at the end adds none.
fn elements<'a, 'b>(tokens: &'b [Token<'a>]) -> Vec<&'b [Token<'a>]> {
    let bare = bare(tokens);
    split(bare, ",").filter(|element| !element.is_empty()).collect()
}

fn ends_with_comma(tokens: &[Token<'_>]) -> bool {
    bare(tokens).last().is_some_and(|token| is(token, ","))
}

fn starts_with_star(tokens: &[Token<'_>]) -> bool {
    tokens.first().is_some_and(|token| is(token, "*"))
}

/// The tokens without the brackets around all of them. Lists are tuples here.
fn bare<'a, 'b>(mut tokens: &'b [Token<'a>]) -> &'b [Token<'a>] {
    while let [open, inner @ .., close] = tokens
        && (is(open, "(") && is(close, ")"))
        && inner.iter().all(|token| token.depth > open.depth)
    {
        tokens = inner;
    }
    tokens
}

/// Splits at an operator that stands in no brackets but those around all of the tokens.
fn split<'a, 'b>(tokens: &'b [Token<'a>], operator: &'static str) -> impl Iterator<Item = &'b [Token<'a>]> {
    let depth = tokens.first().map_or(0, |token| token.depth);
    tokens.split(move |token| token.depth == depth && is(token, operator))
}

fn is(token: &Token<'_>, operator: &str) -> bool {
    token.kind == Kind::Other(operator)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line, name, text; a `?` before what stands in a branch, and the expression in angle brackets where it is no text.
    fn read(source: &str) -> Vec<String> {
        let words = |a: Assignment<'_>| {
            let branch = if a.conditional { "?" } else { "" };
            let value = match a.value {
                Value::Text(text) => text,
                Value::Expression(expression) => format!("<{expression}>"),
            };
            format!("{branch}{} {} {value}", a.line, a.target)
        };
        assignments(source).map(words).collect()
    }

    #[test]
    fn the_forms_that_version_files_use_are_read() {
        for (source, expected) in [
            ("__version__ = \"1.17.1\"", "1 __version__ 1.17.1"),
            ("\u{feff}__version__='1'  # comment", "1 __version__ 1"),
            ("_release_version: str = '0.5.0'", "1 _release_version 0.5.0"),
            ("v = \"\"\"1\"\"\"", "1 v 1"),
            ("\n\r\n\rv = r'1'\n", "4 v 1"),
            ("v = ''", "1 v "),
            ("v = '1' '.2'\n", "1 v 1.2"),
            ("v = ('1'\n  # no\n  u'.2')\n", "1 v 1.2"),
            ("v = \\\n  '1'\n", "1 v 1"),
            ("v \\\r\n= \\\r\n'1'\r\n", "1 v 1"),
            ("v = '1\\x2e2\\56\\u0033\\q\\\n'", "1 v 1.2.3\\q"),
            ("(v) = (('1'))", "1 v 1"),
            ("v = f'{a}.{b['c']}' '2'", "1 v <f'{a}.{b['c']}' '2'>"),
            ("v = '1' +  \\\n  x", "1 v <'1' + \\ x>"),
            ("v += '1'", "1 v <+= '1'>"),
            ("v = b'1'", "1 v <b'1'>"),
            ("v = '1'.strip()", "1 v <'1'.strip()>"),
            ("v = (1, 2)", "1 v <(1, 2)>"),
            ("v = ('1',)", "1 v <('1',)>"),
            ("v = ()", "1 v <()>"),
            ("v = '\\N{DIGIT ONE}'", "1 v <'\\N{DIGIT ONE}'>"),
            ("v = lambda a='1': a", "1 v <'1': a>"),
        ] {
            let found = read(source);
            assert_eq!(found.first().map(String::as_str), Some(expected), "{source:?}: {found:?}");
        }
    }

    #[test]
    fn several_names_and_several_statements_of_a_line_are_all_read() {
        assert_eq!(read("__version__ = version = '18.1.0'"), ["1 __version__ 18.1.0", "1 version 18.1.0"]);
        assert_eq!(read("v: Final[\"str\"] = u'1';x = 2; y"), ["1 v 1", "1 x <2>"]);
        assert_eq!(read("v, (w) = '1', 2"), ["1 v 1", "1 w <2>"]);
        assert_eq!(read("(v, w) = ('1', '2')"), ["1 v 1", "1 w 2"]);
        assert_eq!(read("v, w = f()"), ["1 v <f()>", "1 w <f()>"]);
        assert_eq!(read("v, = '1',"), ["1 v 1"]);
    }

    #[test]
    fn what_stands_in_a_branch_says_so_and_what_stands_in_a_scope_is_none_of_the_modules() {
        let source = "\
try:
    from ._v import v
except ImportError: v = '0'
else:
\tif x == {1: 2}[1]:
\t\tv = '1'
\tdef f(a='1', *, b: str = '2') -> str:
\t\tv = '2'
\t\tif a:
\t\t\tv = '3'
\tv = '4'
class C: v = '5'
class D:
    v = '6'

    def g(): pass
async def h():
    v = '7'
v = '8'
match v:
    case '1':
        v = '9'
match = '10'
if (lambda: v)(): v = '11'; w = '12'
";
        assert_eq!(
            read(source),
            ["?3 v 0", "?6 v 1", "?11 v 4", "19 v 8", "?22 v 9", "23 match 10", "?24 v 11", "?24 w 12"]
        );
    }

    #[test]
    fn what_is_no_assignment_to_a_name_is_not_read() {
        for source in [
            "v == '1'",
            "v.w += '1'",
            "v.w = '1'",
            "v['w'] = '1'",
            "# v = '1'",
            "v: str",
            "f(v='1')",
            "x[v:='1']",
            "",
            "\\",
        ] {
            assert_eq!(read(source), [""; 0], "{source}");
        }
    }

    #[test]
    fn lines_inside_strings_brackets_and_joined_lines_are_no_statements() {
        for open in ["\"\"\"doc", "'''doc", "f(", "f({'(': \"]\",", "1 + \\", "'a\\", "f'''{", "f'{'''"] {
            assert_eq!(read(&format!("{open}\nv = '1'\n")), [""; 0], "{open}");
        }
        let closed = [
            "\"\"\"doc\"\"\"",
            "\"\"\"a\nv = '2'\n\"\"\"",
            "'''\\''''''",
            "f(\n)",
            "'('",
            "\"'\" # '''",
            "'\\''",
            "1 # \\",
            "(1, # )\n2)",
            "'",
            "f'{{'",
            "f'{a[\"b\"]!r:{w}}'",
            "f'{'}'}'",
            "rb'\\''",
        ];
        for closed in closed {
            assert_eq!(
                read(&format!("{closed}\nv = '1'\n")).last().map(|a| a.ends_with(" v 1")),
                Some(true),
                "{closed}"
            );
        }
    }

    #[test]
    fn a_long_expression_is_cut_and_a_huge_statement_is_none() {
        assert_eq!(read(&format!("v = x{}", " + x".repeat(100)))[0].chars().count(), "1 v <…>".len() - 2 + SHOWN);
        assert_eq!(read(&format!("v = [{}]\nw = '1'", "1,".repeat(TOKENS))), ["2 w 1"]);
    }
}
