//! Where two byte strings of equal length differ.

use serde::{Deserialize, Serialize};

/// Runs that are listed; the count of differing bytes is of all of them.
pub const LISTED: usize = 64;

/// Consecutive bytes that all differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Where it begins, in bytes from the start of the range.
    pub offset: u64,
    /// How many bytes.
    pub size: u64,
}

/// The differences of two byte strings of equal length.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    /// Bytes that differ, all of them.
    pub bytes: u64,
    /// The first [`LISTED`] runs.
    pub listed: Vec<Run>,
    /// How many runs there are.
    pub count: u64,
}

/// Bytes that are compared at once; equal blocks cost one `memcmp`.
const BLOCK: usize = 4096;

/// Compares byte by byte; what one of the two has beyond the other's end is not looked at.
pub fn runs(a: &[u8], b: &[u8]) -> Runs {
    let mut found = Runs::default();
    let mut open: Option<Run> = None;
    let mut at = 0_u64;
    for (a, b) in a.chunks(BLOCK).zip(b.chunks(BLOCK)) {
        if a == b {
            found.close(open.take());
            at = at.saturating_add(len(a));
            continue;
        }
        for (a, b) in a.iter().zip(b) {
            match (a == b, &mut open) {
                (true, _) => found.close(open.take()),
                (false, Some(run)) => run.size = run.size.saturating_add(1),
                (false, None) => open = Some(Run { offset: at, size: 1 }),
            }
            at = at.saturating_add(1);
        }
    }
    found.close(open);
    found
}

impl Runs {
    fn close(&mut self, run: Option<Run>) {
        let Some(run) = run else { return };
        self.bytes = self.bytes.saturating_add(run.size);
        self.count = self.count.saturating_add(1);
        if self.listed.len() < LISTED {
            self.listed.push(run);
        }
    }
}

fn len(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_counted_and_placed_also_across_and_at_the_ends_of_blocks() {
        let a = vec![0_u8; 3 * BLOCK];
        let mut b = a.clone();
        for at in [0, 5, 6, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK - 1] {
            b[at] = 1;
        }
        let found = runs(&a, &b);
        assert_eq!(found.bytes, 7);
        let block = u64::try_from(BLOCK).unwrap();
        let expected = [(0, 1), (5, 2), (block - 1, 3), (3 * block - 1, 1)];
        assert_eq!(found.listed, expected.map(|(offset, size)| Run { offset, size }));
        assert_eq!(found.count, 4);
    }

    #[test]
    fn equal_bytes_have_no_runs() {
        assert_eq!(runs(&[7; 10_000], &[7; 10_000]), Runs::default());
    }

    #[test]
    fn what_is_not_listed_is_still_counted() {
        let a = vec![0_u8; 1000];
        let b: Vec<u8> = (0..1000).map(|at| u8::from(at % 2 == 0)).collect();
        let found = runs(&a, &b);
        assert_eq!((found.bytes, found.count, found.listed.len()), (500, 500, LISTED));
    }
}
