//! `cargo xtask shots`: pictures of the page with a real set, light and dark, wide and narrow.

use std::path::PathBuf;

use wheelcard_e2e::{Page, Result, Scan, wheels};

/// CSS pixels: a desktop's window and a phone.
const WIDTHS: [u32; 2] = [1440, 390];

fn main() -> Result {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("shots takes a folder, and the name of a set")?);
    let set = arguments.next().unwrap_or_else(|| "torchaudio_local".to_owned());

    let page = Page::open()?;
    take(&page, &folder, "empty")?;
    page.choose(&wheels::set(&set)?)?;
    page.wait_scan(Scan::Verified)?;
    take(&page, &folder, &set)
}

fn take(page: &Page, folder: &std::path::Path, state: &str) -> Result {
    for width in WIDTHS {
        for (scheme, dark) in [("light", false), ("dark", true)] {
            let path = folder.join(format!("{state}-{width}-{scheme}.png"));
            page.screenshot(&path, width, dark)?;
            println!("{}", path.display());
        }
    }
    Ok(())
}
