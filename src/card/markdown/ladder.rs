//! The parity ladder: how far a finding generalises.

use crate::card::format::{self, all_wheels, counted, human_bytes, rung_title, thousands};
use crate::card::model::{About, Card, LadderStep};
use crate::parity::{Confidence, Rung};

use super::escape::{code, plain};
use super::notes;

pub(super) fn section(card: &Card) -> String {
    let mut out = String::from("## The parity ladder (how far a finding generalises)\n\n");
    if card.ladder.is_empty() {
        out.push_str("No binary was found, so there is nothing to compare.\n\n");
        return out;
    }
    out.push_str("From the strongest tier to the weakest:\n\n");
    for step in &card.ladder {
        out.extend(["- ", &tier(card, step), "\n"]);
    }
    out.push('\n');
    out.push_str(&notes(card, About::Parity));
    out
}

fn tier(card: &Card, step: &LadderStep) -> String {
    let keys: Vec<String> = step.keys.iter().map(|key| code(key)).collect();
    let count = usize::try_from(step.count).unwrap_or(usize::MAX);
    let verified = if step.verified == step.count {
        String::new()
    } else {
        format!(" {} of {} verified so far.", thousands(step.verified), thousands(step.count))
    };
    // Numbers in words and not as a Markdown list: a renderer would count over a rung that holds nothing.
    let number = match step.rung {
        Rung::ByteIdentical => "1 · ",
        Rung::SameSource => "2 · ",
        Rung::PerAbi => "3 · ",
        Rung::OnlyOne | Rung::Unknown => "",
    };
    format!(
        "**{number}{}** — {}, {} bytes ({}): {}. {}{verified} {}",
        rung_title(step.rung),
        counted(count, "binary", "binaries"),
        thousands(step.bytes),
        human_bytes(step.bytes),
        keys.join(", "),
        reach(card, step.rung),
        confidence(step)
    )
}

/// What a finding on this rung is worth for the other wheels.
fn reach(card: &Card, rung: Rung) -> String {
    let labels: Vec<String> = card.wheels.iter().map(|wheel| plain(&wheel.label)).collect();
    match rung {
        Rung::ByteIdentical => format!(
            "A finding read here is exact for every wheel that has the binary, out of {} ({}).",
            all_wheels(card.wheels.len()),
            format::listed(&labels)
        ),
        Rung::SameSource => "The bytes differ, so the logic carries but each address needs a check in the other \
                             wheels' copies."
            .to_owned(),
        Rung::PerAbi => "Bytes and ids differ from ABI to ABI; an address is that of its own wheel only.".to_owned(),
        Rung::OnlyOne | Rung::Unknown => format::rung(rung).meaning.to_owned(),
    }
}

/// The step's confidence: the weakest of its rows.
fn confidence(step: &LadderStep) -> String {
    let word = |confidence| format::confidence(confidence).word;
    match (step.rung, step.logic, step.addresses) {
        (Rung::ByteIdentical, Confidence::Confirmed, Confidence::Confirmed) => {
            "**CONFIRMED** by equal SHA-256.".to_owned()
        }
        (Rung::PerAbi, ..) => "**No cross-version claim.**".to_owned(),
        (Rung::OnlyOne | Rung::Unknown, ..) => "**No claim.**".to_owned(),
        (_, logic, addresses) if logic == addresses => format!("**{}**.", word(logic)),
        (_, logic, addresses) => {
            format!(
                "**{}** for the logic, **{}** for addresses until they are checked again.",
                word(logic),
                word(addresses)
            )
        }
    }
}
