//! A browser's driver, and a browser that keeps to itself.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use xtask::browsers::{Browser, Engine};

use crate::Result;

/// How long a driver may take until it listens.
const START: Duration = Duration::from_secs(30);

/// A running driver, with its X server where the browser needs one. Dropping it stops both.
#[derive(Debug)]
pub struct Driver {
    process: Stopped,
    _display: Option<Stopped>,
    /// Where it listens.
    pub url: String,
}

/// A child process that ends with its value.
#[derive(Debug)]
struct Stopped(Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Driver {
    /// Starts the driver on a free port. `home` is the browser's home directory, where it has no other way to be told
    /// of one; downloads go to `downloads`.
    ///
    /// # Errors
    /// When it can't be started, or does not listen.
    pub fn start(browser: &Browser, home: &Path, downloads: &Path) -> Result<Self> {
        let mut command = Command::new(&browser.driver);
        let display = browser.display.as_deref().map(start_display).transpose()?;
        if let Some((_, name)) = &display {
            // MiniBrowser takes no profile and no folder for downloads; it goes by the desktop's settings.
            let settings = home.join(".config");
            fs::create_dir_all(&settings)?;
            let folders = format!("XDG_DOWNLOAD_DIR=\"{}\"\n", downloads.display());
            fs::write(settings.join("user-dirs.dirs"), folders)?;
            command.env("DISPLAY", name).env("HOME", home).env("GDK_BACKEND", "x11");
            for folder in ["CONFIG", "CACHE", "DATA", "STATE"] {
                command.env_remove(format!("XDG_{folder}_HOME"));
            }
        }
        // Free a moment ago, and again when the driver asks for it.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let process = command
            .arg(format!("--port={port}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{}: {e}", browser.driver.display()))?;
        let driver = Self {
            process: Stopped(process),
            _display: display.map(|(process, _)| process),
            url: format!("http://127.0.0.1:{port}"),
        };
        let start = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            if start.elapsed() > START {
                return Err(format!("{} does not listen on port {port}", browser.driver.display()).into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(driver)
    }

    /// The process's id, by which its browser's processes are found.
    pub fn process_id(&self) -> u32 {
        self.process.0.id()
    }
}

/// Starts an X server without a screen, for a browser that has no headless mode; its display's name.
fn start_display(program: &Path) -> Result<(Stopped, String)> {
    let mut process = Command::new(program)
        .args(["-displayfd", "1", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| format!("{}: {e}", program.display()))?;
    let output = process.stdout.take();
    let process = Stopped(process);
    // It takes the first free display and says its number, once it listens.
    let mut number = String::new();
    BufReader::new(output.ok_or("Xvfb has no output")?.take(16)).read_line(&mut number)?;
    match number.trim() {
        "" => Err("Xvfb did not start".into()),
        number => Ok((process, format!(":{number}"))),
    }
}

/// What a session asks for: no window, a fresh profile, downloads without questions.
pub fn capabilities(browser: &Browser, profile: &Path, downloads: &Path) -> Value {
    match browser.engine {
        Engine::Chromium => chromium(browser, profile, downloads),
        // geckodriver makes a profile of its own for each session.
        Engine::Firefox => json!({
            "browserName": "firefox",
            "moz:firefoxOptions": {
                "binary": browser.program,
                "args": ["-headless"],
                "prefs": {
                    "browser.download.folderList": 2,
                    "browser.download.dir": downloads,
                    "browser.download.alwaysOpenPanel": false,
                    "browser.helperApps.neverAsk.saveToDisk": "application/json,text/markdown,text/csv,text/plain",
                    "ui.prefersReducedMotion": 1,
                },
            },
        }),
        Engine::WebKit => json!({
            "webkitgtk:browserOptions": { "binary": browser.program, "args": ["--automation"] },
        }),
    }
}

/// Chromium says every line of its console as well.
fn chromium(browser: &Browser, profile: &Path, downloads: &Path) -> Value {
    json!({
        "browserName": "chrome",
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": {
            "binary": browser.program,
            "args": [
                "--headless=new",
                // Chromium refuses to sandbox itself for root, which a container's user is.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                // The driver clicks where a thing is, not where a smooth scroll will bring it.
                "--force-prefers-reduced-motion",
                // Nothing but the page may use the network while requests are counted.
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1440,900",
                // A picture 390 pixels wide shows what a phone does.
                "--hide-scrollbars",
                format!("--user-data-dir={}", profile.display()),
            ],
            "prefs": {
                "download.default_directory": downloads,
                "download.prompt_for_download": false,
                "profile.default_content_setting_values.automatic_downloads": 1,
            },
        },
    })
}
