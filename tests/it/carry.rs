//! The carry box on compiled truths: each function, slot and string against what nm and readelf say of both copies.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "the panic of a test is its failure"
)]

use std::collections::BTreeMap;
use std::io::Read as _;

use wheelcard::evidence::RangeState;
use wheelcard::evidence::carry::{
    Answer, Asked, Bound, CopyAnswer, MovedBy, Outcome, Place, Spot, carry, carry_reading, csv, markdown, parse,
};
use wheelcard::parity::Confidence;

use crate::evidence::{File, Oracle, oracle, read};

/// Pairs of copies whose every symbol is asked for.
const PAIRS: [(&str, &str); 11] = [
    ("base.so", "stamp.so"),
    ("base.so", "longer.so"),
    ("base.so", "function.so"),
    ("base.so", "added.so"),
    ("base.so", "stripped.so"),
    ("base.so", "appended.so"),
    ("base.so", "shifted.so"),
    ("debug-a.so", "debug-b.so"),
    ("mixed-a.so", "mixed-b.so"),
    ("runpath.so", "runpath-patchelf.so"),
    ("unwound-a.so", "unwound-b.so"),
];

fn ask(a: &str, b: &str, queries: &str) -> Vec<Answer> {
    carry(&read(a), &[(b, &read(b))], &parse(queries))
}

/// The place and the only copy's answer to one query.
fn one(a: &str, b: &str, query: &str) -> (Place, CopyAnswer) {
    let answer = ask(a, b, query).remove(0);
    let Asked::Place(place) = answer.place else { panic!("{query}: {:?}", answer.place) };
    (place, answer.copies.into_iter().next().unwrap())
}

fn confidence(outcome: &Outcome) -> Option<Confidence> {
    match outcome {
        Outcome::SameAddress { confidence, .. } | Outcome::Moved { confidence, .. } => Some(*confidence),
        _ => None,
    }
}

/// Each name that stands once in a file, with address and size.
fn unique(file: &File) -> BTreeMap<&str, (u64, u64)> {
    let mut found: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let mut twice = Vec::new();
    for (address, size, name) in &file.symbols {
        if found.insert(name, (*address, *size)).is_some_and(|before| before != (*address, *size)) {
            twice.push(name.as_str());
        }
    }
    found.retain(|name, _| !twice.contains(name));
    found
}

/// The bytes of an address by readelf's section table.
fn bytes<'a>(file: &File, data: &'a [u8], address: u64, size: u64) -> Option<&'a [u8]> {
    let section = file.sections.values().find(|section| {
        section.kind != "NOBITS"
            && section.address > 0
            && (section.address..section.address + section.size).contains(&address)
    })?;
    let start = usize::try_from(section.offset + address - section.address).unwrap();
    data.get(start..start + usize::try_from(size).unwrap())
}

fn is_relocated(file: &File, address: u64, size: u64) -> bool {
    file.relocations.iter().any(|(at, ..)| at + 8 > address && *at < address + size)
}

fn check_symbol(oracle: &Oracle, a: &str, b: &str, name: &str, (address, size): (u64, u64), answer: &CopyAnswer) {
    let what = format!("{a} -> {b}: {name} at {address:#x}");
    let (in_a, in_b) = (&oracle.files[a], &oracle.files[b]);
    let there = unique(in_b)[name];
    let (x, y) = (read(a), read(b));
    let (x, y) = (bytes(in_a, &x, address, size).unwrap(), bytes(in_b, &y, there.0, there.1).unwrap());
    let equal = x == y;
    match &answer.outcome {
        Outcome::SameAddress { confidence, compared } => {
            assert_eq!((there.0, *compared), (address, size), "{what}");
            // Slots are judged by what they point to; the bytes of code and other data must be equal.
            assert!(equal || *confidence != Confidence::Confirmed, "{what} is confirmed, and its bytes differ");
        }
        Outcome::Moved { address: Some(found), confidence, compared, .. } => {
            assert_eq!((there.0, *compared), (*found, size), "{what}");
            assert_ne!(there.0, address, "{what}");
            assert!(equal || *confidence != Confidence::Confirmed, "{what} is confirmed, and its bytes differ");
        }
        Outcome::Differs { .. } => assert!(!equal || is_relocated(in_a, address, size), "{what}: {:?}", answer.outcome),
        other => panic!("{what}: {other:?}"),
    }
    // The strongest word, wherever it is due.
    if equal && there.1 == size && !is_relocated(in_a, address, size) {
        assert_eq!(confidence(&answer.outcome), Some(Confidence::Confirmed), "{what}: {:?}", answer.outcome);
    }
}

#[test]
fn every_symbol_is_found_where_nm_says_and_confirmed_only_where_its_bytes_are_equal() {
    let oracle = oracle();
    let mut looked_at = 0;
    for (a, b) in PAIRS.into_iter().filter(|(a, _)| !a.starts_with("unwound")) {
        let there = unique(&oracle.files[b]);
        for (name, (address, size)) in unique(&oracle.files[a]) {
            if !there.contains_key(name) {
                continue;
            }
            let by_name = ask(a, b, name).remove(0);
            check_symbol(&oracle, a, b, name, (address, size), &by_name.copies[0]);
            looked_at += 1;
        }
    }
    assert!(looked_at > 100, "{looked_at}");
}

#[test]
fn every_function_is_found_by_any_of_its_addresses() {
    let oracle = oracle();
    for (a, b) in PAIRS {
        let there = unique(&oracle.files[b]);
        let text = &oracle.files[a].sections[".text"];
        for (name, (address, size)) in unique(&oracle.files[a]) {
            if !(text.address..text.address + text.size).contains(&address) || !there.contains_key(name) {
                continue;
            }
            for into in [0, 1, size - 1] {
                let (place, answer) = one(a, b, &format!("{:#x}", address + into));
                assert_eq!((place.unit.before, place.unit.size), (into, size), "{a}: {name}");
                let found = match &answer.outcome {
                    Outcome::SameAddress { .. } => Some(address + into),
                    Outcome::Moved { address, .. } => *address,
                    Outcome::Differs { .. } => None,
                    Outcome::NotFound { why } => panic!("{a} -> {b}: {name}: {why}"),
                };
                if let Some(found) = found {
                    assert_eq!(found, there[name].0 + into, "{a} -> {b}: {name}+{into}");
                }
            }
        }
    }
}

#[test]
fn a_changed_function_is_shown_from_its_first_difference_on() {
    let (place, answer) = one("base.so", "function.so", "demo::scaled(int)");
    assert_eq!(place.symbol.unwrap().name, "_ZN4demo6scaledEi");
    let Outcome::Differs { a, b, .. } = answer.outcome else { panic!("{:?}", answer.outcome) };
    // objdump: `test edi,edi` is equal in both; the branch after it is not.
    assert_eq!((a.address, b.address), (Some(0x1059), Some(0x1059)));
    assert_eq!(a.instructions[0], "jle short 0x0000000000001072");
    assert_eq!(b.instructions[0], "jle short 0x0000000000001076");
}

#[test]
fn a_function_that_only_calls_elsewhere_is_not_confirmed() {
    // total() calls scaled() and twice(), whose distance another function changed.
    let (_, answer) = one("base.so", "function.so", "demo::total");
    let Outcome::Moved { by: MovedBy::Symbol, confidence, .. } = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_ne!(confidence, Confidence::Confirmed);
    assert!(answer.remarks[0].ends_with("of relocatable operands differ."), "{:?}", answer.remarks);
}

#[test]
fn a_vtable_slot_is_judged_by_what_the_loader_puts_into_it() {
    // Bytes of all these slots are zero in every file; only .rela.dyn tells them apart.
    let oracle = oracle();
    for (a, b) in PAIRS.into_iter().filter(|(a, _)| !a.starts_with("unwound")) {
        let (in_a, in_b) = (unique(&oracle.files[a]), unique(&oracle.files[b]));
        let vtable = (in_a["_ZTVN4demo5ShapeE"].0, in_b["_ZTVN4demo5ShapeE"].0);
        let area = (in_a["_ZNK4demo5Shape4areaEi"].0, in_b["_ZNK4demo5Shape4areaEi"].0);
        let (place, answer) = one(a, b, &format!("{:#x}", vtable.0 + 16));
        assert_eq!(place.target.as_deref(), Some("demo::Shape::area(int) const"), "{a}");
        assert_eq!(place.unit.bound, Bound::Slot);
        assert_eq!(answer.target.as_deref(), Some("demo::Shape::area(int) const"), "{b}");
        let found = match answer.outcome {
            Outcome::SameAddress { confidence, .. } => (vtable.0 + 16, confidence),
            Outcome::Moved { address, confidence, .. } => (address.unwrap(), confidence),
            other => panic!("{a} -> {b}: {other:?}"),
        };
        assert_eq!(found.0, vtable.1 + 16, "{a} -> {b}");
        let confirmed = area.0 == area.1 && vtable.0 == vtable.1;
        assert_eq!(found.1 == Confidence::Confirmed, confirmed, "{a} -> {b}");
    }
}

#[test]
fn a_slot_with_an_address_and_no_symbol_names_its_target_also_in_packed_relocations() {
    let oracle = oracle();
    let hidden = |file: &str| unique(&oracle.files[file])["_ZN4demoL11hidden_slotEi"].0;
    for file in ["stamp.so", "added.so", "relr.so"] {
        let (place, answer) = one("base.so", file, "demo::slots+0x0\n");
        assert_eq!(place.unit.bound, Bound::Symbol);
        assert!(confidence(&answer.outcome).is_some(), "{file}: {:?}", answer.outcome);
        let slots = unique(&oracle.files["base.so"])["_ZN4demo5slotsE"].0;
        let (place, answer) = one("base.so", file, &format!("{slots:#x}"));
        assert_eq!(place.target.unwrap(), format!("{:#x} demo::hidden_slot(int)", hidden("base.so")));
        assert_eq!(answer.target.unwrap(), format!("{:#x} demo::hidden_slot(int)", hidden(file)), "{file}");
    }
}

#[test]
fn a_slot_that_points_to_another_function_is_never_confirmed() {
    // The addend of the first relocation (of slots[0]) is made that of twice().
    let mut other = read("base.so");
    let rela = &oracle().files["base.so"].sections[".rela.dyn"];
    let addend = usize::try_from(rela.offset + 16).unwrap();
    assert_eq!(other[addend..addend + 2], [0xa9, 0x10]);
    other[addend..addend + 2].copy_from_slice(&[0x20, 0x10]);
    let answers = carry(&read("base.so"), &[("patched", &other)], &parse("0x3e80, 0x3e88, demo::slots"));
    assert!(matches!(answers[0].copies[0].outcome, Outcome::Differs { .. }), "{:?}", answers[0]);
    assert_eq!(answers[0].copies[0].target.as_deref(), Some("0x1020 demo::twice(int)"));
    assert_eq!(confidence(&answers[1].copies[0].outcome), Some(Confidence::Confirmed));
    assert!(matches!(answers[2].copies[0].outcome, Outcome::Differs { .. }), "the whole table");
}

#[test]
fn equal_instructions_that_reach_another_symbol_are_not_confirmed() {
    // total() is called through a stub; the symbol of its JUMP_SLOT is made the next one of .dynsym. No byte of code changes.
    let mut other = read("base.so");
    let plt = &oracle().files["base.so"].sections[".rela.plt"];
    let symbol = usize::try_from(plt.offset + 8 + 4).unwrap();
    other[symbol] += 1;
    let queries = parse("0x1010, demo::hidden_slot, demo::scaled");
    let answers = carry(&read("base.so"), &[("patched", &other)], &queries);
    let confidences: Vec<_> = answers.iter().map(|answer| confidence(&answer.copies[0].outcome)).collect();
    assert_eq!(confidences, [Some(Confidence::Inferred), Some(Confidence::Inferred), Some(Confidence::Confirmed)]);
    let remark = &answers[1].copies[0].remarks[0];
    assert_eq!(remark, "It reaches demo::total(int) here and {vtable(demo::Shape)} there.");
    let found = wheelcard::evidence::compare(&read("base.so"), &other).unwrap();
    assert_eq!(found.verdict, wheelcard::evidence::Verdict::CodeEqual);
    assert_eq!(found.logic, Confidence::Inferred, "calls go elsewhere");
}

#[test]
fn a_string_is_found_whole_and_by_its_text_where_it_moved() {
    let good_morning = |file: &str| {
        let data = read(file);
        let at = data.windows(12).position(|window| window == b"good morning").unwrap();
        format!("+{at:#x}")
    };
    let text = "good morning, reader of addresses";
    let (place, answer) = one("base.so", "stamp.so", &good_morning("base.so"));
    assert_eq!((place.text.as_deref(), place.unit.size), (Some(text), 34));
    assert_eq!(answer.outcome, Outcome::SameAddress { confidence: Confidence::Confirmed, compared: 34 });
    // By its middle, in a file whose whole image moved.
    let middle = format!("{:#x}", place.address.unwrap() + 5);
    let (_, answer) = one("base.so", "shifted.so", &middle);
    let Outcome::Moved { address, by, .. } = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!((address, by), (Some(place.address.unwrap() + 5 + 0x10000), MovedBy::SectionShift));
}

#[test]
fn stripped_functions_are_found_by_their_unwind_entries_and_their_instructions() {
    let oracle = oracle();
    let there = unique(&oracle.files["unwound-b.so"]);
    let mut by_match = 0;
    for (name, (address, size)) in unique(&oracle.files["unwound-a.so"]) {
        // Local names: strip has taken them from both files.
        if !["_ZN4demo5twiceEi", "_ZN4demo6scaledEi", "_ZN4demoL11hidden_slotEi"].contains(&name) {
            continue;
        }
        let (place, answer) = one("unwound-a.so", "unwound-b.so", &format!("{address:#x}"));
        assert_eq!((place.unit.bound, place.unit.size), (Bound::Unwind, size), "{name}");
        let (found, confidence) = match answer.outcome {
            Outcome::SameAddress { confidence, .. } => (address, confidence),
            Outcome::Moved { address, confidence, by, .. } => {
                by_match += u32::from(by == MovedBy::UniqueMatch);
                (address.unwrap(), confidence)
            }
            // Too short to be told by its bytes.
            Outcome::Differs { .. } if size < 18 => continue,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(found, there[name].0, "{name}");
        assert!(found == address || confidence != Confidence::Confirmed, "{name}: a match of bytes is no proof");
    }
    assert!(by_match > 0);
}

#[test]
fn nothing_is_confirmed_in_a_file_whose_segments_are_in_doubt() {
    let mut odd = read("base.so");
    // The executable segment's address (program header 1, p_vaddr) no longer lies as its offset does.
    let at = 64 + 56 + 16;
    odd[at] = 0x10;
    let queries = parse("demo::scaled\n0x1020\n0x2000\ndemo::counter");
    for answer in carry(&read("base.so"), &[("odd", &odd)], &queries) {
        let copy = &answer.copies[0];
        assert_ne!(confidence(&copy.outcome), Some(Confidence::Confirmed), "{answer:?}");
        assert_ne!(confidence(&copy.outcome), Some(Confidence::Strong), "{answer:?}");
        assert!(!copy.remarks.is_empty());
    }
}

#[test]
fn every_function_of_real_wheels_for_any_machine_is_where_it_is_in_the_same_file() {
    let mut machines = std::collections::BTreeSet::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wheels/oddities");
    let mut wheels: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    wheels.retain(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheels.sort();
    for path in wheels {
        let mut archive = zip::ZipArchive::new(std::fs::File::open(&path).unwrap()).unwrap();
        for index in 0..archive.len() {
            let mut data = Vec::new();
            archive.by_index(index).unwrap().read_to_end(&mut data).unwrap();
            let Some(symbols) = wheelcard::binary::elf::dynamic_symbols(&data) else { continue };
            machines.insert(u16::from_le_bytes([data[18], data[19]]));
            let exported = symbols.iter().filter(|symbol| symbol.is_exported() && symbol.size > 0);
            let text = exported.map(|symbol| format!("{:#x}", symbol.value)).collect::<Vec<_>>().join("\n");
            for answer in carry(&data, &[("same", &data)], &parse(&text)) {
                let what = format!("{}: {answer:?}", path.display());
                let Asked::Place(place) = &answer.place else { panic!("{what}") };
                if place.unit.bound == Bound::Zeros {
                    assert_eq!(confidence(&answer.copies[0].outcome), Some(Confidence::Strong), "{what}");
                    continue;
                }
                assert_eq!(confidence(&answer.copies[0].outcome), Some(Confidence::Confirmed), "{what}");
                assert_eq!(answer.copies[0].remarks, Vec::<String>::new(), "{what}");
            }
            let same = wheelcard::evidence::compare(&data, &data).unwrap();
            assert_eq!(same.sentence, "Byte-identical: nothing differs.", "{}", path.display());
            assert!(same.ranges.iter().all(|pair| pair.state == RangeState::Equal));
            assert!(same.doubts.is_empty(), "{}: {:?}", path.display(), same.doubts);
        }
    }
    assert!(machines.len() >= 4, "{machines:?}");
}

#[test]
fn zero_initialised_memory_is_carried_and_never_confirmed() {
    /// Which name it is of there, and how sure that is; or why not.
    type Expected<'a> = Result<(&'a str, Confidence), &'a str>;
    use Confidence::{Inferred, Strong};
    let oracle = oracle();
    let address = |file: &str, name: &str| unique(&oracle.files[file])[name].0;
    let [plain, padded, larger, set] = ["zeros.so", "zeros-padded.so", "zeros-larger.so", "zeros-set.so"];
    let hidden = format!("{:#x}", address(padded, "hidden") + 4);
    // The copies, what is asked, and: which name it is of there, or none; how sure.
    let cases: [(&str, &str, &str, Expected<'_>); 8] = [
        (plain, padded, "table", Ok(("table", Strong))),
        (plain, larger, "pad", Ok(("pad", Strong))),
        (plain, larger, "counters", Ok(("counters", Inferred))),
        (plain, padded, "counters+0x8", Ok(("counters", Strong))),
        (plain, set, "table", Err("The symbol stands at 0x2000 in this copy, which is no zero-initialised memory.")),
        (padded, larger, &hidden, Ok(("hidden", Strong))),
        (padded, padded, &hidden, Ok(("hidden", Strong))),
        (
            padded,
            plain,
            &hidden,
            Err("Zero-initialised memory: no symbol names the place, and the section has another size in this copy."),
        ),
    ];
    for (a, b, query, expected) in cases {
        let (place, answer) = one(a, b, query);
        let what = format!("{a} -> {b}: {query}: {answer:?}");
        assert_eq!((place.unit.bound, place.offset, place.range.as_str()), (Bound::Zeros, None, ".bss"), "{what}");
        match expected {
            Err(why) => assert_eq!(answer.outcome, Outcome::NotFound { why: why.to_owned() }, "{what}"),
            Ok((name, sure)) => {
                let into = place.address.unwrap() - address(a, name);
                let there = address(b, name) + into;
                assert_eq!(answer.outcome.there(&place), Some(Spot::Address(there)), "{what}");
                assert_eq!(confidence(&answer.outcome), Some(sure), "{what}");
            }
        }
    }
    // The function that reaches all of it holds no address of it, and its instructions are the same.
    let (_, answer) = one(padded, larger, "find");
    assert_eq!(confidence(&answer.outcome), Some(Confidence::Confirmed), "{answer:?}");
}

#[test]
fn ghidras_names_are_read_with_its_base_and_the_answer_says_so() {
    let (place, _) = one("base.so", "stamp.so", "FUN_00101020");
    assert_eq!(place.address, Some(0x1020));
    let note = "Read with Ghidra's base of 0x100000, as 0x1020; a line `base 0x0` reads it plain.";
    assert_eq!(place.note.as_deref(), Some(note));
    let (place, _) = one("base.so", "stamp.so", "base 0x0\nFUN_00001020");
    assert_eq!((place.address, place.note), (Some(0x1020), None));
    // This file begins at 0x10000, and Ghidra leaves it there.
    let (place, _) = one("shifted.so", "base.so", "FUN_00011020");
    assert_eq!((place.address, place.note), (Some(0x11020), None));
    let (place, _) = one("shifted.so", "base.so", "libdemo.so.1+0x1020");
    assert_eq!(place.address, Some(0x11020));
    assert_eq!(place.note.as_deref(), Some("Counted from where the file begins in memory, at 0x10000."));
    let csv = csv(&ask("base.so", "stamp.so", "FUN_00101020"));
    assert!(csv.contains("Read with Ghidra's base"), "{csv}");
}

#[test]
fn exports_give_the_place_and_not_the_first_difference() {
    // demo::scaled differs from its byte 2 on (objdump: the branch after `test edi,edi`).
    let scaled = unique(&oracle().files["base.so"])["_ZN4demo6scaledEi"].0;
    let there = unique(&oracle().files["function.so"])["_ZN4demo6scaledEi"].0;
    let answers = ask("base.so", "function.so", "demo::scaled(int)");
    let Outcome::Differs { b, .. } = &answers[0].copies[0].outcome else { panic!("{answers:?}") };
    assert_eq!(b.address, Some(there + 2));
    assert!(csv(&answers).contains(&format!("\"{scaled:#x}\"")));
    assert!(csv(&answers).contains(&format!("\"does not carry: other bytes\",\"{there:#x}\"")), "{}", csv(&answers));
}

#[test]
fn what_is_not_there_is_answered_with_a_sentence() {
    let cases = [
        ("0x999999", "Nothing is loaded at 0x999999."),
        (
            "0x101020",
            "Nothing is loaded at 0x101020. If Ghidra showed this address, its base of 0x100000 must be taken off: 0x1020.",
        ),
        (
            "0x7ffff7fb9020",
            "Nothing is loaded at 0x7ffff7fb9020. If it is an address of a running process, take off it where the file was loaded there.",
        ),
        ("no_such_symbol", "No symbol of this copy is called no_such_symbol."),
        ("demo::twice+0x100", "demo::twice(int) has 21 bytes, so nothing of it lies 0x100 bytes into it."),
        ("+0x99999999", "The file ends at offset 0x38e0."),
        ("12345", "This could be decimal or hex; write 0x12345 if it is a hex address."),
    ];
    for (query, why) in cases {
        let answer = ask("base.so", "stamp.so", query).remove(0);
        assert_eq!(answer.place, Asked::Nothing(why.to_owned()), "{query}");
        assert!(answer.copies.is_empty());
    }
    let answers = carry(b"no ELF", &[("b", b"neither")], &parse("0x1"));
    assert_eq!(answers[0].place, Asked::Nothing("The copy asked from is no ELF file.".to_owned()));
    let answers = carry(&read("base.so"), &[("b", b"no ELF")], &parse("0x1020"));
    assert_eq!(answers[0].copies[0].outcome, Outcome::NotFound { why: "This copy is no ELF file.".to_owned() });
}

#[test]
fn copies_that_are_read_one_after_another_get_the_same_answers() {
    let (a, b, c) = (read("base.so"), read("stamp.so"), read("shifted.so"));
    let queries = parse("demo::total\n0x2000\nnothing\n+0x40");
    let names = ["cp311", "cp312"].map(str::to_owned);
    let others = [b.clone(), c.clone()];
    let answers = carry_reading(&a, &names, |at| Ok(others[at].clone()), &queries).unwrap();
    assert_eq!(answers, carry(&a, &[("cp311", &b), ("cp312", &c)], &queries));
    assert_eq!(carry_reading(&a, &names, |_| Err("gone".to_owned()), &queries), Err("gone".to_owned()));
}

#[test]
fn both_exports_have_a_row_for_each_query_and_copy() {
    let (a, b, c) = (read("base.so"), read("stamp.so"), read("shifted.so"));
    let answers = carry(&a, &[("cp311", &b), ("cp312", &c)], &parse("demo::total\n0x2000\nnothing"));
    let csv = csv(&answers);
    assert_eq!(csv.matches("\r\n").count(), 1 + 2 + 2 + 1);
    let total = csv.lines().find(|line| line.contains("cp312")).unwrap();
    assert_eq!(
        total,
        "\"demo::total\",\"0x108f\",\".text demo::total(int)\",\"cp312\",\"moved\",\"0x1108f\",\"symbol\",\"CONFIRMED\",\"26\",\"\""
    );
    let markdown = markdown(&answers);
    assert_eq!(markdown.lines().count(), 2 + 2 + 2 + 1);
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(markdown.lines().all(|line| cells(line) == 11), "{markdown}");
}
