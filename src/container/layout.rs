//! How members lie in the file: what overlaps, what lies between them, and in which order.

use super::codes;
use super::header::Central;
use super::name::quoted;
use super::strays::Strays;
use super::tally::Tally;
use crate::bytes::{ReadAt, ReadError};

/// Where a member of the directory lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    /// Its position in the directory.
    pub(super) index: usize,
    /// Offset of its local header.
    pub(super) start: u64,
    /// Where its compressed bytes begin and end, by the directory; `None` when there is no local header.
    pub(super) data: Option<(u64, u64)>,
    /// Up to where the file is accounted for by it: the smaller of the sizes that its headers state, and its data
    /// descriptor. Equal to `start` when there is no local header.
    pub(super) accounted: u64,
}

/// Sorts `spans` as they lie in the file and yields the positions of those whose bytes run into something else.
///
/// Blamed is the member that runs into the next one, as CPython does, so that a lie about its size costs only itself;
/// of several entries for one local header the last of the directory stays, which is the one that pip takes.
pub(super) fn overlaps(
    spans: &mut [Span],
    centrals: &[Central],
    directory: u64,
    len: u64,
    tally: &mut Tally,
) -> Vec<usize> {
    spans.sort_by_key(|span| (span.start, span.index));
    let name = |index: usize| centrals.get(index).map(Central::name).unwrap_or_default();
    let mut overlapping = Vec::new();
    // An entry without a local header lies nowhere: its offset says nothing of the members around it.
    let there = || spans.iter().filter_map(|span| span.data.map(|data| (span, data)));
    let nexts = there().skip(1).map(|(next, _)| Some(next)).chain([None]);
    for ((span, (data, end)), next) in there().zip(nexts) {
        let at = span.start;
        let twin = next.filter(|next| next.start == at);
        let behind = next.filter(|next| data > directory || next.start < directory);
        let boundary = behind.map_or(if data > directory { len } else { directory }, |next| next.start);
        // What runs past the end of the file is truncated, and said to be so elsewhere.
        if twin.is_none() && (end <= boundary || end > len) {
            continue;
        }
        let one = name(span.index);
        if let Some(twin) = twin {
            tally.member(&codes::SHARED_HEADER, &one, at, || {
                let (one, other) = (quoted(&one), name(twin.index));
                format!("{one} and {} are two entries for one local header, at offset {at}", quoted(&other))
            });
        } else {
            tally.member(&codes::OVERLAP, &one, at, || {
                let into = behind.map_or("the directory".to_owned(), |next| quoted(&name(next.index)).to_string());
                let shown = quoted(&one);
                format!(
                    "the bytes of {shown} are said to lie at offsets {data} to {end}, but {into} begins at offset \
                         {boundary}"
                )
            });
        }
        overlapping.push(span.index);
    }
    overlapping
}

/// Reports the bytes before, between and after members up to the directory, and searches them for headers.
/// `spans` lie as [`overlaps`] sorted them. Yields the length of the prefix.
pub(super) fn gaps<R: ReadAt + ?Sized>(
    spans: &[Span],
    centrals: &[Central],
    directory: u64,
    strays: &mut Strays<'_, R>,
    tally: &mut Tally,
) -> Result<u64, ReadError> {
    let prefix = spans.first().map_or(directory, |span| span.start.min(directory));
    if prefix > 0 {
        strays.region(0, prefix)?;
        tally.whole(
            &codes::PREFIX,
            Some(0),
            format!("{prefix} bytes stand before the first member, at offset {prefix}"),
        );
    }
    let mut reached = prefix;
    let mut last = spans.first().map(|span| span.index);
    let starts = spans.iter().skip(1).map(|span| span.start).chain([directory]);
    for (span, next) in spans.iter().zip(starts) {
        if span.accounted > reached {
            last = Some(span.index);
        }
        reached = reached.max(span.accounted).max(span.start).min(directory);
        let next = next.min(directory);
        if reached < next {
            let all_zeros = strays.region(reached, next)?;
            let name = last.and_then(|last| centrals.get(last)).map(Central::name).unwrap_or_default();
            tally.member(&codes::GAP, &name, reached, || {
                let zeros = if all_zeros { ", all zeros," } else { "" };
                let (shown, len) = (quoted(&name), next.saturating_sub(reached));
                format!("{len} bytes{zeros} at offset {reached}, behind {shown}, belong to no member")
            });
            reached = next;
        }
    }
    Ok(prefix)
}

/// Notes the first member that the directory lists before one that lies before it.
pub(super) fn order(centrals: &[Central], tally: &mut Tally) {
    let pairs = centrals.iter().zip(centrals.iter().skip(1));
    for (one, other) in pairs {
        if other.resolved.header_offset < one.resolved.header_offset {
            tally.common(&codes::ORDER, "listed behind one that lies behind it in the file", &other.name(), other.at);
        }
    }
}
