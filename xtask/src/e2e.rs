//! What needs the built page in a real browser; the driving itself is in tests/e2e.

use std::process::Command;

use crate::browsers::{self, Engine};
use crate::command::{cargo, run};
use crate::{Result, build, project};

/// The end-to-end tests, against the site as it is built.
///
/// # Errors
/// When a test fails.
pub fn test() -> Result {
    tests("page", None)
}

/// The main job in Firefox.
///
/// # Errors
/// When it fails.
pub fn firefox() -> Result {
    tests("engines", Some("firefox"))
}

/// The main job in WebKit.
///
/// # Errors
/// When it fails.
pub fn webkit() -> Result {
    tests("engines", Some("webkit"))
}

fn tests(target: &str, only: Option<&str>) -> Result {
    let mut cargo = cargo();
    cargo.args(["test", "--locked", "--package", "wheelcard-e2e", "--test", target]);
    if let Some(only) = only {
        // Whatever takes time or was different is printed.
        cargo.args(["--", "--nocapture", only]);
    }
    run(&mut cargo)
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
    browsers::ensure(Engine::Chromium)?;
    build::site(None)?;
    run(with(cargo().args(["run", "--locked", "--package", "wheelcard-e2e", "--bin", bin, "--"])))
}
