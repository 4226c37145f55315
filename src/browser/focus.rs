//! Where the focus is and goes; it moves only because the reader pressed something.

use wasm_bindgen::JsCast as _;

use super::document;

/// Focuses the element with this id, and selects what is written in it.
pub fn focus(id: &str) {
    let Some(element) = element(id) else { return };
    let _ = element.focus();
    if let Some(input) = element.dyn_ref::<web_sys::HtmlInputElement>() {
        input.select();
    }
}

/// Brings the element with this id into view and focuses the first control in it.
pub fn reveal(id: &str) {
    let Some(element) = element(id) else { return };
    element.scroll_into_view();
    focus_first(&element);
}

/// Brings the element with this id into view and focuses the first that `selector` finds in it; `false` where there is
/// none.
pub fn enter(id: &str, selector: &str) -> bool {
    let Some(element) = element(id) else { return false };
    let first = element.query_selector(selector).ok().flatten();
    let Some(first) = first.and_then(|first| first.dyn_into::<web_sys::HtmlElement>().ok()) else { return false };
    let _ = first.focus();
    element.scroll_into_view();
    true
}

/// Opens the `<dialog>` with this id over the page.
pub fn show_dialog(id: &str) {
    if let Some(dialog) = element(id).and_then(|element| element.dyn_into::<web_sys::HtmlDialogElement>().ok()) {
        // It fails when the dialog is open already.
        let _ = dialog.show_modal();
    }
}

/// Closes the `<dialog>` with this id.
pub fn close_dialog(id: &str) {
    if let Some(dialog) = element(id).and_then(|element| element.dyn_into::<web_sys::HtmlDialogElement>().ok()) {
        dialog.close();
    }
}

/// Whether a key or a paste goes into a field, and is no command.
pub fn is_typing(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| {
        element.matches("input:not([type=checkbox], [type=file]), select, textarea").unwrap_or(false)
    })
}

/// Where to go in a list of things that hold one control each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The next.
    Next,
    /// The one before.
    Previous,
    /// The first.
    First,
    /// The last.
    Last,
}

/// Moves the focus among the elements that match `selector` within the closest `within` around the event's target;
/// `false` when it is at the end that it should move to.
pub fn step(event: &web_sys::Event, within: &str, selector: &str, step: Step) -> bool {
    let Some(current) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    let Ok(Some(list)) = current.closest(within) else { return false };
    let Ok(all) = list.query_selector_all(selector) else { return false };
    let end = all.length().saturating_sub(1);
    let here = (0..all.length()).find(|at| all.get(*at).is_some_and(|node| node.is_same_node(Some(&current))));
    let Some(here) = here else { return false };
    let to = match step {
        Step::Next => here.saturating_add(1).min(end),
        Step::Previous => here.saturating_sub(1),
        Step::First => 0,
        Step::Last => end,
    };
    if let Some(element) = all.get(to).and_then(|node| node.dyn_into::<web_sys::HtmlElement>().ok()) {
        event.prevent_default();
        let _ = element.focus();
    }
    to != here
}

fn focus_first(element: &web_sys::HtmlElement) {
    let control = element.query_selector("button, a, input").ok().flatten();
    if let Some(control) = control.and_then(|control| control.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = control.focus();
    }
}

fn element(id: &str) -> Option<web_sys::HtmlElement> {
    document::document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// Whether a dialog is open.
pub fn in_dialog() -> bool {
    let open = super::document::document().and_then(|document| document.query_selector("dialog[open]").ok().flatten());
    open.is_some()
}
