//! What needs a real worker: `File`, `FileReaderSync` and `crypto.subtle`.
//!
//! The same golden report as in `tests/it/golden.rs` (native) and `tests/e2e` (the page): three runs, one file.
#![cfg(target_arch = "wasm32")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that can't go on has failed"
)]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use wheelcard::browser::file::FileSource;
use wheelcard::bytes::{ReadAt, ReadError, Sha256};
use wheelcard::{card, scan};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

macro_rules! wheel {
    ($tag:literal) => {
        (
            concat!("torchaudio-2.4.1+cu121-", $tag, "-", $tag, "-linux_x86_64.whl"),
            include_bytes!(concat!(
                "fixtures/wheels/torchaudio_local/torchaudio-2.4.1+cu121-",
                $tag,
                "-",
                $tag,
                "-linux_x86_64.whl"
            )),
        )
    };
}

const WHEELS: [(&str, &[u8]); 3] = [wheel!("cp310"), wheel!("cp311"), wheel!("cp312")];
const GOLDEN: &str = include_str!("fixtures/reports/torchaudio_local.json");

fn file(name: &str, bytes: &[u8]) -> web_sys::File {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    web_sys::File::new_with_u8_array_sequence(&parts, name).expect("a File can be made of bytes")
}

fn source(name: &str, bytes: &[u8]) -> FileSource {
    FileSource::new(file(name, bytes), |_| {}).expect("this is a worker")
}

#[wasm_bindgen_test]
fn a_file_reads_like_the_slice_it_was_made_of() {
    let (name, bytes) = WHEELS[0];
    let source = source(name, bytes);
    assert_eq!(source.len(), u64::try_from(bytes.len()).unwrap());
    for (offset, len) in [(0, 1), (0, 4096), (1000, 70_000), (bytes.len() - 3, 3)] {
        let mut buf = vec![0; len];
        source.read_exact_at(u64::try_from(offset).unwrap(), &mut buf).unwrap();
        assert_eq!(buf, &bytes[offset..offset + len]);
    }
    let mut past = [0; 4];
    let at = u64::try_from(bytes.len()).unwrap() - 2;
    assert_eq!(source.read_exact_at(at, &mut past), Err(ReadError::Short { offset: at, wanted: 4, got: 2 }));
}

#[wasm_bindgen_test]
fn a_worker_makes_the_golden_report_to_the_byte() {
    let reports: Vec<_> = WHEELS.iter().map(|(name, bytes)| scan::scan(source(name, bytes), name).unwrap()).collect();
    let reports: Vec<_> = reports.iter().collect();
    assert!(card::json::export(&reports) == GOLDEN, "the report differs from the golden one");
}

#[wasm_bindgen_test]
async fn the_browsers_sha_256_is_ours() {
    for len in [0, 1, 1000, 40_000, 1_000_000] {
        let bytes: Vec<u8> = (0..=255).cycle().take(len).collect();
        assert_eq!(wheelcard::browser::sha256(&bytes).await, Ok(Sha256::of(&bytes)), "{len} bytes");
    }
}
