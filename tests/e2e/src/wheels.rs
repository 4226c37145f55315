//! Wheels to give to the page: the real sets among the fixtures, and the card that they must give.

use std::fs::File;
use std::path::{Path, PathBuf};

use wheelcard::report::WheelReport;
use wheelcard::{card, scan};
use xtask::project;

use crate::Result;

/// The wheels of a set in tests/fixtures/wheels, sorted by name.
///
/// # Errors
/// When there is no such set.
pub fn set(name: &str) -> Result<Vec<PathBuf>> {
    let files = project::files_under(&project::root().join("tests/fixtures/wheels").join(name))?;
    Ok(files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "whl")).collect())
}

/// A file's name.
pub fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The JSON that the page must export for these wheels: the same core's, natively.
///
/// # Errors
/// When a wheel can't be read.
pub fn json(wheels: &[PathBuf]) -> Result<String> {
    Ok(card::json::export(&reports(wheels)?.iter().collect::<Vec<_>>()))
}

/// The Markdown that the page must export for these wheels.
///
/// # Errors
/// When a wheel can't be read.
pub fn markdown(wheels: &[PathBuf]) -> Result<String> {
    Ok(card::markdown::export(&card::build(&reports(wheels)?.iter().collect::<Vec<_>>())))
}

fn reports(wheels: &[PathBuf]) -> Result<Vec<WheelReport>> {
    wheels.iter().map(|path| Ok(scan::scan(File::open(path)?, &name(path))?)).collect()
}

/// Compares an export with what it must be, and shows the first line that differs: a whole report is too long to read.
///
/// # Errors
/// When they are not equal.
pub fn expect(exported: &[u8], expected: &str) -> Result {
    if exported == expected.as_bytes() {
        return Ok(());
    }
    let exported = String::from_utf8_lossy(exported);
    let lines = exported.lines().zip(expected.lines()).enumerate();
    let differing = lines.filter(|(_, (left, right))| left != right).map(|(at, lines)| (at + 1, lines)).next();
    let lengths = (exported.len(), expected.len());
    Err(format!("of {lengths:?} bytes; the first line that differs, exported and expected: {differing:?}").into())
}
