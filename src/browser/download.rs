//! Saving a text as a file.

use wasm_bindgen::prelude::*;

use super::{document, error};

/// The bytes of a download are kept for so many milliseconds. WebKit begins to read them some time after the click, and
/// saves nothing at all when they are gone by then.
const REVOKE_AFTER: i32 = 60_000;

/// Gives `text` to the reader as a download named `name`.
///
/// # Errors
/// The browser's words when it refuses.
pub fn save(name: &str, mime: &str, text: &str) -> Result<(), String> {
    let failed = |thrown: JsValue| error::message(&thrown);
    let document = document::document().ok_or("there is no document")?;
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(mime);
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options).map_err(failed)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).map_err(failed)?;
    let link: web_sys::HtmlAnchorElement = document.create_element("a").map_err(failed)?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    let revoke = Closure::once_into_js(move || {
        // There is nothing to free when it fails.
        let _ = web_sys::Url::revoke_object_url(&url);
    });
    let window = web_sys::window().ok_or("there is no window")?;
    window
        .set_timeout_with_callback_and_timeout_and_arguments_0(revoke.unchecked_ref(), REVOKE_AFTER)
        .map(drop)
        .map_err(failed)
}
