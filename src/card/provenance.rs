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

/// Binaries that one line searches.
const SEARCHED: usize = 100;

pub(super) fn of_card(wheels: &[&WheelReport], heads: &[WheelHead], tables: &[Table]) -> Vec<Provenance> {
    let mut all = Vec::new();
    for (wheel, head) in wheels.iter().zip(heads) {
        all.extend(of_wheel(head));
        all.extend(of_metadata(wheel, head));
        all.extend(of_search(wheel, head));
    }
    let mut shown: BTreeSet<Rung> = BTreeSet::new();
    for row in tables.iter().flat_map(|table| &table.rows) {
        let can_check = row.copies.iter().all(|copy| copy.sha256.is_some() && !copy.doubtful);
        if can_check && shown.insert(row.rung) {
            let copies = row.copies.iter().filter_map(|copy| Some((copy, heads.get(copy.wheel)?)));
            all.extend(copies.flat_map(|(copy, head)| of_copy(row, copy, head)));
            all.extend(of_row(row, heads));
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
    for time in listing.version.build_times.iter().filter(|time| is_single(&time.member)) {
        if time.text.is_empty() || time.text.chars().any(char::is_control) {
            continue;
        }
        lines.push(Provenance {
            claim: format!("{} in {} of {label}", visible(&time.what), visible(&time.member)),
            command: format!(
                "unzip -p {file} {} | sed -n {}p | grep -c -F -e {}",
                shell::member(&time.member),
                time.line,
                shell::word(&time.text)
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

/// The line that searches all binaries of a wheel for its version, where none holds it; none where there are too many
/// for one line.
fn of_search(report: &WheelReport, head: &WheelHead) -> Option<Provenance> {
    let version = report.listing.version.version.as_deref()?;
    let mut members: Vec<String> = Vec::new();
    for member in &report.members {
        // What could not be read was not searched.
        let Some(hits) = &member.verified.as_ref()?.hits else { continue };
        let at = usize::try_from(member.index).ok()?;
        let entry = report.listing.directory.entries.get(at).filter(|entry| entry.index == member.index)?;
        if hits.version != Some(0) || members.len() >= SEARCHED {
            return None;
        }
        members.push(shell::member(&entry.name));
    }
    let is_plain = !version.is_empty() && !version.chars().any(char::is_control);
    (is_plain && !members.is_empty()).then(|| Provenance {
        claim: format!("version {} in no binary of {}", visible(version), visible(&head.label)),
        command: format!(
            "unzip -p {} {} | LC_ALL=C grep -a -c -F -e {}",
            shell::file(&head.file_name),
            members.join(" "),
            shell::word(version)
        ),
        expect: "0".to_owned(),
    })
}

/// The line that counts the contents of a binary's copies: one is byte-identical.
pub fn of_row(row: &Pair, heads: &[WheelHead]) -> Option<Provenance> {
    let settled = row.copies.iter().all(|copy| copy.sha256.is_some() && !copy.doubtful);
    let contents: BTreeSet<_> = row.copies.iter().filter_map(|copy| copy.sha256).collect();
    if !settled || row.copies.len() < 2 {
        return None;
    }
    let each = row.copies.iter().filter_map(|copy| {
        let file = shell::file(&heads.get(copy.wheel)?.file_name);
        Some(format!("unzip -p {file} {} | sha256sum", shell::member(&copy.path)))
    });
    let each: Vec<String> = each.collect();
    let labels: Vec<usize> = row.copies.iter().map(|copy| copy.wheel).collect();
    let claimed = if row.copies.iter().all(|copy| copy.verified) { "" } else { ", claimed by RECORD" };
    let labels = visible(&super::format::labels(&labels, heads));
    Some(Provenance {
        claim: format!("different contents of {} in {labels}{claimed}", literal(&row.key)),
        command: format!("{{ {}; }} | sort -u | wc -l", each.join("; ")),
        expect: contents.len().to_string(),
    })
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
