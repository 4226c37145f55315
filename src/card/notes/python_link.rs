//! Programs and libraries that need a libpython, and hence a build for each Python.

use std::collections::BTreeSet;

use crate::binary::Group;
use crate::card::format::{counted, group_nouns, listed, literal};
use crate::card::model::Note;
use crate::parity::{Pair, Rung};

use super::{Code, Context, row_note};

const PYTHON_LINK: Code = Code::note("python-linked");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    [Group::Executable, Group::SharedLibrary].into_iter().filter_map(|group| of_group(context, group)).collect()
}

fn of_group(context: &Context<'_>, group: Group) -> Option<Note> {
    let rows: Vec<&Pair> = context.compared().filter(|row| row.group == group).collect();
    let (linked, free): (Vec<&Pair>, Vec<&Pair>) =
        rows.into_iter().partition(|row| !libpythons(context, row).is_empty());
    if linked.is_empty() {
        return None;
    }
    let needed: BTreeSet<String> = linked.iter().flat_map(|row| libpythons(context, row)).collect();
    let needed: Vec<String> = needed.iter().map(|name| literal(name)).collect();
    let are_rebuilt = linked.iter().all(|row| row.rung != Rung::ByteIdentical);
    let identical = free.iter().filter(|row| row.rung == Rung::ByteIdentical).count();
    let (one, many) = group_nouns(group);
    let consequence = match (are_rebuilt, identical) {
        (true, 0) => ", and none of them is byte-identical".to_owned(),
        (true, 1) => ", and none of them is byte-identical; the byte-identical one needs none".to_owned(),
        (true, several) => {
            format!(", and none of them is byte-identical; the {several} byte-identical ones need none")
        }
        (false, _) => String::new(),
    };
    let text = format!(
        "{} a libpython ({}): {}{consequence}.",
        counted(linked.len(), &format!("{one} needs"), &format!("{many} need")),
        listed(&needed),
        context.names(&linked)
    );
    Some(row_note(PYTHON_LINK, &linked, text))
}

/// The libpythons in NEEDED of any copy.
fn libpythons(context: &Context<'_>, row: &Pair) -> BTreeSet<String> {
    let binaries = row.copies.iter().filter_map(|copy| context.binary(copy));
    let needed = binaries.filter_map(|binary| binary.elf.as_ref()?.dynamic.as_ref()).flat_map(|d| &d.needed);
    needed.filter(|name| name.starts_with("libpython")).cloned().collect()
}
