//! A reference laid out as tables, with or without wheels beside it.

use super::Reference;

/// The members of one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its heading, e.g. `Executables`.
    pub title: String,
    /// The columns for the wheels: the labels of [`Reference::wheels`], then one for what is not said of a certain
    /// wheel, where there is such a thing.
    pub wheels: Vec<String>,
    /// Its rows, in the reference's order.
    pub rows: Vec<Row>,
}

/// One member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its path as stated; the file name in the table of the wheels; empty where none is stated.
    pub name: String,
    /// What is said of all wheels alike: rung, SHA-256 in unsaid order.
    pub common: Vec<Cell>,
    /// For each of the table's `wheels`: sizes, one cell for each fact.
    pub sizes: Vec<Vec<Cell>>,
    /// For each of the table's `wheels`: ids.
    pub ids: Vec<Vec<Cell>>,
    /// For each of the table's `wheels`: SHA-256.
    pub sha256: Vec<Vec<Cell>>,
    /// For each of the table's `wheels`: everything else.
    pub other: Vec<Vec<Cell>>,
}

/// One fact in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The fact, an index into [`Reference::facts`]; its checks have the same in [`Check::fact`](super::Check::fact).
    pub fact: usize,
    /// What kind of value, e.g. `build-id`.
    pub what: &'static str,
    /// The value as published.
    pub text: String,
}

impl Reference {
    /// The release's own facts: version, build time, generator and where they stand.
    pub fn head(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// What is stated of the wheel files themselves; `None` when nothing is.
    pub fn wheel_table(&self) -> Option<Table> {
        None
    }

    /// The members that it speaks of, a table for each group.
    pub fn tables(&self) -> Vec<Table> {
        Vec::new()
    }
}
