//! What makes a library a Python extension module: the entry points that it exports.

/// Prefixes of the functions by which Python enters a module: PEP 489 (`PyInit_`, `PyInitU_` for names that are not
/// ASCII) and PEP 793 (`PyModExport_`, `PyModExportU_`).
pub(super) const ENTRY_POINTS: [&[u8]; 4] = [b"PyInit_", b"PyInitU_", b"PyModExport_", b"PyModExportU_"];

/// Entry points that are kept of one file. A module has one; a bundle of modules some dozens.
const KEPT: usize = 1 << 10;

/// Bytes of one name that are kept.
const LONGEST: usize = 1 << 10;

/// Whether a symbol's name is that of an entry point.
pub(super) fn is_entry_point(name: &[u8]) -> bool {
    ENTRY_POINTS.iter().any(|prefix| name.starts_with(prefix))
}

/// The names for the report: sorted, without repeats, bounded.
pub(super) fn sorted<'a>(names: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let cut = |name: &'a [u8]| name.get(..LONGEST).unwrap_or(name);
    let mut names: Vec<&[u8]> = names.take(KEPT).map(cut).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}
