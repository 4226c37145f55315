//! `cargo xtask COMMAND`

use std::env;
use std::process::ExitCode;

use xtask::{Result, build, dist, e2e, fuzz, serve, test, tools};

/// Name, what it does with the arguments after it, one line of help.
type Command = (&'static str, fn(&[String]) -> Result, &'static str);

const COMMANDS: &[Command] = &[
    (
        "serve",
        serve::run,
        "build the page and serve it on 127.0.0.1:8080 [--port N] [--watch: rebuild on change, at 8081]",
    ),
    ("test", test::run, "run every check and test, or the steps named"),
    ("build", build::run, "build the page into dist/ [--public-url URL, or --dev: unoptimised, in seconds]"),
    ("dist", dist::run, "build the page and pack it as a zip with checksums into target/dist/"),
    ("shots", e2e::shots, "screenshots of the page, light and dark, wide and narrow, into target/shots/"),
    ("bench", e2e::bench, "time the page against python3 and unzip [--set DIR] [--rounds N]"),
    ("fuzz", fuzz::run, "run the fuzz targets, or the one named [--seconds N: for each, 60]"),
    ("tools", tools::run, "install the pinned build tools into target/tools/"),
];

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();

    let Some((_, run, _)) = COMMANDS.iter().find(|(known, ..)| *known == name) else {
        eprintln!("cargo xtask COMMAND\n");
        for (name, _, help) in COMMANDS {
            eprintln!("    {name:<8}{help}");
        }
        return ExitCode::from(2);
    };
    match run(&rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask {name}: {error}");
            ExitCode::FAILURE
        }
    }
}
