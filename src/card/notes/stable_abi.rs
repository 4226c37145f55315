//! Modules for the stable ABI that were built anew for each wheel all the same.

use crate::binary::Group;
use crate::card::model::Note;
use crate::parity::{Pair, Rung};

use super::{Code, Context, row_note};

const REBUILT: Code = Code::quirk("abi3-rebuilt");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    // On rung 2 an extension module is one for the stable ABI, or it would be on rung 3.
    let is_rebuilt = |row: &&Pair| row.group == Group::ExtensionModule && row.rung == Rung::SameSource;
    let rows: Vec<&Pair> = context.compared().filter(is_rebuilt).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let text = format!(
        "{} for the stable ABI (`abi3`), which one build could serve, and yet differ{} from wheel to wheel.",
        if rows.len() == 1 { format!("{} is", context.names(&rows)) } else { format!("{} are", context.names(&rows)) },
        if rows.len() == 1 { "s" } else { "" },
    );
    vec![row_note(REBUILT, &rows, text)]
}
