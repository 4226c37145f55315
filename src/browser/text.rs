//! Texts that are read whole: small dropped files, and files of this site.

use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::{document, error, file};
use crate::reference::LIMIT;

/// The bytes of a dropped file.
///
/// # Errors
/// In a sentence: it is larger than any report is, or the browser's words when it can't be read.
pub async fn of_file(file: &web_sys::File) -> Result<Vec<u8>, String> {
    check(file::to_u64(file.size()))?;
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|thrown| {
        let (name, message) = error::name_and_message(&thrown);
        match name.as_str() {
            "NotReadableError" | "NotFoundError" => {
                "could not be read: it was changed, moved or deleted after it was dropped".to_owned()
            }
            _ => format!("could not be read: {message}"),
        }
    })?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The bytes of a file of this site, by a path relative to the page.
///
/// Another origin is refused here, in words; the page's own policy would refuse it as well, without any.
///
/// # Errors
/// In a sentence.
pub async fn of_site(path: &str) -> Result<Vec<u8>, String> {
    let window = web_sys::window().ok_or("there is no window")?;
    let bad = |_| "is no address".to_owned();
    let url = web_sys::Url::new_with_base(path, &document::base_uri()).map_err(bad)?;
    let here = window.location().origin().unwrap_or_default();
    if url.origin() != here {
        return Err(format!(
            "is on another origin, and a card is read only from {here}, where this page is served: download it, and drop \
             it here"
        ));
    }
    let options = web_sys::RequestInit::new();
    // A redirect may lead to another origin.
    options.set_redirect(web_sys::RequestRedirect::Error);
    let failed = |thrown: JsValue| format!("could not be fetched: {}", error::message(&thrown));
    let answer = JsFuture::from(window.fetch_with_str_and_init(&url.href(), &options)).await.map_err(failed)?;
    let answer: web_sys::Response = answer.dyn_into().map_err(failed)?;
    if !answer.ok() {
        return Err(format!("could not be fetched: the server answers {} {}", answer.status(), answer.status_text()));
    }
    let blob = JsFuture::from(answer.blob().map_err(failed)?).await.map_err(failed)?;
    let blob: web_sys::Blob = blob.dyn_into().map_err(failed)?;
    check(file::to_u64(blob.size()))?;
    let buffer = JsFuture::from(blob.array_buffer()).await.map_err(failed)?;
    Ok(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The text of a paste, if it has one.
pub fn of_paste(event: &web_sys::Event) -> Option<String> {
    let data = event.dyn_ref::<web_sys::ClipboardEvent>()?.clipboard_data()?;
    data.get_data("text/plain").ok().filter(|text| !text.trim().is_empty())
}

fn check(size: u64) -> Result<(), String> {
    let too_large = || format!("has {size} bytes; a saved report or a reference card is read up to {LIMIT}");
    (size <= LIMIT).then_some(()).ok_or_else(too_large)
}
