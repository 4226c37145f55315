//! Inflate: deflate streams (RFC 1951, <https://www.rfc-editor.org/rfc/rfc1951>) into memory.
//!
//! A member of a wheel is held whole, its size is claimed beforehand, and inflating it is what a scan waits for. So this
//! inflater knows one way only: from a slice into memory that is there already and is its own history. That is what
//! makes it faster than a general one, in wasm above all (docs/performance.md has the numbers).
//!
//! It accepts what zlib accepts, no more and no less, which tests hold against a port of zlib. Input and output may come
//! in pieces ([`Inflater::step`]), for sources that are read by slices and for members that are too large to be held.
//
// Rejected: unsafe code. Two checks per turn of the hot loop are left, both well predicted; the others the compiler omits.

mod bits;
mod block;
mod copy;
mod error;
mod header;
mod table;

pub use error::{Alphabet, Fault, InflateError, Subscription};

use bits::Bits;
use block::Stop;
use header::Codes;

/// Most bytes that one byte of a stream can inflate to: four matches of 258 bytes, 2 bits each.
const RATIO: usize = 1032;

/// An inflater. It holds tables of 12 KiB and is meant to be used again and again.
pub struct Inflater {
    codes: Codes,
    /// Bits of the last byte of input that are not yet used.
    buffer: u64,
    count: u32,
    state: State,
    /// Whether the block is the last one.
    last: bool,
    /// Bytes of the stream that were consumed.
    consumed: u64,
    /// Bytes that came out.
    produced: u64,
}

/// Where in the stream the inflater stands.
#[derive(Debug, Clone, Copy)]
enum State {
    /// Before a block.
    Header,
    /// In a stored block with so many bytes left.
    Stored { left: usize },
    /// Among the symbols of a block.
    Coded,
    /// After the last block.
    End,
}

/// What came of a whole stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// Bytes of the input that are the stream; what follows was not looked at.
    pub consumed: usize,
    /// Bytes inflated.
    pub produced: usize,
}

/// What came of a piece of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Bytes of the input that are done with; the next step's input begins after them.
    pub consumed: usize,
    /// Bytes of the output that are there now, those from before included.
    pub filled: usize,
    /// Why the step ended.
    pub status: Status,
}

/// Why a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The stream has ended.
    Done,
    /// The input ends before the stream does.
    NeedsInput,
    /// The next symbol needs more room: up to 258 bytes.
    NeedsOutput,
}

impl Default for Inflater {
    fn default() -> Self {
        Self::new()
    }
}

impl Inflater {
    /// An inflater at the start of a stream.
    pub const fn new() -> Self {
        Self { codes: Codes::new(), buffer: 0, count: 0, state: State::Header, last: false, consumed: 0, produced: 0 }
    }

    /// Inflates a whole stream that begins at the start of `input`, to at most `limit` bytes.
    ///
    /// What `output` holds is overwritten, its memory is used again. Afterwards it holds what came out, also on an error.
    /// No more memory is asked for than `limit`, nor than `input` can inflate to.
    ///
    /// # Errors
    /// When it is no deflate stream, is cut short or inflates to more than `limit` bytes, or when there is no memory.
    pub fn inflate(&mut self, input: &[u8], output: &mut Vec<u8>, limit: usize) -> Result<Done, InflateError> {
        self.reset();
        let room = limit.min(input.len().saturating_mul(RATIO));
        if output.try_reserve_exact(room.saturating_sub(output.len())).is_err() {
            output.clear();
            return Err(self.error(Fault::NoMemory { wanted: room }));
        }
        // Only what was not there is set to 0: with an output that is used again, mostly nothing.
        output.resize(room, 0);
        let (filled, status) = self.advance(input, output, 0);
        output.truncate(filled);
        match status {
            Ok((Status::Done, consumed)) => Ok(Done { consumed, produced: filled }),
            Ok((Status::NeedsInput, _)) => Err(self.error(Fault::Truncated)),
            Ok((Status::NeedsOutput, _)) => Err(self.error(Fault::OverLimit { limit })),
            Err(fault) => Err(self.error(fault)),
        }
    }

    /// Goes back to the start of a stream.
    pub fn reset(&mut self) {
        (self.buffer, self.count, self.state, self.last) = (0, 0, State::Header, false);
        (self.consumed, self.produced) = (0, 0);
    }

    /// Goes on with a stream that comes in pieces: inflates `input` to `output` behind the `filled` bytes that are there,
    /// until one of the two or the stream ends.
    ///
    /// The bytes before `filled` are the history that matches refer to: the last 32 KiB that came out, or all of them,
    /// must stand there. An input that was not consumed whole must be given again with more behind it (a few hundred
    /// bytes suffice); with nothing more behind it, the stream is cut short.
    ///
    /// # Errors
    /// When it is no deflate stream. That it is cut short or too long is for the caller to say.
    pub fn step(&mut self, input: &[u8], output: &mut [u8], filled: usize) -> Result<Step, InflateError> {
        match self.advance(input, output, filled) {
            (filled, Ok((status, consumed))) => Ok(Step { consumed, filled, status }),
            (_, Err(fault)) => Err(self.error(fault)),
        }
    }

    /// A step, and how much of `output` is there after it, also when it fails.
    fn advance(&mut self, input: &[u8], output: &mut [u8], filled: usize) -> (usize, Result<(Status, usize), Fault>) {
        let filled = filled.min(output.len());
        let mut bits = Bits { input, at: 0, buffer: self.buffer, count: self.count };
        let mut now = filled;
        let status = self.run(&mut bits, output, &mut now);
        bits.give_back();
        (self.buffer, self.count) = (bits.buffer, bits.count);
        self.consumed = self.consumed.saturating_add(wide(bits.at));
        self.produced = self.produced.saturating_add(wide(now.saturating_sub(filled)));
        (now, status.map(|status| (status, bits.at)))
    }

    fn error(&self, fault: Fault) -> InflateError {
        InflateError { fault, input: self.consumed, output: self.produced }
    }

    fn run(&mut self, bits: &mut Bits<'_>, output: &mut [u8], filled: &mut usize) -> Result<Status, Fault> {
        loop {
            match self.state {
                State::Header => {
                    let before = *bits;
                    let Some(state) = self.header(bits)? else {
                        *bits = before;
                        return Ok(Status::NeedsInput);
                    };
                    self.state = state;
                }
                State::Stored { left } => {
                    let copied = stored(left, bits, output, filled);
                    if copied < left {
                        self.state = State::Stored { left: left.saturating_sub(copied) };
                        let full = *filled >= output.len();
                        return Ok(if full { Status::NeedsOutput } else { Status::NeedsInput });
                    }
                    self.state = self.after_block();
                }
                State::Coded => match block::decode(&self.codes.litlen, &self.codes.distance, bits, output, filled)? {
                    Stop::End => self.state = self.after_block(),
                    Stop::Input => return Ok(Status::NeedsInput),
                    Stop::Output => return Ok(Status::NeedsOutput),
                },
                State::End => return Ok(Status::Done),
            }
        }
    }

    fn after_block(&self) -> State {
        if self.last { State::End } else { State::Header }
    }

    /// Reads what stands before a block's content; `None` when the input does not have it whole.
    fn header(&mut self, bits: &mut Bits<'_>) -> Result<Option<State>, Fault> {
        let (Some(last), Some(kind)) = (bits.take(1), bits.take(2)) else { return Ok(None) };
        let state = match kind {
            0 => {
                let in_byte = bits.count % 8;
                let (Some(_), Some(len), Some(nlen)) = (bits.take(in_byte), bits.take(16), bits.take(16)) else {
                    return Ok(None);
                };
                if len != !nlen {
                    return Err(Fault::StoredLength { len, not_nlen: !nlen });
                }
                State::Stored { left: usize::from(len) }
            }
            1 => {
                self.codes.fixed()?;
                State::Coded
            }
            2 => match self.codes.dynamic(bits)? {
                Some(()) => State::Coded,
                None => return Ok(None),
            },
            _ => return Err(Fault::BlockType),
        };
        self.last = last == 1;
        Ok(Some(state))
    }
}

/// Copies what is there of `left` stored bytes, and says how many.
fn stored(left: usize, bits: &mut Bits<'_>, output: &mut [u8], filled: &mut usize) -> usize {
    bits.give_back();
    let input = bits.input.get(bits.at..).unwrap_or_default();
    let room = output.get_mut(*filled..).unwrap_or_default();
    let n = left.min(input.len()).min(room.len());
    if let (Some(from), Some(to)) = (input.get(..n), room.get_mut(..n)) {
        to.copy_from_slice(from);
    }
    bits.at = bits.at.saturating_add(n);
    *filled = filled.saturating_add(n);
    n
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
