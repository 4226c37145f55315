//! The browser seam: the only place that names `web_sys` and `js_sys`.
//!
//! Everything here is a skin: convert, call the core, convert back. What decides anything about wheels is elsewhere and
//! tested natively.

pub mod clipboard;
pub mod document;
pub mod download;
mod error;
pub mod file;
pub mod files;
pub mod pool;
pub mod settings;
mod spawn;
pub mod worker;
