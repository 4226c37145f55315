//! `cargo xtask test`: every check and every test, in the order in which they fail soonest.

use std::time::{Duration, Instant};

use crate::browsers::{self, Engine};
use crate::command::{cargo, run as run_command};
use crate::{Result, budget, build, e2e, seams, tools};

/// One step.
struct Step {
    name: &'static str,
    run: fn() -> Result,
    /// What holds when it passes.
    holds: &'static str,
    /// The browser that it needs.
    engine: Option<Engine>,
}

const fn step(name: &'static str, run: fn() -> Result, holds: &'static str) -> Step {
    Step { name, run, holds, engine: None }
}

const fn in_browser(engine: Engine, name: &'static str, run: fn() -> Result, holds: &'static str) -> Step {
    Step { name, run, holds, engine: Some(engine) }
}

const STEPS: &[Step] = &[
    step("tools", tools::ensure, "the pinned tools are there"),
    step("format", format, "rustfmt would change nothing"),
    step("seams", seams::check, "only the seam and the view know the browser"),
    step("clippy", clippy, "no lint, natively and in both modules"),
    step("core", core, "the core stands alone"),
    step("native", native, "the core's tests"),
    step("view", view, "the rules of the view that need no browser"),
    step("xtask", own, "the tests of these commands"),
    step("docs", docs, "the documentation has no broken link"),
    step("build", site, "the site, as it is deployed"),
    step("size", budget::check, "the modules are within their budget"),
    in_browser(Engine::Chromium, "browser", browser, "the core in WebAssembly, in a dedicated worker of Chromium"),
    in_browser(Engine::Chromium, "e2e", e2e::test, "the built page in Chromium, driven with real files"),
    in_browser(Engine::Firefox, "firefox", e2e::firefox, "the main job in Firefox"),
    in_browser(Engine::WebKit, "webkit", e2e::webkit, "the main job in WebKit"),
];

/// Runs all steps, or those named, up to the first that fails.
///
/// # Errors
/// When a step is unknown, or fails.
pub fn run(names: &[String]) -> Result {
    if let Some(unknown) = names.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("no step `{unknown}`; there are {}", known.join(", ")).into());
    }
    let chosen = STEPS.iter().filter(|step| names.is_empty() || names.iter().any(|chosen| chosen == step.name));

    let mut summary = Vec::new();
    for Step { name, run, holds, engine } in chosen {
        println!("\n== {name}: {holds}");
        let start = Instant::now();
        let missing = engine.and_then(missing);
        if let Some(reason) = &missing
            && may_be_left_out(*engine)
        {
            println!("== {name}: left out: {reason}");
            summary.push(format!("{name:<9}left out: {reason}"));
            continue;
        }
        let result = missing.map_or_else(run, |reason| Err(reason.into()));
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

/// Why a browser can't be had, if so; it is installed first where that is possible.
fn missing(engine: Engine) -> Option<String> {
    if browsers::left_out() {
        return Some("WHEELCARD_NO_BROWSER=1 asks for it".to_owned());
    }
    browsers::ensure(engine).err().map(|error| error.to_string())
}

/// Without Chromium most of the page is untested, so that fails unless it was asked for. The others are driven where they
/// can be had; where not, the summary says so.
fn may_be_left_out(engine: Option<Engine>) -> bool {
    browsers::left_out() || engine != Some(Engine::Chromium)
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

/// Native, though it is a part of the page: what leptos draws needs a browser, what decides what is drawn does not.
fn view() -> Result {
    run_command(cargo().args(["test", "--locked", "--features", "page", "--lib", "view::"]))
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
    let browser = browsers::find(Engine::Chromium)?;
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
