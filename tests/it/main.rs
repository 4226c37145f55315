//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod evidence;
mod schedule;
mod session;
