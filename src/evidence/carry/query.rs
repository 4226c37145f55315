//! What a reader pastes into the carry box, as queries.

use serde::{Deserialize, Serialize};

use super::pasted;

/// Queries that are answered at once.
pub const QUERIES: usize = 1000;

/// Bytes of one query. Mangled C++ names have several thousand.
const LONGEST: usize = 1 << 13;

/// One place that a reader asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// As typed, without the blanks around it.
    pub text: String,
    /// What it asks for.
    pub wanted: Wanted,
}

/// What a query asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// An address at run time, counted from where the file itself places its image.
    Address(u64),
    /// An address as Ghidra names it, whose base nobody told. Its own is 0x100000 for files that begin at 0.
    Ghidra(u64),
    /// A distance from where the image begins, as crash reports give it: `libx.so+0x12`.
    InModule(u64),
    /// An offset in the file.
    Offset(u64),
    /// A symbol, mangled or not, and a distance into it.
    Symbol {
        /// The name as typed.
        name: String,
        /// Bytes from its start.
        into: u64,
    },
    /// Nothing that could be read; why, in a sentence.
    Unreadable(String),
}

/// Prefixes after which IDA and radare2 write an address in hex.
const PREFIXES: [&str; 16] = [
    "sub_", "loc_", "locret_", "unk_", "off_", "byte_", "word_", "dword_", "qword_", "xmmword_", "asc_", "stru_",
    "flt_", "dbl_", "jpt_", "fcn.",
];

/// Prefixes after which Ghidra does.
const GHIDRA: [&str; 8] = ["FUN_", "LAB_", "DAT_", "PTR_DAT_", "PTR_FUN_", "PTR_LAB_", "UNK_", "thunk_FUN_"];

/// Reads a list: one query on a line, or several with commas between. Blank lines and lines that begin with `#` or `;`
/// are left out, and so is what follows ` ;`, ` #` or ` //` on a line.
///
/// Addresses are `0x…`, `1a2b30h`, `.text:00000000001A2B30`, `sub_1A2B30`, `FUN_001a2b30`, `libx.so+0x…`; offsets in the
/// file `+0x…` or `offset:0x…`; lines of listings and backtraces are read as such (`pasted`); anything else is a symbol,
/// with `+0x…` after it for a place within. A line `base 0x100000` takes that base off the addresses of disassemblers that
/// follow. Without one, Ghidra's names are read with its own base where the file begins at 0.
pub fn parse(text: &str) -> Vec<Query> {
    let mut queries = Vec::new();
    let mut base = None;
    for line in text.lines().map(str::trim) {
        if let Some(wanted) = pasted::line(line).filter(|_| line.len() <= LONGEST && queries.len() < QUERIES) {
            queries.push(Query { text: line.to_owned(), wanted });
            continue;
        }
        let line = without_remark(line);
        if let Some(number) =
            line.strip_prefix("base").map(|rest| rest.trim_start_matches([' ', '=', ':'])).and_then(hex)
        {
            base = Some(number);
            continue;
        }
        for part in split(line) {
            if queries.len() >= QUERIES {
                let why = format!("Only the first {QUERIES} queries are answered at once; the list goes on.");
                queries.push(Query { text: "…".to_owned(), wanted: Wanted::Unreadable(why) });
                return queries;
            }
            queries.push(read(part, base));
        }
    }
    queries
}

/// The line without what is a remark on it.
fn without_remark(line: &str) -> &str {
    if line.starts_with(['#', ';']) {
        return "";
    }
    let begins = |mark: &str| line.match_indices(mark).map(|(at, _)| at).next();
    let remark = [" ;", " #", " //", "\t;", "\t#", "\t//"].into_iter().filter_map(begins).min();
    line.get(..remark.unwrap_or(line.len())).unwrap_or(line).trim_end()
}

/// The parts of a line between commas that stand in no bracket: `f(int, int), g` is two.
fn split(line: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let is_separator = |letter: char| {
        match letter {
            '(' | '<' | '[' | '{' => depth = depth.saturating_add(1),
            ')' | '>' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    };
    line.split(is_separator).map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn read(text: &str, base: Option<u64>) -> Query {
    let shown: String = text.chars().take(LONGEST).collect();
    let wanted = if text.len() > LONGEST {
        Wanted::Unreadable(format!("This is longer than {LONGEST} bytes, so it is no name and no address."))
    } else {
        wanted(text, base)
    };
    Query { text: shown, wanted }
}

fn wanted(text: &str, base: Option<u64>) -> Wanted {
    let offset = |rest: &str| match hex(rest) {
        Some(offset) => Wanted::Offset(offset),
        None => Wanted::Unreadable("An offset in the file is written offset:0x… or +0x….".to_owned()),
    };
    if let Some(rest) = text.strip_prefix("offset:").or_else(|| text.strip_prefix("file:")) {
        return offset(rest.trim());
    }
    if let Some(rest) = text.strip_prefix('+') {
        return offset(rest);
    }
    if text.starts_with("0x") || text.starts_with("0X") {
        return hex(text).map_or_else(
            || Wanted::Unreadable("After 0x at most 16 hex digits are expected.".to_owned()),
            Wanted::Address,
        );
    }
    // What a disassembler names is an address in its own view of the file.
    let seen = |address: u64| match address.checked_sub(base.unwrap_or(0)) {
        Some(address) => Wanted::Address(address),
        None => Wanted::Unreadable(format!("This lies below the base {:#x}.", base.unwrap_or(0))),
    };
    if let Some(address) = GHIDRA.iter().find_map(|prefix| digits(text.strip_prefix(prefix)?)) {
        return if base.is_some() { seen(address) } else { Wanted::Ghidra(address) };
    }
    if let Some(address) = PREFIXES.iter().find_map(|prefix| digits(text.strip_prefix(prefix)?)) {
        return seen(address);
    }
    if let Some((section, rest)) = text.split_once(':')
        && section.starts_with('.')
        && let Some(address) = digits(rest)
    {
        return seen(address);
    }
    if let Some(address) =
        text.strip_suffix('h').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())).and_then(digits)
    {
        return Wanted::Address(address);
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        // Padded to a full word it is what listings print; else it could as well be decimal.
        return match digits(text).filter(|_| text.len() >= 8 && text.starts_with('0')) {
            Some(address) => seen(address),
            None => Wanted::Unreadable(format!("This could be decimal or hex; write 0x{text} if it is a hex address.")),
        };
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return digits(text).map_or_else(
            || Wanted::Unreadable("This is no hex number, and no symbol begins with a digit.".to_owned()),
            seen,
        );
    }
    // radare2 puts this before names.
    let text = text.strip_prefix("sym.imp.").or_else(|| text.strip_prefix("sym.")).unwrap_or(text);
    match text.rsplit_once('+') {
        Some((name, into)) if !name.trim_end().is_empty() && !name.ends_with("operator") => match hex(into.trim()) {
            Some(into) => Wanted::Symbol { name: name.trim_end().to_owned(), into },
            None => Wanted::Symbol { name: text.to_owned(), into: 0 },
        },
        _ => Wanted::Symbol { name: text.to_owned(), into: 0 },
    }
}

/// `0x…`, with at most 16 digits.
pub(super) fn hex(text: &str) -> Option<u64> {
    digits(text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?)
}

/// Up to 16 hex digits.
pub(super) fn digits(text: &str) -> Option<u64> {
    let is_hex = !text.is_empty() && text.len() <= 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u64::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted_of(text: &str) -> Vec<Wanted> {
        parse(text).into_iter().map(|query| query.wanted).collect()
    }

    fn symbol(name: &str, into: u64) -> Wanted {
        Wanted::Symbol { name: name.to_owned(), into }
    }

    #[test]
    fn addresses_are_read_in_every_way_that_disassemblers_write_them() {
        let forms =
            ["0x1a2b30", "0X1A2B30", "sub_1A2B30", "loc_1A2B30", ".text:00000000001A2B30", "1a2b30h", "fcn.001a2b30"];
        for form in forms {
            assert_eq!(wanted_of(form), [Wanted::Address(0x001a_2b30)], "{form}");
        }
        assert_eq!(wanted_of("00401000"), [Wanted::Address(0x0040_1000)]);
        assert_eq!(wanted_of("FUN_001a2b30, DAT_001a2b30"), [Wanted::Ghidra(0x001a_2b30), Wanted::Ghidra(0x001a_2b30)]);
        assert_eq!(wanted_of("libx.so.1+0x12"), [Wanted::InModule(0x12)]);
    }

    #[test]
    fn a_base_is_taken_off_what_a_disassembler_names_and_off_nothing_else() {
        let text = "FUN_00101139\nbase 0x100000\nFUN_00101139, 0x1139\nFUN_00000010";
        let [plain, based, bare, below] = &wanted_of(text)[..] else { panic!() };
        assert_eq!(
            (plain, based, bare),
            (&Wanted::Ghidra(0x0010_1139), &Wanted::Address(0x1139), &Wanted::Address(0x1139))
        );
        assert_eq!(below, &Wanted::Unreadable("This lies below the base 0x100000.".to_owned()));
    }

    #[test]
    fn offsets_and_symbols_are_told_apart() {
        assert_eq!(wanted_of("+0x40, offset: 0x41\nfile:0x42"), [0x40, 0x41, 0x42].map(Wanted::Offset));
        assert_eq!(wanted_of("main+0x10"), [symbol("main", 0x10)]);
        assert_eq!(wanted_of("operator+"), [symbol("operator+", 0)]);
        assert_eq!(
            wanted_of("a::f(int, std::map<int, b>), _ZN1a1gEv"),
            [symbol("a::f(int, std::map<int, b>)", 0), symbol("_ZN1a1gEv", 0)]
        );
        assert_eq!(wanted_of("dead"), [symbol("dead", 0)], "a name, though its letters are hex digits");
    }

    #[test]
    fn what_cannot_be_read_is_answered_with_a_sentence() {
        let cases = [
            ("123456", "This could be decimal or hex; write 0x123456 if it is a hex address."),
            ("0x", "After 0x at most 16 hex digits are expected."),
            ("0x11112222333344445", "After 0x at most 16 hex digits are expected."),
            ("12xyz", "This is no hex number, and no symbol begins with a digit."),
            ("+12", "An offset in the file is written offset:0x… or +0x…."),
        ];
        for (text, why) in cases {
            assert_eq!(wanted_of(text), [Wanted::Unreadable(why.to_owned())], "{text}");
        }
    }

    #[test]
    fn blank_lines_and_remarks_are_left_out_and_a_long_list_is_cut_in_words() {
        assert!(parse(" \n# a remark\n; another\n,,").is_empty());
        assert_eq!(
            wanted_of("0x1139 ; main\n0x1140 # g\nmain+0x4\t// here"),
            [Wanted::Address(0x1139), Wanted::Address(0x1140), symbol("main", 4)]
        );
        assert_eq!(wanted_of("f()::{lambda(int)#1}::operator()(int) const").len(), 1);
        let long = "0x1\n".repeat(QUERIES + 5);
        let queries = parse(&long);
        assert_eq!(queries.len(), QUERIES + 1);
        assert!(matches!(&queries[QUERIES].wanted, Wanted::Unreadable(why) if why.contains("first 1000")));
    }
}
