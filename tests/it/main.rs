//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod schedule;
mod session;
mod wheel;
