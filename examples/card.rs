//! `cargo run --release --example card -- A.whl B.whl C.whl [--markdown]`
//!
//! Prints what the page exports for these wheels, byte for byte: the JSON report, or the card as Markdown.
#![expect(clippy::print_stdout, reason = "a command that prints")]
#![expect(clippy::print_stderr, reason = "what is wrong with a file is for the person at the terminal")]

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use wheelcard::card;
use wheelcard::report::WheelReport;
use wheelcard::scan;

fn main() -> ExitCode {
    let (options, paths): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let markdown = options.iter().any(|option| option == "--markdown");
    if paths.is_empty() || options.iter().any(|option| option != "--markdown") {
        eprintln!("usage: card [--markdown] WHEEL…");
        return ExitCode::from(2);
    }
    let mut failed = false;
    let mut reports = Vec::new();
    for path in &paths {
        match report(Path::new(path)) {
            Ok(report) => reports.push(report),
            Err(reason) => {
                eprintln!("{path}: {reason}");
                failed = true;
            }
        }
    }
    let reports: Vec<&WheelReport> = reports.iter().collect();
    if !reports.is_empty() {
        let text = if markdown { card::markdown::export(&card::build(&reports)) } else { card::json::export(&reports) };
        print!("{text}");
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn report(path: &Path) -> Result<WheelReport, String> {
    let name = path.file_name().and_then(|name| name.to_str()).ok_or("its name is not UTF-8")?;
    let file = File::open(path).map_err(|error| error.to_string())?;
    scan::scan(file, name).map_err(|error| error.to_string())
}
