//! The plan of the workers.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test that can't go on has failed"
)]

use std::collections::BTreeSet;

use wheelcard::container::{Directory, Entry, Method, Modified, Place};
use wheelcard::report::Listing;
use wheelcard::schedule::{Loss, Schedule, Step, Task, WorkerId};
use wheelcard::session::WheelId;
use wheelcard::wheel::{DistInfo, FileName, VersionFacts};

/// A listing of a wheel whose members have these sizes.
pub(crate) fn listing(file_name: &str, sizes: &[u64]) -> Listing {
    let entry = |(index, size): (usize, &u64)| Entry {
        index: u32::try_from(index).unwrap(),
        name: format!("member-{index}.so"),
        place: Place::Central,
        method: Method::Deflated,
        flags: 0,
        crc32: 0,
        compressed_size: size / 2,
        size: *size,
        header_offset: 0,
        data_offset: Some(0),
        host: 3,
        mode: None,
        modified: Modified::Epoch,
        overlaps: false,
    };
    let entries: Vec<Entry> = sizes.iter().enumerate().map(entry).collect();
    Listing {
        file_name: FileName { given: file_name.to_owned(), cleaned: file_name.to_owned(), parts: None },
        size: 1000,
        directory: Directory {
            declared_entries: u64::try_from(entries.len()).unwrap(),
            entries,
            prefix: 0,
            trailing: 0,
            comment: None,
            zip64: false,
            findings: Vec::new(),
        },
        dist_info: DistInfo::default(),
        metadata: None,
        wheel: None,
        record: None,
        version: VersionFacts::default(),
        findings: Vec::new(),
    }
}

/// Numbers that look random and are the same every time (Knuth's MMIX constants).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

/// What a run of the plan did.
#[derive(Default)]
struct Done {
    verified: Vec<(WheelId, u32)>,
    lost: Vec<(WheelId, u32)>,
    digests: Vec<WheelId>,
    finished: Vec<WheelId>,
}

/// Plays a session: workers come and answer in random order, and die when they touch a member of `deadly`.
fn play(wheels: &[Vec<u64>], cores: usize, deadly: &BTreeSet<(WheelId, u32)>, seed: u64) -> Done {
    let mut dice = Dice(seed);
    let mut plan = Schedule::default();
    let mut done = Done::default();
    let mut busy: Vec<(WorkerId, Task)> = Vec::new();
    let mut next_worker = 0;
    for (id, _) in wheels.iter().enumerate() {
        plan.add(WheelId(u32::try_from(id).unwrap()), 1000);
    }
    loop {
        while plan.workers() < plan.wanted().min(cores) {
            let id = WorkerId(next_worker);
            next_worker += 1;
            plan.starting(id);
            plan.ready(id);
        }
        while let Some(next) = plan.assign() {
            busy.push(next);
        }
        if busy.is_empty() {
            break;
        }
        let (worker, task) = busy.swap_remove(dice.roll(busy.len()));
        let wheel = task.wheel;
        let dies = match &task.step {
            Step::Verify(members) => members.iter().any(|member| deadly.contains(&(wheel, *member))),
            _ => false,
        };
        if dies {
            let (loss, finished) = plan.died(worker);
            if let Loss::Member(wheel, member) = loss {
                done.lost.push((wheel, member));
            }
            done.finished.extend(finished);
            continue;
        }
        match task.step {
            Step::List => {
                let sizes = &wheels[usize::try_from(wheel.0).unwrap()];
                plan.listed(wheel, &listing("demo", sizes));
            }
            Step::Identify(_) => {}
            Step::Verify(members) => done.verified.extend(members.iter().map(|member| (wheel, *member))),
            Step::Digest => done.digests.push(wheel),
        }
        let (of, over) = plan.finished(worker).unwrap();
        assert_eq!(of, wheel);
        if over {
            done.finished.push(wheel);
        }
    }
    done
}

fn sizes(dice: &mut Dice) -> Vec<u64> {
    (0..dice.roll(900)).map(|_| u64::try_from(dice.roll(30_000_000)).unwrap()).collect()
}

#[test]
fn every_member_is_verified_exactly_once_for_any_number_of_workers_and_any_order_of_answers() {
    for seed in 0..40 {
        let mut dice = Dice(seed);
        let wheels: Vec<Vec<u64>> = (0..=dice.roll(3)).map(|_| sizes(&mut dice)).collect();
        let mut done = play(&wheels, dice.roll(5) + 1, &BTreeSet::new(), seed);
        let all = wheels.iter().enumerate().flat_map(|(wheel, sizes)| {
            (0..sizes.len()).map(move |member| (WheelId(u32::try_from(wheel).unwrap()), u32::try_from(member).unwrap()))
        });
        done.verified.sort_unstable();
        assert_eq!(done.verified, all.collect::<Vec<_>>());
        done.finished.sort_unstable();
        done.digests.sort_unstable();
        let ids: Vec<WheelId> = (0..wheels.len()).map(|id| WheelId(u32::try_from(id).unwrap())).collect();
        assert_eq!(done.finished, ids);
        assert_eq!(done.digests, ids);
    }
}

#[test]
fn a_member_that_kills_its_worker_is_lost_alone() {
    let deadly: BTreeSet<(WheelId, u32)> = [(WheelId(0), 3), (WheelId(0), 411), (WheelId(1), 0)].into();
    for seed in 0..20 {
        let wheels = [vec![100; 500], vec![40_000_000, 5]];
        let mut done = play(&wheels, 2, &deadly, seed);
        done.lost.sort_unstable();
        assert_eq!(done.lost, deadly.iter().copied().collect::<Vec<_>>());
        let verified: BTreeSet<_> = done.verified.iter().copied().collect();
        assert_eq!(verified.len(), 502 - 3, "all the others are verified");
        assert!(verified.is_disjoint(&deadly));
        done.finished.sort_unstable();
        assert_eq!(done.finished, [WheelId(0), WheelId(1)]);
    }
}

#[test]
fn what_is_shown_first_is_done_first_and_the_largest_member_before_the_small_ones() {
    let mut plan = Schedule::default();
    plan.add(WheelId(0), 1000);
    plan.starting(WorkerId(0));
    assert_eq!(plan.assign(), None, "a worker that is not ready gets nothing");
    plan.ready(WorkerId(0));
    let mut steps = Vec::new();
    while let Some((worker, task)) = plan.assign() {
        if task.step == Step::List {
            plan.listed(WheelId(0), &listing("demo", &[10, 50_000_000, 20]));
        }
        steps.push(task.step);
        plan.finished(worker);
    }
    let expected =
        [Step::List, Step::Identify(vec![0, 1, 2]), Step::Verify(vec![1]), Step::Digest, Step::Verify(vec![2, 0])];
    assert_eq!(steps, expected);
}

#[test]
fn whoever_hashed_a_wheel_takes_its_members_unless_they_are_much_smaller_than_what_else_there_is() {
    let mut plan = Schedule::default();
    let sizes = [60_000_000, 50_000_000, 20_000_000];
    for id in 0..2 {
        plan.add(WheelId(id), 1000);
    }
    for id in 0..2 {
        plan.listed(WheelId(id), &Listing { size: 70_000_000, ..listing("demo", &sizes) });
    }
    plan.starting(WorkerId(0));
    plan.ready(WorkerId(0));
    let mut steps = Vec::new();
    while let Some((worker, task)) = plan.assign() {
        plan.finished(worker);
        if matches!(task.step, Step::Digest | Step::Verify(_)) {
            steps.push((task.wheel.0, task.step));
        }
    }
    let member = |index| Step::Verify(vec![index]);
    let expected = [
        (0, Step::Digest),
        (0, member(0)),
        (0, member(1)),
        // A third of what the other wheel's largest member weighs.
        (1, Step::Digest),
        (1, member(0)),
        (1, member(1)),
        (1, member(2)),
        (0, member(2)),
    ];
    assert_eq!(steps, expected);
}

#[test]
fn a_forgotten_wheel_stops_its_workers_and_leaves_the_other_wheels_alone() {
    let mut plan = Schedule::default();
    plan.add(WheelId(0), 1000);
    plan.add(WheelId(1), 1000);
    for id in 0..2 {
        plan.starting(WorkerId(id));
        plan.ready(WorkerId(id));
        plan.assign().unwrap();
    }
    assert_eq!(plan.wheels(), [WheelId(0), WheelId(1)]);
    assert_eq!(plan.forget(WheelId(0)), [WorkerId(0)]);
    assert_eq!(plan.wheels(), [WheelId(1)], "a forgotten wheel is not under way, so nothing can fail it any more");
    assert_eq!(plan.finished(WorkerId(0)), None, "a stopped worker's last words find no ear");
    assert_eq!(plan.wheel_of(WorkerId(1)), Some(WheelId(1)));
    plan.listed(WheelId(1), &listing("demo", &[10]));
    assert_eq!(plan.finished(WorkerId(1)), Some((WheelId(1), false)));
}

#[test]
fn progress_grows_from_nothing_to_everything() {
    let mut plan = Schedule::default();
    plan.add(WheelId(0), 1000);
    plan.starting(WorkerId(0));
    plan.ready(WorkerId(0));
    let mut last = 0;
    while let Some((worker, task)) = plan.assign() {
        if task.step == Step::List {
            plan.listed(WheelId(0), &listing("demo", &[10_000_000; 5]));
        }
        plan.has_read(worker, task.weight / 2);
        let half = plan.progress(WheelId(0)).unwrap();
        // 1,000 bytes of the file itself and five members of 5,000,000 compressed bytes.
        assert_eq!(half.1, 25_001_000);
        assert!(half.0 >= last);
        last = half.0;
        plan.finished(worker);
    }
    assert_eq!(plan.progress(WheelId(0)), None, "nothing is under way any more");
    assert!(last > 20_000_000);
}
