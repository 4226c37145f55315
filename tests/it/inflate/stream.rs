//! Deflate streams by hand, bit by bit (RFC 1951).
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that can't go on must fail, and the numbers in it are its own"
)]

use super::corpus::Random;

/// A stream that is being written.
#[derive(Default)]
pub(super) struct Stream {
    bytes: Vec<u8>,
    /// Bits in the last byte, 0 for none begun.
    used: u32,
}

impl Stream {
    /// A number, lowest bit first.
    pub(super) fn bits(&mut self, value: u32, count: u32) -> &mut Self {
        for bit in 0..count {
            if self.used == 0 {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from(value >> bit & 1 == 1) << self.used;
            self.used = (self.used + 1) % 8;
        }
        self
    }

    /// To the next byte.
    pub(super) fn align(&mut self) -> &mut Self {
        self.used = 0;
        self
    }

    /// Whole bytes.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.align().bytes.extend_from_slice(bytes);
        self
    }

    /// A code, highest bit first, as codes are written.
    fn code_bits(&mut self, code: u32, count: u32) -> &mut Self {
        self.bits(code.reverse_bits() >> (32 - count), count)
    }

    /// The code of a symbol in the canonical code of these lengths.
    pub(super) fn code(&mut self, lengths: &[u8], symbol: usize) -> &mut Self {
        // RFC 1951, 3.2.2, step by step.
        let of =
            |lengths: &[u8], length| lengths.iter().filter(|other| **other == length).fold(0, |count, _| count + 1);
        let mut code = 0;
        for length in 1..=lengths[symbol] {
            let shorter = if length > 1 { of(lengths, length - 1) } else { 0 };
            code = (code + shorter) << 1;
        }
        code += of(&lengths[..symbol], lengths[symbol]);
        self.code_bits(code, u32::from(lengths[symbol]))
    }

    /// The start of a last block of type 1.
    pub(super) fn fixed(&mut self) -> &mut Self {
        self.bits(3, 3)
    }

    /// A symbol in the fixed code of literals and lengths (RFC 1951, 3.2.6).
    pub(super) fn literal_or_length(&mut self, symbol: u32) -> &mut Self {
        match symbol {
            0..144 => self.code_bits(0b0011_0000 + symbol, 8),
            144..256 => self.code_bits(0b1_1001_0000 + symbol - 144, 9),
            256..280 => self.code_bits(symbol - 256, 7),
            _ => self.code_bits(0b1100_0000 + symbol - 280, 8),
        }
    }

    /// A distance in the fixed code, and its extra bits.
    pub(super) fn distance(&mut self, symbol: u32, extra: u32, count: u32) -> &mut Self {
        self.code_bits(symbol, 5).bits(extra, count)
    }

    /// A match in the fixed codes.
    pub(super) fn matched(&mut self, length: usize, distance: usize) -> &mut Self {
        let (symbol, extra, count) = nth(length, &LENGTHS);
        self.literal_or_length(257 + symbol).bits(extra, count);
        let (symbol, extra, count) = nth(distance, &DISTANCES);
        self.distance(symbol, extra, count)
    }

    pub(super) fn done(&mut self) -> Vec<u8> {
        self.bytes.clone()
    }
}

/// First length and extra bits of the symbols 257 to 285: the table of RFC 1951, 3.2.5.
const LENGTHS: [(usize, u32); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

/// First distance and extra bits of the symbols 0 to 29.
const DISTANCES: [(usize, u32); 30] = [
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 1),
    (7, 1),
    (9, 2),
    (13, 2),
    (17, 3),
    (25, 3),
    (33, 4),
    (49, 4),
    (65, 5),
    (97, 5),
    (129, 6),
    (193, 6),
    (257, 7),
    (385, 7),
    (513, 8),
    (769, 8),
    (1025, 9),
    (1537, 9),
    (2049, 10),
    (3073, 10),
    (4097, 11),
    (6145, 11),
    (8193, 12),
    (12289, 12),
    (16385, 13),
    (24577, 13),
];

fn nth(value: usize, table: &[(usize, u32)]) -> (u32, u32, u32) {
    let symbol = table.partition_point(|(first, _)| *first <= value) - 1;
    let (first, count) = table[symbol];
    (u32::try_from(symbol).unwrap(), u32::try_from(value - first).unwrap(), count)
}

/// The lengths of a block's two codes, to be written one after the other.
pub(super) struct Lengths {
    all: Vec<u8>,
    litlen: usize,
}

/// The code lengths of literals and lengths (at least 257) and of distances (at least 1).
pub(super) fn lengths(litlen: &[u8], distance: &[u8]) -> Lengths {
    Lengths { all: [litlen, distance].concat(), litlen: litlen.len() }
}

/// The start of a last block of type 2 with these codes: its code lengths have codes of 4 bits each, without repetitions.
pub(super) fn dynamic(lengths: &Lengths) -> Stream {
    let number = |n: usize| u32::try_from(n).unwrap();
    let mut stream = Stream::default();
    stream.bits(5, 3).bits(number(lengths.litlen - 257), 5).bits(number(lengths.all.len() - lengths.litlen - 1), 5);
    stream.bits(15, 4).bits(0, 9);
    for _ in 0..16 {
        stream.bits(4, 3);
    }
    for length in &lengths.all {
        stream.code_bits(u32::from(*length), 4);
    }
    stream
}

/// A stream of one block of type 2 whose codes are random: often good ones, often nearly so.
pub(super) fn random(random: &mut Random) -> Vec<u8> {
    let mut litlen = vec![0; 257 + random.below(30)];
    let used = 1 + random.below(60);
    let mut at = random.lengths(used, 15);
    while let Some(length) = at.pop() {
        let symbol = random.below(litlen.len());
        litlen[symbol] = length;
    }
    if random.below(8) > 0 {
        // Mostly there is an end, and what is missing of the code is filled up.
        litlen[256] = litlen[256].max(1 + u8::try_from(random.below(9)).unwrap());
        random.complete(&mut litlen);
    }
    let mut distance = vec![0; 1 + random.below(30)];
    match random.below(8) {
        0 => {}
        1 => distance[0] = 1,
        2 => distance.fill_with(|| u8::try_from(random.below(16)).unwrap()),
        _ => {
            distance[0] = 1 + u8::try_from(random.below(3)).unwrap();
            random.complete(&mut distance);
        }
    }
    let mut stream = dynamic(&lengths(&litlen, &distance));
    // Some literals first, so that distances have where to go; then anything, which sooner or later is the end.
    let literal = litlen[..256].iter().position(|length| *length > 0);
    for _ in 0..random.below(300) {
        if let Some(symbol) = literal {
            stream.code(&litlen, symbol);
        }
    }
    for _ in 0..random.below(400) {
        stream.bits(u32::try_from(random.below(256)).unwrap(), 8);
    }
    stream.done()
}

/// A stream of `count` random symbols whose codes have all lengths up to 15 bits, long ones as often as short ones, after
/// 32 KiB that distances may go back to; and what it inflates to.
pub(super) fn symbols(random: &mut Random, count: usize) -> (Vec<u8>, Vec<u8>) {
    let mut text = random.bytes(32_768);
    let mut stored = Stream::default();
    stored.bits(0, 3).align().bits(32_768, 16).bits(!32_768, 16).bytes(&text);

    // 1, 2, 3 … 14, 15, 15: a complete code of 16 symbols, here of any.
    let mut code = |symbols: &mut [usize], end: usize| {
        for at in 0..symbols.len() {
            symbols.swap(at, at + random.below(symbols.len() - at));
        }
        let mut lengths = vec![0; end];
        for (symbol, length) in symbols.iter().zip((1..=15).chain([15])) {
            lengths[*symbol] = length;
        }
        lengths
    };
    // 7 literals, the end, 8 lengths.
    let mut some: Vec<usize> = (0..256).step_by(37).chain(256..257).chain(278..286).collect();
    let litlen = code(&mut some, 286);
    let distance = code(&mut (14..30).collect::<Vec<usize>>(), 30);
    let mut used = |lengths: &[u8]| loop {
        let symbol = random.below(lengths.len());
        if lengths[symbol] > 0 && symbol != 256 {
            return (symbol, u32::try_from(random.below(1 << 13)).unwrap());
        }
    };
    let mut stream = dynamic(&lengths(&litlen, &distance));
    for _ in 0..count {
        let (symbol, extra) = used(&litlen);
        stream.code(&litlen, symbol);
        if let Ok(literal) = u8::try_from(symbol) {
            text.push(literal);
            continue;
        }
        let (first, bits) = LENGTHS[symbol - 257];
        let length = first + usize::try_from(extra & ((1 << bits) - 1)).unwrap();
        stream.bits(extra, bits);
        let (symbol, extra) = used(&distance);
        let (first, bits) = DISTANCES[symbol];
        let back = first + usize::try_from(extra & ((1 << bits) - 1)).unwrap();
        stream.code(&distance, symbol).bits(extra, bits);
        (0..length).for_each(|_| text.push(text[text.len() - back]));
    }
    ([stored.done(), stream.code(&litlen, 256).done()].concat(), text)
}
