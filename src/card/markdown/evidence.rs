//! What the second look told: verdicts, and the ranges that differ.

use crate::card::format::{self, counted, thousands};
use crate::card::model::Card;
use crate::evidence::{RangePair, RangeState, Star, StarPair, Verdict};
use crate::parity::{Confidence, Pair};

use super::escape::{Table, code, plain};
use super::tables;

/// Ranges that a cell names before it counts them; the JSON has them all.
const RANGES: usize = 6;

/// Nothing while no binary had a second look.
pub(super) fn section(card: &Card) -> String {
    let rows = card.tables.iter().flat_map(|table| &table.rows);
    let told: Vec<(&Pair, &Star)> = rows.filter_map(|row| Some((row, row.evidence.as_deref()?))).collect();
    if told.is_empty() {
        return String::new();
    }
    let mut out = Table::new(&[
        ("Binary", false),
        ("Copies", false),
        ("By the bytes", false),
        ("Addresses", false),
        ("What differs", false),
    ]);
    for (row, star) in &told {
        for pair in &star.pairs {
            let word = format::verdict(Some(pair.evidence.verdict)).word;
            out.row(&[
                code(&row.key),
                format!("{} → {}", holders(card, row, pair.a), holders(card, row, pair.b)),
                word.to_owned(),
                format::confidence(addresses(row, pair)).word.to_owned(),
                differing(pair),
            ]);
        }
    }
    format!(
        "## The second look\n\nOf {}, all distinct copies were compared with one of them, byte by byte.\n\n{}",
        counted(told.len(), "binary", "binaries"),
        out.finish()
    )
}

/// How sure addresses carry between two copies. Where code differs the row decides: of modules for one ABI each no claim
/// is made then.
fn addresses(row: &Pair, pair: &StarPair) -> Confidence {
    if pair.evidence.verdict == Verdict::CodeDiffers { row.addresses } else { pair.evidence.addresses }
}

/// The wheels that hold the content `at`, in the order of [`Pair::contents`].
fn holders(card: &Card, row: &Pair, at: usize) -> String {
    match row.holders(at).as_slice() {
        [] => "?".to_owned(),
        wheels => tables::which(card, wheels),
    }
}

/// The ranges that differ, with their bytes and where they lie: `.rodata (7 of 5,720 bytes at 0x19000)`.
fn differing(pair: &StarPair) -> String {
    let ranges = pair.evidence.ranges.iter();
    let ranges: Vec<&RangePair> =
        ranges.filter(|range| !matches!(range.state, RangeState::Equal | RangeState::Moved)).collect();
    let mut words: Vec<String> = ranges.iter().take(RANGES).map(|range| in_words(range)).collect();
    let rest = ranges.len().saturating_sub(words.len());
    if rest > 0 {
        words.push(format!("{rest} more"));
    }
    words.join(", ")
}

fn in_words(range: &RangePair) -> String {
    let extent = range.a.or(range.b);
    let place = extent.map(|extent| match extent.address {
        Some(address) => format!(" at {address:#x}"),
        None => format!(" at offset {:#x}", extent.offset),
    });
    let place = place.unwrap_or_default();
    let size = |extent: Option<crate::evidence::Extent>| extent.map(|extent| extent.size).unwrap_or_default();
    let what = match (range.state, range.differing) {
        (RangeState::OnlyA, _) => "only in the first".to_owned(),
        (RangeState::OnlyB, _) => "only in the second".to_owned(),
        (_, Some(bytes)) => format!("{} of {}", thousands(bytes), format::bytes(size(range.a))),
        (_, None) => format!("{} and {}", thousands(size(range.a)), format::bytes(size(range.b))),
    };
    format!("{} ({what}{place})", plain(&range.name))
}
