//! Wheels come and go.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use wheelcard_e2e::{Page, Result, Scan, wheels};
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::{assert_calm, exported};

/// A wheel that takes seconds: one stored member of 384 MiB that no compression would shrink.
pub(crate) fn slow_wheel(folder: &Path) -> Result<PathBuf> {
    let path = folder.join("slow-1.0-py3-none-any.whl");
    let mut zip = ZipWriter::new(File::create(&path)?);
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.start_file("slow/data.bin", stored)?;
    let mut state = 1_u64;
    let mut noise = || {
        // Marsaglia's xorshift64.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    let block: Vec<u8> = (0..1 << 17).flat_map(|_| noise()).collect();
    for _ in 0..384 {
        zip.write_all(&block)?;
    }
    for (name, text) in [
        ("METADATA", "Metadata-Version: 2.1\nName: slow\nVersion: 1.0\n"),
        ("WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        (
            "RECORD",
            "slow/data.bin,,\nslow-1.0.dist-info/METADATA,,\nslow-1.0.dist-info/WHEEL,,\nslow-1.0.dist-info/RECORD,,\n",
        ),
    ] {
        zip.start_file(format!("slow-1.0.dist-info/{name}"), stored)?;
        zip.write_all(text.as_bytes())?;
    }
    zip.finish()?;
    Ok(path)
}

#[test]
fn progress_is_shown_and_grows() -> Result {
    let folder = TempDir::new()?;
    let page = Page::open()?;
    page.choose(&[slow_wheel(folder.path())?])?;
    let value = || {
        let bar = page.session().find("progress").ok()?.attribute("value").ok()??;
        bar.parse::<f64>().ok()
    };
    page.wait_for("progress", || value().is_some_and(|value| value > 0.0))?;
    let first = value();
    page.wait_for("more progress", || value() > first)?;
    page.wait_scan(Scan::Verified)?;
    assert!(page.session().find("progress").is_err(), "a verified wheel has no progress");
    assert_calm(&page)
}

#[test]
fn a_cancelled_wheel_leaves_the_others_and_the_page_alone() -> Result {
    let folder = TempDir::new()?;
    let slow = slow_wheel(folder.path())?;
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(std::slice::from_ref(&slow))?;
    let name = wheels::name(&slow);
    page.wait_for("progress", || page.session().find("progress").is_ok())?;
    page.button(&format!("Cancel {name}"))?.click()?;
    page.wait_for("the wheel to be cancelled", || page.button(&format!("Cancel {name}")).is_err())?;
    page.button(&format!("Remove {name}"))?.click()?;

    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}

#[test]
fn a_removed_wheel_leaves_the_card_and_comes_back_by_undo() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    page.button(&format!("Remove {}", wheels::name(&set[2])))?.click()?;
    assert_eq!(exported(&page)?, wheels::json(&set[..2])?);

    let undo = "//button[normalize-space()='Undo']";
    page.session().find_by_xpath(undo)?.click()?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}

#[test]
fn wheels_added_later_join_the_card() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(&set[..1])?;
    page.wait_scan(Scan::Verified)?;
    assert_eq!(exported(&page)?, wheels::json(&set[..1])?);
    page.drop_files(&set[1..])?;
    page.wait_scan(Scan::Verified)?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}

#[test]
fn what_is_listed_follows_the_wheels_also_when_as_much_is_listed_as_before() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(&set[1..])?;
    page.wait_scan(Scan::Verified)?;
    let findings = || page.session().find("#findings ul")?.text();
    let rows = || page.session().find(".binaries")?.text();
    assert!(!findings()?.contains("cp310"));
    // The same kinds of finding, and the same rows, of other wheels.
    page.button(&format!("Remove {}", wheels::name(&set[2])))?.click()?;
    page.choose(&set[..1])?;
    page.wait_scan(Scan::Verified)?;
    page.wait_for("the findings of cp310", || findings().is_ok_and(|text| text.contains("the wheel is for cp310")))?;
    assert!(!findings()?.contains("cp312"));
    assert!(page.session().find("#recheck")?.text()?.contains("size of torchaudio-2.4.1+cu121-cp310"));

    // As many rows in another order.
    let before = rows()?;
    let by_size = "//th[contains(@class, 'binaries__head')]//button[normalize-space()='Bytes']";
    page.session().find_by_xpath(by_size)?.click()?;
    page.wait_for("another order", || rows().is_ok_and(|text| text != before))?;
    assert_calm(&page)
}
