//! The second look and the carry box.

use std::fs::File;
use std::io::Read as _;

use wheelcard::card::format;
use wheelcard::evidence::{self, Star, Verdict, carry};
use wheelcard::report::Needles;
use wheelcard_e2e::{Page, Result, Scan, wheels};
use zip::ZipArchive;

use crate::{assert_calm, exported};

const LIBRARY: &str = "torchaudio/lib/libtorchaudio_sox.so";
/// An exported function of it, as `nm -D` shows it for cp310: 0x45f bytes at 0xc9a0.
const FUNCTION: &str = "_ZN10torchaudio3sox12list_effectsEv";
const FUNCTION_AT: &str = "0xc9a0";

/// The library's bytes in each wheel.
fn copies(set: &[std::path::PathBuf]) -> Result<Vec<Vec<u8>>> {
    let read = |wheel: &std::path::PathBuf| -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        ZipArchive::new(File::open(wheel)?)?.by_name(LIBRARY)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    set.iter().map(read).collect()
}

fn star(copies: &[Vec<u8>]) -> Result<Star> {
    let slices: Vec<&[u8]> = copies.iter().map(Vec::as_slice).collect();
    evidence::star(&slices, &Needles::default()).ok_or_else(|| "no evidence".into())
}

/// Clicks what a selector finds.
fn press(page: &Page, selector: &str) -> Result {
    page.session().find(selector)?.click()
}

/// Opens the library's row; a selector for things in it.
fn open(page: &Page) -> Result<impl Fn(&str) -> String + use<>> {
    let row = format!("tbody[id='row={LIBRARY}']");
    press(page, &format!("{row} .binary__toggle"))?;
    Ok(move |inner: &str| format!("{row} {inner}"))
}

#[test]
fn the_bytes_of_a_row_are_compared_and_the_verdict_is_the_native_one() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let star = star(&copies(&set)?)?;
    assert_eq!(star.verdict, Some(Verdict::CodeEqual), "as cmp and readelf show: only .rodata and the id differ");

    let page = Page::open()?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    let within = open(&page)?;
    press(&page, &within(".look__head .button"))?;
    page.wait_for("the evidence", || page.session().find(&within(".evidence")).is_ok())?;

    let verdict = page.session().find(&within(".verdict"))?.text()?;
    assert!(verdict.contains(format::verdict(star.verdict).word), "{verdict}");
    assert!(verdict.contains(&format!("addresses {}", format::confidence(star.addresses).word)), "{verdict}");
    assert!(verdict.contains(&format!("logic {}", format::confidence(star.logic).word)), "{verdict}");
    let shown = page.session().find(&within(".evidence"))?.text()?;
    for pair in &star.pairs {
        assert!(shown.contains(&pair.evidence.sentence), "{}\nis not in\n{shown}", pair.evidence.sentence);
    }
    // The row and the ladder say so as well.
    assert!(page.session().find(&within(".binary__rung"))?.text()?.contains("code equal"));
    assert!(page.session().find(".rung--same-source .rung__split")?.text()?.contains("1 code equal"));

    let json: serde_json::Value = serde_json::from_str(&exported(&page)?)?;
    let rows = json["card"]["tables"].as_array().into_iter().flatten().filter_map(|table| table["rows"].as_array());
    let row = rows.flatten().find(|row| row["key"] == LIBRARY).ok_or("the row is in the export")?;
    assert_eq!(row["evidence"]["verdict"], "code-equal");
    assert_calm(&page)
}

#[test]
fn an_exported_function_is_carried_to_the_other_wheels() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    let within = open(&page)?;
    page.session().find(&within("textarea"))?.send_keys(&format!("{FUNCTION}\n{FUNCTION_AT}\nno_such_symbol"))?;
    press(&page, &within(".carry__form button"))?;
    page.wait_for("the answers", || page.session().find(&within(".answers")).is_ok())?;

    let table = page.session().find(&within(".answers__table"))?.text()?;
    // Two places in two other copies, each with the whole function compared.
    assert_eq!(table.matches("CONFIRMED").count(), 4, "{table}");
    assert_eq!(table.matches("same address").count(), 4, "{table}");
    assert_eq!(table.matches("1,119 bytes compared").count(), 4, "{table}");
    assert!(table.contains(FUNCTION_AT), "{table}");

    let copies = copies(&set)?;
    let [first, second, third] = copies.as_slice() else { return Err("there are three wheels".into()) };
    let others: [(&str, &[u8]); 2] = [("cp311", second.as_slice()), ("cp312", third.as_slice())];
    let places = carry::parse(&format!("{FUNCTION}\n{FUNCTION_AT}\nno_such_symbol"));
    let before = page.downloaded()?;
    press(&page, &within("[data-carry=csv]"))?;
    assert_eq!(String::from_utf8(page.next_download(&before)?)?, carry::csv(&carry::carry(first, &others, &places)));
    assert_calm(&page)
}

#[test]
fn all_that_differ_are_compared_at_once_and_split_the_rungs() -> Result {
    let set = wheels::set("torchaudio_local")?;
    let page = Page::open()?;
    page.choose(&set)?;
    page.wait_scan(Scan::Verified)?;
    press(&page, ".compare-all .button")?;
    page.wait_for("all to be compared", || {
        let line = page.session().find(".compare-all").and_then(|all| all.text());
        line.is_ok_and(|line| line.contains("Compared byte by byte"))
    })?;
    let split = |rung: &str| page.session().find(&format!(".rung--{rung} .rung__split"))?.text();
    assert!(!split("same-source")?.contains("not compared"));
    assert!(split("per-abi")?.contains("code differs"));
    assert_calm(&page)
}
