//! One wheel's copy of a rebuilt binary is smaller or larger than all the others, which have one size.

use std::collections::BTreeMap;

use crate::card::format::{bytes, thousands};
use crate::card::model::Note;
use crate::parity::{Pair, Rung};

use super::few_bytes::FEW;
use super::{Code, Context, capped, row_note};

const OUTLIER: Code = Code::quirk("size-outlier");
/// The page size of x86-64 and most others.
const PAGE: u64 = 4096;

/// The wheel whose copy has another size than all others, and the two sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Outlier {
    wheel: usize,
    smaller: bool,
    bytes: u64,
}

pub(super) fn notes(context: &Context<'_>) -> Vec<Note> {
    let mut by_outlier: BTreeMap<Outlier, Vec<&Pair>> = BTreeMap::new();
    for row in context.compared().filter(|row| row.rung == Rung::SameSource) {
        if let Some(outlier) = outlier(row).filter(|outlier| outlier.bytes > FEW) {
            by_outlier.entry(outlier).or_default().push(row);
        }
    }
    let notes = by_outlier.into_iter().map(|(outlier, rows)| note(context, outlier, &rows)).collect();
    capped(context, OUTLIER, notes)
}

fn note(context: &Context<'_>, outlier: Outlier, rows: &[&Pair]) -> Note {
    let pages = outlier.bytes.checked_div(PAGE).filter(|pages| *pages > 0 && outlier.bytes.is_multiple_of(PAGE));
    let pages = match pages {
        Some(1) => " (one page)".to_owned(),
        Some(pages) => format!(" ({} pages of {} bytes)", thousands(pages), thousands(PAGE)),
        None => String::new(),
    };
    let copies = rows.first().map(|row| row.copies.as_slice()).unwrap_or_default();
    let others: Vec<usize> = copies.iter().map(|copy| copy.wheel).filter(|wheel| *wheel != outlier.wheel).collect();
    let text = format!(
        "{} {} {}{pages} {} in {} than in {}: from the place on where the copies part, addresses can shift, so \
         confirm each against that wheel's own copy.",
        context.names(rows),
        if rows.len() == 1 { "is" } else { "are each" },
        bytes(outlier.bytes),
        if outlier.smaller { "smaller" } else { "larger" },
        context.label(outlier.wheel),
        context.labels(&others),
    );
    row_note(OUTLIER, rows, text)
}

/// With two copies the later wheel is the one that differs, so that the sentence reads forward.
fn outlier(row: &Pair) -> Option<Outlier> {
    let mut by_size: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for copy in &row.copies {
        by_size.entry(copy.size).or_default().push(copy.wheel);
    }
    let sizes: Vec<(u64, Vec<usize>)> = by_size.into_iter().collect();
    let [(small, in_small), (large, in_large)] = sizes.as_slice() else { return None };
    let bytes = large.saturating_sub(*small);
    match (in_small.as_slice(), in_large.as_slice()) {
        ([one], [other]) if one < other => Some(Outlier { wheel: *other, smaller: false, bytes }),
        ([wheel], _) => Some(Outlier { wheel: *wheel, smaller: true, bytes }),
        (_, [wheel]) => Some(Outlier { wheel: *wheel, smaller: false, bytes }),
        _ => None,
    }
}
