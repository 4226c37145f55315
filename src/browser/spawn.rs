//! Starting a worker so that the page's Content-Security-Policy holds in it too.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::error;
use crate::protocol;

/// What a worker runs: a module of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Module {
    /// Scans wheels.
    Scan,
    /// Takes the second look.
    Look,
}

impl Module {
    /// The name of its bin.
    fn name(self) -> &'static str {
        match self {
            Self::Scan => "worker",
            Self::Look => "look",
        }
    }
}

/// A worker and what listens to it. Dropped, it is terminated and its memory goes back.
pub(super) struct Handle {
    worker: Rc<RefCell<State>>,
    _on_message: Rc<Closure<dyn FnMut(web_sys::MessageEvent)>>,
    _on_error: Rc<Closure<dyn FnMut(web_sys::Event)>>,
}

enum State {
    /// Its code is being fetched.
    Awaited,
    Started(web_sys::Worker),
    Stopped,
}

impl Handle {
    /// Starts a worker. `hear` gets its messages, `lost` its last words when it dies by itself.
    ///
    /// A handle must not be dropped while one of the two is running.
    pub(super) fn start(module: Module, hear: impl Fn(&str) + 'static, lost: impl Fn(&str) + 'static) -> Self {
        let on_message =
            Rc::new(Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
                hear(&event.data().as_string().unwrap_or_default());
            }));
        let lost = Rc::new(lost);
        let last_words = Rc::clone(&lost);
        let on_error = Rc::new(Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            event.prevent_default();
            let words = event.dyn_ref::<web_sys::ErrorEvent>().map(web_sys::ErrorEvent::message);
            last_words(&words.unwrap_or_else(|| "its script could not be started".to_owned()));
        }));
        let state = Rc::new(RefCell::new(State::Awaited));
        let handle =
            Self { worker: Rc::clone(&state), _on_message: Rc::clone(&on_message), _on_error: Rc::clone(&on_error) };
        wasm_bindgen_futures::spawn_local(async move {
            let code = Code::get(module).await;
            if matches!(*state.borrow(), State::Stopped) {
                return;
            }
            let start =
                |code: Code| code.start((*on_message).as_ref().unchecked_ref(), (*on_error).as_ref().unchecked_ref());
            match code.and_then(start) {
                Ok(worker) => *state.borrow_mut() = State::Started(worker),
                Err(thrown) => lost(&error::message(&thrown)),
            }
        });
        handle
    }

    /// Sends a message and the files that it is about. A worker that is not ready would not hear it.
    pub(super) fn post<'a>(&self, message: &impl Serialize, files: impl IntoIterator<Item = &'a web_sys::File>) {
        // Our own types always serialise; a `File` always clones.
        let text = serde_json::to_string(message).unwrap_or_default();
        let parts = js_sys::Array::of1(&JsValue::from_str(&text));
        for file in files {
            parts.push(file);
        }
        if let State::Started(worker) = &*self.worker.borrow() {
            let _ = worker.post_message(&parts);
        }
    }

    /// Stops it at once; nothing is heard of it any more.
    pub(super) fn terminate(&self) {
        if let State::Started(worker) = self.worker.replace(State::Stopped) {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.terminate();
    }
}

/// What a worker runs: wasm-bindgen's script, and the compiled module.
#[derive(Clone)]
struct Code {
    script: String,
    compiled: JsValue,
}

thread_local! {
    /// Fetched and compiled once; every worker of a module gets the same.
    static CODE: RefCell<BTreeMap<Module, Code>> = const { RefCell::new(BTreeMap::new()) };
}

/// Fetches a module, so that it is there when it is needed.
pub(super) fn prepare(module: Module) {
    // When it can't be had now, the first worker tries again, and says why it could not start.
    wasm_bindgen_futures::spawn_local(async move { Code::get(module).await.map(drop).unwrap_or_default() });
}

impl Code {
    /// The page fetches it and not the worker: a service worker answers the page in every engine, but in Firefox not a
    /// worker made from a `blob:`. The build's name in the URLs keeps a cache from pairing an old worker with a new page.
    async fn get(module: Module) -> Result<Self, JsValue> {
        if let Some(code) = CODE.with_borrow(|known| known.get(&module).cloned()) {
            return Ok(code);
        }
        let script = fetched(&format!("{}.js", module.name()), web_sys::Response::text).await?;
        let bytes = fetched(&format!("{}_bg.wasm", module.name()), web_sys::Response::array_buffer).await?;
        let compiled = JsFuture::from(js_sys::WebAssembly::compile(&bytes)).await?;
        let code = Self { script: script.as_string().unwrap_or_default(), compiled };
        CODE.with_borrow_mut(|known| known.insert(module, code.clone()));
        Ok(code)
    }

    /// Starts a worker.
    ///
    /// A worker made from a file takes its policy from that file's own response, and a static host sends none. A worker
    /// made from a `blob:` URL inherits the page's policy (HTML, "initialize the global object's policy container"), so
    /// the browser itself keeps it from reaching any other origin. The blob holds wasm-bindgen's script and two lines
    /// that start it with the module, which is the first message.
    fn start(&self, on_message: &js_sys::Function, on_error: &js_sys::Function) -> Result<web_sys::Worker, JsValue> {
        const START: &str = "
            onmessage = ({ data }) => {
                onmessage = null;
                // Thrown once more outside of the promise, since only that reaches the page.
                wasm_bindgen({ module_or_path: data }).catch((error) => setTimeout(() => { throw error; }));
            };";
        let options = web_sys::BlobPropertyBag::new();
        options.set_type("text/javascript");
        let parts = js_sys::Array::of2(&JsValue::from_str(&self.script), &JsValue::from_str(START));
        let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options)?;
        // It must outlive the fetch of the script, which begins now; the browser frees it with the page.
        let url = web_sys::Url::create_object_url_with_blob(&blob)?;
        let worker = web_sys::Worker::new(&url)?;
        worker.set_onmessage(Some(on_message));
        worker.set_onerror(Some(on_error));
        worker.post_message(&self.compiled)?;
        Ok(worker)
    }
}

/// The content of a file of the site.
async fn fetched(
    name: &str,
    content: fn(&web_sys::Response) -> Result<js_sys::Promise, JsValue>,
) -> Result<JsValue, JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let url = format!("{}{name}?v={}", super::document::base_uri(), protocol::BUILD);
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(&url)).await?.unchecked_into();
    if !response.ok() {
        return Err(format!("{name}: the host answers {}", response.status()).into());
    }
    JsFuture::from(content(&response)?).await
}
