//! The version string and where it lives, and the wheels themselves.

use std::collections::BTreeSet;

use crate::card::format::{self, thousands};
use crate::card::model::{About, Card, Origin, WheelHead};

use super::escape::{Table, code, plain};
use super::{notes, tables};

pub(super) fn section(card: &Card) -> String {
    let mut out = String::from("## The version string and where it lives\n\n");
    let mut table = Table::new(&[("What", false), ("As read", false)]);
    table.row(&["Version string".to_owned(), code(&card.head.version)]);
    if let Some(summary) = &card.head.summary {
        table.row(&["Summary".to_owned(), plain(summary)]);
    }
    for (time, wheels) in &card.head.build_times {
        let place = format!("{}, {} line {}", code(&time.what), code(&time.member), time.line);
        table.row(&["Build time".to_owned(), format!("{} ({place}{})", code(&time.text), only_in(wheels, card))]);
    }
    for (statement, wheels) in &card.head.statements {
        let mut source = plain(match statement.what.as_str() {
            "filename" => "the file name",
            "dist-info" => "the name of the .dist-info directory",
            what => what,
        });
        if let Some(member) = statement.member.as_ref().filter(|_| statement.what != "dist-info") {
            source.extend([" in ", &code(member)]);
        }
        if let Some(line) = statement.line {
            source.extend([" line ", &thousands(line)]);
        }
        let agrees = match (statement.agrees, statement.conditional) {
            (true, _) => "",
            (false, true) => " — another version, in a branch of the code",
            (false, false) => " — **another version**",
        };
        table.row(&[
            "Stated by".to_owned(),
            format!("{source}{}: {}{agrees}", only_in(wheels, card), code(&statement.version)),
        ]);
    }
    for (title, lines) in wheel_lines(card) {
        table.row(&[title, lines]);
    }
    if !card.head.decoding.is_empty() {
        let parts = card.head.decoding.iter().map(|(part, meaning)| format!("{} {}", code(part), plain(meaning)));
        table.row(&["Decoding".to_owned(), parts.collect::<Vec<_>>().join(" · ")]);
    }
    for (at, wheel) in card.wheels.iter().enumerate() {
        let tags = &wheel.tags;
        let only = |tags: &[String], where_: &str| {
            let tags: Vec<String> = tags.iter().map(|tag| code(tag)).collect();
            (!tags.is_empty()).then(|| format!("only in {where_}: {}", tags.join(", ")))
        };
        let differences: Vec<String> =
            only(&tags.only_file_name, "the file name").into_iter().chain(only(&tags.only_wheel, "`WHEEL`")).collect();
        if !differences.is_empty() {
            table.row(&[format!("Tags{}", only_in(&[at], card)), differences.join("; ")]);
        }
    }
    out.push_str(&table.finish());
    out.push_str(&wheels(&card.wheels, card.origin));
    out.push_str(&notes(card, About::Version));
    out
}

/// ` (cp310, cp311)`, nothing where it goes for all.
fn only_in(wheels: &[usize], card: &Card) -> String {
    if wheels.is_empty() || wheels.len() == card.wheels.len() {
        return String::new();
    }
    format!(" ({})", plain(&format::labels(wheels, &card.wheels)))
}

/// The lines of WHEEL: those that all wheels share once, then the others by wheel, or counted where there are many.
fn wheel_lines(card: &Card) -> Vec<(String, String)> {
    let has = |wheel: &WheelHead, line: &String| wheel.wheel_lines.contains(line);
    let is_shared = |line: &&String| card.wheels.iter().all(|wheel| has(wheel, line));
    let listed = |lines: &[&String]| lines.iter().map(|line| code(line)).collect::<Vec<_>>().join(", ");
    let shared: Vec<&String> =
        card.wheels.iter().take(1).flat_map(|wheel| &wheel.wheel_lines).filter(is_shared).collect();
    let mut distinct: Vec<(Vec<&String>, Vec<usize>)> = Vec::new();
    for (at, wheel) in card.wheels.iter().enumerate() {
        let own: Vec<&String> = wheel.wheel_lines.iter().filter(|line| !is_shared(line)).collect();
        match distinct.iter_mut().find(|(known, _)| *known == own) {
            _ if own.is_empty() => {}
            Some((_, having)) => having.push(at),
            None => distinct.push((own, vec![at])),
        }
    }
    let mut rows = Vec::new();
    if !shared.is_empty() {
        rows.push(("`WHEEL`".to_owned(), listed(&shared)));
    }
    if tables::is_wide(card) && distinct.len() > 1 {
        let lines = distinct.iter().flat_map(|(lines, _)| lines.iter());
        let names: BTreeSet<&str> = lines.filter_map(|line| line.split_once(':')).map(|(name, _)| name).collect();
        let names: Vec<String> = names.into_iter().map(code).collect();
        let words = format!(
            "{} differ from wheel to wheel; where tags are not those of the file name, a row says so",
            names.join(", ")
        );
        rows.push(("`WHEEL`, by wheel".to_owned(), words));
    } else {
        rows.extend(distinct.iter().map(|(own, wheels)| (format!("`WHEEL`{}", only_in(wheels, card)), listed(own))));
    }
    rows
}

fn wheels(wheels: &[WheelHead], origin: Origin) -> String {
    let mut table = Table::new(&[
        ("Wheel", false),
        ("File", false),
        ("Size (bytes)", true),
        ("SHA-256", false),
        ("Members", true),
        ("Unpacked (bytes)", true),
        ("State", false),
    ]);
    for wheel in wheels {
        table.row(&[
            code(&wheel.label),
            code(&wheel.file_name),
            thousands(wheel.size),
            wheel.sha256.map_or_else(|| "not computed yet".to_owned(), |digest| code(&digest.to_string())),
            thousands(wheel.members),
            thousands(wheel.unpacked),
            format::wheel_state(wheel.progress, wheel.alarms, wheel.unread, origin),
        ]);
    }
    table.finish()
}
