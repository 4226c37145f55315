//! Verdicts over two copies of a binary, against what binutils and cmp say of the same files.
//!
//! The expected values are in `fixtures/evidence/*.json`, made by `oracle.py` there.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "the panic of a test is its failure"
)]

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;

use serde::Deserialize;
use wheelcard::evidence::{
    AlarmKind, Evidence, Field, FieldKind, RangePair, RangeState, Verdict, by_digest, compare, compare_knowing,
    digests, star, star_reading,
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
    pub(crate) segments: Vec<Segment>,
    /// Address, size, name.
    pub(crate) symbols: Vec<(u64, u64, String)>,
    /// Offset, type, symbol, addend.
    pub(crate) relocations: Vec<(u64, String, Option<String>, u64)>,
}

#[derive(Deserialize)]
pub(crate) struct Section {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) address: u64,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    flags: String,
}

#[derive(Deserialize)]
pub(crate) struct Segment {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) flags: String,
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

#[test]
fn confidence_follows_from_the_verdict_and_from_what_the_copies_share() {
    let cases = [
        ("base.so", "stripped.so", Confidence::Confirmed, Confidence::Confirmed),
        ("base.so", "stamp.so", Confidence::Confirmed, Confidence::Strong),
        ("base.so", "shifted.so", Confidence::Confirmed, Confidence::Strong),
        // Same exports, SONAME, NEEDED and toolchain; one function has other instructions.
        ("base.so", "function.so", Confidence::Inferred, Confidence::Strong),
        // One more export.
        ("base.so", "added.so", Confidence::Inferred, Confidence::Inferred),
    ];
    for (a, b, addresses, logic) in cases {
        let found = evidence(a, b);
        assert_eq!((found.addresses, found.logic), (addresses, logic), "{a} against {b}");
    }
}

#[test]
fn known_fields_are_named_with_both_values() {
    let fields =
        |a: &str, b: &str| -> Vec<Field> { evidence(a, b).ranges.into_iter().flat_map(|pair| pair.fields).collect() };
    let find = |fields: &[Field], kind: FieldKind| {
        let found = fields.iter().find(|field| field.kind == kind).cloned();
        let found = found.unwrap_or_else(|| panic!("{kind:?} is not among {fields:?}"));
        (found.a.unwrap(), found.b.unwrap())
    };
    let stamp = fields("base.so", "stamp.so");
    let texts = ["built Apr  8 2026 21:07:10, v1.2.3", "built Apr  9 2026 08:30:59, v1.2.3"].map(str::to_owned);
    assert_eq!(find(&stamp, FieldKind::Date), texts.clone().into());
    let ids = ["6fa5025d329963ec1193b819e1a861ddd3e32c17", "fd08122d4d0a6435b0fb3109526c51a30d17470b"];
    assert_eq!(find(&stamp, FieldKind::BuildId), ids.map(str::to_owned).into());

    let needles = Needles { version: Some("1.2.3".to_owned()), local: None };
    let knowing = compare_knowing(&read("base.so"), &read("stamp.so"), &needles).unwrap();
    let knowing: Vec<Field> = knowing.ranges.into_iter().flat_map(|pair| pair.fields).collect();
    assert_eq!(find(&knowing, FieldKind::Version), texts.into());

    let paths = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let patched = fields("runpath.so", "runpath-patched.so");
    assert_eq!(find(&patched, FieldKind::Runpath), paths("/build/agent-one/lib", "/build/agent-two/lib"));
    let patchelf = fields("runpath.so", "runpath-patchelf.so");
    let longer = "$ORIGIN/../demo.libs:/opt/a/much/longer/path/than/before";
    assert_eq!(find(&patchelf, FieldKind::Runpath), paths("/build/agent-one/lib", longer));
    let debug = fields("debug-a.so", "debug-b.so");
    let directory = "/tmp/wheelcard-evidence/somewhere-else/debug-";
    assert_eq!(find(&debug, FieldKind::Path), paths(&format!("{directory}a"), &format!("{directory}b")));
    let stripped = fields("base.so", "stripped.so");
    assert!(stripped.iter().any(|field| field.name.as_deref() == Some("e_shoff")), "{stripped:?}");
}

#[test]
fn alarms_are_raised_for_ids_and_sizes_that_mislead() {
    let alarms = |a: &str, b: &str| evidence(a, b).alarms.into_iter().map(|alarm| alarm.kind).collect::<Vec<_>>();
    assert_eq!(
        alarms("runpath.so", "runpath-patched.so"),
        [AlarmKind::SameIdOtherBytes, AlarmKind::SameSizeOtherBytes]
    );
    assert_eq!(alarms("base.so", "stamp.so"), [AlarmKind::SameSizeOtherBytes, AlarmKind::OtherIdsEqualCode]);
    assert_eq!(alarms("base.so", "appended.so"), [AlarmKind::SameIdOtherBytes]);
    assert_eq!(alarms("base.so", "function.so"), [AlarmKind::SameSizeOtherBytes]);
    assert_eq!(alarms("base.so", "base.so"), []);
    let patched = evidence("runpath.so", "runpath-patched.so");
    assert_eq!(
        patched.alarms[0].sentence,
        "Both copies carry the id e73b7db8afb1174576534b5d00dc98b024882e5e, but their bytes differ (3 bytes of .dynstr \
         from offset 0x453): the id names the link, not the file."
    );
}

#[test]
fn one_id_over_other_code_is_no_stamp() {
    let case = |name: &str| std::fs::read(fixtures().join("cases").join(name)).unwrap();
    let found = compare(&case("c10_same_bid_a.so"), &case("c10_same_bid_b.so")).unwrap();
    assert_eq!(found.verdict, Verdict::CodeDiffers, "{}", found.sentence);
    assert_eq!(found.alarms[0].kind, AlarmKind::SameIdOtherBytes);
}

#[test]
fn a_debug_companion_and_an_object_claim_nothing_about_code() {
    let companion = std::fs::read(fixtures().join("cases/c19_debug_only.debug")).unwrap();
    let mut other = companion.clone();
    *other.last_mut().unwrap() ^= 1;
    let found = compare(&companion, &other).unwrap();
    assert_eq!(found.verdict, Verdict::CodeDiffers);
    assert_eq!(found.doubts, ["Each copy is debug data of another file and holds no code."]);
}

#[test]
fn bytes_after_the_end_are_no_stamp_and_the_sentence_says_so() {
    let found = evidence("base.so", "appended.so");
    assert_eq!(
        found.sentence,
        "Code equal: all 194 executable bytes are equal at equal addresses. What differs: overlay (only in the second \
         copy, 9 bytes). Bytes after the end of the ELF file are no stamp."
    );
}

#[test]
fn there_is_no_evidence_on_what_is_no_elf_file() {
    assert_eq!(compare(b"MZ", &read("base.so")), None);
    assert_eq!(compare(&read("base.so"), b""), None);
    assert_eq!(star(&[&read("base.so"), b"text"], &Needles::default()), None);
    assert!(digests(b"text").is_empty());
}

#[test]
fn another_machine_is_another_program_whatever_its_bytes() {
    let base = read("base.so");
    let mut other = base.clone();
    other[18] = 183;
    let found = compare(&base, &other).unwrap();
    assert_eq!(found.verdict, Verdict::CodeDiffers);
    assert_eq!(found.logic, Confidence::Inferred);
    assert_eq!(found.doubts, ["The copies are for different machines."]);
}

#[test]
fn a_section_that_hides_its_code_from_the_flags_is_still_code() {
    // In both copies .text is said to be no code; one instruction differs. Functions still begin in it.
    let oracle = oracle();
    let hide = |mut data: Vec<u8>| {
        let table = u64::from_le_bytes(data[40..48].try_into().unwrap());
        let index = oracle.files["mixed-a.so"].sections.len();
        let headers = (1..=index).map(|at| usize::try_from(table).unwrap() + at * 64);
        let text = oracle.files["mixed-a.so"].sections[".text"].offset.to_le_bytes();
        for header in headers {
            if data[header + 24..header + 32] == text {
                data[header + 8] &= !4;
                // And it is called otherwise: the name of .rodata.
                data[header] = data[header].wrapping_add(1);
            }
        }
        data
    };
    let a = hide(read("mixed-a.so"));
    let mut b = a.clone();
    let at = usize::try_from(oracle.files["mixed-a.so"].sections[".text"].offset).unwrap();
    b[at + 1] ^= 1;
    assert_eq!(compare(&a, &b).unwrap().verdict, Verdict::CodeDiffers);
}

#[test]
fn symbols_are_compared_with_what_nm_lists() {
    let oracle = oracle();
    let found = evidence("base.so", "added.so").symbols;
    let exported = found.exported.unwrap();
    assert_eq!((exported.added, exported.removed, exported.in_a, exported.in_b), (1, 0, 10, 11));
    let added = exported.listed.iter().find(|change| change.a.is_none()).unwrap();
    assert_eq!(added.demangled.as_deref(), Some("demo::added(int)"));
    let place = |file: &str, name: &str| {
        oracle.files[file].symbols.iter().find(|symbol| symbol.2 == name).map(|(address, size, _)| (*address, *size))
    };
    for change in exported.listed.iter().chain(&found.local.unwrap().listed) {
        // nm -S leaves out symbols without a size.
        if change.a.is_some_and(|(_, size)| size > 0) {
            assert_eq!(change.a, place("base.so", &change.name), "{}", change.name);
        }
        if change.b.is_some_and(|(_, size)| size > 0) {
            assert_eq!(change.b, place("added.so", &change.name), "{}", change.name);
        }
    }
    assert_eq!(evidence("base.so", "stripped.so").symbols.local, None, "one copy has no local symbols to compare");
}

#[test]
fn a_star_says_no_more_than_its_weakest_pair() {
    let copies = ["base.so", "stripped.so", "base.so", "stamp.so"].map(read);
    let copies: Vec<&[u8]> = copies.iter().map(Vec::as_slice).collect();
    let found = star(&copies, &Needles::default()).unwrap();
    assert_eq!(found.verdict, Some(Verdict::CodeEqual));
    assert_eq!((found.addresses, found.logic), (Confidence::Confirmed, Confidence::Strong));
    assert_eq!(found.same_as, [0, 1, 0, 3]);
    let pairs: Vec<_> = found.pairs.iter().map(|pair| (pair.a, pair.b, pair.evidence.verdict)).collect();
    assert_eq!(pairs, [(0, 1, Verdict::StampOnly), (0, 3, Verdict::CodeEqual)]);
    let same = star(&[copies[0], copies[2]], &Needles::default()).unwrap();
    assert_eq!((same.verdict, same.addresses, same.pairs.len()), (None, Confidence::Confirmed, 0));
}

#[test]
fn a_star_holds_between_all_its_copies() {
    // What the star concludes from the first copy alone is held against every pair.
    let names =
        ["base.so", "stamp.so", "longer.so", "shifted.so", "stripped.so", "appended.so", "relr.so", "debug-a.so"];
    let data: Vec<Vec<u8>> = names.iter().map(|name| read(name)).collect();
    for first in 0..names.len() {
        for b in 0..names.len() {
            for c in 0..names.len() {
                let copies = [&data[first][..], &data[b][..], &data[c][..]];
                let Some(verdict) = star(&copies, &Needles::default()).unwrap().verdict else { continue };
                if data[b] != data[c] {
                    let pair = compare(&data[b], &data[c]).unwrap().verdict;
                    assert!(pair <= verdict, "{} {} {}", names[first], names[b], names[c]);
                }
            }
        }
    }
}

#[test]
fn digests_are_those_of_the_section_bytes_and_leave_no_byte_out() {
    use wheelcard::bytes::Sha256;
    let oracle = oracle();
    for (name, file) in &oracle.files {
        let data = read(name);
        let digests = digests(&data);
        let mut at = 0;
        for digest in &digests {
            assert_eq!(digest.range.offset, at, "{name}");
            at += digest.range.size;
        }
        assert_eq!(at, u64::try_from(data.len()).unwrap(), "{name}");
        for (section, facts) in file.sections.iter().filter(|(_, facts)| facts.kind != "NOBITS" && facts.size > 0) {
            let bytes = &data[usize::try_from(facts.offset).unwrap()..][..usize::try_from(facts.size).unwrap()];
            let digest = digests.iter().find(|digest| digest.range.name == *section).unwrap();
            assert_eq!(digest.sha256, Sha256::of(bytes), "{name}: {section}");
        }
    }
}

#[test]
fn a_star_keeps_the_digests_of_every_copy_also_where_bytes_were_found_equal() {
    let copies = ["base.so", "stamp.so", "shifted.so", "added.so", "stamp.so"].map(read);
    let slices: Vec<&[u8]> = copies.iter().map(Vec::as_slice).collect();
    let found = star(&slices, &Needles::default()).unwrap();
    for (at, copy) in copies.iter().enumerate().take(4) {
        // Hashed anew, without regard to the others.
        assert_eq!(found.digests[at], digests(copy), "copy {at}");
    }
    assert_eq!((found.digests.len(), found.digests[4].len()), (5, 0), "its bytes are those of copy 1");
}

#[test]
fn digests_alone_tell_the_same_ranges_apart_as_the_bytes_do() {
    let oracle = oracle();
    for pair in &oracle.pairs {
        let (a, b) = (read(&pair.a), read(&pair.b));
        let by_bytes = compare(&a, &b).unwrap().ranges;
        let told = by_digest(&digests(&a), &digests(&b));
        let known = |pair: &RangePair| (pair.name.clone(), pair.class, pair.executable, pair.a, pair.b, pair.state);
        let (told, by_bytes): (Vec<_>, Vec<_>) =
            (told.iter().map(known).collect(), by_bytes.iter().map(known).collect());
        assert_eq!(told, by_bytes, "{} against {}", pair.a, pair.b);
    }
}

#[test]
fn copies_are_read_one_after_another_and_never_more_than_two_are_held() {
    let names = ["base.so", "stamp.so", "stripped.so", "shifted.so"];
    let mut asked = Vec::new();
    let read_copy = |at: usize| {
        asked.push(at);
        Ok(read(names[at]))
    };
    let found = star_reading(names.len(), read_copy, &Needles::default()).unwrap().unwrap();
    assert_eq!(asked, [0, 1, 2, 3]);
    let copies = names.map(read);
    let slices: Vec<&[u8]> = copies.iter().map(Vec::as_slice).collect();
    assert_eq!(found, star(&slices, &Needles::default()).unwrap());
    let broken =
        star_reading(2, |at| if at == 0 { Ok(read("base.so")) } else { Err("gone".to_owned()) }, &Needles::default());
    assert_eq!(broken, Err("gone".to_owned()));
    assert_eq!(star_reading(2, |_| Ok(b"text".to_vec()), &Needles::default()), Ok(None));
}

#[test]
fn where_some_copies_have_no_section_table_every_pair_is_compared() {
    let mut without = read("stamp.so");
    without[40..48].fill(0);
    without[60..64].fill(0);
    let copies = [read("base.so"), without, read("shifted.so")];
    let found = star_reading(3, |at| Ok(copies[at].clone()), &Needles::default()).unwrap().unwrap();
    let pairs: Vec<_> = found.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
}

#[test]
fn data_that_could_run_is_said_to_be_told_from_code_by_the_section_table() {
    let mixed = evidence("mixed-a.so", "mixed-b.so");
    let words = "data in an executable segment, told from code by the section table: .rodata";
    assert!(mixed.normalised.contains(&words.to_owned()), "{:?}", mixed.normalised);
    let apart = evidence("base.so", "stamp.so");
    assert!(apart.normalised.contains(&"data: .rodata".to_owned()), "{:?}", apart.normalised);
}

/// A small deterministic generator (Marsaglia's xorshift64), so that a failure can be repeated.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).unwrap()).unwrap()
    }
}

/// The strongest verdict that is true when byte `at` of a file differs, from readelf's tables alone.
fn strongest(file: &File, data: &[u8], at: usize) -> Verdict {
    use Verdict::{CodeDiffers, CodeEqual, StampOnly};
    let number = |at: usize, size: usize| {
        data[at..at + size].iter().rev().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte))
    };
    let (sections_at, segments) = (number(40, 8), number(56, 2));
    match at {
        // Magic, class, byte order, version, machine; where the program headers lie and how large they are. Their number
        // may change without a change in code.
        0..7 | 18..24 | 32..40 | 54..56 => return CodeDiffers,
        40..48 | 60..64 => return StampOnly,
        0..64 => return CodeEqual,
        _ => {}
    }
    if (64..64 + segments * 56).contains(&at) {
        let (index, field) = ((at - 64) / 56, (at - 64) % 56);
        let segment = &file.segments[index];
        let runs = segment.kind == "LOAD" && segment.flags.contains('E');
        // p_type, p_flags' lowest byte, p_offset, p_vaddr, p_filesz
        let places = matches!(field, 0..5 | 8..24 | 32..40);
        return if runs && places { CodeDiffers } else { CodeEqual };
    }
    if at >= sections_at && at < sections_at + number(60, 2) * 64 {
        let (index, field) = ((at - sections_at) / 64, (at - sections_at) % 64);
        let header = sections_at + index * 64;
        let loaded = number(header + 8, 8) & 2 != 0;
        let code = number(header + 8, 8) & 4 != 0;
        return match field {
            // sh_addr, sh_offset of code: its section then contradicts the segments.
            16..32 if code => CodeDiffers,
            // sh_info and sh_entsize say nothing about bytes or addresses.
            44..48 | 56..64 => StampOnly,
            _ if loaded => CodeEqual,
            _ => StampOnly,
        };
    }
    let at = u64::try_from(at).unwrap();
    let holds = |offset: u64, size: u64| at >= offset && at < offset + size;
    let section = file.sections.iter().find(|(_, facts)| facts.kind != "NOBITS" && holds(facts.offset, facts.size));
    let Some((name, facts)) = section else {
        let runs = |segment: &Segment| segment.kind == "LOAD" && segment.flags.contains('E');
        let in_code = file.segments.iter().any(|segment| runs(segment) && holds(segment.offset, segment.size));
        return if in_code { CodeDiffers } else { CodeEqual };
    };
    match name.as_str() {
        _ if facts.flags.contains('X') => CodeDiffers,
        // Owner, type and sizes are 16 bytes; the id is what follows.
        ".note.gnu.build-id" if at >= facts.offset + 16 => StampOnly,
        ".comment" | ".symtab" | ".strtab" | ".shstrtab" => StampOnly,
        debug if debug.starts_with(".debug_") => StampOnly,
        _ => CodeEqual,
    }
}

/// Positions to change: each `step`th of the headers, both sides of every boundary, and some at random.
fn positions(file: &File, data: &[u8], step: usize, random: &mut Random) -> Vec<usize> {
    let headers = usize::try_from(u64::from_le_bytes(data[40..48].try_into().unwrap())).unwrap();
    let front = 0..64 + file.segments.len() * 56;
    let mut positions: Vec<usize> = front.step_by(step).chain((headers..data.len()).step_by(step + 2)).collect();
    for facts in file.sections.values() {
        for edge in [facts.offset, facts.offset + facts.size] {
            let edge = usize::try_from(edge).unwrap();
            positions.extend(edge.saturating_sub(2)..edge + 2);
        }
    }
    positions.extend((0..60).map(|_| random.below(data.len())));
    positions.retain(|at| *at < data.len());
    positions.sort_unstable();
    positions.dedup();
    positions
}

#[test]
fn one_changed_byte_never_gets_a_verdict_stronger_than_is_true_and_its_range_is_named() {
    let oracle = oracle();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    // One of each layout; the others differ from these in a few bytes.
    let layouts =
        ["base.so", "stripped.so", "debug-a.so", "mixed-a.so", "appended.so", "runpath-patchelf.so", "relr.so"];
    for name in layouts {
        let (file, data) = (&oracle.files[name], read(name));
        // Every byte of the headers once; elsewhere they say the same.
        let step = if name == "base.so" { 1 } else { 13 };
        for at in positions(file, &data, step, &mut random) {
            let mut other = data.clone();
            other[at] ^= u8::try_from(random.below(255) + 1).unwrap();
            let there = compare(&data, &other);
            let back = compare(&other, &data);
            let (Some(there), Some(back)) = (there, back) else {
                assert!(at < 7, "{name}: byte {at:#x} makes it no ELF file");
                continue;
            };
            let allowed = strongest(file, &data, at);
            let what = format!("{name}: byte {at:#x}: {}", there.sentence);
            assert!(there.verdict >= allowed, "{what} but {allowed:?} is the most that is true");
            assert_eq!(there.verdict, back.verdict, "{what}: the other way round: {}", back.sentence);
            let at = u64::try_from(at).unwrap();
            let named =
                there.ranges.iter().filter(|pair| pair.a.is_some_and(|a| at >= a.offset && at < a.offset + a.size));
            let named: Vec<&RangePair> = named.collect();
            assert_eq!(named.len(), 1, "{what}: each byte is in one range");
            let is_named = !matches!(named[0].state, RangeState::Equal | RangeState::Moved);
            assert!(is_named, "{what}: {} is said to be equal", named[0].name);
        }
    }
}

#[test]
fn one_changed_byte_in_the_body_of_a_section_is_all_that_is_reported() {
    let oracle = oracle();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for (name, file) in &oracle.files {
        let data = read(name);
        let bodies = file.sections.iter().filter(|(section, facts)| {
            // Names of sections and notes decide how other bytes are read.
            facts.kind != "NOBITS" && facts.size > 0 && !matches!(section.as_str(), ".shstrtab" | ".note.gnu.build-id")
        });
        for (section, facts) in bodies {
            for _ in 0..8 {
                let into = random.below(usize::try_from(facts.size).unwrap());
                let at = usize::try_from(facts.offset).unwrap() + into;
                let mut other = data.clone();
                other[at] ^= 0x55;
                let found = compare(&data, &other).unwrap();
                let differing = differing(&found);
                assert_eq!(differing.len(), 1, "{name}: {section}+{into:#x}: {}", found.sentence);
                assert_eq!((differing[0].name.as_str(), differing[0].differing), (section.as_str(), Some(1)));
                assert_eq!(differing[0].runs[0].offset, u64::try_from(into).unwrap());
            }
        }
    }
}

#[test]
fn a_changed_byte_never_makes_the_verdict_of_another_pair_stronger() {
    let oracle = oracle();
    let mut random = Random(0xdead_beef_cafe_f00d);
    for (a, b) in
        [("base.so", "stamp.so"), ("debug-a.so", "debug-b.so"), ("base.so", "shifted.so"), ("mixed-a.so", "mixed-b.so")]
    {
        let (x, y) = (read(a), read(b));
        let before = compare(&x, &y).unwrap().verdict;
        for at in positions(&oracle.files[b], &y, 7, &mut random) {
            let mut other = y.clone();
            other[at] ^= u8::try_from(random.below(255) + 1).unwrap();
            // The change may undo a difference; then there is one less to be true to.
            let Some(found) = compare(&x, &other).filter(|_| other[at] != x.get(at).copied().unwrap_or_default())
            else {
                continue;
            };
            let allowed = strongest(&oracle.files[b], &y, at).max(before);
            assert!(found.verdict >= allowed, "{a} against {b} with byte {at:#x}: {}", found.sentence);
        }
    }
}
