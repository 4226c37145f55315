//! Behaviour of the core, natively, one module per area.

mod binary;
