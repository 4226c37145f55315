//! What is fuzzed, and what it starts from. The project's tests take both files in by their path, so that a short pass
//! over the seeds and the kept finds needs no fuzzer.

pub mod seeds;
pub mod targets;
