//! What the first pages say: nothing that all bytes would deny.

use wheelcard::binary::{FileKind, Role, RoleEvidence, identify, identify_head};

use super::fixtures;

/// All binaries that the tests have, by name.
fn all() -> Vec<(String, Vec<u8>)> {
    let mut files = fixtures::small_elf_files();
    for file in
        ["macho/library.dylib", "macho/universal64.dylib", "macho/program", "pe/codeview.dll", "cases/c18_lib.a"]
    {
        files.push((file.to_owned(), fixtures::bytes(file)));
    }
    for set in ["cffi", "jaxlib", "mujoco", "oddities", "pyarrow", "pyzmq"] {
        for wheel in fixtures::wheels(&format!("wheels/{set}")) {
            files.extend(fixtures::members(&format!("wheels/{set}/{wheel}")));
        }
    }
    files
}

#[test]
fn a_head_says_nothing_that_all_bytes_deny() {
    let mut incomplete = 0;
    for (name, bytes) in all() {
        let size = u64::try_from(bytes.len()).unwrap();
        let (whole, whole_findings) = identify(&bytes, &name);
        for len in [64, 512, 4096, 64 << 10] {
            let Some(head) = bytes.get(..len) else { continue };
            let (identified, findings) = identify_head(head, size, &name);
            assert_eq!(identified.complete, len == bytes.len(), "{name} {len}");
            // A DOS header may point beyond the head.
            if !(whole.kind == FileKind::Pe && identified.kind == FileKind::Data) {
                assert_eq!(identified.kind, whole.kind, "{name} {len}");
            }
            for finding in &findings {
                assert!(whole_findings.contains(finding), "{name} {len}: {finding:?}");
            }
            let (Some(part), Some(whole)) = (identified.binary, &whole.binary) else { continue };
            incomplete += 1;
            let known = |id: &wheelcard::binary::Id| whole.ids.iter().any(|w| w.text == id.text && w.kind == id.kind);
            assert!(part.ids.iter().all(known), "{name} {len}");
            assert!(part.python_exports.iter().all(|export| whole.python_exports.contains(export)), "{name} {len}");
            if part.role_evidence != RoleEvidence::Provisional {
                assert_eq!((part.role, part.role_evidence), (whole.role, whole.role_evidence), "{name} {len}");
            }
            if let (Some(part), Some(whole)) = (part.elf, &whole.elf) {
                assert_eq!(
                    (part.class, part.endian, part.machine_code),
                    (whole.class, whole.endian, whole.machine_code)
                );
                assert!(
                    part.notes.iter().all(|note| whole.notes.iter().any(|w| w.offset == note.offset)),
                    "{name} {len}"
                );
            }
        }
    }
    assert!(incomplete > 200, "{incomplete}");
}

#[test]
fn the_build_id_is_known_from_the_first_page() {
    let wheel = "wheels/oddities/MarkupSafe-3.0.2-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl";
    let bytes = fixtures::member(wheel, "markupsafe/_speedups.cpython-313-x86_64-linux-gnu.so");
    let (identified, findings) = identify_head(&bytes[..4096], 43376, "x.so");
    assert!(!identified.complete && findings.is_empty());
    let binary = identified.binary.unwrap();
    // readelf -n
    assert_eq!(binary.ids[0].text, "34260577af42e213356eb75fe2fe830838b78497");
    assert_eq!(binary.role_evidence, RoleEvidence::Provisional);
}

#[test]
fn of_a_head_the_name_tells_modules_from_libraries_and_nothing_else() {
    let module = fixtures::bytes("elf/module.so");
    let size = u64::try_from(module.len()).unwrap();
    let role = |bytes: &[u8], name| identify_head(&bytes[..4096], size, name).0.binary.unwrap().role;
    assert_eq!(role(&module, "pkg/_x.cpython-310-x86_64-linux-gnu.so"), Role::ExtensionModule);
    assert_eq!(role(&module, "pkg/_x.abi3.so"), Role::ExtensionModule);
    assert_eq!(role(&module, "pkg/libx.so"), Role::SharedLibrary);
    let program = fixtures::bytes("elf/no_pie");
    assert_eq!(role(&program, "pkg/_x.abi3.so"), Role::Executable);
    // All bytes decide without the name.
    let (whole, _) = identify(&fixtures::bytes("elf/soname.so"), "pkg/_x.abi3.so");
    assert_eq!(whole.binary.unwrap().role, Role::SharedLibrary);
}

#[test]
fn a_companion_is_not_taken_for_its_program_before_the_sections_are_seen() {
    let mut companion = fixtures::bytes("elf/companion.debug");
    // ET_EXEC
    companion[16] = 2;
    let size = u64::try_from(companion.len()).unwrap();
    let (head, _) = identify_head(&companion[..1024], size, "x.debug");
    assert_eq!(head.binary.unwrap().role_evidence, RoleEvidence::Provisional);
    assert_eq!(identify(&companion, "x.debug").0.binary.unwrap().role, Role::DebugCompanion);
}
