//! Pages of a long list.

use leptos::prelude::*;

use super::words;

/// Drawn only where there is more than one page.
#[component]
pub(super) fn Pager(
    /// What is paged, e.g. `Shared libraries`.
    of: &'static str,
    /// How many things there are.
    #[prop(into)]
    total: Signal<usize>,
    /// How many of them a page holds.
    size: usize,
    /// The page that is shown, from 0.
    #[prop(into)]
    page: Signal<usize>,
    /// Told the page that is asked for.
    turn: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let last = Memo::new(move |_| total.get().saturating_sub(1).checked_div(size).unwrap_or_default());
    let at = Memo::new(move |_| page.get().min(last.get()));
    let range = move || {
        let from = at.get().saturating_mul(size);
        let to = from.saturating_add(size).min(total.get());
        let [from, to, all] = [from.saturating_add(1), to, total.get()].map(words::number);
        format!("{from} to {to} of {all}")
    };
    let label = format!("Pages of: {of}");
    view! {
        <Show when=move || last.get() != 0 fallback=|| ()>
            <nav class="pager" aria-label=label.clone()>
                <button type="button" class="button" disabled=move || at.get() == 0
                    on:click=move |_| turn(at.get_untracked().saturating_sub(1))>
                    "Previous"
                </button>
                <span>{range}</span>
                <button type="button" class="button" disabled=move || at.get() == last.get()
                    on:click=move |_| turn(at.get_untracked().saturating_add(1))>
                    "Next"
                </button>
            </nav>
        </Show>
    }
}
