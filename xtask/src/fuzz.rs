//! `cargo xtask fuzz`: the fuzz targets on the pinned compiler.
//!
//! `cargo-fuzz` works on the same targets, and wants a nightly compiler for its sanitizers. What the fuzzer needs is
//! coverage alone, which the stable compiler instruments when asked through LLVM's own options; the core has no `unsafe`
//! for a sanitizer to watch.

use std::fs;
use std::process::Command;

use crate::command::{cargo, run as run_command};
use crate::{Result, project};

/// LLVM's coverage instrumentation, as libFuzzer reads it.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";
/// Build scripts and macros are built for the host without instrumentation only when a target is named.
const HOST: &str = "x86_64-unknown-linux-gnu";
/// Every target, with the longest input worth trying.
const TARGETS: [(&str, u32); 7] = [
    ("container", 65_536),
    ("record", 16_384),
    ("filename", 512),
    ("python", 8_192),
    ("elf", 65_536),
    ("evidence", 65_536),
    ("scan", 65_536),
];
/// Seconds for each target when none are given.
const SECONDS: u32 = 60;
/// What one input may take before it is a find: seconds and MiB.
const LIMITS: [&str; 3] = ["-timeout=10", "-rss_limit_mb=1024", "-malloc_limit_mb=512"];

/// Builds the targets and runs all of them, or the one named, for so many seconds each.
///
/// # Errors
/// When an argument is unknown, the build fails, or a target finds something.
pub fn run(arguments: &[String]) -> Result {
    let (mut only, mut seconds) = (None, SECONDS);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => {
                let number = arguments.next().map(String::as_str).unwrap_or_default();
                seconds = number.parse().map_err(|_| format!("--seconds takes a number, not `{number}`"))?;
            }
            name if TARGETS.iter().any(|(known, _)| *known == name) => only = Some(name),
            other => return Err(format!("fuzz takes a target and --seconds N, not `{other}`").into()),
        }
    }
    let fuzz = project::root().join("fuzz");
    let built = fuzz.join("target").join(HOST).join("release");
    // The seeds' own program has no fuzzer in it, and can't be linked with instrumentation.
    let seeds = ["run", "--release", "--bin", "seeds", "--", "../tests/fixtures", "corpus"];
    run_command(cargo().current_dir(&fuzz).args(seeds))?;
    let chosen = || TARGETS.into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name));
    let bins = chosen().flat_map(|(name, _)| ["--bin", name]);
    run_command(
        cargo().current_dir(&fuzz).env("RUSTFLAGS", COVERAGE).args(["build", "--release", "--target", HOST]).args(bins),
    )?;
    for (target, longest) in chosen() {
        let (corpus, artifacts) = (fuzz.join("corpus").join(target), fuzz.join("artifacts").join(target));
        fs::create_dir_all(&artifacts)?;
        run_command(
            Command::new(built.join(target))
                .current_dir(&fuzz)
                .arg(&corpus)
                .arg(format!("-artifact_prefix={}/", artifacts.display()))
                .args([format!("-max_total_time={seconds}"), format!("-max_len={longest}")])
                .args(LIMITS)
                .arg("-print_final_stats=1"),
        )?;
    }
    Ok(())
}
