//! The card as Markdown, in the form of a hand-made identification card: head, tables, ladder, findings, provenance,
//! with each note behind the table it belongs to.

mod escape;
mod evidence;
mod installers;
mod ladder;
mod provenance;
mod tables;
mod version;

use super::format::{self, counted, thousands};
use super::model::{About, Card, CardFinding, Note, Origin, Progress, WheelHead};
use escape::{Table, code, plain, sentence};

/// Wheels that a sentence names before it only counts them.
const LABELS: usize = 8;

/// The card, ending in a newline.
pub fn export(card: &Card) -> String {
    let mut out =
        format!("# Binary identification card: {} {}\n\n", plain(&card.head.distribution), plain(&card.head.version));
    if let Some(origin) = format::origin(card.origin) {
        out.extend(["**", origin, "**\n\n"]);
    }
    out.push_str(&how_read(card));
    out.push_str(&abstract_(card));
    out.push_str(&version::section(card));
    for table in &card.tables {
        out.push_str(&tables::section(card, table));
    }
    out.push_str(&tables::digests(card));
    out.push_str(&ladder::section(card));
    out.push_str(&evidence::section(card));
    out.push_str(&findings(card));
    out.push_str(&installers::section(card));
    out.push_str(&provenance::section(card));
    out.push_str(&provenance::commands(card));
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

fn how_read(card: &Card) -> String {
    let wheels = card.wheels.iter();
    let verified = wheels.clone().filter(|wheel| wheel.progress == Progress::Verified).count();
    let sum = |of: fn(&WheelHead) -> usize| wheels.clone().map(of).fold(0_usize, usize::saturating_add);
    let (alarms, unread) = (sum(|wheel| wheel.alarms), sum(|wheel| wheel.unread));
    let count = counted(card.wheels.len(), "wheel", "wheels");
    let alarms = match alarms {
        0 => String::new(),
        1 => " **1 alarm stands** below, and what it is about is not vouched for.".to_owned(),
        _ => format!(
            " **{} stand** below, and what they are about is not vouched for.",
            counted(alarms, "alarm", "alarms")
        ),
    };
    let unread_members = match unread {
        0 => String::new(),
        _ => format!(
            " **{} can't be read here**: what stands of {} is only claimed, and the findings say why.",
            counted(unread, "member", "members"),
            if unread == 1 { "it" } else { "them" }
        ),
    };
    let all = if alarms.is_empty() && unread == 0 { "All bytes of every wheel" } else { "All bytes that could be had" };
    let state = match (verified == card.wheels.len(), card.origin) {
        (true, Origin::Bytes) => format!("{all} were inflated, counted, CRC-checked and hashed."),
        (true, Origin::SavedReport) => {
            format!("{all} were inflated, counted, CRC-checked and hashed then, says the report.")
        }
        (false, _) => format!(
            "**{verified} of {count} {}**: a digest that was not computed from the bytes is marked *claimed by RECORD*.",
            format::verified(card.origin)
        ),
    };
    let labels: Vec<String> = wheels.map(|wheel| code(&wheel.label)).collect();
    let labels = if labels.len() > LABELS { "all listed below".to_owned() } else { labels.join(", ") };
    let source = match card.origin {
        Origin::Bytes => format!("is read from the bytes of {count} ({labels})"),
        Origin::SavedReport => format!("is taken from a saved report of {count} ({labels})"),
    };
    format!(
        "Every identifier on this page {source}. Build-ids are the `NT_GNU_BUILD_ID` notes that `readelf -n` shows (UUIDs \
         for Mach-O, GUID and age for PE), sizes are those of the unpacked files, SHA-256 is what `sha256sum` prints for \
         them. {state}{unread_members}{alarms} Made by wheelcard {}.\n\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn abstract_(card: &Card) -> String {
    let groups: Vec<String> = card
        .tables
        .iter()
        .map(|table| {
            let (one, many) = format::group_nouns(table.group);
            counted(table.rows.len(), one, many)
        })
        .collect();
    let holds = if groups.is_empty() { "no binary".to_owned() } else { format::listed(&groups) };
    let steps: Vec<String> =
        card.ladder.iter().map(|step| format!("{} {}", thousands(step.count), format::rung(step.rung).word)).collect();
    let ladder = if steps.is_empty() { String::new() } else { format!(" On the ladder: {}.", format::listed(&steps)) };
    format!(
        "## Abstract\n\nThis is the identification card of {}: for every binary its build-id, its size, its SHA-256 \
         and its parity across the wheels, so that a reader can confirm that they hold the same artifact, and judge \
         how far a finding made in one wheel carries to the others. It holds {holds}.{ladder}\n\nThe version is a name \
         of the package. The build-id names the link step that made a binary, and the SHA-256 its bytes: equal \
         SHA-256 is the same artifact, whatever else differs.\n\n",
        code(&format!("{} {}", card.head.distribution, card.head.version))
    )
}

/// The notes that belong to a part of the card, as quoted blocks.
fn notes(card: &Card, about: About) -> String {
    card.notes.iter().filter(|note| note.about == about).map(note_block).collect()
}

fn note_block(note: &Note) -> String {
    format!("> **{}** — {}\n\n", format::note_kind(note.kind), sentence(&note.text))
}

fn findings(card: &Card) -> String {
    let mut out = String::from("## Findings\n\n");
    if card.findings.is_empty() {
        out.push_str("Nothing odd was found in what was looked at.\n\n");
        return out;
    }
    let mut table = Table::new(&[("Weight", false), ("Wheels", false), ("Where", false), ("Finding", false)]);
    // Findings are sorted, so those that differ by the wheel only are neighbours.
    for same in card.findings.chunk_by(|a, b| a.finding == b.finding) {
        let Some(CardFinding { finding, .. }) = same.first() else { continue };
        let wheels: Vec<usize> = same.iter().map(|found| found.wheel).collect();
        let member = finding.member.as_ref().map(|member| code(member));
        let offset = finding.offset.map(|offset| format!("offset {}", thousands(offset)));
        let place: Vec<String> = member.into_iter().chain(offset).collect();
        table.row(&[
            format!("{:?}", finding.severity).to_lowercase(),
            tables::which(card, &wheels),
            place.join(", "),
            format!("{} — {} ({})", sentence(&finding.detail), sentence(&finding.meaning), code(&finding.code)),
        ]);
    }
    out.push_str(&table.finish());
    out
}
