//! chromedriver, and a Chromium that keeps to itself.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use xtask::browsers::Browser;

use crate::Result;

/// A running chromedriver; dropping it stops it.
#[derive(Debug)]
pub struct Driver {
    process: Child,
    /// Where it listens.
    pub url: String,
}

impl Driver {
    /// Starts chromedriver on a free port.
    ///
    /// # Errors
    /// When it can't be started, or says no port.
    pub fn start(browser: &Browser) -> Result<Self> {
        let mut process = Command::new(&browser.driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{}: {e}", browser.driver.display()))?;
        let output = process.stdout.take().ok_or("chromedriver has no output")?;
        // "ChromeDriver was started successfully on port 38429."
        let port = BufReader::new(output)
            .lines()
            .map_while(std::result::Result::ok)
            .find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok());
        let driver = Self { process, url: format!("http://127.0.0.1:{}", port.unwrap_or_default()) };
        if port.is_none() {
            return Err(format!("{} did not say its port", browser.driver.display()).into());
        }
        Ok(driver)
    }

    /// The process's id, by which its browser's processes are found.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What a session asks for: headless, a fresh profile, downloads without questions, every line of the console.
pub fn capabilities(browser: &Browser, profile: &Path, downloads: &Path) -> Value {
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
