//! The main job without a mouse.

use wheelcard_e2e::{Page, Result, Scan, wheels};

use crate::assert_calm;

/// WebDriver's code points for keys. <https://www.w3.org/TR/webdriver2/#keyboard-actions>
const TAB: char = '\u{E004}';
const ENTER: char = '\u{E007}';

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
