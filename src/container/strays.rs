//! Headers where no directory says that there are any: in a prefix, a gap, a comment or a tail.
//!
//! A reader that streams sees them, one that goes by the directory doesn't. The search follows headers from one to the
//! next as a streaming reader would, and where that chain breaks it looks for the next signature.

use memchr::memmem;

use super::descriptor::{self, Descriptor};
use super::fields::{signature, size_of, slice_at, to_usize};
use super::header::{CENTRAL_LEN, Central, LOCAL_LEN, Local, LocalStart};
use crate::bytes::{ReadAt, ReadError, Windowed, read_vec};

/// Bytes read at once.
const CHUNK: usize = 64 << 10;
/// Bytes searched for signatures in one container; a wheel has none to search, a zip with a program before it a few.
const BUDGET: u64 = 32 << 20;
/// Headers outside of a directory that are kept; a file that has more is no wheel.
const HEADERS: usize = 250_000;

/// A local header that no directory lists.
#[derive(Debug, Clone)]
pub(super) struct StrayLocal {
    /// The header.
    pub(super) header: Local,
    /// CRC-32 by header or data descriptor.
    pub(super) crc32: u32,
    /// Compressed size by header, by data descriptor, or by what follows.
    pub(super) compressed_size: u64,
    /// Inflated size by header or data descriptor.
    pub(super) size: u64,
    /// Its bytes run out of the region into what belongs to something else.
    pub(super) overruns: bool,
    /// Why the sizes are not to be relied on.
    pub(super) doubt: Option<String>,
}

/// The search, with what it found.
pub(super) struct Strays<'a, R: ?Sized> {
    len: u64,
    window: Windowed<&'a R>,
    chunk: Vec<u8>,
    chunk_at: u64,
    budget: u64,
    /// A file that ends inside a member: nothing is looked for in what is left of its bytes.
    truncated: bool,
    /// Local headers, in the file's order.
    pub(super) locals: Vec<StrayLocal>,
    /// Central headers.
    pub(super) centrals: Vec<Central>,
    /// Offsets at which the file ends inside a header, and of which kind.
    pub(super) cut: Vec<(u64, &'static str)>,
    /// Offsets of end records.
    pub(super) ends: Vec<u64>,
    /// Where the search was given up, if it was.
    pub(super) unsearched_from: Option<u64>,
}

impl<'a, R: ReadAt + ?Sized> Strays<'a, R> {
    /// A search that found nothing yet. `truncated`: the file's end is missing.
    pub(super) fn new(source: &'a R, truncated: bool) -> Self {
        Self {
            len: source.len(),
            window: Windowed::new(source, CHUNK),
            chunk: Vec::new(),
            chunk_at: 0,
            budget: BUDGET,
            truncated,
            locals: Vec::new(),
            centrals: Vec::new(),
            cut: Vec::new(),
            ends: Vec::new(),
            unsearched_from: None,
        }
    }

    /// Searches `from..to`, and says whether it is all zeros.
    pub(super) fn region(&mut self, from: u64, to: u64) -> Result<bool, ReadError> {
        let to = to.min(self.len);
        let zeros = self.is_zeros(from, to)?;
        let mut at = from;
        while !zeros && at < to && self.unsearched_from.is_none() {
            let found = self.locals.len().saturating_add(self.centrals.len()).saturating_add(self.ends.len());
            if found >= HEADERS {
                self.unsearched_from = Some(at);
                break;
            }
            at = match self.record(at, to)? {
                Some(next) => next.max(at.saturating_add(1)),
                None => self.signature(at.saturating_add(1), to)?.unwrap_or(to),
            };
        }
        Ok(zeros)
    }

    /// Notes the record at `at`, if there is one, and says where the next may be.
    fn record(&mut self, at: u64, to: u64) -> Result<Option<u64>, ReadError> {
        let there = to_usize(self.len.saturating_sub(at));
        let fixed = read_vec(&self.window, at, size_of(there.min(CENTRAL_LEN)))?;
        if let Some(start) = fixed.get(..LOCAL_LEN).and_then(LocalStart::read) {
            return self.local(at, start, to);
        }
        if fixed.starts_with(&signature::LOCAL) {
            self.cut.push((at, "local"));
        }
        if let Some(tail_len) = Central::tail_len(&fixed) {
            let tail_at = at.saturating_add(size_of(CENTRAL_LEN));
            if tail_at.saturating_add(size_of(tail_len)) <= self.len {
                let tail = read_vec(&self.window, tail_at, size_of(tail_len))?;
                if let Some(central) = Central::read(at, &fixed, &tail) {
                    let next = at.saturating_add(central.len());
                    self.centrals.push(central);
                    return Ok(Some(next));
                }
            }
        }
        if fixed.starts_with(&signature::CENTRAL) {
            self.cut.push((at, "central"));
        }
        if fixed.starts_with(&signature::END) && fixed.len() >= to_usize(super::end::END_LEN) {
            self.ends.push(at);
            return Ok(Some(at.saturating_add(super::end::END_LEN)));
        }
        Ok(None)
    }

    fn local(&mut self, at: u64, start: LocalStart, to: u64) -> Result<Option<u64>, ReadError> {
        let tail_at = at.saturating_add(size_of(LOCAL_LEN));
        if tail_at.saturating_add(size_of(start.tail_len())) > self.len {
            self.cut.push((at, "local"));
            return Ok(None);
        }
        let tail = read_vec(&self.window, tail_at, size_of(start.tail_len()))?;
        let Some(header) = Local::new(at, start, &tail) else { return Ok(None) };
        let (claims, resolved, data) = (header.claims, header.resolved, header.data_offset);
        let mut stray = StrayLocal {
            crc32: claims.crc32,
            compressed_size: resolved.compressed_size,
            size: resolved.size,
            header,
            overruns: false,
            doubt: None,
        };
        let mut end = data.saturating_add(stray.compressed_size);
        if claims.has_descriptor() {
            end = self.resolve_by_descriptor(&mut stray, to)?;
        }
        stray.overruns = end > to && end <= self.len;
        self.locals.push(stray);
        Ok(Some(match end {
            end if end <= to => end,
            _ if self.truncated => to,
            _ => data,
        }))
    }

    /// Takes sizes and CRC from the data descriptor of a member whose local header may leave them out; yields where the
    /// member ends.
    fn resolve_by_descriptor(&mut self, stray: &mut StrayLocal, to: u64) -> Result<u64, ReadError> {
        let data = stray.header.data_offset;
        let zip64 = stray.header.resolved.zip64_len.is_some();
        let known = (stray.crc32, stray.compressed_size, stray.size);
        if known.1 != 0 {
            let end = data.saturating_add(known.1);
            let bytes = self.bytes(end, descriptor::LONGEST)?;
            let len = Descriptor::read(&bytes, known, zip64).map_or(0, |descriptor| descriptor.len);
            return Ok(end.saturating_add(len));
        }
        let mut at = data;
        while let Some(found) = self.next(at, to, Some(signature::DESCRIPTOR))? {
            let bytes = self.bytes(found, descriptor::LONGEST)?;
            let distance = found.saturating_sub(data);
            if let Some(said) = Descriptor::signed(&bytes, zip64).find(|said| said.compressed_size == distance) {
                (stray.crc32, stray.compressed_size, stray.size) = (said.crc32, said.compressed_size, said.size);
                return Ok(found.saturating_add(said.len));
            }
            at = found.saturating_add(1);
        }
        let end = self.signature(data, to)?.unwrap_or(to);
        stray.compressed_size = end.saturating_sub(data);
        stray.doubt = Some("its size is not known: it should stand in a data descriptor, and there is none".to_owned());
        Ok(end)
    }

    fn bytes(&self, at: u64, len: usize) -> Result<Vec<u8>, ReadError> {
        let there = self.len.saturating_sub(at);
        read_vec(&self.window, at, there.min(size_of(len)))
    }

    /// The next local, central or end signature.
    fn signature(&mut self, from: u64, to: u64) -> Result<Option<u64>, ReadError> {
        self.next(from, to, None)
    }

    /// The next place of `wanted`, or of any header's signature.
    fn next(&mut self, from: u64, to: u64, wanted: Option<[u8; 4]>) -> Result<Option<u64>, ReadError> {
        let mut at = from;
        while at < to {
            if self.budget == 0 {
                self.unsearched_from.get_or_insert(at);
                return Ok(None);
            }
            let held = self.load(at)?;
            let bytes = slice_from(&self.chunk, held);
            let hit = memmem::find_iter(bytes, b"PK").find(|&hit| {
                let signed = slice_at(bytes, hit, 4);
                match wanted {
                    Some(wanted) => signed == Some(&wanted),
                    None => [signature::LOCAL, signature::CENTRAL, signature::END].iter().any(|s| signed == Some(s)),
                }
            });
            // A signature may lie across the end of the chunk: step back by what of it could be there.
            let last = at.saturating_add(size_of(bytes.len())) >= self.len;
            let step = hit.unwrap_or(if last { bytes.len() } else { bytes.len().saturating_sub(3).max(1) });
            self.budget = self.budget.saturating_sub(size_of(step));
            at = at.saturating_add(size_of(step));
            if hit.is_some() {
                return Ok((at < to).then_some(at));
            }
        }
        Ok(None)
    }

    /// Whether all bytes are zeros; said only of what the budget allows to be read.
    fn is_zeros(&mut self, from: u64, to: u64) -> Result<bool, ReadError> {
        let mut at = from;
        while at < to {
            if self.budget == 0 {
                return Ok(false);
            }
            let held = self.load(at)?;
            let len = to_usize(to.saturating_sub(at));
            let bytes = slice_from(&self.chunk, held);
            let bytes = bytes.get(..len).unwrap_or(bytes);
            if bytes.is_empty() || bytes.iter().any(|&b| b != 0) {
                return Ok(false);
            }
            self.budget = self.budget.saturating_sub(size_of(bytes.len()));
            at = at.saturating_add(size_of(bytes.len()));
        }
        Ok(from < to)
    }

    /// Has at least four bytes at `at` in the chunk, if the file has them, and says where in it.
    fn load(&mut self, at: u64) -> Result<usize, ReadError> {
        let held = at.checked_sub(self.chunk_at).map(to_usize).filter(|&held| {
            self.chunk.len().saturating_sub(held) >= 4
                || (held < self.chunk.len() && self.chunk_at.saturating_add(size_of(self.chunk.len())) == self.len)
        });
        if let Some(held) = held {
            return Ok(held);
        }
        self.chunk = self.bytes(at, CHUNK)?;
        self.chunk_at = at;
        Ok(0)
    }
}

fn slice_from(bytes: &[u8], at: usize) -> &[u8] {
    bytes.get(at..).unwrap_or_default()
}
