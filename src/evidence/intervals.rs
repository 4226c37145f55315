//! Sets of byte positions, as sorted, disjoint, half-open intervals.

use crate::binary::elf::Span;

/// A set of positions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Intervals(Vec<(u64, u64)>);

impl Intervals {
    /// The union of these spans.
    pub(super) fn of(spans: impl IntoIterator<Item = Span>) -> Self {
        let mut pairs: Vec<(u64, u64)> =
            spans.into_iter().filter(|span| span.size > 0).map(|span| (span.offset, span.end())).collect();
        pairs.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::with_capacity(pairs.len());
        for (start, end) in pairs {
            match merged.last_mut() {
                Some((_, last)) if start <= *last => *last = end.max(*last),
                _ => merged.push((start, end)),
            }
        }
        Self(merged)
    }

    /// The positions of this set that are not in `other`.
    pub(super) fn without(&self, other: &Self) -> Self {
        let mut kept = Vec::new();
        let mut holes = other.0.iter().copied().peekable();
        for &(start, end) in &self.0 {
            let mut at = start;
            while let Some(&(hole_start, hole_end)) = holes.peek() {
                if hole_start >= end {
                    break;
                }
                if hole_start > at {
                    kept.push((at, hole_start));
                }
                at = at.max(hole_end);
                // A hole may reach into the next interval.
                if hole_end > end {
                    break;
                }
                holes.next();
            }
            if at < end {
                kept.push((at, end));
            }
        }
        Self(kept)
    }

    /// The positions that are in both.
    pub(super) fn within(&self, other: &Self) -> Self {
        self.without(&self.without(other))
    }

    /// Whether any position of the span is in the set.
    pub(super) fn meets(&self, span: Span) -> bool {
        let after = self.0.partition_point(|(_, end)| *end <= span.offset);
        span.size > 0 && self.0.get(after).is_some_and(|(start, _)| *start < span.end())
    }

    /// Whether all positions of the span are in the set.
    pub(super) fn covers(&self, span: Span) -> bool {
        let after = self.0.partition_point(|(_, end)| *end <= span.offset);
        span.size == 0 || self.0.get(after).is_some_and(|(start, end)| *start <= span.offset && span.end() <= *end)
    }

    /// The intervals as spans, in order.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> {
        self.0.iter().map(|(start, end)| Span { offset: *start, size: end.saturating_sub(*start) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u64, end: u64) -> Span {
        Span { offset: start, size: end.saturating_sub(start) }
    }

    fn set(pairs: &[(u64, u64)]) -> Intervals {
        Intervals::of(pairs.iter().map(|(start, end)| span(*start, *end)))
    }

    #[test]
    fn set_operations_agree_with_sets_of_single_positions() {
        // Every set of positions below 8, against every other: small enough to be exhaustive.
        let members = |bits: u32| (0..8).filter(move |at| bits >> at & 1 == 1);
        let from_bits = |bits| Intervals::of(members(bits).map(|at| Span { offset: at, size: 1 }));
        for a in 0..256 {
            for b in 0..256 {
                let (x, y) = (from_bits(a), from_bits(b));
                assert_eq!(x.without(&y), from_bits(a & !b), "{a:08b} without {b:08b}");
                assert_eq!(x.within(&y), from_bits(a & b), "{a:08b} within {b:08b}");
            }
        }
    }

    #[test]
    fn touching_and_overlapping_spans_are_one_interval() {
        assert_eq!(set(&[(4, 6), (0, 2), (2, 3), (5, 9), (1, 1)]).spans().count(), 2);
    }

    #[test]
    fn a_span_is_covered_only_by_one_interval_that_holds_all_of_it() {
        let set = set(&[(2, 4), (6, 8)]);
        assert!(set.covers(span(2, 4)) && set.covers(span(6, 7)) && set.covers(span(5, 5)));
        assert!(!set.covers(span(2, 5)) && !set.covers(span(3, 7)) && !set.covers(span(9, 10)));
        assert!(set.meets(span(3, 7)) && set.meets(span(0, 3)));
        assert!(!set.meets(span(4, 6)) && !set.meets(span(8, 9)) && !set.meets(span(3, 3)));
    }
}
