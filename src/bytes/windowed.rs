//! A window over a slow source, so that many small reads near one another cost one large read.

use std::cell::RefCell;

use super::{ReadAt, ReadError};

/// Reads its source by aligned windows of a fixed size and keeps the last one.
///
/// A zip's local headers are thousands of 30-byte reads; through a browser `File` each would be a call into the
/// browser.
pub struct Windowed<R> {
    source: R,
    size: usize,
    window: RefCell<Window>,
}

#[derive(Default)]
struct Window {
    start: u64,
    bytes: Vec<u8>,
}

impl<R: ReadAt> Windowed<R> {
    /// A window of `size` bytes (at least one) over `source`.
    pub fn new(source: R, size: usize) -> Self {
        Self { source, size: size.max(1), window: RefCell::default() }
    }
}

impl<R: ReadAt> ReadAt for Windowed<R> {
    fn len(&self) -> u64 {
        self.source.len()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        // A read as large as the window gains nothing from it.
        if buf.len() >= self.size {
            return self.source.read_at(offset, buf);
        }
        let mut window = self.window.borrow_mut();
        if let Some(n) = copy_from(&window, offset, buf) {
            return Ok(n);
        }
        let size = u64::try_from(self.size).unwrap_or(u64::MAX);
        let start = offset.checked_div(size).unwrap_or(0).saturating_mul(size);
        let there = self.source.len().saturating_sub(start).min(size);
        if offset >= self.source.len() {
            return Ok(0);
        }
        // Forget the old window first: after a failed read there is none.
        window.bytes.clear();
        window.start = start;
        let len = usize::try_from(there).unwrap_or(self.size);
        let mut bytes = std::mem::take(&mut window.bytes);
        bytes.resize(len, 0);
        self.source.read_exact_at(start, &mut bytes)?;
        window.bytes = bytes;
        Ok(copy_from(&window, offset, buf).unwrap_or(0))
    }
}

/// Copies what the window has at `offset`; `None` when it has nothing there.
fn copy_from(window: &Window, offset: u64, buf: &mut [u8]) -> Option<usize> {
    let at = usize::try_from(offset.checked_sub(window.start)?).ok()?;
    let rest = window.bytes.get(at..)?;
    let n = rest.len().min(buf.len());
    if n == 0 {
        return None;
    }
    buf.get_mut(..n)?.copy_from_slice(rest.get(..n)?);
    Some(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_read_through_a_window_equals_the_read_of_the_slice() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for window in [1, 3, 64, 999, 1000, 5000] {
            let windowed = Windowed::new(bytes.as_slice(), window);
            for offset in [0, 1, 63, 64, 900, 999, 1000, 2000] {
                for len in [0, 1, 7, 100, 1000] {
                    let there = bytes.get(offset..(offset + len).min(bytes.len())).unwrap_or_default();
                    let mut buf = vec![0; there.len()];
                    windowed.read_exact_at(u64::try_from(offset).unwrap(), &mut buf).unwrap();
                    assert_eq!(buf, there, "window {window}, offset {offset}, len {len}");
                }
            }
        }
    }
}
