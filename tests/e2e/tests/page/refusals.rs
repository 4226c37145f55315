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
fn a_truncated_wheel_is_an_alarm_and_spoils_only_itself() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    let truncated = folder.path().join("torchaudio-2.4.1+cu121-cp39-cp39-linux_x86_64.whl");
    let whole = fs::read(&set[0])?;
    // Cut in the middle, as a broken download is: the zip directory is gone, some members are whole.
    fs::write(&truncated, &whole[..whole.len() / 2])?;
    let all = [set, vec![truncated]].concat();
    let page = Page::open()?;
    page.choose(&all)?;
    page.wait_scan(Scan::Verified)?;
    page.wait_text("the file is truncated")?;
    assert_eq!(exported(&page)?, wheels::json(&all)?);
    assert_calm(&page)
}

#[test]
fn a_file_that_only_has_a_wheels_name_fails_with_its_reason_and_spoils_nothing() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    let page_of_a_proxy = folder.path().join("torchaudio-2.4.1+cu121-cp39-cp39-linux_x86_64.whl");
    fs::write(&page_of_a_proxy, "<!doctype html><title>Sign in</title>")?;
    let page = Page::open()?;
    page.choose(&[set.clone(), vec![page_of_a_proxy]].concat())?;
    page.wait_scan(Scan::Verified)?;
    page.session().find("html[data-failed='1']")?;
    page.wait_for("the reason", || page.session().find(".wheel--failed .wheel__reason").is_ok())?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}
