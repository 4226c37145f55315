//! Real wheels, natively scanned; used by the tests of what follows from them.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use std::fs::File;
use std::path::PathBuf;

use wheelcard::report::WheelReport;
use wheelcard::scan::scan;

/// The folder of one set of fixtures.
pub(crate) fn folder(set: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wheels").join(set)
}

/// The reports of one set, by file name.
pub(crate) fn scanned(set: &str) -> Vec<WheelReport> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder(set)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "whl"));
    paths.sort();
    let one = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        scan(File::open(path).unwrap(), name).unwrap()
    };
    paths.iter().map(one).collect()
}
