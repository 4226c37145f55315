//! Bytes: where they come from, how they are named, and how many of them are taken at once.

mod digest;
pub mod limits;
mod read_at;
mod windowed;

pub use digest::{BadDigest, Sha256, Sha256Hasher, hex};
pub use read_at::{ReadAt, ReadError, read_vec};
pub use windowed::Windowed;
