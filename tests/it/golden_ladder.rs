//! The ladder of real wheels against golden/*.json, an inventory made with Python's zipfile, hashlib and GNU readelf.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use std::path::PathBuf;

use serde_json::Value;
use wheelcard::binary::Group;
use wheelcard::card;
use wheelcard::parity::{Basis, Confidence, Pair, Rung};

use crate::real_wheels::scanned;
use crate::reports::refs;

/// The ladder of a set, row by row with its golden row.
fn check(set: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/golden").join(format!("{set}.json"));
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let reports = scanned(set);
    let card = card::build(&refs(&reports));

    // The golden file's wheels are in the order of its command line; compare by name.
    let golden_wheels: Vec<&str> = list(&golden["wheels"]).iter().map(|wheel| text(&wheel["filename"])).collect();
    for (wheel, name) in card.wheels.iter().zip(&golden_wheels) {
        assert_eq!(&wheel.file_name, name);
    }
    let mut rows: Vec<&Pair> = card.tables.iter().flat_map(|table| &table.rows).collect();
    rows.sort_by(|a, b| a.key.cmp(&b.key));
    let keys: Vec<&str> = rows.iter().map(|row| row.key.as_str()).collect();
    let golden_rows = list(&golden["binaries"]);
    assert_eq!(keys, golden_rows.iter().map(|row| text(&row["norm"])).collect::<Vec<_>>(), "{set}");

    for (row, golden) in rows.iter().zip(golden_rows) {
        let name = format!("{set}: {}", row.key);
        assert_eq!(row.basis, Basis::Verified, "{name}");
        assert_eq!(copies(row, |copy| copy.path.clone()), texts(&golden["paths"]), "{name}");
        assert_eq!(copies(row, |copy| copy.size.to_string()), texts(&golden["sizes"]), "{name}");
        assert_eq!(copies(row, |copy| copy.sha256.unwrap().to_string()), texts(&golden["sha256"]), "{name}");
        let ids = copies(row, |copy| copy.main_id().map_or("null".to_owned(), |id| id.text.clone()));
        assert_eq!(ids, texts(&golden["build_ids"]), "{name}");
        assert_eq!(copies(row, |copy| copy.wheel.to_string()), texts(&golden["present_in"]), "{name}");

        let group = match text(&golden["group"]) {
            "executable" => Group::Executable,
            "library" => Group::SharedLibrary,
            "extension" => Group::ExtensionModule,
            other => panic!("{name}: {other}"),
        };
        assert_eq!(row.group, group, "{name}");

        // golden.py goes by the name alone; design.md decides that a module that exports `PyInit_*` without abi3 is
        // per-ABI, tag or no tag.
        let is_untagged_module = golden["untagged_python_module"].as_bool().unwrap();
        let (rung, addresses) = match text(&golden["tier"]) {
            "1-identical" => (Rung::ByteIdentical, Confidence::Confirmed),
            "2-stamp" if is_untagged_module => (Rung::PerAbi, Confidence::None),
            "2-stamp" => (Rung::SameSource, Confidence::Inferred),
            "3-per-abi" => (Rung::PerAbi, Confidence::None),
            other => panic!("{name}: {other}"),
        };
        assert_eq!((row.rung, row.addresses), (rung, addresses), "{name}");
    }
}

fn copies(row: &Pair, of: impl Fn(&wheelcard::parity::Copy) -> String) -> Vec<String> {
    row.copies.iter().map(of).collect()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn texts(value: &Value) -> Vec<String> {
    list(value).iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect()
}

macro_rules! agrees {
    ($($set:ident),*) => {$(
        #[test]
        fn $set() {
            check(stringify!($set));
        }
    )*};
}

agrees!(cffi, frozenlist, iree_runtime, jaxlib, mujoco, pyarrow, pyzmq, torchaudio_local);

#[test]
fn libraries_of_pyarrow_that_export_other_symbols_are_inferred_in_logic() {
    // Counted by `readelf --dyn-syms`, see golden/exports.json.
    let reports = scanned("pyarrow");
    let card = card::build(&refs(&reports));
    let rows: Vec<&Pair> = card.tables.iter().flat_map(|table| &table.rows).collect();
    let cases = [
        ("pyarrow/libarrow_python_flight.so", "161, 161, 159"),
        ("pyarrow/libarrow_python_parquet_encryption.so", "53, 53, 51"),
    ];
    for (key, counts) in cases {
        let row = rows.iter().find(|row| row.key == key).unwrap();
        assert_eq!((row.rung, row.logic), (Rung::SameSource, Confidence::Inferred), "{key}");
        let counted = format!("exported symbols (wheel by wheel: {counts})");
        assert!(row.reason.contains(&counted), "{key}: {}", row.reason);
    }
}
