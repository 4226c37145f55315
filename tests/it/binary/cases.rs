//! Odd binaries from public reports, one test for each kind; `tests/fixtures/README.md` lists the reports.

use wheelcard::binary::{ElfClass, Endian, FileKind, Group, IdKind, IdSource, Role, RoleEvidence, identify};
use wheelcard::finding::{Finding, Severity};

use super::build::{ALLOC, Build, EXEC, NOTE, PROGBITS, PT_NOTE};
use super::fixtures::{self, binary, codes, elf};

/// The id in most of the samples.
const ID: &str = "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3";

fn id_bytes() -> Vec<u8> {
    (0xa0..=0xb3).collect()
}

/// GNU ids with their sources.
fn gnu_ids(bytes: &[u8]) -> Vec<(String, IdSource)> {
    let ids = binary(bytes, "x.so").0.ids.into_iter().filter(|id| id.kind == IdKind::GnuBuildId);
    ids.map(|id| (id.text, id.source)).collect()
}

fn one(text: &str, source: IdSource) -> Vec<(String, IdSource)> {
    vec![(text.to_owned(), source)]
}

fn finding<'a>(findings: &'a [Finding], code: &str) -> &'a Finding {
    findings.iter().find(|finding| finding.code == code).unwrap_or_else(|| panic!("no {code}: {findings:?}"))
}

#[test]
fn c01_a_stale_note_segment_is_said_and_the_id_comes_from_the_section() {
    let bytes = fixtures::bytes("cases/c01_ptnote_garbage.so");
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::Section));
    let (_, findings) = binary(&bytes, "lib/c01.so");
    assert_eq!(codes(&findings), ["elf.stale-note-segment"]);
    let stale = &findings[0];
    assert_eq!(stale.severity, Severity::Warning);
    assert_eq!(stale.member.as_deref(), Some("lib/c01.so"));
    assert_eq!(stale.offset, Some(0));
    assert_eq!(
        stale.detail,
        format!(
            "PT_NOTE is stale (patchelf-style): the 36 bytes at offset 0x0 to which it points hold no readable note, \
             while the note sections do (GNU build-id {ID})"
        )
    );
}

#[test]
fn c01_a_note_segment_past_the_end_of_the_file_is_as_stale() {
    let mut bytes = fixtures::bytes("cases/c01_ptnote_garbage.so");
    bytes[72..80].copy_from_slice(&0x10_0000_u64.to_le_bytes());
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::Section));
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.segment-past-end", "elf.stale-note-segment"]);
}

#[test]
fn c01_a_note_segment_over_zeros_is_as_stale() {
    let build = Build::default();
    let note = build.note(b"GNU\0", 3, &id_bytes(), 4);
    let bytes = build
        .section(".note.gnu.build-id", NOTE, ALLOC, 4, note)
        .section(".zeros", PROGBITS, ALLOC, 4, vec![0; 36])
        .segment(PT_NOTE, 4, 1, 1)
        .build()
        .bytes;
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::Section));
    let (elf, findings) = elf(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.stale-note-segment"]);
    assert_eq!(elf.notes.len(), 1);
}

#[test]
fn c01_another_id_in_the_segment_is_an_alarm_and_both_are_shown() {
    let build = Build::default();
    let (section, segment) = (build.note(b"GNU\0", 3, &id_bytes(), 4), build.note(b"GNU\0", 3, &[1; 20], 4));
    let bytes = build
        .section(".note.gnu.build-id", NOTE, ALLOC, 4, section)
        .section(".elsewhere", PROGBITS, ALLOC, 4, segment)
        .segment(PT_NOTE, 4, 1, 1)
        .build()
        .bytes;
    let other = "01".repeat(20);
    assert_eq!(gnu_ids(&bytes), [(ID.to_owned(), IdSource::Section), (other.clone(), IdSource::Segment)]);
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.build-ids-disagree"]);
    assert_eq!(findings[0].severity, Severity::Alarm);
    assert_eq!(
        findings[0].detail,
        format!("the note sections say GNU build-id {ID}, the PT_NOTE segments say {other}")
    );
}

#[test]
fn c02_a_gnu_id_outside_the_note_segment_is_found_beside_the_go_id_inside() {
    let build = Build::default();
    let (go, gnu) = (build.note(b"Go\0\0", 4, b"abc/def", 4), build.note(b"GNU\0", 3, &id_bytes(), 4));
    let bytes = build
        .section(".note.go.buildid", NOTE, ALLOC, 4, go)
        .section(".note.gnu.build-id", NOTE, ALLOC, 4, gnu)
        .segment(PT_NOTE, 4, 0, 0)
        .build()
        .bytes;
    let (binary, findings) = binary(&bytes, "x");
    let ids: Vec<_> = binary.ids.iter().map(|id| (id.kind, id.text.as_str(), id.source)).collect();
    assert_eq!(
        ids,
        [(IdKind::GoBuildId, "abc/def", IdSource::SectionAndSegment), (IdKind::GnuBuildId, ID, IdSource::Section)]
    );
    assert_eq!(
        finding(&findings, "elf.build-id-one-sided").detail,
        format!("GNU build-id {ID} stands in a note section, but in no PT_NOTE segment")
    );
}

#[test]
fn c03_a_bad_note_costs_only_itself() {
    let bytes = fixtures::bytes("cases/c03_bad_note_first.so");
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::SectionAndSegment));
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.unreadable-notes"]);
    assert_eq!(findings[0].offset, Some(0x78));
    assert_eq!(
        findings[0].detail,
        "1 unreadable note: in section .note.stapsdt at offset 0x78, a descriptor of 2147483647 bytes does not fit into \
         the 28 bytes that are left"
    );
}

#[test]
fn c03_notes_before_the_bad_one_in_its_section_are_kept_and_each_bad_place_counts() {
    let build = Build::default();
    let mut first = build.note(b"GNU\0", 3, &id_bytes(), 4);
    first.extend(build.note(b"GNU\0", 3, &[2; 20], 4));
    let second = first.len() / 2;
    first[second..second + 4].copy_from_slice(&0xffff_ffff_u32.to_le_bytes());
    let bytes =
        build.section(".note.a", NOTE, ALLOC, 4, first).section(".note.b", NOTE, ALLOC, 4, vec![1; 7]).build().bytes;
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::Section));
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(
        finding(&findings, "elf.unreadable-notes").detail,
        "2 unreadable notes: in section .note.a at offset 0x64, a name of 4294967295 bytes does not fit into the 36 bytes \
         that are left; in section .note.b at offset 0x88, 7 bytes are left, fewer than a note's header has"
    );
}

#[test]
fn c03b_an_alignment_of_16_is_read_as_4() {
    let build = Build::default();
    let note = build.note(b"GNU\0", 3, &id_bytes(), 4);
    let bytes = build.section(".note.gnu.build-id", NOTE, ALLOC, 16, note).segment(PT_NOTE, 4, 0, 0).build().bytes;
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::SectionAndSegment));
    assert!(codes(&binary(&bytes, "x.so").1).is_empty());
}

#[test]
fn c04_without_section_headers_the_segments_tell() {
    let bytes = fixtures::bytes("cases/c04_no_shdr.so");
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::Segment));
    let (elf, findings) = elf(&bytes, "x.so");
    assert_eq!(elf.sections, None);
    assert_eq!(codes(&findings), ["elf.no-section-table"]);
    assert_eq!(findings[0].severity, Severity::Note);

    // The same of a real module: all that does not live in a section is still there.
    let (binary, findings) = binary(&fixtures::bytes("elf/no_sections.so"), "x.so");
    assert_eq!(codes(&findings), ["elf.no-section-table"]);
    assert_eq!((binary.role, binary.role_evidence), (Role::ExtensionModule, RoleEvidence::PythonExport));
    assert_eq!(binary.python_exports, ["PyInit_demo", "PyModExport_other"]);
    let elf = binary.elf.unwrap();
    let dynamic = elf.dynamic.unwrap();
    assert_eq!(dynamic.soname.as_deref(), Some("libmodule.so"));
    assert_eq!(dynamic.needed, ["libc.so.6"]);
    assert_eq!(dynamic.runpath.as_deref(), Some("$ORIGIN/../lib"));
    assert_eq!(elf.glibc.as_deref(), Some("GLIBC_2.2.5"));
}

#[test]
fn c05_a_section_table_past_the_end_costs_only_what_sections_say() {
    let bytes = fixtures::bytes("cases/c05_shoff_past_eof.so");
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::Segment));
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.bad-section-table"]);
    assert_eq!(findings[0].offset, Some(0x7fff_ff00));
    assert_eq!(
        findings[0].detail,
        "the header claims 4 section headers, 256 bytes at offset 0x7fffff00, but the file has 520 bytes"
    );
}

#[test]
fn c05b_sections_without_names_are_still_read() {
    let mut bytes = fixtures::bytes("cases/c06_bid_len20.so");
    bytes[62..64].copy_from_slice(&0x99_u16.to_le_bytes());
    assert_eq!(gnu_ids(&bytes), one("0102030405060708090a0b0c0d0e0f1011121314", IdSource::SectionAndSegment));
    let (elf, findings) = elf(&bytes, "x.so");
    assert_eq!(elf.sections, Some(4));
    assert_eq!(elf.notes[0].section.as_deref(), Some("#1"));
    assert_eq!(codes(&findings), ["elf.bad-section-names"]);
    assert_eq!(findings[0].detail, "the header puts the names into section 153 of 4");
}

#[test]
fn c05_a_table_whose_entries_have_another_size_is_not_read() {
    let mut bytes = fixtures::bytes("cases/c06_bid_len20.so");
    bytes[58..60].copy_from_slice(&72_u16.to_le_bytes());
    let (elf, findings) = elf(&bytes, "x.so");
    assert_eq!(elf.sections, None);
    assert_eq!(findings[0].detail, "a section header has 64 bytes, but the header states 72");
    bytes[54..56].copy_from_slice(&0_u16.to_le_bytes());
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.bad-section-table", "elf.bad-segment-table"]);
}

#[test]
fn c06_an_id_of_any_length_is_shown_whole() {
    let counted = |len: u8| wheelcard::bytes::hex(&(1..=len).collect::<Vec<u8>>());
    for len in [0_u8, 1, 8, 16, 20] {
        let bytes = fixtures::bytes(&format!("cases/c06_bid_len{len}.so"));
        assert_eq!(gnu_ids(&bytes), one(&counted(len), IdSource::SectionAndSegment));
        assert_eq!(binary(&bytes, "x.so").0.ids[0].bytes, u64::from(len));
    }
    for len in [3_u8, 32, 64] {
        let build = Build::default();
        let note = build.note(b"GNU\0", 3, &(1..=len).collect::<Vec<u8>>(), 4);
        let bytes = build.section(".note.gnu.build-id", NOTE, ALLOC, 4, note).segment(PT_NOTE, 4, 0, 0).build().bytes;
        assert_eq!(gnu_ids(&bytes), one(&counted(len), IdSource::SectionAndSegment));
    }
}

#[test]
fn c06_an_empty_id_is_not_an_absent_one() {
    let (binary, findings) = binary(&fixtures::bytes("cases/c06_bid_len0.so"), "x.so");
    assert_eq!(binary.ids.len(), 1);
    assert_eq!(codes(&findings), ["elf.empty-build-id"]);
}

#[test]
fn c07_notes_of_both_alignments_are_read() {
    let bytes = fixtures::bytes("cases/c07_prop8_then_bid.so");
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::SectionAndSegment));
    let (elf, findings) = elf(&bytes, "x.so");
    assert!(findings.is_empty());
    let notes: Vec<_> = elf.notes.iter().map(|n| (n.owner.as_str(), n.kind, n.size, n.offset)).collect();
    assert_eq!(notes, [("GNU", 5, 16, 0xb0), ("GNU", 3, 20, 0xd0)]);

    // Both in one section, each padded to 8: the id's name ends at 16, its descriptor begins there.
    let build = Build::default();
    let mut notes = build.note(b"GNU\0", 5, &[0; 12], 8);
    notes.extend(build.note(b"GNU\0", 3, &id_bytes(), 8));
    let bytes = build.section(".note.gnu.property", NOTE, ALLOC, 8, notes).build().bytes;
    assert_eq!(gnu_ids(&bytes), one(ID, IdSource::Section));
}

#[test]
fn c07b_two_ids_are_both_shown_and_said() {
    let build = Build::default();
    let mut notes = build.note(b"GNU\0", 3, &id_bytes(), 4);
    notes.extend(build.note(b"GNU\0", 3, &[2; 8], 4));
    let bytes = build.section(".note.gnu.build-id", NOTE, ALLOC, 4, notes).segment(PT_NOTE, 4, 0, 0).build().bytes;
    let source = IdSource::SectionAndSegment;
    assert_eq!(gnu_ids(&bytes), [(ID.to_owned(), source), ("0202020202020202".to_owned(), source)]);
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.several-build-ids"]);
    assert_eq!(findings[0].detail, format!("the file carries 2 GNU build-ids: {ID}, 0202020202020202"));
}

#[test]
fn c08_a_note_of_type_3_of_another_owner_is_no_build_id() {
    assert_eq!(gnu_ids(&fixtures::bytes("cases/c08_stapsdt_type3.so")), one(ID, IdSource::Section));
    for owner in [&b"GNUX"[..], b"gnu\0", b"GN\0\0", b"Go\0\0", b""] {
        let build = Build::default();
        let note = build.note(owner, 3, &id_bytes(), 4);
        let bytes = build.section(".note.gnu.build-id", NOTE, ALLOC, 4, note).build().bytes;
        assert!(gnu_ids(&bytes).is_empty(), "{owner:?}");
    }
}

#[test]
fn c09_a_go_build_id_is_text_and_no_gnu_id() {
    let bytes = fixtures::bytes("cases/c09_go_only");
    assert!(gnu_ids(&bytes).is_empty());
    let (binary, findings) = binary(&bytes, "x");
    assert!(findings.is_empty());
    let id = &binary.ids[0];
    assert_eq!((id.kind, id.text.as_str(), id.bytes), (IdKind::GoBuildId, "Bgx2UFKa/mnJs92cG/s1lDQjBs/bLaFlGo1", 35));
}

#[test]
fn c10_one_id_in_two_files_is_read_from_both() {
    let [a, b] = ["a", "b"].map(|name| fixtures::bytes(&format!("cases/c10_same_bid_{name}.so")));
    assert_ne!(a, b);
    assert_eq!(gnu_ids(&a), gnu_ids(&b));
    assert_eq!(gnu_ids(&a), one(ID, IdSource::SectionAndSegment));
}

#[test]
fn c17_what_is_named_like_a_library_and_is_none_is_named_as_what_it_is() {
    let cases = [
        ("cases/c17_empty.so", FileKind::Empty, "file.empty", "the file has 0 bytes"),
        ("cases/c17_lfs.so", FileKind::LfsPointer, "file.lfs-pointer", "the file is a git-LFS pointer of 128 bytes"),
        (
            "cases/c17_linker_script.so",
            FileKind::LinkerScript,
            "file.linker-script",
            "the file is a linker script of 42 bytes",
        ),
        (
            "cases/c17_trunc.so",
            FileKind::TruncatedElf,
            "file.truncated-elf",
            "the file has 7 bytes, fewer than its own ELF header",
        ),
    ];
    for (file, kind, code, detail) in cases {
        let (identified, findings) = identify(&fixtures::bytes(file), "lib/libx.so");
        assert_eq!(identified.kind, kind, "{file}");
        assert!(identified.binary.is_none());
        assert_eq!(codes(&findings), [code]);
        assert_eq!(findings[0].detail, detail);
    }
    let (identified, findings) = identify(b"not a library\n", "lib/libx.so.1");
    assert_eq!(identified.kind, FileKind::Text);
    assert_eq!(findings[0].code, "file.not-binary");
    assert_eq!(findings[0].detail, "the file is text");
    // Under other names these are nothing odd.
    for file in ["cases/c17_empty.so", "cases/c17_lfs.so", "cases/c17_linker_script.so"] {
        assert!(identify(&fixtures::bytes(file), "pkg/py.typed").1.is_empty());
    }
}

#[test]
fn an_elf_file_named_like_a_text_is_found_and_said() {
    let bytes = fixtures::member(
        "edge/MarkupSafe-3.0.2-0elfpy-cp313-cp313-manylinux_2_17_x86_64.whl",
        "markupsafe/speedups.py",
    );
    let (binary, findings) = binary(&bytes, "markupsafe/speedups.py");
    assert_eq!(binary.role, Role::ExtensionModule);
    assert_eq!(codes(&findings), ["file.unexpected-binary"]);
    assert_eq!(findings[0].detail, "the file is an ELF file, its name is that of a text");
}

#[test]
fn magic_without_a_header_is_said_to_be_fake() {
    let bytes = fixtures::member(
        "edge/MarkupSafe-3.0.2-0fakeelf-cp313-cp313-manylinux_2_17_x86_64.whl",
        "markupsafe/_speedups.cpython-313-x86_64-linux-gnu.so",
    );
    let (identified, findings) = identify(&bytes, "x.so");
    assert_eq!(identified.kind, FileKind::Data);
    assert_eq!(codes(&findings), ["file.fake-elf"]);
    assert_eq!(findings[0].detail, "class and byte order are 0x4141, which are none");
}

#[test]
fn c18_static_and_relocatable_objects_are_binaries_of_the_other_group() {
    let (archive, findings) = binary(&fixtures::bytes("cases/c18_lib.a"), "lib.a");
    assert!(findings.is_empty());
    assert_eq!((archive.role, archive.group, archive.members), (Role::StaticLibrary, Group::Other, Some(1)));
    let (object, _) = binary(&fixtures::bytes("cases/c18_reloc.o"), "x.o");
    assert_eq!((object.role, object.group), (Role::Relocatable, Group::Other));
    assert_eq!(object.role_evidence, RoleEvidence::HeaderType);
}

#[test]
fn c18_an_archive_that_is_cut_is_counted_up_to_there() {
    let mut bytes = fixtures::bytes("cases/c18_lib.a");
    bytes.extend_from_slice(b"half a header");
    let (archive, findings) = binary(&bytes, "lib.a");
    assert_eq!(archive.members, Some(1));
    assert_eq!(codes(&findings), ["ar.damaged"]);
    let (empty, findings) = binary(b"!<arch>\n", "lib.a");
    assert_eq!(empty.members, Some(0));
    assert!(findings.is_empty());
}

#[test]
fn c18_a_coff_object_is_known_by_a_header_that_is_plausible_in_all_parts() {
    // As `cl /c` writes it: one section, its 40-byte header, two symbols and a string table.
    let mut object = Vec::new();
    for word in [0x8664_u16, 1] {
        object.extend(word.to_le_bytes());
    }
    for word in [0_u32, 60, 2] {
        object.extend(word.to_le_bytes());
    }
    object.extend([0; 4]);
    object.resize(60 + 2 * 18 + 4, 0);
    let (binary, _) = binary(&object, "x.obj");
    assert_eq!((binary.role, binary.group), (Role::Relocatable, Group::Other));
    assert_eq!(binary.slices[0].architecture, "x86_64");
    // Cut, or with an optional header, it is no object.
    let kind = |bytes: &[u8]| identify(bytes, "x.obj").0.kind;
    assert_eq!(kind(&object[..95]), FileKind::Data);
    object[16] = 1;
    assert_eq!(kind(&object), FileKind::Data);
}

#[test]
fn c19_a_debug_companion_is_no_variant_of_its_library() {
    for (file, id) in [
        ("cases/c19_debug_only.debug", ID),
        // objcopy --only-keep-debug
        ("elf/companion.debug", "a25f41e1d2ab6cc51344d1d237380ead66ffc024"),
    ] {
        let bytes = fixtures::bytes(file);
        let (binary, findings) = binary(&bytes, "x.debug");
        assert_eq!(
            (binary.role, binary.role_evidence, binary.group),
            (Role::DebugCompanion, RoleEvidence::NoBits, Group::Other),
            "{file}"
        );
        assert_eq!(gnu_ids(&bytes), one(id, IdSource::Section));
        assert!(findings.is_empty(), "{file}: {findings:?}");
        assert!(binary.elf.unwrap().debug.present);
    }
}

#[test]
fn c19_a_companion_whose_program_headers_map_code_is_said() {
    let mut bytes = fixtures::bytes("cases/c19_debug_only.debug");
    // The second segment: executable, and within the file.
    let header = 64 + 56;
    bytes[header + 4] = 5;
    bytes[header + 8..header + 16].copy_from_slice(&0xe0_u64.to_le_bytes());
    let (binary, findings) = binary(&bytes, "x.debug");
    assert_eq!(binary.role, Role::DebugCompanion);
    assert_eq!(codes(&findings), ["elf.companion-maps-code"]);
    assert_eq!(findings[0].detail, "no section holds code, but segment #1 maps 64 bytes at offset 0xe0 as code");
}

#[test]
fn c21_every_class_and_byte_order_is_read() {
    let s390x = Build { is_big: true, machine: 22, ..Build::default() };
    let note = s390x.note(b"GNU\0", 3, &id_bytes(), 4);
    let s390x = s390x.section(".note.gnu.build-id", NOTE, ALLOC, 4, note).segment(PT_NOTE, 4, 0, 0).build().bytes;
    let cases = [
        (fixtures::bytes("cases/c21_be32_ppc.so"), ElfClass::Elf32, Endian::Big, "PowerPC"),
        (fixtures::bytes("cases/c21_le32_arm.so"), ElfClass::Elf32, Endian::Little, "ARM"),
        (s390x, ElfClass::Elf64, Endian::Big, "IBM S/390"),
    ];
    for (bytes, class, endian, machine) in cases {
        let (elf, findings) = elf(&bytes, "x.so");
        assert!(findings.is_empty());
        assert_eq!((elf.class, elf.endian, elf.machine.as_str()), (class, endian, machine));
        assert_eq!(gnu_ids(&bytes), one(ID, IdSource::SectionAndSegment));
    }
}

#[test]
fn c22_bytes_after_the_end_are_counted() {
    let build = Build::default().section(".text", PROGBITS, ALLOC | EXEC, 16, vec![0xc3; 16]);
    let mut bytes = build.build().bytes;
    let end = bytes.len();
    assert_eq!(elf(&bytes, "x.so").0.overlay, 0);
    // patchelf's single NUL is counted, and not worth a finding.
    bytes.push(0);
    let (patched, findings) = elf(&bytes, "x.so");
    assert_eq!(patched.overlay, 1);
    assert!(findings.is_empty());
    bytes.pop();
    bytes.extend_from_slice(b"123456789");
    let (elf, findings) = elf(&bytes, "x.so");
    assert_eq!(elf.overlay, 9);
    let overlay = finding(&findings, "elf.overlay");
    assert_eq!(overlay.offset, u64::try_from(end).ok());
    assert_eq!(
        overlay.detail,
        format!("9 bytes follow offset {end:#x}, where the last header, section or segment ends")
    );
}

#[test]
fn a_file_that_is_cut_says_which_parts_are_missing() {
    let whole = fixtures::bytes("elf/module.so");
    // Right behind .dynamic: .got, .data, the names and the section headers are gone.
    let cut = &whole[..0x2fc8];
    let (binary, findings) = binary(cut, "x.so");
    assert_eq!(binary.role, Role::ExtensionModule);
    assert_eq!(codes(&findings), ["elf.bad-section-table", "elf.segment-past-end"]);
    assert!(finding(&findings, "elf.segment-past-end").detail.starts_with("2 of "), "{findings:?}");
}

#[test]
fn strings_in_the_rest_of_a_segments_last_page_are_read() {
    // NEURON 8.2.6, bin/nrniv-core: patchelf left PT_LOAD shorter than what it moved there; the loader maps the page.
    let whole = fixtures::bytes("elf/module.so");
    let expected = binary(&whole, "x.so");
    for size in [0x300_u64, 0x100] {
        let mut bytes = whole.clone();
        // p_filesz of the first program header; .dynstr lies at 0x368.
        bytes[64 + 32..64 + 40].copy_from_slice(&size.to_le_bytes());
        assert_eq!(binary(&bytes, "x.so"), expected);
    }
}

#[test]
fn two_dynamic_sections_are_an_alarm() {
    let mut bytes = fixtures::bytes("elf/soname.so");
    // The section header of .dynamic: the one of type 6.
    let table = usize::try_from(u64::from_le_bytes(bytes[40..48].try_into().unwrap())).unwrap();
    let at = (table..bytes.len()).step_by(64).find(|at| bytes[at + 4] == 6).unwrap();
    bytes[at + 24] ^= 0x10;
    let (_, findings) = binary(&bytes, "x.so");
    assert_eq!(codes(&findings), ["elf.two-dynamics"]);
    assert_eq!(findings[0].severity, Severity::Alarm);
}
