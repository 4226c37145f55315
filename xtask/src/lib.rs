//! Every command of the project, in plain Rust: `cargo xtask` lists them.
//!
//! Continuous integration calls nothing else, so what passes here passes there. A library beside the binary, because
//! the end-to-end tests use the same static server and the same search for a browser.

pub mod browsers;
pub mod budget;
pub mod build;
pub mod command;
pub mod dist;
pub mod e2e;
pub mod fuzz;
pub mod precache;
pub mod project;
#[cfg(test)]
mod scratch;
pub mod seams;
pub mod serve;
pub mod server;
pub mod test;
pub mod tools;
pub mod wasm;

/// What a command ends in. An error is a sentence for the person who called it.
pub type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;
