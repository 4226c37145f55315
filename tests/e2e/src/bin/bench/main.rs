//! `cargo xtask bench`: the real page against Python and unzip, alternately, on the same wheels.
//!
//! A benchmark and no test: it prints medians, ratios and peak memory, and judges nothing.

mod peers;
mod sets;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use wheelcard_e2e::{Page, Result, Scan, memory};

/// One run of one contender.
#[derive(Debug, Clone, Copy)]
struct Run {
    time: Duration,
    /// Peak resident memory in bytes.
    memory: u64,
}

fn main() -> Result {
    let (mut sets, mut rounds) = (Vec::new(), 3);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{argument} takes a value"))?;
        match argument.as_str() {
            "--set" => sets.push(value),
            "--rounds" => rounds = value.parse::<usize>().map_err(|e| format!("--rounds {value}: {e}"))?.max(1),
            _ => return Err(format!("bench takes --set NAME or DIR and --rounds N, not `{argument}`").into()),
        }
    }
    if sets.is_empty() {
        sets.extend(sets::SETS.iter().map(|set| set.name.to_owned()));
    }
    sets.iter().try_for_each(|set| bench(set, &sets::wheels(set)?, rounds))
}

fn bench(name: &str, wheels: &[PathBuf], rounds: usize) -> Result {
    let mut bytes = 0;
    for wheel in wheels {
        // Read once, so that nobody is measured with a cold disk.
        bytes += fs::read(wheel)?.len();
    }
    let cores = std::thread::available_parallelism()?;
    println!("\n{name}: {} wheels, {:.1} MB, {rounds} rounds, {cores} cores", wheels.len(), megabytes(bytes as u64));

    let mut page = [Vec::new(), Vec::new()];
    let mut peers = vec![Vec::new(); peers::PEERS.len()];
    for _ in 0..rounds {
        let (listed, verified) = run_page(wheels)?;
        page[0].push(listed);
        page[1].push(verified);
        for (peer, runs) in peers::PEERS.iter().zip(&mut peers) {
            runs.push(peer.run(wheels)?);
        }
    }

    println!("{:<26}{:>9}{:>12}{:>18}", "", "median", "memory", "page / this");
    let verified = median(&page[1]);
    print_line("page, listed", &median(&page[0]), None);
    print_line("page, verified", &verified, None);
    for (peer, runs) in peers::PEERS.iter().zip(&peers) {
        print_line(peer.name, &median(runs), Some(&verified));
    }
    Ok(())
}

/// From the moment at which the page is told of the files, by its own clock.
fn run_page(wheels: &[PathBuf]) -> Result<(Run, Run)> {
    let page = Page::open()?;
    page.choose(wheels)?;
    page.wait_scan(Scan::Verified)?;
    // The page and its workers are one process; another renderer may stand by.
    let memory = memory::peaks(page.driver_process(), "--type=renderer").into_iter().max().unwrap_or_default();
    let history = page.scan_history()?;
    let at = |state: &str| {
        let moment = history.iter().find(|(name, _)| name == state);
        let (_, milliseconds) = moment.ok_or_else(|| format!("the page was never {state}"))?;
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(Duration::from_secs_f64(milliseconds / 1000.0))
    };
    Ok((Run { time: at("listed")?, memory }, Run { time: at("verified")?, memory }))
}

/// The middle run by time, with the highest memory of all.
fn median(runs: &[Run]) -> Run {
    let mut times: Vec<_> = runs.iter().map(|run| run.time).collect();
    times.sort();
    Run { time: times[times.len() / 2], memory: runs.iter().map(|run| run.memory).max().unwrap_or_default() }
}

fn print_line(name: &str, run: &Run, page: Option<&Run>) {
    let ratio = page.map(|page| format!("{:.2}", page.time.as_secs_f64() / run.time.as_secs_f64())).unwrap_or_default();
    println!("{name:<26}{:>7.2} s{:>9.0} MB{ratio:>18}", run.time.as_secs_f64(), megabytes(run.memory));
}

#[expect(clippy::cast_precision_loss, reason = "printed with one decimal")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
