//! The document: what only it knows, and what scripts read from it.

/// Where the page's files lie, with a slash at the end, whatever page of the site was opened.
pub fn base_uri() -> String {
    let base = document().and_then(|document| document.base_uri().ok().flatten()).unwrap_or_default();
    let end = base.rfind('/').map_or(0, |at| at.saturating_add(1));
    base.get(..end).unwrap_or_default().to_owned()
}

/// The page's own address with this fragment in place of its own.
pub fn link(fragment: &str) -> String {
    let here = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let page = here.split('#').next().unwrap_or_default();
    format!("{page}{fragment}")
}

/// Sets the title, by which the reader tells tabs apart.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Sets an attribute of `<html>`.
pub fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        // It fails only for a name that is no attribute name.
        let _ = root.set_attribute(name, value);
    }
}

/// An attribute of `<html>`.
pub(super) fn root_attribute(name: &str) -> Option<String> {
    document()?.document_element()?.get_attribute(name)
}

/// Loads the page again.
pub(super) fn reload() {
    if let Some(window) = web_sys::window() {
        // A browser that refuses to reload has no other way either.
        let _ = window.location().reload();
    }
}

/// How many workers are worth having.
pub fn cores() -> usize {
    let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
    usize::try_from(super::file::to_u64(cores)).unwrap_or(1).max(1)
}

pub(super) fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}
