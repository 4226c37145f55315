//! Inflaters and checksums behind one call each, so that the same code is measured natively, under Node and in a browser.

use flate2::FlushDecompress;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use sha2::Digest as _;

/// The inflaters, by number. Those from [`NATIVE`] on are C and exist natively only.
pub const INFLATERS: [&str; 7] =
    ["wheelcard", "zlib-rs", "zlib-rs by flate2", "zune-inflate", "miniz_oxide", "fdeflate", "libdeflate (C)"];
/// The first that is no Rust.
pub const NATIVE: usize = 6;

/// What is measured: an input, and an output that is used again and again.
#[derive(Default)]
pub struct Bench {
    /// A raw deflate stream.
    pub input: Vec<u8>,
    /// What it inflates to, once it was inflated.
    pub output: Vec<u8>,
    inflater: wheelcard::inflate::Inflater,
}

impl Bench {
    /// A bench for a stream.
    pub fn new(input: Vec<u8>) -> Self {
        Self { input, ..Self::default() }
    }

    /// Inflates the input, which makes `size` bytes, and says how many came out.
    pub fn inflate(&mut self, with: usize, size: usize) -> usize {
        let Self { input, output, inflater } = self;
        if with == 0 {
            return inflater.inflate(input, output, size).unwrap().produced;
        }
        if with == 3 {
            let options = zune_inflate::DeflateOptions::default().set_size_hint(size).set_limit(size + 1);
            *output = zune_inflate::DeflateDecoder::new_with_options(input, options).decode_deflate().unwrap();
            return output.len();
        }
        output.resize(size, 0);
        match with {
            1 => {
                let mut inflate = zlib_rs::Inflate::new(false, 15);
                inflate.decompress(input, output, zlib_rs::InflateFlush::Finish).unwrap();
                inflate.total_out() as usize
            }
            2 => {
                let mut inflate = flate2::Decompress::new(false);
                inflate.decompress(input, output, FlushDecompress::Finish).unwrap();
                inflate.total_out() as usize
            }
            4 => {
                let mut inflate = Box::<miniz_oxide::inflate::core::DecompressorOxide>::default();
                let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
                miniz_oxide::inflate::core::decompress(&mut inflate, input, output, 0, flags).2
            }
            5 => {
                // It knows zlib streams only.
                let mut inflate = fdeflate::Decompressor::new();
                inflate.ignore_adler32();
                inflate.read(&[0x78, 1], output, 0, false).unwrap();
                inflate.read(input, output, 0, false).unwrap().1
            }
            #[cfg(feature = "native")]
            NATIVE => libdeflater::Decompressor::new().deflate_decompress(input, output).unwrap(),
            _ => unreachable!(),
        }
    }

    /// The CRC-32 of the output, by crc32fast or by zlib-rs.
    pub fn crc32(&self, with: usize) -> u32 {
        if with == 0 { crc32fast::hash(&self.output) } else { zlib_rs::crc32::crc32(0, &self.output) }
    }

    /// The first byte of the SHA-256 of the output.
    pub fn sha256(&self) -> u8 {
        sha2::Sha256::digest(&self.output)[0]
    }
}

/// What JavaScript calls.
#[cfg(target_arch = "wasm32")]
mod exports {
    use super::Bench;
    use std::sync::Mutex;

    static BENCH: Mutex<Option<Bench>> = Mutex::new(None);

    fn with<T>(call: impl FnOnce(&mut Bench) -> T) -> T {
        call(BENCH.lock().unwrap().get_or_insert_with(Bench::default))
    }

    #[unsafe(no_mangle)]
    extern "C" fn input(size: usize) -> *mut u8 {
        with(|bench| {
            bench.input = vec![0; size];
            bench.input.as_mut_ptr()
        })
    }

    #[unsafe(no_mangle)]
    extern "C" fn output() -> *const u8 {
        with(|bench| bench.output.as_ptr())
    }

    #[unsafe(no_mangle)]
    extern "C" fn inflate(by: usize, size: usize) -> usize {
        with(|bench| bench.inflate(by, size))
    }

    #[unsafe(no_mangle)]
    extern "C" fn crc32(by: usize) -> u32 {
        with(|bench| bench.crc32(by))
    }

    #[unsafe(no_mangle)]
    extern "C" fn sha256() -> u32 {
        with(|bench| bench.sha256().into())
    }
}
