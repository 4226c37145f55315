//! Modules whose interpreter tag is not of the wheel that holds them.

use std::collections::BTreeMap;

use crate::card::format::{counted, listed, literal};
use crate::card::model::Note;
use crate::parity::{Copy, Pair};

use super::{Code, Context, row_note, shortened};

const FOREIGN: Code = Code::quirk("foreign-abi");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_wheel: BTreeMap<usize, Vec<(&Pair, &Copy)>> = BTreeMap::new();
    for row in &context.rows {
        for copy in row.copies.iter().filter(|copy| copy.foreign && !copy.guest) {
            by_wheel.entry(copy.wheel).or_default().push((row, copy));
        }
    }
    let note = |(wheel, modules): (usize, Vec<(&Pair, &Copy)>)| {
        let module = |(row, copy): &(&Pair, &Copy)| format!("{}{}", literal(&copy.path), equal(context, row, copy));
        let paths = shortened(modules.iter().map(module).collect());
        let rows: Vec<&Pair> = modules.iter().map(|(row, _)| *row).collect();
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

/// Whether a copy has the bytes of the module of the same name in the wheels that it is for; nothing when none of them
/// is here, or when bytes are not verified.
fn equal(context: &Context<'_>, row: &Pair, copy: &Copy) -> String {
    let own: Vec<&Copy> = row.copies.iter().filter(|other| other.wheel != copy.wheel && !other.foreign).collect();
    if own.is_empty() || !copy.verified || own.iter().any(|own| !own.verified) {
        return String::new();
    }
    let wheels = |equal: bool| -> Vec<usize> {
        own.iter().filter(|own| (own.sha256 == copy.sha256) == equal).map(|own| own.wheel).collect()
    };
    match (wheels(true).as_slice(), wheels(false).as_slice()) {
        ([], others) => format!(" (not the bytes of that in {})", context.labels(others)),
        (equals, _) => format!(" (the bytes of that in {})", context.labels(equals)),
    }
}
