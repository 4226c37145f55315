//! Binaries without an id.

use crate::binary::Role;
use crate::card::format::counted;
use crate::card::model::Note;
use crate::parity::{Copy, Pair};

use super::{Code, Context, row_note};

const NO_ID: Code = Code::note("no-id");
const EMPTY_ID: Code = Code::quirk("empty-id");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let linked = |copy: &Copy| {
        matches!(
            copy.role,
            Some(Role::Executable | Role::ExtensionModule | Role::SharedLibrary | Role::RunnableLibrary)
        )
    };
    let lacks = |copy: &Copy| {
        linked(copy)
            && copy.verified
            && !copy.guest
            && !copy.unreadable_notes
            && copy.ids.as_ref().is_some_and(Vec::is_empty)
    };
    let is_empty = |copy: &Copy| copy.verified && copy.main_id().is_some_and(|id| id.bytes == 0);
    let having = |what: &dyn Fn(&Copy) -> bool| -> Vec<&Pair> {
        context.rows.iter().copied().filter(|row| row.copies.iter().any(what)).collect()
    };
    let mut notes = Vec::new();
    let without = having(&lacks);
    if !without.is_empty() {
        let partly = without.iter().any(|row| !row.copies.iter().all(lacks));
        let text = format!(
            "{} no build-id{}: {}. Only the SHA-256 names {}.",
            counted(without.len(), "binary carries", "binaries carry"),
            if partly { " in at least one wheel" } else { "" },
            context.names(&without),
            if without.len() == 1 { "it" } else { "them" },
        );
        notes.push(row_note(NO_ID, &without, text));
    }
    let empty = having(&is_empty);
    if !empty.is_empty() {
        let text = format!(
            "{} a build-id note of 0 bytes, which is an id that says nothing: {}.",
            counted(empty.len(), "binary has", "binaries have"),
            context.names(&empty)
        );
        notes.push(row_note(EMPTY_ID, &empty, text));
    }
    notes
}
