//! Equal sizes are not equal bytes.

use std::collections::BTreeSet;

use crate::binary::Group;
use crate::card::format::{bytes, counted, group_nouns, head};
use crate::card::model::Note;
use crate::parity::{Pair, Rung};

use super::{Code, Context, row_note, shortened};

const SAME_SIZE: Code = Code::quirk("same-size-other-bytes");
const CONSTANT: Code = Code::note("constant-size");

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let groups = [Group::Executable, Group::SharedLibrary, Group::ExtensionModule, Group::Other];
    let constant = groups.into_iter().filter_map(|group| constant_size(context, group));
    let same = groups.into_iter().filter_map(|group| same_size(context, group));
    same.chain(constant).collect()
}

/// One note for a group: the largest row as an example with its digests, then the others by name.
fn same_size(context: &Context<'_>, group: Group) -> Option<Note> {
    let of_group = context.compared().filter(|row| row.group == group);
    let mut rows: Vec<&Pair> = of_group.filter(|row| differs(row) && one_size(row).is_some()).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(one_size(row)));
    let (example, others) = rows.split_first()?;
    let digests: BTreeSet<String> =
        example.copies.iter().filter_map(|copy| copy.sha256).map(|d| d.to_string()).collect();
    // In the order of the wheels, each once.
    let mut heads: Vec<String> = Vec::new();
    for digest in example.copies.iter().filter_map(|copy| copy.sha256) {
        let head = format!("`{}`", head(&digest.to_string()));
        if !heads.contains(&head) {
            heads.push(head);
        }
    }
    let wheels: Vec<usize> = example.copies.iter().map(|copy| copy.wheel).collect();
    let mut text = format!(
        "Same size does not mean same bytes: {} has {} {} and {} different SHA-256 ({}).",
        context.name(example),
        bytes(one_size(example).unwrap_or(0)),
        context.in_wheels(&wheels),
        digests.len(),
        shortened(heads).join(", ")
    );
    if !others.is_empty() {
        text.extend([" So it is with ", &context.names(others), "."]);
    }
    Some(row_note(SAME_SIZE, &rows, text))
}

/// That the rebuilt binaries of a group have one size in every wheel, and which are the exceptions.
fn constant_size(context: &Context<'_>, group: Group) -> Option<Note> {
    let rows: Vec<&Pair> =
        context.compared().filter(|row| row.group == group && row.rung == Rung::SameSource).collect();
    let (constant, varying): (Vec<&Pair>, Vec<&Pair>) = rows.iter().copied().partition(|row| one_size(row).is_some());
    // Exceptions that are not the smaller part are none.
    if constant.len() < 2 || varying.len() >= constant.len() {
        return None;
    }
    // The quirk above has said it already: it names an example and so many others.
    if varying.is_empty() && constant.len() <= super::NAMES.saturating_add(1) {
        return None;
    }
    let (one, many) = group_nouns(group);
    let exceptions = match varying.len() {
        0 => String::new(),
        1 => format!("; the exception is {}", context.names(&varying)),
        _ => format!("; the exceptions are {}", context.names(&varying)),
    };
    let all = counted(rows.len(), one, many);
    let which =
        if varying.is_empty() { super::all_of(rows.len(), many) } else { format!("{} of the {all}", constant.len()) };
    let text = format!("{which} that differ have one size in every wheel{exceptions}.");
    Some(row_note(CONSTANT, &rows, text))
}

fn differs(row: &Pair) -> bool {
    matches!(row.rung, Rung::SameSource | Rung::PerAbi)
}

/// The size that all copies have, if they have one.
fn one_size(row: &Pair) -> Option<u64> {
    let sizes: BTreeSet<u64> = row.copies.iter().map(|copy| copy.size).collect();
    if sizes.len() == 1 { sizes.first().copied() } else { None }
}
