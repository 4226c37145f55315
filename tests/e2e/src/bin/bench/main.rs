//! `cargo xtask bench`: the real page against Python and unzip, alternately, on the same wheels.
//!
//! A benchmark and no test: it prints medians, ratios and peak memory, and judges nothing. On a busy machine the columns
//! of CPU time are the ones to compare.

mod peers;
mod sets;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use peers::Peer;
use wheelcard_e2e::{Page, Result, Scan, usage};

/// One run of one contender.
#[derive(Debug, Clone, Copy)]
struct Run {
    time: Duration,
    /// CPU time in seconds, of all processes that took part.
    cpu: f64,
    /// Peak resident memory in bytes.
    memory: u64,
}

fn main() -> Result {
    let (mut sets, mut rounds, mut with_peers) = (Vec::new(), 3, true);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{argument} takes a value"))?;
        match argument.as_str() {
            "--set" => sets.push(value),
            "--rounds" => rounds = value.parse::<usize>().map_err(|e| format!("--rounds {value}: {e}"))?.max(1),
            "--peers" => with_peers = value != "off",
            _ => {
                return Err(
                    format!("bench takes --set NAME or DIR, --rounds N and --peers off, not `{argument}`").into()
                );
            }
        }
    }
    if sets.is_empty() {
        sets.extend(sets::SETS.iter().map(|set| set.name.to_owned()));
    }
    sets.iter().try_for_each(|set| bench(set, &sets::wheels(set)?, rounds, if with_peers { peers::PEERS } else { &[] }))
}

fn bench(name: &str, wheels: &[PathBuf], rounds: usize, rivals: &[Peer]) -> Result {
    let mut bytes = 0;
    for wheel in wheels {
        // Read once, so that nobody is measured with a cold disk.
        bytes += fs::read(wheel)?.len();
    }
    let cores = std::thread::available_parallelism()?;
    println!("\n{name}: {} wheels, {:.1} MB, {rounds} rounds, {cores} cores", wheels.len(), megabytes(bytes as u64));

    let mut page = vec![Vec::new(); MOMENTS.len()];
    let mut longest_task = 0.0_f64;
    let mut peers = vec![Vec::new(); rivals.len()];
    for _ in 0..rounds {
        let (moments, longest) = run_page(wheels)?;
        page.iter_mut().zip(moments).for_each(|(runs, run)| runs.push(run));
        longest_task = longest_task.max(longest);
        for (peer, runs) in rivals.iter().zip(&mut peers) {
            runs.push(peer.run(wheels)?);
        }
    }

    println!("{:<28}{:>9}{:>11}{:>12}{:>16}{:>9}", "", "median", "CPU", "memory", "page/this: time", "CPU");
    for (moment, runs) in MOMENTS.iter().zip(&page) {
        print_line(&format!("page, {moment}"), &median(runs), None);
    }
    let verified = page.last().map(|runs| median(runs));
    for (peer, runs) in rivals.iter().zip(&peers) {
        print_line(peer.name, &median(runs), verified.as_ref());
    }
    println!(
        "longest task that held the page up: {}",
        match longest_task {
            0.0 => "none of over 50 ms".to_owned(),
            longest => format!("{longest:.0} ms"),
        }
    );
    Ok(())
}

/// What is timed of the page, in order.
const MOMENTS: [Scan; 3] = [Scan::Listed, Scan::Identified, Scan::Verified];

/// The three moments, from when the page is told of the files, by its own clock; and its longest task in milliseconds.
fn run_page(wheels: &[PathBuf]) -> Result<(Vec<Run>, f64)> {
    let page = Page::open()?;
    let cpu_before = usage::cpu_time(page.driver_process());
    page.choose(wheels)?;
    page.wait_scan(Scan::Verified)?;
    let cpu = usage::cpu_time(page.driver_process()) - cpu_before;
    // The page and its workers are one process; another renderer may stand by.
    let memory = usage::peaks(page.driver_process(), "--type=renderer").into_iter().max().unwrap_or_default();
    let history = page.scan_history()?;
    // A moment that another overtook was over when that one was.
    let at = |moment: &Scan| {
        let mut later = MOMENTS.iter().skip_while(|known| *known != moment);
        let time = later.find_map(|known| history.iter().find(|(name, _)| *name == known.to_string()));
        let (_, milliseconds) = time.ok_or_else(|| format!("the page was never {moment}"))?;
        Ok(Run { time: Duration::from_secs_f64(milliseconds / 1000.0), cpu, memory })
    };
    let moments = MOMENTS.iter().map(at).collect::<Result<Vec<Run>>>()?;
    Ok((moments, page.long_tasks()?.into_iter().fold(0.0, f64::max)))
}

/// The middle of the times and of the CPU times, with the highest memory of all.
fn median(runs: &[Run]) -> Run {
    let mut times: Vec<_> = runs.iter().map(|run| run.time).collect();
    times.sort();
    let mut cpu: Vec<_> = runs.iter().map(|run| run.cpu).collect();
    cpu.sort_by(f64::total_cmp);
    let middle = runs.len() / 2;
    Run { time: times[middle], cpu: cpu[middle], memory: runs.iter().map(|run| run.memory).max().unwrap_or_default() }
}

fn print_line(name: &str, run: &Run, page: Option<&Run>) {
    let ratios = page
        .map(|page| format!("{:>16.2}{:>9.2}", page.time.as_secs_f64() / run.time.as_secs_f64(), page.cpu / run.cpu));
    println!(
        "{name:<28}{:>7.2} s{:>9.2} s{:>9.0} MB{}",
        run.time.as_secs_f64(),
        run.cpu,
        megabytes(run.memory),
        ratios.unwrap_or_default()
    );
}

#[expect(clippy::cast_precision_loss, reason = "printed with one decimal")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
