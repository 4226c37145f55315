//! The published JSON Schemas against what is really written: every field of a report and of a card is described, and
//! what the readers refuse the schemas refuse as well.
#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect, and the numbers in it are its own")]

use std::path::{Path, PathBuf};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use wheelcard::card;
use wheelcard::parity::{Look, Looks};
use wheelcard::reference::{Choice, Written, read, state, write};
use wheelcard::report::{Needles, WheelReport};
use wheelcard::scan::scan;

use crate::real_wheels::{folder, scanned};
use crate::reports::{Moment, library, refs, three_at};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn of(file: &str) -> Self {
        let text = std::fs::read_to_string(root("docs").join(file)).unwrap();
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("schema.json", serde_json::from_str(&text).unwrap()).unwrap();
        let index = compiler.compile("schema.json", &mut schemas).unwrap();
        Self { schemas, index }
    }

    /// Why a value is not as described; `None` when it is.
    fn denies(&self, value: &Value) -> Option<String> {
        self.schemas.validate(value, self.index).err().map(|error| format!("{error:#}"))
    }

    #[track_caller]
    fn describes(&self, text: &str, what: &str) {
        if let Some(why) = self.denies(&serde_json::from_str(text).unwrap()) {
            let shown: String = why.chars().take(2000).collect();
            assert_eq!("", shown, "{what}");
        }
    }
}

/// Every wheel of a folder that can be opened, odd ones too.
fn of_folder(path: &Path) -> Vec<WheelReport> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "whl"));
    paths.sort();
    let one = |path: &PathBuf| scan(std::fs::read(path).unwrap(), path.file_name().unwrap().to_str().unwrap()).ok();
    paths.iter().filter_map(one).collect()
}

#[test]
fn every_report_is_as_the_schema_describes_it() {
    let schema = Schema::of("report-schema.json");
    let golden = std::fs::read_to_string(root("tests/fixtures/reports/torchaudio_local.json")).unwrap();
    schema.describes(&golden, "the golden report");
    schema.describes(&card::json::export(&[]), "a report of no wheel");
    for set in ["cffi", "frozenlist", "iree_runtime", "mujoco", "oddities", "pyzmq"] {
        let reports = scanned(set);
        schema.describes(&card::json::export(&refs(&reports)), set);
    }
    let mut odd = 0;
    for directory in ["cases", "edge"] {
        for report in of_folder(&root("tests/fixtures").join(directory)) {
            schema.describes(&card::json::export(&[&report]), &report.listing.file_name.given);
            odd += 1;
        }
    }
    assert!(odd > 20, "{odd} odd wheels");
    for moment in [Moment::Listed, Moment::Identified, Moment::Verified] {
        let files = |at: usize| vec![library("d/libx.so", &format!("x{at}")).id("aabbccdd")];
        let reports = three_at(&[files(0), files(1), files(2)], moment);
        schema.describes(&card::json::export(&refs(&reports)), &format!("{moment:?}"));
    }
}

#[test]
fn a_report_with_second_looks_is_as_the_schema_describes_it() {
    let reports = scanned("torchaudio_local");
    let before = card::build(&refs(&reports));
    let mut looks = Looks::default();
    for row in before.tables.iter().flat_map(|table| &table.rows) {
        let Some(contents) = row.contents() else { continue };
        let bytes: Vec<Vec<u8>> = row
            .copies
            .iter()
            .map(|copy| {
                let wheel = folder("torchaudio_local").join(&reports[copy.wheel].listing.file_name.given);
                let mut archive = zip::ZipArchive::new(std::fs::File::open(wheel).unwrap()).unwrap();
                let mut bytes = Vec::new();
                std::io::copy(&mut archive.by_name(&copy.path).unwrap(), &mut bytes).unwrap();
                bytes
            })
            .collect();
        let slices: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
        let star = wheelcard::evidence::star(&slices, &Needles::default());
        looks.insert(contents, Look::Told(star.map(Box::new)));
    }
    let text = card::json::export_with(&refs(&reports), &looks);
    assert!(text.contains("\"evidence\""));
    Schema::of("report-schema.json").describes(&text, "with second looks");
}

#[test]
fn the_schema_of_a_report_denies_what_is_none() {
    let schema = Schema::of("report-schema.json");
    let text = std::fs::read_to_string(root("tests/fixtures/reports/torchaudio_local.json")).unwrap();
    let good: Value = serde_json::from_str(&text).unwrap();
    let changes: [(&str, Value); 8] = [
        ("/format", json!("other")),
        ("/version", json!(2)),
        ("/wheels/0/sha256", json!("00")),
        ("/wheels/0/members/0/verified/size", json!(-1)),
        ("/wheels/0/members/0/verified/record", json!("perhaps")),
        ("/wheels/0/listing", json!([])),
        ("/card/tables/0/rows/0/rung", json!("first")),
        ("/card/tables/0/rows/0/copies/0/ids/0", json!({"kind": "gnu-build-id"})),
    ];
    for (pointer, value) in changes {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        assert!(schema.denies(&bad).is_some(), "{pointer}");
    }
    let mut more = good;
    more.pointer_mut("/wheels/0").unwrap().as_object_mut().unwrap().insert("unheard".into(), json!(1));
    assert!(schema.denies(&more).is_some(), "a field that is not described");
}

#[test]
fn every_reference_card_is_as_the_schema_describes_it() {
    let schema = Schema::of("reference-card-schema.json");
    for entry in std::fs::read_dir(root("public/reference")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name != "index.json") {
            schema.describes(&std::fs::read_to_string(&path).unwrap(), &path.display().to_string());
        }
    }
    for set in ["torchaudio_local", "pyzmq", "oddities"] {
        let reports = scanned(set);
        let card = card::build(&refs(&reports));
        for written in [None, Some(Written::Whole), Some(Written::HeadAndTail), Some(Written::Head)] {
            let choice = Choice { ids: written, sha256: written, sizes: written.is_some(), ..Choice::default() };
            schema.describes(&write(&state(&refs(&reports), &card, &choice)), set);
        }
    }
}

#[test]
fn schema_and_reader_refuse_the_same_cards() {
    let schema = Schema::of("reference-card-schema.json");
    let with = |binary: Value| json!({"format": "wheelcard-reference", "version": 1, "title": "t", "wheels": [{"label": "a"}], "binaries": [binary]});
    let digest = "5c".repeat(32);
    for (binary, good) in [
        (json!({"path": "x"}), true),
        (json!({"path": "x", "size": 5}), true),
        (json!({"path": "x", "size": {"a": 5}}), true),
        (json!({"path": "x", "build_id": "92b4d331…0c23c346", "sha256": {"a": "5c633e29..."}}), true),
        (json!({"path": "x", "sha256": digest}), true),
        (json!({"path": "x", "sha256_among": [digest, "5c633e29…"], "build_ids_distinct": true}), true),
        (json!({"path": "x", "rung": "per-abi", "group": "other", "also": ["y"], "present_in": ["a"]}), true),
        (json!({}), false),
        (json!({"path": 5}), false),
        (json!({"path": "x", "size": -5}), false),
        (json!({"path": "x", "size": "5"}), false),
        (json!({"path": "x", "size": {"a": {"a": 5}}}), false),
        (json!({"path": "x", "sha_256": digest}), false),
        (json!({"path": "x", "sha256": "5c633e29"}), false),
        (json!({"path": "x", "build_id": "<b>x"}), false),
        (json!({"path": "x", "build_id": "…abcd"}), false),
        (json!({"path": "x", "rung": "only-one"}), false),
        (json!({"path": "x".repeat(70_000)}), false),
    ] {
        let card = with(binary);
        assert_eq!(schema.denies(&card).is_none(), good, "the schema on {card}");
        assert_eq!(read("", &card.to_string()).is_ok(), good, "the reader on {card}");
    }
}
