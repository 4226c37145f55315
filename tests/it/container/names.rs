//! Names, kinds and dates of members.

use wheelcard::container::{Directory, Modified};
use wheelcard::finding::Severity;

use super::{codes, directory, finding, findings};
use crate::zip_builder::{Member, Zip, extra};

fn one(member: Member) -> Directory {
    directory(&Zip::of([member]).build())
}

fn named(raw: &[u8], flags: u16) -> Directory {
    one(Member::stored("a", b"a").with_both(|h| (h.name, h.flags) = (raw.to_vec(), flags)))
}

#[test]
fn names_that_mislead_are_kept_and_said() {
    for (raw, name, code, severity) in [
        (&b"/etc/passwd"[..], "/etc/passwd", "zip.name-absolute", Severity::Alarm),
        (b"../x", "../x", "zip.name-parent", Severity::Alarm),
        (b"C:x", "C:x", "zip.name-drive", Severity::Warning),
        (b"a\\b", "a\\b", "zip.name-backslash", Severity::Warning),
        (b"a\x1b[2Jb", "a\x1b[2Jb", "zip.name-control", Severity::Alarm),
        (b"a\0.so", "a\0.so", "zip.name-nul", Severity::Alarm),
        (b"a//b", "a//b", "zip.name-not-normal", Severity::Warning),
        (b"", "", "zip.name-empty", Severity::Alarm),
    ] {
        let directory = named(raw, 0);
        assert_eq!(directory.entries[0].name, name);
        assert_eq!(finding(&directory, code).severity, severity, "{code}");
    }
}

#[test]
fn the_encoding_of_a_name_is_judged_by_bytes_and_flag() {
    assert_eq!(codes(&named("ü".as_bytes(), 0x800)), [""; 0]);
    let unflagged = named("ü".as_bytes(), 0);
    assert_eq!(unflagged.entries[0].name, "ü");
    assert_eq!(
        finding(&unflagged, "zip.name-without-utf8-flag").detail,
        // Python: "ü".encode().decode("cp437")
        "`ü` is UTF-8 without flag bit 11: zipfile reads `├╝`"
    );
    let latin = named(b"\xfc", 0x800);
    assert_eq!(latin.entries[0].name, "ⁿ");
    assert_eq!(
        finding(&latin, "zip.name-not-utf8").detail,
        "the bytes of `ⁿ` are not UTF-8, though flag bit 11 says it is; read as code page 437"
    );
}

#[test]
fn a_unicode_path_field_that_names_another_file_is_an_alarm() {
    let mut data = vec![1];
    data.extend(crc32fast::hash(b"a.py").to_le_bytes());
    data.extend(b"b.py");
    let member = Member::stored("a.py", b"a").with_both(|h| h.extra = extra(0x7075, &data));
    let directory = one(member);
    assert_eq!(findings(&directory, "zip.unicode-path-differs").len(), 2);
    assert_eq!(
        findings(&directory, "zip.unicode-path-differs")[0].detail,
        "the name in the local header (offset 0) is `a.py`, its Unicode path field says `b.py`"
    );
}

#[test]
fn names_that_differ_in_case_only_and_files_that_are_directories_are_found_among_many() {
    let names = ["A.py", "pkg", "pkg-1", "pkg.py", "a.py", "pkg/x", "x/y", "x/y/z", "other/"];
    let directory = directory(&Zip::of(names.map(|name| Member::stored(name, b""))).build());
    assert_eq!(finding(&directory, "zip.case-twins").detail, "`A.py` and `a.py` differ only in case");
    let details: Vec<&str> =
        findings(&directory, "zip.file-and-directory").iter().map(|finding| finding.detail.as_str()).collect();
    assert_eq!(
        details,
        [
            "`pkg` is a file, and `pkg/x` lies in a directory of that name",
            "`x/y` is a file, and `x/y/z` lies in a directory of that name"
        ]
    );
}

#[test]
fn links_devices_and_confused_directories_are_said() {
    let mode = |name: &str, mode: u32| one(Member::stored(name, b"").with(|m| m.mode = mode));
    assert_eq!(finding(&mode("a", 0o120_777), "zip.symlink").detail, "`a` is a symbolic link (mode 120777)");
    assert_eq!(finding(&mode("a", 0o020_600), "zip.special-file").detail, "`a` is no ordinary file (mode 20600)");
    assert_eq!(
        finding(&mode("a", 0o040_755), "zip.directory-mode").detail,
        "`a` is a file by its name and a directory by its mode (40755)"
    );
    assert_eq!(codes(&mode("a/", 0o100_644)), ["zip.directory-mode"]);
    assert_eq!(codes(&mode("a", 0o600)), [""; 0]);
    let full = one(Member::stored("d/", b"content"));
    assert_eq!(finding(&full, "zip.directory-with-content").detail, "`d/` is a directory of 7 bytes");
}

#[test]
fn hosts_that_differ_are_noted_with_counts() {
    let members = [Member::stored("a", b""), Member::stored("b", b"").with(|m| m.host = 0), Member::stored("c", b"")];
    assert_eq!(
        finding(&directory(&Zip::of(members).build()), "zip.hosts-differ").detail,
        "members were written on different systems: 1 by MS-DOS or Windows (first `b`), 2 by Unix (first `a`)"
    );
}

#[test]
fn c29_dates_that_say_nothing_are_noted_once_and_no_time_zone_is_claimed() {
    let dated =
        |name: &str, date: u16, time: u16| Member::stored(name, b"").with_both(|h| (h.date, h.time) = (date, time));
    let last = 127 << 9 | 12 << 5 | 31;
    let zip = Zip::of([dated("a", 0, 0), dated("b", 0, 0), dated("c", 1 << 5 | 1, 0), dated("d", last, 0xbf7d)]);
    let directory = directory(&zip.build());
    let read: Vec<&Modified> = directory.entries.iter().map(|entry| &entry.modified).collect();
    let expected = Modified::At("2107-12-31T23:59:58".to_owned());
    assert_eq!(read, [&Modified::Absent, &Modified::Absent, &Modified::Epoch, &expected]);
    assert_eq!(codes(&directory), ["zip.date-2107", "zip.date-absent", "zip.date-epoch"]);
    assert_eq!(finding(&directory, "zip.date-absent").detail, "2 members without a date, the first is `a`");
}

#[test]
fn a_version_beyond_the_format_is_said() {
    let member = Member::stored("a", b"").with_both(|h| h.version_needed = 250);
    assert_eq!(
        finding(&one(member), "zip.version-needed").detail,
        "`a` needs version 25.0 of the format, it says; the latest is 6.3"
    );
}
