//! What a real compiler and linker write; `tests/fixtures/elf/build.sh` made the samples.

use wheelcard::binary::elf::{SymbolBinding, SymbolKind, dynamic_symbols, local_symbols};
use wheelcard::binary::{Group, Role, RoleEvidence, identify_head};

use super::fixtures::{binary, bytes, elf};

#[test]
fn c15_the_order_of_evidence_tells_programs_from_libraries() {
    use Role::{Executable, ExtensionModule, Relocatable, RunnableLibrary, SharedLibrary};
    let cases = [
        ("no_pie", Executable, RoleEvidence::HeaderType, Group::Executable),
        ("pie", Executable, RoleEvidence::PieFlag, Group::Executable),
        ("static_pie", Executable, RoleEvidence::PieFlag, Group::Executable),
        ("pie_without_flag", Executable, RoleEvidence::Interpreter, Group::Executable),
        ("pie_debug_tag", Executable, RoleEvidence::DebugTag, Group::Executable),
        ("shared.so", SharedLibrary, RoleEvidence::Remainder, Group::SharedLibrary),
        ("soname.so", SharedLibrary, RoleEvidence::Soname, Group::SharedLibrary),
        ("runnable.so", RunnableLibrary, RoleEvidence::Soname, Group::SharedLibrary),
        // It has a SONAME too; Python's entry point comes first.
        ("module.so", ExtensionModule, RoleEvidence::PythonExport, Group::ExtensionModule),
        ("relocatable.o", Relocatable, RoleEvidence::HeaderType, Group::Other),
    ];
    for (file, role, evidence, group) in cases {
        // The name says nothing.
        let (binary, findings) = binary(&bytes(&format!("elf/{file}")), "x");
        assert_eq!((binary.role, binary.role_evidence, binary.group), (role, evidence, group), "{file}");
        assert!(findings.is_empty(), "{file}: {findings:?}");
    }
}

#[test]
fn c20_debug_data_is_seen_however_it_is_compressed() {
    let cases = [
        ("debug.so", true, false),
        ("debug_zlib.so", true, true),
        ("debug_zstd.so", true, true),
        ("debug_zlib_gnu.so", true, true),
        ("shared.so", false, false),
    ];
    for (file, present, compressed) in cases {
        let (elf, _) = elf(&bytes(&format!("elf/{file}")), file);
        assert_eq!((elf.debug.present, elf.debug.compressed), (present, compressed), "{file}");
        assert!(!elf.stripped, "{file}");
    }
    let (elf, _) = elf(&bytes("elf/linked.so"), "linked.so");
    assert!(elf.stripped);
    assert_eq!(elf.debug.link.as_deref(), Some("companion.debug"));
}

#[test]
fn only_exported_entry_points_count() {
    // PyInit_hidden is static.
    let (binary, _) = binary(&bytes("elf/module.so"), "x");
    assert_eq!(binary.python_exports, ["PyInit_demo", "PyModExport_other"]);
}

#[test]
fn symbols_are_those_of_readelf() {
    // readelf -sW debug.so: `4: 0000000000001000 4 FUNC GLOBAL DEFAULT 5 twice`
    let file = bytes("elf/debug.so");
    let local = local_symbols(&file).unwrap();
    let twice = local.iter().find(|symbol| symbol.name() == b"twice").unwrap();
    assert_eq!(
        (twice.value, twice.size, twice.kind, twice.binding, twice.section, twice.is_exported()),
        (0x1000, 4, SymbolKind::Function, SymbolBinding::Global, Some(5), true)
    );
    let dynamic = dynamic_symbols(&file).unwrap();
    assert_eq!(dynamic.iter().filter(|symbol| symbol.defined).count(), 2);
    let counter = dynamic.iter().find(|symbol| symbol.name_starts_with(b"counter")).unwrap();
    assert_eq!((counter.size, counter.kind), (4, SymbolKind::Object));
    assert!(local_symbols(&bytes("elf/linked.so")).is_none());
}

#[test]
fn exports_are_those_of_readelf_and_a_head_or_a_cut_file_has_none() {
    // From the rows of `readelf --dyn-syms -W`: sha256 over the sorted lines `name NUL version NUL type`.
    let of_module = "57a855107d56cdeaaa06ba56051607e0f4376c841ea132856e701c2cbe993466";
    let of_debug = "a549bdab1dbe75a743c4286ca626d62b2e93a3dd1f701be52f4402c1d48eb635";
    let of_none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let cases = [
        ("module.so", 3, of_module),
        // The same file without a section table, which readelf reads with `--use-dynamic` only.
        ("no_sections.so", 3, of_module),
        ("debug.so", 2, of_debug),
        ("soname.so", 2, of_debug),
        ("linked.so", 2, of_debug),
        ("pie", 0, of_none),
        ("no_pie", 0, of_none),
        ("static_pie", 0, of_none),
    ];
    for (file, count, sha256) in cases {
        let exports = elf(&bytes(&format!("elf/{file}")), file).0.exports.unwrap();
        assert_eq!((exports.count, exports.sha256.to_string().as_str()), (count, sha256), "{file}");
    }
    assert!(elf(&bytes("elf/companion.debug"), "companion.debug").0.exports.is_none());

    let whole = bytes("elf/module.so");
    let facts = |bytes: &[u8], size: usize| {
        let (identified, _) = identify_head(bytes, u64::try_from(size).unwrap(), "module.so");
        identified.binary.unwrap().elf.unwrap().exports
    };
    assert!(facts(&whole[..4096], whole.len()).is_none());
    // Cut within `.dynsym`, which begins at 0x290, and within `.dynamic`, at 0x2de8.
    assert!(facts(&whole[..0x300], 0x300).is_none());
    assert!(facts(&whole[..0x2e00], 0x2e00).is_none());
}

#[test]
fn dynamic_symbols_are_the_same_with_and_without_a_section_table() {
    let (with, without) = (bytes("elf/module.so"), bytes("elf/no_sections.so"));
    let list = |file| -> Vec<(Vec<u8>, u64, u64)> {
        let symbols = dynamic_symbols(file).unwrap();
        symbols.iter().map(|symbol| (symbol.name().to_vec(), symbol.value, symbol.size)).collect()
    };
    assert_eq!(list(&with), list(&without));
    assert!(list(&with).iter().any(|(name, ..)| name == b"PyInit_demo"));
}
