//! One build, wherever it is put. (Every other test serves it under a sub-path.)

use std::fs;
use std::io::Cursor;

use serde_json::json;
use tempfile::TempDir;
use wheelcard::bytes::Sha256;
use wheelcard_e2e::{Opening, Page, Result, Scan, wheels};
use xtask::{dist, project};
use zip::ZipArchive;

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

#[test]
fn the_zip_is_the_whole_site_and_works_from_any_static_server() -> Result {
    let folder = TempDir::new()?;
    ZipArchive::new(Cursor::new(dist::pack(&project::site())?))?.extract(folder.path())?;
    let site = folder.path().join(dist::FOLDER);
    let sums = fs::read_to_string(site.join(dist::SUMS))?;
    for file in project::files_under(&project::site())? {
        let inner = file.strip_prefix(project::site())?;
        assert_eq!(fs::read(&file)?, fs::read(site.join(inner))?, "{}", inner.display());
        let line = format!("{}  {}\n", Sha256::of(&fs::read(&file)?), inner.to_string_lossy().replace('\\', "/"));
        assert!(sums.contains(&line), "{line}");
    }

    let set = wheels::set("torchaudio_local")?;
    let page = Page::open_as(&Opening { site: Some(&site), mount: "/", ..Opening::default() })?;
    page.await_service_worker()?;
    page.stop_server();
    page.load(&page.url())?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    wheels::expect(&page.export("json")?, &wheels::json(&set)?)?;
    assert_calm(&page)
}

#[test]
fn an_address_that_is_not_there_gets_the_sites_own_page() -> Result {
    let page = Page::open()?;
    page.await_service_worker()?;
    page.session().open(&format!("{}no/such/page", page.url()))?;
    assert!(page.text()?.contains("There is nothing at this address."), "{}", page.text()?);
    Ok(())
}
