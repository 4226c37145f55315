//! The one seam through which the core sees a file.

/// Random-access, read-only bytes of known length.
///
/// It serves two situations: a slice or a file on disk (tests, the native example) and a browser `File` in a worker,
/// read by `Blob.slice` and `FileReaderSync`. Reads take `&self`, as Go's `io.ReaderAt` does, because members are read
/// in any order. An implementation may return fewer bytes than asked for, but not zero before the end.
//
// Rejected: `Read + Seek` (a shared cursor makes every reader `&mut`), and an async trait (`FileReaderSync` is
// synchronous in workers, and the core would inherit an executor for nothing).
pub trait ReadAt {
    /// Length in bytes.
    fn len(&self) -> u64;

    /// Reads at most `buf.len()` bytes from `offset` and says how many; 0 means the end.
    ///
    /// # Errors
    /// When the source can't be read, e.g. because the file changed after it was dropped.
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError>;

    /// Whether there are no bytes at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buf` from `offset`.
    ///
    /// # Errors
    /// [`ReadError::Short`] when the source ends first.
    fn read_exact_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), ReadError> {
        let wanted = buf.len();
        let mut at = offset;
        let mut rest = buf;
        while !rest.is_empty() {
            let n = self.read_at(at, rest)?;
            if n == 0 {
                return Err(ReadError::Short { offset, wanted, got: wanted.saturating_sub(rest.len()) });
            }
            rest = rest.get_mut(n..).unwrap_or_default();
            at = at.saturating_add(u64::try_from(n).unwrap_or(u64::MAX));
        }
        Ok(())
    }
}

/// Why bytes could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The source ended before the bytes asked for.
    #[error("the file ends at offset {} where {wanted} bytes from offset {offset} were expected", offset.saturating_add(u64::try_from(*got).unwrap_or(u64::MAX)))]
    Short {
        /// Where the read began.
        offset: u64,
        /// Bytes asked for.
        wanted: usize,
        /// Bytes that were there.
        got: usize,
    },
    /// More bytes were asked for than memory can be had for.
    #[error("no memory for {wanted} bytes at offset {offset}")]
    TooLarge {
        /// Where the read would begin.
        offset: u64,
        /// Bytes asked for.
        wanted: u64,
    },
    /// The file on disk is no longer the one that was dropped.
    #[error("the file changed on disk after it was dropped; drop it again")]
    Changed,
    /// Anything else the source says.
    #[error("read failed at offset {offset}: {message}")]
    Failed {
        /// Where the read began.
        offset: u64,
        /// The source's own words.
        message: String,
    },
}

/// Reads exactly `len` bytes from `offset` into memory that is asked for, not assumed.
///
/// # Errors
/// [`ReadError::TooLarge`] when the memory can't be had, [`ReadError::Short`] when the source ends first. A length
/// beyond the end of the source is refused before anything is allocated.
pub fn read_vec<R: ReadAt + ?Sized>(source: &R, offset: u64, len: u64) -> Result<Vec<u8>, ReadError> {
    let too_large = || ReadError::TooLarge { offset, wanted: len };
    let wanted = usize::try_from(len).map_err(|_| too_large())?;
    let there = source.len().saturating_sub(offset);
    if len > there {
        return Err(ReadError::Short { offset, wanted, got: usize::try_from(there).unwrap_or(usize::MAX) });
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(wanted).map_err(|_| too_large())?;
    bytes.resize(wanted, 0);
    source.read_exact_at(offset, &mut bytes)?;
    Ok(bytes)
}

impl ReadAt for [u8] {
    fn len(&self) -> u64 {
        u64::try_from(<[u8]>::len(self)).unwrap_or(u64::MAX)
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        let rest = usize::try_from(offset).ok().and_then(|at| self.get(at..)).unwrap_or_default();
        let n = rest.len().min(buf.len());
        if let (Some(to), Some(from)) = (buf.get_mut(..n), rest.get(..n)) {
            to.copy_from_slice(from);
        }
        Ok(n)
    }
}

impl ReadAt for Vec<u8> {
    fn len(&self) -> u64 {
        ReadAt::len(self.as_slice())
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        self.as_slice().read_at(offset, buf)
    }
}

impl<R: ReadAt + ?Sized> ReadAt for &R {
    fn len(&self) -> u64 {
        (**self).len()
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        (**self).read_at(offset, buf)
    }
}

/// A file on disk. Natively only: in the browser the seam is `browser::file`.
#[cfg(unix)]
impl ReadAt for std::fs::File {
    fn len(&self) -> u64 {
        self.metadata().map_or(0, |m| m.len())
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        let failed = |e: std::io::Error| ReadError::Failed { offset, message: e.to_string() };
        std::os::unix::fs::FileExt::read_at(self, buf, offset).map_err(failed)
    }
}
