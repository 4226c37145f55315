//! The main job in every engine: wheels are dropped, verified, looked at a second time, exported.
//!
//! In Chromium all of it is tested much closer; here it is what runs in the others too, so that a difference between
//! the engines shows as one.

use serde_json::json;
use wheelcard_e2e::{Engine, Opening, Page, Result, Scan, wheels};

const LIBRARY: &str = "torchaudio/lib/libtorchaudio_sox.so";

/// Drops three wheels, compares and carries, exports, and does it again without a network.
fn main_job(engine: Engine) -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open_as(&Opening { engine, ..Opening::default() })?;
    page.drop_files(&set)?;
    page.wait_scan(Scan::Verified)?;
    wheels::expect(&page.export("json")?, &wheels::json(&set)?)?;
    wheels::expect(&page.export("markdown")?, &wheels::markdown(&set)?)?;

    let within = |inner: &str| format!("tbody[id='row={LIBRARY}'] {inner}");
    page.session().find(&within(".binary__toggle"))?.click()?;
    page.session().find(&within(".look__head .button"))?.click()?;
    page.wait_for("the evidence", || page.session().find(&within(".evidence")).is_ok())?;
    assert!(page.session().find(&within(".binary__rung"))?.text()?.contains("code equal"));
    page.session().find(&within("textarea"))?.send_keys("0xc9a0")?;
    page.session().find(&within(".carry__form button"))?.click()?;
    page.wait_for("the answers", || page.session().find(&within(".answers")).is_ok())?;
    assert_eq!(page.session().find(&within(".answers__table"))?.text()?.matches("same address").count(), 2);

    // The worker inherits the page's policy in every engine.
    let elsewhere = "return fetch('http://127.0.0.1:9/', { mode: 'no-cors' }).then(() => 'reached', () => 'refused')";
    assert_eq!(page.session().execute(elsewhere, json!([]))?, "refused");
    assert!(page.console()?.iter().all(|line| line.contains("127.0.0.1:9")), "only what was provoked");

    page.await_service_worker()?;
    page.stop_server();
    page.forget_downloads()?;
    page.load(&page.url())?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    wheels::expect(&page.export("json")?, &wheels::json(&set)?)
}

#[test]
fn the_main_job_in_chromium() -> Result {
    main_job(Engine::Chromium)
}

#[test]
fn the_main_job_in_firefox() -> Result {
    main_job(Engine::Firefox)
}

#[test]
fn the_main_job_in_webkit() -> Result {
    main_job(Engine::WebKit)
}
