//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    reason = "a test that can't go on must fail, and the numbers in it are its own"
)]

mod binary;
mod card;
mod confirmed;
mod container;
mod golden_ladder;
mod neuronx;
mod neuronx_published;
mod neuronx_wheels;
mod notes;
mod parity;
mod real_wheels;
mod recheck;
mod reports;
mod schedule;
mod session;
mod small_elf;
mod wheel;
mod zip_builder;
