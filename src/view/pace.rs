//! How often the card is made again while members come in: a wheel of ten thousand binaries takes its time to draw, and a
//! reader who scrolls meanwhile must not wait for it.

use std::time::Duration;

/// A card that takes no longer than this is made at once, in milliseconds.
const AT_ONCE: f64 = 12.0;
/// Making the card, and drawing it, takes at most about one part in so many of the time.
const SHARE: f64 = 8.0;
/// Longest wait, in milliseconds.
const LONGEST: f64 = 3000.0;

/// How long to wait before a card is made again that took `cost` milliseconds; `None` means not at all.
pub(super) fn wait(cost: f64) -> Option<Duration> {
    if cost <= AT_ONCE {
        return None;
    }
    Duration::try_from_secs_f64((cost * SHARE).min(LONGEST) / 1000.0).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::wait;

    #[test]
    fn a_quick_card_is_never_waited_for_and_a_slow_one_never_longer_than_three_seconds() {
        assert_eq!((wait(0.0), wait(12.0)), (None, None));
        assert_eq!(wait(100.0), Some(Duration::from_millis(800)));
        assert_eq!(wait(5000.0), Some(Duration::from_secs(3)));
    }
}
