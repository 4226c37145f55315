//! The worker's side: takes a task, calls the core, sends what it found.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

use super::file::{self, FileSource};
use super::subtle::{self, Hashing};
use crate::evidence::{self, carry};
use crate::protocol::{self, CopyRef, FromWorker, ToWorker};
use crate::report::Member;
use crate::scan::{self, Look, Unhashed, Wheel};

/// Milliseconds between two messages about progress.
const TELL_EVERY: f64 = 100.0;

type Opened = Rc<RefCell<Vec<(u32, Rc<Wheel<FileSource>>)>>>;

/// Starts the worker: listens, and says so.
pub fn run() {
    std::panic::set_hook(Box::new(|panic| send(&FromWorker::Panicked(panic.to_string()))));
    let opened = Opened::default();
    let listen = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
        wasm_bindgen_futures::spawn_local(take(event.data(), Rc::clone(&opened)));
    });
    scope().set_onmessage(Some(listen.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    listen.forget();
    send(&FromWorker::Ready { version: protocol::VERSION, build: protocol::BUILD.to_owned() });
}

fn scope() -> web_sys::DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn send(message: &FromWorker) {
    // Our own types always serialise; a page that is gone needs no answer.
    if let Ok(text) = serde_json::to_string(message) {
        let _ = scope().post_message(&JsValue::from_str(&text));
    }
}

/// A message is an array: the JSON text, then the files it is about. The page sends the next one when this one is done.
async fn take(data: JsValue, opened: Opened) {
    let message = js_sys::Array::from(&data);
    let text = message.get(0).as_string().unwrap_or_default();
    let files: Vec<web_sys::File> = message.iter().skip(1).filter_map(file::from_value).collect();
    let answer = match serde_json::from_str::<ToWorker>(&text) {
        Ok(task) => perform(task, files, &opened).await,
        Err(error) => Err(error.to_string()),
    };
    send(&answer.map_or_else(FromWorker::Failed, |()| FromWorker::Done));
}

async fn perform(task: ToWorker, files: Vec<web_sys::File>, opened: &Opened) -> Result<(), String> {
    let the_file = || files.first().cloned().ok_or("the message has no file");
    match task {
        ToWorker::List { wheel, file_name } => {
            let wheel = open(wheel, &file_name, the_file()?, opened)?;
            send(&FromWorker::Listed(Box::new(wheel.listing().clone())));
        }
        ToWorker::Identify { wheel, file_name, members } => {
            let wheel = open(wheel, &file_name, the_file()?, opened)?;
            let mut learned = Learned::new();
            for member in members.into_iter().filter_map(|index| wheel.identify(index)) {
                learned.tell(member);
            }
        }
        ToWorker::Verify { wheel, file_name, members } => {
            let wheel = open(wheel, &file_name, the_file()?, opened)?;
            wheel.source().restart();
            // The page then gives the members out one by one, so that only one of them is lost.
            if let Err(words) = verify(&wheel, &members).await {
                send(&FromWorker::Panicked(words));
            }
        }
        ToWorker::Digest { file_name: _, wheel: _ } => {
            let file = the_file()?;
            let digest = match subtle::sha256_of(&file).await {
                None => scan::digest(&source(file)?, &mut |_| std::ops::ControlFlow::Continue(()))
                    .map_err(|error| error.to_string())?,
                known => known,
            };
            if let Some(sha256) = digest {
                send(&FromWorker::Digest(sha256));
            }
        }
        ToWorker::Compare { copies, needles } => {
            let contents = contents(&copies, files, opened)?;
            let slices: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
            send(&FromWorker::Compared(evidence::star(&slices, &needles).map(Box::new)));
        }
        ToWorker::Carry { copies, names, places } => {
            let contents = contents(&copies, files, opened)?;
            let (first, others) = contents.split_first().ok_or("there is no copy to ask about")?;
            let others: Vec<(&str, &[u8])> =
                names.iter().map(String::as_str).zip(others.iter().map(Vec::as_slice)).collect();
            let queries = carry::parse(&places);
            send(&FromWorker::Carried(carry::carry(first, &others, &queries)));
        }
    }
    Ok(())
}

/// The bytes of the copies that a second look is at.
fn contents(copies: &[CopyRef], files: Vec<web_sys::File>, opened: &Opened) -> Result<Vec<Vec<u8>>, String> {
    let read =
        |(copy, file): (&CopyRef, web_sys::File)| open(copy.wheel, &copy.file_name, file, opened)?.bytes(copy.member);
    copies.iter().zip(files).map(read).collect()
}

/// The third moment of some members: one is hashed by the browser, on another thread, while the next is inflated.
async fn verify(wheel: &Wheel<FileSource>, members: &[u32]) -> Result<(), String> {
    let mut learned = Learned::new();
    let mut hashing: Option<(Unhashed, Hashing)> = None;
    for index in members {
        match wheel.look(*index) {
            None => {}
            Some(Look::Settled(member)) => learned.tell(member),
            Some(Look::Unhashed(mut look)) => {
                let hash = subtle::sha256(look.bytes());
                look.forget_bytes();
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
            send(&FromWorker::Members(std::mem::take(&mut self.members)));
        }
    }
}

impl Drop for Learned {
    fn drop(&mut self) {
        if !self.members.is_empty() {
            send(&FromWorker::Members(std::mem::take(&mut self.members)));
        }
    }
}

/// The wheel, opened once in each worker: its listing costs milliseconds, sending it would cost more.
fn open(id: u32, file_name: &str, file: web_sys::File, opened: &Opened) -> Result<Rc<Wheel<FileSource>>, String> {
    if let Some((_, wheel)) = opened.borrow().iter().find(|(known, _)| *known == id) {
        return Ok(Rc::clone(wheel));
    }
    let wheel = Wheel::open(source(file)?, file_name).map_err(|error| error.to_string())?;
    let wheel = Rc::new(wheel);
    opened.borrow_mut().push((id, Rc::clone(&wheel)));
    Ok(wheel)
}

fn source(file: web_sys::File) -> Result<FileSource, String> {
    let told = Cell::new(0.0);
    let tell = move |read| {
        let now = js_sys::Date::now();
        if now - told.get() >= TELL_EVERY {
            told.set(now);
            send(&FromWorker::Read(read));
        }
    };
    FileSource::new(file, tell).map_err(|error| error.to_string())
}
