//! The second look's worker: reads all copies of one binary again, and compares them.

use super::file::FileSource;
use super::serve::{send, serve};
use crate::container::Entry;
use crate::evidence::{self, carry};
use crate::protocol::{FromWorker, ToLook, Told};
use crate::scan;

/// Starts the worker.
pub fn run() {
    serve(|task, files| std::future::ready(perform(task, &files)));
}

fn perform(task: ToLook, files: &[web_sys::File]) -> Result<(), String> {
    let told = match task {
        ToLook::Compare { copies, needles } => {
            let star = evidence::star_reading(copies.len(), |at| bytes(&copies, files, at), &needles)?;
            Told::Compared(star.map(Box::new))
        }
        ToLook::Carry { copies, names, places } => {
            let first = bytes(&copies, files, 0)?;
            let others = |at: usize| bytes(&copies, files, at.saturating_add(1));
            Told::Carried(carry::carry_reading(&first, &names, others, &carry::parse(&places))?)
        }
    };
    send(&FromWorker::Says(told));
    Ok(())
}

/// The bytes of one of the copies that a second look is at.
fn bytes(copies: &[Entry], files: &[web_sys::File], at: usize) -> Result<Vec<u8>, String> {
    let (entry, file) = copies.get(at).zip(files.get(at)).ok_or("a copy has no file")?;
    let source = FileSource::new(file.clone(), |_| {}).map_err(|error| error.to_string())?;
    scan::reread(&source, entry)
}
