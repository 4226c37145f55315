//! The hunt for a wrong CONFIRMED, the worst defect this project can have: files changed at random, and files made to
//! deceive. [`crate::loader`] is the judge of every confirmation.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "the panic of a test is its failure"
)]

use std::io::Read as _;

use wheelcard::evidence::carry::{Answer, Asked, Bound, Outcome, Query, carry, parse};
use wheelcard::evidence::{Verdict, compare};
use wheelcard::parity::Confidence;

use crate::evidence::{File, Random, oracle, read};
use crate::loader::Loaded;

/// Every symbol by name and by an address within, every slot, every string, and `more` addresses at random.
fn queries(file: &File, data: &[u8], more: usize, random: &mut Random) -> Vec<Query> {
    let symbols =
        file.symbols.iter().flat_map(|(address, size, name)| [name.clone(), format!("{:#x}", address + size / 2)]);
    let mut lines: Vec<String> = symbols.collect();
    lines.extend(file.relocations.iter().map(|(offset, ..)| format!("{offset:#x}")));
    let sections = file.sections.values().filter(|section| section.address > 0 && section.kind != "NOBITS");
    lines.extend(sections.map(|section| format!("{:#x}", section.address)));
    lines.extend((0..more).map(|_| format!("+{:#x}", random.below(data.len()))));
    parse(&lines.join("\n"))
}

/// Holds every confirmation against the loader; says how many there were.
fn judge(what: &str, (a, b): (&[u8], &[u8]), queries: &[Query]) -> usize {
    let answers = carry(a, &[("b", b)], queries);
    let (Some(x), Some(y)) = (Loaded::of(a), Loaded::of(b)) else {
        let confirmed = answers.iter().find(|answer| confidence(answer) == Some(Confidence::Confirmed));
        let unloaded =
            confirmed.is_none_or(|answer| matches!(&answer.place, Asked::Place(place) if place.address.is_none()));
        assert!(unloaded, "{what}: a file that no loader takes: {confirmed:?}");
        return 0;
    };
    let mut confirmed = 0;
    for answer in answers.iter().filter(|answer| confidence(answer) == Some(Confidence::Confirmed)) {
        let Asked::Place(place) = &answer.place else { continue };
        let size = place.unit.size;
        let there = match answer.copies[0].outcome {
            Outcome::Moved { address, .. } => address,
            _ => place.address,
        };
        let (Some(address), Some(there)) = (place.address, there) else {
            let start = usize::try_from(place.offset.unwrap() - place.unit.before).unwrap();
            let unit = start..start + usize::try_from(size).unwrap();
            assert_eq!(a.get(unit.clone()), b.get(unit), "{what}: {answer:?}");
            continue;
        };
        let contradiction = {
            let is_code = [".text", ".plt", ".init", ".fini"].iter().any(|code| place.range.starts_with(code));
            x.contradiction(address - place.unit.before, &y, there - place.unit.before, size, is_code)
        };
        assert_eq!(contradiction, None, "{what}: {answer:?}");
        confirmed += 1;
    }
    confirmed
}

fn confidence(answer: &Answer) -> Option<Confidence> {
    match answer.copies.first()?.outcome {
        Outcome::SameAddress { confidence, .. } | Outcome::Moved { confidence, .. } => Some(confidence),
        _ => None,
    }
}

/// How many times `usual` something is tried: a longer hunt is asked for by `WHEELCARD_HUNT=10`.
fn rounds(usual: usize) -> usize {
    usual * longer()
}

fn longer() -> usize {
    std::env::var("WHEELCARD_HUNT").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// Another seed for a longer hunt.
fn seeded(seed: u64) -> Random {
    Random(seed ^ (u64::try_from(longer()).unwrap() - 1))
}

const LAYOUTS: [&str; 4] = ["base.so", "stripped.so", "mixed-a.so", "runpath-patchelf.so"];

#[test]
fn no_changed_byte_leaves_a_place_confirmed_that_is_not_the_same() {
    let oracle = oracle();
    let mut random = seeded(0x0123_4567_89ab_cdef);
    for name in LAYOUTS {
        let (file, data) = (&oracle.files[name], read(name));
        let asked = queries(file, &data, 12, &mut random);
        let all = judge(name, (&data, &data), &asked);
        assert!(all * 10 > asked.len() * 7, "{name}: {all} of {} are confirmed in the same file", asked.len());
        let mut confirmed = 0;
        // The headers decide most, and the tables that the loader reads.
        let tables = file.sections.iter().filter(|(name, _)| name.starts_with(".d") || name.starts_with(".rel"));
        let mut positions: Vec<usize> = (0..64 + 56 * 8).step_by(7).collect();
        for section in tables.map(|(_, section)| section).filter(|section| section.address > 0) {
            let end = section.offset + section.size;
            positions.extend((section.offset..end).step_by(23).map(|at| usize::try_from(at).unwrap()));
        }
        positions.extend((0..rounds(50)).map(|_| random.below(data.len())));
        for at in positions {
            let mut other = data.clone();
            other[at] ^= 1 << random.below(8);
            confirmed += judge(&format!("{name}: byte {at:#x}"), (&data, &other), &asked);
            confirmed += judge(&format!("{name}: byte {at:#x}, the other way round"), (&other, &data), &asked);
        }
        assert!(confirmed > 500, "{name}: {confirmed}");
    }
}

#[test]
fn no_edit_of_several_bytes_leaves_a_place_confirmed_that_is_not_the_same() {
    let oracle = oracle();
    let mut random = seeded(0xfeed_face_0bad_cafe);
    for name in LAYOUTS {
        let (file, data) = (&oracle.files[name], read(name));
        let asked = queries(file, &data, 12, &mut random);
        for round in 0..rounds(30) {
            let mut other = data.clone();
            for _ in 0..=random.below(4) {
                let (size, to) = (random.below(12) + 1, random.below(data.len() - 12));
                if random.below(2) == 0 {
                    other[to..to + size].fill_with(|| u8::try_from(random.below(256)).unwrap());
                } else {
                    // Bytes that stand elsewhere in the file: what a match by bytes might find there.
                    let from = random.below(data.len() - 12);
                    other.copy_within(from..from + size, to);
                }
            }
            judge(&format!("{name}: edit {round}"), (&data, &other), &asked);
            judge(&format!("{name}: edit {round}, the other way round"), (&other, &data), &asked);
        }
    }
}

/// The file with `size` bytes put into `.text` at `at`, at the cost of the padding behind the segment. Symbols stay.
fn inserted(file: &File, data: &[u8], at: u64, bytes: &[u8]) -> Vec<u8> {
    let text = &file.sections[".text"];
    let usize_of = |number: u64| usize::try_from(number).unwrap();
    let (into, end) = (usize_of(text.offset + at), usize_of(text.offset + text.size));
    let mut other = data.to_vec();
    other.copy_within(into..end, into + bytes.len());
    other[into..into + bytes.len()].copy_from_slice(bytes);
    let mut grow = |at: usize| {
        let size = u64::from_le_bytes(other[at..at + 8].try_into().unwrap());
        other[at..at + 8].copy_from_slice(&(size + u64::try_from(bytes.len()).unwrap()).to_le_bytes());
    };
    // p_filesz and p_memsz of the executable segment.
    let index = file.segments.iter().position(|segment| segment.kind == "LOAD" && segment.flags.contains('E')).unwrap();
    grow(64 + index * 56 + 32);
    grow(64 + index * 56 + 40);
    other
}

#[test]
fn inserted_bytes_leave_only_what_is_before_them_confirmed() {
    let oracle = oracle();
    let mut random = seeded(0x5151_5151_abab_abab);
    for name in ["base.so", "stripped.so"] {
        let (file, data) = (&oracle.files[name], read(name));
        let asked = queries(file, &data, 4, &mut random);
        for size in [1, 2, 4, 7, 16, 21, 64] {
            for _ in 0..rounds(4) {
                let at = u64::try_from(random.below(usize::try_from(file.sections[".text"].size).unwrap())).unwrap();
                let filling = if random.below(2) == 0 { vec![0x90; size] } else { vec![0xcc; size] };
                let other = inserted(file, &data, at, &filling);
                let what = format!("{name}: {size} bytes at .text+{at:#x}");
                judge(&what, (&data, &other), &asked);
                judge(&what, (&other, &data), &asked);
                assert_eq!(compare(&data, &other).unwrap().verdict, Verdict::CodeDiffers, "{what}");
            }
        }
    }
}

#[test]
fn functions_that_change_places_are_told_from_one_another() {
    let oracle = oracle();
    let (file, data) = (&oracle.files["base.so"], read("base.so"));
    let text = &file.sections[".text"];
    let in_text = |symbol: &&(u64, u64, String)| symbol.0 >= text.address && symbol.0 < text.address + text.size;
    let functions: Vec<_> = file.symbols.iter().filter(in_text).filter(|symbol| symbol.1 > 0).collect();
    let asked = queries(file, &data, 0, &mut Random(1));
    let mut swapped = 0;
    for (at, x) in functions.iter().enumerate() {
        for y in functions.iter().skip(at + 1) {
            let size = usize::try_from(x.1.min(y.1)).unwrap();
            let offset = |address: u64| usize::try_from(text.offset + address - text.address).unwrap();
            let (from, to) = (offset(x.0), offset(y.0));
            if from + size > to {
                continue;
            }
            let mut other = data.clone();
            other[from..from + size].copy_from_slice(&data[to..to + size]);
            other[to..to + size].copy_from_slice(&data[from..from + size]);
            judge(&format!("{} and {}", x.2, y.2), (&data, &other), &asked);
            swapped += 1;
        }
    }
    assert!(swapped > 20, "{swapped}");
}

#[test]
fn every_two_compiled_truths_confirm_only_what_is_the_same() {
    let oracle = oracle();
    // relr.so's packed relocations are not read by the loader of the tests.
    let names: Vec<&String> = oracle.files.keys().filter(|name| *name != "relr.so").collect();
    let mut random = Random(77);
    for a in &names {
        let data = read(a);
        let asked = queries(&oracle.files[*a], &data, 20, &mut random);
        for b in &names {
            judge(&format!("{a} -> {b}"), (&data, &read(b)), &asked);
        }
    }
}

/// The only place of an eight-byte word in a file.
fn place_of(data: &[u8], word: u64) -> usize {
    let mut found = (0..data.len() - 8).filter(|at| data[*at..at + 8] == word.to_le_bytes());
    let place = found.next().unwrap();
    assert_eq!(found.next(), None);
    place
}

/// A wheel's member.
fn member(wheel: &str, name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wheels").join(wheel);
    let mut bytes = Vec::new();
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn the_same_name_of_another_version_is_another_function() {
    // readelf -VrW: the JUMP_SLOT at 0x4020 is memcpy@GLIBC_2.14, symbol 3; .gnu.version lies at 0x462; GLIBC_2.2.5 is 3.
    let data = member(
        "oddities/MarkupSafe-3.0.2-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "markupsafe/_speedups.cpython-313-x86_64-linux-gnu.so",
    );
    let mut other = data.clone();
    assert_eq!(other[0x462 + 6], 2);
    other[0x462 + 6] = 3;
    let answers = carry(&data, &[("other", &other)], &parse("0x4020"));
    let Asked::Place(place) = &answers[0].place else { panic!("{answers:?}") };
    assert_eq!(place.target.as_deref(), Some("memcpy@GLIBC_2.14"));
    assert_eq!(answers[0].copies[0].target.as_deref(), Some("memcpy@GLIBC_2.2.5"));
    assert!(matches!(answers[0].copies[0].outcome, Outcome::Differs { .. }), "{answers:?}");
    let found = compare(&data, &other).unwrap();
    assert_eq!((found.verdict, found.logic), (Verdict::CodeEqual, Confidence::Inferred), "{}", found.sentence);
}

#[test]
fn exports_that_change_places_take_the_logic_away() {
    // Both functions stay where they are; their names are exchanged in .dynsym and .symtab.
    let oracle = oracle();
    let data = read("base.so");
    let address = |name: &str| oracle.files["base.so"].symbols.iter().find(|symbol| symbol.2 == name).unwrap().0;
    let (built, greeting) = (address("_ZN4demo5builtEv"), address("_ZN4demo8greetingEv"));
    let mut other = data.clone();
    for at in 0..data.len() - 8 {
        let word = u64::from_le_bytes(data[at..at + 8].try_into().unwrap());
        let swapped = [(built, greeting), (greeting, built)].into_iter().find(|(from, _)| *from == word);
        if let Some((_, to)) = swapped {
            other[at..at + 8].copy_from_slice(&to.to_le_bytes());
        }
    }
    let found = compare(&data, &other).unwrap();
    assert_eq!(found.verdict, Verdict::CodeEqual, "no byte of code changed");
    assert_eq!((found.addresses, found.logic), (Confidence::Confirmed, Confidence::Inferred));
}

#[test]
fn a_table_of_functions_that_leads_elsewhere_takes_the_logic_away() {
    // The addend of slots[0] is made that of twice(): see carry.rs.
    let mut other = read("base.so");
    let rela = &oracle().files["base.so"].sections[".rela.dyn"];
    let addend = usize::try_from(rela.offset + 16).unwrap();
    other[addend..addend + 2].copy_from_slice(&[0x20, 0x10]);
    let found = compare(&read("base.so"), &other).unwrap();
    assert_eq!((found.verdict, found.logic), (Verdict::CodeEqual, Confidence::Inferred));
}

/// The offset of a field of program header `index`.
fn program_header(index: usize, field: usize) -> usize {
    64 + index * 56 + field
}

fn segment_index(file: &File, kind: &str, flags: &str) -> usize {
    file.segments.iter().position(|segment| segment.kind == kind && segment.flags.contains(flags)).unwrap()
}

#[test]
fn a_segment_mapped_over_code_from_behind_an_empty_one_is_seen() {
    // Behind the code's segment follow an empty one at its address and one that maps .rodata's page over it.
    let oracle = oracle();
    let (file, data) = (&oracle.files["base.so"], read("base.so"));
    let code = segment_index(file, "LOAD", "E");
    let mut other = data.clone();
    for (index, size) in [(code + 1, 0), (code + 2, 0x40)] {
        other[program_header(index, 0)..][..8].copy_from_slice(&[1, 0, 0, 0, 4, 0, 0, 0]);
        for (field, value) in [(8, 0x2000), (16, 0x1000), (24, 0x1000), (32, size), (40, size), (48, 0x1000)] {
            other[program_header(index, field)..][..8].copy_from_slice(&u64::to_le_bytes(value));
        }
    }
    let found = compare(&data, &other).unwrap();
    assert_eq!(found.verdict, Verdict::CodeDiffers, "{}", found.sentence);
    let asked = queries(file, &data, 8, &mut Random(5));
    judge("overlaid", (&data, &other), &asked);
    judge("overlaid", (&other, &data), &asked);
    judge("overlaid twice", (&other, &other.clone()), &asked);
}

#[test]
fn data_that_a_later_segment_covers_is_not_confirmed() {
    // PT_GNU_STACK becomes a second writable segment over .data's page, from another page of the file.
    let oracle = oracle();
    let (file, data) = (&oracle.files["base.so"], read("base.so"));
    let stack = segment_index(file, "GNU_STACK", "R");
    let counter = file.symbols.iter().find(|symbol| symbol.2 == "_ZN4demo7counterE").unwrap().0;
    let page = counter & !0xfff;
    let cover = |data: &[u8], from: u64| {
        let mut other = data.to_vec();
        let fields = [(8, from), (16, page), (24, page), (32, 0x800), (40, 0x800), (48, 0x1000)];
        other[program_header(stack, 0)..][..8].copy_from_slice(&[1, 0, 0, 0, 6, 0, 0, 0]);
        for (field, value) in fields {
            other[program_header(stack, field)..][..8].copy_from_slice(&u64::to_le_bytes(value));
        }
        other
    };
    let asked = queries(file, &data, 0, &mut Random(5));
    let (plain, covered, otherwise) = (data.clone(), cover(&data, 0), cover(&data, 0x1000));
    judge("covered", (&plain, &covered), &asked);
    judge("covered", (&covered, &otherwise), &asked);
}

#[test]
fn code_that_the_loader_may_write_into_is_not_confirmed_by_its_bytes_in_the_file() {
    // The code's segment is made writable in both copies, and a relocation of one goes into the code.
    let oracle = oracle();
    let (file, mut data) = (&oracle.files["base.so"], read("base.so"));
    let code = segment_index(file, "LOAD", "E");
    data[program_header(code, 4)] |= 2;
    let mut other = data.clone();
    let rela = usize::try_from(file.sections[".rela.dyn"].offset).unwrap();
    let scaled = file.symbols.iter().find(|symbol| symbol.2 == "_ZN4demo6scaledEi").unwrap().0;
    other[rela..rela + 8].copy_from_slice(&(scaled + 8).to_le_bytes());
    let found = compare(&data, &other).unwrap();
    assert_eq!(found.verdict, Verdict::CodeDiffers, "{}", found.sentence);
    assert!(found.doubts[0].contains("may write into the code"), "{:?}", found.doubts);
    judge("relocated code", (&data, &other), &queries(file, &data, 0, &mut Random(6)));
    // Where both are asked for the same, they are the same.
    let mut note = other.clone();
    let id = usize::try_from(file.sections[".note.gnu.build-id"].offset + 16).unwrap();
    note[id] ^= 1;
    let text = usize::try_from(file.sections[".rodata"].offset).unwrap();
    note[text] ^= 1;
    assert_eq!(compare(&other, &note).unwrap().verdict, Verdict::CodeEqual);
}

#[test]
fn a_decoy_of_the_dynamic_section_confirms_no_slot() {
    // PT_DYNAMIC names a copy of the section in the file and the section in memory; the loader asks memory.
    let oracle = oracle();
    let (file, data) = (&oracle.files["base.so"], read("base.so"));
    let dynamic = &file.sections[".dynamic"];
    let span = usize::try_from(dynamic.offset).unwrap()..usize::try_from(dynamic.offset + dynamic.size).unwrap();
    let mut decoy = data.clone();
    let offset = u64::try_from(decoy.len()).unwrap();
    decoy.extend_from_slice(&data[span.clone()]);
    decoy[program_header(segment_index(file, "DYNAMIC", "R"), 8)..][..8].copy_from_slice(&offset.to_le_bytes());
    // In memory, the relocations are one record shorter.
    let sizes = span.step_by(16).find(|at| data[*at] == 8).unwrap();
    decoy[sizes + 8] -= 24;
    let asked = queries(file, &data, 0, &mut Random(8));
    judge("decoy", (&data, &decoy), &asked);
    judge("decoy", (&decoy, &data), &asked);
}

#[test]
fn a_tag_that_stands_twice_confirms_no_slot() {
    // DT_RELACOUNT is made a second DT_RELASZ of nothing: loaders take the last, many tools the first.
    let oracle = oracle();
    let (file, data) = (&oracle.files["base.so"], read("base.so"));
    let mut other = data.clone();
    let count = place_of(&data, 0x6fff_fff9);
    other[count..count + 8].copy_from_slice(&8_u64.to_le_bytes());
    other[count + 8..count + 16].fill(0);
    let asked = queries(file, &data, 0, &mut Random(9));
    judge("twice", (&data, &other), &asked);
    judge("twice", (&other, &data), &asked);
}

#[test]
fn data_that_a_section_calls_a_note_is_no_stamp() {
    // .rodata of both copies begins like a build-id note, and a section header says that it is one.
    let oracle = oracle();
    let file = &oracle.files["base.so"];
    let mut data = read("base.so");
    let rodata = &file.sections[".rodata"];
    let at = usize::try_from(rodata.offset).unwrap();
    let descriptor = u32::try_from(rodata.size - 16).unwrap();
    data[at..at + 4].copy_from_slice(&4_u32.to_le_bytes());
    data[at + 4..at + 8].copy_from_slice(&descriptor.to_le_bytes());
    data[at + 8..at + 12].copy_from_slice(&3_u32.to_le_bytes());
    data[at + 12..at + 16].copy_from_slice(b"GNU\0");
    let table = usize::try_from(u64::from_le_bytes(data[40..48].try_into().unwrap())).unwrap();
    let header = (0..40)
        .map(|index| table + index * 64)
        .find(|header| data[header + 24..header + 32] == rodata.offset.to_le_bytes());
    data[header.unwrap() + 4..header.unwrap() + 8].copy_from_slice(&7_u32.to_le_bytes());
    let mut other = data.clone();
    other[at + 20] ^= 1;
    assert_eq!(compare(&data, &other).unwrap().verdict, Verdict::CodeEqual);
}

#[test]
fn code_in_an_empty_program_header_is_code() {
    // Without a section table, in a segment that holds the headers and runs.
    let oracle = oracle();
    let (file, mut data) = (&oracle.files["mixed-a.so"], read("mixed-a.so"));
    data[40..48].fill(0);
    data[60..64].fill(0);
    let stack = program_header(segment_index(file, "GNU_STACK", "R"), 0);
    data[stack..stack + 56].fill(0x90);
    data[stack..stack + 4].fill(0);
    let mut other = data.clone();
    other[stack + 30] = 0xcc;
    let found = compare(&data, &other).unwrap();
    assert_eq!(found.verdict, Verdict::CodeDiffers, "{}", found.sentence);
}

#[test]
fn other_processor_flags_are_other_code() {
    let data = read("base.so");
    let mut other = data.clone();
    other[0x30] = 1;
    let found = compare(&data, &other).unwrap();
    assert_eq!(found.doubts, ["The copies state other processor flags (e_flags)."]);
}

#[test]
fn a_match_that_overlaps_another_is_not_unique() {
    // A stretch of one repeated instruction, longer than the bytes that are compared and shorter than twice as long.
    let oracle = oracle();
    let (file, mut data) = (&oracle.files["stripped.so"], read("stripped.so"));
    let text = &file.sections[".text"];
    let start = usize::try_from(text.offset).unwrap();
    let mut other = data.clone();
    for at in 0..100 {
        data[start + at] = [0x48, 0x8b, 0x00][at % 3];
        other[start + at] = [0x00, 0x48, 0x8b][at % 3];
    }
    let answers = carry(&data, &[("other", &other)], &parse(&format!("{:#x}", text.address)));
    let Asked::Place(place) = &answers[0].place else { panic!("{answers:?}") };
    assert_eq!((place.unit.bound, place.unit.size), (Bound::Window, 64));
    assert!(matches!(answers[0].copies[0].outcome, Outcome::Differs { .. }), "{answers:?}");
}

/// A few fields of the headers, set to what hostile files have there.
fn deface(file: &File, data: &mut [u8], random: &mut Random) {
    let sections = usize::try_from(u64::from_le_bytes(data[40..48].try_into().unwrap())).unwrap();
    let text = &file.sections[".text"];
    for _ in 0..=random.below(3) {
        let (at, size) = match random.below(5) {
            0 => [(24, 8), (32, 8), (40, 8), (56, 2), (60, 2), (62, 2)][random.below(6)],
            1 | 2 => {
                let header = 64 + 56 * random.below(file.segments.len());
                let (field, size) = [(0, 4), (4, 4), (8, 8), (16, 8), (32, 8), (40, 8)][random.below(6)];
                (header + field, size)
            }
            _ => {
                let header = sections + 64 * (1 + random.below(file.sections.len()));
                let (field, size) = [(4, 4), (8, 8), (16, 8), (24, 8), (32, 8), (40, 4)][random.below(6)];
                (header + field, size)
            }
        };
        let length = u64::try_from(data.len()).unwrap();
        let odd = [
            0,
            1,
            2,
            7,
            0x1000,
            0x2000,
            text.offset + 16,
            text.size,
            length,
            length - 8,
            1 << 32,
            u64::MAX - 4095,
            u64::MAX,
        ];
        data[at..at + size].copy_from_slice(&odd[random.below(odd.len())].to_le_bytes()[..size]);
    }
}

#[test]
fn a_changed_instruction_is_never_called_equal_whatever_the_headers_say() {
    let oracle = oracle();
    let mut random = seeded(0x00c0_ffee_0ddb_a115);
    let mut loadable = 0;
    for name in ["base.so", "stripped.so", "zeros.so"] {
        let (file, whole) = (&oracle.files[name], read(name));
        let text = &file.sections[".text"];
        let asked = queries(file, &whole, 4, &mut random);
        for round in 0..rounds(120) {
            let mut data = whole.clone();
            deface(file, &mut data, &mut random);
            let into = u64::try_from(random.below(usize::try_from(text.size).unwrap())).unwrap();
            let mut other = data.clone();
            other[usize::try_from(text.offset + into).unwrap()] ^= 0x40;
            let what = format!("{name}: round {round}, .text+{into:#x}");
            for (a, b) in [(&data, &other), (&other, &data)] {
                let runs =
                    Loaded::of(a).and_then(|loaded| loaded.cell(text.address + into)).is_some_and(|cell| cell.runs);
                let Some(found) = compare(a, b) else { continue };
                // Where the segments no longer map it as code, it is none.
                if runs {
                    loadable += 1;
                    assert_eq!(found.verdict, Verdict::CodeDiffers, "{what}: {}", found.sentence);
                }
                if round % 8 == 0 {
                    judge(&what, (a, b), &asked);
                }
            }
        }
    }
    assert!(loadable > 200, "{loadable}");
}

#[test]
fn one_range_of_the_file_at_two_executable_addresses_is_compared_at_both() {
    // PT_GNU_STACK maps the code a second time, elsewhere; in one copy from the page behind.
    let oracle = oracle();
    let (file, data) = (&oracle.files["base.so"], read("base.so"));
    let stack = segment_index(file, "GNU_STACK", "R");
    let twice = |offset: u64| {
        let mut other = data.clone();
        other[program_header(stack, 0)..][..8].copy_from_slice(&[1, 0, 0, 0, 5, 0, 0, 0]);
        let fields = [(8, offset), (16, 0x9000), (24, 0x9000), (32, 0x80), (40, 0x80), (48, 0x1000)];
        for (field, value) in fields {
            other[program_header(stack, field)..][..8].copy_from_slice(&u64::to_le_bytes(value));
        }
        other
    };
    let (same, behind) = (twice(0x1000), twice(0x2000));
    assert_eq!(compare(&same, &behind).unwrap().verdict, Verdict::CodeDiffers);
    let mut stamped = same.clone();
    stamped[usize::try_from(file.sections[".rodata"].offset).unwrap()] ^= 1;
    assert_eq!(compare(&same, &stamped).unwrap().verdict, Verdict::CodeEqual);
    let asked = queries(file, &data, 8, &mut Random(11));
    judge("twice", (&same, &behind), &asked);
    judge("twice and once", (&data, &same), &asked);
}

#[test]
fn what_relocations_fill_is_not_confirmed_where_they_are_not_read() {
    // DT_RELA's tag is made Android's, whose packed form is not read: vtables are all zero in the file.
    let oracle = oracle();
    let (file, data) = (&oracle.files["base.so"], read("base.so"));
    let dynamic = &file.sections[".dynamic"];
    let span = usize::try_from(dynamic.offset).unwrap()..usize::try_from(dynamic.offset + dynamic.size).unwrap();
    let rela = span.step_by(16).find(|at| data[*at..at + 8] == 7_u64.to_le_bytes()).unwrap();
    let mut packed = data.clone();
    packed[rela..rela + 8].copy_from_slice(&0x6000_0011_u64.to_le_bytes());
    let answers = carry(&packed, &[("same", &packed)], &parse("_ZTVN4demo5ShapeE\ndemo::scaled\n+0x0"));
    assert_eq!(confidence(&answers[0]), Some(Confidence::Inferred), "{answers:?}");
    let why = "The copy asked from packs its relocations in Android's form, which is not read.";
    assert_eq!(answers[0].copies[0].remarks, [why]);
    assert_eq!(confidence(&answers[1]), Some(Confidence::Confirmed), "code has no such slots");
    // MIPS: its loader fills a table without being told by relocations.
    let mut mips = data.clone();
    mips[18] = 8;
    let answers = carry(&mips, &[("same", &mips)], &parse("_ZTVN4demo5ShapeE"));
    assert_eq!(confidence(&answers[0]), Some(Confidence::Inferred), "{answers:?}");
}
