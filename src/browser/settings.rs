//! Settings that stay on this machine: `localStorage`, which a browser may refuse.

/// The setting of this name.
pub fn get(name: &str) -> Option<String> {
    storage()?.get_item(&key(name)).ok().flatten()
}

/// Remembers a setting, where the browser lets us.
pub fn set(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&key(name), value);
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// One origin may serve several pages (`OWNER.github.io`).
fn key(name: &str) -> String {
    format!("wheelcard.{name}")
}
