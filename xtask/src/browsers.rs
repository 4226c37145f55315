//! The browsers that the tests drive, and their drivers: found, or installed where that needs no questions.

use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use crate::command::{command, output, run};
use crate::{Result, tools};

/// A browser's engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Chromium or Chrome: every test runs in it.
    Chromium,
    /// Firefox ESR or Firefox: the main job.
    Firefox,
    /// `WebKitGTK`, which shares its engine with Safari: the main job.
    WebKit,
}

/// A browser and the WebDriver server that drives it.
#[derive(Debug, Clone)]
pub struct Browser {
    /// Which engine.
    pub engine: Engine,
    /// The browser's program.
    pub program: PathBuf,
    /// Its driver.
    pub driver: PathBuf,
    /// The X server to start for a browser that has no headless mode.
    pub display: Option<PathBuf>,
}

/// Names on `PATH`, and the places where installers put it on systems that use no `PATH` for it.
const CHROMIUM: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];
const CHROMEDRIVER: &[&str] =
    &["chromedriver", "/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver"];

const FIREFOX: &[&str] = &[
    "firefox-esr",
    "firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    r"C:\Program Files\Mozilla Firefox\firefox.exe",
];

/// `MiniBrowser` is `WebKitGTK`'s own test browser; Debian keeps it beside the library, in a directory for each processor.
const WEBKIT: &[&str] = &["webkit2gtk-4.1/MiniBrowser", "webkitgtk-6.0/MiniBrowser", "webkit2gtk-4.0/MiniBrowser"];

impl Engine {
    /// The packages of Debian that bring browser and driver.
    const fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium", "chromium-driver"],
            // geckodriver is no package of Debian's; it comes from crates.io.
            Self::Firefox => &["firefox-esr"],
            Self::WebKit => &["webkit2gtk-driver", "xvfb"],
        }
    }

    fn find(self) -> Option<Browser> {
        let (program, driver, display) = match self {
            Self::Chromium => {
                let driver = named_by("CHROMEDRIVER")
                    // Set on GitHub's runners: the directory of the driver that fits their Chrome.
                    .or_else(|| in_folder("CHROMEWEBDRIVER", "chromedriver"))
                    .or_else(|| first(CHROMEDRIVER));
                (named_by("CHROME").or_else(|| first(CHROMIUM)), driver, None)
            }
            Self::Firefox => {
                let driver = named_by("GECKODRIVER")
                    .or_else(|| program(&tools::bin().join("geckodriver")))
                    .or_else(|| in_folder("GECKOWEBDRIVER", "geckodriver"))
                    .or_else(|| first(&["geckodriver"]));
                (named_by("FIREFOX").or_else(|| first(FIREFOX)), driver, None)
            }
            Self::WebKit => (mini_browser(), first(&["WebKitWebDriver"]), Some(first(&["Xvfb"])?)),
        };
        Some(Browser { engine: self, program: program?, driver: driver?, display })
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKit",
        })
    }
}

/// Finds a browser and its driver. `CHROME`, `CHROMEDRIVER`, `FIREFOX` and `GECKODRIVER` name others.
///
/// # Errors
/// When something is missing: a sentence that says what to install.
pub fn find(engine: Engine) -> Result<Browser> {
    engine.find().ok_or_else(|| {
        let packages = engine.packages().join(" ");
        let how = match engine {
            _ if cfg!(target_os = "linux") => format!("on Debian `apt-get install {packages}`"),
            Engine::Chromium => "Chrome from google.com/chrome, and the chromedriver of its version".to_owned(),
            Engine::Firefox => "Firefox".to_owned(),
            Engine::WebKit => "WebKitGTK's driver, which is for Linux only".to_owned(),
        };
        let driver = if engine == Engine::Firefox { ", and `cargo install geckodriver`" } else { "" };
        format!(
            "the tests in {engine} need a browser and its driver: {how}{driver}; WHEELCARD_NO_BROWSER=1 leaves out all \
             tests in browsers"
        )
        .into()
    })
}

/// The same, installed first where it is missing and this is root on a Debian.
///
/// # Errors
/// When it is missing still, or can't be installed.
pub fn ensure(engine: Engine) -> Result<Browser> {
    if let Some(browser) = engine.find() {
        return Ok(browser);
    }
    let root = output(command("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if root && Path::new("/etc/debian_version").exists() {
        println!("{engine} or its driver is missing: installing it");
        run(command("apt-get").args(["update", "-qq"]))?;
        run(command("apt-get")
            .args(["install", "-y", "-qq", "--no-install-recommends"])
            .args(engine.packages())
            .env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    if engine == Engine::Firefox && first(FIREFOX).is_some() && engine.find().is_none() {
        tools::ensure_geckodriver()?;
    }
    find(engine)
}

/// Whether the tests that need a browser are left out on purpose.
pub fn left_out() -> bool {
    env::var_os("WHEELCARD_NO_BROWSER").is_some_and(|value| value == "1")
}

fn mini_browser() -> Option<PathBuf> {
    let libraries = [PathBuf::from("/usr/lib"), PathBuf::from("/usr/libexec")];
    let processors = fs::read_dir("/usr/lib").into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<_> =
        processors.filter(|path| path.to_string_lossy().ends_with("-linux-gnu")).chain(libraries).collect();
    folders.sort();
    WEBKIT.iter().find_map(|inner| folders.iter().find_map(|folder| program(&folder.join(inner))))
}

fn named_by(variable: &str) -> Option<PathBuf> {
    program(Path::new(&env::var_os(variable)?))
}

fn in_folder(variable: &str, name: &str) -> Option<PathBuf> {
    program(&Path::new(&env::var_os(variable)?).join(name))
}

fn first(names: &[&str]) -> Option<PathBuf> {
    names.iter().find_map(|name| program(Path::new(name)))
}

/// A program by its path, or by its name on `PATH`.
fn program(path: &Path) -> Option<PathBuf> {
    let with_suffix = path.with_extension(env::consts::EXE_EXTENSION);
    let is_program = |file: PathBuf| file.is_file().then_some(file);
    if path.components().count() > 1 {
        return is_program(path.to_owned()).or_else(|| is_program(with_suffix));
    }
    env::split_paths(&env::var_os("PATH")?).find_map(|folder| is_program(folder.join(&with_suffix)))
}
