//! The notice of what was taken away, with the way back.

use leptos::prelude::*;

/// What was taken away last: its number and its name.
pub(super) type Removed = Option<(u32, String)>;

/// Draws the notice until it is dismissed or something else is taken away. `restore` brings back what has that number.
pub(super) fn undo(
    class: &'static str,
    button: &'static str,
    last: Memo<Removed>,
    restore: impl Fn(u32) + Copy + Send + 'static,
) -> impl IntoView {
    let dismissed = RwSignal::new(None);
    move || {
        last.get().filter(|(id, _)| dismissed.get() != Some(*id)).map(|(id, name)| {
            let text = format!("Removed {name}");
            view! {
                <div class=class>
                    <span>{text}</span>
                    <button type="button" class="button" id=button on:click=move |_| restore(id)>"Undo"</button>
                    <button type="button" class="button button--plain" aria-label="Dismiss" on:click=move |_| dismissed.set(Some(id))>"×"</button>
                </div>
            }
        })
    }
}
