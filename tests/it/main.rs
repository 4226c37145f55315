//! Behaviours of the core, natively. The rules of single functions stand beside them, in `mod tests`.

mod carry;
mod evidence;
mod schedule;
mod session;
