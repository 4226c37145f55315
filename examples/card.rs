//! `cargo run --release --example card -- A.whl B.whl C.whl [--markdown] [--release=KEY]`
//!
//! Prints what the page exports for these wheels, byte for byte: the JSON report, or the card as Markdown. Like the page
//! it makes one card of the wheels of one release and platform; wheels of several need a choice.
#![expect(clippy::print_stdout, reason = "a command that prints")]
#![expect(clippy::print_stderr, reason = "what is wrong with a file is for the person at the terminal")]

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use wheelcard::card;
use wheelcard::report::WheelReport;
use wheelcard::scan;
use wheelcard::session::{Event, Session, WheelId};

fn main() -> ExitCode {
    let (options, paths): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let markdown = options.iter().any(|option| option == "--markdown");
    let chosen = options.iter().find_map(|option| option.strip_prefix("--release="));
    let is_known = |option: &String| option == "--markdown" || option.starts_with("--release=");
    if paths.is_empty() || !options.iter().all(is_known) {
        eprintln!("usage: card [--markdown] [--release=KEY] WHEEL…");
        return ExitCode::from(2);
    }
    let mut failed = false;
    let mut session = Session::default();
    for (id, path) in (0..).map(WheelId).zip(&paths) {
        match report(Path::new(path)) {
            Ok(report) => drop_on(&mut session, id, report),
            Err(reason) => {
                eprintln!("{path}: {reason}");
                failed = true;
            }
        }
    }
    let releases = session.releases();
    match chosen {
        Some(key) if releases.iter().any(|release| release.key == key) => {
            session.apply(Event::ReleaseChosen(key.to_owned()));
        }
        None if releases.len() < 2 => {}
        _ => {
            eprintln!("these are wheels of several releases or platforms; choose one:");
            for release in releases {
                eprintln!("    --release={} ({} of the wheels)", release.key, release.wheels.len());
            }
            return ExitCode::from(2);
        }
    }
    if markdown {
        if let Some(card) = session.card() {
            print!("{}", card::markdown::export(&card));
        }
    } else if !session.compared().is_empty() {
        print!("{}", card::json::export(&session.compared()));
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn report(path: &Path) -> Result<WheelReport, String> {
    let name = path.file_name().and_then(|name| name.to_str()).ok_or("its name is not UTF-8")?;
    let file = File::open(path).map_err(|error| error.to_string())?;
    scan::scan(file, name).map_err(|error| error.to_string())
}

/// Tells the session of a wheel what the page's workers would have told it.
fn drop_on(session: &mut Session, id: WheelId, report: WheelReport) {
    let (file_name, size) = (report.listing.file_name.given.clone(), report.listing.size);
    session.apply(Event::Added { id, file_name, size });
    session.apply(Event::Listed(id, Box::new(report.listing)));
    session.apply(Event::Members(id, report.members));
    if let Some(sha256) = report.sha256 {
        session.apply(Event::Digest(id, sha256));
    }
    session.apply(Event::Finished(id));
}
