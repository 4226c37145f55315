//! Who reads what, when: the work of all wheels over all workers, as a pure state machine.
//!
//! A worker takes members, not wheels, so that one wheel with one huge binary leaves no core idle. What is shown first is
//! done first (listing, then the heads of all members, then everything); within a moment the largest task goes first.
//! Whoever hashed a wheel file holds its bytes, and so takes members of that wheel if they are not much smaller than what
//! else there is: a file is read once, and yet nobody waits for one worker to finish a wheel alone.
//! A worker that dies gives its task back in single members, so that only the member that killed it is lost.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::Listing;
use crate::session::WheelId;

/// A worker, for the time of the session. A new one gets a new number, so that a dead one's last words find no ear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkerId(pub u32);

/// What a worker is asked to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// For which wheel.
    pub wheel: WheelId,
    /// What.
    pub step: Step,
    /// Bytes of the wheel file to be read for it; its weight, and its share of the progress.
    pub weight: u64,
}

/// The steps of a scan, in the order in which they are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Moment 1.
    List,
    /// Moment 2, of these members.
    Identify(Vec<u32>),
    /// Moment 3, of these members.
    Verify(Vec<u32>),
    /// The digest of the wheel file.
    Digest,
}

/// Members in one task at most: what is known of them goes to the page together.
const BATCH_MEMBERS: usize = 256;
/// Inflated bytes in one task of several members at most.
const BATCH_BYTES: u64 = 16 << 20;

/// What came of a worker's death.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loss {
    /// Nothing: what it did is done again, member by member, or it had nothing to do.
    Nothing,
    /// This member can't be looked at.
    Member(WheelId, u32),
    /// This wheel can't be listed.
    Wheel(WheelId),
    /// This wheel's own digest can't be had.
    Digest(WheelId),
}

#[derive(Debug, Default)]
struct Progress {
    /// Weight of what is finished.
    done: u64,
    /// Weight of everything.
    total: u64,
    /// Tasks that are waiting or under way.
    open: usize,
}

#[derive(Debug)]
enum Worker {
    Starting,
    Idle,
    Busy { task: Task, read: u64 },
}

/// A member of the held wheel is taken before a heavier one of another wheel, if it weighs at least one such part of it.
const HELD_FIRST: u64 = 2;

/// The plan.
#[derive(Debug, Default)]
pub struct Schedule {
    workers: BTreeMap<WorkerId, Worker>,
    /// The wheel that each worker hashed last.
    held: BTreeMap<WorkerId, WheelId>,
    wheels: BTreeMap<WheelId, Progress>,
    /// Waiting tasks; the last one is the next.
    waiting: Vec<Task>,
}

impl Schedule {
    /// A wheel of `size` bytes was dropped.
    pub fn add(&mut self, wheel: WheelId, size: u64) {
        self.wheels.insert(wheel, Progress { done: 0, total: size, open: 0 });
        self.push(Task { wheel, step: Step::List, weight: 0 });
        self.sort();
    }

    /// A wheel is listed: everything else that it needs is now known.
    pub fn listed(&mut self, wheel: WheelId, listing: &Listing) {
        if !self.wheels.contains_key(&wheel) {
            return;
        }
        let mut entries: Vec<_> = listing.directory.entries.iter().filter(|entry| !entry.is_directory()).collect();
        for batch in entries.chunks(BATCH_MEMBERS) {
            let members = batch.iter().map(|entry| entry.index).collect();
            self.push(Task { wheel, step: Step::Identify(members), weight: 0 });
        }
        // Large members stand alone; small ones share a task.
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.size));
        let mut batch = Batch::default();
        for entry in entries {
            if !batch.takes(entry.size) {
                self.push(std::mem::take(&mut batch).into_task(wheel));
            }
            batch.members.push(entry.index);
            batch.bytes = batch.bytes.saturating_add(entry.size);
            batch.weight = batch.weight.saturating_add(entry.compressed_size);
        }
        if !batch.members.is_empty() {
            self.push(batch.into_task(wheel));
        }
        self.push(Task { wheel, step: Step::Digest, weight: listing.size });
        self.sort();
        let waiting = self.waiting.iter().filter(|task| task.wheel == wheel);
        let total = waiting.fold(0_u64, |sum, task| sum.saturating_add(task.weight));
        if let Some(progress) = self.wheels.get_mut(&wheel) {
            progress.total = total;
        }
    }

    fn push(&mut self, task: Task) {
        if let Some(progress) = self.wheels.get_mut(&task.wheel) {
            progress.open = progress.open.saturating_add(1);
            self.waiting.push(task);
        }
    }

    /// The next task is the last: earliest moment first, then the heaviest, then the wheel that came first.
    fn sort(&mut self) {
        let rank = |step: &Step| match step {
            Step::List => 0,
            Step::Identify(_) => 1,
            Step::Verify(_) | Step::Digest => 2,
        };
        self.waiting.sort_by(|a, b| {
            let order = rank(&b.step).cmp(&rank(&a.step)).then(a.weight.cmp(&b.weight));
            order.then(b.wheel.cmp(&a.wheel))
        });
    }

    /// A worker is being started.
    pub fn starting(&mut self, worker: WorkerId) {
        self.workers.insert(worker, Worker::Starting);
    }

    /// A worker said that it is ready.
    pub fn ready(&mut self, worker: WorkerId) {
        if let Some(state @ Worker::Starting) = self.workers.get_mut(&worker) {
            *state = Worker::Idle;
        }
    }

    /// Gives the next task to an idle worker, if there are both.
    pub fn assign(&mut self) -> Option<(WorkerId, Task)> {
        let (id, worker) = self.workers.iter_mut().find(|(_, worker)| matches!(worker, Worker::Idle))?;
        let id = *id;
        let task = self.waiting.remove(next(&self.waiting, self.held.get(&id).copied())?);
        *worker = Worker::Busy { task: task.clone(), read: 0 };
        if task.step == Step::Digest {
            self.held.insert(id, task.wheel);
        }
        Some((id, task))
    }

    /// How many workers there is work for, those at work included.
    pub fn wanted(&self) -> usize {
        let busy = self.workers.values().filter(|worker| matches!(worker, Worker::Busy { .. })).count();
        busy.saturating_add(self.waiting.len())
    }

    /// How many workers there are.
    pub fn workers(&self) -> usize {
        self.workers.len()
    }

    /// A worker has read so many bytes of its task's wheel. Gives the wheel.
    pub fn has_read(&mut self, worker: WorkerId, bytes: u64) -> Option<WheelId> {
        match self.workers.get_mut(&worker)? {
            Worker::Busy { task, read } => {
                *read = bytes.min(task.weight);
                Some(task.wheel)
            }
            _ => None,
        }
    }

    /// The wheel on which a worker is at work.
    pub fn wheel_of(&self, worker: WorkerId) -> Option<WheelId> {
        match self.workers.get(&worker)? {
            Worker::Busy { task, .. } => Some(task.wheel),
            _ => None,
        }
    }

    /// Whether a worker has not said yet that it is ready.
    pub fn is_starting(&self, worker: WorkerId) -> bool {
        matches!(self.workers.get(&worker), Some(Worker::Starting))
    }

    /// A worker has finished its task. Gives the wheel, and whether that was the last of it.
    pub fn finished(&mut self, worker: WorkerId) -> Option<(WheelId, bool)> {
        let state = self.workers.get_mut(&worker)?;
        let Worker::Busy { task, .. } = std::mem::replace(state, Worker::Idle) else { return None };
        self.close(&task)
    }

    fn close(&mut self, task: &Task) -> Option<(WheelId, bool)> {
        let progress = self.wheels.get_mut(&task.wheel)?;
        progress.done = progress.done.saturating_add(task.weight);
        progress.open = progress.open.saturating_sub(1);
        let over = progress.open == 0;
        if over {
            self.wheels.remove(&task.wheel);
        }
        Some((task.wheel, over))
    }

    /// The wheels that are under way: added, and neither finished nor forgotten.
    pub fn wheels(&self) -> Vec<WheelId> {
        self.wheels.keys().copied().collect()
    }

    /// Bytes read and bytes to be read of a wheel that is under way.
    pub fn progress(&self, wheel: WheelId) -> Option<(u64, u64)> {
        let progress = self.wheels.get(&wheel)?;
        let under_way = self.workers.values().fold(0_u64, |sum, worker| match worker {
            Worker::Busy { task, read } if task.wheel == wheel => sum.saturating_add(*read),
            _ => sum,
        });
        Some((progress.done.saturating_add(under_way).min(progress.total), progress.total))
    }

    /// A worker died. Says what is lost with it, and whether that was the last of its wheel.
    pub fn died(&mut self, worker: WorkerId) -> (Loss, Option<WheelId>) {
        self.held.remove(&worker);
        let Some(Worker::Busy { task, .. }) = self.workers.remove(&worker) else { return (Loss::Nothing, None) };
        let wheel = task.wheel;
        let loss = match &task.step {
            Step::List => Loss::Wheel(wheel),
            Step::Digest => Loss::Digest(wheel),
            // Only a convenience: the third moment tells the same.
            Step::Identify(_) => Loss::Nothing,
            Step::Verify(members) if members.len() == 1 => {
                members.first().map_or(Loss::Nothing, |member| Loss::Member(wheel, *member))
            }
            Step::Verify(members) => {
                self.split(wheel, members);
                Loss::Nothing
            }
        };
        if loss == Loss::Wheel(wheel) {
            self.wheels.remove(&wheel);
            return (loss, None);
        }
        let over = self.close(&task).and_then(|(wheel, over)| over.then_some(wheel));
        (loss, over)
    }

    /// Gives a task back as single members. Their weight was the task's, and counts as read.
    fn split(&mut self, wheel: WheelId, members: &[u32]) {
        for member in members {
            self.push(Task { wheel, step: Step::Verify(vec![*member]), weight: 0 });
        }
        self.sort();
    }

    /// Forgets a wheel. Gives the workers that must be stopped because they are at work on it; they are forgotten too.
    pub fn forget(&mut self, wheel: WheelId) -> Vec<WorkerId> {
        self.wheels.remove(&wheel);
        self.waiting.retain(|task| task.wheel != wheel);
        let at_work = |worker: &Worker| matches!(worker, Worker::Busy { task, .. } if task.wheel == wheel);
        let stop: Vec<WorkerId> =
            self.workers.iter().filter(|(_, worker)| at_work(worker)).map(|(id, _)| *id).collect();
        self.workers.retain(|id, _| !stop.contains(id));
        self.held.retain(|id, _| !stop.contains(id));
        stop
    }

    /// Forgets all idle workers, when nothing is left to do. They must be stopped: that gives their memory back.
    pub fn retire(&mut self) -> Vec<WorkerId> {
        if self.wanted() > 0 {
            return Vec::new();
        }
        let all: BTreeSet<WorkerId> = self.workers.keys().copied().collect();
        self.workers.clear();
        self.held.clear();
        all.into_iter().collect()
    }
}

/// Which of the waiting tasks a worker takes that holds this wheel.
fn next(waiting: &[Task], held: Option<WheelId>) -> Option<usize> {
    let top = waiting.len().checked_sub(1)?;
    let reads = |task: &Task| matches!(task.step, Step::Verify(_));
    if !waiting.last().is_some_and(|task| reads(task) || task.step == Step::Digest) {
        return Some(top);
    }
    let heaviest = waiting.iter().rfind(|task| reads(task)).map_or(0, |task| task.weight);
    let not_much_smaller = |task: &Task| task.weight.saturating_mul(HELD_FIRST) >= heaviest;
    let of_held = |task: &Task| reads(task) && Some(task.wheel) == held && not_much_smaller(task);
    Some(waiting.iter().rposition(of_held).unwrap_or(top))
}

#[derive(Default)]
struct Batch {
    members: Vec<u32>,
    bytes: u64,
    weight: u64,
}

impl Batch {
    fn takes(&self, bytes: u64) -> bool {
        self.members.is_empty()
            || (self.members.len() < BATCH_MEMBERS && self.bytes.saturating_add(bytes) <= BATCH_BYTES)
    }

    fn into_task(self, wheel: WheelId) -> Task {
        Task { wheel, step: Step::Verify(self.members), weight: self.weight }
    }
}
