//! The scanning worker: takes a task, calls the core, tells what it found.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::file::FileSource;
use super::serve::{send, serve};
use super::subtle::{self, Hashing};
use crate::protocol::{Found, FromWorker, ToWorker};
use crate::report::Member;
use crate::scan::{self, Look, Unhashed, Wheel};

/// Milliseconds between two messages about progress.
const TELL_EVERY: f64 = 100.0;

/// What a worker keeps from task to task.
#[derive(Default)]
struct Desk {
    opened: Vec<(u32, Rc<Wheel<FileSource>>)>,
    /// Memory that members are inflated into.
    room: Vec<u8>,
    /// Memory that a wheel file is read into, outside WebAssembly's.
    held: Option<js_sys::Uint8Array>,
}

type SharedDesk = Rc<RefCell<Desk>>;

/// Starts the worker.
pub fn run() {
    let desk = SharedDesk::default();
    serve(move |task, files| perform(task, files, Rc::clone(&desk)));
}

async fn perform(task: ToWorker, files: Vec<web_sys::File>, desk: SharedDesk) -> Result<(), String> {
    let file = files.into_iter().next().ok_or("the message has no file")?;
    match task {
        ToWorker::List { wheel, file_name } => {
            let wheel = open(wheel, &file_name, file, &desk)?;
            tell(Found::Listed(Box::new(wheel.listing().clone())));
        }
        ToWorker::Identify { wheel, file_name, members } => {
            let wheel = open(wheel, &file_name, file, &desk)?;
            let mut learned = Learned::new();
            for member in members.into_iter().filter_map(|index| wheel.identify(index)) {
                learned.tell(member);
            }
        }
        ToWorker::Verify { wheel, file_name, members } => {
            let wheel = open(wheel, &file_name, file, &desk)?;
            wheel.source().restart();
            // Taken, not borrowed: nothing may be borrowed while something is awaited.
            let mut room = std::mem::take(&mut desk.borrow_mut().room);
            let verified = verify(&wheel, &members, &mut room).await;
            desk.borrow_mut().room = room;
            // The page then gives the members out one by one, so that only one of them is lost.
            if let Err(words) = verified {
                send(&FromWorker::<()>::Panicked(words));
            }
        }
        ToWorker::Digest { wheel, file_name } => {
            let wheel = open(wheel, &file_name, file, &desk)?;
            wheel.source().restart();
            hold(&wheel, &desk).await;
            let digest = match subtle::sha256_of(wheel.source().held()).await {
                None => scan::digest(wheel.source(), &mut |_| std::ops::ControlFlow::Continue(()))
                    .map_err(|error| error.to_string())?,
                known => known,
            };
            if let Some(sha256) = digest {
                tell(Found::Digest(sha256));
            }
        }
    }
    Ok(())
}

/// Reads a wheel file at once, in place of the one that is held; its members are then read from there. A file that is too
/// large for that, or can't be read so, is read by slices.
async fn hold(wheel: &Wheel<FileSource>, desk: &SharedDesk) {
    let room = desk.borrow_mut().held.take();
    desk.borrow().opened.iter().for_each(|(_, other)| other.source().let_go());
    let room = wheel.source().hold(room).await;
    desk.borrow_mut().held = room;
}

fn tell(found: Found) {
    send(&FromWorker::Says(found));
}

/// The third moment of some members. Where the browser hashes on another thread, it does so while the next one is inflated.
async fn verify(wheel: &Wheel<FileSource>, members: &[u32], room: &mut Vec<u8>) -> Result<(), String> {
    let mut learned = Learned::new();
    let mut hashing: Option<(Unhashed, Hashing)> = None;
    for index in members {
        match wheel.look(*index, room) {
            None => {}
            Some(Look::Settled(member)) => learned.tell(member),
            Some(Look::Unhashed(look)) => {
                let hash = subtle::sha256(look.bytes(room));
                if let Some((before, hash)) = hashing.replace((look, hash)) {
                    learned.tell(wheel.settle(before, hash.finish().await?));
                }
            }
        }
    }
    if let Some((last, hash)) = hashing {
        learned.tell(wheel.settle(last, hash.finish().await?));
    }
    Ok(())
}

/// What was learned of members and not yet sent: it goes a few times a second, and at the end.
struct Learned {
    members: Vec<Member>,
    told: f64,
}

impl Learned {
    fn new() -> Self {
        Self { members: Vec::new(), told: js_sys::Date::now() }
    }

    fn tell(&mut self, member: Member) {
        self.members.push(member);
        let now = js_sys::Date::now();
        if now - self.told >= TELL_EVERY {
            self.told = now;
            tell(Found::Members(std::mem::take(&mut self.members)));
        }
    }
}

impl Drop for Learned {
    fn drop(&mut self) {
        if !self.members.is_empty() {
            tell(Found::Members(std::mem::take(&mut self.members)));
        }
    }
}

/// The wheel, opened once in each worker: its listing costs milliseconds, sending it would cost more.
fn open(id: u32, file_name: &str, file: web_sys::File, desk: &SharedDesk) -> Result<Rc<Wheel<FileSource>>, String> {
    if let Some((_, wheel)) = desk.borrow().opened.iter().find(|(known, _)| *known == id) {
        return Ok(Rc::clone(wheel));
    }
    let wheel = Wheel::open(source(file)?, file_name).map_err(|error| error.to_string())?;
    let wheel = Rc::new(wheel);
    desk.borrow_mut().opened.push((id, Rc::clone(&wheel)));
    Ok(wheel)
}

fn source(file: web_sys::File) -> Result<FileSource, String> {
    let told = Cell::new(0.0);
    let tell = move |read| {
        let now = js_sys::Date::now();
        if now - told.get() >= TELL_EVERY {
            told.set(now);
            tell(Found::Read(read));
        }
    };
    FileSource::new(file, tell).map_err(|error| error.to_string())
}
