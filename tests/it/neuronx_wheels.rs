//! Three real wheels with the names, id lengths and relations of the published neuronx-cc card, and small ELF files in
//! the place of its binaries.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use std::io::{Cursor, Write as _};

use base64::Engine as _;
use sha2::Digest as _;
use zip::write::SimpleFileOptions;

use crate::neuronx_published::{
    BUILD_TIME, LARGE_TOOLS, LIBRARIES, LOGGING, MODULES, Published, SMALL_TOOLS, VERSION, module_path,
};
use crate::small_elf::{Kind, SmallElf};

/// A stand-in's size: it keeps what the sizes of one binary differ by between wheels, and their order within a table.
pub(crate) fn stand_in(binary: &Published, wheel: usize) -> usize {
    let smallest = binary.sizes.iter().min().unwrap();
    let apart = binary.sizes[wheel] - smallest;
    // Multiples of eight, as published.
    usize::try_from(8192 + smallest / 512 * 8 + apart).unwrap()
}

/// The wheel for one Python, `at` being its place among cp310, cp311 and cp312.
pub(crate) fn wheel(tag: &str, at: usize) -> Vec<u8> {
    let minor = tag.trim_start_matches("cp3");
    let libpython = format!("libpython3.{minor}.so.1.0");
    let stamp = format!("built for {tag}");
    let elf = |binary: &Published, kind, needed: &[&str], stamp: &str| {
        let name = match kind {
            Kind::Module => format!("PyInit_{}", basename(binary.path)),
            _ => basename(binary.path).to_owned(),
        };
        SmallElf { kind, id: binary.ids[at], name: &name, needed, stamp, size: stand_in(binary, at) }.bytes()
    };
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut add = |path: &str, bytes: Vec<u8>| files.push((path.to_owned(), bytes));
    for tool in &LARGE_TOOLS {
        add(tool.path, elf(tool, Kind::StaticProgram, &[], "one for all"));
    }
    for tool in &SMALL_TOOLS {
        add(tool.path, elf(tool, Kind::Program, &[&libpython, "libc.so.6"], &stamp));
    }
    add(LOGGING.path, elf(&LOGGING, Kind::Library, &["libc.so.6"], "one for all"));
    for library in &LIBRARIES {
        add(library.path, elf(library, Kind::Library, &["libc.so.6"], &stamp));
    }
    for module in &MODULES {
        add(&module_path(module, tag), elf(module, Kind::Module, &["libc.so.6"], &stamp));
    }
    let code = format!("__version__ = '{VERSION}'\n__buildtime__ = '{BUILD_TIME}'\n");
    add("neuronxcc/version/__init__.py", code.into());
    let dist_info = format!("neuronx_cc-{VERSION}.dist-info");
    let metadata = format!("Metadata-Version: 2.1\nName: neuronx-cc\nVersion: {VERSION}\nSummary: A compiler\n");
    add(&format!("{dist_info}/METADATA"), metadata.into());
    let wheel = "Wheel-Version: 1.0\nGenerator: skbuild 0.19.0\nRoot-Is-Purelib: false\n";
    add(&format!("{dist_info}/WHEEL"), format!("{wheel}Tag: {tag}-{tag}-linux_x86_64\n").into());
    zipped(files, &format!("{dist_info}/RECORD"))
}

pub(crate) fn basename(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

/// A zip of the files with a RECORD of them.
pub(crate) fn zipped(files: Vec<(String, Vec<u8>)>, record: &str) -> Vec<u8> {
    let mut rows = String::new();
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let date = zip::DateTime::from_date_and_time(2026, 4, 8, 21, 7, 10).unwrap();
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    let options = options.last_modified_time(date);
    for (path, bytes) in files {
        let digest = base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(sha2::Sha256::digest(&bytes));
        rows.extend([format!("{path},sha256={digest},{}\n", bytes.len())]);
        let mode = if path.contains("/bin/") { 0o755 } else { 0o644 };
        zip.start_file(path, options.unix_permissions(mode)).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    zip.start_file(record, options).unwrap();
    zip.write_all(format!("{rows}{record},,\n").as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}
