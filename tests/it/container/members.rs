//! Bytes of members: what comes out, what is refused, and where it stops.

use std::cell::Cell;
use std::ops::ControlFlow;

use wheelcard::bytes::{ReadAt, ReadError};
use wheelcard::container::{Entry, MemberError, head, inflate, read_all};

use super::{bytes_of, directory, finding};
use crate::zip_builder::{Member, Zip};

fn only(bytes: &[u8]) -> Entry {
    directory(bytes).entries.into_iter().next().unwrap()
}

/// Bytes that deflate does not shrink much.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[0]
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn stored_and_deflated_bytes_come_out_as_they_went_in() {
    for content in [b"".to_vec(), b"a".to_vec(), vec![0; 3 << 20], noise(300_000)] {
        for member in [Member::stored("a", &content), Member::deflated("a", &content)] {
            let bytes = Zip::of([member]).build();
            let entry = only(&bytes);
            let (out, inflated) = bytes_of(&bytes, &entry).unwrap();
            assert!(out == content, "{} bytes, {:?}", content.len(), entry.method);
            assert_eq!(inflated.findings(&entry), []);
        }
    }
}

#[test]
fn a_deflated_member_without_any_bytes_is_empty() {
    let member = Member::deflated("a", b"").with_both(|h| h.compressed_size = 0).with(|m| m.data.clear());
    let bytes = Zip::of([member]).build();
    assert_eq!(bytes_of(&bytes, &only(&bytes)).unwrap().0, b"");
}

#[test]
fn a_sink_can_stop_and_says_what_it_has() {
    let content = noise(1 << 20);
    let bytes = Zip::of([Member::deflated("a", &content)]).build();
    let entry = only(&bytes);
    let mut seen = 0_u64;
    let inflated = inflate(bytes.as_slice(), &entry, &mut |chunk| {
        seen += chunk.len() as u64;
        ControlFlow::Break(())
    })
    .unwrap();
    assert!(inflated.stopped);
    assert!(seen > 0 && seen < content.len() as u64);
    assert_eq!(inflated.size, seen);
    assert_eq!(inflated.crc32, crc32fast::hash(&content[..usize::try_from(seen).unwrap()]));
}

#[test]
fn a_head_reads_little_more_than_it_needs() {
    struct Counting<'a>(&'a [u8], Cell<usize>);
    impl ReadAt for Counting<'_> {
        fn len(&self) -> u64 {
            ReadAt::len(self.0)
        }
        fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
            self.1.set(self.1.get() + buf.len());
            self.0.read_at(offset, buf)
        }
    }
    let content = noise(8 << 20);
    let bytes = Zip::of([Member::deflated("a", &content)]).build();
    let source = Counting(&bytes, Cell::default());
    assert_eq!(head(&source, &only(&bytes), 1000).unwrap(), content[..1000]);
    assert!(source.1.get() <= 16 << 10, "{}", source.1.get());
    source.1.set(0);
    assert_eq!(head(&source, &only(&bytes), 64 << 10).unwrap(), content[..64 << 10]);
    assert!(source.1.get() <= 256 << 10, "{}", source.1.get());
}

#[test]
fn what_the_directory_alone_decides_is_refused_before_a_byte_is_read() {
    let refused = |member: Member| {
        let bytes = Zip::of([member]).build();
        let directory = directory(&bytes);
        let entry = &directory.entries[0];
        let error = bytes_of(&bytes, entry).unwrap_err();
        let finding = error.finding(entry);
        assert_eq!(super::finding(&directory, &finding.code), &finding);
        (error, finding.detail)
    };
    let encrypted = refused(Member::stored("a", b"a").with_both(|h| h.flags |= 1));
    assert_eq!(encrypted, (MemberError::Encrypted, "`a` is encrypted".to_owned()));
    let zstd = refused(Member::stored("a", b"a").with_both(|h| h.method = 93));
    assert_eq!(zstd.1, "`a` is compressed by method 93 (Zstandard), which is not decoded here");
    let lzma = refused(Member::stored("a", b"a").with_both(|h| h.method = 14));
    assert_eq!(lzma.1, "`a` is compressed by method 14 (LZMA), which is not decoded here");
    let past = refused(Member::stored("a", b"a").with_both(|h| (h.size, h.compressed_size) = (900, 900)));
    assert_eq!(past.1, "`a` should end at offset 931, but the file ends at offset 101: it is truncated");
    let ratio = refused(Member::deflated("a", b"a").with_both(|h| h.size = 3_100));
    assert_eq!(ratio.1, "`a` is said to inflate from 3 bytes to 3100, more than the 1033 times that deflate can reach");
}

#[test]
fn a_member_larger_than_the_limit_of_the_caller_is_not_read_into_memory() {
    let bytes = Zip::of([Member::stored("a", b"0123456789")]).build();
    let error = read_all(bytes.as_slice(), &only(&bytes), 9).unwrap_err();
    assert_eq!(error, MemberError::TooLarge { size: 10, limit: 9 });
}

#[test]
fn c36_output_beyond_the_declared_size_is_stopped() {
    // 10 MB of zeros, deflated about 1000:1, said to be 5 MB.
    let member = Member::deflated("zeros", &vec![0; 10_000_000]).with_both(|h| h.size = 5_000_000);
    assert!(member.data.len() < 11_000);
    let bytes = Zip::of([member]).build();
    let entry = only(&bytes);
    let mut out = 0_u64;
    let error = inflate(bytes.as_slice(), &entry, &mut |chunk| {
        out += chunk.len() as u64;
        ControlFlow::Continue(())
    })
    .unwrap_err();
    assert_eq!(error, MemberError::LongerThanDeclared { size: 5_000_000 });
    assert!(out <= 5_000_000, "{out}");
    assert_eq!(read_all(bytes.as_slice(), &entry, 1 << 30).unwrap_err(), error);
    // Their true size is no lie: it is read.
    let honest = Zip::of([Member::deflated("zeros", &vec![0; 10_000_000])]).build();
    assert_eq!(bytes_of(&honest, &only(&honest)).unwrap().1.size, 10_000_000);
}

#[test]
fn a_size_that_is_too_large_is_a_mismatch_and_the_bytes_are_there() {
    let bytes = Zip::of([Member::deflated("a", b"hello").with_both(|h| h.size = 7)]).build();
    let entry = only(&bytes);
    let (out, inflated) = bytes_of(&bytes, &entry).unwrap();
    assert_eq!(out, b"hello");
    let details: Vec<String> = inflated.findings(&entry).into_iter().map(|finding| finding.detail).collect();
    assert_eq!(details, ["`a` inflates to 5 bytes; the directory claims 7"]);
}

#[test]
fn streams_that_are_cut_corrupt_or_too_short_for_their_bytes_are_told_apart() {
    let content = noise(5000);
    let whole = Member::deflated("a", &content);
    let len = whole.data.len();
    let cut = |keep: usize| {
        whole.clone().with(|m| m.data.truncate(keep)).with_both(|h| h.compressed_size = u32::try_from(keep).unwrap())
    };
    let bytes = Zip::of([cut(len / 2)]).build();
    let entry = only(&bytes);
    let error = bytes_of(&bytes, &entry).unwrap_err();
    assert!(
        matches!(error, MemberError::StreamCut { offset, produced } if offset == 31 + len as u64 / 2 && produced > 0),
        "{error:?}"
    );

    let corrupt = whole.clone().with(|m| m.data[0] = 0xff);
    let bytes = Zip::of([corrupt]).build();
    let error = bytes_of(&bytes, &only(&bytes)).unwrap_err();
    assert_eq!(error, MemberError::Corrupt { offset: 31, produced: 0 });

    let more = whole.with(|m| m.data.extend(b"hidden")).with_both(|h| h.compressed_size += 6);
    let bytes = Zip::of([more]).build();
    let entry = only(&bytes);
    let (out, inflated) = bytes_of(&bytes, &entry).unwrap();
    assert_eq!((out.len(), inflated.unused), (5000, 6));
    assert_eq!(inflated.findings(&entry)[0].detail, "`a` has 6 compressed bytes behind the end of its deflate stream");
}

#[test]
fn a_source_that_fails_is_an_error_of_the_member() {
    struct Changed<'a>(&'a [u8]);
    impl ReadAt for Changed<'_> {
        fn len(&self) -> u64 {
            ReadAt::len(self.0)
        }
        fn read_at(&self, _: u64, _: &mut [u8]) -> Result<usize, ReadError> {
            Err(ReadError::Changed)
        }
    }
    let bytes = Zip::of([Member::stored("a", b"a")]).build();
    let entry = only(&bytes);
    let error = read_all(&Changed(&bytes), &entry, 1 << 30).unwrap_err();
    assert_eq!(
        error.finding(&entry).detail,
        "`a` can't be read: the file changed on disk after it was dropped; drop it again"
    );
    assert!(wheelcard::container::open(&Changed(&bytes)).is_err());
}

#[test]
fn overlapping_members_are_named_and_only_what_runs_into_the_next_is_refused() {
    // `a` claims the header and the bytes of `b` as its own.
    let inner = Zip::of([Member::stored("b", b"b")]).build();
    let b_len = 30 + 1 + 1;
    let data = [b"xx".to_vec(), inner[..b_len].to_vec()].concat();
    let b = Member::stored("b", b"b").with(|m| (m.local, m.offset) = (None, Some(33)));
    let bytes = Zip::of([Member::stored("a", &data), b]).build();
    let directory = directory(&bytes);
    assert_eq!(
        finding(&directory, "zip.overlap").detail,
        "the bytes of `a` are said to lie at offsets 31 to 65, but `b` begins at offset 33"
    );
    assert!(matches!(bytes_of(&bytes, &directory.entries[0]).unwrap_err(), MemberError::Overlaps { .. }));
    assert_eq!(bytes_of(&bytes, &directory.entries[1]).unwrap().0, b"b");
}

#[test]
fn of_several_entries_for_one_local_header_only_the_last_is_read() {
    let copy = |name: &str| Member::stored(name, b"").with(|m| (m.local, m.offset) = (None, Some(0)));
    let first = Member::stored("a", b"content");
    let mut others = ["b", "c"].map(copy);
    for other in &mut others {
        other.central.as_mut().unwrap().crc32 = crc32fast::hash(b"content");
        (other.central.as_mut().unwrap().size, other.central.as_mut().unwrap().compressed_size) = (7, 7);
    }
    let bytes = Zip::of([first].into_iter().chain(others)).build();
    let directory = directory(&bytes);
    let read: Vec<bool> = directory.entries.iter().map(|entry| bytes_of(&bytes, entry).is_ok()).collect();
    assert_eq!(read, [false, false, true]);
    assert_eq!(super::findings(&directory, "zip.shared-local-header").len(), 2);
}
