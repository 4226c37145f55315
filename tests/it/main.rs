//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod inflate;
mod schedule;
mod session;
