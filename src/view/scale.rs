//! The geometry of the ladder: what share of the whole each binary takes, to scale.

/// Binaries narrower than this share of the scale are drawn together.
const THINNEST: f64 = 0.004;

/// A part of a bar.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Segment<T> {
    /// Where it begins, as a share of the scale.
    pub(super) start: f64,
    /// How wide it is, as a share of the scale.
    pub(super) width: f64,
    /// What it stands for; equal neighbours that are too thin to be told apart share one segment.
    pub(super) what: T,
    /// The first part that it stands for, a position among the parts.
    pub(super) first: usize,
    /// How many parts it stands for.
    pub(super) count: usize,
}

/// `part` of `whole` as a share; nothing of nothing is nothing.
#[expect(clippy::cast_precision_loss, clippy::as_conversions, reason = "a share of a picture")]
pub(super) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Lays `parts` of `whole` side by side from `start` on. Thin ones with an equal `what` grow together.
pub(super) fn segments<T: PartialEq>(
    start: u64,
    whole: u64,
    parts: impl IntoIterator<Item = (u64, T)>,
) -> Vec<Segment<T>> {
    let mut laid: Vec<Segment<T>> = Vec::new();
    let mut at = start;
    for (first, (size, what)) in parts.into_iter().enumerate() {
        let width = share(size, whole);
        let from = share(at, whole);
        at = at.saturating_add(size);
        match laid.last_mut() {
            Some(last) if last.what == what && width < THINNEST && (last.width < THINNEST || last.count > 1) => {
                last.width = share(at, whole) - last.start;
                last.count = last.count.saturating_add(1);
            }
            _ => laid.push(Segment { start: from, width, what, first, count: 1 }),
        }
    }
    laid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_lie_side_by_side_and_end_where_the_next_begins() {
        let laid = segments(50, 100, [(25, 'a'), (25, 'b')]);
        let places: Vec<_> = laid.iter().map(|segment| (segment.start, segment.width, segment.what)).collect();
        assert_eq!(places, [(0.5, 0.25, 'a'), (0.75, 0.25, 'b')]);
    }

    #[test]
    fn ten_thousand_thin_parts_make_one_segment() {
        let laid = segments(0, 10_000, (0..10_000).map(|_| (1, 'a')));
        assert_eq!(laid.len(), 1);
        assert_eq!(laid[0].count, 10_000);
        assert!((laid[0].width - 1.0).abs() < 1e-9);
    }

    #[test]
    fn thin_parts_of_different_kinds_stay_apart() {
        assert_eq!(segments(0, 10_000, [(1, 'a'), (1, 'b')]).len(), 2);
    }

    #[test]
    fn nothing_of_nothing_is_nothing() {
        assert_eq!(share(0, 0), 0.0);
    }
}
