//! One golden report, three runs: here natively, in `tests/browser.rs` by a worker, in `tests/e2e` by the page.
//!
//! It pins that the three are one; that it is *right* is held against independent inventories in `sets` and `binary`.
//! After a change that is meant, `WHEELCARD_BLESS=1 cargo test golden` writes it anew.
#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::path::{Path, PathBuf};

use wheelcard::report::WheelReport;
use wheelcard::{card, scan};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The reports of a set, in the order of the files' names or backwards.
fn exported(set: &str, backwards: bool) -> String {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(fixtures().join("wheels").join(set)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    if backwards {
        paths.reverse();
    }
    let scanned = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "whl")).map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        scan::scan(std::fs::read(path).unwrap(), name).unwrap()
    });
    let reports: Vec<_> = scanned.collect();
    card::json::export(&reports.iter().collect::<Vec<_>>())
}

#[test]
fn the_report_of_three_torchaudio_wheels_is_the_golden_one_to_the_byte() {
    let path = fixtures().join("reports/torchaudio_local.json");
    let exported = exported("torchaudio_local", false);
    if std::env::var_os("WHEELCARD_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &exported).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    assert!(exported == golden, "the report differs from {}", path.display());
}

#[test]
fn the_order_of_dropping_changes_no_byte_of_the_report() {
    for set in ["torchaudio_local", "pyzmq", "mujoco", "oddities"] {
        assert!(exported(set, false) == exported(set, true), "{set}");
    }
}

/// With several workers the two moments of a member come in any order.
#[test]
fn a_head_that_is_read_after_all_bytes_were_does_not_replace_what_they_said() {
    let name = "torchaudio-2.4.1+cu121-cp310-cp310-linux_x86_64.whl";
    let bytes = std::fs::read(fixtures().join("wheels/torchaudio_local").join(name)).unwrap();
    let wheel = scan::Wheel::open(bytes, name).unwrap();
    let mut report = WheelReport::listed(wheel.listing().clone());
    let indices: Vec<u32> = report.members.iter().map(|member| member.index).collect();
    indices.iter().filter_map(|index| wheel.verify(*index)).for_each(|member| report.accept(member));
    let verified = report.clone();
    indices.iter().filter_map(|index| wheel.identify(*index)).for_each(|member| report.accept(member));
    assert_eq!(report, verified);

    // A member that killed its worker keeps its finding.
    report.accept(scan::trapped(indices[0], "unreachable"));
    report.accept(wheel.identify(indices[0]).unwrap());
    assert_eq!(report.members[0].findings.len(), 1);
}
