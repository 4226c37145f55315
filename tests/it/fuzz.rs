//! A short pass of the fuzz targets over their seeds and kept finds, and over fixed mutations of them: no fuzzer needed.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test stops at what it does not expect"
)]
#![expect(unreachable_pub, reason = "the targets are the interface of another package")]

use std::path::Path;
use std::time::{Duration, Instant};

#[path = "../../fuzz/src/seeds.rs"]
mod seeds;
#[path = "../../fuzz/src/targets.rs"]
mod targets;

/// Mutations of each target, if they are done in time.
const MUTATIONS: usize = 400;
/// Time for each target, so that the pass is short on a slow machine too.
const TIME: Duration = Duration::from_secs(3);

/// xorshift64: the same mutations in every run.
struct Random(u64);

impl Random {
    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit).unwrap()).unwrap()
    }
}

/// A seed changed: bytes overwritten, a piece cut out, a piece repeated, two seeds joined.
fn mutated(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            return bytes;
        }
        let at = random.below(bytes.len());
        let end = at + random.below((bytes.len() - at).min(64) + 1);
        match random.below(6) {
            0 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff, b'"', b'/', b'\n'][random.below(8)],
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at..end].fill(0xff),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, piece));
            }
            _ => {
                let other = &seeds[random.below(seeds.len())];
                bytes.truncate(at);
                bytes.extend(&other[at.min(other.len())..]);
            }
        }
    }
    bytes
}

fn pass(name: &str) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let (_, target) = targets::TARGETS.into_iter().find(|(known, _)| *known == name).unwrap();
    let seeds = seeds::of(name, &fixtures);
    assert!(seeds.len() > 10, "{name}: {} seeds", seeds.len());
    for seed in &seeds {
        target(seed);
    }
    let (started, mut random) = (Instant::now(), Random(0x9e37_79b9_7f4a_7c15));
    for _ in 0..MUTATIONS {
        if started.elapsed() > TIME {
            break;
        }
        target(&mutated(&mut random, &seeds));
    }
}

#[test]
fn the_container_target_holds_over_its_seeds_and_mutations() {
    pass("container");
}

#[test]
fn the_record_target_holds_over_its_seeds_and_mutations() {
    pass("record");
}

#[test]
fn the_filename_target_holds_over_its_seeds_and_mutations() {
    pass("filename");
}

#[test]
fn the_python_target_holds_over_its_seeds_and_mutations() {
    pass("python");
}

#[test]
fn the_elf_target_holds_over_its_seeds_and_mutations() {
    pass("elf");
}

#[test]
fn the_evidence_target_holds_over_its_seeds_and_mutations() {
    pass("evidence");
}

#[test]
fn the_scan_target_holds_over_its_seeds_and_mutations() {
    pass("scan");
}
