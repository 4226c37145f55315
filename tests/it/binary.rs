//! What members are: facts of ELF, Mach-O and PE against independent tools, odd binaries, hostile bytes.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "the panic of a test is its failure"
)]

mod build;
mod cases;
mod compiled;
mod fixtures;
mod golden;
mod head;
mod hostile;
mod macho_pe;
mod ranges;
