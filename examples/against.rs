//! `cargo run --release --example against -- REFERENCE A.whl B.whl C.whl`
//!
//! Compares wheels with a reference card, a saved report, a `SHA256SUMS`, requirements with `--hash` or the output of
//! `readelf -n`: the verdict, what it does not cover, and each fact that does not hold. The exit status is 0 only when
//! all that is stated of these wheels was checked and holds, 1 when something differs, is in doubt or is about other
//! wheels only, 2 when a file can't be read.
#![expect(clippy::print_stdout, reason = "a command that prints")]
#![expect(clippy::print_stderr, reason = "what is wrong with a file is for the person at the terminal")]

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use wheelcard::card::{self, Card};
use wheelcard::reference::{self, Check, Outcome, Reference, VerdictKind};
use wheelcard::report::WheelReport;
use wheelcard::scan;

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let Some((stated, wheels)) = paths.split_first().filter(|(_, wheels)| !wheels.is_empty()) else {
        eprintln!("usage: against REFERENCE WHEEL…");
        return ExitCode::from(2);
    };
    match run(stated, wheels) {
        Ok(VerdictKind::Same | VerdictKind::SameAsFarAsHere) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::from(2)
        }
    }
}

fn run(stated: &str, wheels: &[String]) -> Result<VerdictKind, String> {
    let bytes = std::fs::read(stated).map_err(|error| format!("{stated}: {error}"))?;
    let reference = reference::read_bytes(&name(stated)?, &bytes).map_err(|refusal| format!("{stated}: {refusal}"))?;
    let reports: Vec<WheelReport> = wheels.iter().map(|path| report(path)).collect::<Result<_, _>>()?;
    let reports: Vec<&WheelReport> = reports.iter().collect();
    let card = card::build(&reports);
    let comparison = reference::compare(&reference, &reports, &card);
    println!("{}", comparison.verdict.sentence);
    for remark in &comparison.verdict.remarks {
        println!("{remark}");
    }
    for finding in &reference.findings {
        println!("{}: {}", finding.code, finding.detail);
    }
    let unlike = |check: &&Check| !check.outcome.holds() && check.outcome != Outcome::NotStated;
    for check in comparison.checks.iter().filter(unlike) {
        println!("  {}", line(check, &reference, &card));
    }
    Ok(comparison.verdict.kind)
}

/// `differs: size of n/libx.so in cp310: stated 5, here 6`
fn line(check: &Check, reference: &Reference, card: &Card) -> String {
    let stated = check.stated_wheel.and_then(|at| reference.wheels.get(at)).map(|wheel| wheel.label.as_str());
    let wheel = check.wheel.and_then(|at| card.wheels.get(at)).map(|wheel| wheel.label.as_str()).or(stated);
    let member = check.key.as_deref().or(check.member.as_deref());
    let mut text = format!("{}: {}", check.outcome.word(), check.what);
    for (word, what) in [(" of ", member), (" in ", wheel)] {
        text.extend(what.map(|what| format!("{word}{}", card::format::visible(what))));
    }
    text.extend([": stated ".to_owned(), card::format::visible(&check.stated)]);
    text.extend(check.found.as_ref().map(|found| format!(", here {}", card::format::visible(found))));
    if !check.detail.is_empty() {
        text.extend([" (", &check.detail, ")"]);
    }
    text
}

fn report(path: &str) -> Result<WheelReport, String> {
    let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
    scan::scan(file, &name(path)?).map_err(|error| format!("{path}: {error}"))
}

fn name(path: &str) -> Result<String, String> {
    let name = Path::new(path).file_name().and_then(|name| name.to_str());
    name.map(str::to_owned).ok_or_else(|| format!("{path}: its name is not UTF-8"))
}
