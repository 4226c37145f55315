//! Every byte of an ELF file belongs to exactly one range.

use wheelcard::binary::elf::{Range, RangeClass, ranges};

use super::build::{ALLOC, Build, EXEC, LOAD, NOTE, PROGBITS};
use super::fixtures;

/// Fails unless the ranges cover the file from its first byte to its last, each once.
pub(crate) fn assert_partition(ranges: &[Range], size: usize, context: &str) {
    let mut at = 0;
    for range in ranges {
        assert_eq!(range.offset, at, "{context}: {range:?}");
        assert!(range.size > 0, "{context}: {range:?}");
        at = range.offset + range.size;
    }
    assert_eq!(at, u64::try_from(size).unwrap(), "{context}");
}

fn row(range: &Range) -> (&str, RangeClass, u64, u64, Option<u64>) {
    (&range.name, range.class, range.offset, range.size, range.address)
}

/// The class of the byte at `offset`.
fn class_at(ranges: &[Range], offset: usize) -> RangeClass {
    let offset = u64::try_from(offset).unwrap();
    ranges.iter().find(|range| range.offset <= offset && offset < range.offset + range.size).unwrap().class
}

#[test]
fn every_elf_file_is_divided_without_overlap_and_without_a_hole() {
    let mut files = fixtures::small_elf_files();
    for set in ["cffi", "frozenlist", "iree_runtime", "jaxlib", "mujoco", "oddities", "pyarrow", "pyzmq"] {
        for wheel in fixtures::wheels(&format!("wheels/{set}")) {
            files.extend(fixtures::members(&format!("wheels/{set}/{wheel}")));
        }
    }
    let files: Vec<_> = files.into_iter().filter(|(_, bytes)| bytes.starts_with(b"\x7fELF")).collect();
    assert!(files.len() > 100, "{}", files.len());
    for (name, bytes) in files {
        assert_partition(&ranges(&bytes), bytes.len(), &name);
    }
}

#[test]
fn what_is_no_elf_file_is_one_gap_and_what_is_empty_is_nothing() {
    let gap = ranges(b"text");
    assert_eq!(gap.iter().map(row).collect::<Vec<_>>(), [("gap", RangeClass::Gap, 0, 4, None)]);
    assert!(ranges(b"").is_empty());
}

#[test]
fn a_real_library_is_laid_out_as_readelf_lists_it() {
    use RangeClass::{Code, Data, Debug, Gap, Headers, Identity};
    // readelf -SW debug.so, -lW and -hW.
    let ranges = ranges(&fixtures::bytes("elf/debug.so"));
    let rows: Vec<_> = ranges.iter().map(row).filter(|row| row.1 != Gap).collect();
    let expected = readelf_sections("elf/debug.so");
    let class = |name: &str| match name {
        ".text" => Code,
        ".note.gnu.build-id" | ".comment" => Identity,
        ".symtab" | ".strtab" => Debug,
        ".shstrtab" => Headers,
        name if name.starts_with(".debug_") => Debug,
        _ => Data,
    };
    let mut wanted: Vec<(&str, RangeClass, u64, u64, Option<u64>)> = expected
        .iter()
        .map(|(name, address, offset, size)| {
            (name.as_str(), class(name), *offset, *size, (*address != 0).then_some(*address))
        })
        .collect();
    let (phnum, shnum) = (8, 20);
    wanted.push(("ELF header", Headers, 0, 64, None));
    wanted.push(("program headers", Headers, 64, phnum * 56, None));
    wanted.push(("section headers", Headers, 0x33a8, shnum * 64, None));
    wanted.sort_by_key(|row| row.2);
    assert_eq!(rows, wanted);
}

/// Sections with bytes from `readelf -SW`, committed beside the file: name, address, offset, size.
fn readelf_sections(file: &str) -> Vec<(String, u64, u64, u64)> {
    let text = String::from_utf8(fixtures::bytes(&format!("{file}.sections.txt"))).unwrap();
    let rows = text.lines().filter_map(|line| {
        let line = line.trim_start().strip_prefix('[')?;
        let (_, rest) = line.split_once(']')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |index: usize| u64::from_str_radix(fields.get(index)?, 16).ok();
        let bytes = fields.get(1).is_some_and(|kind| *kind != "NOBITS" && *kind != "NULL" && *kind != "Type");
        let row = (fields.first()?.to_string(), number(2)?, number(3)?, number(4)?);
        (bytes && row.3 > 0).then_some(row)
    });
    rows.collect()
}

#[test]
fn without_a_section_table_segments_and_the_build_id_are_the_ranges() {
    let bytes = fixtures::bytes("elf/no_sections.so");
    let ranges = ranges(&bytes);
    assert_partition(&ranges, bytes.len(), "no_sections.so");
    let identity: Vec<_> = ranges.iter().filter(|range| range.class == RangeClass::Identity).collect();
    // readelf -n with -l: the note at 0x238, 16 bytes and the 20 of the id, mapped at the same address.
    assert_eq!(identity.len(), 1);
    assert_eq!((identity[0].size, identity[0].address), (36, Some(identity[0].offset)));
    let code: u64 = ranges.iter().filter(|range| range.class == RangeClass::Code).map(|range| range.size).sum();
    // The rest of the code's page is mapped with it.
    let runs: Vec<_> = ranges.iter().filter(|range| range.executable).map(|r| (r.class, r.offset, r.size)).collect();
    assert_eq!(runs, [(RangeClass::Code, 0x1000, 0x139), (RangeClass::Gap, 0x1139, 0x2000 - 0x1139)]);
    // readelf -lW: the one segment with flags `R E`.
    assert_eq!(code, 0x139);
    assert!(ranges.iter().any(|range| range.name.starts_with("PT_LOAD #") && range.class == RangeClass::Data));
}

#[test]
fn bytes_after_the_end_are_overlay() {
    let mut bytes = fixtures::bytes("elf/debug.so");
    let end = bytes.len();
    bytes.extend_from_slice(b"123456789");
    let ranges = ranges(&bytes);
    let last = ranges.last().unwrap();
    assert_eq!(row(last), ("overlay", RangeClass::Overlay, u64::try_from(end).unwrap(), 9, None));
}

#[test]
fn where_a_section_table_is_damaged_nothing_is_called_overlay() {
    let bytes = fixtures::bytes("cases/c05_shoff_past_eof.so");
    let ranges = ranges(&bytes);
    assert_partition(&ranges, bytes.len(), "c05");
    assert!(ranges.iter().all(|range| range.class != RangeClass::Overlay));
}

#[test]
fn code_that_a_section_claims_as_comment_stays_code() {
    let built = Build::default()
        .section(".comment", PROGBITS, 0, 1, b"GCC: (GNU) 12.2.0\0".to_vec())
        .section(".text", PROGBITS, ALLOC | EXEC, 16, vec![0xc3; 64])
        .build();
    let (mut bytes, text) = (built.bytes, built.offsets[1]);
    assert_eq!(class_at(&ranges(&bytes), text), RangeClass::Code);
    assert_eq!(class_at(&ranges(&bytes), built.offsets[0]), RangeClass::Identity);
    // Section 1's offset and size: half of .text.
    let header = built.section_table + 64;
    bytes[header + 24..header + 32].copy_from_slice(&u64::try_from(text).unwrap().to_le_bytes());
    bytes[header + 32..header + 40].copy_from_slice(&32_u64.to_le_bytes());
    let ranges = ranges(&bytes);
    assert_partition(&ranges, bytes.len(), "overlap");
    assert_eq!(class_at(&ranges, text), RangeClass::Code);
    assert_eq!(class_at(&ranges, text + 63), RangeClass::Code);
}

#[test]
fn loaded_bytes_are_never_stamp_by_name_alone() {
    for name in [".comment", ".gnu_debuglink", ".debug_info", ".shstrtab2", ".symtab"] {
        let built = Build::default().section(name, PROGBITS, 0, 16, vec![0xc3; 64]).segment(LOAD, 5, 0, 0).build();
        let ranges = ranges(&built.bytes);
        let range = ranges.iter().find(|range| range.name == name).unwrap();
        assert_eq!((range.class, range.executable), (RangeClass::Data, true), "{name}");
    }
    // A note section that holds anything but notes.
    let build = Build::default();
    let mut note = build.note(b"GNU\0", 3, &[1; 20], 4);
    let honest = build.section(".note.gnu.build-id", NOTE, ALLOC, 4, note.clone()).build();
    assert_eq!(class_at(&ranges(&honest.bytes), honest.offsets[0]), RangeClass::Identity);
    note.extend_from_slice(&[0xc3; 64]);
    let padded = Build::default().section(".note.gnu.build-id", NOTE, ALLOC, 4, note).build();
    assert_eq!(class_at(&ranges(&padded.bytes), padded.offsets[0]), RangeClass::Data);
}

#[test]
fn bytes_that_only_a_segment_accounts_for_are_a_gap_that_says_whether_it_can_run() {
    let built = Build::default()
        .section(".text", PROGBITS, ALLOC | EXEC, 16, vec![0xc3; 16])
        .section(".rodata", PROGBITS, ALLOC, 256, vec![1; 16])
        .segment(LOAD, 5, 0, 1)
        .build();
    let ranges = ranges(&built.bytes);
    let gap = ranges.iter().find(|range| range.offset == u64::try_from(built.offsets[0] + 16).unwrap()).unwrap();
    assert_eq!((gap.class, gap.executable), (RangeClass::Gap, true));
    assert_eq!(gap.address, Some(gap.offset));
    assert_eq!(gap.offset + gap.size, u64::try_from(built.offsets[1]).unwrap());
}

#[test]
fn a_companion_is_laid_out_by_its_sections_only() {
    let bytes = fixtures::bytes("cases/c19_debug_only.debug");
    let ranges = ranges(&bytes);
    assert_partition(&ranges, bytes.len(), "c19");
    assert!(ranges.iter().all(|range| range.class != RangeClass::Code));
}

#[test]
fn compressed_sections_say_so() {
    for file in ["elf/debug_zlib.so", "elf/debug_zlib_gnu.so"] {
        let ranges = ranges(&fixtures::bytes(file));
        assert!(ranges.iter().any(|range| range.compressed && range.class == RangeClass::Debug), "{file}");
    }
    assert!(ranges(&fixtures::bytes("elf/debug.so")).iter().all(|range| !range.compressed));
}
