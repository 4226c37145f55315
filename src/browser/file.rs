//! A dropped `File` as a [`ReadAt`]: slices read by `FileReaderSync`, which exists in workers only.

use std::cell::Cell;

use wasm_bindgen::JsCast as _;

use super::error;
use crate::bytes::{ReadAt, ReadError, limits};

/// Largest offset that a JavaScript number holds exactly.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// A `File` in a worker.
pub struct FileSource {
    file: web_sys::File,
    reader: web_sys::FileReaderSync,
    len: u64,
    read: Cell<u64>,
    on_read: Box<dyn Fn(u64)>,
}

impl FileSource {
    /// A source over `file`; `on_read` hears how many bytes were read since [`restart`](Self::restart).
    ///
    /// # Errors
    /// When there is no `FileReaderSync`, that is, outside a worker.
    pub fn new(file: web_sys::File, on_read: impl Fn(u64) + 'static) -> Result<Self, ReadError> {
        let failed = |thrown| ReadError::Failed { offset: 0, message: error::message(&thrown) };
        let reader = web_sys::FileReaderSync::new().map_err(failed)?;
        let len = file.size();
        Ok(Self { len: to_u64(len), file, reader, read: Cell::new(0), on_read: Box::new(on_read) })
    }

    /// Counts bytes anew.
    pub fn restart(&self) {
        self.read.set(0);
    }
}

impl ReadAt for FileSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        let wanted = u64::try_from(buf.len().min(limits::SLICE)).unwrap_or(u64::MAX);
        let end = offset.saturating_add(wanted).min(self.len);
        if offset >= end {
            return Ok(0);
        }
        let failed = |thrown| match error::name_and_message(&thrown) {
            // The browser's words for a file that was changed, moved or deleted after it was dropped.
            (name, _) if name == "NotReadableError" || name == "NotFoundError" => ReadError::Changed,
            (_, message) => ReadError::Failed { offset, message },
        };
        let (from, to) = (to_f64(offset)?, to_f64(end)?);
        let slice = self.file.slice_with_f64_and_f64(from, to).map_err(failed)?;
        let bytes = js_sys::Uint8Array::new(&self.reader.read_as_array_buffer(&slice).map_err(failed)?.into());
        let n = usize::try_from(bytes.length()).unwrap_or(usize::MAX).min(buf.len());
        if let Some(to) = buf.get_mut(..n) {
            bytes.subarray(0, u32::try_from(n).unwrap_or(u32::MAX)).copy_to(to);
        }
        let read = self.read.get().saturating_add(u64::try_from(n).unwrap_or(u64::MAX));
        self.read.set(read);
        (self.on_read)(read);
        Ok(n)
    }
}

/// A size that the browser states, as bytes.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`File.size` is a non-negative integer below 2^53; `as` saturates on anything else"
)]
pub(super) fn to_u64(size: f64) -> u64 {
    size as u64
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "guarded: at most 2^53 - 1, which f64 holds exactly"
)]
fn to_f64(offset: u64) -> Result<f64, ReadError> {
    if offset > MAX_SAFE {
        return Err(ReadError::TooLarge { offset, wanted: 0 });
    }
    Ok(offset as f64)
}

/// The `File` in a message's payload, if it is one.
pub(super) fn from_value(value: wasm_bindgen::JsValue) -> Option<web_sys::File> {
    value.dyn_into().ok()
}
