//! Starting a worker so that the page's Content-Security-Policy holds in it too.

use wasm_bindgen::{JsCast as _, JsValue};

use crate::protocol;

/// Starts a worker.
///
/// A worker made from a file takes its policy from that file's own response, and a static host sends none. A worker
/// made from a `blob:` URL inherits the page's policy (HTML, "initialize the global object's policy container"), so the
/// browser itself keeps it from reaching any other origin. The blob holds two lines: it imports the real module. The
/// build's name in the URLs keeps a cache from pairing an old worker with a new page.
pub(super) fn worker() -> Result<web_sys::Worker, JsValue> {
    let base = super::document::base_uri();
    let build = protocol::BUILD;
    let source = format!(
        "import init from {script};\nawait init({{ module_or_path: {wasm} }});\n",
        script = quoted(&format!("{base}worker.js?v={build}")),
        wasm = quoted(&format!("{base}worker_bg.wasm?v={build}")),
    );
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("text/javascript");
    let parts = js_sys::Array::of1(&JsValue::from_str(&source));
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let options = web_sys::WorkerOptions::new();
    options.set_type(web_sys::WorkerType::Module);
    let worker = web_sys::Worker::new_with_options(&url, &options);
    // The URL must outlive the fetch of the script, which begins now; the browser frees it with the page.
    worker
}

/// A JavaScript string literal.
fn quoted(text: &str) -> String {
    js_sys::JSON::stringify(&JsValue::from_str(text))
        .ok()
        .and_then(|text| text.dyn_into::<js_sys::JsString>().ok())
        .map(String::from)
        .unwrap_or_default()
}
