//! The service worker, seen from the page: with it the page works without a network, and hears of new versions.
//!
//! The service worker itself is `public/sw.js`; what the two agree on is the lock's name and two messages. Where the
//! browser has no service workers (plain http, a private window), or nothing was built for one, nothing is said:
//! the page works as before, with a network.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::document;

/// The page's tie to its service worker. Clones are the same.
#[derive(Clone)]
pub struct Offline(Rc<Inner>);

struct Inner {
    registration: RefCell<Option<web_sys::ServiceWorkerRegistration>>,
    /// The reader pressed "Reload": the next change of the service worker reloads the page.
    asked: Cell<bool>,
    on_news: Box<dyn Fn()>,
}

// web-sys has these only as an unstable interface.
#[wasm_bindgen]
extern "C" {
    type LockManager;

    #[wasm_bindgen(method)]
    fn request(this: &LockManager, name: &str, options: &JsValue, hold: &js_sys::Function) -> js_sys::Promise;
}

impl Offline {
    /// Starts the service worker, where there is one for this page. `on_news` is called when a new version is ready.
    pub fn start(on_news: impl Fn() + 'static) -> Self {
        let inner = Inner { registration: RefCell::default(), asked: Cell::new(false), on_news: Box::new(on_news) };
        let offline = Self(Rc::new(inner));
        let Some(version) = document::root_attribute("data-site").filter(|version| !version.is_empty()) else {
            return offline;
        };
        let Some(navigator) = web_sys::window().map(|window| window.navigator()) else { return offline };
        // Both are missing together outside secure contexts; the locks are the younger of the two.
        let (Some(container), Some(locks)) = (part(&navigator, "serviceWorker"), part(&navigator, "locks")) else {
            return offline;
        };
        let scope = document::base_uri();
        hold(locks.unchecked_ref(), &format!("wheelcard {scope} {version}"));
        offline.register(container.unchecked_into(), scope);
        offline
    }

    /// Goes on to the new version, which loads the page again.
    pub fn reload(&self) {
        let waiting = self.0.registration.borrow().as_ref().and_then(web_sys::ServiceWorkerRegistration::waiting);
        match waiting {
            Some(worker) => {
                self.0.asked.set(true);
                post(&worker, "activate");
            }
            // Another tab did so before; this one only has to be loaded again.
            None => document::reload(),
        }
    }

    fn register(&self, container: web_sys::ServiceWorkerContainer, scope: String) {
        let controller = container.controller();
        let had_one = controller.is_some();
        if let Some(worker) = controller {
            post(&worker, "started");
        }
        let offline = self.clone();
        let changed = Closure::<dyn FnMut()>::new(move || {
            if offline.0.asked.get() {
                document::reload();
            } else if had_one {
                // Another tab went on to the new version. This one keeps its own files until it is loaded again.
                (offline.0.on_news)();
            }
        });
        container.set_oncontrollerchange(Some(changed.into_js_value().unchecked_ref()));

        let options = web_sys::RegistrationOptions::new();
        options.set_scope(&scope);
        // A host may let the script be cached; the browser shall ask for it all the same.
        options.set_update_via_cache(web_sys::ServiceWorkerUpdateViaCache::None);
        let offline = self.clone();
        spawn_local(async move {
            let registering = container.register_with_options(&format!("{scope}sw.js"), &options);
            // A browser that refuses it has its reasons (a private window, a setting), and the page works without.
            let Ok(registration) = JsFuture::from(registering).await else { return };
            offline.follow(registration.unchecked_ref());
        });
    }

    /// Hears of every new version from now on, and of one that is there already.
    fn follow(&self, registration: &web_sys::ServiceWorkerRegistration) {
        let (offline, found) = (self.clone(), registration.clone());
        let on_found = Closure::<dyn FnMut()>::new(move || offline.watch(&found));
        registration.set_onupdatefound(Some(on_found.into_js_value().unchecked_ref()));
        self.0.registration.replace(Some(registration.clone()));
        self.watch(registration);
    }

    /// Tells when the version that is being installed, if any, waits.
    fn watch(&self, registration: &web_sys::ServiceWorkerRegistration) {
        self.tell(registration);
        let Some(installing) = registration.installing() else { return };
        let (offline, registration) = (self.clone(), registration.clone());
        let on_state = Closure::<dyn FnMut()>::new(move || offline.tell(&registration));
        installing.set_onstatechange(Some(on_state.into_js_value().unchecked_ref()));
    }

    /// The first version waits for nobody, so only one beside an active one is news.
    fn tell(&self, registration: &web_sys::ServiceWorkerRegistration) {
        if registration.waiting().is_some() && registration.active().is_some() {
            (self.0.on_news)();
        }
    }
}

/// Keeps a lock for as long as the page lives, by which the service worker knows whose files are in use.
fn hold(locks: &LockManager, name: &str) {
    let options = js_sys::Object::new();
    // It fails only for frozen objects.
    let _ = js_sys::Reflect::set(&options, &JsValue::from_str("mode"), &JsValue::from_str("shared"));
    let forever = Closure::<dyn FnMut() -> js_sys::Promise>::new(|| js_sys::Promise::new(&mut |_, _| {}));
    let _ = locks.request(name, &options, forever.into_js_value().unchecked_ref());
}

fn post(worker: &web_sys::ServiceWorker, message: &str) {
    // A string always clones.
    let _ = worker.post_message(&JsValue::from_str(message));
}

/// A part of the navigator that may be missing.
fn part(navigator: &web_sys::Navigator, name: &str) -> Option<JsValue> {
    js_sys::Reflect::get(navigator, &JsValue::from_str(name)).ok().filter(|part| !part.is_undefined())
}
