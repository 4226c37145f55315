//! Saving a text as a file.

use wasm_bindgen::{JsCast as _, JsValue};

use super::{document, error};

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
    // The download holds its own reference to the bytes.
    web_sys::Url::revoke_object_url(&url).map_err(failed)
}
