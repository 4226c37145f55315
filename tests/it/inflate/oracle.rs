//! What zlib says, and that the inflater says the same.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that can't go on must fail, and the numbers in it are its own"
)]

use wheelcard::inflate::{Inflater, Status};
use zlib_rs::{Inflate, InflateFlush};

/// What zlib makes of a raw deflate stream, and how long that is; `None` where it refuses it, finds it cut short, or
/// more than `limit` bytes come out.
pub(super) fn zlib(stream: &[u8], limit: usize) -> Option<(Vec<u8>, usize)> {
    let mut inflate = Inflate::new(false, 15);
    let mut output = vec![0; limit];
    let status = inflate.decompress(stream, &mut output, InflateFlush::Finish).ok()?;
    output.truncate(usize::try_from(inflate.total_out()).unwrap());
    (status == zlib_rs::Status::StreamEnd).then(|| (output, usize::try_from(inflate.total_in()).unwrap()))
}

/// Holds the inflater against zlib, and says whether they accepted the stream.
pub(super) fn agree(stream: &[u8], limit: usize) -> bool {
    let mut output = Vec::new();
    let done = Inflater::new().inflate(stream, &mut output, limit);
    assert!(output.len() <= limit);
    let expected = zlib(stream, limit);
    match (&expected, done) {
        (None, Err(_)) => {}
        (Some((text, consumed)), Ok(done)) => {
            assert_eq!((done.consumed, done.produced), (*consumed, text.len()), "{stream:02x?}");
            assert!(output == *text, "{stream:02x?}");
        }
        (expected, done) => panic!("zlib: {expected:?}, here: {done:?}, for {stream:02x?}"),
    }
    expected.is_some()
}

/// Inflates by pieces of input and output of the given sizes, keeping no more than the last 32 KiB as history.
pub(super) fn in_pieces(stream: &[u8], text: &[u8], size: &mut dyn FnMut() -> usize) -> Vec<u8> {
    let mut inflater = Inflater::new();
    let mut whole = Vec::new();
    let mut window = Vec::new();
    let (mut at, mut input, mut room) = (0, size(), size());
    loop {
        let filled = window.len();
        window.resize(filled + room, 0xee);
        let end = (at + input).min(stream.len());
        let step = inflater.step(&stream[at..end], &mut window, filled).unwrap();
        whole.extend_from_slice(&window[filled..step.filled]);
        assert!(text[..whole.len()].ends_with(&window[filled..step.filled]));
        window.truncate(step.filled);
        window.drain(..window.len().saturating_sub(32_768));
        at += step.consumed;
        match step.status {
            Status::Done => return whole,
            // What was not consumed comes again, with more behind it.
            Status::NeedsInput => {
                assert!(end < stream.len(), "the stream is not cut short");
                input = end - at + size();
            }
            Status::NeedsOutput => room = if step.filled == filled { room + size() } else { size() },
        }
    }
}
