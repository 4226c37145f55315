//! Without a network, and from one version to the next.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;
use wheelcard_e2e::{Opening, Page, Result, Scan, wheels};
use xtask::{precache, project};

use crate::assert_calm;

/// A copy of the built site that a test may change while it is served.
struct Site(TempDir);

impl Site {
    fn copy() -> Result<Self> {
        let copy = Self(TempDir::new()?);
        let site = project::site();
        for file in project::files_under(&site)? {
            let to = copy.0.path().join(file.strip_prefix(&site)?);
            fs::create_dir_all(to.parent().unwrap_or(Path::new(".")))?;
            fs::copy(&file, to)?;
        }
        Ok(copy)
    }

    /// The build that page and worker have, as the service worker's list names it.
    fn build(&self) -> Result<String> {
        let worker = fs::read_to_string(self.0.path().join(precache::WORKER))
            .map_err(|_| "dist/ has no sw.js: `cargo xtask build` makes it")?;
        let (_, rest) = worker.split_once("worker.js?v=").ok_or("sw.js lists no worker.js")?;
        Ok(rest.split_once('"').ok_or("sw.js ends in a name")?.0.to_owned())
    }

    /// Makes the next version of it, as of another build. Its page asks for its worker by the new build's name, so that
    /// neither page can be served with the other's worker.
    fn update(&self, build: &str) -> Result {
        let (boot, old) = (self.0.path().join("boot.js"), self.build()?);
        let named_anew = format!(
            "const ownFetch = fetch;
            self.fetch = (url, ...rest) => ownFetch(String(url).replace('v={old}', 'v={build}'), ...rest);\n"
        );
        fs::write(&boot, named_anew + &fs::read_to_string(&boot)?)?;
        precache::write(self.0.path(), build)
    }

    /// What its page calls itself.
    fn version(&self) -> Result<String> {
        let page = fs::read_to_string(self.0.path().join("index.html"))?;
        let (_, rest) = page.split_once("data-site=\"").ok_or("index.html has no data-site")?;
        Ok(rest.split_once('"').ok_or("data-site has no end")?.0.to_owned())
    }

    fn open(&self) -> Result<Page> {
        let page = Page::open_as(&Opening { site: Some(self.0.path()), ..Opening::default() })?;
        page.await_service_worker()?;
        Ok(page)
    }
}

const NEWS: &str = "A new version is ready.";

fn version(page: &Page) -> Result<String> {
    let version = page.session().execute("return document.documentElement.dataset.site", json!([]))?;
    Ok(version.as_str().unwrap_or_default().to_owned())
}

/// The ids of the versions that are kept.
fn kept(page: &Page) -> Result<Vec<String>> {
    let names = page.session().execute("return caches.keys()", json!([]))?;
    let id = |name: &serde_json::Value| Some(name.as_str()?.rsplit_once(' ')?.1.to_owned());
    Ok(names.as_array().into_iter().flatten().filter_map(id).collect())
}

/// Asks the host for a new version, as the browser does now and then; how its installation ends.
fn look_for_update(page: &Page) -> Result<String> {
    let look = "
        return navigator.serviceWorker.ready.then(async (registration) => {
            const { installing } = await registration.update();
            if (!installing) return 'none';
            return new Promise((resolve) => {
                const tell = () => {
                    if (['installed', 'redundant'].includes(installing.state)) resolve(installing.state);
                };
                installing.addEventListener('statechange', tell);
                tell();
            });
        });";
    Ok(page.session().execute(look, json!([]))?.as_str().unwrap_or_default().to_owned())
}

/// Drops the wheels; the page must make the native card of them.
fn assert_works(page: &Page) -> Result {
    let set = wheels::set("torchaudio_local")?;
    page.drop_files(&set)?;
    page.wait_scan(Scan::Verified)?;
    wheels::expect(&page.export("json")?, &wheels::json(&set)?)
}

fn press_reload(page: &Page) -> Result {
    page.session().find(".update .button")?.click()
}

#[test]
fn after_one_visit_the_page_works_without_a_network() -> Result {
    let page = Page::open()?;
    page.await_service_worker()?;
    page.stop_server();
    page.load(&page.url())?;
    assert_works(&page)?;

    page.load(&format!("{}index.html?from=a-bookmark#row=x", page.url()))?;
    assert_works(&page)?;
    assert_calm(&page)
}

#[test]
fn a_network_that_goes_away_during_the_first_visit_is_not_missed() -> Result {
    let page = Page::open()?;
    page.await_service_worker()?;
    page.stop_server();
    assert_works(&page)?;
    assert_calm(&page)
}

#[test]
fn a_new_version_is_told_and_taken_when_the_reader_says_so_and_never_mixed_with_the_old() -> Result {
    let site = Site::copy()?;
    let page = site.open()?;
    let old = site.version()?;
    assert_eq!(version(&page)?, old);
    assert!(!page.text()?.contains(NEWS), "the first version is no news");

    site.update("next-build")?;
    assert_eq!(look_for_update(&page)?, "installed");
    page.wait_text(NEWS)?;
    // From here on only what is kept can answer, and each page's worker is kept under its own version's name.
    page.stop_server();
    assert_works(&page)?;
    assert_eq!(version(&page)?, old, "nothing happens by itself");

    press_reload(&page)?;
    page.wait_for("the new version", || version(&page).is_ok_and(|now| now != old))?;
    page.await_start()?;
    assert_eq!(version(&page)?, site.version()?);
    assert!(!page.text()?.contains(NEWS));
    assert_works(&page)?;
    page.wait_for("the old version's files to go", || kept(&page).is_ok_and(|kept| kept.len() == 1))?;
    assert_eq!(kept(&page)?, [site.version()?]);
    assert_calm(&page)
}

#[test]
fn a_tab_of_the_old_version_works_on_when_another_tab_takes_the_new_one() -> Result {
    let site = Site::copy()?;
    let page = site.open()?;
    let old = site.version()?;
    let first = page.session().window()?;
    page.session().open_tab()?;
    page.load(&page.url())?;

    site.update("next-build")?;
    assert_eq!(look_for_update(&page)?, "installed");
    page.stop_server();
    page.wait_text(NEWS)?;
    press_reload(&page)?;
    page.wait_for("the new version", || version(&page).is_ok_and(|now| now != old))?;
    page.await_start()?;
    assert_works(&page)?;

    page.session().switch_to(&first)?;
    assert_eq!(version(&page)?, old);
    page.wait_text(NEWS)?;
    assert_works(&page)?;
    assert_eq!(kept(&page)?, [old.clone(), site.version()?], "the old version's files stay for this tab");

    press_reload(&page)?;
    page.wait_for("the new version", || version(&page).is_ok_and(|now| now != old))?;
    page.wait_for("the old version's files to go", || kept(&page).is_ok_and(|kept| kept.len() == 1))?;
    Ok(())
}

#[test]
fn a_host_in_the_middle_of_a_deployment_changes_nothing() -> Result {
    let site = Site::copy()?;
    let page = site.open()?;
    let old = site.version()?;
    site.update("next-build")?;
    // One file is not yet there as the list says.
    let theme = site.0.path().join("theme.js");
    let whole = fs::read(&theme)?;
    fs::write(&theme, "// of another version")?;
    assert_eq!(look_for_update(&page)?, "redundant");
    assert!(!page.text()?.contains(NEWS));
    assert_eq!(kept(&page)?, [old]);
    assert_works(&page)?;

    fs::write(&theme, whole)?;
    assert_eq!(look_for_update(&page)?, "installed");
    page.wait_text(NEWS)
}

#[test]
fn other_pages_of_the_same_origin_keep_their_caches() -> Result {
    let site = Site::copy()?;
    let page = site.open()?;
    let others =
        "return Promise.all(['elsewhere', 'wheelcard http://x/ 0'].map((name) => caches.open(name))).then(() => 0)";
    page.session().execute(others, json!([]))?;
    site.update("next-build")?;
    assert_eq!(look_for_update(&page)?, "installed");
    page.wait_text(NEWS)?;
    press_reload(&page)?;
    page.wait_for("the old version's files to go", || kept(&page).is_ok_and(|kept| kept.len() == 2))?;
    let names = page.session().execute("return caches.keys()", json!([]))?;
    assert_eq!(names[0], "elsewhere");
    assert_eq!(names[1], "wheelcard http://x/ 0");
    Ok(())
}
