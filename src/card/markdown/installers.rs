//! What installers make of the wheels, where one of them has something against one.

use crate::card::format::{self, INSTALLERS_READ};
use crate::card::model::Card;
use crate::container::{InstallerVerdict, Verdict};

use super::escape::{Table, plain};
use super::tables;

/// Nothing while no tool refuses any wheel.
pub(super) fn section(card: &Card) -> String {
    let all = || card.wheels.iter().flat_map(|wheel| &wheel.installers);
    if all().all(|verdict| verdict.verdict != Verdict::Refuses) {
        return String::new();
    }
    let mut same: Vec<(&InstallerVerdict, Vec<usize>)> = Vec::new();
    for (at, wheel) in card.wheels.iter().enumerate() {
        for verdict in &wheel.installers {
            match same.iter_mut().find(|(known, _)| *known == verdict) {
                Some((_, wheels)) => wheels.push(at),
                None => same.push((verdict, vec![at])),
            }
        }
    }
    let mut out = Table::new(&[("Wheels", false), ("Tool", false), ("Verdict", false), ("Because it", false)]);
    for (verdict, wheels) in same {
        let word = format::installer_verdict(verdict.verdict).word;
        out.row(&[
            tables::which(card, &wheels),
            plain(format::installer(verdict.tool).word),
            if verdict.verdict == Verdict::Refuses { format!("**{word}**") } else { word.to_owned() },
            plain(&verdict.reasons.join("; ")),
        ]);
    }
    let sources: String = crate::container::Installer::ALL
        .map(format::installer)
        .map(|term| format!("- {}: {}\n", term.word, plain(term.meaning)))
        .concat();
    format!(
        "## Installers\n\nWhether each tool takes the file as an archive, by its published rules as read {INSTALLERS_READ}; \
         not whether the metadata is in order, or the tags fit.\n\n{}{sources}\n",
        out.finish()
    )
}
