//! A WebDriver session: JSON over HTTP on loopback. <https://www.w3.org/TR/webdriver2/>

use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::Response;

use crate::Result;

/// The key under which WebDriver names an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser window under control. Dropping it closes the browser.
#[derive(Debug)]
pub struct Session {
    agent: Agent,
    url: String,
}

/// An element of the page.
#[derive(Debug)]
pub struct Element<'a> {
    session: &'a Session,
    id: String,
}

impl Session {
    /// Starts a browser with these capabilities.
    ///
    /// # Errors
    /// When the driver can't start it.
    pub fn start(driver: &str, capabilities: &Value) -> Result<Self> {
        // An error of WebDriver comes with a status, and with a body that says what it is.
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_mins(2)));
        let agent = Agent::new_with_config(config.build());
        let asked = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let created = value(agent.post(format!("{driver}/session")).send_json(asked)?)?;
        let id = created["sessionId"].as_str().ok_or("the driver names no session")?;
        Ok(Self { url: format!("{driver}/session/{id}"), agent })
    }

    /// Asks something of the browser.
    ///
    /// # Errors
    /// When the browser refuses, in its words.
    pub fn get(&self, command: &str) -> Result<Value> {
        value(self.agent.get(format!("{}/{command}", self.url)).call()?)
    }

    /// Tells the browser to do something.
    ///
    /// # Errors
    /// When the browser refuses, in its words.
    pub fn post(&self, command: &str, parameters: Value) -> Result<Value> {
        value(self.agent.post(format!("{}/{command}", self.url)).send_json(parameters)?)
    }

    /// A command of the `DevTools` protocol, which Chromium's driver hands on.
    /// <https://chromedevtools.github.io/devtools-protocol/>
    ///
    /// # Errors
    /// When the browser refuses, in its words.
    pub fn devtools(&self, command: &str, parameters: Value) -> Result<Value> {
        self.post("goog/cdp/execute", Value::from_iter([("cmd", Value::from(command)), ("params", parameters)]))
    }

    /// Opens an address.
    ///
    /// # Errors
    /// When it can't be reached.
    pub fn open(&self, url: &str) -> Result {
        self.post("url", json!({ "url": url })).map(drop)
    }

    /// Which window or tab is at hand.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn window(&self) -> Result<String> {
        Ok(self.get("window")?.as_str().ok_or("the driver names no window")?.to_owned())
    }

    /// Opens a tab and goes to it.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn open_tab(&self) -> Result {
        let tab = self.post("window/new", json!({ "type": "tab" }))?;
        self.switch_to(tab["handle"].as_str().ok_or("the driver names no window")?)
    }

    /// Goes to a window or tab.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn switch_to(&self, window: &str) -> Result {
        self.post("window", json!({ "handle": window })).map(drop)
    }

    /// Runs a function body in the page; what it returns, or what the promise it returns resolves to.
    ///
    /// # Errors
    /// When it throws.
    pub fn execute(&self, body: &str, arguments: Value) -> Result<Value> {
        self.post("execute/sync", Value::from_iter([("script", Value::from(body)), ("args", arguments)]))
    }

    /// The first element that a CSS selector finds.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, selector: &str) -> Result<Element<'_>> {
        self.find_using("css selector", selector)
    }

    /// The first element that an `XPath` finds: for what is known by its text.
    ///
    /// # Errors
    /// When there is none.
    pub fn find_by_xpath(&self, path: &str) -> Result<Element<'_>> {
        self.find_using("xpath", path)
    }

    /// The element that has the focus.
    ///
    /// # Errors
    /// When the page has none at all.
    pub fn focused(&self) -> Result<Element<'_>> {
        self.element(&self.get("element/active")?)
    }

    /// Presses and lets go of one key, as on the keyboard: a character, or one of WebDriver's private code points.
    ///
    /// # Errors
    /// When the browser refuses.
    pub fn press(&self, key: char) -> Result {
        let actions = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        self.post("actions", json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] })).map(drop)
    }

    fn find_using(&self, strategy: &str, value: &str) -> Result<Element<'_>> {
        let found = self.post("element", json!({ "using": strategy, "value": value }));
        self.element(&found.map_err(|error| format!("`{value}`: {error}"))?)
    }

    fn element(&self, value: &Value) -> Result<Element<'_>> {
        let id = value[ELEMENT].as_str().ok_or("the driver names no element")?.to_owned();
        Ok(Element { session: self, id })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // There is nobody to tell when it fails, and the driver goes next.
        let _ = self.agent.delete(&self.url).call();
    }
}

impl Element<'_> {
    /// Clicks it, as a mouse would.
    ///
    /// # Errors
    /// When it can't be clicked: hidden, covered, gone.
    pub fn click(&self) -> Result {
        let click = || self.session.post(&self.command("click"), json!({})).map(drop);
        click().or_else(|_| {
            // Drivers scroll as little as they can, which in WebKit is a pixel too little, and leaves a thing below the
            // page's sticky head.
            let scroll = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
            self.session.execute(scroll, json!([{ ELEMENT: self.id }]))?;
            click()
        })
    }

    /// Types into it; for a file input, the paths of the files, one to a line.
    ///
    /// # Errors
    /// When it takes no text.
    pub fn send_keys(&self, text: &str) -> Result {
        self.session.post(&self.command("value"), json!({ "text": text })).map(drop)
    }

    /// Its text, as rendered.
    ///
    /// # Errors
    /// When it is gone.
    pub fn text(&self) -> Result<String> {
        Ok(self.session.get(&self.command("text"))?.as_str().unwrap_or_default().to_owned())
    }

    /// An attribute of it.
    ///
    /// # Errors
    /// When it is gone.
    pub fn attribute(&self, name: &str) -> Result<Option<String>> {
        Ok(self.session.get(&self.command(&format!("attribute/{name}")))?.as_str().map(str::to_owned))
    }

    fn command(&self, command: &str) -> String {
        format!("element/{}/{command}", self.id)
    }
}

/// The value of an answer; an error in the driver's words.
fn value(mut answer: Response<ureq::Body>) -> Result<Value> {
    let mut body: Value = answer.body_mut().with_config().limit(u64::MAX).read_json()?;
    let value = body["value"].take();
    match value["error"].as_str() {
        // A stack of the driver's own functions follows the message in Chromium.
        Some(error) => {
            let message = value["message"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
            Err(format!("{error}: {message}").into())
        }
        None => Ok(value),
    }
}
