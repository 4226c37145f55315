//! SHA-256 by the browser itself: several times as fast as in WebAssembly, and on another thread.

use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::error;
use crate::bytes::Sha256;

/// Below this many bytes the way to the other thread costs more than it saves.
const WORTH_IT: usize = 32 << 10;

/// A digest that is known, or under way.
pub(super) enum Hashing {
    Known(Sha256),
    UnderWay(js_sys::Promise),
}

/// Begins to hash `bytes`. The browser copies them at once, so they may go away.
///
/// Without a `crypto.subtle` (a page that is not from HTTPS or from this machine has none) they are hashed here.
pub(super) fn sha256(bytes: &[u8]) -> Hashing {
    if bytes.len() >= WORTH_IT
        && let Some(subtle) = subtle()
        && let Ok(promise) = subtle.digest_with_str_and_u8_array("SHA-256", bytes)
    {
        return Hashing::UnderWay(promise.unchecked_into());
    }
    Hashing::Known(Sha256::of(bytes))
}

/// The digest of bytes outside WebAssembly's memory; `None` when there are none or the browser has no hash for them.
pub(super) async fn sha256_of(bytes: Option<js_sys::Uint8Array>) -> Option<Sha256> {
    // Whatever goes wrong here goes wrong again in slices, and is said there.
    let promise = subtle()?.digest_with_str_and_js_u8_array("SHA-256", &bytes?).ok()?;
    Hashing::UnderWay(promise.unchecked_into()).finish().await.ok()
}

impl Hashing {
    /// The digest.
    pub(super) async fn finish(self) -> Result<Sha256, String> {
        match self {
            Self::Known(sha256) => Ok(sha256),
            Self::UnderWay(promise) => {
                let buffer = JsFuture::from(promise).await.map_err(|thrown| error::message(&thrown))?;
                let mut bytes = [0; 32];
                let digest = js_sys::Uint8Array::new(&buffer);
                if digest.length() != 32 {
                    return Err("the browser's SHA-256 is not 32 bytes".to_owned());
                }
                digest.copy_to(&mut bytes);
                Ok(Sha256::from_bytes(bytes))
            }
        }
    }
}

fn subtle() -> Option<web_sys::SubtleCrypto> {
    let crypto = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("crypto")).ok()?;
    js_sys::Reflect::get(&crypto, &JsValue::from_str("subtle")).ok()?.dyn_into().ok()
}
