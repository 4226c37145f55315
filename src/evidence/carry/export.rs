//! The carry box's answers as a table: CSV for scripts, Markdown for people.

use super::answer::{Answer, Asked, CopyAnswer, Known, MovedBy, Outcome, Spot};
use crate::parity::Confidence;

/// The columns of both exports.
const COLUMNS: [&str; 10] = [
    "query",
    "address",
    "place",
    "copy",
    "outcome",
    "address there",
    "found by",
    "confidence",
    "bytes compared",
    "remarks",
];

/// The answers as CSV (RFC 4180), one row for each query and copy.
pub fn csv(answers: &[Answer]) -> String {
    let header = COLUMNS.map(str::to_owned);
    let rows = std::iter::once(header).chain(answers.iter().flat_map(rows));
    let lines = rows.map(|row| row.map(|cell| quoted(&cell)).join(","));
    lines.flat_map(|line| [line, "\r\n".to_owned()]).collect()
}

/// The answers as a Markdown table (GitHub's), one row for each query and copy.
pub fn markdown(answers: &[Answer]) -> String {
    let line = |row: [String; 10]| format!("| {} |\n", row.map(|cell| escaped(&cell)).join(" | "));
    let header = line(COLUMNS.map(str::to_owned));
    let rule = format!("|{}\n", " --- |".repeat(COLUMNS.len()));
    let rows: String = answers.iter().flat_map(rows).map(line).collect();
    format!("{header}{rule}{rows}")
}

fn rows(answer: &Answer) -> Vec<[String; 10]> {
    let place = match &answer.place {
        Asked::Place(place) => place,
        Asked::Nothing(why) => {
            let mut row: [String; 10] = std::array::from_fn(|_| String::new());
            let [query, .., remarks] = &mut row;
            query.clone_from(&answer.query);
            remarks.clone_from(why);
            return vec![row];
        }
    };
    let address = place.spot().to_string();
    let symbol = place.symbol.as_ref().map(|symbol| {
        let name = symbol.demangled.as_ref().unwrap_or(&symbol.name);
        match place.address.and_then(|address| address.checked_sub(symbol.address)) {
            None | Some(0) => name.clone(),
            Some(into) => format!("{name}+{into:#x}"),
        }
    });
    let words = [Some(place.range.clone()), symbol, place.text.as_ref().map(|text| format!("\"{text}\""))];
    let mut known = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if let Some(target) = &place.target {
        known = format!("{known} -> {target}");
    }
    let note = place.note.as_deref();
    answer.copies.iter().map(|copy| row(answer, &address, &known, copy, (copy.outcome.there(place), note))).collect()
}

fn row(
    answer: &Answer,
    address: &str,
    place: &str,
    copy: &CopyAnswer,
    (there, note): (Option<Spot>, Option<&str>),
) -> [String; 10] {
    let there = there.map_or_else(String::new, |there| there.to_string());
    let (outcome, by, confidence, compared) = match &copy.outcome {
        Outcome::SameAddress { confidence, compared } => ("same address", "", word(*confidence), compared.to_string()),
        Outcome::Moved { by, confidence, compared, .. } => {
            let by = match by {
                MovedBy::CodeShift => "shift of all code",
                MovedBy::SectionShift => "shift of the section",
                MovedBy::Symbol => "symbol",
                MovedBy::UniqueMatch => "unique match",
            };
            ("moved", by, word(*confidence), compared.to_string())
        }
        Outcome::Differs { by, .. } => {
            let by = match by {
                Known::Symbol => "symbol",
                Known::Address => "address",
                Known::Offset => "offset",
            };
            ("does not carry: other bytes", by, word(Confidence::Confirmed), String::new())
        }
        Outcome::NotFound { .. } => ("not found", "", word(Confidence::None), String::new()),
    };
    let mut remarks: Vec<String> = note.map(str::to_owned).into_iter().chain(copy.remarks.iter().cloned()).collect();
    match &copy.outcome {
        Outcome::Differs { a, b, .. } => remarks.insert(0, format!("{} against {}", side(a), side(b))),
        Outcome::NotFound { why } => remarks.insert(0, why.clone()),
        _ => {}
    }
    if let Some(target) = &copy.target {
        remarks.push(format!("Points to {target}."));
    }
    [
        answer.query.clone(),
        address.to_owned(),
        place.to_owned(),
        copy.copy.clone(),
        outcome.to_owned(),
        there,
        by.to_owned(),
        confidence.to_owned(),
        compared,
        remarks.join(" "),
    ]
}

fn side(excerpt: &super::answer::Excerpt) -> String {
    if excerpt.instructions.is_empty() {
        return excerpt.hex.clone();
    }
    format!("{} ({})", excerpt.hex, excerpt.instructions.join("; "))
}

fn word(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Confirmed => "CONFIRMED",
        Confidence::Strong => "STRONG",
        Confidence::Inferred => "INFERRED",
        Confidence::None => "NONE",
    }
}

/// A cell of CSV. Names come from files that anybody can write: a cell that a spreadsheet would run as a formula gets an
/// apostrophe before it, as OWASP advises (<https://owasp.org/www-community/attacks/CSV_Injection>).
fn quoted(cell: &str) -> String {
    let guard = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("\"{guard}{}\"", cell.replace('"', "\"\""))
}

/// A cell of a Markdown table: nothing in it ends the cell, the row or the text, and nothing is markup.
fn escaped(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    for letter in cell.chars() {
        match letter {
            '\n' | '\r' => out.push(' '),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '#' => {
                out.push('\\');
                out.push(letter);
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(query: &str, why: &str) -> Answer {
        Answer { query: query.to_owned(), place: Asked::Nothing(why.to_owned()), copies: Vec::new() }
    }

    #[test]
    fn a_cell_can_neither_leave_its_table_nor_become_a_formula() {
        let answers = [nothing("=cmd|'x'!A1", "a \"b\"\n<i>|")];
        let csv = csv(&answers);
        assert_eq!(csv.lines().next().map(|line| line.split(',').count()), Some(COLUMNS.len()));
        assert!(csv.contains("\"'=cmd|'x'!A1\"") && csv.contains("\"a \"\"b\"\"\n<i>|\""), "{csv}");
        let markdown = markdown(&answers);
        assert_eq!(markdown.lines().count(), 3);
        assert!(markdown.ends_with("| a \"b\" &lt;i&gt;\\| |\n"), "{markdown}");
    }
}
