//! Mach-O and PE. Expected values are what llvm-objdump and llvm-readobj 14 print (see the fixtures' README), the GUID
//! what Python's `uuid.UUID(bytes_le=…)` prints.

use wheelcard::binary::{Binary, FileKind, Group, IdKind, IdSource, Role, RoleEvidence, identify};

use super::fixtures::{binary, bytes, codes, member};

fn universal_module() -> Vec<u8> {
    let wheel = "wheels/oddities/MarkupSafe-3.0.2-cp312-cp312-macosx_10_13_universal2.whl";
    member(wheel, "markupsafe/_speedups.cpython-312-darwin.so")
}

fn thin_module() -> Vec<u8> {
    let wheel = "wheels/oddities/MarkupSafe-3.0.2-cp312-cp312-macosx_11_0_arm64.whl";
    member(wheel, "markupsafe/_speedups.cpython-312-darwin.so")
}

fn ids(binary: &Binary) -> Vec<(&str, &str)> {
    binary.ids.iter().map(|id| (id.architecture.as_deref().unwrap_or_default(), id.text.as_str())).collect()
}

#[test]
fn each_architecture_of_a_universal_module_has_its_uuid() {
    let bytes = universal_module();
    assert_eq!(identify(&bytes, "x").0.kind, FileKind::MachOUniversal);
    let (binary, findings) = binary(&bytes, "x");
    assert!(findings.is_empty());
    assert_eq!(
        ids(&binary),
        [("x86_64", "5D2BC85E-A693-361C-8066-645ECA062FE4"), ("arm64", "08DFCD03-80BD-3D0F-B0D7-2EAD9AD8AB2C")]
    );
    assert!(binary.ids.iter().all(|id| (id.kind, id.bytes, id.source) == (IdKind::MachOUuid, 16, IdSource::Header)));
    let slices: Vec<_> = binary.slices.iter().map(|s| (s.architecture.as_str(), s.offset, s.size)).collect();
    assert_eq!(slices, [("x86_64", 4096, 9096), ("arm64", 16384, 50608)]);
    assert!(binary.slices.iter().all(|slice| slice.needed == ["/usr/lib/libSystem.B.dylib"] && slice.name.is_none()));
    assert_eq!(binary.python_exports, ["PyInit__speedups"]);
    assert_eq!((binary.role, binary.role_evidence), (Role::ExtensionModule, RoleEvidence::PythonExport));
    assert_eq!(binary.group, Group::ExtensionModule);
}

#[test]
fn a_thin_module_is_read_like_a_slice() {
    let bytes = thin_module();
    assert_eq!(identify(&bytes, "x").0.kind, FileKind::MachO);
    let (binary, findings) = binary(&bytes, "x");
    assert!(findings.is_empty());
    assert_eq!(ids(&binary), [("arm64", "647F0545-DBA9-3BBA-B234-3C8DA24B3F0A")]);
    assert_eq!(binary.slices[0].size, 50624);
    assert_eq!(binary.python_exports, ["PyInit__speedups"]);
    assert_eq!(binary.role, Role::ExtensionModule);
}

#[test]
fn a_module_stripped_of_its_symbol_table_is_known_by_its_exports_trie() {
    let mut bytes = thin_module();
    // LC_SYMTAB: cmd 2, cmdsize 24; nsyms is its third field.
    let at = bytes.windows(8).position(|window| window == [2, 0, 0, 0, 24, 0, 0, 0]).unwrap();
    bytes[at + 12..at + 16].fill(0);
    let (binary, findings) = binary(&bytes, "x");
    assert!(findings.is_empty());
    assert_eq!(binary.python_exports, ["PyInit__speedups"]);
}

#[test]
fn the_type_and_the_install_name_of_an_image_tell_its_role() {
    let cases = [
        ("library.dylib", Role::SharedLibrary, RoleEvidence::Soname, Group::SharedLibrary, "x86_64"),
        ("powerpc.dylib", Role::SharedLibrary, RoleEvidence::Soname, Group::SharedLibrary, "ppc"),
        ("universal64.dylib", Role::SharedLibrary, RoleEvidence::Soname, Group::SharedLibrary, "x86_64"),
        ("program", Role::Executable, RoleEvidence::HeaderType, Group::Executable, "arm64"),
        ("object.o", Role::Relocatable, RoleEvidence::HeaderType, Group::Other, "x86_64"),
        ("companion.dwarf", Role::DebugCompanion, RoleEvidence::HeaderType, Group::Other, "x86_64"),
    ];
    for (file, role, evidence, group, architecture) in cases {
        let (binary, findings) = binary(&bytes(&format!("macho/{file}")), "x");
        assert!(findings.is_empty(), "{file}: {findings:?}");
        assert_eq!((binary.role, binary.role_evidence, binary.group), (role, evidence, group), "{file}");
        assert_eq!(binary.slices[0].architecture, architecture, "{file}");
    }
}

#[test]
fn names_and_needed_libraries_are_in_order() {
    let (library, _) = binary(&bytes("macho/library.dylib"), "x");
    assert_eq!(library.slices[0].name.as_deref(), Some("@rpath/libdemo.1.dylib"));
    assert_eq!(library.slices[0].needed, ["/usr/lib/libSystem.B.dylib", "@rpath/libweak.dylib"]);
    let (old, _) = binary(&bytes("macho/powerpc.dylib"), "x");
    assert_eq!(old.slices[0].name.as_deref(), Some("libold.dylib"));
    assert_eq!(ids(&old), [("ppc", "20212223-2425-2627-2829-2A2B2C2D2E2F")]);
}

#[test]
fn a_universal_file_may_have_64_bit_offsets() {
    let (binary, _) = binary(&bytes("macho/universal64.dylib"), "x");
    let slices: Vec<_> = binary.slices.iter().map(|s| (s.architecture.as_str(), s.offset, s.size)).collect();
    assert_eq!(slices, [("x86_64", 4096, 208), ("arm64e", 8192, 104)]);
    assert_eq!(
        ids(&binary),
        [("x86_64", "00010203-0405-0607-0809-0A0B0C0D0E0F"), ("arm64e", "10111213-1415-1617-1819-1A1B1C1D1E1F")]
    );
}

#[test]
fn a_bad_slice_costs_only_itself() {
    let mut file = bytes("macho/universal64.dylib");
    // The second slice's offset.
    file[8 + 32 + 8..8 + 32 + 16].copy_from_slice(&0x9000_u64.to_be_bytes());
    let (binary, findings) = binary(&file, "x");
    assert_eq!(ids(&binary), [("x86_64", "00010203-0405-0607-0809-0A0B0C0D0E0F")]);
    assert_eq!(binary.slices.len(), 2);
    assert_eq!(codes(&findings), ["macho.bad-slice", "macho.bad-slice"]);
    assert_eq!(
        findings[0].detail,
        "architecture arm64e claims 104 bytes at offset 0x9000, but the file has 8296 bytes"
    );
    assert_eq!(findings[1].detail, "architecture arm64e at offset 0x9000 is no Mach-O");
}

#[test]
fn a_table_that_claims_more_architectures_than_it_has_is_said() {
    let mut file = bytes("macho/universal64.dylib");
    file[4..8].copy_from_slice(&0_u32.to_be_bytes());
    let (none, findings) = binary(&file, "x");
    assert!(none.slices.is_empty());
    assert_eq!(findings[0].detail, "the header claims 0 architectures; 0 can be read");
    let (_, findings) = binary(&bytes("macho/universal64.dylib")[..60], "x");
    assert_eq!(findings[0].detail, "the header claims 2 architectures; 1 can be read");
}

#[test]
fn slices_of_different_roles_are_said() {
    let mut file = bytes("macho/universal64.dylib");
    // The second image's file type: a program.
    file[8192 + 12] = 2;
    let (binary, findings) = binary(&file, "x");
    assert_eq!(binary.role, Role::SharedLibrary);
    assert_eq!(codes(&findings), ["macho.slices-differ"]);
    assert_eq!(findings[0].detail, "the architectures are, in order: shared library, executable");
}

#[test]
fn load_commands_that_end_early_are_said_and_those_before_are_kept() {
    let mut file = bytes("macho/library.dylib");
    // The fourth command's size.
    let at = file.windows(4).rposition(|window| window == [0x18, 0, 0, 0x80]).unwrap();
    file[at + 4] = 0xff;
    let (binary, findings) = binary(&file, "x");
    assert_eq!(binary.slices[0].needed, ["/usr/lib/libSystem.B.dylib"]);
    assert_eq!(codes(&findings), ["macho.damaged"]);
    assert_eq!(findings[0].detail, "architecture x86_64: load command 3: Invalid Mach-O load command size");
}

#[test]
fn a_header_that_is_cut_is_said() {
    let file = bytes("macho/library.dylib");
    let (identified, findings) = identify(&file[..30], "x.dylib");
    assert_eq!(identified.kind, FileKind::MachO);
    assert!(identified.binary.is_none());
    assert_eq!(codes(&findings), ["macho.damaged"]);
    assert_eq!(findings[0].detail, "the file has 30 bytes, fewer than its own header");
}

#[test]
fn a_million_commands_that_name_one_symbol_table_are_read_once() {
    // LC_SYMTAB, 24 bytes: every one names all of the file as 64-bit symbols, the second half of the commands is bad.
    let count = 100_000_u32;
    let mut file = b"\xcf\xfa\xed\xfe\x07\0\0\x01\x03\0\0\0\x06\0\0\0".to_vec();
    for word in [count, count * 24, 0, 0] {
        file.extend(word.to_le_bytes());
    }
    for index in 0..count {
        let symbols = if index < count / 2 { count } else { u32::MAX };
        for word in [2, 24, 32, symbols, 32, 1000] {
            file.extend(word.to_le_bytes());
        }
    }
    let (binary, findings) = binary(&file, "x.dylib");
    assert_eq!(binary.role, Role::SharedLibrary);
    assert!(findings.len() <= 1);
}

#[test]
fn windows_modules_are_read() {
    for (platform, architecture) in [("win32", "x86"), ("win_amd64", "x86_64")] {
        let wheel = format!("wheels/oddities/MarkupSafe-3.0.2-cp312-cp312-{platform}.whl");
        let name = format!("_speedups.cp312-{platform}.pyd");
        let bytes = member(&wheel, &format!("markupsafe/{name}"));
        assert_eq!(identify(&bytes, "x").0.kind, FileKind::Pe);
        let (binary, findings) = binary(&bytes, "x");
        assert!(findings.is_empty());
        assert_eq!((binary.role, binary.group), (Role::ExtensionModule, Group::ExtensionModule));
        assert_eq!(binary.python_exports, ["PyInit__speedups"]);
        // Linked without debug data: no id, and that is not an empty one.
        assert!(binary.ids.is_empty());
        let slice = &binary.slices[0];
        assert_eq!(slice.architecture, architecture);
        assert_eq!(slice.name.as_deref(), Some(name.as_str()));
        // llvm-readobj sorts them; objdump -p shows this order.
        assert_eq!(
            slice.needed,
            ["python312.dll", "KERNEL32.dll", "VCRUNTIME140.dll", "api-ms-win-crt-runtime-l1-1-0.dll"]
        );
    }
}

#[test]
fn the_guid_and_age_of_a_pe_are_its_id() {
    let file = bytes("pe/codeview.dll");
    let (module, findings) = binary(&file, "x");
    assert!(findings.is_empty());
    assert_eq!(module.ids.len(), 1);
    let id = &module.ids[0];
    assert_eq!((id.kind, id.source), (IdKind::PeGuidAge, IdSource::Header));
    assert_eq!(id.text, "04030201-0605-0807-090A-0B0C0D0E0F10-3");
    assert_eq!(module.python_exports, ["PyInit_demo"]);
    assert_eq!(module.slices[0].name.as_deref(), Some("demo.pyd"));
    assert_eq!(module.slices[0].needed, ["python312.dll"]);

    // Without an entry point of Python it is a library, without the DLL bit a program.
    let mut library = file.clone();
    let at = library.windows(6).position(|window| window == b"PyInit").unwrap();
    library[at] = b'Q';
    assert_eq!(binary(&library, "x").0.role, Role::SharedLibrary);
    let mut program = file;
    program[64 + 4 + 19] = 0;
    assert_eq!(binary(&program, "x").0.role, Role::Executable);
}

#[test]
fn a_directory_outside_the_sections_costs_only_itself() {
    let mut file = bytes("pe/codeview.dll");
    // The debug directory's address: the seventh of the data directories.
    let at = 64 + 24 + 112 + 6 * 8;
    file[at..at + 4].copy_from_slice(&0x00ff_0000_u32.to_le_bytes());
    let (binary, findings) = binary(&file, "x");
    assert!(binary.ids.is_empty());
    assert_eq!(binary.python_exports, ["PyInit_demo"]);
    assert_eq!(codes(&findings), ["pe.damaged"]);
    assert_eq!(findings[0].detail, "debug directory: Invalid data dir virtual address");
}
