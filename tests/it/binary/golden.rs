//! Every ELF file of the real wheels, every fact, against the inventories that `golden.py` made with GNU readelf and an
//! own reader in Python.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use wheelcard::binary::{Binary, Elf, ElfClass, Endian, FileKind, IdKind, IdSource, ObjectType, Role, identify, kind};
use wheelcard::bytes::Sha256;

use super::fixtures;

const SETS: [&str; 9] =
    ["cffi", "frozenlist", "iree_runtime", "jaxlib", "mujoco", "oddities", "pyarrow", "pyzmq", "torchaudio_local"];

#[test]
fn every_fact_of_every_elf_file_in_the_real_wheels_is_readelfs() {
    let mut checked = 0;
    for set in SETS {
        let golden = json(&format!("golden/{set}.json"));
        for wheel in golden["wheels"].as_array().unwrap() {
            checked += check_wheel(&format!("wheels/{set}/{}", text(&wheel["filename"])), wheel);
        }
    }
    // As many as the inventories list; the sum is here so that an empty loop can't pass.
    assert_eq!(checked, 88);
}

#[test]
fn every_fact_of_every_elf_file_in_the_altered_wheels_is_readelfs() {
    let mut checked = 0;
    for entry in fs::read_dir(fixtures::path("golden/edge")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // Two members of one name: the zip crate shows the last only.
        if name == "0duplicate.json" {
            continue;
        }
        let golden = json(&format!("golden/edge/{name}"));
        for wheel in golden["wheels"].as_array().unwrap() {
            checked += check_wheel(&format!("edge/{}", text(&wheel["filename"])), wheel);
        }
    }
    assert!(checked > 15, "{checked}");
}

#[test]
fn the_highest_glibc_version_is_readelfs() {
    let golden = json("golden/glibc.json");
    let mut checked = 0;
    for (set, wheels) in golden.as_object().unwrap() {
        for (wheel, expected) in wheels.as_object().unwrap() {
            let members: BTreeMap<String, Vec<u8>> =
                fixtures::members(&format!("wheels/{set}/{wheel}")).into_iter().collect();
            for (path, glibc) in expected.as_object().unwrap() {
                let (elf, _) = fixtures::elf(&members[path], path);
                assert_eq!(elf.glibc.as_deref(), glibc.as_str(), "{wheel} {path}");
                checked += 1;
            }
        }
    }
    assert!(checked > 80, "{checked}");
}

#[test]
fn the_exported_symbols_are_readelfs() {
    let golden = json("golden/exports.json");
    let mut checked = 0;
    for (set, wheels) in golden.as_object().unwrap() {
        for (wheel, expected) in wheels.as_object().unwrap() {
            let members: BTreeMap<String, Vec<u8>> =
                fixtures::members(&format!("wheels/{set}/{wheel}")).into_iter().collect();
            for (path, exports) in expected.as_object().unwrap() {
                let (elf, _) = fixtures::elf(&members[path], path);
                let stated = elf.exports.map(|exports| format!("{} {:.16}", exports.count, exports.sha256.to_string()));
                assert_eq!(stated.as_deref(), exports.as_str(), "{wheel} {path}");
                checked += 1;
            }
        }
    }
    assert!(checked > 80, "{checked}");
}

#[test]
fn machines_are_named_as_readelf_names_them() {
    let table = String::from_utf8(fixtures::bytes("elf/machines.txt")).unwrap();
    let mut named = 0;
    for line in table.lines() {
        let (code, name) = line.split_once(' ').unwrap();
        let code: u16 = code.parse().unwrap();
        let mut header = fixtures::bytes("elf/shared.so");
        header[18..20].copy_from_slice(&code.to_le_bytes());
        let (elf, _) = fixtures::elf(&header, "x.so");
        assert_eq!(elf.machine_code, code);
        if elf.machine == format!("{code:#x}") {
            continue;
        }
        assert_eq!(elf.machine, name, "{code}");
        named += 1;
    }
    assert!(named > 35, "{named}");
}

fn json(relative: &str) -> Value {
    serde_json::from_slice(&fixtures::bytes(relative)).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(text).collect()
}

/// Checks each ELF member that the inventory lists, and that there are no others; says how many.
fn check_wheel(wheel: &str, golden: &Value) -> usize {
    let members = fixtures::members(wheel);
    let mut checked = 0;
    for expected in golden["elf"].as_array().unwrap() {
        let path = text(&expected["path"]);
        let bytes = &members.iter().find(|(name, _)| name == path).unwrap().1;
        assert_eq!(Sha256::of(bytes).to_string(), text(&expected["sha256"]));
        let context = format!("{wheel} {path}");
        if matches!(expected["class"].as_str(), Some("ELF32" | "ELF64")) {
            check(&fixtures::binary(bytes, path).0, expected, &context);
        } else {
            let (identified, findings) = identify(bytes, path);
            assert!(matches!(identified.kind, FileKind::Data | FileKind::TruncatedElf), "{context}");
            assert!(identified.binary.is_none(), "{context}");
            assert_eq!(findings.len(), 1, "{context}");
        }
        checked += 1;
    }
    let elf_members = members.iter().filter(|(_, bytes)| bytes.starts_with(b"\x7fELF")).count();
    assert_eq!(checked, elf_members, "{wheel}");
    let known = |name: &str| golden["other_binaries"][name].as_array().map_or(0, Vec::len);
    let of = |wanted: &[FileKind]| {
        let kinds = members.iter().map(|(_, bytes)| kind(bytes, bytes.len().try_into().unwrap()));
        kinds.filter(|kind| wanted.contains(kind)).count()
    };
    assert_eq!(of(&[FileKind::Pe]), known("pe"), "{wheel}");
    assert_eq!(of(&[FileKind::MachO]), known("macho"), "{wheel}");
    assert_eq!(of(&[FileKind::MachOUniversal]), known("macho-fat-or-java-class"), "{wheel}");
    assert_eq!(of(&[FileKind::Archive, FileKind::ThinArchive]), known("ar") + known("thin-ar"), "{wheel}");
    checked
}

fn check(binary: &Binary, expected: &Value, context: &str) {
    let elf = binary.elf.as_ref().unwrap();
    check_header(elf, expected, context);
    check_dynamic(elf, expected, context);
    check_notes(elf, expected, context);
    check_ids(binary, expected, context);
    check_role(binary, expected, context);

    assert_eq!(!elf.stripped, expected["has_symtab"].as_bool().unwrap(), "{context}: symtab");
    assert_eq!(elf.debug.present, !texts(&expected["debug_sections"]).is_empty(), "{context}: debug");
    assert_eq!(elf.debug.link.as_deref(), expected["debuglink"].as_str(), "{context}: debuglink");
    let mut comment: Vec<&str> = Vec::new();
    for string in expected["comment"].as_array().into_iter().flatten().map(text) {
        if !comment.contains(&string) {
            comment.push(string);
        }
    }
    // The inventory holds the first six, repeats included.
    assert!(elf.comment.iter().map(String::as_str).take(comment.len()).eq(comment.iter().copied()), "{context}");
    if expected["comment"].as_array().is_none_or(|strings| strings.len() < 6) {
        assert_eq!(elf.comment, comment, "{context}: comment");
    }
}

fn check_header(elf: &Elf, expected: &Value, context: &str) {
    let class = match elf.class {
        ElfClass::Elf32 => "ELF32",
        ElfClass::Elf64 => "ELF64",
    };
    assert_eq!(class, text(&expected["class"]), "{context}");
    let endian = match elf.endian {
        Endian::Little => "little",
        Endian::Big => "big",
    };
    assert_eq!(endian, text(&expected["data"]), "{context}");
    assert_eq!(elf.machine, text(&expected["machine"]), "{context}");
    assert_eq!(u64::from(elf.machine_code), expected["e_machine"].as_u64().unwrap(), "{context}");
    let object_type = match elf.object_type {
        ObjectType::None => "NONE".to_owned(),
        ObjectType::Rel => "REL".to_owned(),
        ObjectType::Exec => "EXEC".to_owned(),
        ObjectType::Dyn => "DYN".to_owned(),
        ObjectType::Core => "CORE".to_owned(),
        ObjectType::Other(number) => format!("<unknown>: {number:x}"),
    };
    assert_eq!(object_type, text(&expected["type"]), "{context}");
    let os_abi = match elf.os_abi {
        0 => "UNIX - System V".to_owned(),
        3 => "UNIX - GNU".to_owned(),
        other => format!("<unknown: {other:x}>"),
    };
    assert_eq!(os_abi, text(&expected["osabi"]), "{context}");
    assert_eq!(format!("{:#x}", elf.entry), text(&expected["entry"]), "{context}");
    let sections: u64 = text(&expected["shnum"]).parse().unwrap();
    let unreadable = expected["readelf_warnings"].to_string().contains("past end of file for section headers");
    let sections = (!unreadable && sections > 0).then_some(sections);
    assert_eq!(elf.sections, sections, "{context}: section headers");
    assert_eq!(elf.interpreter.as_deref(), expected["interp"].as_str(), "{context}");
}

fn check_dynamic(elf: &Elf, expected: &Value, context: &str) {
    assert_eq!(elf.dynamic.is_some(), expected["has_dynamic"].as_bool().unwrap(), "{context}: PT_DYNAMIC");
    let Some(dynamic) = &elf.dynamic else { return };
    assert_eq!(dynamic.soname.as_deref(), expected["soname"].as_str(), "{context}");
    assert_eq!(dynamic.needed, texts(&expected["needed"]), "{context}");
    assert_eq!(dynamic.rpath.as_deref(), expected["rpath"].as_str(), "{context}");
    assert_eq!(dynamic.runpath.as_deref(), expected["runpath"].as_str(), "{context}");
    // elf.h's DF_1_* by readelf's names.
    let flags =
        [("NOW", 1), ("GLOBAL", 2), ("NODELETE", 8), ("INITFIRST", 0x20), ("ORIGIN", 0x80), ("PIE", 0x0800_0000)];
    let bits = texts(&expected["flags_1"]).iter().fold(0, |bits, name| {
        bits | flags.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{context}: {name}")).1
    });
    assert_eq!(dynamic.flags_1, bits, "{context}: FLAGS_1");
}

/// Both views at once: readelf's (owner and size by place) and the own reader's (type and offset as well).
fn check_notes(elf: &Elf, expected: &Value, context: &str) {
    let attributes = expected["attribute_notes"].as_u64();
    let is_attribute = |note: &&Value| note["section"].as_str().is_some_and(|s| s.starts_with(".gnu.build.attributes"));
    let in_sections: Vec<&Value> = expected["notes_sections"].as_array().unwrap().iter().collect();
    let counted =
        attributes.unwrap_or_else(|| u64::try_from(in_sections.iter().filter(|n| is_attribute(n)).count()).unwrap());
    assert_eq!(elf.attribute_notes, counted, "{context}: annobin notes");

    let row = |owner: &str, kind: u64, size: u64, offset: u64| (owner.to_owned(), kind, size, offset);
    let golden = |notes: Vec<&Value>| -> Vec<_> {
        let whole = notes.into_iter().filter(|note| note["truncated"].is_null());
        whole
            .map(|n| {
                let number = |key: &str| n[key].as_u64().unwrap();
                row(text(&n["owner"]), number("type"), number("descsz"), number("offset"))
            })
            .collect()
    };
    let ours = |wanted: fn(&wheelcard::binary::Note) -> bool| -> Vec<_> {
        let notes = elf.notes.iter().filter(|note| wanted(note));
        notes.map(|n| row(&n.owner, u64::from(n.kind), n.size, n.offset)).collect()
    };
    let sections = golden(in_sections.into_iter().filter(|note| !is_attribute(note)).collect());
    assert_eq!(ours(|note| note.section.is_some()), sections, "{context}: notes in sections");
    let mut segments = golden(expected["notes_segments"].as_array().unwrap().iter().collect());
    let mut our_segments = ours(|note| note.in_segment);
    // By segment there, section notes first here.
    segments.sort();
    segments.dedup();
    our_segments.sort();
    assert_eq!(our_segments, segments, "{context}: notes in segments");

    let readelf: Vec<(&str, u64)> = expected["notes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|n| !text(&n["where"]).starts_with(".gnu.build.attributes"))
        .map(|n| (text(&n["owner"]), n["descsz"].as_u64().unwrap()))
        .collect();
    // readelf shows segments only where no section is a note.
    let by_section = elf.notes.iter().any(|note| note.section.is_some());
    let shown = elf.notes.iter().filter(|note| note.section.is_some() == by_section);
    let ours: Vec<(&str, u64)> = shown.map(|note| (note.owner.as_str(), note.size)).collect();
    assert_eq!(ours, readelf, "{context}: notes by readelf");
}

fn check_ids(binary: &Binary, expected: &Value, context: &str) {
    let ids: Vec<_> = binary.ids.iter().filter(|id| id.kind == IdKind::GnuBuildId).collect();
    let ours: Vec<&str> = ids.iter().map(|id| id.text.as_str()).collect();
    assert_eq!(ours, texts(&expected["build_ids_all"]), "{context}: build-ids");
    assert_eq!(ours.first().copied(), expected["build_id"].as_str(), "{context}: build-id");
    for id in ids {
        assert_eq!(id.bytes, expected["build_id_bytes"].as_u64().unwrap(), "{context}");
        let seen = |key: &str| texts(&expected[key]).contains(&id.text.as_str());
        let source = match (seen("bid_sections"), seen("bid_segments")) {
            (true, true) => IdSource::SectionAndSegment,
            (true, false) => IdSource::Section,
            (false, true) => IdSource::Segment,
            (false, false) => panic!("{context}: {} is not in the inventory", id.text),
        };
        assert_eq!(id.source, source, "{context}");
    }
}

/// `golden.py` decides the group by the name where it has a tag, design.md by evidence.
fn check_role(binary: &Binary, expected: &Value, context: &str) {
    // The own reader sees them through sections only; DT_SYMTAB has them still.
    let lost = context.contains("-0shoffbig-");
    if lost {
        assert_eq!(binary.python_exports, ["PyInit__speedups"], "{context}");
    } else {
        assert_eq!(binary.python_exports, texts(&expected["pyinit"]), "{context}: entry points");
    }
    let role = match text(&expected["group"]) {
        // A header and nothing else: by its name a module, by evidence nothing at all.
        "extension" if context.contains("-0truncelf-") => Role::Other,
        "extension" => Role::ExtensionModule,
        "executable" => Role::Executable,
        "library" => Role::SharedLibrary,
        "object" => Role::Relocatable,
        other => panic!("{context}: {other}"),
    };
    assert_eq!(binary.role, role, "{context}: {:?}", binary.role_evidence);
    assert_eq!(binary.group, role.group(), "{context}");
}
