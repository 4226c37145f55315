//! Real and made-up wheels against what Python's zipfile says of them.

use std::path::{Path, PathBuf};

use serde_json::Value;
use wheelcard::bytes::Sha256;
use wheelcard::container::{Entry, Method, Modified, Place};

use super::{bytes_of, codes, directory, finding, findings, local_only};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(name)).unwrap()
}

fn edge(kind: &str) -> Vec<u8> {
    read(&format!("edge/MarkupSafe-3.0.2-{kind}-cp313-cp313-manylinux_2_17_x86_64.whl"))
}

fn case(name: &str) -> Vec<u8> {
    read(&format!("cases/{name}.whl"))
}

fn zipfile_facts() -> Vec<(String, Value)> {
    let facts: Value = serde_json::from_slice(&read("container/zipfile_facts.json")).unwrap();
    facts.as_object().unwrap().clone().into_iter().collect()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// An entry in the words of `zipfile_facts.py`.
fn as_zipfile_says(entry: &Entry) -> Value {
    let date = match &entry.modified {
        Modified::At(date) => date.clone(),
        Modified::Epoch => "1980-01-01T00:00:00".to_owned(),
        Modified::Absent => "1980-00-00T00:00:00".to_owned(),
    };
    let method = match entry.method {
        Method::Stored => 0,
        Method::Deflated => 8,
        Method::Other(number) => number,
    };
    serde_json::json!({
        "name": entry.name, "offset": entry.header_offset, "method": method, "flags": entry.flags,
        "crc32": entry.crc32, "compressed_size": entry.compressed_size, "size": entry.size, "host": entry.host,
        "mode": entry.mode.unwrap_or(0), "date": date,
    })
}

#[test]
fn every_wheel_has_the_members_that_zipfile_lists() {
    for (path, facts) in zipfile_facts() {
        let Some(members) = facts["members"].as_array() else { continue };
        let directory = directory(&read(&path));
        assert_eq!(directory.entries.len(), members.len(), "{path}");
        assert_eq!(directory.declared_entries, number(&serde_json::json!(members.len())), "{path}");
        assert_eq!(directory.comment.as_ref().map_or(0, String::len) as u64, number(&facts["comment"]), "{path}");
        for (entry, member) in directory.entries.iter().zip(members) {
            let mut expected = member.as_object().unwrap().clone();
            expected.remove("sha256");
            expected.remove("error");
            assert_eq!(as_zipfile_says(entry), Value::Object(expected), "{path}");
        }
    }
}

#[test]
fn every_member_has_the_bytes_that_zipfile_reads() {
    let mut differ = Vec::new();
    for (path, facts) in zipfile_facts() {
        let Some(members) = facts["members"].as_array() else { continue };
        let bytes = read(&path);
        for (entry, member) in directory(&bytes).entries.iter().zip(members) {
            let ours = bytes_of(&bytes, entry);
            match (&ours, member["sha256"].as_str()) {
                (Ok((out, inflated)), Some(sha256)) if inflated.findings(entry).is_empty() => {
                    assert_eq!(Sha256::of(out).to_string(), sha256, "{path}: {}", entry.name);
                }
                _ => differ.push((path.clone(), entry.name.clone())),
            }
        }
    }
    // What zipfile refuses or we do; each has its finding in the tests below.
    let speedups = "markupsafe/_speedups.cpython-313-x86_64-linux-gnu.so";
    let module = "demo/_c.cpython-310-x86_64-linux-gnu.so";
    let metadata = "demo-1.0.dist-info/METADATA";
    assert_eq!(
        differ,
        [
            ("cases/c24_lfh_cd_name_mismatch.whl".to_owned(), metadata.to_owned()),
            ("cases/c27_bzip2.whl".to_owned(), module.to_owned()),
            ("cases/c28_bad_crc.whl".to_owned(), module.to_owned()),
            ("edge/MarkupSafe-3.0.2-0badcrc-cp313-cp313-manylinux_2_17_x86_64.whl".to_owned(), speedups.to_owned()),
        ]
    );
}

#[test]
fn elf_members_of_the_edge_wheels_are_those_of_the_golden_inventories() {
    for file in std::fs::read_dir(fixtures().join("golden/edge")).unwrap() {
        let golden: Value = serde_json::from_slice(&std::fs::read(file.unwrap().path()).unwrap()).unwrap();
        let wheel = &golden["wheels"][0];
        let name = wheel["filename"].as_str().unwrap();
        let bytes = read(&format!("edge/{name}"));
        let directory = directory(&bytes);
        assert_eq!(directory.entries.len() as u64, number(&wheel["zip"]["entries"]), "{name}");
        for elf in wheel["elf"].as_array().unwrap() {
            let found = directory.entries.iter().find(|entry| {
                entry.name == elf["path"].as_str().unwrap()
                    && Sha256::of(&bytes_of(&bytes, entry).unwrap().0).to_string() == elf["sha256"].as_str().unwrap()
            });
            let entry = found.unwrap_or_else(|| panic!("{name}: {}", elf["path"]));
            assert_eq!(entry.size, number(&elf["size"]), "{name}");
            assert_eq!(entry.compressed_size, number(&elf["zip"]["csize"]), "{name}");
            assert_eq!(entry.has_data_descriptor(), elf["zip"]["data_descriptor"].as_bool().unwrap(), "{name}");
            assert_eq!(format!("{:o}", entry.mode.unwrap()), elf["zip"]["mode"].as_str().unwrap(), "{name}");
        }
    }
}

#[test]
fn wheels_as_they_come_from_an_index_have_no_findings() {
    for (path, _) in zipfile_facts().iter().filter(|(path, _)| path.starts_with("wheels/")) {
        assert_eq!(directory(&read(path)).findings, [], "{path}");
    }
    for name in ["c11_triplicate", "c12_graft_a", "c12_graft_b", "c16_data_scripts", "c28_bad_crc"] {
        assert_eq!(directory(&case(name)).findings, [], "{name}");
    }
}

#[test]
fn c11_one_library_under_three_names_is_three_members() {
    let bytes = case("c11_triplicate");
    let names: Vec<String> = directory(&bytes).entries.into_iter().map(|e| e.name).take(3).collect();
    assert_eq!(names, ["demo.libs/libx.so", "demo.libs/libx.so.1", "demo.libs/libx.so.1.2"]);
}

#[test]
fn c23_both_copies_of_a_duplicate_are_listed_and_the_finding_says_who_takes_which() {
    let directory = directory(&case("c23_dup_conflict"));
    let copies: Vec<u64> =
        directory.entries.iter().filter(|e| e.name.starts_with("demo/_c")).map(|e| e.header_offset).collect();
    assert_eq!(copies, [0, 753]);
    let duplicate = finding(&directory, "zip.duplicate-name");
    assert_eq!(duplicate.offset, Some(753));
    assert_eq!(
        duplicate.detail,
        "`demo/_c.cpython-310-x86_64-linux-gnu.so` stands at offset 0 (520 bytes, CRC-32 1d83db6b) and at offset 753 \
         (524 bytes, CRC-32 a53dd164): pip, and a tool that streams and overwrites, take the last, at offset \
         753"
    );
    assert_eq!(
        finding(&directory, "zip.second-reader-disagrees").detail,
        "the directory lists `demo/_c.cpython-310-x86_64-linux-gnu.so` 2 times; the zip crate shows it once"
    );
}

#[test]
fn c23_copies_that_claim_equal_contents_weigh_less() {
    let same = directory(&case("c23_dup_same"));
    assert_eq!(codes(&same), ["zip.duplicate-same-content", "zip.second-reader-disagrees"]);
    assert_eq!(directory(&edge("0duplicate")).entries.len(), 12);
    assert_eq!(findings(&directory(&edge("0duplicate")), "zip.duplicate-name").len(), 1);
}

#[test]
fn c24_a_local_name_that_contradicts_the_directory_is_an_alarm_with_both_names() {
    let directory = directory(&case("c24_lfh_cd_name_mismatch"));
    assert_eq!(codes(&directory), ["zip.name-differs"]);
    assert_eq!(
        finding(&directory, "zip.name-differs").detail,
        "the directory (offset 838) says `demo-1.0.dist-info/METADATA`, the local header (offset 232) says \
         `evil-1.0.dist-info/METADATA`"
    );
}

#[test]
fn c24_bytes_before_and_after_the_archive_are_measured() {
    let shebang = directory(&case("c24_prefix_shebang"));
    assert_eq!((shebang.prefix, codes(&shebang)), (15, vec!["zip.prefix"]));
    let trailing = directory(&case("c24_trailing_data"));
    assert_eq!((trailing.trailing, codes(&trailing)), (17, vec!["zip.trailing-zeros"]));
    let shifted = directory(&edge("0prefix"));
    assert_eq!((shifted.prefix, codes(&shifted)), (17, vec!["zip.offset-shift", "zip.prefix"]));
    assert_eq!(
        finding(&shifted, "zip.offset-shift").detail,
        "the end record says that the directory is at offset 21986; it is at offset 22003, and offsets of members are \
         read with the same difference"
    );
}

#[test]
fn an_end_record_signature_in_the_comment_does_not_hide_the_archive() {
    let directory = directory(&edge("0comment"));
    assert_eq!(directory.entries.len(), 11);
    assert_eq!(codes(&directory), ["zip.comment", "zip.comment-binary", "zip.last-end-record-unreadable"]);
    assert_eq!(
        finding(&directory, "zip.last-end-record-unreadable").detail,
        "the last end record signature, at offset 22852, has no directory that can be read; read is the archive that \
         ends at offset 22830"
    );
}

#[test]
fn c27_a_method_that_is_not_decoded_is_named() {
    let bytes = case("c27_bzip2");
    let directory = directory(&bytes);
    let expected =
        "`demo/_c.cpython-310-x86_64-linux-gnu.so` is compressed by method 12 (bzip2), which is not decoded here";
    assert_eq!(finding(&directory, "zip.method").detail, expected);
    let entry = &directory.entries[0];
    assert_eq!(bytes_of(&bytes, entry).unwrap_err().finding(entry), *finding(&directory, "zip.method"));
}

#[test]
fn c28_a_wrong_crc_is_counted_and_said_and_the_other_members_are_intact() {
    let bytes = case("c28_bad_crc");
    let entries = directory(&bytes).entries;
    let details: Vec<String> = entries
        .iter()
        .flat_map(|entry| bytes_of(&bytes, entry).unwrap().1.findings(entry))
        .map(|finding| format!("{}: {}", finding.code, finding.detail))
        .collect();
    assert_eq!(
        details,
        ["zip.crc-mismatch: the bytes of `demo/_c.cpython-310-x86_64-linux-gnu.so` have CRC-32 1d83db6b; the \
             directory \
          claims deadbeef"]
    );
}

#[test]
fn c28_a_truncated_wheel_shows_the_members_that_are_still_there() {
    let bytes = case("c28_truncated");
    let directory = directory(&bytes);
    assert!(directory.entries.iter().all(|entry| entry.place == Place::LocalOnly));
    assert_eq!(codes(&directory), ["zip.no-directory", "zip.past-end"]);
    assert_eq!(
        finding(&directory, "zip.no-directory").detail,
        "the file is truncated: it has no end of central directory record in its 570 bytes; 4 members were found by \
         their local headers"
    );
    // By zipfile, of the whole wheel: the ELF file's digest is that of the copy in c11.
    let (module, _) = bytes_of(&bytes, &directory.entries[0]).unwrap();
    let c11 = case("c11_triplicate");
    assert_eq!(module, bytes_of(&c11, &super::directory(&c11).entries[0]).unwrap().0);
    assert!(bytes_of(&bytes, &directory.entries[3]).is_err());
}

#[test]
fn a_wheel_cut_inside_its_directory_loses_no_member() {
    let directory = directory(&edge("0truncated"));
    assert_eq!((directory.declared_entries, codes(&directory)), (0, vec!["zip.header-cut", "zip.no-directory"]));
    // The wheel it was cut from, listed by zipfile.
    let whole = read("wheels/oddities/MarkupSafe-3.0.2-cp313-cp313-manylinux_2_17_x86_64.manylinux2014_x86_64.whl");
    let names: Vec<String> = super::directory(&whole).entries.into_iter().map(|entry| entry.name).collect();
    assert_eq!(local_only(&directory), names);
}

#[test]
fn c30_a_backslash_in_a_name_is_kept_and_said() {
    let directory = directory(&case("c30_backslash_record"));
    assert_eq!(directory.entries[3].name, "demo-1.0.dist-info\\RECORD");
    assert_eq!(codes(&directory), ["zip.name-backslash"]);
}

#[test]
fn data_descriptors_and_needless_zip64_fields_are_noted_once_with_a_count() {
    let descriptors = directory(&edge("0datadescriptor"));
    assert_eq!(codes(&descriptors), ["zip.data-descriptor"]);
    assert_eq!(
        finding(&descriptors, "zip.data-descriptor").detail,
        "11 members with a data descriptor, the first is `MarkupSafe-3.0.2.dist-info/top_level.txt`"
    );
    assert_eq!(codes(&directory(&edge("0zip64dd"))), ["zip.data-descriptor", "zip.zip64-superfluous"]);
    let local = directory(&edge("0zip64local"));
    assert_eq!(codes(&local), ["zip.zip64-superfluous"]);
    assert_eq!(
        finding(&local, "zip.zip64-superfluous").detail,
        "11 members with a zip64 field that is not needed, the first is `MarkupSafe-3.0.2.dist-info/top_level.txt`"
    );
}
