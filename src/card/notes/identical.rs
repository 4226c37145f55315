//! Which binaries of a group are the byte-identical ones.

use crate::binary::Group;
use crate::card::format::{all_wheels, counted, group_nouns};
use crate::card::model::Note;
use crate::parity::{Basis, Pair, Rung};

use super::{Code, Context, all_of, row_note};

const ONLY: Code = Code::note("only-identical");
const ALL: Code = Code::note("all-identical");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    if context.heads.len() < 2 {
        return Vec::new();
    }
    let groups = [Group::Executable, Group::SharedLibrary, Group::ExtensionModule];
    groups.into_iter().filter_map(|group| of_group(context, group)).collect()
}

fn of_group(context: &Context<'_>, group: Group) -> Option<Note> {
    let rows: Vec<&Pair> = context.in_group(group).collect();
    // "Only" and "all" speak of every row, so every row must have been looked at.
    if rows.iter().any(|row| row.basis != Basis::Verified) {
        return None;
    }
    let is_identical = |row: &Pair| row.rung == Rung::ByteIdentical && row.missing.is_empty();
    let (identical, others): (Vec<&Pair>, Vec<&Pair>) = rows.iter().copied().partition(|row| is_identical(row));
    let (one, many) = group_nouns(group);
    let everywhere = all_wheels(context.heads.len());
    match (identical.as_slice(), others.as_slice()) {
        ([], _) => None,
        ([only], []) => {
            let text = format!("The one {one}, {}, is byte-identical in {everywhere}.", context.name(only));
            Some(row_note(ALL, &identical, text))
        }
        (_, []) => {
            let text = format!("{} are byte-identical in {everywhere}.", all_of(identical.len(), many));
            Some(row_note(ALL, &identical, text))
        }
        ([only], _) => {
            let text = format!(
                "{} is the only {one} that is byte-identical in {everywhere}; the other {} not.",
                context.name(only),
                if others.len() == 1 { "one is".to_owned() } else { format!("{} are", others.len()) },
            );
            Some(row_note(ONLY, &identical, text))
        }
        (_, [other]) => {
            let text = format!(
                "{} is the only {one} that is not byte-identical in {everywhere}; the other {} are.",
                context.name(other),
                identical.len()
            );
            Some(row_note(ONLY, &others, text))
        }
        _ => {
            let text = format!(
                "Of {}, {} are byte-identical in {everywhere}: {}; the other {} are not.",
                counted(rows.len(), one, many),
                identical.len(),
                context.names(&identical),
                others.len()
            );
            Some(row_note(ONLY, &identical, text))
        }
    }
}
