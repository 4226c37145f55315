//! The browser seam: the only place that names `web_sys` and `js_sys`.
//!
//! Everything here is a skin: convert, call the core, convert back. What decides anything about wheels is elsewhere and
//! tested natively.

pub mod clipboard;
pub mod clock;
pub mod document;
pub mod download;
mod error;
pub mod file;
pub mod files;
pub mod focus;
pub mod look;
pub mod offline;
pub mod pool;
pub mod second_look;
mod serve;
pub mod settings;
mod spawn;
mod subtle;
pub mod text;
pub mod worker;

/// The SHA-256 of `bytes`, by the browser where it has one.
///
/// # Errors
/// The browser's words when its hash fails, e.g. for want of memory.
pub async fn sha256(bytes: &[u8]) -> Result<crate::bytes::Sha256, String> {
    subtle::sha256(bytes).finish().await
}
