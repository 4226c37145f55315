//! The inflater against zlib (zlib-rs, a port of it), and against RFC 1951 by hand-made streams.
#![expect(clippy::expect_used, reason = "a test that can't go on must fail")]

mod corpus;
mod oracle;
mod stream;

use std::path::Path;

use corpus::Random;
use oracle::{agree, zlib};
use stream::{Stream, dynamic, lengths};
use wheelcard::inflate::{Alphabet, Done, Fault, InflateError, Inflater, Status, Subscription};

fn inflate(input: &[u8], limit: usize) -> (Result<Done, InflateError>, Vec<u8>) {
    let mut output = Vec::new();
    let done = Inflater::new().inflate(input, &mut output, limit);
    (done, output)
}

fn fault(input: &[u8]) -> Fault {
    inflate(input, 1 << 16).0.expect_err("must be refused").fault
}

#[test]
fn members_of_real_wheels_inflate_to_the_size_and_crc_that_the_directory_states() {
    let mut inflater = Inflater::new();
    let mut output = Vec::new();
    let mut members = 0;
    for wheel in corpus::wheels(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/wheels"))) {
        for member in corpus::deflated(&wheel) {
            let done = inflater.inflate(&member.stream, &mut output, member.size).unwrap();
            assert_eq!(done, Done { consumed: member.stream.len(), produced: member.size }, "{}", member.name);
            assert_eq!(crc32fast::hash(&output), member.crc32, "{}", member.name);
            members += 1;
        }
    }
    assert!(members >= 50, "only {members} members were found");
}

#[test]
fn whatever_a_deflater_writes_comes_back() {
    for (name, text) in corpus::texts() {
        for (how, stream) in corpus::deflated_in_every_way(&text) {
            let (done, output) = inflate(&stream, text.len());
            assert_eq!(done, Ok(Done { consumed: stream.len(), produced: text.len() }), "{name}, {how}");
            assert!(output == text, "{name}, {how}");
        }
    }
}

#[test]
fn bytes_behind_the_stream_are_left_alone() {
    let (done, output) = inflate(&[0x4b, 0x04, 0x00, 0xaa, 0xbb], 10);
    assert_eq!((done.unwrap(), output.as_slice()), (Done { consumed: 3, produced: 1 }, b"a".as_slice()));
}

#[test]
fn random_bytes_are_judged_as_zlib_judges_them() {
    let mut random = Random(1);
    let mut accepted = 0;
    for _ in 0..10_000 {
        let mut stream = random.some_bytes(200);
        // Of random bytes few get beyond the first header; a valid type is a start.
        stream[0] = stream[0] & !7 | [1, 2, 3, 4, 5, 0][random.below(6)];
        accepted += usize::from(agree(&stream, 1 << 12));
    }
    assert!(accepted > 15, "only {accepted} streams were accepted");
}

#[test]
fn blocks_with_random_codes_are_judged_as_zlib_judges_them() {
    let mut random = Random(2);
    let mut accepted = 0;
    for _ in 0..3_000 {
        accepted += usize::from(agree(&stream::random(&mut random), 1 << 12));
    }
    assert!((300..2_700).contains(&accepted), "{accepted} streams were accepted: one of the two is not tested");
}

#[test]
fn damaged_streams_are_judged_as_zlib_judges_them() {
    let mut random = Random(3);
    let (mut accepted, mut all) = (0, 0);
    for (_, text) in corpus::texts() {
        let text = text.get(..6_000).unwrap_or(&text);
        for (_, stream) in corpus::deflated_in_every_way(text).into_iter().step_by(3) {
            for _ in 0..10 {
                let mut damaged = stream.clone();
                random.damage(&mut damaged);
                accepted += usize::from(agree(&damaged, text.len() + 300));
                all += 1;
            }
        }
    }
    assert!(accepted > all / 100, "only {accepted} of {all} streams were accepted");
}

#[test]
fn a_stream_cut_anywhere_is_truncated_and_what_came_out_is_a_prefix() {
    let text = corpus::words(1_500);
    for (how, stream) in corpus::deflated_in_every_way(&text).into_iter().step_by(7) {
        for cut in 0..stream.len() {
            let (done, output) = inflate(&stream[..cut], text.len());
            assert_eq!(done.unwrap_err().fault, Fault::Truncated, "{how}, cut at {cut}");
            assert!(text.starts_with(&output), "{how}, cut at {cut}");
        }
    }
}

#[test]
fn no_more_than_the_limit_comes_out_and_what_came_out_is_a_prefix() {
    let text = corpus::words(1_500);
    for (how, stream) in corpus::deflated_in_every_way(&text).into_iter().step_by(7) {
        for limit in 0..text.len() {
            let (done, output) = inflate(&stream, limit);
            assert_eq!(done.unwrap_err().fault, Fault::OverLimit { limit }, "{how}, limit {limit}");
            assert!(output.len() <= limit && output.len() + 258 > limit, "{how}, limit {limit}");
            assert!(text.starts_with(&output), "{how}, limit {limit}");
        }
        for limit in [text.len(), text.len() + 1, usize::MAX] {
            assert!(
                inflate(&stream, limit) == (Ok(Done { consumed: stream.len(), produced: text.len() }), text.clone())
            );
        }
    }
}

#[test]
fn memory_is_asked_for_by_what_the_input_can_inflate_to() {
    let mut output = Vec::new();
    Inflater::new().inflate(&[0x4b, 0x04, 0x00], &mut output, usize::MAX).unwrap();
    assert!(output.capacity() <= 3 * 1032);
}

#[test]
fn zeros_reach_the_ratio_that_memory_is_asked_for_by() {
    // 258 zeros by 2 bits each: a code of one bit for length 258, and one of one bit for distance 1.
    let mut litlen = [0; 286];
    (litlen[0], litlen[256], litlen[285]) = (2, 2, 1);
    let mut stream = dynamic(&lengths(&litlen, &[1]));
    stream.code(&litlen, 0);
    for _ in 0..40_000 {
        stream.code(&litlen, 285).bits(0, 1);
    }
    let stream = stream.code(&litlen, 256).done();
    let produced = 1 + 40_000 * 258;
    let (done, output) = inflate(&stream, usize::MAX);
    assert_eq!(done, Ok(Done { consumed: stream.len(), produced }));
    assert!(output.iter().all(|byte| *byte == 0));
}

#[test]
fn what_the_output_held_before_does_not_matter() {
    let (text, mut inflater) = (corpus::words(5_000), Inflater::new());
    for (how, stream) in corpus::deflated_in_every_way(&text).into_iter().step_by(5) {
        for before in [0, 1, 4_000, 100_000] {
            let mut output = vec![0xee; before];
            inflater.inflate(&stream, &mut output, 6_000).unwrap();
            assert!(output == text, "{how}, over {before} bytes");
        }
    }
}

#[test]
fn an_error_leaves_the_inflater_as_good_as_new() {
    let mut inflater = Inflater::new();
    let mut output = Vec::new();
    let stream = corpus::deflated_in_every_way(&corpus::words(4_000)).remove(20).1;
    inflater.inflate(&stream[..stream.len() / 2], &mut output, 4_000).unwrap_err();
    inflater.inflate(&stream, &mut output, 2_000).unwrap_err();
    inflater.inflate(&[6], &mut output, 10).unwrap_err();
    inflater.inflate(&stream, &mut output, 4_000).unwrap();
    assert!(output == corpus::words(4_000));
}

#[test]
fn a_stream_in_pieces_gives_what_it_gives_whole() {
    let mut random = Random(4);
    let text = corpus::words(1_500);
    for (how, stream) in corpus::deflated_in_every_way(&text) {
        assert!(oracle::in_pieces(&stream, &text, &mut || 1) == text, "{how}, byte by byte");
    }
    for (name, text) in corpus::texts() {
        for (how, stream) in corpus::deflated_in_every_way(&text).into_iter().step_by(11) {
            let most = 1 + text.len() / [200, 20, 3][random.below(3)];
            let output = oracle::in_pieces(&stream, &text, &mut || 1 + random.below(most));
            assert!(output == text, "{name}, {how}");
        }
    }
}

#[test]
fn nothing_is_written_behind_the_room_that_a_step_was_given() {
    let text = corpus::words(3_000);
    for (how, stream) in corpus::deflated_in_every_way(&text).into_iter().step_by(7) {
        for room in (0..text.len()).step_by(37) {
            let mut output = vec![0xee; text.len() + 600];
            let step = Inflater::new().step(&stream, &mut output[..room], 0).unwrap();
            assert_eq!(step.status, Status::NeedsOutput, "{how}, room {room}");
            assert!(output[..step.filled] == text[..step.filled], "{how}, room {room}");
            assert!(output[room..].iter().all(|byte| *byte == 0xee), "{how}, room {room}");
        }
    }
}

#[test]
fn a_stored_block_begins_at_a_byte_and_may_be_empty_or_of_65535_bytes() {
    let big = Random(5).bytes(65_535);
    let mut stream = Stream::default();
    stream.bits(0, 3).align().bits(0, 16).bits(0xffff, 16);
    stream.bits(0, 3).align().bits(3, 16).bits(!3, 16).bytes(b"abc");
    stream.bits(1, 3).align().bits(65_535, 16).bits(0, 16).bytes(&big);
    let (done, output) = inflate(&stream.done(), 70_000);
    assert_eq!(done.unwrap().produced, 65_538);
    assert!(output.starts_with(b"abc") && output[3..] == big);
}

#[test]
fn the_longest_match_and_the_farthest_distance_are_decoded() {
    // All of the window, then length 258 from 32768 back: the very first bytes.
    let first = Random(6).bytes(32_768);
    let mut stream = Stream::default();
    stream.bits(0, 3).align().bits(32_768, 16).bits(!32_768, 16).bytes(&first);
    stream.fixed().literal_or_length(285).distance(29, 8191, 13).literal_or_length(256);
    let (done, output) = inflate(&stream.done(), 40_000);
    assert_eq!(done.unwrap().produced, 32_768 + 258);
    assert_eq!(output[32_768..], first[..258]);
}

#[test]
fn every_length_at_every_small_distance_repeats_what_it_must() {
    let start = Random(7).bytes(300);
    for distance in (1..=40).chain([255, 256, 257, 258, 259, 300]) {
        for length in 3..=258 {
            let mut stream = Stream::default();
            stream.bits(0, 3).align().bits(300, 16).bits(!300, 16).bytes(&start);
            stream.fixed().matched(length, distance).literal_or_length(256);
            // Enough room for the fast copy, and none.
            for limit in [300 + length + 600, 300 + length] {
                let mut expected = start.clone();
                (0..length).for_each(|_| expected.push(expected[expected.len() - distance]));
                let (done, output) = inflate(&[stream.done(), vec![0; 40]].concat(), limit);
                assert!(done.is_ok() && output == expected, "length {length}, distance {distance}, limit {limit}");
            }
        }
    }
}

#[test]
fn codes_of_15_bits_are_decoded() {
    // Lengths 1, 2, 3 … 14, 15, 15: the last two literals have codes of 15 bits, and so do two distances.
    let mut litlen = [0; 286];
    for (symbol, length) in (97..).zip(1..=14) {
        litlen[symbol] = length;
    }
    (litlen[111], litlen[256]) = (15, 15);
    let mut stream = dynamic(&lengths(&litlen, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15]));
    for symbol in (97..=111).rev() {
        stream.code(&litlen, symbol);
    }
    assert_eq!(inflate(&stream.code(&litlen, 256).done(), 100).1, b"onmlkjihgfedcba");
}

#[test]
fn symbols_of_all_lengths_in_any_order_are_decoded() {
    let mut random = Random(10);
    for _ in 0..60 {
        let (stream, text) = stream::symbols(&mut random, 500);
        let (done, output) = inflate(&stream, text.len() + 600);
        assert_eq!(done, Ok(Done { consumed: stream.len(), produced: text.len() }));
        assert!(output == text);
    }
}

#[test]
fn a_block_of_nothing_but_its_end_may_have_an_incomplete_code() {
    let mut litlen = [0; 257];
    litlen[256] = 1;
    let stream = dynamic(&lengths(&litlen, &[0])).bits(0, 1).done();
    assert_eq!(inflate(&stream, 10).0.unwrap().produced, 0);
    let stream = dynamic(&lengths(&litlen, &[0])).bits(1, 1).done();
    assert_eq!(fault(&stream), Fault::Code(Alphabet::Litlen));
}

#[test]
fn one_distance_may_take_one_bit_and_the_other_bit_is_no_code() {
    let mut litlen = [0; 258];
    (litlen[97], litlen[256], litlen[257]) = (2, 2, 1);
    let start = || {
        let mut stream = dynamic(&lengths(&litlen, &[1]));
        stream.code(&litlen, 97).code(&litlen, 257);
        stream
    };
    let (done, output) = inflate(&start().bits(0, 1).code(&litlen, 256).done(), 10);
    assert_eq!((done.unwrap().produced, output.as_slice()), (4, b"aaaa".as_slice()));
    assert_eq!(fault(&start().bits(1, 1).code(&litlen, 256).done()), Fault::Code(Alphabet::Distance));
    // The same with no distance at all.
    let mut stream = dynamic(&lengths(&litlen, &[0]));
    stream.code(&litlen, 97).code(&litlen, 257).bits(0, 1).code(&litlen, 256);
    assert_eq!(fault(&stream.done()), Fault::Code(Alphabet::Distance));
}

#[test]
fn code_lengths_that_make_no_prefix_code_are_refused() {
    let refused = |litlen: &[u8], distance: &[u8]| {
        let stream = dynamic(&lengths(litlen, distance)).bytes(&[0; 100]).done();
        assert_eq!(zlib(&stream, 1000), None);
        fault(&stream)
    };
    let mut litlen = [0; 257];
    (litlen[0], litlen[1], litlen[256]) = (1, 1, 1);
    assert_eq!(refused(&litlen, &[0]), Fault::CodeLengths { of: Alphabet::Litlen, how: Subscription::Over });
    (litlen[0], litlen[1]) = (2, 3);
    assert_eq!(refused(&litlen, &[0]), Fault::CodeLengths { of: Alphabet::Litlen, how: Subscription::Incomplete });
    // A single code must take one bit.
    let mut litlen = [0; 257];
    litlen[256] = 2;
    assert_eq!(refused(&litlen, &[0]), Fault::CodeLengths { of: Alphabet::Litlen, how: Subscription::Incomplete });
    litlen[0] = 1;
    litlen[1] = 2;
    assert_eq!(refused(&litlen, &[2]), Fault::CodeLengths { of: Alphabet::Distance, how: Subscription::Incomplete });
    assert_eq!(refused(&litlen, &[1, 1, 1]), Fault::CodeLengths { of: Alphabet::Distance, how: Subscription::Over });
    litlen[256] = 0;
    litlen[2] = 2;
    assert_eq!(refused(&litlen, &[0]), Fault::NoEnd);
}

#[test]
fn headers_that_are_no_headers_are_refused() {
    let stream = |fields: &[(u32, u32)]| {
        let mut stream = Stream::default();
        for (value, count) in fields {
            stream.bits(*value, *count);
        }
        let stream = stream.bytes(&[0; 40]).done();
        assert_eq!(zlib(&stream, 1000), None);
        fault(&stream)
    };
    assert_eq!(stream(&[(1, 1), (3, 2)]), Fault::BlockType);
    assert_eq!(stream(&[(1, 3), (0, 5), (7, 16), (7, 16)]), Fault::StoredLength { len: 7, not_nlen: 0xfff8 });
    assert_eq!(stream(&[(5, 3), (30, 5), (0, 5), (0, 4)]), Fault::TooManyCodes { litlen: 287, distance: 1 });
    assert_eq!(stream(&[(5, 3), (29, 5), (30, 5), (0, 4)]), Fault::TooManyCodes { litlen: 286, distance: 31 });
    // Code-length codes in the order 16, 17, 18, 0: 16 and 18 with one bit each, then "repeat the previous".
    let two = [(5, 3), (0, 5), (0, 5), (0, 4), (1, 3), (0, 3), (1, 3), (0, 3)];
    assert_eq!(stream(&[&two[..], &[(0, 1)]].concat()), Fault::RepeatOfNothing);
    assert_eq!(stream(&[&two[..], &[(1, 1), (127, 7), (1, 1), (127, 7)]].concat()), Fault::RepeatTooLong);
    let over = [(5, 3), (0, 5), (0, 5), (0, 4), (1, 3), (1, 3), (1, 3), (0, 3)];
    assert_eq!(stream(&over), Fault::CodeLengths { of: Alphabet::CodeLengths, how: Subscription::Over });
    let one = [(5, 3), (0, 5), (0, 5), (0, 4), (1, 3), (0, 3), (0, 3), (0, 3)];
    assert_eq!(stream(&one), Fault::CodeLengths { of: Alphabet::CodeLengths, how: Subscription::Incomplete });
}

#[test]
fn symbols_without_a_meaning_are_refused() {
    for symbol in [286, 287] {
        assert_eq!(fault(&Stream::default().fixed().literal_or_length(symbol).done()), Fault::Code(Alphabet::Litlen));
    }
    for symbol in [30, 31] {
        let mut stream = Stream::default();
        stream.fixed().literal_or_length(97).literal_or_length(257).distance(symbol, 0, 0).bytes(&[0; 8]);
        assert_eq!(fault(&stream.done()), Fault::Code(Alphabet::Distance));
    }
}

#[test]
fn a_fault_says_what_and_where() {
    let mut stream = Stream::default();
    stream.fixed().literal_or_length(97).matched(10, 2).literal_or_length(256);
    let error = inflate(&stream.done(), 100).0.unwrap_err();
    assert_eq!(
        error.to_string(),
        "a match goes back 2 bytes where there are only 1 (near compressed byte 2, after 1 inflated bytes)"
    );
    let said = |input: &[u8], limit| inflate(input, limit).0.unwrap_err().to_string();
    assert_eq!(
        said(&[], 10),
        "the deflate stream ends before its last block does (near compressed byte 0, after 0 inflated bytes)"
    );
    assert_eq!(
        said(&[0x4b, 0x04, 0x00], 0),
        "the deflate stream inflates to more than the 0 bytes that it may (near compressed byte 1, after 0 inflated bytes)"
    );
}
