//! WCAG 2.2 AA and axe-core's best practices, in every state that the page can be in: no violation.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;
use wheelcard_e2e::{Page, Result, Scan, wheels};
use xtask::project;

use crate::session::slow_wheel;

const AXE: &str = include_str!("../../vendor/axe-core/axe.min.js");

const LIBRARY: &str = "torchaudio/lib/libtorchaudio_sox.so";

/// A wide window and a phone.
const WIDTHS: [u32; 2] = [1440, 390];

/// Has axe-core look at the page as it is: in this width and theme.
fn check(page: &Page, state: &str, width: u32, dark: bool) -> Result {
    let run = "
        return axe.run(document, {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
            resultTypes: ['violations'],
        }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`)));";
    page.emulate(width, dark)?;
    let violations = page.session().execute(run, json!([]))?;
    let theme = if dark { "dark" } else { "light" };
    let lines: Vec<&str> = violations.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if lines.is_empty() {
        return Ok(());
    }
    Err(format!("{state}, {width} wide, {theme}: {} violations\n{}", lines.len(), lines.join("\n")).into())
}

/// The same in all widths and themes; every violation is collected, so that one run tells all.
fn check_all(page: &Page, state: &str, found: &mut Vec<String>) {
    for width in WIDTHS {
        for dark in [false, true] {
            found.extend(check(page, state, width, dark).err().map(|error| error.to_string()));
        }
    }
}

fn open() -> Result<Page> {
    let page = Page::open()?;
    page.session().execute(AXE, json!([]))?;
    Ok(page)
}

fn none(found: &[String]) -> Result {
    if found.is_empty() { Ok(()) } else { Err(found.join("\n\n").into()) }
}

#[test]
fn the_empty_page_and_its_dialog_have_no_violation() -> Result {
    let mut found = Vec::new();
    let page = open()?;
    check_all(&page, "empty", &mut found);
    page.session().press('?')?;
    page.wait_for("the dialog", || page.session().find("dialog[open]").is_ok())?;
    check_all(&page, "keys", &mut found);
    none(&found)
}

#[test]
fn a_page_that_is_still_reading_has_no_violation() -> Result {
    let mut found = Vec::new();
    let folder = TempDir::new()?;
    let page = open()?;
    page.choose(&[wheels::set("torchaudio_local")?, vec![slow_wheel(folder.path())?]].concat())?;
    page.wait_for("progress", || page.session().find("progress").is_ok())?;
    check_all(&page, "reading", &mut found);
    none(&found)
}

#[test]
fn a_verified_page_with_its_details_open_has_no_violation() -> Result {
    let mut found = Vec::new();
    let page = open()?;
    page.choose(&wheels::set("torchaudio_local")?)?;
    page.wait_scan(Scan::Verified)?;
    check_all(&page, "verified", &mut found);

    let within = |inner: &str| format!("tbody[id='row={LIBRARY}'] {inner}");
    page.session().find(&within(".binary__toggle"))?.click()?;
    check_all(&page, "detail", &mut found);
    page.session().find(&within(".look__head .button"))?.click()?;
    page.wait_for("the evidence", || page.session().find(&within(".evidence")).is_ok())?;
    check_all(&page, "second look", &mut found);
    page.session().find(&within("textarea"))?.send_keys("0xc9a0\n_ZN10torchaudio3sox12list_effectsEv\nnothing")?;
    page.session().find(&within(".carry__form button"))?.click()?;
    page.wait_for("the answers", || page.session().find(&within(".answers")).is_ok())?;
    check_all(&page, "carry box", &mut found);

    // Of another release: most of what it states is not here.
    let check = "document.querySelector('.against__built-in button').click()";
    page.session().execute(check, json!([]))?;
    page.wait_for("the comparison", || page.session().find("#compared").is_ok())?;
    check_all(&page, "reference comparison", &mut found);
    none(&found)
}

#[test]
fn alarms_findings_and_failures_have_no_violation() -> Result {
    let mut found = Vec::new();
    let folder = TempDir::new()?;
    let notes = folder.path().join("notes.txt");
    fs::write(&notes, "not a wheel")?;
    let no_zip = folder.path().join("markupsafe-3.0.2-cp39-cp39-win_amd64.whl");
    fs::write(&no_zip, "<!doctype html>")?;
    let edge = project::root().join("tests/fixtures/edge");
    let odd = ["0badhash", "0duplicate", "0truncated", "0shoffbig"]
        .map(|tag| edge.join(format!("MarkupSafe-3.0.2-{tag}-cp313-cp313-manylinux_2_17_x86_64.whl")));
    let page = open()?;
    page.choose(&[odd.to_vec(), vec![notes, no_zip]].concat())?;
    page.wait_scan(Scan::Verified)?;
    page.wait_for("the reason", || page.session().find(".wheel--failed .wheel__reason").is_ok())?;
    check_all(&page, "alarms", &mut found);
    none(&found)
}

#[test]
fn the_built_in_card_has_no_violation() -> Result {
    let mut found = Vec::new();
    let page = open()?;
    page.session().find("#example")?.click()?;
    page.wait_for("the card", || page.session().find("#sheet").is_ok())?;
    check_all(&page, "built-in card", &mut found);
    none(&found)
}

#[test]
fn a_comparison_its_panel_and_a_saved_report_have_no_violation() -> Result {
    let mut found = Vec::new();
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    let report = folder.path().join("report.json");
    fs::write(&report, wheels::json(&set)?)?;
    let page = open()?;
    page.choose(&[report])?;
    page.wait_for("the saved report", || page.session().find(".saved").is_ok())?;
    check_all(&page, "saved report", &mut found);

    page.choose(&set[..2])?;
    page.wait_scan(Scan::Verified)?;
    page.wait_for("the comparison", || page.session().find("#compared").is_ok())?;
    page.session().find("#against summary")?.click()?;
    page.session().find("#against-text")?.send_keys(&format!("{}  {LIBRARY}", "0".repeat(64)))?;
    check_all(&page, "comparison, panel open", &mut found);
    page.session().find("#against button[type=submit]")?.click()?;
    page.wait_for("what differs", || page.session().find("#compared .outcome--differs").is_ok())?;
    check_all(&page, "what differs", &mut found);
    page.session().find("[data-export=reference]")?.click()?;
    page.wait_for("the dialog", || page.session().find("dialog.statement[open]").is_ok())?;
    check_all(&page, "save as reference card", &mut found);
    none(&found)
}
