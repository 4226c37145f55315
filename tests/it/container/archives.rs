//! Which archive of a file is read, and what else the file holds.

use wheelcard::container::ContainerError;

use super::{codes, directory, finding, findings, local_only, opened, pair};
use crate::zip_builder::{Member, Zip};

#[test]
fn what_is_no_zip_is_refused_in_words() {
    assert_eq!(opened(b"").unwrap_err().to_string(), "the file is empty");
    assert_eq!(
        opened(b"\x7fELF and so on").unwrap_err().to_string(),
        "this is no zip: it begins with `\\x7fELF and so on`, and its last 14 bytes hold no end of central directory \
         record"
    );
    assert_eq!(
        opened(b"PK\x03\x04\x14\0").unwrap_err().to_string(),
        "the file is truncated: it begins like a zip, but ends at offset 6 inside the first local header, and has no \
         end record"
    );
    let end = Zip::default().with(|z| (z.end.offset, z.end.size, z.end.entries) = (Some(900), Some(90), Some(1)));
    assert_eq!(
        opened(&end.build()).unwrap_err(),
        ContainerError::NoDirectory { at: 0, offset: 900, size: 90, len: 22 }
    );
}

#[test]
fn an_archive_without_members_is_a_zip() {
    let empty = directory(&Zip::default().build());
    assert_eq!((empty.entries.len(), codes(&empty)), (0, vec!["zip.no-members"]));
}

#[test]
fn a_directory_past_the_end_leaves_the_members_that_local_headers_show() {
    let directory = directory(&pair().with(|z| (z.end.offset, z.end.size) = (Some(9_000), Some(500))).build());
    assert_eq!(local_only(&directory), ["a.py", "b/c.txt"]);
    assert_eq!(directory.declared_entries, 2);
    assert_eq!(
        finding(&directory, "zip.no-directory").detail,
        "the end record at offset 188 says that the directory is at offset 9000 and 500 bytes long; there is none in a \
         file of 210 bytes; 2 members were found by their local headers"
    );
}

#[test]
fn c24_of_an_archive_in_the_comment_of_another_the_one_that_pip_takes_is_read_and_the_other_is_shown() {
    let inner = Zip::of([Member::stored("inner", b"i")]).build();
    let bytes = Zip::of([Member::stored("outer", b"o")]).with(|z| z.end.comment = inner).build();
    let directory = directory(&bytes);
    // zipfile.ZipFile(...).namelist() == ["inner"]
    assert_eq!(directory.entries[0].name, "inner");
    assert_eq!(local_only(&directory), ["outer"]);
    assert_eq!(
        finding(&directory, "zip.two-archives").detail,
        "the end records at offsets 87 (1 entries) and 196 (1 entries) can both be taken: the second lies in the \
         comment of the first; read is the second, as zipfile does"
    );
    assert_eq!(finding(&directory, "zip.stray-central-header").member.as_deref(), Some("outer"));
}

#[test]
fn c24_of_two_zips_one_behind_the_other_the_last_is_read_and_the_first_is_shown() {
    let first = Zip::of([Member::stored("first", b"1")]).build();
    let second = Zip::of([Member::stored("second", b"2")]).build();
    let directory = directory(&[first.clone(), second].concat());
    assert_eq!(directory.entries[0].name, "second");
    assert_eq!(directory.prefix, first.len() as u64);
    assert_eq!(local_only(&directory), ["first"]);
    let expected = [
        "zip.hidden-local-header",
        "zip.offset-shift",
        "zip.prefix",
        "zip.stray-central-header",
        "zip.stray-end-record",
    ];
    assert_eq!(codes(&directory), expected);
}

#[test]
fn a_nested_stored_zip_is_no_second_archive() {
    let nested = Member::stored("nested.whl", &pair().build());
    assert_eq!(directory(&Zip::of([Member::stored("a", b"a"), nested]).build()).findings, []);
}

#[test]
fn bytes_that_are_no_member_are_measured_wherever_they_lie() {
    let gap = directory(&pair().with(|z| z.members[0].behind = vec![0; 9]).build());
    assert_eq!(finding(&gap, "zip.gap").detail, "9 bytes, all zeros, at offset 47, behind `a.py`, belong to no member");
    let last = directory(&pair().with(|z| z.before_directory = b"12345".to_vec()).build());
    assert_eq!(finding(&last, "zip.gap").detail, "5 bytes at offset 85, behind `b/c.txt`, belong to no member");
    let end = directory(&pair().with(|z| z.before_end = Some(|_, _, _| b"1234567".to_vec())).build());
    // By its size the directory would start seven bytes later: found is the one at its offset.
    assert_eq!(codes(&end), ["zip.directory-cut", "zip.directory-misplaced"]);
    assert_eq!(end.entries.len(), 2);
    let tail = directory(&pair().with(|z| z.trailing = b"tail".to_vec()).build());
    assert_eq!((tail.trailing, codes(&tail)), (4, vec!["zip.trailing-bytes"]));
    assert_eq!(finding(&tail, "zip.trailing-bytes").detail, "4 bytes follow the archive, from offset 210 on");
}

#[test]
fn a_zip_in_the_tail_is_shown() {
    // Its end record is cut off, so that the first archive stays the one that is read.
    let mut tail = Zip::of([Member::stored("tail", b"t")]).build();
    tail.truncate(tail.len() - 22);
    let directory = directory(&pair().with(|z| z.trailing = tail).build());
    assert_eq!(local_only(&directory), ["tail"]);
    assert_eq!(finding(&directory, "zip.stray-central-header").member.as_deref(), Some("tail"));
}

#[test]
fn comments_are_shown_and_binary_or_cut_ones_are_said() {
    let comment = directory(&pair().with(|z| z.end.comment = b"made by hand".to_vec()).build());
    assert_eq!((comment.comment.as_deref(), codes(&comment)), (Some("made by hand"), vec!["zip.comment"]));
    let binary = directory(&pair().with(|z| z.end.comment = vec![b'a', 3]).build());
    assert_eq!(codes(&binary), ["zip.comment", "zip.comment-binary"]);
    let mut bytes = pair().with(|z| z.end.comment = b"0123456789".to_vec()).build();
    bytes.truncate(bytes.len() - 4);
    assert_eq!(
        finding(&directory(&bytes), "zip.comment-cut").detail,
        "the archive comment is said to be 10 bytes long; the file ends after 6: it is truncated"
    );
    let member = directory(&pair().with(|z| z.members[1].comment = b"hello".to_vec()).build());
    assert_eq!(finding(&member, "zip.member-comment").detail, "1 member with a comment of its own: `b/c.txt`");
}

#[test]
fn a_count_that_is_not_the_directorys_is_an_alarm() {
    let directory = directory(&pair().with(|z| z.end.entries = Some(7)).build());
    assert_eq!(
        finding(&directory, "zip.count-differs").detail,
        "the end record at offset 188 counts 7 entries; the directory holds 2"
    );
    assert_eq!((directory.declared_entries, directory.entries.len()), (7, 2));
}

#[test]
fn disks_and_counts_per_disk_are_said() {
    let disk = directory(&pair().with(|z| z.end.disk = 1).build());
    assert_eq!(
        finding(&disk, "zip.multi-disk").detail,
        "the end record at offset 188 says that this is disk 1 and that the directory begins on disk 0"
    );
    let here = directory(&pair().with(|z| z.end.entries_here = Some(1)).build());
    let detail = "the end record at offset 188 counts 1 entries on this disk and 2 in all";
    assert!(findings(&here, "zip.multi-disk").iter().any(|finding| finding.detail == detail), "{:#?}", here.findings);
    let member = directory(&pair().with(|z| z.members[0].disk = 3).build());
    assert_eq!(finding(&member, "zip.multi-disk").detail, "`a.py` is said to lie on disk 3");
}

#[test]
fn two_directories_for_one_end_record_are_an_alarm() {
    // The offset points to a directory of another archive, before the one that the size points to.
    let old = Zip::of([Member::stored("old", b"o")]).build();
    let end = old.len() - 22;
    let central = old[34..end].to_vec();
    let directory = directory(&pair().with(|z| z.before_directory = central).with(|z| z.end.offset = Some(85)).build());
    assert_eq!(directory.entries.iter().filter(|e| e.name == "old").count(), 0);
    assert_eq!(
        finding(&directory, "zip.two-directories").detail,
        "by its size the directory starts at offset 134, by its offset at 85, and there is a central header at both; \
         read is the first, as zipfile does"
    );
    assert_eq!(finding(&directory, "zip.stray-central-header").member.as_deref(), Some("old"));
}
