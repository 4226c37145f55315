//! The main job without a mouse.

use serde_json::json;
use wheelcard_e2e::{Page, Result, Scan, wheels};

use crate::assert_calm;

/// WebDriver's code points for keys. <https://www.w3.org/TR/webdriver2/#keyboard-actions>
const TAB: char = '\u{E004}';
const ENTER: char = '\u{E007}';
const ESCAPE: char = '\u{E00C}';

/// Far more than the page has stops.
const STOPS: usize = 400;

/// Presses Tab until the focus is on what this says of it.
fn tab_to(page: &Page, attribute: &str, value: &str) -> Result {
    for _ in 0..STOPS {
        page.session().press(TAB)?;
        if page.session().focused()?.attribute(attribute)?.as_deref() == Some(value) {
            return Ok(());
        }
    }
    Err(format!("Tab never came to [{attribute}={value}]").into())
}

/// The row that has a second look and a carry box worth asking.
const LIBRARY: &str = "torchaudio/lib/libtorchaudio_sox.so";

/// Presses Tab until the focus is on what this selector finds.
fn tab_to_first(page: &Page, selector: &str) -> Result {
    for _ in 0..STOPS {
        page.session().press(TAB)?;
        let here = "return document.activeElement.matches(arguments[0])";
        if page.session().execute(here, json!([selector]))? == true {
            return Ok(());
        }
    }
    Err(format!("Tab never came to {selector}").into())
}

/// Whether what has the focus shows that it has it.
fn assert_focus_is_seen(page: &Page) -> Result {
    let outline = "
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0";
    assert_eq!(page.session().execute(outline, json!([]))?, true, "{:?}", page.session().focused()?.text()?);
    Ok(())
}

#[test]
fn wheels_are_chosen_and_the_card_is_exported_by_keys_alone() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    tab_to(&page, "id", "wheel-input")?;
    // The system's own file dialog would open here; WebDriver fills it in.
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;

    tab_to(&page, "data-export", "json")?;
    let before = page.downloaded()?;
    page.session().press(ENTER)?;
    assert_eq!(String::from_utf8(page.next_download(&before)?)?, wheels::json(&set)?);
    assert_calm(&page)
}

#[test]
fn a_row_is_opened_compared_and_asked_by_keys_alone() -> Result {
    let page = Page::open()?;
    page.choose(&wheels::set("torchaudio_local")?)?;
    page.wait_scan(Scan::Verified)?;
    let within = |inner: &str| format!("tbody[id='row={LIBRARY}'] {inner}");

    tab_to_first(&page, &within(".binary__toggle"))?;
    assert_focus_is_seen(&page)?;
    page.session().press(ENTER)?;
    page.wait_for("the details", || page.session().find(&within(".look__head .button")).is_ok())?;
    tab_to_first(&page, &within(".look__head .button"))?;
    assert_focus_is_seen(&page)?;
    page.session().press(ENTER)?;
    page.wait_for("the evidence", || page.session().find(&within(".evidence")).is_ok())?;

    tab_to_first(&page, &within("textarea"))?;
    assert_focus_is_seen(&page)?;
    "0xc9a0".chars().try_for_each(|key| page.session().press(key))?;
    tab_to_first(&page, &within(".carry__form [type=submit]"))?;
    page.session().press(ENTER)?;
    page.wait_for("the answers", || page.session().find(&within(".answers")).is_ok())?;

    tab_to_first(&page, &within("[data-carry=csv]"))?;
    let before = page.downloaded()?;
    page.session().press(ENTER)?;
    let csv = String::from_utf8(page.next_download(&before)?)?;
    assert!(csv.contains("0xc9a0"), "{csv}");

    page.session().press(ESCAPE)?;
    page.wait_for("the row to close", || page.session().find(&within(".evidence")).is_err())?;
    assert_calm(&page)
}
