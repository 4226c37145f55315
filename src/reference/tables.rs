//! A reference laid out as tables, with or without wheels beside it.

use std::collections::BTreeMap;

use super::{About, Claim, Fact, Reference, Scope};
use crate::binary::Group;
use crate::card::format;

/// The members of one group, or the wheel files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its heading, e.g. `Executables`.
    pub title: String,
    /// The columns: the labels of [`Reference::wheels`]; one without a name where the reference lists no wheels.
    pub wheels: Vec<String>,
    /// Its rows, in the reference's order.
    pub rows: Vec<Row>,
}

/// One member, or one wheel file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its path as stated; a wheel's label or file name; empty where no member is named.
    pub name: String,
    /// What is said of its copies together: the rung, digests of which it is not said which wheel has which.
    pub common: Vec<Cell>,
    /// One for each of the table's `wheels`; a fact about all wheels stands in each.
    pub wheels: Vec<WheelCells>,
}

/// What is said of one member in one wheel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WheelCells {
    /// Sizes.
    pub size: Vec<Cell>,
    /// Ids, and lengths of ids.
    pub id: Vec<Cell>,
    /// SHA-256.
    pub sha256: Vec<Cell>,
    /// Everything else: presence, lines of WHEEL.
    pub other: Vec<Cell>,
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

impl Cell {
    fn of(at: usize, fact: &Fact) -> Self {
        Self { fact: at, what: fact.claim.what(), text: fact.claim.text() }
    }
}

impl Reference {
    /// The release's own facts: name, version, build time, lines of WHEEL, and where they stand.
    pub fn head(&self) -> Vec<Cell> {
        let facts = self.facts.iter().enumerate().filter(|(_, fact)| fact.about == About::Release);
        facts.map(|(at, fact)| Cell::of(at, fact)).collect()
    }

    /// What is stated of the wheel files themselves: a row for each wheel, with one column; `None` when nothing is.
    pub fn wheel_table(&self) -> Option<Table> {
        let mut rows: BTreeMap<usize, WheelCells> = BTreeMap::new();
        for (at, fact) in self.facts.iter().enumerate().filter(|(_, fact)| fact.about == About::Wheel) {
            for wheel in self.columns(&fact.scope) {
                rows.entry(wheel).or_default().put(at, fact);
            }
        }
        let name = |at: usize| {
            let wheel = self.wheels.get(at);
            wheel.map(|wheel| wheel.file_name.clone().unwrap_or_else(|| wheel.label.clone())).unwrap_or_default()
        };
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|(at, cells)| Row { name: name(at), common: Vec::new(), wheels: vec![cells] })
            .collect();
        (!rows.is_empty()).then(|| Table { title: "Wheels".to_owned(), wheels: vec![String::new()], rows })
    }

    /// The members that it speaks of, a table for each group.
    pub fn tables(&self) -> Vec<Table> {
        let columns = self.wheels.len().max(1);
        let new = |name: &str| Row {
            name: name.to_owned(),
            common: Vec::new(),
            wheels: vec![WheelCells::default(); columns],
        };
        let mut named: Vec<Row> = self.subjects.iter().map(|subject| new(&subject.path)).collect();
        let mut unnamed: Vec<Row> = Vec::new();
        for (at, fact) in self.facts.iter().enumerate() {
            match fact.about {
                About::Member(subject) => {
                    if let Some(row) = named.get_mut(subject) {
                        row.put(at, fact, &self.columns(&fact.scope));
                    }
                }
                About::SomeMember => {
                    let mut row = new("");
                    row.put(at, fact, &self.columns(&fact.scope));
                    unnamed.push(row);
                }
                About::Release | About::Wheel => {}
            }
        }
        let mut groups: BTreeMap<(bool, Option<Group>), Vec<Row>> = BTreeMap::new();
        for (subject, row) in self.subjects.iter().zip(named) {
            groups.entry((subject.group.is_none(), subject.group)).or_default().push(row);
        }
        if !unnamed.is_empty() {
            groups.entry((true, None)).or_default().extend(unnamed);
        }
        let labels: Vec<String> = match self.wheels.as_slice() {
            [] => vec![String::new()],
            wheels => wheels.iter().map(|wheel| wheel.label.clone()).collect(),
        };
        let title = |group: Option<Group>| group.map_or("Files", |group| format::group(group).word).to_owned();
        let table = |((_, group), rows)| Table { title: title(group), wheels: labels.clone(), rows };
        groups.into_iter().map(table).collect()
    }

    /// The columns in which a fact of this scope stands.
    fn columns(&self, scope: &Scope) -> Vec<usize> {
        match scope {
            Scope::Of(wheels) => wheels.clone(),
            Scope::All | Scope::Unsaid => (0..self.wheels.len().max(1)).collect(),
        }
    }
}

impl Row {
    fn put(&mut self, at: usize, fact: &Fact, columns: &[usize]) {
        let is_common = matches!(fact.claim, Claim::Rung(_) | Claim::BuildIdsDistinct | Claim::Sha256Among(_));
        // What is not said of a certain wheel stands once, not in the column of each.
        if is_common || fact.scope == Scope::Unsaid && self.wheels.len() > 1 {
            self.common.push(Cell::of(at, fact));
            return;
        }
        for column in columns {
            if let Some(cells) = self.wheels.get_mut(*column) {
                cells.put(at, fact);
            }
        }
    }
}

impl WheelCells {
    fn put(&mut self, at: usize, fact: &Fact) {
        let place = match fact.claim {
            Claim::Size(_) => &mut self.size,
            Claim::BuildId(_) | Claim::BuildIdBytes(_) => &mut self.id,
            Claim::Sha256(_) | Claim::Sha256Among(_) => &mut self.sha256,
            _ => &mut self.other,
        };
        place.push(Cell::of(at, fact));
    }
}
