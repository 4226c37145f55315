//! The parity ladder: how far a finding generalises.

use std::collections::BTreeMap;

use crate::card::format::{self, counted, human_bytes, rung_title, thousands};
use crate::card::model::{About, Card, LadderStep, Progress};
use crate::card::names::ShortNames;
use crate::parity::{Confidence, Pair, Rung};

use super::escape::{plain, sentence};
use super::notes;

/// Names of one rung that are listed before they are counted; the tables above have them all.
const NAMES: usize = 8;

pub(super) fn section(card: &Card) -> String {
    let mut out = String::from("## The parity ladder (how far a finding generalises)\n\n");
    if card.ladder.is_empty() {
        out.push_str("No binary was found, so there is nothing to compare.\n\n");
        return out;
    }
    out.push_str("From the strongest tier to the weakest:\n\n");
    let rows = || card.tables.iter().flat_map(|table| &table.rows);
    let names = ShortNames::of(rows().map(|row| row.key.as_str()));
    if card.wheels.len() > 1 && card.ladder.iter().all(|step| step.rung != Rung::ByteIdentical) {
        let all_known = is_settled(card) || card.ladder.iter().all(|step| step.verified == step.count);
        let so_far = if all_known { "" } else { " so far" };
        out.extend([
            "- **1 · ",
            rung_title(Rung::ByteIdentical),
            "** — none",
            so_far,
            ": no binary is byte-identical in ",
            &format::all_wheels(card.wheels.len()),
            ".\n",
        ]);
    }
    for step in &card.ladder {
        let rows: Vec<&Pair> = rows().filter(|row| row.rung == step.rung).collect();
        out.extend(["- ", &tier(card, step, &rows, &names), "\n"]);
    }
    out.push('\n');
    out.push_str(&notes(card, About::Parity));
    out
}

fn tier(card: &Card, step: &LadderStep, rows: &[&Pair], names: &ShortNames) -> String {
    let verified = if step.verified == step.count {
        String::new()
    } else {
        let so_far = if is_settled(card) { "" } else { " so far" };
        let (verified, count) = (thousands(step.verified), thousands(step.count));
        format!(" {verified} of {count} {}{so_far}.", format::verified(card.origin))
    };
    // Numbers in words and not as a Markdown list: a renderer would count over a rung that holds nothing.
    let number = match step.rung {
        Rung::ByteIdentical => "1 · ",
        Rung::SameSource => "2 · ",
        Rung::PerAbi => "3 · ",
        Rung::Unlike | Rung::OnlyOne | Rung::Unknown => "",
    };
    format!(
        "**{number}{}** — {}, {} ({}): {}. {}{verified} {}{}",
        rung_title(step.rung),
        counted(rows.len(), "binary", "binaries"),
        format::bytes(step.bytes),
        human_bytes(step.bytes),
        sentence(&names.list(step.keys.iter().map(String::as_str), NAMES)),
        reach(card, step),
        confidence(step.rung, rows),
        compared(step)
    )
}

/// Whether nothing more is going to be read: what is not verified never will be.
fn is_settled(card: &Card) -> bool {
    !card.origin.is_bytes() || card.wheels.iter().all(|wheel| wheel.progress == Progress::Verified)
}

/// How the second look splits the rung, when there was one.
fn compared(step: &LadderStep) -> String {
    if step.evidence.is_empty() {
        return String::new();
    }
    let split = step.evidence.iter();
    let split = split.map(|(verdict, count)| format!("{} {}", thousands(*count), format::verdict(*verdict).word));
    format!(" By the bytes side by side: {}.", format::listed(&split.collect::<Vec<_>>()))
}

/// What a finding on this rung is worth for the other wheels.
fn reach(card: &Card, step: &LadderStep) -> String {
    match step.rung {
        Rung::ByteIdentical => {
            let labels: Vec<String> = card.wheels.iter().map(|wheel| plain(&wheel.label)).collect();
            let wheels = if labels.len() > NAMES { format::all_wheels(labels.len()) } else { format::listed(&labels) };
            // Equal claims are not equal bytes.
            let which = if step.verified == step.count { "A" } else { "Of a binary whose bytes are verified, a" };
            format!("{which} finding read in one copy is exact for each of {wheels} that has the binary.")
        }
        Rung::SameSource => "The bytes differ: the logic carries as surely as is said here, and each address needs a \
                             check in the other wheels' copies unless the second look confirmed it."
            .to_owned(),
        Rung::PerAbi => "Bytes and ids differ from ABI to ABI; an address is that of its own wheel only.".to_owned(),
        Rung::Unlike | Rung::OnlyOne | Rung::Unknown => format::rung(step.rung).meaning.to_owned(),
    }
}

fn confidence(rung: Rung, rows: &[&Pair]) -> String {
    match rung {
        Rung::PerAbi => match rows.iter().filter(|row| row.addresses != Confidence::None).count() {
            0 => "**No cross-version claim.**".to_owned(),
            carrying => {
                let carrying = counted(carrying, "binary", "binaries");
                format!("**No cross-version claim**, but for {carrying} whose code is equal byte by byte.")
            }
        },
        Rung::Unlike | Rung::OnlyOne | Rung::Unknown => "**No claim.**".to_owned(),
        Rung::ByteIdentical if rows.iter().all(|row| row.addresses == Confidence::Confirmed) => {
            "**CONFIRMED** by equal SHA-256.".to_owned()
        }
        Rung::ByteIdentical | Rung::SameSource => {
            let logic = spread(rows.iter().map(|row| row.logic));
            let addresses = spread(rows.iter().map(|row| row.addresses));
            if logic == addresses { format!("{logic}.") } else { format!("Logic {logic}; addresses {addresses}.") }
        }
    }
}

/// The word of confidence, or, where rows differ, how many have which.
fn spread(confidences: impl Iterator<Item = Confidence>) -> String {
    let mut counts: BTreeMap<Confidence, usize> = BTreeMap::new();
    for confidence in confidences {
        let count = counts.entry(confidence).or_default();
        *count = count.saturating_add(1);
    }
    let several = counts.len() > 1;
    let word = |(confidence, count): (Confidence, usize)| {
        let word = format::confidence(confidence).word;
        if several { format!("**{word}** for {count}") } else { format!("**{word}**") }
    };
    format::listed(&counts.into_iter().map(word).collect::<Vec<_>>())
}
