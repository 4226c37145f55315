//! What processes use, their peak memory and their CPU time, from Linux's /proc; nothing elsewhere.

use std::collections::BTreeMap;
use std::fs;

/// What one process is.
#[derive(Debug)]
struct Process {
    parent: u32,
    command: String,
    peak: u64,
}

/// The highest resident memory in bytes that each process of a tree reached so far, for those whose command line
/// contains `part`. Empty where the system does not tell. Memory that processes share counts in each of them.
pub fn peaks(root: u32, part: &str) -> Vec<u64> {
    let processes = processes().unwrap_or_default();
    let chosen =
        processes.iter().filter(|(id, process)| process.command.contains(part) && is_of_tree(&processes, root, **id));
    chosen.map(|(_, process)| process.peak).collect()
}

/// The CPU time that a tree of processes has taken so far, in seconds, its ended children included. On a busy machine the
/// clock measures the neighbours as well; this does not.
pub fn cpu_time(root: u32) -> f64 {
    let processes = processes().unwrap_or_default();
    processes.keys().filter(|id| is_of_tree(&processes, root, **id)).filter_map(|id| ticks(*id)).sum::<f64>()
        / TICKS_PER_SECOND
}

fn is_of_tree(processes: &BTreeMap<u32, Process>, root: u32, mut id: u32) -> bool {
    while id != root {
        match processes.get(&id) {
            Some(process) => id = process.parent,
            None => return false,
        }
    }
    true
}

/// `USER_HZ`, which is 100 on every Linux that a browser runs on.
const TICKS_PER_SECOND: f64 = 100.0;

/// utime, stime, cutime and cstime: fields 14 to 17 of proc(5)'s `stat`, counted behind the name, which may hold blanks.
fn ticks(id: u32) -> Option<f64> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields = stat.rsplit_once(')')?.1.split_whitespace();
    Some(fields.skip(11).take(4).filter_map(|field| field.parse::<f64>().ok()).sum())
}

fn processes() -> Option<BTreeMap<u32, Process>> {
    let ids = fs::read_dir("/proc").ok()?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    Some(ids.filter_map(|id| Some((id, process(id)?))).collect())
}

fn process(id: u32) -> Option<Process> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let command = fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let field = |name| status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok());
    let parent: u64 = field("PPid:")?;
    // A kernel thread has no memory of its own.
    let kibibytes = field("VmHWM:").unwrap_or_default();
    let command = String::from_utf8_lossy(&command).replace('\0', " ");
    Some(Process { parent: u32::try_from(parent).ok()?, command, peak: kibibytes << 10 })
}
