//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod neuronx;
mod parity;
mod reports;
mod schedule;
mod session;
