//! Whoever reads what, when: the report is the one that the plain path gives, to the byte.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test that can't go on has failed")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;

use wheelcard::bytes::Sha256;
use wheelcard::protocol::Found;
use wheelcard::report::WheelReport;
use wheelcard::scan::{self, Look, Wheel};
use wheelcard::schedule::{Schedule, Step, Task, WorkerId};
use wheelcard::session::{Event, Session, WheelId};
use wheelcard::{card, protocol::FromWorker};

use crate::schedule::Dice;

/// What a worker keeps from task to task, as in the browser: wheels that it opened, and memory that it reuses.
#[derive(Default)]
struct Worker {
    opened: BTreeMap<WheelId, Rc<Wheel<Vec<u8>>>>,
    room: Vec<u8>,
}

impl Worker {
    fn perform(&mut self, task: &Task, (name, bytes): &(String, Vec<u8>)) -> Vec<Found> {
        let open = || Rc::new(Wheel::open(bytes.clone(), name).unwrap());
        let wheel = Rc::clone(self.opened.entry(task.wheel).or_insert_with(open));
        match &task.step {
            Step::List => vec![Found::Listed(Box::new(wheel.listing().clone()))],
            Step::Identify(members) => {
                vec![Found::Members(members.iter().filter_map(|member| wheel.identify(*member)).collect())]
            }
            Step::Verify(members) => {
                let settled = members.iter().filter_map(|member| {
                    Some(match wheel.look(*member, &mut self.room)? {
                        Look::Settled(member) => member,
                        Look::Unhashed(look) => {
                            let sha256 = Sha256::of(look.bytes(&self.room));
                            wheel.settle(look, sha256)
                        }
                    })
                });
                vec![Found::Members(settled.collect())]
            }
            Step::Digest => {
                let digest = scan::digest(wheel.source(), &mut |_| ControlFlow::Continue(())).unwrap();
                digest.into_iter().map(Found::Digest).collect()
            }
        }
    }
}

/// The reports after a session with so many workers, whose answers come in an order that the seed gives.
fn played(wheels: &[(String, Vec<u8>)], cores: usize, seed: u64) -> Vec<WheelReport> {
    let mut dice = Dice(seed);
    let (mut plan, mut session) = (Schedule::default(), Session::default());
    let mut workers: BTreeMap<WorkerId, Worker> = BTreeMap::new();
    for (at, (name, bytes)) in wheels.iter().enumerate() {
        let (id, size) = (WheelId(u32::try_from(at).unwrap()), u64::try_from(bytes.len()).unwrap());
        plan.add(id, size);
        session.apply(Event::Added { id, file_name: name.clone(), size });
    }
    let mut busy = Vec::new();
    loop {
        while plan.workers() < plan.wanted().min(cores) {
            let id = WorkerId(u32::try_from(workers.len()).unwrap());
            workers.insert(id, Worker::default());
            plan.starting(id);
            plan.ready(id);
        }
        while let Some((worker, task)) = plan.assign() {
            busy.push((worker, task));
        }
        if busy.is_empty() {
            break;
        }
        let (worker, task) = busy.swap_remove(dice.roll(busy.len()));
        let (id, wheel) = (task.wheel, &wheels[usize::try_from(task.wheel.0).unwrap()]);
        for found in workers.get_mut(&worker).unwrap().perform(&task, wheel) {
            // As it travels.
            let text = serde_json::to_string(&FromWorker::Says(found)).unwrap();
            let FromWorker::Says(found) = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
            session.apply(match found {
                Found::Listed(listing) => {
                    plan.listed(id, &listing);
                    Event::Listed(id, listing)
                }
                Found::Members(members) => Event::Members(id, members),
                Found::Digest(sha256) => Event::Digest(id, sha256),
                Found::Read(_) => continue,
            });
        }
        if let Some((id, true)) = plan.finished(worker) {
            session.apply(Event::Finished(id));
        }
    }
    session.wheels().iter().filter_map(|wheel| wheel.report.clone()).collect()
}

fn export(reports: &[WheelReport]) -> String {
    card::json::export(&reports.iter().collect::<Vec<_>>())
}

/// Real wheels, and odd ones: members that are cut, corrupt, longer than declared or of another CRC must fail at the
/// same byte, whatever was read into the same memory before.
#[test]
fn any_number_of_workers_and_any_order_of_their_answers_give_the_report_of_the_plain_path() {
    for set in ["torchaudio_local", "pyzmq", "mujoco", "oddities"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wheels").join(set);
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut wheels: Vec<(String, Vec<u8>)> = paths
            .filter(|path| path.extension().is_some_and(|end| end == "whl"))
            .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
            .filter(|(name, bytes)| Wheel::open(bytes.as_slice(), name).is_ok())
            .collect();
        wheels.sort();
        assert!(!wheels.is_empty(), "{set}");
        let plain: Vec<_> = wheels.iter().map(|(name, bytes)| scan::scan(bytes.clone(), name).unwrap()).collect();
        let plain = export(&plain);
        for (cores, seed) in [(1, 1), (2, 2), (3, 3), (8, 4)] {
            assert!(export(&played(&wheels, cores, seed)) == plain, "{set}, {cores} workers, seed {seed}");
        }
    }
}
