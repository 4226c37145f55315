//! `cargo xtask test`: every check and every test, in the order in which they fail soonest.

use std::time::{Duration, Instant};

use crate::command::{cargo, run as run_command};
use crate::{Result, browsers, budget, build, e2e, seams, tools};

/// Name, what it does, what it holds.
type Step = (&'static str, fn() -> Result, &'static str);

const STEPS: &[Step] = &[
    ("tools", tools::ensure, "the pinned tools are there"),
    ("format", format, "rustfmt would change nothing"),
    ("seams", seams::check, "only the seam and the view know the browser"),
    ("clippy", clippy, "no lint, natively and in both modules"),
    ("core", core, "the core stands alone"),
    ("native", native, "the core's tests"),
    ("xtask", own, "the tests of these commands"),
    ("docs", docs, "the documentation has no broken link"),
    ("build", site, "the site, as it is deployed"),
    ("size", budget::check, "the modules are within their budget"),
    ("browser", browser, "the core in WebAssembly, in a dedicated worker of Chromium"),
    ("e2e", e2e::test, "the built page in Chromium, driven with real files"),
];

/// The steps that need a browser.
const IN_BROWSER: &[&str] = &["browser", "e2e"];

/// Runs all steps, or those named, up to the first that fails.
///
/// # Errors
/// When a step is unknown, or fails.
pub fn run(names: &[String]) -> Result {
    if let Some(unknown) = names.iter().find(|name| !STEPS.iter().any(|(known, ..)| known == name)) {
        let known: Vec<_> = STEPS.iter().map(|(name, ..)| *name).collect();
        return Err(format!("no step `{unknown}`; there are {}", known.join(", ")).into());
    }
    let chosen = STEPS.iter().filter(|(name, ..)| names.is_empty() || names.iter().any(|chosen| chosen == name));

    let mut summary = Vec::new();
    for (name, step, holds) in chosen {
        println!("\n== {name}: {holds}");
        if IN_BROWSER.contains(name) && browsers::left_out() {
            summary.push(format!("{name:<9}left out, as WHEELCARD_NO_BROWSER=1 asks"));
            continue;
        }
        let start = Instant::now();
        let result = step();
        let time = seconds(start.elapsed());
        println!("== {name}: {} in {time}", if result.is_ok() { "passed" } else { "FAILED" });
        if let Err(error) = result {
            summary.push(format!("{name:<9}FAILED {time}"));
            println!("\n{}", summary.join("\n"));
            return Err(format!("step `{name}` failed: {error}\n`cargo xtask test {name}` runs it alone").into());
        }
        summary.push(format!("{name:<9}passed {time}"));
    }
    println!("\n{}", summary.join("\n"));
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn format() -> Result {
    run_command(cargo().args(["fmt", "--all", "--check"]))
}

fn clippy() -> Result {
    const DENY: [&str; 3] = ["--", "-D", "warnings"];
    let wasm = ["--target", "wasm32-unknown-unknown"];
    run_command(cargo().args(["clippy", "--locked", "--workspace", "--all-targets"]).args(DENY))?;
    run_command(
        cargo().args(["clippy", "--locked", "--lib", "--bin", "page", "--features", "page"]).args(wasm).args(DENY),
    )?;
    run_command(
        cargo()
            .args([
                "clippy",
                "--locked",
                "--lib",
                "--bin",
                "worker",
                "--bin",
                "look",
                "--test",
                "browser",
                "--features",
                "worker",
            ])
            .args(wasm)
            .args(DENY),
    )
}

fn core() -> Result {
    run_command(cargo().args(["check", "--locked", "--no-default-features", "--lib"]))
}

fn native() -> Result {
    run_command(cargo().args(["test", "--locked"]))
}

fn own() -> Result {
    run_command(cargo().args(["test", "--locked", "--package", "xtask"]))
}

fn docs() -> Result {
    run_command(cargo().args(["doc", "--locked", "--no-deps", "--lib"]).env("RUSTDOCFLAGS", "-D warnings"))
}

fn site() -> Result {
    build::site(None)
}

/// The runner is wasm-bindgen's, named in .cargo/config.toml; its browser's switches are in webdriver.json.
fn browser() -> Result {
    let browser = browsers::ensure_chromium()?;
    run_command(
        cargo()
            .args([
                "test",
                "--locked",
                "--target",
                "wasm32-unknown-unknown",
                "--features",
                "worker",
                "--test",
                "browser",
            ])
            .env("CHROMEDRIVER", browser.driver),
    )
}
