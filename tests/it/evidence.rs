//! Verdicts over two copies of a binary, against what binutils and cmp say of the same files.
//!
//! The expected values are in `fixtures/evidence/*.json`, made by `oracle.py` there.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;

use serde::Deserialize;
use wheelcard::binary::elf::RangeClass;
use wheelcard::evidence::{
    AlarmKind, Evidence, Field, FieldKind, RangePair, RangeState, Verdict, compare, digests, star,
};
use wheelcard::parity::Confidence;
use wheelcard::report::Needles;

#[derive(Deserialize)]
pub(crate) struct Oracle {
    pub(crate) files: BTreeMap<String, File>,
    pairs: Vec<Pair>,
}

#[derive(Deserialize)]
pub(crate) struct File {
    pub(crate) sections: BTreeMap<String, Section>,
    /// Address, size, name.
    pub(crate) symbols: Vec<(u64, u64, String)>,
    /// Offset, type, symbol, addend.
    pub(crate) relocations: Vec<(u64, String, Option<String>, u64)>,
}

#[derive(Deserialize)]
pub(crate) struct Section {
    #[serde(rename = "type")]
    kind: String,
    pub(crate) address: u64,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    flags: String,
}

#[derive(Deserialize)]
struct Pair {
    #[serde(default)]
    wheel_a: String,
    #[serde(default)]
    wheel_b: String,
    a: String,
    b: String,
    verdict: Verdict,
    shift: Option<i64>,
    code_bytes: u64,
    sections: Vec<SectionPair>,
    whole: Option<u64>,
}

#[derive(Deserialize)]
struct SectionPair {
    name: String,
    state: RangeState,
    #[serde(default)]
    differing: Option<u64>,
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

pub(crate) fn read(name: &str) -> Vec<u8> {
    let path = fixtures().join("evidence").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn oracle() -> Oracle {
    serde_json::from_slice(&read("fixtures.json")).unwrap()
}

fn evidence(a: &str, b: &str) -> Evidence {
    compare(&read(a), &read(b)).unwrap()
}

fn differing(evidence: &Evidence) -> Vec<&RangePair> {
    evidence.ranges.iter().filter(|pair| !matches!(pair.state, RangeState::Equal | RangeState::Moved)).collect()
}

/// Holds the evidence against the oracle: verdict, code bytes, and each section's state and count.
fn check(expected: &Pair, evidence: &Evidence) {
    let what = format!("{} {} against {} {}", expected.wheel_a, expected.a, expected.wheel_b, expected.b);
    assert_eq!((evidence.verdict, evidence.shift), (expected.verdict, expected.shift), "{what}: {}", evidence.sentence);
    assert_eq!(evidence.code_bytes, expected.code_bytes, "{what}");
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for pair in evidence.ranges.iter().filter(|pair| pair.state != RangeState::Equal) {
        let ordinal = seen.entry(pair.name.as_str()).or_default();
        *ordinal += 1;
        let name = if *ordinal == 1 { pair.name.clone() } else { format!("{}#{ordinal}", pair.name) };
        let count = if pair.state == RangeState::Differs { pair.differing } else { None };
        found.insert(name, (pair.state, count));
    }
    for section in &expected.sections {
        let found = found.remove(&section.name);
        assert_eq!(found, Some((section.state, section.differing)), "{what}: {}", section.name);
    }
    // What is left are headers, gaps and the overlay, of which readelf -S says nothing.
    found.retain(|name, _| name.starts_with('.'));
    assert_eq!(found, BTreeMap::new(), "{what}");
    if let Some(whole) = expected.whole {
        let same_place = evidence.ranges.iter().all(|pair| pair.a.map(|x| x.offset) == pair.b.map(|x| x.offset));
        if same_place && evidence.ranges.iter().all(|pair| pair.differing.is_some()) {
            let sum: u64 = evidence.ranges.iter().filter_map(|pair| pair.differing).sum();
            assert_eq!(sum, whole, "{what}: every differing byte is in one range");
        }
    }
}

#[test]
fn compiled_truths_get_the_verdicts_and_counts_of_readelf_and_cmp() {
    for pair in oracle().pairs {
        check(&pair, &evidence(&pair.a, &pair.b));
    }
}

#[test]
fn real_wheels_get_the_verdicts_and_counts_of_readelf_and_cmp() {
    let sets: BTreeMap<String, Vec<Pair>> = serde_json::from_slice(&read("wheels.json")).unwrap();
    let mut looked_at = 0;
    for (set, pairs) in &sets {
        for pair in pairs {
            let member = |wheel: &str, name: &str| {
                let file = std::fs::File::open(fixtures().join("wheels").join(set).join(wheel)).unwrap();
                let mut archive = zip::ZipArchive::new(file).unwrap();
                let mut bytes = Vec::new();
                archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
                bytes
            };
            let (a, b) = (member(&pair.wheel_a, &pair.a), member(&pair.wheel_b, &pair.b));
            check(pair, &compare(&a, &b).unwrap());
            looked_at += 1;
        }
    }
    assert_eq!(looked_at, 33);
}
