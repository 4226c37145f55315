//! A dropped `File` as a [`ReadAt`]: slices read by `FileReaderSync`, which exists in workers only.

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;

use super::error;
use crate::bytes::{ReadAt, ReadError, limits};

/// Largest offset that a JavaScript number holds exactly.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Bytes read at once of a file that is to be held: the larger, the fewer messages to the browser's other processes.
const AT_ONCE: u32 = 64 << 20;

/// A `File` in a worker.
pub struct FileSource {
    file: web_sys::File,
    reader: web_sys::FileReaderSync,
    len: u64,
    /// All its bytes, where they were read at once.
    held: RefCell<Option<js_sys::Uint8Array>>,
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
        let held = RefCell::new(None);
        Ok(Self { len: to_u64(len), file, reader, held, read: Cell::new(0), on_read: Box::new(on_read) })
    }

    /// Counts bytes anew.
    pub fn restart(&self) {
        self.read.set(0);
    }

    /// Reads the whole file into memory outside WebAssembly's, from where it is read from now on. Gives that memory back
    /// for the next file: `room` where it suffices, else new memory.
    ///
    /// Nothing is held of a file that is too large for it or can't be read; slices then say what is wrong.
    pub(super) async fn hold(&self, room: Option<js_sys::Uint8Array>) -> Option<js_sys::Uint8Array> {
        let len = u32::try_from(self.len).ok().filter(|_| self.len <= limits::FILE_AT_ONCE)?;
        let room = room.filter(|room| room.length() >= len).or_else(|| memory(len))?;
        let mut at = 0;
        while at < len {
            let end = at.saturating_add(AT_ONCE).min(len);
            let slice = self.file.slice_with_f64_and_f64(f64::from(at), f64::from(end)).ok()?;
            let bytes = js_sys::Uint8Array::new(&JsFuture::from(slice.array_buffer()).await.ok()?);
            if bytes.length() != end.saturating_sub(at) {
                return None;
            }
            room.set(&bytes, at);
            at = end;
            self.tell(bytes.length());
        }
        *self.held.borrow_mut() = Some(room.subarray(0, len));
        Some(room)
    }

    /// The file's bytes, where they are held.
    pub(super) fn held(&self) -> Option<js_sys::Uint8Array> {
        self.held.borrow().clone()
    }

    /// Holds them no longer.
    pub(super) fn let_go(&self) {
        *self.held.borrow_mut() = None;
    }

    /// Copies as many of `bytes` as `buf` has room for.
    fn take(&self, bytes: &js_sys::Uint8Array, buf: &mut [u8]) -> usize {
        let len = bytes.length().min(u32::try_from(buf.len()).unwrap_or(u32::MAX));
        let n = usize::try_from(len).unwrap_or_default();
        if let Some(to) = buf.get_mut(..n) {
            bytes.subarray(0, len).copy_to(to);
        }
        self.tell(len);
        n
    }

    fn tell(&self, fresh: u32) {
        let read = self.read.get().saturating_add(u64::from(fresh));
        self.read.set(read);
        (self.on_read)(read);
    }
}

/// Memory outside WebAssembly's, if the browser has so much. Not `new_with_length`: what that throws can't be caught.
fn memory(len: u32) -> Option<js_sys::Uint8Array> {
    let constructor = js_sys::Reflect::get(&js_sys::global(), &"Uint8Array".into()).ok()?;
    let arguments = js_sys::Array::of1(&len.into());
    js_sys::Reflect::construct(constructor.unchecked_ref::<js_sys::Function>(), &arguments).ok()?.dyn_into().ok()
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
        if let Some(held) = self.held.borrow().as_ref() {
            let (from, to) = (to_u32(offset), to_u32(end));
            let bytes = held.subarray(from, to);
            return Ok(self.take(&bytes, buf));
        }
        let failed = |thrown| match error::name_and_message(&thrown) {
            // The browser's words for a file that was changed, moved or deleted after it was dropped.
            (name, _) if name == "NotReadableError" || name == "NotFoundError" => ReadError::Changed,
            (_, message) => ReadError::Failed { offset, message },
        };
        let (from, to) = (to_f64(offset)?, to_f64(end)?);
        let slice = self.file.slice_with_f64_and_f64(from, to).map_err(failed)?;
        let bytes = js_sys::Uint8Array::new(&self.reader.read_as_array_buffer(&slice).map_err(failed)?.into());
        Ok(self.take(&bytes, buf))
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

/// An offset of a held file, which is smaller than 4 GiB.
fn to_u32(offset: u64) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
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
