//! What people do today instead: every byte of every member inflated and hashed; with `readelf`, every ELF file written out
//! and its build-id read as well.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use wheelcard_e2e::{Result, usage};

use crate::Run;

/// A contender.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    program: &'static str,
    /// Before the wheels' paths.
    arguments: &'static [&'static str],
}

/// The members go to a pool biggest first, so that no core waits for the last one.
const PYTHON: &str = "
import hashlib, multiprocessing, subprocess, sys, tempfile, zipfile

processes, with_notes = sys.argv[1].split(',')[0], 'readelf' in sys.argv[1]

def digest(job):
    wheel, name = job
    sha256, notes = hashlib.sha256(), b''
    with zipfile.ZipFile(wheel) as archive, archive.open(name) as member, tempfile.NamedTemporaryFile() as copy:
        head = member.read(1 << 20)
        is_elf, chunk = with_notes and head.startswith(b'\\x7fELF'), head
        while chunk:
            sha256.update(chunk)
            if is_elf:
                copy.write(chunk)
            chunk = member.read(1 << 20)
        if is_elf:
            copy.flush()
            notes = subprocess.run(['readelf', '-n', copy.name], capture_output=True).stdout
    return wheel, name, sha256.hexdigest(), notes

if __name__ == '__main__':
    wheels = sys.argv[2:]
    jobs = []
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            jobs += [(info.file_size, wheel, info.filename) for info in archive.infolist() if not info.is_dir()]
    jobs = [job[1:] for job in sorted(jobs, reverse=True)]
    if processes == 'one':
        digests = list(map(digest, jobs))
    else:
        with multiprocessing.Pool() as pool:
            digests = pool.map(digest, jobs, chunksize=1)
    print(len(digests))
";

pub(crate) const PEERS: &[Peer] = &[
    Peer { name: "python3, one process", program: "python3", arguments: &["-c", PYTHON, "one"] },
    Peer { name: "python3, all cores", program: "python3", arguments: &["-c", PYTHON, "all"] },
    Peer { name: "the same with readelf -n", program: "python3", arguments: &["-c", PYTHON, "all,readelf"] },
    Peer {
        name: "unzip | sha256sum, in turn",
        program: "sh",
        arguments: &["-c", "for wheel; do unzip -p \"$wheel\" | sha256sum; done", "sh"],
    },
    Peer {
        name: "unzip | sha256sum, at once",
        program: "sh",
        arguments: &["-c", "for wheel; do unzip -p \"$wheel\" | sha256sum & done; wait", "sh"],
    },
];

impl Peer {
    /// Runs it once over all wheels.
    pub(crate) fn run(&self, wheels: &[PathBuf]) -> Result<Run> {
        const LOOK_EVERY: Duration = Duration::from_millis(50);
        let (over, memory) = (AtomicBool::new(false), AtomicU64::new(0));
        let cpu_before = usage::cpu_time(std::process::id());
        let start = Instant::now();
        let mut child = Command::new(self.program).args(self.arguments).args(wheels).stdout(Stdio::null()).spawn()?;
        let id = child.id();
        let (status, time) = thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    memory.fetch_max(usage::peaks(id, "").iter().sum(), Ordering::Relaxed);
                    thread::sleep(LOOK_EVERY);
                }
            });
            let status = child.wait();
            let time = start.elapsed();
            over.store(true, Ordering::Relaxed);
            (status, time)
        });
        if !status?.success() {
            return Err(format!("{} failed", self.name).into());
        }
        let cpu = usage::cpu_time(std::process::id()) - cpu_before;
        Ok(Run { time, cpu, memory: memory.into_inner() })
    }
}
