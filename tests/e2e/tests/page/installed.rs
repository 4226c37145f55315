//! What a browser needs to offer the page as an application.

use serde_json::{Value, json};
use wheelcard_e2e::{Page, Result};

use crate::assert_calm;

#[test]
fn the_page_can_be_installed() -> Result {
    let page = Page::open()?;
    page.await_service_worker()?;
    let shown = page.session().devtools("Page.getAppManifest", json!({}))?;
    assert_eq!(shown["errors"], json!([]));
    let manifest: Value = serde_json::from_str(shown["data"].as_str().unwrap_or_default())?;
    // Relative, so that it holds wherever the site is put.
    assert_eq!((&manifest["start_url"], &manifest["scope"]), (&json!("."), &json!(".")));
    for (size, purpose) in [("192x192", Value::Null), ("512x512", Value::Null), ("512x512", json!("maskable"))] {
        let icons = manifest["icons"].as_array().into_iter().flatten();
        let mut fitting = icons.filter(|icon| icon["sizes"] == size && icon["purpose"] == purpose);
        let icon = fitting.next().ok_or_else(|| format!("no icon of {size} for {purpose}"))?;
        let drawn = "
            const image = new Image();
            image.src = arguments[0];
            return image.decode().then(() => `${image.naturalWidth}x${image.naturalHeight}`);";
        assert_eq!(page.session().execute(drawn, json!([icon["src"]]))?, size, "its real size");
    }

    let errors = page.session().devtools("Page.getInstallabilityErrors", json!({}))?;
    let errors: Vec<&str> = errors["installabilityErrors"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|error| error["errorId"].as_str())
        // A headless browser's window is none that could install anything.
        .filter(|id| *id != "in-incognito")
        .collect();
    assert_eq!(errors, [""; 0]);
    assert_calm(&page)
}
