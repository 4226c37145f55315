//! What is inflated: real members, texts of many kinds, and a source of chance that is the same each time.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that can't go on must fail, and the numbers in it are its own"
)]

use std::path::{Path, PathBuf};

use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Method, Strategy};

/// xorshift64*: good enough, and the same on every machine.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(((self.next() >> 32) * u64::try_from(end).unwrap()) >> 32).unwrap()
    }

    pub(super) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next().to_be_bytes()[0]).collect()
    }

    /// At least one byte and at most so many.
    pub(super) fn some_bytes(&mut self, most: usize) -> Vec<u8> {
        let count = 1 + self.below(most);
        self.bytes(count)
    }

    /// Code lengths up to `most`.
    pub(super) fn lengths(&mut self, count: usize, most: usize) -> Vec<u8> {
        (0..count).map(|_| u8::try_from(1 + self.below(most)).unwrap()).collect()
    }

    /// Lengthens and adds codes until they fill the space of all codes, now and then stopping short of it.
    pub(super) fn complete(&mut self, lengths: &mut [u8]) {
        let space = |length: u8| if length == 0 { 0 } else { 1_u32 << (15 - length) };
        let mut used: u32 = lengths.iter().map(|length| space(*length)).sum();
        for _ in 0..4000 {
            if used == 1 << 15 || self.below(5_000) == 0 {
                return;
            }
            let symbol = self.below(lengths.len());
            let length = &mut lengths[symbol];
            let before = space(*length);
            if used > 1 << 15 {
                *length = if (1..15).contains(length) { *length + 1 } else { *length };
            } else if *length == 0 {
                // The largest code that still fits.
                let left = (1 << 15) - used;
                *length = u8::try_from(15 - left.ilog2().min(14)).unwrap();
            }
            used = used - before + space(*length);
        }
    }

    /// Changes, cuts, repeats or flips a little of something.
    pub(super) fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(2) {
            let at = self.below(bytes.len().max(1));
            match self.below(5) {
                0 => bytes.truncate(at),
                1 => drop(bytes.splice(at..at, self.bytes(1))),
                2 if at < bytes.len() => drop(bytes.remove(at)),
                3 if at < bytes.len() => bytes[at] = self.bytes(1)[0],
                _ if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                _ => {}
            }
        }
    }
}

/// A deflated member as it lies in a wheel.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) stream: Vec<u8>,
    pub(super) size: usize,
    pub(super) crc32: u32,
}

/// All wheels below a folder.
pub(super) fn wheels(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(wheels(&path));
        } else if path.extension().is_some_and(|extension| extension == "whl") {
            found.push(path);
        }
    }
    found
}

/// The deflated members of a wheel.
pub(super) fn deflated(wheel: &Path) -> Vec<Member> {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(wheel).unwrap()).unwrap();
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index_raw(index).unwrap();
        if file.compression() == zip::CompressionMethod::Deflated {
            let mut stream = Vec::new();
            std::io::Read::read_to_end(&mut file, &mut stream).unwrap();
            let size = usize::try_from(file.size()).unwrap();
            members.push(Member { name: file.name().unwrap().into_owned(), stream, size, crc32: file.crc32() });
        }
    }
    members
}

/// Text of words, some of them again and again.
pub(super) fn words(size: usize) -> Vec<u8> {
    let mut random = Random(8);
    let words: Vec<Vec<u8>> = (0..80).map(|_| [random.some_bytes(9), vec![b' ']].concat()).collect();
    let mut text = Vec::new();
    while text.len() < size {
        text.extend_from_slice(&words[random.below(80) * random.below(80) / 80]);
    }
    text.truncate(size);
    text
}

/// Texts of every kind that matters to a deflater.
pub(super) fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut random = Random(9);
    let noise = random.bytes(70_000);
    let far: Vec<u8> = noise.iter().take(33_000).chain(noise.iter().take(33_000)).copied().collect();
    let few: Vec<u8> = random.bytes(30_000).iter().map(|byte| byte & 3).collect();
    let runs: Vec<u8> = random.bytes(300).iter().flat_map(|byte| vec![*byte; 1 + usize::from(*byte)]).collect();
    let records: Vec<u8> = (0_u32..8_000).flat_map(|n| (n * n / 7).to_le_bytes()).collect();
    vec![
        ("nothing", Vec::new()),
        ("one byte", vec![7]),
        ("zeros", vec![0; 100_000]),
        ("noise", noise),
        ("noise again, from as far back as can be", far),
        ("four values", few),
        ("runs", runs),
        ("records", records),
        ("words", words(50_000)),
    ]
}

/// Deflates a text at each level, by each strategy, and with small windows and blocks.
pub(super) fn deflated_in_every_way(text: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut ways = Vec::new();
    for level in 0..=9 {
        ways.push((level, 15, 8, Strategy::Default));
    }
    for strategy in [Strategy::Filtered, Strategy::HuffmanOnly, Strategy::Rle, Strategy::Fixed] {
        ways.extend([(6, 15, 8, strategy), (9, 15, 9, strategy)]);
    }
    for (window_bits, mem_level) in [(9, 1), (10, 2), (12, 1), (15, 1), (9, 9)] {
        ways.push((6, window_bits, mem_level, Strategy::Default));
    }
    let deflate = |(level, window_bits, mem_level, strategy): (i32, i32, i32, Strategy)| {
        let method = Method::Deflated;
        let config = DeflateConfig { level, method, window_bits: -window_bits, mem_level, strategy };
        let mut deflate = Deflate::new_with_config(config);
        let mut stream = vec![0; text.len() * 2 + 1000];
        let status = deflate.compress(text, &mut stream, DeflateFlush::Finish).unwrap();
        assert_eq!(status, zlib_rs::Status::StreamEnd);
        stream.truncate(usize::try_from(deflate.total_out()).unwrap());
        (format!("level {level}, window {window_bits}, memory {mem_level}, {strategy:?}"), stream)
    };
    ways.into_iter().map(deflate).collect()
}
