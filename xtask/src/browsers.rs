//! The browser that the tests drive, and its driver: found, or installed where that needs no questions.

use std::env;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::command::{command, output, run};

/// A browser and the WebDriver server that drives it.
#[derive(Debug, Clone)]
pub struct Browser {
    /// Chromium or Chrome.
    pub program: PathBuf,
    /// chromedriver of the same major version.
    pub driver: PathBuf,
}

/// Names on `PATH`, and the places where installers put it on systems that use no `PATH` for it.
const BROWSERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];

const DRIVERS: &[&str] = &["chromedriver", "/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver"];

/// Finds Chromium or Chrome and its driver. `CHROME` and `CHROMEDRIVER` name others.
///
/// # Errors
/// When one is missing: a sentence that says what to install.
pub fn chromium() -> Result<Browser> {
    let program = named_by("CHROME").or_else(|| first(BROWSERS));
    let driver = named_by("CHROMEDRIVER")
        // Set on GitHub's runners: the directory of the driver that fits their Chrome.
        .or_else(|| env::var_os("CHROMEWEBDRIVER").and_then(|folder| find(&Path::new(&folder).join("chromedriver"))))
        .or_else(|| first(DRIVERS));
    match (program, driver) {
        (Some(program), Some(driver)) => Ok(Browser { program, driver }),
        (program, _) => {
            let missing = if program.is_none() { "Chromium or Chrome" } else { "chromedriver" };
            let how = if cfg!(target_os = "linux") {
                "on Debian `apt-get install chromium chromium-driver`"
            } else {
                "Chrome from google.com/chrome, and the chromedriver of its version on PATH"
            };
            Err(format!(
                "the browser tests need {missing}: {how}; CHROME and CHROMEDRIVER name them where they are not on \
                 PATH, and WHEELCARD_NO_BROWSER=1 leaves these tests out"
            )
            .into())
        }
    }
}

/// The same, installed first where it is missing and this is root on a Debian.
///
/// # Errors
/// When it is missing still.
pub fn ensure_chromium() -> Result<Browser> {
    chromium().or_else(|missing| {
        let root = output(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
        if !root || !Path::new("/etc/debian_version").exists() {
            return Err(missing);
        }
        println!("{missing}: installing them");
        run(command("apt-get").args(["update", "-qq"]))?;
        run(command("apt-get")
            .args(["install", "-y", "-qq", "--no-install-recommends", "chromium", "chromium-driver"])
            .env("DEBIAN_FRONTEND", "noninteractive"))?;
        chromium()
    })
}

/// Whether the tests that need a browser are left out on purpose.
pub fn left_out() -> bool {
    env::var_os("WHEELCARD_NO_BROWSER").is_some_and(|value| value == "1")
}

fn named_by(variable: &str) -> Option<PathBuf> {
    find(Path::new(&env::var_os(variable)?))
}

fn first(names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| find(Path::new(name)))
}

/// A program by its path, or by its name on `PATH`.
fn find(program: &Path) -> Option<PathBuf> {
    let with_suffix = program.with_extension(env::consts::EXE_EXTENSION);
    let is_program = |path: PathBuf| path.is_file().then_some(path);
    if program.components().count() > 1 {
        return is_program(program.to_owned()).or_else(|| is_program(with_suffix));
    }
    env::split_paths(&env::var_os("PATH")?).find_map(|folder| is_program(folder.join(&with_suffix)))
}
