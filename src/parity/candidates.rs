//! Which members are rows of the card, and in which table, at every moment.
//!
//! Bytes decide as soon as they are known. Until then the name is the best guess; afterwards a file that is *named* like
//! a binary and is none is still shown, since a card that drops it would say that all is well.

use crate::binary::{FileKind, Group};
use crate::container::Entry;
use crate::report::Identified;

use super::key::Name;

/// The table in which a member stands, or `None` when it is no binary and does not look like one.
pub(super) fn group(entry: &Entry, name: &Name, identified: Option<&Identified>) -> Option<Group> {
    match identified {
        Some(Identified { binary: Some(binary), .. }) => Some(binary.group),
        Some(Identified { kind: FileKind::TruncatedElf, .. }) => Some(Group::Other),
        Some(_) => group_by_extension(entry, name).map(|_| Group::Other),
        None => by_name(entry, name),
    }
}

/// The table in which a member belongs by its name and mode, before its bytes are looked at.
pub(super) fn by_name(entry: &Entry, name: &Name) -> Option<Group> {
    group_by_extension(entry, name).or_else(|| is_program_by_mode(entry, name).then_some(Group::Executable))
}

fn group_by_extension(entry: &Entry, name: &Name) -> Option<Group> {
    let basename = entry.name.rsplit('/').next().unwrap_or_default();
    let (stem, extension) = basename.rsplit_once('.')?;
    match extension.to_ascii_lowercase().as_str() {
        "pyd" => Some(Group::ExtensionModule),
        "so" | "dll" | "dylib" if name.tag.is_some() => Some(Group::ExtensionModule),
        "so" | "dll" | "dylib" => Some(Group::SharedLibrary),
        "exe" => Some(Group::Executable),
        "a" | "o" | "lib" | "debug" => Some(Group::Other),
        // Ex) `libz.so.1.2.11`
        digits if digits.bytes().all(|b| b.is_ascii_digit()) && has_so_version(stem) => Some(Group::SharedLibrary),
        _ => None,
    }
}

/// Whether what stands before the last number is `….so`, perhaps with more numbers.
fn has_so_version(stem: &str) -> bool {
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    stem.strip_suffix(".so").is_some_and(|stem| !stem.is_empty())
}

/// Whether the archiver marked it executable in a place where programs lie.
fn is_program_by_mode(entry: &Entry, name: &Name) -> bool {
    let is_executable = entry.mode.is_some_and(|mode| mode & 0o111 != 0 && mode & 0o170_000 != 0o040_000);
    let is_script = name.key.starts_with("*.data/scripts/");
    let is_in_place = is_script || entry.name.rsplit('/').skip(1).any(|directory| directory == "bin");
    is_executable && is_in_place && !has_text_extension(&entry.name)
}

/// Whether the name says that it is text, so that a script beside programs is not taken for one before it is read.
fn has_text_extension(name: &str) -> bool {
    let extension = name.rsplit('/').next().and_then(|basename| basename.rsplit_once('.')).map(|(_, e)| e);
    extension.is_some_and(|e| ["py", "pyc", "sh", "txt", "json", "bat", "cmd", "ps1", "pl", "rb"].contains(&e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::{Method, Modified, Place};

    fn entry(name: &str, mode: Option<u32>) -> Entry {
        Entry {
            index: 0,
            name: name.into(),
            place: Place::Central,
            method: Method::Stored,
            flags: 0,
            crc32: 0,
            compressed_size: 0,
            size: 0,
            header_offset: 0,
            data_offset: None,
            host: 3,
            mode,
            modified: Modified::Absent,
            overlaps: false,
        }
    }

    #[test]
    fn a_name_tells_the_table_before_the_bytes_do() {
        for (name, group) in [
            ("a/_x.cpython-310-x86_64-linux-gnu.so", Some(Group::ExtensionModule)),
            ("a/_x.abi3.so", Some(Group::ExtensionModule)),
            ("a/_x.pyd", Some(Group::ExtensionModule)),
            ("a/libx.so", Some(Group::SharedLibrary)),
            ("a/libx.so.1", Some(Group::SharedLibrary)),
            ("a/libx.so.1.2.11", Some(Group::SharedLibrary)),
            ("a/X.DLL", Some(Group::SharedLibrary)),
            ("a/x.dylib", Some(Group::SharedLibrary)),
            ("a/x.exe", Some(Group::Executable)),
            ("a/x.a", Some(Group::Other)),
            ("a/x.o", Some(Group::Other)),
            ("a/x.debug", Some(Group::Other)),
            ("a/x.py", None),
            ("a/x.so.txt", None),
            ("a/x.1", None),
            ("a/so.1", None),
            ("a/notes.solo.1", None),
            ("a.so/x", None),
        ] {
            let entry = entry(name, Some(0o100_644));
            assert_eq!(by_name(&entry, &Name::of(name)), group, "{name}");
        }
    }

    #[test]
    fn the_mode_makes_a_program_where_programs_lie() {
        let group = |name: &str, mode: u32| by_name(&entry(name, Some(mode)), &Name::of(name));
        assert_eq!(group("a/bin/hlo-opt", 0o100_755), Some(Group::Executable));
        assert_eq!(group("demo-1.0.data/scripts/tool", 0o100_755), Some(Group::Executable));
        assert_eq!(group("a/bin/hlo-opt", 0o100_644), None);
        assert_eq!(group("a/hlo-opt", 0o100_755), None);
        assert_eq!(group("a/bin/run.py", 0o100_755), None);
    }

    #[test]
    fn bytes_overrule_the_name_and_a_false_binary_is_not_dropped() {
        let identified = |kind| Identified { kind, binary: None, complete: true };
        let at = |name: &str, kind| {
            let mode = Some(0o100_755);
            group(&entry(name, mode), &Name::of(name), Some(&identified(kind)))
        };
        assert_eq!(at("a/libx.so", FileKind::LfsPointer), Some(Group::Other));
        assert_eq!(at("a/libx.so", FileKind::Empty), Some(Group::Other));
        assert_eq!(at("a/bin/run", FileKind::Script), None);
        assert_eq!(at("a/data", FileKind::TruncatedElf), Some(Group::Other));
        assert_eq!(at("a/data", FileKind::Data), None);
    }
}
