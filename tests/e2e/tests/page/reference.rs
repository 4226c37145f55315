//! Saved reports, and what wheels are checked against.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;
use wheelcard::bytes::Sha256;
use wheelcard_e2e::{Opening, Page, Result, Scan, wheels};
use zip::ZipArchive;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::{assert_calm, exported};

const SET: &str = "torchaudio_local";
const LIBRARY: &str = "torchaudio/lib/libtorchaudio_sox.so";

/// Presses what a selector finds.
fn press(page: &Page, selector: &str) -> Result {
    page.session().find(selector)?.click()
}

/// The text of what a selector finds.
fn text(page: &Page, selector: &str) -> Result<String> {
    page.session().find(selector)?.text()
}

/// The page with the set's wheels, verified.
fn verified(set: &[PathBuf]) -> Result<Page> {
    let page = Page::open()?;
    page.choose(set)?;
    page.wait_scan(Scan::Verified)?;
    Ok(page)
}

/// Saves the page's reference card, as its dialog stands.
fn reference_card(page: &Page, to: &Path) -> Result {
    press(page, "[data-export=reference]")?;
    page.wait_for("the dialog to count", || text(page, ".statement__count").is_ok_and(|text| text.contains("fact")))?;
    let before = page.downloaded()?;
    press(page, "#statement-save")?;
    Ok(fs::write(to, page.next_download(&before)?)?)
}

/// Waits for the verdict to be this one.
fn wait_verdict(page: &Page, verdict: &str) -> Result {
    page.wait_for(&format!("the verdict {verdict}"), || {
        page.session().find(&format!("#compared [data-verdict={verdict}]")).is_ok()
    })
}

/// Fact and member of the rows of the comparison that have an outcome.
fn facts(page: &Page, outcome: &str) -> Result<Vec<(String, String)>> {
    let rows = "return [...document.querySelectorAll('#compared tbody tr')]
        .filter((row) => row.dataset.outcome === arguments[0])
        .map((row) => [row.querySelector('.compared__what').innerText, row.querySelector('.compared__about').innerText])";
    let rows = page.session().execute(rows, json!([outcome]))?;
    let pair = |row: &Value| Some((row[0].as_str()?.to_owned(), row[1].as_str()?.to_owned()));
    Ok(rows.as_array().into_iter().flatten().filter_map(pair).collect())
}

/// Pastes a text onto the page, as Ctrl+V does outside of any field.
fn paste(page: &Page, text: &str) -> Result {
    let script = "
        const data = new DataTransfer();
        data.setData('text/plain', arguments[0]);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));";
    page.session().execute(script, json!([text])).map(drop)
}

/// A copy of a wheel in which one byte of one member is another, and nothing else.
fn with_one_byte_changed(wheel: &Path, member: &str, folder: &Path) -> Result<PathBuf> {
    let path = folder.join(wheels::name(wheel));
    let mut from = ZipArchive::new(File::open(wheel)?)?;
    let mut to = ZipWriter::new(File::create(&path)?);
    for at in 0..from.len() {
        let mut file = from.by_index(at)?;
        if file.name()? != member {
            to.raw_copy_file(file)?;
            continue;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // In `.comment`: no code, no id and no name is touched.
        let comment = bytes.windows(4).rposition(|window| window == b"GCC:").ok_or("the library has a .comment")?;
        bytes[comment] = b'X';
        to.start_file(member, SimpleFileOptions::default())?;
        to.write_all(&bytes)?;
    }
    to.finish()?;
    Ok(path)
}

#[test]
fn a_saved_report_is_opened_to_the_same_card_and_marked_as_one() -> Result {
    let set = wheels::set(SET)?;
    let folder = TempDir::new()?;
    let report = folder.path().join("saved.json");
    // What offers the second look is not there without bytes.
    let shown = "
        document.querySelectorAll('.compare-all').forEach((offer) => offer.remove());
        return [...document.querySelectorAll('#ladder, .binaries, #notes, #findings, #installers, #metadata, #recheck')]
            .map((part) => part.innerText.trim());";

    let page = verified(&set)?;
    let saved = exported(&page)?;
    fs::write(&report, &saved)?;
    let before = page.session().execute(shown, json!([]))?;
    drop(page);

    let page = Page::open()?;
    page.drop_files(&[report])?;
    page.wait_text("From a saved report, not from bytes")?;
    assert!(page.session().find(".compare-all")?.text()?.is_empty(), "no comparison of all is offered");
    // The same card, but that it claims no more than was so when it was saved.
    let after = page.session().execute(shown, json!([]))?.to_string();
    assert!(after.contains("saved as verified"), "{after}");
    assert_eq!(after.replace("saved as verified", "verified"), before.to_string());

    let mut expected: Value = serde_json::from_str(&saved)?;
    expected["card"]["origin"] = "saved-report".into();
    assert_eq!(serde_json::from_str::<Value>(&exported(&page)?)?, expected);
    assert!(String::from_utf8(page.export("markdown")?)?.contains("**From a saved report, not from bytes"));

    press(&page, &format!("tbody[id='row={LIBRARY}'] .binary__toggle"))?;
    let detail = text(&page, &format!("tbody[id='row={LIBRARY}'] .look"))?;
    assert!(detail.contains("a saved report has none"), "{detail}");
    assert!(page.session().find(".carry").is_err(), "no carry box");

    press(&page, ".given [aria-label^='Remove torchaudio 2.4.1+cu121']")?;
    page.wait_for("the empty page", || page.session().find("#example").is_ok())?;
    press(&page, "#undo-given")?;
    page.wait_text("From a saved report, not from bytes")?;
    assert_calm(&page)
}

#[test]
fn a_broken_report_gets_a_sentence_with_its_name_and_place() -> Result {
    let set = wheels::set(SET)?;
    let folder = TempDir::new()?;
    let report = folder.path().join("cut.json");
    let saved = wheels::json(&set)?;
    fs::write(&report, &saved[..saved.len() / 2])?;
    let page = Page::open()?;
    page.drop_files(&[report])?;
    page.wait_text("cut.json: ")?;
    let refused = text(&page, ".refusals")?;
    assert!(refused.contains("EOF while parsing") && refused.contains(" at line "), "{refused}");
    assert!(page.session().find("#example").is_ok(), "the page is still the empty one");
    assert_calm(&page)
}

#[test]
fn wheels_match_the_reference_card_that_was_made_of_them_before_and_after_it() -> Result {
    let set = wheels::set(SET)?;
    let folder = TempDir::new()?;
    let card = folder.path().join("torchaudio.json");
    let page = verified(&set)?;
    reference_card(&page, &card)?;
    page.drop_files(std::slice::from_ref(&card))?;
    wait_verdict(&page, "same")?;
    for outcome in ["differs", "ambiguous", "not-here", "not-yet-checked"] {
        assert_eq!(facts(&page, outcome)?, [], "{outcome}");
    }
    assert!(page.session().find(&format!("tbody[id='row={LIBRARY}'] .outcome--matches")).is_ok(), "the row is marked");
    drop(page);

    let page = Page::open()?;
    page.drop_files(&[card])?;
    page.wait_for("the card by itself", || page.session().find("#sheet").is_ok())?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    wait_verdict(&page, "same")?;
    assert_calm(&page)
}

#[test]
fn of_wheels_with_one_byte_changed_exactly_its_facts_differ() -> Result {
    let set = wheels::set(SET)?;
    let folder = TempDir::new()?;
    let card = folder.path().join("torchaudio.json");
    let page = verified(&set)?;
    reference_card(&page, &card)?;
    drop(page);

    let changed = with_one_byte_changed(&set[1], LIBRARY, folder.path())?;
    let page = verified(&[set[0].clone(), changed, set[2].clone()])?;
    page.drop_files(&[card])?;
    wait_verdict(&page, "some-differ")?;
    let differing = facts(&page, "differs")?;
    let of_library: Vec<_> = differing.iter().filter(|(_, about)| about.contains("libtorchaudio_sox.so")).collect();
    assert_eq!(of_library.len(), 1, "only the SHA-256 of the library in one wheel: {differing:?}");
    assert_eq!(of_library[0].0, "SHA-256");
    // The wheel file itself is another as well: its bytes, and perhaps how many they are.
    assert!(
        differing.iter().all(|(_, about)| about.contains("libtorchaudio_sox.so") || about.contains("wheel")),
        "{differing:?}"
    );
    let values = text(&page, "#compared tr[data-outcome=differs] .values")?;
    assert!(values.contains("stated") && values.contains("here"), "both values: {values}");
    Ok(())
}

#[test]
fn pasted_lines_of_sha256sum_are_checked() -> Result {
    let set = wheels::set(SET)?;
    let mut library = Vec::new();
    ZipArchive::new(File::open(&set[0])?)?.by_name(LIBRARY)?.read_to_end(&mut library)?;
    let page = verified(&set)?;
    paste(&page, &format!("{}  libtorchaudio_sox.so\n", Sha256::of(&library)))?;
    page.wait_for("the comparison", || page.session().find("#compared .outcome--matches").is_ok())?;
    assert!(page.session().find("#compared .outcome--differs").is_err());

    // The panel takes the same, by keys alone.
    page.session().find("#against summary")?.click()?;
    page.session().find("#against-text")?.send_keys(&format!("{}  {LIBRARY}", "0".repeat(64)))?;
    press(&page, "#against button[type=submit]")?;
    page.wait_for("the other comparison", || page.session().find("#compared .outcome--differs").is_ok())?;
    assert_calm(&page)
}

#[test]
fn names_that_look_like_markup_are_shown_as_text() -> Result {
    let hostile = "<img src=x onerror=document.title='owned'>.so";
    let set = wheels::set(SET)?;
    let folder = TempDir::new()?;
    let report = folder.path().join("hostile.json");
    fs::write(&report, wheels::json(&set)?.replace("libtorchaudio_sox.so", hostile))?;
    let page = Page::open()?;
    paste(&page, &format!("{}  {hostile}\n", "0".repeat(64)))?;
    page.drop_files(&[report])?;
    page.wait_text("From a saved report, not from bytes")?;
    page.wait_text(hostile)?;
    let made = page.session().execute("return document.querySelectorAll('img[src=x]').length", json!([]))?;
    assert_eq!(made, 0);
    assert_calm(&page)
}

#[test]
fn the_built_in_example_opens_without_wheels() -> Result {
    let page = Page::open()?;
    press(&page, "#example")?;
    page.wait_for("the card", || page.session().find("#sheet").is_ok())?;
    let sheet = text(&page, "#sheet")?;
    for value in
        ["2.24.5133.0+58f8de22", "libwalrus.so", "92b4d331a42d7e80bb839e03218d2b9b0c23c346", "93dd8bd9bd4c697b"]
    {
        assert!(sheet.contains(value), "{value} is not in\n{sheet}");
    }
    assert!(sheet.contains("None of it was checked here"), "{sheet}");
    assert_calm(&page)
}

#[test]
fn a_built_in_card_is_offered_by_name_to_wheels_of_its_release() -> Result {
    const RELEASE: &str = "neuronx_cc-2.24.5133.0+58f8de22";
    let folder = TempDir::new()?;
    let wheel = folder.path().join(format!("{RELEASE}-cp310-cp310-linux_x86_64.whl"));
    let mut zip = ZipWriter::new(File::create(&wheel)?);
    for (name, text) in [
        ("neuronxcc/starfish/lib/libwalrus.so".to_owned(), "\u{7f}ELF, and nothing more"),
        (
            format!("{RELEASE}.dist-info/METADATA"),
            "Metadata-Version: 2.1\nName: neuronx-cc\nVersion: 2.24.5133.0+58f8de22\n",
        ),
        (
            format!("{RELEASE}.dist-info/WHEEL"),
            "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp310-cp310-linux_x86_64\n",
        ),
    ] {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    zip.finish()?;
    let page = verified(&[wheel])?;
    let offer = text(&page, ".offer")?;
    assert!(
        offer.starts_with("A published card of this release is built in: neuronx-cc 2.24.5133.0+58f8de22"),
        "{offer}"
    );
    press(&page, "#offer")?;
    page.wait_for("the comparison", || page.session().find("#compared [data-verdict]").is_ok())?;
    assert!(page.session().find(".offer").is_err(), "what was taken is not offered again");
    assert!(!facts(&page, "differs")?.is_empty(), "this is not that libwalrus.so");
    assert!(page.session().find("#compared [data-verdict=same]").is_err());
    Ok(())
}

#[test]
fn a_card_that_the_address_names_is_read_from_this_site_and_from_no_other() -> Result {
    let page = Page::open()?;
    let index: Value = serde_json::from_slice(&fs::read(xtask::project::site().join("reference/index.json"))?)?;
    let file = index["cards"][0]["file"].as_str().ok_or("the index names a file")?;
    let file = format!("reference/{file}");
    let go = |fragment: &str| page.session().execute("location.hash = arguments[0]", json!([fragment])).map(drop);
    go(&format!("#card={file}&row=neuronxcc/starfish/lib/libwalrus.so"))?;
    page.wait_for("the card", || page.session().find("#sheet").is_ok())?;
    page.wait_text("This link leads to neuronxcc/starfish/lib/libwalrus.so: drop the wheels that hold it")?;
    assert_calm(&page)?;

    go("#card=https://elsewhere.invalid/card.json")?;
    page.wait_text("is on another origin")?;
    go("#card=//elsewhere.invalid/card.json")?;
    page.wait_for("both refusals", || {
        text(&page, ".refusals").is_ok_and(|text| text.matches("another origin").count() == 2)
    })?;
    go("#card=data:application/json,{}")?;
    page.wait_for("the third refusal", || {
        text(&page, ".refusals").is_ok_and(|text| text.matches("another origin").count() == 3)
    })?;
    assert_calm(&page)?;

    // What is not there is said so. The browser's console says it as well.
    go("#card=reference/none.json")?;
    page.wait_text("the server answers 404")?;
    Ok(())
}

#[test]
fn a_link_to_a_binary_works_in_a_fresh_tab_once_its_wheels_are_dropped() -> Result {
    let set = wheels::set(SET)?;
    let before = format!("if (!location.hash) history.replaceState(null, '', '#row={LIBRARY}');");
    let page = Page::open_as(&Opening { before: &before, ..Opening::default() })?;
    page.wait_text(&format!("This link leads to {LIBRARY}: drop the wheels that hold it, and the page goes there."))?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    page.wait_for("the row to be open", || {
        page.session().find(&format!("tbody[id='row={LIBRARY}'].binary--target .detail")).is_ok()
    })?;
    assert!(!page.text()?.contains("This link leads to"), "nothing is waited for any more");
    assert_calm(&page)
}
