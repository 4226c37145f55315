//! Every GNU build-id with the place where debug tools look for it: `.build-id/xx/yyyy…`.
//!
//! The layout is that of gdb and debuginfod (<https://sourceware.org/gdb/current/onlinedocs/gdb.html/Separate-Debug-Files.html>):
//! the first byte names a directory, the others the file in it.

use std::collections::BTreeSet;

use crate::binary::IdKind;

use super::format::{self, visible};
use super::model::Card;

/// The list, one line for each id and member that has it: place, wheel, path, separated by tabs; sorted.
pub fn export(card: &Card) -> String {
    let mut lines = BTreeSet::new();
    for row in card.tables.iter().flat_map(|table| &table.rows) {
        for copy in &row.copies {
            let file = card.wheels.get(copy.wheel).map(|wheel| visible(&wheel.file_name)).unwrap_or_default();
            let ids = copy.ids.iter().flatten().filter(|id| id.kind == IdKind::GnuBuildId);
            for (first, rest) in ids.filter_map(|id| id.text.split_at_checked(2)) {
                lines.insert(format!(".build-id/{first}/{rest}\t{file}\t{}\n", visible(&copy.path)));
            }
        }
    }
    format!(
        "# {} {}: build-ids as read from the bytes\n{}{}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        format::origin(card.origin).map(|origin| format!("# {origin}\n")).unwrap_or_default(),
        lines.into_iter().collect::<String>()
    )
}
