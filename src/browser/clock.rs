//! How long something took, for what must not be done too often. No output depends on it.

/// Milliseconds since some moment.
pub fn milliseconds() -> f64 {
    js_sys::Date::now()
}
