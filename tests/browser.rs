//! The core in WebAssembly, in a dedicated worker of a real browser: what the native tests can't see.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use wheelcard::bytes::Sha256;

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// FIPS 180-4's example: sha2 has another backend for simd128 than it has natively.
#[wasm_bindgen_test]
fn sha_256_of_abc_is_the_published_one() {
    let digest = Sha256::of(b"abc").to_string();
    assert_eq!(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
