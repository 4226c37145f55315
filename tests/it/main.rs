//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod binary;
mod container;
mod schedule;
mod session;
mod wheel;
mod zip_builder;
