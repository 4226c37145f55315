//! What a reader's hands expect: keys, filters, what is remembered, and messages where the eyes are.

use std::fs;

use serde_json::json;
use tempfile::TempDir;
use wheelcard_e2e::{Page, Result, Scan, wheels};

use crate::assert_calm;

/// WebDriver's code points for keys. <https://www.w3.org/TR/webdriver2/#keyboard-actions>
const ENTER: char = '\u{E007}';
const ESCAPE: char = '\u{E00C}';
const UP: char = '\u{E013}';
const DOWN: char = '\u{E015}';

const LIBRARY: &str = "torchaudio/lib/libtorchaudio_sox.so";
const MODULE: &str = "torchaudio/lib/_torchaudio.so";

/// The page with the three wheels of torchaudio, verified.
fn verified() -> Result<Page> {
    let page = Page::open()?;
    page.choose(&wheels::set("torchaudio_local")?)?;
    page.wait_scan(Scan::Verified)?;
    Ok(page)
}

/// What a script in the page says, as text.
fn ask(page: &Page, script: &str) -> Result<String> {
    Ok(page.session().execute(script, json!([]))?.as_str().unwrap_or_default().to_owned())
}

/// The name of the binary whose row has the focus.
fn focused_row(page: &Page) -> Result<String> {
    ask(page, "return document.activeElement.closest('.binary')?.id ?? ''")
}

/// The names of the rows that are shown.
fn rows(page: &Page) -> Result<Vec<String>> {
    let names = ask(page, "return [...document.querySelectorAll('.binary')].map((row) => row.id).join('\\n')")?;
    Ok(names.lines().map(str::to_owned).collect())
}

#[test]
fn a_pressed_rung_leads_to_its_binaries_and_esc_shows_all_again() -> Result {
    let page = verified()?;
    assert_eq!(rows(&page)?.len(), 3);
    let offer = page.session().find(".rung--per-abi .rung__show")?.text()?;
    assert_eq!(offer, "Show this binary");
    page.session().find(".rung--per-abi .rung__button")?.click()?;
    page.wait_for("the focus on the rung's first row", || {
        focused_row(&page).is_ok_and(|row| row == format!("row={MODULE}"))
    })?;
    assert_eq!(rows(&page)?, [format!("row={MODULE}")]);
    assert!(page.session().find(".toolbar__shown")?.text()?.contains("Only 1 of 3 binaries"));
    let said = page.session().find(".said")?.text()?;
    assert!(said.contains("Only 1 binary of rung 3, per-ABI shown"), "{said}");
    page.session().press(ESCAPE)?;
    page.wait_for("all rows", || rows(&page).is_ok_and(|rows| rows.len() == 3))?;
    assert_calm(&page)
}

#[test]
fn a_rung_that_is_pointed_at_lights_its_rows() -> Result {
    let page = verified()?;
    page.session().execute("document.querySelector('.rung--same-source .rung__button').focus()", json!([]))?;
    let lit = "return getComputedStyle(document.querySelector(\"[id='row=torchaudio/lib/libtorchaudio_sox.so']\")).backgroundColor";
    let other =
        "return getComputedStyle(document.querySelector(\"[id='row=torchaudio/lib/_torchaudio.so']\")).backgroundColor";
    page.wait_for("the rows to light up", || ask(&page, lit).ok() != ask(&page, other).ok())?;
    assert_calm(&page)
}

#[test]
fn from_the_filter_the_arrows_go_to_the_first_match_on_over_the_tables_ends_and_back() -> Result {
    let page = verified()?;
    page.session().press('/')?;
    for key in "torchaudio".chars() {
        page.session().press(key)?;
    }
    page.wait_for("two rows", || rows(&page).is_ok_and(|rows| rows.len() == 2))?;
    for leave in [ENTER, DOWN] {
        page.session().press('/')?;
        page.session().press(leave)?;
        assert_eq!(focused_row(&page)?, format!("row={LIBRARY}"));
    }
    page.session().press(DOWN)?;
    assert_eq!(focused_row(&page)?, format!("row={MODULE}"), "the next table's first");
    page.session().press(UP)?;
    assert_eq!(focused_row(&page)?, format!("row={LIBRARY}"));
    page.session().press(UP)?;
    assert_eq!(ask(&page, "return document.activeElement.id")?, "filter");
    assert_calm(&page)
}

#[test]
fn columns_that_were_left_out_and_whole_ids_are_remembered() -> Result {
    let page = verified()?;
    let boxes = "const [id] = document.querySelectorAll('.toolbar__columns input'); id.click();";
    page.session().execute(boxes, json!([]))?;
    page.session().press('f')?;
    let state = "
        const cell = document.querySelector('.binary__id');
        const whole = !document.querySelector('.binary .hex--folded');
        return `${getComputedStyle(cell).display} ${whole}`";
    page.wait_for("the column to go", || ask(&page, state).is_ok_and(|state| state == "none true"))?;

    page.session().open(&page.url())?;
    page.wait_for("the page to start again", || page.session().find("#wheel-input").is_ok())?;
    let input = page.session().find("#wheel-input")?;
    let paths: Vec<String> = wheels::set("torchaudio_local")?.iter().map(|path| path.display().to_string()).collect();
    input.send_keys(&paths.join("\n"))?;
    page.wait_for("the rows", || rows(&page).is_ok_and(|rows| rows.len() == 3))?;
    assert_eq!(ask(&page, state)?, "none true");
    assert_calm(&page)
}

#[test]
fn a_word_of_the_ladder_says_what_it_means_when_a_key_presses_it() -> Result {
    let page = verified()?;
    page.session().execute("document.querySelector('.rung--same-source .term').focus()", json!([]))?;
    page.session().press(ENTER)?;
    page.wait_text("STRONG: Independent facts agree")?;
    assert_calm(&page)
}

#[test]
fn a_name_in_a_note_leads_to_its_row() -> Result {
    let page = verified()?;
    let link = format!("//section[@id='notes']//a[@title='{LIBRARY}']");
    page.session().find_by_xpath(&link)?.click()?;
    let open = format!("tbody[id='row={LIBRARY}'].binary--open.binary--target");
    page.wait_for("the row to open", || page.session().find(&open).is_ok())?;
    assert_eq!(focused_row(&page)?, format!("row={LIBRARY}"));
    assert_calm(&page)
}

#[test]
fn findings_are_filtered_by_wheel_and_lead_to_their_row() -> Result {
    let page = verified()?;
    let found = || page.session().find("#findings").and_then(|findings| findings.text());
    page.wait_for("the findings", || found().is_ok_and(|text| text.contains("and 1 more of this kind")))?;
    let choose = "
        const select = document.querySelector('#findings select');
        select.value = '2';
        select.dispatchEvent(new Event('change', { bubbles: true }));";
    page.session().execute(choose, json!([]))?;
    page.wait_for("the findings of one wheel", || found().is_ok_and(|text| text.contains("1 of 3")))?;
    assert!(found()?.contains("cp312-cp312"), "{}", found()?);
    page.session().find("#findings .note__place a")?.click()?;
    page.wait_for("the row to open", || {
        page.session().find(&format!("tbody[id='row={MODULE}'].binary--open")).is_ok()
    })?;
    assert_calm(&page)
}

#[test]
fn one_wheel_of_a_name_that_installers_refuse_is_not_said_to_be_accepted_nor_compared() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    let misnamed = folder.path().join("misnamed.whl");
    std::fs::copy(set.first().ok_or("the set has a wheel")?, &misnamed)?;
    let page = Page::open()?;
    page.choose(&[misnamed])?;
    page.wait_scan(Scan::Verified)?;
    page.wait_for("the verdicts", || page.session().find("#installers").is_ok())?;
    let cells =
        ask(&page, "return [...document.querySelectorAll('#installers td')].map((e) => e.textContent).join('|')")?;
    for cell in cells.split('|') {
        assert!(cell.starts_with("takes the archive") && cell.contains("name.invalid"), "{cells}");
    }
    assert!(page.session().find("#ladder")?.text()?.contains("One wheel: there is nothing to compare it with."));
    assert!(!page.session().find("#ladder")?.text()?.contains("none"), "no rung is drawn");
    assert_calm(&page)
}

#[test]
fn an_installer_that_refuses_a_wheel_says_so_and_why() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let folder = TempDir::new()?;
    // Bytes behind the archive: PyPI's upload checks refuse them (docs/installers.md), pip ignores them.
    let trailing = folder.path().join(wheels::name(&set[0]));
    fs::write(&trailing, [fs::read(&set[0])?, b"trailing".to_vec()].concat())?;
    let page = Page::open()?;
    page.choose(&[vec![trailing], set[1..].to_vec()].concat())?;
    page.wait_scan(Scan::Verified)?;
    page.wait_for("the verdicts", || page.session().find("#installers").is_ok())?;
    let refusals =
        ask(&page, "return [...document.querySelectorAll('#installers .differs')].map((e) => e.textContent).join()")?;
    assert_eq!(refusals, "refuses,refuses", "PyPI and uv, of the one wheel");
    let said = page.session().find("#installers")?.text()?;
    assert!(said.contains("refuses trailing data") && said.contains("zip.trailing-bytes"), "{said}");
    let markdown = String::from_utf8(page.export("markdown")?)?;
    assert!(markdown.contains("| cp310 | PyPI | **refuses** | refuses trailing data"), "{markdown}");
    assert_calm(&page)
}

#[test]
fn a_wheel_that_fails_is_told_where_the_reader_looks_and_offers_nothing_to_compare() -> Result {
    let folder = TempDir::new()?;
    let page_of_a_proxy = folder.path().join("torchaudio-2.4.1+cu121-cp39-cp39-linux_x86_64.whl");
    fs::write(&page_of_a_proxy, "<!doctype html><title>Sign in</title>")?;
    let page = Page::open()?;
    page.choose(&[wheels::set("torchaudio_local")?, vec![page_of_a_proxy]].concat())?;
    page.wait_scan(Scan::Verified)?;
    page.session().find("html[data-failed='1']")?;
    page.wait_for("the failure to be said", || {
        page.session().find(".said").and_then(|said| said.text()).is_ok_and(|said| said.starts_with("Not read: "))
    })?;
    let summary = ask(&page, "return document.querySelector('[role=status] .aside').textContent")?;
    assert_eq!(summary, "1 wheel could not be read, 3 wheels read to the end. The list of wheels says why.");
    let box_shown = "return getComputedStyle(document.querySelector('.wheel--failed input')).display";
    assert_eq!(ask(&page, box_shown)?, "none", "nothing of it can be compared");
    assert_calm(&page)
}

#[test]
fn a_place_that_does_not_carry_reads_as_bad_news() -> Result {
    let page = verified()?;
    let row = format!("tbody[id='row={LIBRARY}']");
    page.session().find(&format!("{row} .binary__toggle"))?.click()?;
    // In .rodata, on the digit of a path in which cp310 and cp311 differ, as `cmp -l` shows.
    page.session().find(&format!("{row} textarea"))?.send_keys("0x193f6")?;
    page.session().find(&format!("{row} .carry__form button"))?.click()?;
    page.wait_for("the answers", || page.session().find(&format!("{row} .answers")).is_ok())?;
    let answers = page.session().find(&format!("{row} .answers__table"))?.text()?;
    assert_eq!(answers.matches("does not carry: other bytes stand there").count(), 2, "{answers}");
    assert_eq!(answers.matches("that they differ is CONFIRMED").count(), 2, "{answers}");
    page.wait_text("2 do not carry (other bytes)")?;
    assert_calm(&page)
}
