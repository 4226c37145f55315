//! The page as its user knows it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fmt, fs, thread};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;
use xtask::browsers::{self, Engine};
use xtask::project;
use xtask::server::{Request, Server};

use crate::Result;
use crate::driver::{self, Driver};
use crate::session::{Element, Session};

/// Where the site is mounted, as a project's page is on GitHub.
pub const MOUNT: &str = "/wheelcard/";

/// Longer than anything here takes on a slow machine.
const PATIENCE: Duration = Duration::from_mins(2);
const POLL: Duration = Duration::from_millis(25);
/// A file that did not grow for so long is whole.
const SETTLED: Duration = Duration::from_millis(200);

/// What `<html>` says of the whole session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scan {
    /// No wheel.
    Idle,
    /// A wheel is being opened.
    Reading,
    /// Every wheel is listed, and some are still being verified.
    Listed,
    /// The same, and `<html data-identified>` says that it is known of every member what it is.
    Identified,
    /// Nothing is left to be read.
    Verified,
}

impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Idle => "idle",
            Self::Reading => "reading",
            Self::Listed => "listed",
            Self::Identified => "identified",
            Self::Verified => "verified",
        })
    }
}

/// The page, opened in a browser of its own. The fields end in this order: window, driver, server, folders.
#[derive(Debug)]
pub struct Page {
    session: Session,
    driver: Driver,
    server: Server,
    engine: Engine,
    downloads: TempDir,
    _profile: TempDir,
}

/// How a page is opened, where that is not as usual.
#[derive(Debug)]
pub struct Opening<'a> {
    /// In which browser.
    pub engine: Engine,
    /// Which site; else the one that is built.
    pub site: Option<&'a Path>,
    /// Where it is mounted.
    pub mount: &'a str,
    /// A script that runs in the page before any of its own, in Chromium.
    pub before: &'a str,
}

impl Default for Opening<'_> {
    fn default() -> Self {
        Self { engine: Engine::Chromium, site: None, mount: MOUNT, before: "" }
    }
}

impl Page {
    /// Opens the built page in Chromium from a static server, under a sub-path.
    ///
    /// # Errors
    /// When there is no browser or no built page, or it does not start.
    pub fn open() -> Result<Self> {
        Self::open_as(&Opening::default())
    }

    /// Opens a page in another way.
    ///
    /// # Errors
    /// When there is no browser or no built page, or it does not start.
    pub fn open_as(opening: &Opening<'_>) -> Result<Self> {
        let browser = browsers::find(opening.engine)?;
        let site = opening.site.map_or_else(project::site, Path::to_owned);
        if !site.join("index.html").is_file() {
            return Err("there is no built page in dist/: `cargo xtask build` makes it".into());
        }
        let server = Server::start(&site, opening.mount, 0)?;
        let (profile, downloads) = (TempDir::new()?, TempDir::new()?);
        let driver = Driver::start(&browser, profile.path(), downloads.path())?;
        let capabilities = driver::capabilities(&browser, profile.path(), downloads.path());
        let session = Session::start(&driver.url, &capabilities)?;
        if opening.engine != Engine::Chromium {
            // Chromium has its size from its command line.
            session.post("window/rect", json!({ "width": 1440, "height": 900 }))?;
        }
        if !opening.before.is_empty() {
            session.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": opening.before }))?;
        }
        let page = Self { session, driver, server, engine: opening.engine, downloads, _profile: profile };
        page.load(&page.server.url())?;
        Ok(page)
    }

    /// Opens an address in the page's window, and waits for the page to start.
    ///
    /// # Errors
    /// When it does not.
    pub fn load(&self, url: &str) -> Result {
        self.session.open(url)?;
        self.await_start()
    }

    /// Waits for the page to start, in whichever window is at hand.
    ///
    /// # Errors
    /// When it does not.
    pub fn await_start(&self) -> Result {
        self.wait_for("the page to start", || self.session.find("#wheel-input").is_ok())?;
        self.follow_scan()
    }

    /// Waits until the service worker has everything, and serves this page.
    ///
    /// # Errors
    /// When there is none for this site, or it never does.
    pub fn await_service_worker(&self) -> Result {
        let controller = "return navigator.serviceWorker?.controller?.state ?? null";
        self.wait_for("the service worker", || {
            self.session.execute(controller, json!([])).is_ok_and(|state| state == "activated")
        })
    }

    /// Which browser it is.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Takes the network away.
    pub fn stop_server(&self) {
        self.server.stop();
    }

    /// The browser's window, for what is not the page's own business.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// chromedriver's process, which the browser's descend from.
    pub fn driver_process(&self) -> u32 {
        self.driver.process_id()
    }

    /// Every request that the server got.
    pub fn requests(&self) -> Vec<Request> {
        self.server.log()
    }

    /// Where the page is served from.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Gives files to the page through its file input.
    ///
    /// # Errors
    /// When it does not take them.
    pub fn choose(&self, files: &[PathBuf]) -> Result {
        self.forget_scan()?;
        self.session.find("#wheel-input")?.send_keys(&lines(files))
    }

    /// Drags files or folders over the page and lets them drop, as a file manager does. In Chromium the browser makes the
    /// events; elsewhere they are made in the page, of real files, and there can be no folder among these.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn drop_files(&self, files: &[PathBuf]) -> Result {
        const COPY: u32 = 1;
        if self.engine != Engine::Chromium {
            return self.drop_made_up(files);
        }
        self.forget_scan()?;
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({ "items": [], "files": files, "dragOperationsMask": COPY });
            let event = json!({ "type": kind, "x": 400, "y": 300, "data": data });
            self.session.devtools("Input.dispatchDragEvent", event)?;
        }
        Ok(())
    }

    /// Lets an input of the test's own take the files, and the page get them by events.
    fn drop_made_up(&self, files: &[PathBuf]) -> Result {
        let input = "
            const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'made-up' });
            document.body.append(input);";
        let drop = "
            const input = document.getElementById('made-up');
            const dataTransfer = new DataTransfer();
            for (const file of input.files) dataTransfer.items.add(file);
            input.remove();
            for (const type of ['dragenter', 'dragover', 'drop']) {
                const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
                document.body.dispatchEvent(event);
            }";
        self.session.execute(input, json!([]))?;
        self.session.find("#made-up")?.send_keys(&lines(files))?;
        self.forget_scan()?;
        self.session.execute(drop, json!([])).map(std::mem::drop)
    }

    /// Waits until the session was in this state since files were last given.
    ///
    /// # Errors
    /// When it never is: with the states that were, and what the console says.
    pub fn wait_scan(&self, state: Scan) -> Result {
        self.wait_for(&format!("the scan to be {state}"), || {
            self.scan_history().is_ok_and(|states| states.iter().any(|(name, _)| *name == state.to_string()))
        })
    }

    /// The states since files were last given, and when, in milliseconds after that.
    ///
    /// # Errors
    /// When the page is gone.
    pub fn scan_history(&self) -> Result<Vec<(String, f64)>> {
        let history = self.session.execute("return scanHistory", json!([]))?;
        let moment = |entry: &Value| Some((entry[0].as_str()?.to_owned(), entry[1].as_f64()?));
        Ok(history.as_array().into_iter().flatten().filter_map(moment).collect())
    }

    /// The tasks of over 50 ms that held the page up since files were last given, in milliseconds.
    ///
    /// # Errors
    /// When the page is gone.
    pub fn long_tasks(&self) -> Result<Vec<f64>> {
        let tasks = self.session.execute("return longTasks", json!([]))?;
        Ok(tasks.as_array().into_iter().flatten().filter_map(Value::as_f64).collect())
    }

    /// Clicks an export button; the file that it downloads.
    ///
    /// # Errors
    /// When there is no such button, or no file comes.
    pub fn export(&self, kind: &str) -> Result<Vec<u8>> {
        let before = self.downloaded()?;
        self.session.find(&format!("[data-export={kind}]"))?.click()?;
        self.next_download(&before)
    }

    /// The files that were downloaded so far.
    ///
    /// # Errors
    /// When their folder can't be read.
    pub fn downloaded(&self) -> Result<Vec<PathBuf>> {
        // While it comes, a file has a name that is not its own.
        let is_whole = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            !name.starts_with('.') && ![".crdownload", ".part", ".wkdownload"].iter().any(|end| name.ends_with(end))
        };
        Ok(project::files_under(self.downloads.path())?.into_iter().filter(is_whole).collect())
    }

    /// Deletes the files that were downloaded so far: some browsers write a file of the same name over the first one.
    ///
    /// # Errors
    /// When they can't be deleted.
    pub fn forget_downloads(&self) -> Result {
        self.downloaded()?.iter().try_for_each(|file| Ok(fs::remove_file(file)?))
    }

    /// The content of the file that comes after those.
    ///
    /// # Errors
    /// When none comes.
    pub fn next_download(&self, before: &[PathBuf]) -> Result<Vec<u8>> {
        let news = || self.downloaded().ok()?.into_iter().find(|file| !before.contains(file));
        // The browser keeps the place of a file by an empty one of its name.
        let filled = || news().and_then(|file| fs::read(file).ok()).filter(|bytes| !bytes.is_empty());
        self.wait_for("a download", || filled().is_some())?;
        // WebKit writes into the file itself: it is whole when it grows no more.
        let mut last = Vec::new();
        while let Some(bytes) = filled().filter(|bytes| bytes.len() > last.len()) {
            last = bytes;
            thread::sleep(SETTLED);
        }
        Ok(last)
    }

    /// The button that a screen reader calls so.
    ///
    /// # Errors
    /// When there is none.
    pub fn button(&self, name: &str) -> Result<Element<'_>> {
        self.session.find(&format!("button[aria-label=\"{name}\"]"))
    }

    /// The text of the whole page, as rendered.
    ///
    /// # Errors
    /// When the page is gone.
    pub fn text(&self) -> Result<String> {
        self.session.find("body")?.text()
    }

    /// Waits until the page shows a text.
    ///
    /// # Errors
    /// When it never does.
    pub fn wait_text(&self, text: &str) -> Result {
        self.wait_for(&format!("`{text}` on the page"), || self.text().is_ok_and(|page| page.contains(text)))
    }

    /// Waits for anything.
    ///
    /// # Errors
    /// When it does not come: with a picture of the page, and with what the console says.
    pub fn wait_for(&self, what: &str, done: impl Fn() -> bool) -> Result {
        let start = Instant::now();
        while !done() {
            if start.elapsed() > PATIENCE {
                let picture = project::target().join("e2e").join(format!("{}.png", self.driver.process_id()));
                let pictured = self.screenshot(&picture, 1440, false);
                let shown = pictured.map_or_else(|e| e.to_string(), |()| project::relative(&picture));
                let (states, console) = (self.scan_history().unwrap_or_default(), self.console());
                return Err(
                    format!("waited in vain for {what}; states {states:?}, console {console:?}, see {shown}").into()
                );
            }
            thread::sleep(POLL);
        }
        Ok(())
    }

    /// Warnings and errors of the browser's console since they were last asked for. Only Chromium keeps them; of the
    /// others this is what went wrong in the page by the page's own account.
    ///
    /// # Errors
    /// When the browser does not tell.
    pub fn console(&self) -> Result<Vec<String>> {
        if self.engine != Engine::Chromium {
            let errors = self.session.execute("return window.scanErrors.splice(0)", json!([]))?;
            return Ok(errors.as_array().into_iter().flatten().map(ToString::to_string).collect());
        }
        let log = self.session.post("se/log", json!({ "type": "browser" }))?;
        let lines = log.as_array().into_iter().flatten();
        let bad = lines.filter(|line| matches!(line["level"].as_str(), Some("SEVERE" | "WARNING")));
        Ok(bad.filter_map(|line| line["message"].as_str().map(str::to_owned)).collect())
    }

    /// Shows the page as in a window of this width, in this theme. Chromium only.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn emulate(&self, width: u32, dark: bool) -> Result {
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.session.devtools("Emulation.setEmulatedMedia", json!({ "features": features }))?;
        let metrics = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.session.devtools("Emulation.setDeviceMetricsOverride", metrics).map(drop)
    }

    /// Writes a picture of the whole page, `width` CSS pixels wide; of the window as it is where the browser can't be told.
    ///
    /// # Errors
    /// When it can't be taken or written.
    pub fn screenshot(&self, path: &Path, width: u32, dark: bool) -> Result {
        if self.engine != Engine::Chromium {
            let picture = self.session.get("screenshot")?;
            return write_picture(path, &picture);
        }
        self.emulate(width, dark)?;
        let whole = json!({ "format": "png", "captureBeyondViewport": true });
        let picture = self.session.devtools("Page.captureScreenshot", whole)?;
        write_picture(path, &picture["data"])
    }

    /// Notes every change of the session's state with its time, for states that pass faster than one can ask.
    fn follow_scan(&self) -> Result {
        let follow = "
            const root = document.documentElement;
            window.scanHistory = [];
            window.scanStart = performance.now();
            new MutationObserver(() => {
                const { scan, identified } = root.dataset;
                const state = scan === 'listed' && identified === 'true' ? 'identified' : scan;
                if (state !== scanHistory.at(-1)?.[0]) scanHistory.push([state, performance.now() - scanStart]);
            }).observe(root, { attributeFilter: ['data-scan', 'data-identified'] });
            window.longTasks = [];
            new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)))
                .observe({ type: 'longtask' });
            // The clock starts when the page is told, not when the driver was.
            const start = () => { scanStart = performance.now(); };
            addEventListener('change', start, true);
            addEventListener('drop', start, true);
            window.scanErrors = [];
            addEventListener('error', (event) => scanErrors.push(String(event.message)));
            addEventListener('unhandledrejection', (event) => scanErrors.push(String(event.reason)));
            addEventListener('securitypolicyviolation', (event) => scanErrors.push(`CSP: ${event.blockedURI}`));";
        self.session.execute(follow, json!([])).map(drop)
    }

    fn forget_scan(&self) -> Result {
        self.session.execute("scanHistory.length = 0; longTasks.length = 0", json!([])).map(drop)
    }
}

/// Paths as a file input takes them.
fn lines(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join("\n")
}

/// A picture as drivers give it: a PNG in Base64.
fn write_picture(path: &Path, picture: &Value) -> Result {
    let bytes = BASE64_STANDARD.decode(picture.as_str().unwrap_or_default())?;
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    Ok(fs::write(path, bytes)?)
}
