//! Where a JavaScript exception becomes words.

use wasm_bindgen::{JsCast as _, JsValue};

/// The name and the message of whatever was thrown.
pub(super) fn name_and_message(thrown: &JsValue) -> (String, String) {
    if let Some(exception) = thrown.dyn_ref::<web_sys::DomException>() {
        (exception.name(), exception.message())
    } else if let Some(error) = thrown.dyn_ref::<js_sys::Error>() {
        (String::from(error.name()), String::from(error.message()))
    } else {
        (String::new(), thrown.as_string().unwrap_or_else(|| format!("{thrown:?}")))
    }
}

/// Whatever was thrown, as one text.
pub(super) fn message(thrown: &JsValue) -> String {
    let (name, message) = name_and_message(thrown);
    if name.is_empty() { message } else { format!("{name}: {message}") }
}
