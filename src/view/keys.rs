//! The keys, in a dialog that `?` opens and Esc closes.

use leptos::prelude::*;

const KEYS: [(&[&str], &str); 10] = [
    (&["?"], "Show this"),
    (&["/"], "Filter the binaries"),
    (&["↓", "Enter"], "In the filter: go to the first binary that passes it"),
    (&["Esc"], "Close the open binaries; once more: show all again"),
    (&["↓", "↑"], "The next and the previous binary, from table to table; from the first one up to the filter"),
    (&["Home", "End"], "In a table: the first and the last binary"),
    (&["Enter"], "On a binary: show or hide its identity, wheel by wheel"),
    (&["c"], "On a binary: copy its row"),
    (&["f"], "Show ids and digests whole, or their heads and tails"),
    (&["Ctrl", "V"], "Add wheels that were copied in the file manager, or check against a text that was copied"),
];

#[component]
pub(super) fn Keys() -> impl IntoView {
    let keys = KEYS.map(|(keys, meaning)| {
        let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd> }).collect_view();
        view! { <dt>{keys}</dt><dd>{meaning}</dd> }
    });
    view! {
        <dialog class="dialog" id="keys" aria-labelledby="keys-title">
            <div class="dialog__head">
                <h2 id="keys-title">"Keys"</h2>
                <form method="dialog">
                    <button class="button">"Close"</button>
                </form>
            </div>
            <dl class="keys">{keys.into_iter().collect_view()}</dl>
        </dialog>
    }
}
