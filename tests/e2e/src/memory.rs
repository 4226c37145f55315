//! Peak memory of processes, from Linux's /proc; nothing elsewhere.

use std::collections::BTreeMap;
use std::fs;

/// What one process is.
#[derive(Debug)]
struct Process {
    parent: u32,
    command: String,
    peak: u64,
}

/// The highest resident memory in bytes that descendants of a process reached, summed over those whose command line
/// contains `part`. `None` where the system does not tell.
pub fn peak_below(ancestor: u32, part: &str) -> Option<u64> {
    let processes = processes()?;
    let is_below = |mut id: u32| {
        while let Some(process) = processes.get(&id) {
            if process.parent == ancestor {
                return true;
            }
            id = process.parent;
        }
        false
    };
    let chosen = processes.iter().filter(|(id, process)| process.command.contains(part) && is_below(**id));
    Some(chosen.map(|(_, process)| process.peak).sum())
}

fn processes() -> Option<BTreeMap<u32, Process>> {
    let ids = fs::read_dir("/proc").ok()?.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    Some(ids.filter_map(|id| Some((id, process(id)?))).collect())
}

fn process(id: u32) -> Option<Process> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let command = fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let field =
        |name: &str| status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok());
    let kibibytes: u64 = field("VmHWM:").unwrap_or_default();
    let parent = field("PPid:").unwrap_or_default();
    let command = String::from_utf8_lossy(&command).replace('\0', " ");
    Some(Process { parent: u32::try_from(parent).ok()?, command, peak: kibibytes << 10 })
}
