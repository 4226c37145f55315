//! For each claim the shell line that confirms it with standard tools, and what that line prints.
//!
//! The lines are meant for the directory in which the wheels lie. The card carries those of every wheel and, for each
//! rung, of one binary; [`of_copy`] makes them for any other.

use std::collections::BTreeSet;

use crate::binary::{IdKind, IdSource};
use crate::parity::{Copy, Pair, Rung};
use crate::report::WheelReport;

use super::format::{literal, visible};
use super::model::{Provenance, Table, WheelHead};
use super::shell;

pub(super) fn of_card(wheels: &[&WheelReport], heads: &[WheelHead], tables: &[Table]) -> Vec<Provenance> {
    let mut all = Vec::new();
    for (wheel, head) in wheels.iter().zip(heads) {
        all.extend(of_wheel(head));
        all.extend(of_metadata(wheel, head));
    }
    let mut shown: BTreeSet<Rung> = BTreeSet::new();
    for row in tables.iter().flat_map(|table| &table.rows) {
        let can_check = row.copies.iter().all(|copy| copy.sha256.is_some() && !copy.doubtful);
        if can_check && shown.insert(row.rung) {
            let copies = row.copies.iter().filter_map(|copy| Some((copy, heads.get(copy.wheel)?)));
            all.extend(copies.flat_map(|(copy, head)| of_copy(row, copy, head)));
        }
    }
    all
}

/// The lines for one wheel file.
fn of_wheel(head: &WheelHead) -> Vec<Provenance> {
    let name = visible(&head.file_name);
    let file = shell::file(&head.file_name);
    let mut lines = vec![Provenance {
        claim: format!("size of {name}"),
        command: format!("stat -c%s {file}"),
        expect: head.size.to_string(),
    }];
    if let Some(digest) = head.sha256 {
        lines.push(Provenance {
            claim: format!("SHA-256 of {name}"),
            command: format!("sha256sum < {file} | cut -d' ' -f1"),
            expect: digest.to_string(),
        });
    }
    lines
}

/// The lines for the version that a wheel states, and for its WHEEL file.
fn of_metadata(report: &WheelReport, head: &WheelHead) -> Vec<Provenance> {
    let listing = &report.listing;
    let label = visible(&head.label);
    let file = shell::file(&head.file_name);
    let mut lines = Vec::new();
    // Two entries of one name would both be printed.
    let is_single = |member: &str| listing.directory.entries.iter().filter(|entry| entry.name == member).count() == 1;
    let own = |name: &str| listing.dist_info.directory.as_ref().map(|directory| format!("{directory}/{name}"));
    for statement in &listing.version.statements {
        let member = match statement.what.as_str() {
            "METADATA" => own("METADATA"),
            _ => statement.member.clone().filter(|_| statement.line.is_some()),
        };
        let version = &statement.version;
        let Some(member) = member.filter(|member| is_single(member)) else { continue };
        if version.is_empty() || version.chars().any(char::is_control) {
            continue;
        }
        let at = statement.line.map_or_else(|| "grep '^Version:'".to_owned(), |line| format!("sed -n {line}p"));
        lines.push(Provenance {
            claim: format!("version {} in {} of {label}", visible(version), visible(&member)),
            command: format!(
                "unzip -p {file} {} | {at} | grep -c -F -e {}",
                shell::member(&member),
                shell::word(version)
            ),
            expect: "1".to_owned(),
        });
    }
    let is_plain = head.wheel_lines.iter().all(|line| !line.chars().any(char::is_control));
    if let Some(member) = own("WHEEL").filter(|member| is_single(member))
        && is_plain
        && !head.wheel_lines.is_empty()
    {
        lines.push(Provenance {
            claim: format!("WHEEL of {label}"),
            command: format!("unzip -p {file} {} | tr -d '\\r' | grep .", shell::member(&member)),
            expect: head.wheel_lines.join("\n"),
        });
    }
    lines
}

/// The lines for one wheel's copy of a binary: size, SHA-256 and build-id. None where standard tools would not see what
/// the card speaks of (a member with two contents, a denied CRC).
pub fn of_copy(row: &Pair, copy: &Copy, head: &WheelHead) -> Vec<Provenance> {
    let Some(digest) = copy.sha256.filter(|_| !copy.doubtful) else { return Vec::new() };
    let what = format!("{} in {}", literal(&row.key), visible(&head.label));
    let claimed = if copy.verified { "" } else { ", claimed by RECORD" };
    let unzip = format!("unzip -p {} {}", shell::file(&head.file_name), shell::member(&copy.path));
    let mut lines = vec![
        Provenance {
            claim: format!("size of {what}"),
            command: format!("{unzip} | wc -c"),
            expect: copy.size.to_string(),
        },
        Provenance {
            claim: format!("SHA-256 of {what}{claimed}"),
            command: format!("{unzip} | sha256sum | cut -d' ' -f1"),
            expect: digest.to_string(),
        },
    ];
    if let Some(id) = readelf_id(copy) {
        lines.push(Provenance {
            claim: format!("build-id of {what}"),
            command: format!(
                "t=$(mktemp) && {unzip} > \"$t\" && readelf -n \"$t\" | sed -n 's/.*Build ID: //p'; rm -f \"$t\""
            ),
            expect: id.to_owned(),
        });
    }
    lines
}

/// The build-id, where it is the only one and stands where `readelf -n` looks first: in a section.
fn readelf_id(copy: &Copy) -> Option<&str> {
    let ids = copy.ids.as_ref()?;
    let mut gnu = ids.iter().filter(|id| id.kind == IdKind::GnuBuildId);
    let (only, None) = (gnu.next()?, gnu.next()) else { return None };
    let in_section = matches!(only.source, IdSource::Section | IdSource::SectionAndSegment);
    (only.bytes > 0 && in_section).then_some(&only.text)
}
