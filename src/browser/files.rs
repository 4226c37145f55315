//! Files as they come: from the input, a drop or a paste.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

use crate::session::Refused;

/// What a drop, a choice or a paste brought.
#[derive(Default)]
pub struct Dropped {
    /// Files that may be wheels.
    pub files: Vec<web_sys::File>,
    /// Files that are none, and may be something to check against.
    pub others: Vec<Other>,
    /// What can't be read at all, each with a sentence.
    pub refused: Vec<Refused>,
}

/// A file that is no wheel.
pub struct Other {
    file: web_sys::File,
    /// Why not, in a sentence.
    pub no_wheel: String,
}

impl Other {
    /// Its name.
    pub fn name(&self) -> String {
        self.file.name()
    }

    /// All of it.
    ///
    /// # Errors
    /// In a sentence: it is larger than any report is, or the browser's words when it can't be read.
    pub async fn bytes(&self) -> Result<Vec<u8>, String> {
        super::text::of_file(&self.file).await
    }
}

impl Dropped {
    /// Whether it brought nothing at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.others.is_empty() && self.refused.is_empty()
    }

    fn take(&mut self, file: web_sys::File) {
        match crate::wheel::refusal(&file.name()) {
            None => self.files.push(file),
            Some(no_wheel) => self.others.push(Other { file, no_wheel }),
        }
    }
}

/// The files of the file input; empties it, so that the same file can be chosen again.
pub fn from_input(input: &web_sys::HtmlInputElement) -> Dropped {
    let dropped = input.files().map(|files| from_list(&files)).unwrap_or_default();
    input.set_value("");
    dropped
}

/// The files of a paste.
pub fn from_paste(event: &web_sys::Event) -> Dropped {
    let data = event.dyn_ref::<web_sys::ClipboardEvent>().and_then(web_sys::ClipboardEvent::clipboard_data);
    data.and_then(|data| data.files()).map(|files| from_list(&files)).unwrap_or_default()
}

fn from_list(list: &web_sys::FileList) -> Dropped {
    let mut dropped = Dropped::default();
    (0..list.length()).filter_map(|at| list.get(at)).for_each(|file| dropped.take(file));
    dropped
}

/// Whether a drag carries files, as opposed to a selected text.
pub fn carries_files(event: &web_sys::DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().iter().any(|kind| kind == JsValue::from_str("Files")))
}

/// The files of a drop, folders included, handed to `done` once all folders are read.
///
/// A `DataTransfer` is emptied when its event is over, so everything is taken from it before anything is awaited.
pub fn from_drop(event: &web_sys::DragEvent, done: impl Fn(Dropped) + 'static) {
    let Some(data) = event.data_transfer() else { return };
    let mut folders = Vec::new();
    let mut dropped = Dropped::default();
    let items = data.items();
    for item in (0..items.length()).filter_map(|at| items.get(at)) {
        let entry = item.webkit_get_as_entry().ok().flatten();
        match entry {
            Some(entry) if entry.is_directory() => folders.push(entry),
            _ => item.get_as_file().ok().flatten().into_iter().for_each(|file| dropped.take(file)),
        }
    }
    let names = folders.iter().map(web_sys::FileSystemEntry::name).collect();
    let state = State { open: Cell::new(1), folders: names, dropped: RefCell::new(dropped), done: Box::new(done) };
    let walk = Walk(Rc::new(state));
    for folder in folders {
        walk.entry(&folder, &folder.name());
    }
    walk.close();
}

/// A walk through dropped folders. The browser answers by callbacks; the last one ends the walk.
#[derive(Clone)]
struct Walk(Rc<State>);

struct State {
    open: Cell<usize>,
    folders: Vec<String>,
    dropped: RefCell<Dropped>,
    done: Box<dyn Fn(Dropped)>,
}

impl Walk {
    fn open(&self) {
        self.0.open.set(self.0.open.get().saturating_add(1));
    }

    fn close(&self) {
        let left = self.0.open.get().saturating_sub(1);
        self.0.open.set(left);
        if left > 0 {
            return;
        }
        if self.0.dropped.borrow().is_empty() {
            for folder in &self.0.folders {
                self.refuse(folder, "this folder holds no wheels".to_owned());
            }
        }
        (self.0.done)(self.0.dropped.take());
    }

    fn refuse(&self, file_name: &str, reason: String) {
        self.0.dropped.borrow_mut().refused.push(Refused { file_name: file_name.to_owned(), reason });
    }

    fn entry(&self, entry: &web_sys::FileSystemEntry, path: &str) {
        // Asked, not cast: in Chromium these interfaces have no global of their name that `instanceof` could use.
        if entry.is_directory() {
            let folder: &web_sys::FileSystemDirectoryEntry = entry.unchecked_ref();
            self.folder(&folder.create_reader(), path);
        } else if entry.is_file() {
            self.file(entry.unchecked_ref(), path);
        }
    }

    /// A reader gives a folder's entries in portions; an empty one is the last.
    fn folder(&self, reader: &web_sys::FileSystemDirectoryReader, path: &str) {
        self.open();
        let (walk, again, inside) = (self.clone(), reader.clone(), path.to_owned());
        let success = Closure::once_into_js(move |entries: js_sys::Array| {
            for entry in entries.iter().map(JsCast::unchecked_into::<web_sys::FileSystemEntry>) {
                walk.entry(&entry, &format!("{inside}/{}", entry.name()));
            }
            if entries.length() > 0 {
                walk.folder(&again, &inside);
            }
            walk.close();
        });
        let failure = self.failure(path);
        if reader.read_entries_with_callback_and_callback(success.unchecked_ref(), failure.unchecked_ref()).is_err() {
            self.close();
        }
    }

    fn file(&self, file: &web_sys::FileSystemFileEntry, path: &str) {
        // In a folder of many things the wheels are meant, so nothing is said of the others.
        if crate::wheel::refusal(&file.name()).is_some() {
            return;
        }
        self.open();
        let walk = self.clone();
        let success = Closure::once_into_js(move |file: web_sys::File| {
            walk.0.dropped.borrow_mut().take(file);
            walk.close();
        });
        let failure = self.failure(path);
        file.file_with_callback_and_callback(success.unchecked_ref(), failure.unchecked_ref());
    }

    fn failure(&self, path: &str) -> JsValue {
        let (walk, path) = (self.clone(), path.to_owned());
        Closure::once_into_js(move |thrown: JsValue| {
            walk.refuse(&path, format!("could not be read: {}", super::error::message(&thrown)));
            walk.close();
        })
    }
}
