//! The container: every case is opened as a slice and through a window over a source that reads seven bytes at most.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    reason = "a test stops at what it does not expect"
)]

mod agreement;
mod archives;
mod fixtures;
mod hostile;
mod installers;
mod members;
mod names;
mod peers;
mod zip64;

use std::ops::ControlFlow;

use wheelcard::bytes::{ReadAt, ReadError, Windowed};
use wheelcard::container::{
    ContainerError, Directory, Entry, Inflated, MemberError, Place, head, inflate, open, read_all,
};
use wheelcard::finding::Finding;

use crate::zip_builder::{Member, Zip};

/// A source that never gives more than seven bytes at once.
struct ShortReader<'a>(&'a [u8]);

impl ReadAt for ShortReader<'_> {
    fn len(&self) -> u64 {
        ReadAt::len(self.0)
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        let len = buf.len().min(7);
        self.0.read_at(offset, &mut buf[..len])
    }
}

/// Largest member that is read whole.
const IN_MEMORY: u64 = 1 << 30;

/// Opens the bytes both ways, holds that both say the same, and yields it.
fn opened(bytes: &[u8]) -> Result<Directory, ContainerError> {
    let directory = open(bytes);
    assert_eq!(open(&Windowed::new(ShortReader(bytes), 100)), directory, "slice and short-reading window disagree");
    directory
}

/// The directory of bytes that are a zip.
fn directory(bytes: &[u8]) -> Directory {
    opened(bytes).unwrap()
}

/// Reads a member in every way, holds that all agree, and yields what came out.
fn bytes_of(bytes: &[u8], entry: &Entry) -> Result<(Vec<u8>, Inflated), MemberError> {
    let whole = read_all(bytes, entry, IN_MEMORY);
    let short = Windowed::new(ShortReader(bytes), 100);
    assert_eq!(read_all(&short, entry, IN_MEMORY), whole);
    let mut streamed = Vec::new();
    let inflated = inflate(&short, entry, &mut |chunk| {
        streamed.extend_from_slice(chunk);
        ControlFlow::Continue(())
    });
    match &whole {
        Ok((whole, facts)) => {
            assert_eq!((&streamed, &inflated), (whole, &Ok(*facts)));
            for n in [0, 1, 100, whole.len(), whole.len() + 1] {
                assert_eq!(head(&short, entry, n).unwrap(), whole[..n.min(whole.len())], "head of {n}");
            }
        }
        // The limit is of memory; a stream has none.
        Err(MemberError::TooLarge { limit: IN_MEMORY, .. }) => {}
        Err(error) => assert_eq!(inflated.as_ref(), Err(error)),
    }
    whole
}

/// The findings with this code.
fn findings<'a>(directory: &'a Directory, code: &str) -> Vec<&'a Finding> {
    directory.findings.iter().filter(|finding| finding.code == code).collect()
}

/// The only finding with this code.
fn finding<'a>(directory: &'a Directory, code: &str) -> &'a Finding {
    match findings(directory, code).as_slice() {
        [finding] => finding,
        _ => panic!("not one {code} but {:#?}", directory.findings),
    }
}

/// All codes, sorted.
fn codes(directory: &Directory) -> Vec<&str> {
    let mut codes: Vec<&str> = directory.findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    codes
}

/// Names of the entries that only a local header shows.
fn local_only(directory: &Directory) -> Vec<&str> {
    directory.entries.iter().filter(|e| e.place == Place::LocalOnly).map(|e| e.name.as_str()).collect()
}

/// Two plain members.
fn pair() -> Zip {
    Zip::of([Member::deflated("a.py", b"print('a')\n"), Member::stored("b/c.txt", b"c")])
}
