//! Modules whose interpreter tag is not of the wheel that holds them.

use std::collections::BTreeMap;

use crate::card::format::{counted, listed, literal};
use crate::card::model::Note;
use crate::parity::Pair;

use super::{Code, Context, row_note, shortened};

const FOREIGN: Code = Code::quirk("foreign-abi");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_wheel: BTreeMap<usize, Vec<(&Pair, &str)>> = BTreeMap::new();
    for row in &context.rows {
        let beside = row.foreign.iter().map(|(wheel, path)| (*wheel, path.as_str()));
        let paired = row.copies.iter().filter(|copy| copy.foreign).map(|copy| (copy.wheel, copy.path.as_str()));
        for (wheel, path) in beside.chain(paired) {
            by_wheel.entry(wheel).or_default().push((row, path));
        }
    }
    let note = |(wheel, modules): (usize, Vec<(&Pair, &str)>)| {
        let paths = shortened(modules.iter().map(|(_, path)| literal(path)).collect());
        let mut rows: Vec<&Pair> = modules.iter().map(|(row, _)| *row).collect();
        rows.dedup_by_key(|row| &row.key);
        let text = format!(
            "The {} wheel holds {} of a foreign ABI (a stale build directory, or a renamed wheel): {}.",
            context.label(wheel),
            counted(modules.len(), "module", "modules"),
            listed(&paths)
        );
        row_note(FOREIGN, &rows, text)
    };
    by_wheel.into_iter().map(note).collect()
}
