//! What the page does for its user, in a real browser.

mod accessibility;
mod card;
mod habits;
mod hosting;
mod installed;
mod keyboard;
mod look;
mod offline;
mod reference;
mod refusals;
mod sealed;
mod session;

use wheelcard_e2e::{Page, Result};

/// Nothing was said in the console all the while.
fn assert_calm(page: &Page) -> Result {
    assert_eq!(page.console()?, [""; 0], "the console");
    Ok(())
}

/// The JSON export, as text.
fn exported(page: &Page) -> Result<String> {
    Ok(String::from_utf8(page.export("json")?)?)
}
