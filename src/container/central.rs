//! The central directory, read as far as it can be.

use super::fields::size_of;
use super::header::{CENTRAL_LEN, Central};
use crate::bytes::{ReadAt, ReadError, Windowed, limits, read_vec};

/// The central headers of one directory.
#[derive(Debug, Default)]
pub(super) struct CentralDirectory {
    /// In the directory's order.
    pub(super) headers: Vec<Central>,
    /// Where the walk ended: behind the last header.
    pub(super) end: u64,
    /// What stood in the way of the rest; `None` when the directory was read whole.
    pub(super) stopped: Option<String>,
}

/// Reads the directory that lies in `start..end`. What its end record claims of the count is not believed: only bytes
/// count.
pub(super) fn read<R: ReadAt + ?Sized>(source: &R, start: u64, end: u64) -> Result<CentralDirectory, ReadError> {
    let mut directory = CentralDirectory { end: start, ..CentralDirectory::default() };
    if end.saturating_sub(start) > limits::DIRECTORY {
        let (size, limit) = (end.saturating_sub(start), limits::DIRECTORY);
        directory.stopped = Some(format!("it would be {size} bytes long, more than the {limit} that are read of one"));
        return Ok(directory);
    }
    let window = Windowed::new(source, super::fields::to_usize(end.saturating_sub(start)).min(limits::SLICE));
    let mut fixed = [0; CENTRAL_LEN];
    let tail_at = |at: u64| at.saturating_add(size_of(CENTRAL_LEN));
    while directory.end < end {
        let at = directory.end;
        if size_of(directory.headers.len()) >= limits::MEMBERS {
            directory.stopped =
                Some(format!("it holds more than the {} members that are read of one", limits::MEMBERS));
            break;
        }
        if tail_at(at) > end {
            directory.stopped = Some(format!("it ends inside the header at offset {at}"));
            break;
        }
        window.read_exact_at(at, &mut fixed)?;
        let Some(tail_len) = Central::tail_len(&fixed) else {
            directory.stopped = Some(format!("there is no central header at offset {at}"));
            break;
        };
        if tail_at(at).saturating_add(size_of(tail_len)) > end {
            directory.stopped = Some(format!("it ends inside the header at offset {at}"));
            break;
        }
        let tail = read_vec(&window, tail_at(at), size_of(tail_len))?;
        let Some(header) = Central::read(at, &fixed, &tail) else {
            directory.stopped = Some(format!("there is no central header at offset {at}"));
            break;
        };
        directory.end = at.saturating_add(header.len());
        directory.headers.push(header);
    }
    Ok(directory)
}
