//! What the card rests on, and the commands that re-check it.

use crate::card::format::{self, counted};
use crate::card::model::{Card, Progress, Provenance};
use crate::parity::Basis;

/// How each kind of claim was made, in the form of the published card.
pub(super) fn section(card: &Card) -> String {
    let rows = || card.tables.iter().flat_map(|table| &table.rows);
    let of = |basis: Basis| rows().filter(|row| row.basis == basis).count();
    let others = [
        (Basis::ClaimedByRecord, "on digests claimed by RECORD"),
        (Basis::Doubtful, "on doubtful bytes"),
        (Basis::Incomplete, "on incomplete data"),
    ];
    let others = others.into_iter().filter(|(basis, _)| of(*basis) > 0);
    let others = others.map(|(basis, words)| format!(", {} {words}", of(basis))).collect::<Vec<_>>().concat();
    let verified = card.wheels.iter().filter(|wheel| wheel.progress == Progress::Verified).count();
    let digests = if verified == card.wheels.len() {
        "computed from every byte that came out of the archives".to_owned()
    } else {
        format!(
            "computed for {verified} of {}; the others are what RECORD claims, and marked so",
            counted(card.wheels.len(), "wheel", "wheels")
        )
    };
    format!(
        "## Verification provenance\n\n\
         - Rungs: {} of {} on verified bytes only{others}.\n\
         - Build-ids: the `NT_GNU_BUILD_ID` note of each file, as `readelf -n` shows it.\n\
         - Sizes: bytes that came out, as `stat -c%s` shows them of the unpacked file. SHA-256: {digests}, as `sha256sum` \
         prints it. Byte-identical means equal SHA-256.\n\
         - Version: read in the places that its table names; the binaries were searched for it as text.\n\n",
        of(Basis::Verified),
        counted(rows().count(), "binary rests", "binaries rest")
    )
}

/// One shell line for each claim, as an appendix.
pub(super) fn commands(card: &Card) -> String {
    if card.provenance.is_empty() {
        return String::new();
    }
    let checks: String = card.provenance.iter().map(check).collect();
    format!(
        "## Appendix: commands that check each claim\n\nFor the directory where the wheels lie. Of the binaries one stands \
         here for each rung; the page has the commands of every row.\n\n```sh\n{checks}```\n"
    )
}

/// One re-check as shell lines: what it checks and what it must print stand in comments.
fn check(check: &Provenance) -> String {
    let claim = format::visible(&check.claim.replace('`', ""));
    let expect: Vec<String> = check.expect.lines().map(format::visible).collect();
    format!("# {claim}\n{}\n# prints: {}\n", check.command, expect.join("\n#         "))
}
