//! What needs the built page in a real browser; the driving itself is in tests/e2e.

use std::process::Command;

use crate::command::{cargo, run};
use crate::{Result, browsers, build, project};

/// The end-to-end tests, against the site as it is built.
///
/// # Errors
/// When there is no browser, or a test fails.
pub fn test() -> Result {
    browsers::ensure_chromium()?;
    run(cargo().args(["test", "--locked", "--package", "wheelcard-e2e", "--test", "page"]))
}

/// `cargo xtask shots`.
///
/// # Errors
/// When there is no browser, or the build or the page fails.
pub fn shots(arguments: &[String]) -> Result {
    drive("shots", |shots| shots.arg(project::target().join("shots")).args(arguments))
}

/// `cargo xtask bench`.
///
/// # Errors
/// When there is no browser, or the build, the page or a peer fails.
pub fn bench(arguments: &[String]) -> Result {
    drive("bench", |bench| bench.args(arguments))
}

fn drive(bin: &str, with: impl FnOnce(&mut Command) -> &mut Command) -> Result {
    browsers::ensure_chromium()?;
    build::site(None)?;
    run(with(cargo().args(["run", "--locked", "--package", "wheelcard-e2e", "--bin", bin, "--"])))
}
