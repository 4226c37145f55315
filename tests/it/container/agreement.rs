//! Local headers and data descriptors against the directory.

use super::{bytes_of, codes, directory, finding, findings, local_only, pair};
use crate::zip_builder::{Member, Zip, deflate, descriptor, extra};

fn one(member: Member) -> wheelcard::container::Directory {
    directory(&Zip::of([member, Member::stored("z", b"z")]).build())
}

fn member() -> Member {
    Member::deflated("a", b"aaaaaaaaaaaaaaaaaaaa")
}

#[test]
fn headers_that_agree_have_no_findings() {
    assert_eq!(directory(&pair().build()).findings, []);
}

#[test]
fn each_field_that_differs_is_named_with_both_values() {
    let both = |said: &str, there: &str, here: &str| {
        format!("`a`: the directory (offset 68) says {said} {there}, the local header (offset 0) says {here}")
    };
    let method = one(member().with_local(|h| h.method = 0));
    assert_eq!(finding(&method, "zip.method-differs").detail, both("method", "8", "0"));
    let flags = one(member().with_local(|h| h.flags = 0x800));
    assert_eq!(finding(&flags, "zip.flags-differ").detail, both("flags", "0x0000", "0x0800"));
    let crc = one(member().with_local(|h| h.crc32 = 7));
    assert_eq!(finding(&crc, "zip.crc-differs").detail, both("CRC-32", "266f8bce", "00000007"));
    let size = one(member().with_local(|h| h.size = 21));
    assert_eq!(finding(&size, "zip.sizes-differ").detail, both("size", "20", "21"));
    let date = one(member().with_local(|h| h.date += 1));
    assert_eq!(
        finding(&date, "zip.dates-differ").detail,
        "1 member with another date in the local header than in the directory: `a`"
    );
}

#[test]
fn a_member_hidden_behind_a_smaller_local_size_is_found() {
    // By the directory `a` has all the bytes, by the local headers `evil` follows after four of them.
    let mut evil = Zip::of([Member::stored("evil", b"evil")]).build();
    evil.truncate(30 + 4 + 4);
    let data = [b"good".to_vec(), evil].concat();
    let member = Member::stored("a", &data).with_local(|h| h.compressed_size = 4).with_local(|h| h.size = 4);
    let bytes = Zip::of([member]).build();
    let directory = directory(&bytes);
    assert_eq!(local_only(&directory), ["evil"]);
    assert_eq!(bytes_of(&bytes, &directory.entries[1]).unwrap().0, b"evil");
    assert_eq!(finding(&directory, "zip.hidden-local-header").offset, Some(35));
    assert_eq!(findings(&directory, "zip.sizes-differ").len(), 2);
}

#[test]
fn a_member_of_the_directory_that_is_not_there_is_an_alarm_and_its_header_elsewhere_is_found() {
    let directory = one(member().with(|m| m.offset = Some(5)));
    assert_eq!(
        finding(&directory, "zip.no-local-header").detail,
        "`a` has no local header that can be read at offset 5"
    );
    assert_eq!(local_only(&directory), ["a"]);
    let away = one(member().with(|m| m.offset = Some(4_000_000_000)));
    assert_eq!(finding(&away, "zip.no-local-header").offset, Some(4_000_000_000));
    assert_eq!(local_only(&away), ["a"]);
}

#[test]
fn a_local_header_that_the_directory_does_not_list_is_an_entry_of_its_own() {
    let hidden = Member::deflated("hidden.so", b"hidden").with(|m| m.central = None);
    let bytes = pair().with(|zip| zip.members.insert(1, hidden)).build();
    let directory = directory(&bytes);
    assert_eq!(local_only(&directory), ["hidden.so"]);
    let entry = directory.entries.last().unwrap();
    assert_eq!((entry.index, entry.header_offset), (2, 47));
    assert_eq!(bytes_of(&bytes, entry).unwrap().0, b"hidden");
    assert_eq!(
        finding(&directory, "zip.hidden-local-header").detail,
        "`hidden.so` has a local header at offset 47 that the directory does not list"
    );
    assert_eq!(finding(&directory, "zip.gap").detail, "47 bytes at offset 47, behind `a.py`, belong to no member");
}

#[test]
fn a_hidden_member_that_leaves_its_sizes_to_a_descriptor_is_read_whole() {
    let data = deflate(b"hidden");
    let crc = crc32fast::hash(b"hidden");
    let hidden = Member::deflated("hidden", b"hidden")
        .with_local(|h| (h.flags, h.crc32, h.compressed_size, h.size) = (8, 0, 0, 0))
        .with(|m| m.behind = descriptor(crc, u32::try_from(data.len()).unwrap(), 6))
        .with(|m| m.central = None);
    let bytes = pair().with(|zip| zip.members.insert(1, hidden)).build();
    let directory = directory(&bytes);
    let entry = directory.entries.last().unwrap();
    assert_eq!((entry.crc32, entry.size, entry.compressed_size), (crc, 6, data.len() as u64));
    assert_eq!(bytes_of(&bytes, entry).unwrap().0, b"hidden");
}

#[test]
fn hidden_members_with_descriptors_are_told_apart_even_when_they_are_empty() {
    let streamed = |name: &str, content: &[u8]| {
        let (crc, len) = (crc32fast::hash(content), u32::try_from(content.len()).unwrap());
        Member::stored(name, content)
            .with_local(|h| (h.flags, h.crc32, h.compressed_size, h.size) = (8, 0, 0, 0))
            .with(|m| m.behind = descriptor(crc, len, len))
            .with(|m| m.central = None)
    };
    let hidden = [streamed("empty", b""), streamed("full", b"content"), streamed("last", b"")];
    let bytes = pair().with(|zip| zip.members.splice(1..1, hidden).for_each(drop)).build();
    let directory = directory(&bytes);
    assert_eq!(local_only(&directory), ["empty", "full", "last"]);
    let sizes: Vec<u64> = directory.entries.iter().skip(2).map(|entry| entry.size).collect();
    assert_eq!(sizes, [0, 7, 0]);
}

#[test]
fn an_offset_that_lies_costs_only_its_own_member() {
    // The second entry's offset points into the bytes of the first.
    let other = Member::stored("b", b"b").with(|m| m.offset = Some(40));
    let bytes = Zip::of([Member::stored("a", &[7; 100]), other]).build();
    let directory = directory(&bytes);
    assert_eq!(bytes_of(&bytes, &directory.entries[0]).unwrap().0, [7; 100]);
    assert_eq!(codes(&directory), ["zip.duplicate-name", "zip.gap", "zip.hidden-local-header", "zip.no-local-header"]);
    assert_eq!(finding(&directory, "zip.gap").detail, "32 bytes at offset 131, behind `a`, belong to no member");
}

#[test]
fn c26_descriptors_and_a_deflated_empty_directory_read_fine() {
    let streamed = |name: &str, content: &[u8]| {
        let data = deflate(content);
        let (crc, len) = (crc32fast::hash(content), u32::try_from(data.len()).unwrap());
        Member::deflated(name, content)
            .with_both(|h| h.flags |= 8)
            .with_local(|h| (h.crc32, h.compressed_size, h.size) = (0, 0, 0))
            .with(|m| m.behind = descriptor(crc, len, u32::try_from(content.len()).unwrap()))
    };
    let bytes = Zip::of([streamed("d/", b""), streamed("d/a", b"content")]).build();
    let directory = directory(&bytes);
    assert_eq!(codes(&directory), ["zip.data-descriptor", "zip.directory-deflated"]);
    assert_eq!(directory.entries[0].compressed_size, 2);
    assert_eq!(bytes_of(&bytes, &directory.entries[0]).unwrap().0, b"");
    assert_eq!(bytes_of(&bytes, &directory.entries[1]).unwrap().0, b"content");
}

#[test]
fn a_descriptor_that_is_missing_or_differs_is_said() {
    let streamed = member().with_both(|h| h.flags |= 8);
    let missing = one(streamed.clone());
    let detail = "`a`: flag bit 3 says that a data descriptor follows, at offset 36; there is none";
    assert_eq!(finding(&missing, "zip.descriptor-missing").detail, detail);
    let differs = one(streamed.with(|m| m.behind = descriptor(1, 2, 3)));
    assert_eq!(
        finding(&differs, "zip.descriptor-differs").detail,
        "`a`: the directory (offset 84) says CRC-32 266f8bce, 20 bytes, 5 compressed, the data descriptor (offset 36) \
         says 00000001, 3 and 2"
    );
}

#[test]
fn extra_fields_that_cannot_be_walked_or_come_twice_are_said() {
    let cut = one(member().with_central(|h| h.extra = vec![0x55, 0x54, 9, 0, 1]));
    assert_eq!(
        finding(&cut, "zip.extra-malformed").detail,
        "`a`: the 5 bytes of extra fields in the directory (offset 68) can't be read from byte 0 on"
    );
    let twice = [extra(0x7075, b"x"), extra(0x7075, b"x")].concat();
    let twice = one(member().with_local(|h| h.extra = twice));
    assert_eq!(
        finding(&twice, "zip.extra-repeated").detail,
        "`a`: the local header (offset 0) has the extra field 0x7075 more than once"
    );
}

#[test]
fn headers_in_extra_fields_and_in_comments_are_found() {
    let hidden = Zip::of([Member::stored("hidden.so", b"hidden")]).build();
    let field = extra(0xcafe, &hidden);
    let local = one(member().with_local(|h| h.extra = field.clone()));
    assert_eq!(
        finding(&local, "zip.header-in-field").detail,
        "`a`: byte 4 of the extra fields in the local header (offset 0) begins what looks like a header"
    );
    let central = one(member().with_central(|h| h.extra = field));
    assert!(finding(&central, "zip.header-in-field").detail.contains("the extra fields in the directory"));
    let comment = one(member().with(|m| m.comment = [b"see ", hidden.as_slice()].concat()));
    assert!(finding(&comment, "zip.header-in-field").detail.starts_with("`a`: byte 4 of its comment in the directory"));
    // Letters alone are no header.
    let letters = one(member().with_both(|h| h.extra = extra(0xcafe, b"PK PKPK\x03")));
    assert!(findings(&letters, "zip.header-in-field").is_empty());
}

#[test]
fn members_listed_in_another_order_than_they_lie_are_noted_once() {
    let mixed =
        Zip::of(["a", "b", "c", "d"].map(|name| Member::stored(name, b"x"))).with(|z| z.order = vec![1, 0, 3, 2]);
    let directory = directory(&mixed.build());
    assert_eq!(
        finding(&directory, "zip.order-differs").detail,
        "2 members listed behind one that lies behind it in the file, the first is `a`"
    );
    assert_eq!(codes(&directory), ["zip.order-differs"]);
}

#[test]
fn of_duplicates_in_another_order_pip_and_a_streaming_tool_take_different_ones() {
    let zip = Zip::of([Member::stored("a", b"first"), Member::stored("a", b"second")]).with(|z| z.order = vec![1, 0]);
    let directory = directory(&zip.build());
    let detail = &finding(&directory, "zip.duplicate-name").detail;
    assert!(
        detail.ends_with(
            "pip takes the last of the directory, at offset 0; a tool that streams and overwrites, the last of the \
             file, at offset 36"
        ),
        "{detail}"
    );
}
