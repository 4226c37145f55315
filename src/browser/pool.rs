//! The workers: starting, feeding and stopping them. What they do next is [`Schedule`]'s decision.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::document;
use super::files::Dropped;
use super::spawn::{self, Handle, Module};
use crate::protocol::{self, Found, FromWorker, ToWorker};
use crate::scan;
use crate::schedule::{Loss, Schedule, Step, Task, WorkerId};
use crate::session::{Event, Refused, WheelId};

/// Events are handed over together, this many milliseconds apart.
const FLUSH_EVERY: i32 = 60;
/// Idle workers are stopped after so many milliseconds; that is how their memory goes back.
const RETIRE_AFTER: i32 = 10_000;

/// The workers of the page. Clones are the same pool.
#[derive(Clone)]
pub struct Pool(Rc<RefCell<Inner>>);

struct Inner {
    schedule: Schedule,
    files: BTreeMap<WheelId, Source>,
    workers: BTreeMap<WorkerId, Handle>,
    /// Stopped workers' closures, until none of them can be on the stack.
    stopped: Vec<Handle>,
    next_wheel: u32,
    next_worker: u32,
    events: Vec<Event>,
    emit: Rc<dyn Fn(Vec<Event>)>,
    flush: Timer,
    retire: Timer,
    /// Set when a worker is of another build: then nothing is started any more.
    outdated: bool,
}

struct Source {
    file: web_sys::File,
    name: String,
    size: u64,
    finished: bool,
}

/// A timer that is set at most once at a time.
struct Timer {
    tick: Option<Closure<dyn FnMut()>>,
    id: Option<i32>,
    after: i32,
}

impl Timer {
    fn new(after: i32) -> Self {
        Self { tick: None, id: None, after }
    }

    fn set(&mut self) {
        if self.id.is_none()
            && let (Some(window), Some(tick)) = (web_sys::window(), &self.tick)
        {
            let callback = tick.as_ref().unchecked_ref();
            self.id = window.set_timeout_with_callback_and_timeout_and_arguments_0(callback, self.after).ok();
        }
    }

    fn clear(&mut self) {
        if let (Some(id), Some(window)) = (self.id.take(), web_sys::window()) {
            window.clear_timeout_with_handle(id);
        }
    }
}

impl Pool {
    /// A pool that hands its events to `emit`, a few times a second.
    pub fn new(emit: impl Fn(Vec<Event>) + 'static) -> Self {
        let inner = Inner {
            schedule: Schedule::default(),
            files: BTreeMap::new(),
            workers: BTreeMap::new(),
            stopped: Vec::new(),
            next_wheel: 0,
            next_worker: 0,
            events: Vec::new(),
            emit: Rc::new(emit),
            flush: Timer::new(FLUSH_EVERY),
            retire: Timer::new(RETIRE_AFTER),
            outdated: false,
        };
        spawn::prepare(Module::Scan);
        let pool = Self(Rc::new(RefCell::new(inner)));
        let weak = Rc::downgrade(&pool.0);
        let on_tick = move |act: fn(&Pool)| {
            let weak = weak.clone();
            Closure::<dyn FnMut()>::new(move || {
                if let Some(inner) = weak.upgrade() {
                    act(&Pool(inner));
                }
            })
        };
        {
            let mut inner = pool.0.borrow_mut();
            inner.flush.tick = Some(on_tick(Pool::flush));
            inner.retire.tick = Some(on_tick(Pool::retire));
        }
        pool
    }

    /// Takes dropped files. Wheels are scanned; every other file gets its sentence.
    pub fn add(&self, dropped: Dropped) {
        {
            let mut inner = self.0.borrow_mut();
            for refused in dropped.refused {
                inner.tell(Event::Refused(refused));
            }
            for file in dropped.files {
                inner.add(file);
            }
        }
        self.flush();
        self.drive();
    }

    /// Stops a wheel's scan. What is known of it stays.
    pub fn cancel(&self, wheel: WheelId) {
        self.stop(wheel);
        self.0.borrow_mut().tell(Event::Cancelled(wheel));
        self.flush();
        self.drive();
    }

    /// Takes a wheel away. [`restore`](Self::restore) brings it back.
    pub fn remove(&self, wheel: WheelId) {
        self.stop(wheel);
        self.0.borrow_mut().tell(Event::Removed(wheel));
        self.flush();
        self.drive();
    }

    /// Brings a wheel back that was taken away; what was not yet read of it is read.
    pub fn restore(&self, wheel: WheelId) {
        {
            let mut inner = self.0.borrow_mut();
            inner.tell(Event::Restored(wheel));
            if let Some(source) = inner.files.get(&wheel).filter(|source| !source.finished) {
                let size = source.size;
                inner.schedule.add(wheel, size);
            }
        }
        self.flush();
        self.drive();
    }

    /// A dropped file, for the second look.
    pub(super) fn file(&self, wheel: WheelId) -> Option<web_sys::File> {
        self.0.borrow().files.get(&wheel).map(|source| source.file.clone())
    }

    /// Hands an event over with the others.
    pub(super) fn tell(&self, event: Event) {
        self.0.borrow_mut().tell(event);
    }

    fn stop(&self, wheel: WheelId) {
        let mut inner = self.0.borrow_mut();
        for worker in inner.schedule.forget(wheel) {
            inner.terminate(worker);
        }
    }

    /// Starts the workers that there is work for and gives out tasks.
    fn drive(&self) {
        loop {
            let mut inner = self.0.borrow_mut();
            if inner.outdated {
                return;
            }
            if inner.schedule.wanted() > 0 {
                inner.retire.clear();
            } else {
                inner.retire.set();
            }
            let wanted = inner.schedule.wanted().min(document::cores());
            if inner.schedule.workers() < wanted {
                drop(inner);
                self.start();
                continue;
            }
            let Some((worker, task)) = inner.schedule.assign() else { return };
            inner.post(worker, &task);
        }
    }

    fn start(&self) {
        let id = {
            let mut inner = self.0.borrow_mut();
            inner.next_worker = inner.next_worker.saturating_add(1);
            WorkerId(inner.next_worker)
        };
        let listen = |act: fn(&Pool, WorkerId, &str)| {
            let weak = Rc::downgrade(&self.0);
            move |words: &str| {
                if let Some(inner) = weak.upgrade() {
                    act(&Pool(inner), id, words);
                }
            }
        };
        let handle = Handle::start(Module::Scan, listen(Pool::hear), listen(Pool::lost));
        let mut inner = self.0.borrow_mut();
        inner.schedule.starting(id);
        inner.workers.insert(id, handle);
    }

    fn hear(&self, worker: WorkerId, text: &str) {
        match serde_json::from_str(text) {
            Ok(FromWorker::Panicked(words)) => self.lost(worker, &words),
            Ok(message) => self.0.borrow_mut().hear(worker, message),
            // Only a worker of another build talks like that.
            Err(_) => self.0.borrow_mut().outdated(),
        }
        self.drive();
    }

    /// A worker died. Its instance is poisoned, so it is never used again.
    fn lost(&self, worker: WorkerId, words: &str) {
        self.0.borrow_mut().lost(worker, words);
        self.drive();
    }

    /// Hands the events over. Nothing is borrowed meanwhile, so the listener may call the pool.
    fn flush(&self) {
        let (events, emit) = {
            let mut inner = self.0.borrow_mut();
            inner.flush.clear();
            inner.stopped.clear();
            (std::mem::take(&mut inner.events), Rc::clone(&inner.emit))
        };
        if !events.is_empty() {
            emit(events);
        }
    }

    fn retire(&self) {
        let mut inner = self.0.borrow_mut();
        inner.retire.id = None;
        for worker in inner.schedule.retire() {
            inner.terminate(worker);
        }
    }
}

impl Inner {
    fn tell(&mut self, event: Event) {
        self.events.push(event);
        self.flush.set();
    }

    fn add(&mut self, file: web_sys::File) {
        let (name, size) = (file.name(), super::file::to_u64(file.size()));
        let same = |known: &&Source| {
            known.name == name
                && known.size == size
                && super::file::to_u64(known.file.last_modified()) == super::file::to_u64(file.last_modified())
        };
        if self.files.values().any(|known| same(&known)) {
            let reason = "this file was dropped before; it is not read twice".to_owned();
            return self.tell(Event::Refused(Refused { file_name: name, reason }));
        }
        let id = WheelId(self.next_wheel);
        self.next_wheel = self.next_wheel.saturating_add(1);
        self.schedule.add(id, size);
        self.files.insert(id, Source { file, name: name.clone(), size, finished: false });
        self.tell(Event::Added { id, file_name: name, size });
    }

    fn post(&mut self, worker: WorkerId, task: &Task) {
        let (Some(source), Some(handle)) = (self.files.get(&task.wheel), self.workers.get(&worker)) else { return };
        let (wheel, file_name) = (task.wheel.0, source.name.clone());
        let message = match &task.step {
            Step::List => ToWorker::List { wheel, file_name },
            Step::Identify(members) => ToWorker::Identify { wheel, file_name, members: members.clone() },
            Step::Verify(members) => ToWorker::Verify { wheel, file_name, members: members.clone() },
            Step::Digest => ToWorker::Digest { wheel, file_name },
        };
        handle.post(&message, [&source.file]);
    }

    fn hear(&mut self, worker: WorkerId, message: FromWorker<Found>) {
        match message {
            FromWorker::Ready { version, build } if protocol::fits(version, &build) => self.schedule.ready(worker),
            FromWorker::Ready { .. } => self.outdated(),
            FromWorker::Says(found) => self.found(worker, found),
            FromWorker::Done => self.done(worker),
            FromWorker::Failed(reason) => {
                let Some(wheel) = self.schedule.wheel_of(worker) else { return };
                self.schedule.forget(wheel).into_iter().for_each(|id| self.terminate(id));
                self.tell(Event::Failed(wheel, reason));
            }
            // The pool hears of a lost worker by itself.
            FromWorker::Panicked(_) => {}
        }
    }

    fn found(&mut self, worker: WorkerId, found: Found) {
        // A worker that was stopped may still be heard; its wheel is no longer known.
        let Some(wheel) = self.schedule.wheel_of(worker) else { return };
        match found {
            Found::Listed(listing) => {
                self.schedule.listed(wheel, &listing);
                self.tell(Event::Listed(wheel, listing));
            }
            Found::Members(members) => self.tell(Event::Members(wheel, members)),
            Found::Digest(sha256) => self.tell(Event::Digest(wheel, sha256)),
            Found::Read(bytes) => {
                self.schedule.has_read(worker, bytes);
                self.tell_progress(wheel);
            }
        }
    }

    fn done(&mut self, worker: WorkerId) {
        match self.schedule.finished(worker) {
            Some((wheel, true)) => self.finish(wheel),
            Some((wheel, false)) => self.tell_progress(wheel),
            None => {}
        }
    }

    fn finish(&mut self, wheel: WheelId) {
        if let Some(source) = self.files.get_mut(&wheel) {
            source.finished = true;
        }
        self.tell(Event::Finished(wheel));
    }

    /// Progress is told in place of the last progress that nobody has heard yet.
    fn tell_progress(&mut self, wheel: WheelId) {
        let Some((done, total)) = self.schedule.progress(wheel) else { return };
        let stale = |event: &Event| matches!(event, Event::Progress { id, .. } if *id == wheel);
        self.events.retain(|event| !stale(event));
        self.tell(Event::Progress { id: wheel, done, total });
    }

    fn lost(&mut self, worker: WorkerId, words: &str) {
        let known = self.workers.contains_key(&worker);
        self.terminate(worker);
        if !known {
            return;
        }
        let was_starting = self.schedule.is_starting(worker);
        let (loss, finished) = self.schedule.died(worker);
        if was_starting {
            return self.give_up(&format!("the scanner could not be started: {words}; reload the page"));
        }
        match loss {
            Loss::Nothing => {}
            Loss::Member(wheel, index) => self.tell(Event::Members(wheel, vec![scan::trapped(index, words)])),
            Loss::Wheel(wheel) => {
                let reason = format!("the scanner stopped while it listed this wheel: {words}");
                self.tell(Event::Failed(wheel, reason));
            }
            Loss::Digest(wheel) => {
                let reason = format!("the scanner stopped while it hashed this wheel: {words}");
                self.schedule.forget(wheel).into_iter().for_each(|id| self.terminate(id));
                return self.tell(Event::Failed(wheel, reason));
            }
        }
        if let Some(wheel) = finished {
            self.finish(wheel);
        }
    }

    fn outdated(&mut self) {
        self.outdated = true;
        self.give_up("the page was updated while it was open; reload it");
    }

    /// Nothing can be scanned any more: every wheel that is under way has failed, with this reason. One that the reader
    /// cancelled or took away is not under way.
    fn give_up(&mut self, reason: &str) {
        for wheel in self.schedule.wheels() {
            self.schedule.forget(wheel).into_iter().for_each(|id| self.terminate(id));
            self.tell(Event::Failed(wheel, reason.to_owned()));
        }
    }

    fn terminate(&mut self, worker: WorkerId) {
        if let Some(handle) = self.workers.remove(&worker) {
            handle.terminate();
            self.stopped.push(handle);
            self.flush.set();
        }
    }
}
