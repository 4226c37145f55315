//! The second look's worker: reads all copies of one binary again, and compares them.

use super::file::FileSource;
use super::serve::{send, serve};
use crate::container::Entry;
use crate::evidence::{self, carry};
use crate::protocol::{FromWorker, ToLook, Told};
use crate::scan;

/// Starts the worker.
pub fn run() {
    serve(|task, files| std::future::ready(perform(task, files)));
}

fn perform(task: ToLook, files: Vec<web_sys::File>) -> Result<(), String> {
    let told = match task {
        ToLook::Compare { copies, needles } => {
            let contents = contents(&copies, files)?;
            let slices: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
            Told::Compared(evidence::star(&slices, &needles).map(Box::new))
        }
        ToLook::Carry { copies, names, places } => {
            let contents = contents(&copies, files)?;
            let (first, others) = contents.split_first().ok_or("there is no copy to ask about")?;
            let others: Vec<(&str, &[u8])> =
                names.iter().map(String::as_str).zip(others.iter().map(Vec::as_slice)).collect();
            Told::Carried(carry::carry(first, &others, &carry::parse(&places)))
        }
    };
    send(&FromWorker::Says(told));
    Ok(())
}

/// The bytes of the copies that a second look is at.
fn contents(copies: &[Entry], files: Vec<web_sys::File>) -> Result<Vec<Vec<u8>>, String> {
    let read = |(entry, file): (&Entry, web_sys::File)| {
        let source = FileSource::new(file, |_| {}).map_err(|error| error.to_string())?;
        scan::reread(&source, entry)
    };
    copies.iter().zip(files).map(read).collect()
}
