//! The worker's side: takes a task, calls the core, sends what it found.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

use super::file::{self, FileSource};
use crate::protocol::{self, FromWorker, ToWorker};
use crate::report::Member;
use crate::scan::{self, Wheel};

/// Milliseconds between two messages about progress.
const TELL_EVERY: f64 = 100.0;

type Opened = Rc<RefCell<Vec<(u32, Rc<Wheel<FileSource>>)>>>;

/// Starts the worker: listens, and says so.
pub fn run() {
    std::panic::set_hook(Box::new(|panic| send(&FromWorker::Panicked(panic.to_string()))));
    let opened = Opened::default();
    let listen = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
        take(&event, &opened);
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

/// A message is an array: the JSON text, the `File`.
fn take(event: &web_sys::MessageEvent, opened: &Opened) {
    let message = js_sys::Array::from(&event.data());
    let text = message.get(0).as_string().unwrap_or_default();
    let answer = serde_json::from_str::<ToWorker>(&text).map_err(|error| error.to_string()).and_then(|task| {
        let file = file::from_value(message.get(1)).ok_or("the message has no file")?;
        perform(task, file, opened)
    });
    send(&answer.map_or_else(FromWorker::Failed, |()| FromWorker::Done));
}

fn perform(task: ToWorker, file: web_sys::File, opened: &Opened) -> Result<(), String> {
    match task {
        ToWorker::List { wheel, file_name } => {
            let wheel = open(wheel, &file_name, file, opened)?;
            send(&FromWorker::Listed(Box::new(wheel.listing().clone())));
        }
        ToWorker::Identify { wheel, file_name, members } => {
            let wheel = open(wheel, &file_name, file, opened)?;
            tell_members(&members, |index| wheel.identify(index));
        }
        ToWorker::Verify { wheel, file_name, members } => {
            let wheel = open(wheel, &file_name, file, opened)?;
            wheel.source().restart();
            tell_members(&members, |index| wheel.verify(index));
        }
        ToWorker::Digest { file_name: _, wheel: _ } => {
            let source = source(file)?;
            let digest = scan::digest(&source, &mut |_| std::ops::ControlFlow::Continue(()));
            if let Some(sha256) = digest.map_err(|error| error.to_string())? {
                send(&FromWorker::Digest(sha256));
            }
        }
    }
    Ok(())
}

/// Looks at members and sends what was learned, a few times a second.
fn tell_members(members: &[u32], look: impl Fn(u32) -> Option<Member>) {
    let mut learned = Vec::new();
    let mut told = js_sys::Date::now();
    for index in members {
        learned.extend(look(*index));
        if js_sys::Date::now() - told >= TELL_EVERY {
            send(&FromWorker::Members(std::mem::take(&mut learned)));
            told = js_sys::Date::now();
        }
    }
    if !learned.is_empty() {
        send(&FromWorker::Members(learned));
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
