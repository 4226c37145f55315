//! From files to the card.

use std::fs;

use tempfile::TempDir;
use wheelcard_e2e::{Page, Result, Scan, wheels};

use crate::{assert_calm, exported};

#[test]
fn three_wheels_dropped_at_once_give_the_native_card_byte_for_byte() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.drop_files(&set)?;
    page.wait_scan(Scan::Verified)?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_eq!(String::from_utf8(page.export("markdown")?)?, wheels::markdown(&set)?);
    assert_calm(&page)
}

#[test]
fn the_order_in_which_wheels_are_chosen_does_not_show_in_the_card() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(&set.iter().rev().cloned().collect::<Vec<_>>())?;
    page.wait_scan(Scan::Verified)?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}

#[test]
fn the_ladder_is_listed_before_it_is_verified() -> Result {
    let page = Page::open()?;
    page.choose(&wheels::set("torchaudio_local")?)?;
    page.wait_scan(Scan::Verified)?;
    let states: Vec<_> = page.scan_history()?.into_iter().map(|(state, _)| state).collect();
    assert_eq!(states, ["reading", "listed", "verified"]);
    Ok(())
}

#[test]
fn a_dropped_folder_is_searched_for_wheels() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    let inner = folder.path().join("downloads/today");
    fs::create_dir_all(&inner)?;
    for wheel in &set {
        fs::copy(wheel, inner.join(wheels::name(wheel)))?;
    }
    let page = Page::open()?;
    page.drop_files(&[folder.path().join("downloads")])?;
    page.wait_scan(Scan::Verified)?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}
