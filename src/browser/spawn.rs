//! Starting a worker so that the page's Content-Security-Policy holds in it too.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::error;
use crate::protocol;

/// What a worker runs: a module of the site.
#[derive(Debug, Clone, Copy)]
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
    worker: web_sys::Worker,
    _on_message: Closure<dyn FnMut(web_sys::MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Handle {
    /// Starts a worker. `hear` gets its messages, `lost` its last words when it dies by itself.
    ///
    /// A handle must not be dropped while one of the two is running.
    pub(super) fn start(
        module: Module,
        hear: impl Fn(&str) + 'static,
        lost: impl Fn(&str) + 'static,
    ) -> Result<Self, String> {
        let on_message = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
            hear(&event.data().as_string().unwrap_or_default());
        });
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            event.prevent_default();
            let words = event.dyn_ref::<web_sys::ErrorEvent>().map(web_sys::ErrorEvent::message);
            lost(&words.unwrap_or_else(|| "its script could not be loaded".to_owned()));
        });
        let worker = worker(module).map_err(|thrown| error::message(&thrown))?;
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    /// Sends a message and the files that it is about.
    pub(super) fn post<'a>(&self, message: &impl Serialize, files: impl IntoIterator<Item = &'a web_sys::File>) {
        // Our own types always serialise; a `File` always clones.
        let text = serde_json::to_string(message).unwrap_or_default();
        let parts = js_sys::Array::of1(&JsValue::from_str(&text));
        for file in files {
            parts.push(file);
        }
        let _ = self.worker.post_message(&parts);
    }

    /// Stops it at once; nothing is heard of it any more.
    pub(super) fn terminate(&self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.terminate();
    }
}

/// Starts a worker.
///
/// A worker made from a file takes its policy from that file's own response, and a static host sends none. A worker
/// made from a `blob:` URL inherits the page's policy (HTML, "initialize the global object's policy container"), so the
/// browser itself keeps it from reaching any other origin. The blob holds two lines: it imports the real module. The
/// build's name in the URLs keeps a cache from pairing an old worker with a new page.
fn worker(module: Module) -> Result<web_sys::Worker, JsValue> {
    let base = super::document::base_uri();
    let (name, build) = (module.name(), protocol::BUILD);
    let source = format!(
        "import init from {script};\nawait init({{ module_or_path: {wasm} }});\n",
        script = quoted(&format!("{base}{name}.js?v={build}")),
        wasm = quoted(&format!("{base}{name}_bg.wasm?v={build}")),
    );
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("text/javascript");
    let parts = js_sys::Array::of1(&JsValue::from_str(&source));
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let options = web_sys::WorkerOptions::new();
    options.set_type(web_sys::WorkerType::Module);
    let worker = web_sys::Worker::new_with_options(&url, &options);
    // The URL must outlive the fetch of the script, which begins now; the browser frees it with the page.
    worker
}

/// A JavaScript string literal.
fn quoted(text: &str) -> String {
    js_sys::JSON::stringify(&JsValue::from_str(text))
        .ok()
        .and_then(|text| text.dyn_into::<js_sys::JsString>().ok())
        .map(String::from)
        .unwrap_or_default()
}
