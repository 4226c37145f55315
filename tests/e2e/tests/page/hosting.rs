//! One build, wherever it is put. (Every other test serves it under a sub-path.)

use serde_json::json;
use wheelcard_e2e::{Opening, Page, Result, Scan, wheels};

use crate::{assert_calm, exported};

#[test]
fn the_same_build_works_at_the_root_of_a_domain() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open_as(&Opening { mount: "/", ..Opening::default() })?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    assert_eq!(exported(&page)?, wheels::json(&set)?);
    assert_calm(&page)
}

#[test]
fn a_link_within_the_page_stays_on_it_when_it_was_opened_by_its_file_name() -> Result {
    let page = Page::open()?;
    page.session().open(&format!("{}index.html", page.url()))?;
    page.wait_for("the page to start again", || page.session().find("#wheel-input").is_ok())?;
    let resolved =
        page.session().execute("const a = document.createElement('a'); a.href = '#x'; return a.href", json!([]))?;
    let here = page.session().execute("return location.href", json!([]))?;
    assert_eq!(resolved.as_str().map(|link| link.trim_end_matches("#x")), here.as_str());
    assert_calm(&page)
}
