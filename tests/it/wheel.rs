//! What wheels say of themselves, on real wheels and on odd ones.
//!
//! The expected values of whole sets are in `fixtures/golden`, made with Python's zipfile, csv and hashlib alone; those
//! of single cases are stated in `fixtures/cases/README.md`.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that panics has failed, and says so"
)]

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wheelcard::bytes::Sha256;
use wheelcard::finding::{Finding, Severity};
use wheelcard::report::RecordVerdict;
use wheelcard::wheel::{
    DistInfo, FileName, Metadata, OtherHasher, RecordFile, RecordIndex, VersionFacts, WheelFile, check, dist_info,
    platform_key, purelib_contents, version,
};

/// A wheel as Python's zipfile would show it, and all that it says of itself.
struct Opened {
    members: Vec<(String, Vec<u8>)>,
    file_name: FileName,
    dist_info: DistInfo,
    metadata: Option<Metadata>,
    wheel_file: Option<WheelFile>,
    record: Option<RecordFile>,
    version: VersionFacts,
    /// Of everything, the comparison of members with RECORD included.
    findings: Vec<Finding>,
    verdicts: Vec<(String, RecordVerdict)>,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Members in the directory's order; one whose bytes can't be had has none.
fn unpack(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(File::open(path).unwrap()).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut bytes = Vec::new();
            let mut member = archive.by_index(index).unwrap();
            let name = member.name().unwrap().into_owned();
            // A member of the cases about damaged containers may fail here; that is the container's matter.
            let _ = member.read_to_end(&mut bytes);
            (name, bytes)
        })
        .collect()
}

fn keep<T>((value, more): (T, Vec<Finding>), findings: &mut Vec<Finding>) -> T {
    findings.extend(more);
    value
}

fn read(path: &Path) -> Opened {
    let name = path.file_name().unwrap().to_str().unwrap();
    read_members(name, unpack(path))
}

fn read_members(file_name: &str, members: Vec<(String, Vec<u8>)>) -> Opened {
    let mut findings = Vec::new();
    let file_name = keep(FileName::parse(file_name), &mut findings);
    let names = || members.iter().map(|(name, _)| name.as_str());
    let files = || names().filter(|name| !name.ends_with('/'));
    let dist_info = keep(dist_info::find(names(), &file_name), &mut findings);
    let own = |file| members.iter().find(|(name, _)| dist_info.holds(name, file)).map(|(_, bytes)| bytes);
    let text = |file| own(file).map(|bytes| String::from_utf8(bytes.clone()).unwrap());
    let metadata = text("METADATA").map(|text| keep(Metadata::parse(&text), &mut findings));
    let wheel_file = text("WHEEL").map(|text| keep(WheelFile::parse(&text), &mut findings));
    let record = own("RECORD").map(|bytes| keep(RecordFile::parse(bytes), &mut findings));
    let sources: Vec<_> = members
        .iter()
        .filter(|(name, _)| version::is_source(name, &dist_info))
        .map(|(name, bytes)| (name.clone(), String::from_utf8(bytes.clone()).unwrap()))
        .collect();
    let version = keep(version::facts(&file_name, &dist_info, metadata.as_ref(), &sources), &mut findings);
    findings.extend(check(&file_name, &dist_info, metadata.as_ref(), wheel_file.as_ref()));
    findings.extend(purelib_contents(wheel_file.as_ref(), &dist_info, files()));
    let mut verdicts = Vec::new();
    if let Some(record) = &record {
        let index = RecordIndex::new(record, &dist_info);
        findings.extend(index.against_names(files()));
        for (name, bytes) in members.iter().filter(|(name, _)| !name.ends_with('/')) {
            let others = index.other_algorithms(name).into_iter().map(|algorithm| {
                let mut hasher = OtherHasher::new(algorithm);
                hasher.update(bytes);
                hasher.finish()
            });
            let others: Vec<_> = others.collect();
            let size = u64::try_from(bytes.len()).unwrap();
            let verdict = index.verdict(name, size, &Sha256::of(bytes), &others);
            verdicts.push((name.clone(), keep(verdict, &mut findings)));
        }
    }
    Opened { members, file_name, dist_info, metadata, wheel_file, record, version, findings, verdicts }
}

impl Opened {
    /// The codes found, each once, sorted.
    fn codes(&self) -> Vec<&str> {
        let codes: BTreeSet<&str> = self.findings.iter().map(|finding| finding.code.as_str()).collect();
        codes.into_iter().collect()
    }

    /// The members named by the findings of one code, sorted.
    fn members_with(&self, code: &str) -> Vec<&str> {
        let found = self.findings.iter().filter(|finding| finding.code == code);
        let mut members: Vec<&str> = found.filter_map(|finding| finding.member.as_deref()).collect();
        members.sort_unstable();
        members
    }

    fn details(&self, code: &str) -> Vec<&str> {
        self.findings.iter().filter(|finding| finding.code == code).map(|finding| finding.detail.as_str()).collect()
    }
}

fn case(name: &str) -> Opened {
    read(&fixtures().join("cases").join(name))
}

fn edge(altered: &str) -> (PathBuf, Value) {
    let file = format!("MarkupSafe-3.0.2-{altered}-cp313-cp313-manylinux_2_17_x86_64.whl");
    let golden = std::fs::read_to_string(fixtures().join(format!("golden/edge/{altered}.json"))).unwrap();
    let golden: Value = serde_json::from_str(&golden).unwrap();
    (fixtures().join("edge").join(file), golden["wheels"][0].clone())
}

fn strings(list: &Value) -> Vec<&str> {
    let mut strings: Vec<&str> = list.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
    strings.sort_unstable();
    strings
}

/// Holds a wheel against what Python read of it.
fn agrees_with_python(wheel: &Opened, golden: &Value) {
    let name = golden["filename"].as_str().unwrap();
    assert_eq!(wheel.dist_info.directory.as_deref(), golden["dist_info"][0].as_str(), "{name}");
    let metadata = wheel.metadata.as_ref().unwrap();
    assert_eq!(metadata.name.as_deref(), golden["metadata"]["Name"].as_str(), "{name}");
    assert_eq!(metadata.version.as_deref(), golden["metadata"]["Version"].as_str(), "{name}");
    assert_eq!(metadata.metadata_version.as_deref(), golden["metadata"]["Metadata-Version"].as_str(), "{name}");
    let lines: Vec<&str> = golden["wheel_file"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    assert_eq!(wheel.wheel_file.as_ref().unwrap().lines, lines, "{name}");

    let expected = &golden["record"];
    assert_eq!(wheel.record.is_some(), expected["present"].as_bool().unwrap(), "{name}");
    let Some(record) = &wheel.record else {
        assert_eq!(wheel.members_with("record.unlisted"), Vec::<&str>::new(), "{name}");
        return assert!(wheel.codes().contains(&"record.missing"), "{name}");
    };
    assert_eq!(u64::try_from(record.rows.len()).ok(), expected["rows"].as_u64(), "{name}");
    let paths = |list: &Value| {
        let mut paths: Vec<String> =
            list.as_array().unwrap().iter().map(|item| item["path"].as_str().unwrap().to_owned()).collect();
        paths.sort_unstable();
        paths
    };
    assert_eq!(wheel.members_with("record.no-member"), strings(&expected["missing_from_zip"]), "{name}");
    assert_eq!(wheel.members_with("record.unlisted"), strings(&expected["extra_in_zip"]), "{name}");
    assert_eq!(wheel.members_with("record.odd-encoding"), strings(&expected["noncanonical_hash"]), "{name}");
    assert_eq!(wheel.members_with("record.directory-row"), strings(&expected["dir_rows"]), "{name}");
    assert_eq!(wheel.members_with("record.backslash"), strings(&expected["backslashes"]), "{name}");
    // Python's dictionary of digests knows one member of a name; with two, both are compared here.
    if golden["zip"]["duplicates"].as_array().unwrap().is_empty() {
        assert_eq!(wheel.members_with("record.hash-differs"), paths(&expected["hash_mismatches"]), "{name}");
        assert_eq!(wheel.members_with("record.size-differs"), paths(&expected["size_mismatches"]), "{name}");
    }
    let itself = expected["record_lists_itself"].as_bool().unwrap();
    assert_eq!(wheel.codes().contains(&"record.not-itself"), !itself, "{name}");
    for (member, verdict) in &wheel.verdicts {
        let is = |list: &Value| {
            list.as_array().unwrap().iter().any(|v| v == member.as_str() || v["path"] == member.as_str())
        };
        let right = if is(&expected["without_hash"]) {
            RecordVerdict::Exempt
        } else if is(&expected["extra_in_zip"]) {
            RecordVerdict::Unlisted
        } else if is(&expected["hash_mismatches"]) || is(&expected["size_mismatches"]) {
            RecordVerdict::Differs
        } else if is(&expected["noncanonical_hash"]) {
            RecordVerdict::OddEncoding
        } else {
            RecordVerdict::Match
        };
        assert_eq!(*verdict, right, "{name}: {member}");
    }
}

#[test]
fn every_real_set_agrees_with_what_python_reads() {
    for set in ["pyarrow", "jaxlib", "torchaudio_local", "mujoco"] {
        let golden = std::fs::read_to_string(fixtures().join(format!("golden/{set}.json"))).unwrap();
        let golden: Value = serde_json::from_str(&golden).unwrap();
        for golden in golden["wheels"].as_array().unwrap() {
            let file = golden["filename"].as_str().unwrap();
            let wheel = read(&fixtures().join("wheels").join(set).join(file));
            agrees_with_python(&wheel, golden);
            let worse: Vec<_> = wheel.findings.iter().filter(|f| f.severity < Severity::Note).collect();
            assert!(worse.is_empty(), "{file}: {worse:?}");
        }
    }
}

#[test]
fn every_altered_wheel_agrees_with_what_python_reads() {
    let mut looked_at = 0;
    for entry in std::fs::read_dir(fixtures().join("golden/edge")).unwrap() {
        let (path, golden) = edge(entry.unwrap().path().file_stem().unwrap().to_str().unwrap());
        // The zip crate hides one of two members with one name.
        if golden["zip"]["duplicates"].as_array().unwrap().is_empty() {
            agrees_with_python(&read(&path), &golden);
            looked_at += 1;
        }
    }
    assert_eq!(looked_at, 18);
}

#[test]
fn a_record_by_sha512_matches_and_claims_no_sha256() {
    let wheel = read(&edge("0sha512rec").0);
    let others = wheel.verdicts.iter().filter(|(name, _)| !name.ends_with("/RECORD"));
    assert!(others.clone().count() == 10 && others.clone().all(|(_, verdict)| *verdict == RecordVerdict::Match));
    let index = RecordIndex::new(wheel.record.as_ref().unwrap(), &wheel.dist_info);
    let claim = index.claim("markupsafe/__init__.py").unwrap();
    assert_eq!((claim.sha256, claim.size), (None, Some(13214)));
}

#[test]
fn an_altered_member_is_denied_with_both_digests_and_no_other_is() {
    let (path, golden) = edge("0badhash");
    let wheel = read(&path);
    let [detail] = wheel.details("record.hash-differs")[..] else { panic!("{:?}", wheel.findings) };
    // The hex of the two base64 digests in golden/edge/0badhash.json, by Python's base64 module.
    assert_eq!(golden["record"]["hash_mismatches"][0]["record"], "sha256=BUys09WjaLATY5eRiwmpcOxh-HH0_mxGmCFMNql7vVY");
    assert_eq!(
        detail,
        "RECORD line 6 states sha256=054cacd3d5a368b0136397918b09a970ec61f871f4fe6c4698214c36a97bbd56, the member's bytes \
         give sha256=a5766d5202fdc0daafc285fe6a2406f22c6bc8e37d300298c0263d5d88eeca79"
    );
}

#[test]
fn the_sets_of_odd_platforms_are_read_without_a_warning() {
    for entry in std::fs::read_dir(fixtures().join("wheels/oddities")).unwrap() {
        let wheel = read(&entry.unwrap().path());
        let worse: Vec<_> = wheel.findings.iter().filter(|f| f.severity < Severity::Note).collect();
        assert!(worse.is_empty(), "{}: {worse:?}", wheel.file_name.given);
        assert!(wheel.verdicts.iter().all(|(_, v)| matches!(v, RecordVerdict::Match | RecordVerdict::Exempt)));
        assert_eq!(wheel.wheel_file.unwrap().tags, wheel.file_name.parts.unwrap().tags.expand());
    }
}

#[test]
fn wheels_of_one_release_are_told_apart_by_platform_and_label() {
    let mut told: Vec<(String, String)> = std::fs::read_dir(fixtures().join("wheels/oddities"))
        .unwrap()
        .map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let parts = FileName::parse(&name).0.parts.unwrap();
            (parts.distribution.clone(), format!("{} {}", parts.short_label(), platform_key(&parts.tags)))
        })
        .collect();
    told.sort();
    let told: Vec<_> = told.iter().map(|(name, key)| format!("{name} {key}")).collect();
    assert_eq!(
        told,
        [
            "MarkupSafe cp312 linux-aarch64-glibc",
            "MarkupSafe cp312 linux-x86_64-musl",
            "MarkupSafe cp312 macosx-arm64",
            "MarkupSafe cp312 macosx-universal2",
            "MarkupSafe cp312 win-amd64",
            "MarkupSafe cp312 win-x86",
            "MarkupSafe cp313 linux-x86_64-glibc",
            "MarkupSafe cp313t linux-x86_64-glibc",
            "frozenlist cp312 linux-i686-glibc",
            "frozenlist cp312 linux-ppc64le-glibc",
            "frozenlist cp312 linux-s390x-glibc",
            "frozenlist py3 any",
            "six py2.py3 any",
        ]
    );
}

#[test]
fn versions_are_found_where_real_projects_state_them() {
    // Path and line by grep -n over the unpacked wheels.
    let stated = |set: &str, file: &str| {
        let wheel = read(&fixtures().join("wheels").join(set).join(file));
        let statements = wheel.version.statements.into_iter();
        statements
            .filter_map(|s| Some(format!("{}:{} {} {} {}", s.member?, s.line?, s.what, s.version, s.agrees)))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        stated("torchaudio_local", "torchaudio-2.4.1+cu121-cp310-cp310-linux_x86_64.whl"),
        ["torchaudio/version.py:1 __version__ 2.4.1+cu121 true"]
    );
    assert_eq!(
        stated("jaxlib", "jaxlib-0.5.0-0slim-cp310-cp310-manylinux2014_x86_64.whl"),
        ["jaxlib/version.py:24 _version 0.5.0 true", "jaxlib/version.py:27 _release_version 0.5.0 true",]
    );
    assert_eq!(
        stated("oddities", "frozenlist-1.5.0-py3-none-any.whl"),
        ["frozenlist/__init__.py:8 __version__ 1.5.0 true"]
    );
}

#[test]
fn c14_a_module_of_another_abi_than_the_tag_is_told_by_its_name() {
    use wheelcard::wheel::{AbiFit, AbiTag};
    let tags = FileName::parse("tree_sitter_python-0.23-cp310-abi3-linux_x86_64.whl").0.parts.unwrap().tags;
    let fit = |name: &str| AbiTag::split(name).unwrap().1.fit(&tags);
    assert_eq!(fit("_b.cpython-314t-x86_64-linux-gnu.so"), AbiFit::Foreign);
    assert_eq!(fit("_b.cpython-312d-x86_64-linux-gnu.so"), AbiFit::Foreign);
    assert_eq!(fit("_b.pypy310-pp73-x86_64-linux-gnu.so"), AbiFit::Foreign);
    assert_eq!(fit("_b.cpython-310-x86_64-linux-musl.so"), AbiFit::Narrower);
    assert_eq!(fit("_b.abi3.so"), AbiFit::Fits);
}

#[test]
fn c30_a_record_behind_a_backslash_is_found_and_flagged() {
    let wheel = case("c30_backslash_record.whl");
    assert_eq!(wheel.members_with("name.backslash"), ["demo-1.0.dist-info\\RECORD"]);
    assert_eq!(wheel.record.as_ref().unwrap().rows.len(), 4);
    assert!(wheel.verdicts.iter().all(|(_, v)| matches!(v, RecordVerdict::Match | RecordVerdict::Exempt)));
    assert_eq!(wheel.codes(), ["name.backslash", "name.invalid"]);
}

#[test]
fn c31_every_kind_of_record_row_has_its_line() {
    let so = "demo/_c.cpython-310-x86_64-linux-gnu.so";
    let three = ["demo-1.0.dist-info/METADATA", "demo-1.0.dist-info/WHEEL", so];
    let odd = case("c31_record_padded.whl");
    assert_eq!(odd.members_with("record.odd-encoding"), three);
    assert_eq!(odd.verdicts.iter().filter(|(_, v)| *v == RecordVerdict::OddEncoding).count(), 3);
    assert_eq!(case("c31_record_std.whl").members_with("record.odd-encoding"), three);
    assert!(case("c31_record_std.whl").details("record.odd-encoding")[0].contains("(standard alphabet)"));
    assert_eq!(case("c31_record_missing_so.whl").members_with("record.unlisted"), [so]);
    assert_eq!(case("c31_record_dir.whl").members_with("record.directory-row"), ["demo/"]);
    let wrong = case("c31_record_hash_mismatch.whl");
    assert_eq!(wrong.members_with("record.hash-differs"), [so]);
    // By unzip -l: the member has 521 bytes, RECORD says 520.
    assert_eq!(wrong.codes(), ["name.invalid", "record.hash-differs", "record.size-differs"]);
}

/// Members of a small wheel whose WHEEL is `wheel` and whose RECORD gets `rows`.
fn made(directory: &str, version: &str, wheel: &str, rows: &str) -> Vec<(String, Vec<u8>)> {
    let metadata = format!("Metadata-Version: 2.1\nName: demo\nVersion: {version}\n");
    [("METADATA", metadata.as_str()), ("WHEEL", wheel), ("RECORD", rows)]
        .map(|(file, text)| (format!("{directory}/{file}"), text.as_bytes().to_vec()))
        .to_vec()
}

const PURE: &str = "Wheel-Version: 1.0\nGenerator: g\nRoot-Is-Purelib: true\nTag: py3-none-any\n";

#[test]
fn c31_hex_and_ghost_rows_are_told_apart() {
    let rows = format!(
        "demo-1.0.dist-info/WHEEL,sha256={},{}\nghost.so,sha256={},3\ndemo-1.0.dist-info/RECORD,,\n",
        Sha256::of(PURE.as_bytes()),
        PURE.len(),
        Sha256::of(b"abc"),
    );
    let wheel = read_members("demo-1.0-py3-none-any.whl", made("demo-1.0.dist-info", "1.0", PURE, &rows));
    assert_eq!(wheel.details("record.no-member"), ["RECORD line 2 lists \"ghost.so\", which is not in the wheel"]);
    assert_eq!(wheel.members_with("record.unlisted"), ["demo-1.0.dist-info/METADATA"]);
    assert!(wheel.verdicts.contains(&("demo-1.0.dist-info/WHEEL".to_owned(), RecordVerdict::OddEncoding)));
}

#[test]
fn c32_an_omitted_local_label_is_a_finding_of_its_own() {
    let wheel = case("c32_local_omitted_demo-1.0+rocm7.whl");
    assert_eq!(wheel.dist_info.directory.as_deref(), Some("demo-1.0.dist-info"));
    assert_eq!(wheel.version.version.as_deref(), Some("1.0+rocm7"));
    assert_eq!(
        wheel.details("version.local-omitted"),
        ["METADATA states the version \"1.0+rocm7\", the dist-info directory states \"1.0\""]
    );
    // The same wheel under its right name.
    let members = wheel.members;
    let wheel = read_members("demo-1.0+rocm7-cp310-cp310-manylinux_2_17_x86_64.whl", members);
    assert_eq!(wheel.codes(), ["version.local-omitted"]);
    let agree: Vec<_> = wheel.version.statements.iter().map(|s| (s.what.as_str(), s.agrees)).collect();
    assert_eq!(agree, [("filename", true), ("dist-info", false), ("METADATA", true)]);
}

#[test]
fn c32_of_two_dist_infos_the_right_one_is_read_and_the_other_named() {
    let mut members = made("aaa-9.dist-info", "9", PURE, "");
    members.extend(made("Demo-1.0.dist-info", "1.0", PURE, "Demo-1.0.dist-info/RECORD,,\n"));
    let wheel = read_members("demo-1.0-py3-none-any.whl", members);
    assert_eq!(wheel.metadata.as_ref().unwrap().version.as_deref(), Some("1.0"));
    assert_eq!(
        wheel.details("name.several-dist-info"),
        ["\"Demo-1.0.dist-info\" is read; there is also \"aaa-9.dist-info\""]
    );
}

#[test]
fn c33_tags_and_flags_that_contradict_are_named_and_lines_stay_raw() {
    let wheel = case("c33_tag_contradiction-1.0-py3-none-any.whl");
    assert_eq!(
        wheel.details("tags.differ"),
        ["only the file name states py3-none-any; only WHEEL states cp36-cp36m-manylinux2010_x86_64"]
    );
    assert!(wheel.codes().contains(&"name.differs"));

    let wheel = case("c33_wheel_compressed_tag.whl");
    let file = wheel.wheel_file.as_ref().unwrap();
    assert_eq!(file.lines.last().unwrap(), "Tag: cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64");
    assert_eq!(file.tags, ["cp39-abi3-manylinux2014_x86_64", "cp39-abi3-manylinux_2_17_x86_64"]);
    assert_eq!(wheel.codes(), ["name.invalid", "wheel.compressed-tag"]);

    let wheel = case("c33_wheel_dup_purelib.whl");
    assert_eq!(
        wheel.details("wheel.purelib-contradiction"),
        ["WHEEL states `Root-Is-Purelib` \"true\" on line 3 and \"false\" on line 5; the first is read"]
    );
}

#[test]
fn c34_odd_names_are_read_and_bad_ones_opened_all_the_same() {
    let parts =
        case("triton-2.1.0-0-cp38-cp38-manylinux2014_x86_64.manylinux_2_17_x86_64.whl").file_name.parts.unwrap();
    assert_eq!((parts.build_tag.as_deref(), parts.short_label().as_str()), (Some("0"), "cp38"));
    let parts = case("PySide2-5.12.3-5.12.3-cp35.cp36.cp37-abi3-manylinux1_x86_64.whl").file_name.parts.unwrap();
    assert_eq!((parts.version.as_str(), parts.build_tag.as_deref()), ("5.12.3", Some("5.12.3")));

    let wheel = case("demo-1.0-cp313-cp313-linux_amd64-noavx.whl");
    assert_eq!(wheel.file_name.parts, None);
    assert_eq!(
        wheel.details("name.invalid"),
        ["the file name \"demo-1.0-cp313-cp313-linux_amd64-noavx.whl\" is no wheel's name: has an invalid build tag \
         \"cp313\": must start with a digit; its fields are read from METADATA and WHEEL"]
    );
    assert_eq!(wheel.metadata.unwrap().name.as_deref(), Some("demo"));
    assert_eq!(wheel.version.version.as_deref(), Some("1.0"));

    let wheel = case("demo-1.0-py3-none-any (1).whl");
    assert_eq!(wheel.file_name.cleaned, "demo-1.0-py3-none-any.whl");
    assert!(wheel.codes().contains(&"name.download"));

    let wheel = case("foo-01.0.0-py3-none-any.whl");
    assert!(wheel.version.statements.iter().all(|statement| statement.agrees));
    assert_eq!(wheel.details("name.differs")[0], "the file name names \"foo\", the dist-info directory names \"demo\"");
}

#[test]
fn c35_labels_that_abbreviate_one_revision_are_one_release() {
    use wheelcard::wheel::pep440::{Relation, relation};
    let version = |file| case(file).version.version.unwrap();
    let a = version("demo-1.0+g84cda28-cp310-cp310-manylinux_2_17_x86_64.whl");
    let b = version("demo-1.0+g84cda281-cp311-cp311-manylinux_2_17_x86_64.whl");
    assert_eq!((a.as_str(), b.as_str()), ("1.0+g84cda28", "1.0+g84cda281"));
    assert_eq!(relation(&a, &b), Relation::LocalLength);
}

#[test]
fn nothing_that_a_wheel_says_makes_the_readers_stop() {
    // Cut and changed at many places: a real RECORD, METADATA and WHEEL, and a name.
    let wheel = read(&fixtures().join("wheels/oddities/six-1.16.0-py2.py3-none-any.whl"));
    for file in ["RECORD", "METADATA", "WHEEL"] {
        let (_, bytes) = wheel.members.iter().find(|(name, _)| wheel.dist_info.holds(name, file)).unwrap();
        for at in (0..bytes.len().min(400)).step_by(5) {
            for byte in [b'\n', b'"', b',', b'-', b':', 0xff] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                for bytes in [&changed[..], &changed[..at]] {
                    let text = String::from_utf8_lossy(bytes);
                    let (record, _) = RecordFile::parse(bytes);
                    RecordIndex::new(&record, &wheel.dist_info).against_names(["six.py"].into_iter());
                    let (metadata, _) = Metadata::parse(&text);
                    let (file, _) = WheelFile::parse(&text);
                    let source = [("six/version.py".to_owned(), text.into_owned())];
                    version::facts(&wheel.file_name, &wheel.dist_info, Some(&metadata), &source);
                    check(&wheel.file_name, &wheel.dist_info, Some(&metadata), Some(&file));
                }
            }
        }
    }
    let name = "torchaudio-2.4.1+cu121-1-cp310-cp310-linux_x86_64 (1).whl";
    for at in 0..=name.len() {
        for piece in ["", "%", "%2", "%2B", "%ff", "-", ".", "(", "é", "\0"] {
            let changed = format!("{}{piece}{}", &name[..at], &name[at..]);
            let (parsed, findings) = FileName::parse(&changed);
            assert_eq!(parsed.given, changed);
            // A name that says nothing is said to.
            assert!(parsed.parts.is_some() || findings.iter().any(|f| f.code == "name.invalid"), "{changed}");
        }
    }
}
