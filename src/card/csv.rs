//! A table of the card as CSV (RFC 4180): one line for each wheel's copy of each binary.
//!
//! Values stand as they are. A spreadsheet reads a value that begins with `=` as a formula; a path that does so is data
//! here, and changing it would make the table false.

use crate::binary::Id;
use crate::parity::Copy;

use super::format;
use super::model::{Origin, Table, WheelHead};

const COLUMNS: [&str; 16] = [
    "binary",
    "group",
    "rung",
    "basis",
    "logic",
    "addresses",
    "reason",
    "wheel",
    "file",
    "path",
    "size",
    "sha256",
    "sha256 is",
    "kind",
    "ids",
    "tool",
];

/// The table, with a header line.
pub fn export(table: &Table, wheels: &[WheelHead]) -> String {
    export_from(table, wheels, Origin::Bytes)
}

/// A table of a card that may be a saved one; then the last column says so.
pub fn export_from(table: &Table, wheels: &[WheelHead], origin: Origin) -> String {
    let tool = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    let tool = match origin {
        Origin::Bytes => tool.to_owned(),
        Origin::SavedReport => format!("{tool}, from a saved report"),
    };
    let mut out = line(COLUMNS.map(str::to_owned));
    for row in &table.rows {
        for copy in &row.copies {
            let wheel = wheels.get(copy.wheel);
            out.push_str(&line([
                row.key.clone(),
                format::group(row.group).word.to_owned(),
                format::rung(row.rung).word.to_owned(),
                format::basis(row.basis, origin).word.to_owned(),
                format::confidence(row.logic).word.to_owned(),
                format::confidence(row.addresses).word.to_owned(),
                row.reason.clone(),
                wheel.map(|wheel| wheel.label.clone()).unwrap_or_default(),
                wheel.map(|wheel| wheel.file_name.clone()).unwrap_or_default(),
                copy.path.clone(),
                copy.size.to_string(),
                copy.sha256.map(|digest| digest.to_string()).unwrap_or_default(),
                standing(copy, origin).to_owned(),
                copy.kind.map(format::file_kind).unwrap_or_default().to_owned(),
                copy.ids.iter().flatten().map(|id: &Id| id.text.as_str()).collect::<Vec<_>>().join(" "),
                tool.clone(),
            ]));
        }
    }
    out
}

/// What a copy's digest rests on.
fn standing(copy: &Copy, origin: Origin) -> &'static str {
    match (copy.sha256, copy.doubtful, copy.verified) {
        (None, _, _) => "unknown",
        (_, true, _) => "doubtful",
        (_, _, true) => format::verified(origin),
        (_, _, false) => "claimed by RECORD",
    }
}

fn line(fields: [String; 16]) -> String {
    let mut line = fields.map(|field| quoted(&field)).join(",");
    line.push_str("\r\n");
    line
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_are_quoted_as_rfc_4180_says() {
        for (field, written) in [("a", "a"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\"")] {
            assert_eq!(quoted(field), written);
        }
    }
}
