//! Copying text.

/// Copies `text`; a browser that refuses leaves the clipboard as it was (the text is selectable on the page).
pub fn copy(text: &str) {
    if let Some(window) = web_sys::window() {
        let promise = window.navigator().clipboard().write_text(text);
        // Nobody waits for it, but an unhandled rejection would look like an error.
        let ignore = wasm_bindgen::closure::Closure::once(|_: wasm_bindgen::JsValue| {});
        let _ = promise.catch(&ignore);
        ignore.forget();
    }
}
