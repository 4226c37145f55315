//! The binaries of each group: sizes, ids and parity; ids per wheel; digests.

use std::collections::BTreeSet;

use crate::binary::{Group, IdKind};
use crate::card::format::{self, all_wheels, head, thousands};
use crate::card::model::{About, Card, Table as CardTable};
use crate::parity::{Basis, Copy, Pair, Rung};

use super::escape::{Table, code, plain};
use super::notes;

/// Wheels up to which each has a column.
const COLUMNS: usize = 6;

pub(super) fn section(card: &Card, table: &CardTable) -> String {
    let term = format::group(table.group);
    let mut out = format!("## {}\n\n{}\n\n", term.word, super::sentence(term.meaning));
    out.push_str(&match table.group {
        Group::ExtensionModule => modules(card, table),
        Group::Other => others(card, table),
        Group::Executable | Group::SharedLibrary => binaries(card, table),
    });
    out.push_str(&ids_per_wheel(card, table));
    out.push_str(&notes(card, About::Group(table.group)));
    out
}

/// What the first column is called.
fn title(group: Group) -> &'static str {
    match group {
        Group::Executable => "Executable",
        Group::SharedLibrary => "Library",
        Group::ExtensionModule => "Module",
        Group::Other => "File",
    }
}

fn first_label(card: &Card) -> &str {
    format::label(0, &card.wheels)
}

fn binaries(card: &Card, table: &CardTable) -> String {
    let id_title = format!("Build-id ({})", plain(first_label(card)));
    let columns = [(title(table.group), false), ("Size (bytes)", true), (id_title.as_str(), false), ("Parity", false)];
    let mut out = Table::new(&columns);
    for row in &table.rows {
        out.row(&[code(&row.key), sizes(card, row), first_id(card, row), parity(card, row)]);
    }
    out.finish()
}

/// Sizes in a column for each wheel: they are part of a module's identity.
fn modules(card: &Card, table: &CardTable) -> String {
    let id_title = format!("Build-id ({})", plain(first_label(card)));
    let titles: Vec<String> = if is_wide(card) {
        vec!["Size (bytes)".to_owned()]
    } else {
        card.wheels.iter().map(|wheel| format!("Size {}", plain(&wheel.label))).collect()
    };
    let mut columns = vec![(title(table.group), false)];
    columns.extend(titles.iter().map(|title| (title.as_str(), true)));
    columns.extend([(id_title.as_str(), false), ("Parity", false)]);
    let mut out = Table::new(&columns);
    for row in &table.rows {
        let mut cells = vec![code(&row.key)];
        if is_wide(card) {
            cells.push(sizes(card, row));
        } else {
            cells.extend((0..card.wheels.len()).map(|wheel| {
                let copy = row.copies.iter().find(|copy| copy.wheel == wheel);
                copy.map_or_else(|| "–".to_owned(), |copy| thousands(copy.size))
            }));
        }
        cells.extend([first_id(card, row), parity(card, row)]);
        out.row(&cells);
    }
    out.finish()
}

/// Whether a column for each wheel would be too many.
pub(super) fn is_wide(card: &Card) -> bool {
    card.wheels.len() > COLUMNS
}

fn others(card: &Card, table: &CardTable) -> String {
    let mut out =
        Table::new(&[(title(table.group), false), ("What it is", false), ("Size (bytes)", true), ("Parity", false)]);
    for row in &table.rows {
        let what: Vec<(usize, &str)> = row.copies.iter().map(|copy| (copy.wheel, what(copy))).collect();
        let what = format::collapsed(&what, &card.wheels, |what| (*what).to_owned());
        out.row(&[code(&row.key), plain(&what), sizes(card, row), parity(card, row)]);
    }
    out.finish()
}

fn what(copy: &Copy) -> &'static str {
    match (copy.role, copy.kind) {
        (Some(role), _) => format::role(role),
        (None, Some(kind)) => format::file_kind(kind),
        (None, None) => format::not_read(copy),
    }
}

/// The sizes of a row's copies; of many different ones the range, since another table has them all.
fn sizes(card: &Card, row: &Pair) -> String {
    let distinct: BTreeSet<u64> = row.copies.iter().map(|copy| copy.size).collect();
    match (distinct.first(), distinct.last()) {
        (Some(least), Some(most)) if is_wide(card) && distinct.len() > 1 => {
            format!("{} sizes, {} to {}", distinct.len(), thousands(*least), thousands(*most))
        }
        _ => plain(&format::sizes(&row.copies, &card.wheels)),
    }
}

/// The id of the first wheel's copy; another wheel's where the first has none, and then its label.
fn first_id(card: &Card, row: &Pair) -> String {
    let Some(copy) = row.copies.first() else { return String::new() };
    let id = id(copy, str::to_owned);
    if copy.wheel == 0 { id } else { format!("{id} ({})", plain(format::label(copy.wheel, &card.wheels))) }
}

/// A copy's id, said what kind it is when it is no GNU build-id.
fn id(copy: &Copy, show: impl Fn(&str) -> String) -> String {
    let Some(ids) = &copy.ids else { return format::not_read(copy).to_owned() };
    if ids.is_empty() {
        return if copy.unreadable_notes { "unreadable" } else { "none" }.to_owned();
    }
    let one = |id: &crate::binary::Id| {
        let text = if id.bytes == 0 { "empty id".to_owned() } else { code(&show(&id.text)) };
        let architecture = id.architecture.as_ref().map(|arch| format!(" ({})", plain(arch))).unwrap_or_default();
        match id.kind {
            IdKind::GnuBuildId | IdKind::PeGuidAge | IdKind::MachOUuid => format!("{text}{architecture}"),
            IdKind::GoBuildId => format!("Go build id {text}"),
        }
    };
    ids.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The rung in words, with what a reader must know beside it.
fn parity(card: &Card, row: &Pair) -> String {
    let mut words = vec![match row.rung {
        Rung::ByteIdentical if row.missing.is_empty() => {
            let digest = row.copies.first().and_then(|copy| copy.sha256).map(|digest| head(&digest.to_string()));
            let digest = digest.map(|digest| format!(" (SHA-256 {} equal)", code(&digest))).unwrap_or_default();
            format!("byte-identical in {}{digest}", all_wheels(card.wheels.len()))
        }
        Rung::SameSource if has_one_size(row) => "rebuilt, same size".to_owned(),
        rung => format::rung(rung).word.to_owned(),
    }];
    if let Some(star) = &row.evidence {
        let (verdict, addresses) = (format::verdict(star.verdict).word, format::confidence(row.addresses).word);
        words.push(format!("{verdict}, addresses {addresses}"));
    }
    if !row.missing.is_empty() && card.wheels.len() > 1 {
        let some = if is_wide(card) && row.missing.len() > COLUMNS {
            format!("{} of {}", row.missing.len(), format::all_wheels(card.wheels.len()).trim_start_matches("all "))
        } else {
            plain(&format::labels(&row.missing, &card.wheels))
        };
        words.push(format!("not in {some}"));
    }
    if row.basis != Basis::Verified {
        words.push(format!("*{}*", format::basis(row.basis, card.origin).word));
    }
    words.join("; ")
}

fn has_one_size(row: &Pair) -> bool {
    let mut sizes = row.copies.iter().map(|copy| copy.size);
    let first = sizes.next();
    sizes.all(|size| Some(size) == first)
}

/// Whole ids of each wheel's copy, for the rows whose ids are not those of the table above.
fn ids_per_wheel(card: &Card, table: &CardTable) -> String {
    let ids = |copy: &Copy| copy.ids.as_ref().filter(|ids| !ids.is_empty()).cloned();
    let sizes_stand_above = table.group == Group::ExtensionModule && !is_wide(card);
    let differ = |row: &&Pair| {
        let first = row.copies.first();
        let (first_id, first_size) = (first.and_then(ids), first.map(|copy| copy.size));
        row.copies.iter().any(|copy| ids(copy) != first_id)
            || is_wide(card) && !sizes_stand_above && row.copies.iter().any(|copy| Some(copy.size) != first_size)
    };
    let rows: Vec<&Pair> = table.rows.iter().filter(differ).collect();
    if rows.is_empty() {
        return String::new();
    }
    let group = format::group(table.group).word.to_lowercase();
    if is_wide(card) {
        return format!("### Sizes and build-ids per wheel: {group}\n\n{}", by_lines(card, table.group, &rows));
    }
    let titles: Vec<String> = card.wheels.iter().map(|wheel| plain(&wheel.label)).collect();
    let mut columns = vec![(title(table.group), false)];
    columns.extend(titles.iter().map(|title| (title.as_str(), false)));
    let mut out = Table::new(&columns);
    for row in rows {
        let mut cells = vec![code(&row.key)];
        cells.extend((0..card.wheels.len()).map(|wheel| {
            let copy = row.copies.iter().find(|copy| copy.wheel == wheel);
            copy.map_or_else(|| "–".to_owned(), |copy| id(copy, str::to_owned))
        }));
        out.row(&cells);
    }
    format!("### Build-ids per wheel: {group}\n\n{}", out.finish())
}

/// A line for each size and id that a row has, with the wheels that have it.
fn by_lines(card: &Card, group: Group, rows: &[&Pair]) -> String {
    let mut out = Table::new(&[(title(group), false), ("Wheels", false), ("Size (bytes)", true), ("Build-id", false)]);
    for row in rows {
        let mut distinct: Vec<((u64, String), Vec<usize>)> = Vec::new();
        for copy in &row.copies {
            let value = (copy.size, id(copy, str::to_owned));
            match distinct.iter_mut().find(|(known, _)| *known == value) {
                Some((_, wheels)) => wheels.push(copy.wheel),
                None => distinct.push((value, vec![copy.wheel])),
            }
        }
        for ((size, id), wheels) in distinct {
            out.row(&[code(&row.key), which(card, &wheels), thousands(size), id]);
        }
    }
    out.finish()
}

/// Some wheels in a cell: all of many are not listed.
pub(super) fn which(card: &Card, wheels: &[usize]) -> String {
    if is_wide(card) && wheels.len() == card.wheels.len() {
        return format!("all {}", wheels.len());
    }
    plain(&format::labels(wheels, &card.wheels))
}

/// The whole digest of every copy.
pub(super) fn digests(card: &Card) -> String {
    if card.tables.iter().all(|table| table.rows.is_empty()) {
        return String::new();
    }
    let mut out = Table::new(&[("Binary", false), ("Wheels", false), ("SHA-256", false)]);
    for row in card.tables.iter().flat_map(|table| &table.rows) {
        let mut distinct: Vec<(&Copy, Vec<usize>)> = Vec::new();
        for copy in &row.copies {
            let same = |known: &Copy| (known.sha256, standing(known)) == (copy.sha256, standing(copy));
            match distinct.iter_mut().find(|(known, _)| same(known)) {
                Some((_, wheels)) => wheels.push(copy.wheel),
                None => distinct.push((copy, vec![copy.wheel])),
            }
        }
        for (copy, wheels) in distinct {
            let digest = copy.sha256.map_or_else(|| "unknown".to_owned(), |digest| code(&digest.to_string()));
            out.row(&[code(&row.key), which(card, &wheels), format!("{digest}{}", standing(copy))]);
        }
        for copy in &row.copies {
            for twin in &copy.twins {
                let digest = twin.sha256.map_or_else(|| "unknown".to_owned(), |digest| code(&digest.to_string()));
                let label = plain(format::label(copy.wheel, &card.wheels));
                out.row(&[code(&row.key), label, format!("{digest} *another entry of the same name*")]);
            }
        }
    }
    format!("## SHA-256 of every copy\n\n{}", out.finish())
}

fn standing(copy: &Copy) -> &'static str {
    match (copy.doubtful, copy.verified) {
        (true, _) => " *doubtful*",
        (false, true) => "",
        (false, false) => " *claimed by RECORD*",
    }
}
