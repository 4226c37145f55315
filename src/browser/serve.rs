//! A worker's side of the talk, whatever its tasks are: the handshake, one task after another, the last words.

use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

use super::file;
use crate::protocol::{self, FromWorker};

/// Starts a worker: listens, and says so. `perform` does a task with the files that it is about, and tells of it by
/// [`send`]; its `Ok` is told as *done*.
pub(super) fn serve<T, F>(perform: impl Fn(T, Vec<web_sys::File>) -> F + 'static)
where
    T: DeserializeOwned + 'static,
    F: Future<Output = Result<(), String>> + 'static,
{
    std::panic::set_hook(Box::new(|panic| send(&FromWorker::<()>::Panicked(panic.to_string()))));
    let perform = Rc::new(perform);
    let listen = Closure::<dyn FnMut(web_sys::MessageEvent)>::new(move |event: web_sys::MessageEvent| {
        let perform = Rc::clone(&perform);
        wasm_bindgen_futures::spawn_local(async move {
            let answer = match read(&event.data()) {
                Ok((task, files)) => perform(task, files).await,
                Err(error) => Err(error),
            };
            send(&answer.map_or_else(FromWorker::<()>::Failed, |()| FromWorker::Done));
        });
    });
    scope().set_onmessage(Some(listen.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    listen.forget();
    send(&FromWorker::<()>::Ready { version: protocol::VERSION, build: protocol::BUILD.to_owned() });
}

/// Tells the page.
pub(super) fn send<T: Serialize>(message: &FromWorker<T>) {
    // Our own types always serialise; a page that is gone needs no answer.
    if let Ok(text) = serde_json::to_string(message) {
        let _ = scope().post_message(&JsValue::from_str(&text));
    }
}

fn scope() -> web_sys::DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// A message is an array: the JSON text, then the files it is about. The page sends the next one when this one is done.
fn read<T: DeserializeOwned>(data: &JsValue) -> Result<(T, Vec<web_sys::File>), String> {
    let message = js_sys::Array::from(data);
    let text = message.get(0).as_string().unwrap_or_default();
    let task = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok((task, message.iter().skip(1).filter_map(file::from_value).collect()))
}
