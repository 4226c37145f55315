//! `cargo run --release --example look -- A.whl B.whl C.whl [--json]`
//!
//! Has a second look at every binary of these wheels that is not byte-identical: the verdict between each two copies that
//! were compared, what differs, and what it cost. With `--json`, the evidence whole, as the page keeps it.
#![expect(clippy::print_stdout, reason = "a command that prints")]
#![expect(clippy::print_stderr, reason = "what is wrong with a file is for the person at the terminal")]

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use wheelcard::bytes::Sha256;
use wheelcard::card;
use wheelcard::evidence::{Star, star_reading};
use wheelcard::report::{Needles, WheelReport};
use wheelcard::scan;

fn main() -> ExitCode {
    let (options, paths): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let json = options.iter().any(|option| option == "--json");
    if paths.len() < 2 || options.iter().any(|option| option != "--json") {
        eprintln!("usage: look [--json] WHEEL WHEEL…");
        return ExitCode::from(2);
    }
    match look(&paths, json) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// A wheel, and what was learned of it.
struct Known {
    file: File,
    report: WheelReport,
}

fn look(paths: &[String], json: bool) -> Result<(), String> {
    let known = paths.iter().map(|path| open(Path::new(path))).collect::<Result<Vec<_>, _>>()?;
    let reports: Vec<&WheelReport> = known.iter().map(|known| &known.report).collect();
    let version = reports.first().map(|report| report.listing.version.clone()).unwrap_or_default();
    let needles = Needles { version: version.version, local: version.local };
    for pair in card::build(&reports).tables.iter().flat_map(|table| &table.rows) {
        let Some(contents) = pair.contents() else { continue };
        let start = Instant::now();
        let mut reading = Duration::ZERO;
        let mut size = 0_usize;
        let read = |at: usize| {
            let start = Instant::now();
            let bytes = bytes(&known, contents.get(at).ok_or("there is no such copy")?)?;
            reading = reading.saturating_add(start.elapsed());
            size = bytes.len().saturating_add(size);
            Ok(bytes)
        };
        let Some(found) = star_reading(contents.len(), read, &needles)? else { continue };
        if json {
            println!("{}", serde_json::to_string_pretty(&found).map_err(|error| error.to_string())?);
            continue;
        }
        let comparing = start.elapsed().saturating_sub(reading);
        let copies = contents.len();
        println!("{} ({copies} copies, {size} bytes): read in {reading:.2?}, compared in {comparing:.2?}", pair.key);
        tell(&found);
    }
    Ok(())
}

fn tell(found: &Star) {
    for pair in &found.pairs {
        println!("  copy {} and copy {}: {}", pair.a, pair.b, pair.evidence.sentence);
        for alarm in &pair.evidence.alarms {
            println!("    {}", alarm.sentence);
        }
    }
}

fn open(path: &Path) -> Result<Known, String> {
    let say = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(|| say(&"its name is not UTF-8"))?;
    let file = || File::open(path).map_err(|error| say(&error));
    let report = scan::scan(file()?, name).map_err(|error| say(&error))?;
    Ok(Known { file: file()?, report })
}

/// The bytes of a member that has this content, in whichever wheel.
fn bytes(known: &[Known], content: &Sha256) -> Result<Vec<u8>, String> {
    let holds = |known: &&Known| known.report.members.iter().any(|member| is(member, content));
    let holder = known.iter().find(holds).ok_or("a content is in no wheel")?;
    let member = holder.report.members.iter().find(|member| is(member, content)).ok_or("a content is in no member")?;
    let entries = &holder.report.listing.directory.entries;
    let entry =
        usize::try_from(member.index).ok().and_then(|index| entries.get(index)).ok_or("a member has no entry")?;
    scan::reread(&holder.file, entry)
}

fn is(member: &wheelcard::report::Member, content: &Sha256) -> bool {
    member.verified.as_ref().is_some_and(|verified| verified.sha256 == *content)
}
