//! Nothing leaves: the browser itself refuses, in the page and in its workers, and nothing was asked for.

use serde_json::json;
use tempfile::TempDir;
use wheelcard_e2e::page::MOUNT;
use wheelcard_e2e::{Opening, Page, Result, Scan, wheels};
use xtask::server::Server;

use crate::assert_calm;

/// Makes every worker of the page try to reach an address before it does anything else, and tell on a channel how it
/// went. The script is put into the blob that the page itself makes, so the worker has whatever policy it would have.
fn spy(address: &str) -> String {
    format!(
        r#"
        const OwnBlob = Blob;
        window.Blob = class extends OwnBlob {{
            constructor(parts, options) {{
                const isScript = (options?.type ?? "").includes("javascript");
                super(isScript ? [{probe:?}, ...parts] : parts, options);
            }}
        }};
        window.attempts = [];
        new BroadcastChannel("attempts").onmessage = (event) => attempts.push(event.data);
        "#,
        probe = format!(
            r#"fetch("{address}", {{ mode: "no-cors" }}).then(() => "reached", () => "refused")
                .then((outcome) => new BroadcastChannel("attempts").postMessage(outcome));
            "#
        )
    )
}

#[test]
fn page_and_workers_are_refused_any_other_origin() -> Result {
    let folder = TempDir::new()?;
    let elsewhere = Server::start(folder.path(), "/", 0)?;
    let page = Page::open_as(&Opening { before: &spy(&elsewhere.url()), ..Opening::default() })?;
    page.choose(&wheels::set("torchaudio_local")?)?;
    page.wait_scan(Scan::Verified)?;

    let attempts = || page.session().execute("return attempts", json!([])).unwrap_or_default();
    page.wait_for("a worker's attempt", || attempts().as_array().is_some_and(|attempts| !attempts.is_empty()))?;
    let outcomes = attempts();
    assert!(outcomes.as_array().is_some_and(|all| all.iter().all(|one| one == "refused")), "workers: {outcomes}");

    let attempt = "
        new Image().src = arguments[0];
        navigator.sendBeacon(arguments[0], 'x');
        return fetch(arguments[0], { mode: 'no-cors' }).then(() => 'reached', () => 'refused');";
    assert_eq!(page.session().execute(attempt, json!([elsewhere.url()]))?, "refused", "the page");

    assert_eq!(elsewhere.log(), [], "what the other origin got");
    let refusals = page.console()?;
    assert!(refusals.iter().all(|line| line.contains("Content Security Policy")), "{refusals:?}");
    Ok(())
}

#[test]
fn the_main_job_asks_for_nothing_but_the_site() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    page.export("json")?;
    page.export("markdown")?;

    let names = "return performance.getEntriesByType('resource').map((entry) => entry.name)";
    let asked = page.session().execute(names, json!([]))?;
    let own = page.url();
    for name in asked.as_array().into_iter().flatten().filter_map(|name| name.as_str()) {
        assert!(name.starts_with(&own) || name.starts_with("blob:"), "{name}");
    }
    for request in page.requests() {
        assert_eq!((request.method.as_str(), request.status), ("GET", 200), "{}", request.target);
        assert!(request.target.starts_with(MOUNT), "{}", request.target);
    }
    assert_calm(&page)
}
