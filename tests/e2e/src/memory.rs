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

/// The highest resident memory in bytes that each process of a tree reached so far, for those whose command line
/// contains `part`. Empty where the system does not tell. Memory that processes share counts in each of them.
pub fn peaks(root: u32, part: &str) -> Vec<u64> {
    let processes = processes().unwrap_or_default();
    let is_of_tree = |mut id: u32| {
        while id != root {
            match processes.get(&id) {
                Some(process) => id = process.parent,
                None => return false,
            }
        }
        true
    };
    let chosen = processes.iter().filter(|(id, process)| process.command.contains(part) && is_of_tree(**id));
    chosen.map(|(_, process)| process.peak).collect()
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
