//! The second look: one worker of its own, asked by the reader, one question after another.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::pool::Pool;
use super::spawn::{Handle, Module};
use crate::bytes::limits;
use crate::parity::Look;
use crate::protocol::{self, FromWorker, ToLook, Told};
use crate::session::{Carried, Carrying, Event, LookRequest};

const OUTDATED: &str = "the page was updated while it was open; reload it";

/// The second look's worker. Clones are the same.
#[derive(Clone)]
pub struct SecondLook(Rc<RefCell<Inner>>);

struct Inner {
    pool: Pool,
    questions: VecDeque<Question>,
    worker: Option<Handle>,
    /// Whether the worker listens.
    ready: bool,
    /// Whether the first question was sent.
    asked: bool,
    /// A worker that is done with, until its closures can't be on the stack.
    stopped: Vec<Handle>,
}

/// What was asked, and where the answer goes.
struct Question {
    request: LookRequest,
    kind: Kind,
}

enum Kind {
    Look,
    Carry { carried: Carried, names: Vec<String>, places: String },
}

impl SecondLook {
    /// A second look over the files of a pool; its events go with the pool's.
    pub fn new(pool: Pool) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            pool,
            questions: VecDeque::new(),
            worker: None,
            ready: false,
            asked: false,
            stopped: Vec::new(),
        })))
    }

    /// Compares all contents of a binary.
    pub fn look(&self, request: LookRequest) {
        self.ask(Question { request, kind: Kind::Look });
    }

    /// Asks what became of places in the request's first content in the others, which go by `names`.
    pub fn carry(&self, request: LookRequest, key: String, wheel: usize, names: Vec<String>, places: String) {
        let carried = Carried { key, wheel, answer: Carrying::UnderWay };
        self.ask(Question { request, kind: Kind::Carry { carried, names, places } });
    }

    fn ask(&self, question: Question) {
        {
            let mut inner = self.0.borrow_mut();
            inner.stopped.clear();
            if question.request.bytes > limits::SECOND_LOOK {
                let why = format!(
                    "two of the copies have {} bytes together, more than the {} that are held in memory for a second look",
                    question.request.bytes,
                    limits::SECOND_LOOK
                );
                return inner.pool.tell(question.failed(&why));
            }
            inner.pool.tell(question.begun());
            inner.questions.push_back(question);
        }
        self.drive();
    }

    /// Sends the next question, starting a worker where there is none.
    fn drive(&self) {
        if self.0.borrow().worker.is_none() && !self.0.borrow().questions.is_empty() {
            let listen = |act: fn(&SecondLook, &str)| {
                let weak = Rc::downgrade(&self.0);
                move |words: &str| {
                    if let Some(inner) = weak.upgrade() {
                        act(&SecondLook(inner), words);
                    }
                }
            };
            let handle = Handle::start(Module::Look, listen(Self::hear), listen(Self::lost));
            self.0.borrow_mut().worker = Some(handle);
        }
        self.0.borrow_mut().send();
    }

    fn hear(&self, text: &str) {
        let message = match serde_json::from_str(text) {
            Ok(FromWorker::Panicked(words)) => return self.lost(&words),
            // A cache may hold a worker of another deployment.
            Ok(FromWorker::Ready { version, build }) if !protocol::fits(version, &build) => {
                return self.lost(OUTDATED);
            }
            Ok(message) => message,
            Err(_) => return self.lost(OUTDATED),
        };
        self.0.borrow_mut().hear(message);
        self.drive();
    }

    /// The worker died: the question that it was at gets no answer, the others get another worker.
    fn lost(&self, words: &str) {
        {
            let mut inner = self.0.borrow_mut();
            inner.stop();
            if let Some(question) = inner.questions.pop_front() {
                let event = question.failed(words);
                inner.pool.tell(event);
            }
        }
        self.drive();
    }
}

impl Inner {
    fn send(&mut self) {
        let (Some(question), Some(worker), true, false) =
            (self.questions.front(), &self.worker, self.ready, self.asked)
        else {
            return;
        };
        let members = question.request.members.iter();
        let (copies, files): (Vec<_>, Vec<_>) =
            members.filter_map(|(wheel, entry)| Some((entry.clone(), self.pool.file(*wheel)?))).unzip();
        let message = match &question.kind {
            Kind::Look => ToLook::Compare { copies, needles: question.request.needles.clone() },
            Kind::Carry { names, places, .. } => ToLook::Carry { copies, names: names.clone(), places: places.clone() },
        };
        worker.post(&message, &files);
        self.asked = true;
    }

    fn hear(&mut self, message: FromWorker<Told>) {
        match message {
            FromWorker::Ready { .. } => self.ready = true,
            FromWorker::Says(Told::Compared(star)) => {
                self.answer(|question| Event::Looked(question.request.contents.clone(), Look::Told(star)));
            }
            FromWorker::Says(Told::Carried(answers)) => {
                self.answer(|question| question.carried(Carrying::Answers(answers)));
            }
            FromWorker::Failed(why) => {
                self.answer(|question| question.failed(&why));
                self.finish();
            }
            FromWorker::Done => self.finish(),
            // Heard above.
            FromWorker::Panicked(_) => {}
        }
    }

    fn answer(&self, event: impl FnOnce(&Question) -> Event) {
        if let Some(question) = self.questions.front() {
            self.pool.tell(event(question));
        }
    }

    /// The question is answered. A worker has grown by what it compared, so the last question ends it.
    fn finish(&mut self) {
        self.questions.pop_front();
        self.asked = false;
        if self.questions.is_empty() {
            self.stop();
        }
    }

    fn stop(&mut self) {
        if let Some(handle) = self.worker.take() {
            handle.terminate();
            self.stopped.push(handle);
        }
        self.ready = false;
        self.asked = false;
    }
}

impl Question {
    fn begun(&self) -> Event {
        match &self.kind {
            Kind::Look => Event::Looked(self.request.contents.clone(), Look::UnderWay),
            Kind::Carry { carried, .. } => Event::Carried(carried.clone()),
        }
    }

    fn failed(&self, why: &str) -> Event {
        match &self.kind {
            Kind::Look => Event::Looked(self.request.contents.clone(), Look::Failed(why.to_owned())),
            Kind::Carry { .. } => self.carried(Carrying::Failed(why.to_owned())),
        }
    }

    fn carried(&self, answer: Carrying) -> Event {
        match &self.kind {
            Kind::Carry { carried, .. } => Event::Carried(Carried { answer, ..carried.clone() }),
            Kind::Look => self.failed("the worker answered another question"),
        }
    }
}
