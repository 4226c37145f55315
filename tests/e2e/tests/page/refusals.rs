//! What is no wheel, or a broken one, gets a sentence and spoils nothing.

use std::fs;

use tempfile::TempDir;
use wheelcard_e2e::{Page, Result, Scan, wheels};

use crate::{assert_calm, exported};

#[test]
fn a_file_that_is_no_wheel_gets_a_sentence() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    let notes = folder.path().join("notes-on-torchaudio.txt");
    fs::write(&notes, "not a wheel")?;
    let page = Page::open()?;
    page.drop_files(&[vec![notes], set.clone()].concat())?;
    page.wait_scan(Scan::Verified)?;
    page.wait_text("notes-on-torchaudio.txt: ")?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}

#[test]
fn a_broken_wheel_beside_good_ones_spoils_only_itself() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    let broken = folder.path().join("torchaudio-2.4.1+cu121-cp39-cp39-linux_x86_64.whl");
    let whole = fs::read(&set[0])?;
    // Cut in the middle, as a broken download is: there is no zip directory.
    fs::write(&broken, &whole[..whole.len() / 2])?;
    let page = Page::open()?;
    page.choose(&[set.clone(), vec![broken.clone()]].concat())?;
    page.wait_scan(Scan::Verified)?;
    page.wait_for("the reason", || page.session().find(".wheel--failed .wheel__reason").is_ok())?;
    assert!(page.text()?.contains(&wheels::name(&broken)));
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}
