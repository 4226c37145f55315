//! No bytes make it panic, hang or lose count: each prefix of the samples, and many mutations of them.

use wheelcard::binary::elf::{dynamic_symbols, local_symbols, ranges};
use wheelcard::binary::{identify, identify_head, kind};

use super::build::{ALLOC, Build, NOTE, PROGBITS};
use super::fixtures;
use super::ranges::assert_partition;

/// xorshift64*: the same mutations in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound.max(1)).unwrap()).unwrap()
    }
}

/// Everything that takes bytes, on these; what must hold of any bytes is held.
fn exercise(bytes: &[u8], context: &str) {
    let (whole, findings) = identify(bytes, "x.so");
    assert!(whole.complete);
    assert_eq!(whole.kind, kind(bytes, u64::try_from(bytes.len()).unwrap()), "{context}");
    for finding in findings {
        assert!(finding.code.contains('.') && !finding.detail.is_empty(), "{context}");
    }
    let half = &bytes[..bytes.len() / 2];
    identify_head(half, u64::try_from(bytes.len()).unwrap(), "x.so");
    assert_partition(&ranges(bytes), bytes.len(), context);
    for symbols in [dynamic_symbols(bytes), local_symbols(bytes)].into_iter().flatten() {
        assert!(symbols.iter().map(|symbol| symbol.name().len()).max().unwrap_or(0) <= 1 << 16);
    }
}

/// Small files of every format.
fn samples() -> Vec<(String, Vec<u8>)> {
    let mut samples = fixtures::small_elf_files();
    let others = [
        "macho/library.dylib",
        "macho/powerpc.dylib",
        "macho/program",
        "macho/universal64.dylib",
        "pe/codeview.dll",
        "cases/c18_lib.a",
        "cases/c17_lfs.so",
        "cases/c17_linker_script.so",
    ];
    samples.extend(others.map(|file| (file.to_owned(), fixtures::bytes(file))));
    let universal = "wheels/oddities/MarkupSafe-3.0.2-cp312-cp312-macosx_10_13_universal2.whl";
    let module = fixtures::member(universal, "markupsafe/_speedups.cpython-312-darwin.so");
    // The first slice, which is small.
    samples.push(("markupsafe x86_64".to_owned(), module[4096..4096 + 9096].to_vec()));
    samples
}

#[test]
fn every_prefix_of_every_sample_is_survived() {
    for (name, bytes) in samples() {
        // Every length of the small ones; of the others every length of the headers, then in steps that hit all residues.
        let step = if bytes.len() <= 1024 { 1 } else { 61 };
        let lengths = (0..bytes.len().min(1024)).chain((1024..bytes.len()).step_by(step));
        for len in lengths {
            exercise(&bytes[..len], &format!("{name} cut to {len}"));
        }
    }
}

#[test]
fn every_single_byte_of_the_headers_may_be_anything() {
    for (name, bytes) in samples() {
        let mut mutated = bytes.clone();
        for at in 0..bytes.len().min(260) {
            for value in [0, 0x80, 0xff] {
                mutated[at] = value;
                exercise(&mutated, &format!("{name} with {value:#x} at {at}"));
            }
            mutated[at] = bytes[at];
        }
    }
}

#[test]
fn random_mutations_are_survived() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (name, bytes) in samples() {
        for round in 0..300 {
            let mut mutated = bytes.clone();
            for _ in 0..=random.below(8) {
                let at = random.below(mutated.len());
                let value = random.next().to_le_bytes();
                let width = [1, 2, 4, 8][random.below(4)].min(mutated.len() - at);
                // Near a power of two, where sums overflow, or anything.
                let edge = [0, u64::MAX, 1 << 31, 1 << 32, u64::MAX >> 1][random.below(5)].to_le_bytes();
                let source = if random.below(2) == 0 { value } else { edge };
                mutated[at..at + width].copy_from_slice(&source[..width]);
            }
            exercise(&mutated, &format!("{name} round {round}"));
        }
    }
}

#[test]
fn random_mutations_of_section_headers_are_survived() {
    let mut random = Random(42);
    for (name, bytes) in fixtures::small_elf_files() {
        if bytes.len() < 64 || bytes[4] != 2 {
            continue;
        }
        let table = usize::try_from(u64::from_le_bytes(bytes[40..48].try_into().unwrap())).unwrap_or(usize::MAX);
        let Some(len) = bytes.len().checked_sub(table).filter(|len| *len > 64) else { continue };
        for round in 0..300 {
            let mut mutated = bytes.clone();
            for _ in 0..=random.below(6) {
                let at = table + random.below(len);
                mutated[at] = u8::try_from(random.next() & 0xff).unwrap();
            }
            exercise(&mutated, &format!("{name} section headers, round {round}"));
        }
    }
}

#[test]
fn headers_that_all_claim_the_same_huge_range_cost_no_more_than_one() {
    // 20,000 note sections of the same 8 MB, each full of notes of 12 bytes.
    let mut build = Build::default().section(".note.big", NOTE, ALLOC, 4, vec![0; 8 << 20]);
    for _ in 0..20_000 {
        build = build.section(".note.x", NOTE, 0, 1, Vec::new());
    }
    let file = build.build();
    let mut bytes = file.bytes;
    let (offset, size) = (u64::try_from(file.offsets[0]).unwrap(), 8_u64 << 20);
    for index in 2..20_002 {
        let header = file.section_table + index * 64;
        bytes[header + 24..header + 32].copy_from_slice(&offset.to_le_bytes());
        bytes[header + 32..header + 40].copy_from_slice(&size.to_le_bytes());
    }
    // Without the bound it is an hour.
    let (_, findings) = fixtures::binary(&bytes, "x.so");
    assert_partition(&ranges(&bytes), bytes.len(), "huge");
    assert!(fixtures::codes(&findings).contains(&"elf.limit"));
}

#[test]
fn a_claim_of_four_billion_sections_is_refused_before_memory_is_asked_for() {
    let built = Build::default().section(".text", PROGBITS, ALLOC, 1, vec![0; 4]).build();
    let mut bytes = built.bytes;
    // e_shnum 0: the count stands in section 0's size.
    bytes[60..62].copy_from_slice(&[0, 0]);
    let size = built.section_table + 32;
    bytes[size..size + 8].copy_from_slice(&u64::from(u32::MAX).to_le_bytes());
    let (elf, findings) = fixtures::elf(&bytes, "x.so");
    assert_eq!(elf.sections, None);
    assert_eq!(fixtures::codes(&findings), ["elf.bad-section-table"]);
    assert!(findings[0].detail.starts_with("the header claims 4294967295 section headers, 274877906880 bytes"));
}
