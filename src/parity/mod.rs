//! How far a finding made in one wheel carries to the others: pairing, rungs, confidence.
//!
//! A pure, cheap function of the reports. Adding or removing a wheel recomputes it and never rescans.

mod ladder;

pub use ladder::{Basis, Confidence, Copy, Pair, PairedBy, Rung};
