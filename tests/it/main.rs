//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod binary;
mod card;
mod carry;
mod confirmed;
mod container;
mod evidence;
mod given;
mod golden;
mod golden_ladder;
mod hunt;
mod loader;
mod neuronx;
mod neuronx_published;
mod neuronx_wheels;
mod notes;
mod parity;
mod real_wheels;
mod recheck;
mod reference;
mod reports;
mod schedule;
mod session;
mod small_elf;
mod wheel;
mod zip_builder;
