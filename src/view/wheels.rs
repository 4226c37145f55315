//! The wheels: one calm line each, and the files that are none.

use leptos::prelude::*;

use super::page::Page;
use super::words;
use crate::browser::focus;
use crate::card::format;
use crate::session::{Event, Scan, Wheel, WheelId};

#[component]
pub(super) fn Wheels() -> impl IntoView {
    let page = expect_context::<Page>();
    let ids = Memo::new(move |_| {
        page.session.with(|session| session.wheels().iter().map(|wheel| wheel.id.0).collect::<Vec<_>>())
    });
    view! {
        <ul class="wheels__list" role="list">
            <For each=move || ids.get() key=|id| *id let:id>
                <Line id=WheelId(id) />
            </For>
        </ul>
    }
}

/// What a line shows of a wheel, without its report.
#[derive(Clone, PartialEq)]
struct Shown {
    file_name: String,
    size: u64,
    scan: Scan,
    listed: bool,
    compared: bool,
}

impl Shown {
    fn of(wheel: &Wheel, compared: bool) -> Self {
        let (file_name, scan) = (wheel.file_name.clone(), wheel.scan.clone());
        Self { file_name, size: wheel.size, scan, listed: wheel.report.is_some(), compared }
    }
}

#[component]
fn Line(id: WheelId) -> impl IntoView {
    let page = expect_context::<Page>();
    let shown = Memo::new(move |_| {
        page.session.with(|session| session.wheel(id).map(|wheel| Shown::of(wheel, session.is_compared(id))))
    });
    // The name and the size of a file never change, and the line goes when the wheel does.
    let Some(fixed) = shown.get_untracked() else { return ().into_any() };
    let scan = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.scan.clone())));
    let over = move || scan.with(|scan| scan.as_ref().is_none_or(Scan::is_over));
    let listed = Memo::new(move |_| shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.listed)));
    let compared = move || shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.compared));
    let failed = move || scan.with(|scan| matches!(scan, Some(Scan::Failed { .. })));
    let name = StoredValue::new(fixed.file_name.clone());
    // The line goes, so the focus moves to the way back.
    let remove = move || {
        page.remove(id);
        request_animation_frame(|| focus::focus("undo"));
    };
    let named = move |what: &str| name.with_value(|name| format!("{what} {name}"));
    view! {
        <li class="wheel" class:wheel--failed=failed>
            <label class="wheel__compared check">
                <input
                    type="checkbox"
                    aria-label=named("Compare")
                    disabled=move || !listed.get()
                    prop:checked=compared
                    on:change=move |_| page.apply(Event::Toggled(id))
                />
            </label>
            <span class="wheel__name"><code>{fixed.file_name}</code></span>
            <span class="wheel__size" title=format!("{} bytes", format::thousands(fixed.size))>{format::human_bytes(fixed.size)}</span>
            <span class="wheel__state">{move || state(scan.get().as_ref(), named("Progress of"))}</span>
            <span class="wheel__actions">
                <Show when=move || !over() fallback=|| ()>
                    <button type="button" class="button" aria-label=named("Cancel") on:click=move |_| page.cancel(id)>
                        "Cancel"
                    </button>
                </Show>
                <button type="button" class="button" aria-label=named("Remove") on:click=move |_| remove()>
                    "Remove"
                </button>
            </span>
        </li>
    }
    .into_any()
}

/// How far a wheel is: a word, a bar and bytes while it is read, and the reason when it can't be.
fn state(scan: Option<&Scan>, label: String) -> Option<AnyView> {
    let scan = scan?;
    let rest = match scan {
        Scan::Reading { done, total } => {
            let bytes = format!("{} of {}", format::human_bytes(*done), format::human_bytes(*total));
            view! { <progress aria-label=label max=total.to_string() value=done.to_string()></progress> <span>{bytes}</span> }.into_any()
        }
        Scan::Failed { reason } => view! { <span class="wheel__reason">{reason.clone()}</span> }.into_any(),
        Scan::Queued | Scan::Verified | Scan::Cancelled => ().into_any(),
    };
    Some(view! { <span class="wheel__word">{words::scan(scan)}</span> {rest} }.into_any())
}

/// Files that were dropped and are no wheels, each with its sentence.
#[component]
pub(super) fn Refusals() -> impl IntoView {
    let page = expect_context::<Page>();
    let refused = Memo::new(move |_| page.session.with(|session| session.refused().to_vec()));
    let lines = move || {
        let line = |refused: crate::session::Refused| {
            view! { <li><code>{refused.file_name}</code> ": " {refused.reason}</li> }
        };
        refused.get().into_iter().map(line).collect_view()
    };
    view! {
        <Show when=move || refused.with(|refused| !refused.is_empty()) fallback=|| ()>
            <div class="refusals">
                <h3>"Not read"</h3>
                <ul role="list">{lines}</ul>
                <button type="button" class="button" on:click=move |_| page.apply(Event::RefusalsDismissed)>"Dismiss"</button>
            </div>
        </Show>
    }
}

/// The way back after a wheel was taken away.
#[component]
pub(super) fn Undo() -> impl IntoView {
    let page = expect_context::<Page>();
    let last = Memo::new(move |_| {
        page.session.with(|session| session.last_removed().map(|wheel| (wheel.id.0, wheel.file_name.clone())))
    });
    let dismissed = RwSignal::new(None);
    let toast = move || {
        last.get().filter(|(id, _)| dismissed.get() != Some(*id)).map(|(id, name)| {
            let text = format!("Removed {name}");
            view! {
                <div class="toast">
                    <span>{text}</span>
                    <button type="button" class="button" id="undo" on:click=move |_| page.restore(WheelId(id))>"Undo"</button>
                    <button type="button" class="button button--plain" aria-label="Dismiss" on:click=move |_| dismissed.set(Some(id))>"×"</button>
                </div>
            }
        })
    };
    view! { {toast} }
}
