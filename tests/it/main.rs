//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod binary;
mod card;
mod carry;
mod confirmed;
mod container;
mod evidence;
mod example;
mod fuzz;
mod golden;
mod golden_ladder;
mod neuronx;
mod neuronx_published;
mod neuronx_wheels;
mod notes;
mod odd;
mod parity;
mod python_ast;
mod real_wheels;
mod recheck;
mod reports;
mod schedule;
mod session;
mod small_elf;
mod wheel;
mod zip_builder;
