//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod golden_ladder;
mod neuronx;
mod parity;
mod real_wheels;
mod recheck;
mod reports;
mod schedule;
mod session;
