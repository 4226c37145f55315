//! The samples that the tests of this area share.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use wheelcard::binary::{Binary, Elf, identify};
use wheelcard::finding::Finding;

/// A path under `tests/fixtures`.
pub(crate) fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(relative)
}

/// The bytes of a file under `tests/fixtures`.
pub(crate) fn bytes(relative: &str) -> Vec<u8> {
    let path = path(relative);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The members of a wheel under `tests/fixtures`: path and bytes, directories left out.
pub(crate) fn members(wheel: &str) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(fs::File::open(path(wheel)).unwrap()).unwrap();
    let mut members = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        if entry.is_dir() {
            continue;
        }
        let name = entry.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        members.push((name, bytes));
    }
    members
}

/// One member of a wheel under `tests/fixtures`.
pub(crate) fn member(wheel: &str, name: &str) -> Vec<u8> {
    members(wheel).into_iter().find(|(path, _)| path == name).unwrap_or_else(|| panic!("{wheel}: no {name}")).1
}

/// The names in a folder of wheels under `tests/fixtures`, sorted.
pub(crate) fn wheels(folder: &str) -> Vec<String> {
    let names = fs::read_dir(path(folder)).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The facts of bytes that are a binary, and what was found odd.
pub(crate) fn binary(bytes: &[u8], name: &str) -> (Binary, Vec<Finding>) {
    let (identified, findings) = identify(bytes, name);
    assert!(identified.complete);
    (identified.binary.unwrap_or_else(|| panic!("{name} is no binary: {:?}", identified.kind)), findings)
}

/// The ELF facts of bytes that are an ELF file, and what was found odd.
pub(crate) fn elf(bytes: &[u8], name: &str) -> (Elf, Vec<Finding>) {
    let (binary, findings) = binary(bytes, name);
    (binary.elf.unwrap_or_else(|| panic!("{name} is no ELF file")), findings)
}

/// The codes of findings, sorted.
pub(crate) fn codes(findings: &[Finding]) -> Vec<&str> {
    let mut codes: Vec<&str> = findings.iter().map(|finding| finding.code.as_str()).collect();
    codes.sort_unstable();
    codes
}

/// Small ELF files of every shape that this project has: for tests of what must hold of any file.
pub(crate) fn small_elf_files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in ["cases", "elf"] {
        for entry in fs::read_dir(path(folder)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            if bytes.starts_with(b"\x7fELF") {
                files.push((path.file_name().unwrap().to_string_lossy().into_owned(), bytes));
            }
        }
    }
    files.sort();
    assert!(files.len() > 30, "{}", files.len());
    files
}
