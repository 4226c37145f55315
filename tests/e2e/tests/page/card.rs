//! From files to the card.

use std::fs;

use serde_json::json;
use tempfile::TempDir;
use wheelcard_e2e::{Opening, Page, Result, Scan, wheels};

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
    let mut states: Vec<_> = page.scan_history()?.into_iter().map(|(state, _)| state).collect();
    // Wheels that are this small may be verified before the page has drawn that they are identified.
    states.retain(|state| *state != Scan::Identified.to_string());
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

/// How long the page was deaf to its reader depends on the machine, so the figure is printed, and only a page that hangs
/// fails.
#[test]
fn no_task_of_the_main_job_hangs_the_page() -> Result {
    const HANGS: f64 = 5000.0;
    let watch = "
        window.longest = 0;
        new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        }).observe({ type: 'longtask', buffered: true });";
    let page = Page::open_as(&Opening { before: watch, ..Opening::default() })?;
    page.choose(&wheels::set("torchaudio_local")?)?;
    page.wait_scan(Scan::Verified)?;
    let longest = page.session().execute("return longest", json!([]))?;
    println!("the longest task of the page, from its start to a verified card: {longest} ms (0: none over 50 ms)");
    assert!(longest.as_f64().is_some_and(|longest| longest < HANGS), "{longest} ms");
    Ok(())
}
