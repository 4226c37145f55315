//! The sentences that the card derives from its rows, one concept to a file.
//!
//! A note about bytes is made of verified rows only: what RECORD claims is on the ladder, and gets no sentence of its
//! own. Each note names the rows it rests on.

mod computed;
mod doubt;
mod few_bytes;
mod foreign_abi;
mod grafts;
mod id_length;
mod identical;
mod label;
mod missing;
mod no_id;
mod outlier;
mod python_link;
mod release;
mod same_bytes;
mod same_id;
mod same_size;
mod searched;
mod smaller_build;
mod soname;
mod stable_abi;
mod version;

use std::collections::{BTreeMap, BTreeSet};

use crate::binary::{Binary, Group};
use crate::parity::{Basis, Copy, Pair};
use crate::report::{Member, WheelReport};

use super::format;
use super::model::{About, Note, NoteKind, Table, WheelHead};
use super::names::ShortNames;

/// A kind of note: its stable code and its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Code {
    id: &'static str,
    kind: NoteKind,
}

impl Code {
    const fn alarm(id: &'static str) -> Self {
        Self { id, kind: NoteKind::Alarm }
    }

    const fn quirk(id: &'static str) -> Self {
        Self { id, kind: NoteKind::Quirk }
    }

    const fn note(id: &'static str) -> Self {
        Self { id, kind: NoteKind::Note }
    }
}

/// Notes of one code that are said one by one; the rest is said in one sentence.
const ONE_BY_ONE: usize = 8;
/// Names that a sentence lists before it counts; the rows that a note rests on are all listed beside it.
const NAMES: usize = 4;

/// All notes, alarms first.
pub(super) fn of(wheels: &[&WheelReport], heads: &[WheelHead], tables: &[Table]) -> Vec<Note> {
    let context = Context::new(wheels, heads, tables);
    // In the order in which a reader meets them on the card.
    let rules: &[fn(&Context<'_>) -> Vec<Note>] = &[
        release::notes,
        doubt::notes,
        version::notes,
        computed::notes,
        label::notes,
        identical::notes,
        python_link::notes,
        id_length::notes,
        same_size::notes,
        outlier::notes,
        few_bytes::notes,
        smaller_build::notes,
        stable_abi::notes,
        foreign_abi::notes,
        same_id::notes,
        no_id::notes,
        same_bytes::notes,
        grafts::notes,
        soname::notes,
        missing::notes,
    ];
    let mut notes: Vec<Note> = rules.iter().flat_map(|rule| rule(&context)).collect();
    notes.sort_by_key(|note| note.kind);
    notes
}

/// What every rule looks at.
struct Context<'a> {
    wheels: &'a [&'a WheelReport],
    heads: &'a [WheelHead],
    rows: Vec<&'a Pair>,
    names: ShortNames,
    members: Vec<BTreeMap<u32, &'a Member>>,
}

impl<'a> Context<'a> {
    fn new(wheels: &'a [&'a WheelReport], heads: &'a [WheelHead], tables: &'a [Table]) -> Self {
        let rows: Vec<&Pair> = tables.iter().flat_map(|table| &table.rows).collect();
        let by_index = |report: &&'a WheelReport| report.members.iter().map(|m| (m.index, m)).collect();
        Self {
            wheels,
            heads,
            names: ShortNames::of(rows.iter().map(|row| row.key.as_str())),
            rows,
            members: wheels.iter().map(by_index).collect(),
        }
    }

    /// Rows whose every copy is verified and beyond doubt, and that there is something to compare of; stale modules are
    /// told of by themselves.
    fn compared(&self) -> impl Iterator<Item = &'a Pair> + '_ {
        let compared = |row: &&Pair| row.copies.len() > 1 && row.basis == Basis::Verified && !row.stale;
        self.rows.iter().copied().filter(compared)
    }

    /// The rows of a group, but for stale modules, which are told of by themselves.
    fn in_group(&self, group: Group) -> impl Iterator<Item = &'a Pair> + '_ {
        self.rows.iter().copied().filter(move |row| row.group == group && !row.stale)
    }

    /// A copy's format facts, when it was identified and is a binary.
    fn binary(&self, copy: &Copy) -> Option<&'a Binary> {
        self.members.get(copy.wheel)?.get(&copy.entry)?.identified.as_ref()?.binary.as_ref()
    }

    fn label(&self, wheel: usize) -> &str {
        format::label(wheel, self.heads)
    }

    /// `cp310 and cp311`, `cp36, cp37, cp38, cp39 and 18 more`.
    fn labels(&self, wheels: &[usize]) -> String {
        let labels: Vec<String> = wheels.iter().map(|wheel| self.label(*wheel).to_owned()).collect();
        format::listed(&shortened(labels))
    }

    /// `in cp310 and cp311`, `in all three wheels`.
    fn in_wheels(&self, wheels: &[usize]) -> String {
        if wheels.len() == self.heads.len() {
            return format!("in {}", format::all_wheels(wheels.len()));
        }
        format!("in {}", self.labels(wheels))
    }

    fn name(&self, row: &Pair) -> String {
        self.names.literal(&row.key)
    }

    fn names(&self, rows: &[&Pair]) -> String {
        self.names.list(rows.iter().map(|row| row.key.as_str()), NAMES)
    }
}

/// `Both executables`, `All 5 executables`.
fn all_of(count: usize, many: &str) -> String {
    if count == 2 { format!("Both {many}") } else { format!("All {}", format::counted(count, many, many)) }
}

/// A note about rows; it belongs to their table when they are of one.
fn row_note(code: Code, rows: &[&Pair], text: String) -> Note {
    let groups: BTreeSet<Group> = rows.iter().map(|row| row.group).collect();
    let about = match (groups.first(), groups.len()) {
        (Some(group), 1) => About::Group(*group),
        _ => About::Parity,
    };
    note(code, about, rows.iter().map(|row| row.key.clone()).collect(), text)
}

fn note(code: Code, about: About, keys: Vec<String>, text: String) -> Note {
    Note { code: code.id.to_owned(), kind: code.kind, about, text, keys }
}

/// The first items, and how many more there are.
fn shortened(items: Vec<String>) -> Vec<String> {
    shortened_to(items, NAMES)
}

/// At most `most` items, and how many more there are; one item is no longer than "1 more".
fn shortened_to(mut items: Vec<String>, most: usize) -> Vec<String> {
    let rest = items.len().saturating_sub(most);
    if rest > 1 {
        items.truncate(most);
        items.push(format!("{rest} more"));
    }
    items
}

/// The first notes as they are, and one sentence for the others: a card with a thousand rows must stay readable.
fn capped(context: &Context<'_>, code: Code, mut notes: Vec<Note>) -> Vec<Note> {
    if notes.len() <= ONE_BY_ONE {
        return notes;
    }
    let rest = notes.split_off(ONE_BY_ONE.saturating_sub(1));
    let keys: BTreeSet<&str> = rest.iter().flat_map(|note| &note.keys).map(String::as_str).collect();
    let rows: Vec<&Pair> = context.rows.iter().copied().filter(|row| keys.contains(row.key.as_str())).collect();
    let text = format!(
        "The same was found {} more, among {}.",
        format::counted(rest.len(), "time", "times"),
        context.names(&rows)
    );
    notes.push(row_note(code, &rows, text));
    notes
}
