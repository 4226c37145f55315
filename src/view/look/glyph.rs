//! The shapes of the verdicts: two copies, their code and their data.

use leptos::prelude::*;

use crate::evidence::Verdict;

/// A verdict as two copies, one above the other: what is equal is solid, what is not is hollow.
pub(super) fn verdict(verdict: Option<Verdict>) -> impl IntoView {
    let shape = match verdict {
        Some(Verdict::StampOnly) => "M1 3h14v4.5H1zM1 10.5h10.5v4.5H1zM13 10.5h2v4.5h-2z",
        Some(Verdict::CodeEqual) => "M1 3h14v4.5H1zM1 10.5h7v4.5H1zM9 10.5h6v4.5H9zM10 11.5v2.5h4v-2.5z",
        Some(Verdict::CodeShifted) => "M1 3h10.5v4.5H1zM4.5 10.5H15v4.5H4.5z",
        Some(Verdict::CodeDiffers) => "M1 3h14v4.5H1zM1 10.5h14v4.5H1zM2 11.5v2.5h12v-2.5z",
        None => "M1 4.5h3v1.5H1zM6.5 4.5h3v1.5h-3zM12 4.5h3v1.5h-3zM1 12h3v1.5H1zM6.5 12h3v1.5h-3zM12 12h3v1.5h-3z",
    };
    view! {
        <svg class="glyph" viewBox="0 0 16 18" aria-hidden="true">
            <path fill-rule="evenodd" d=shape></path>
        </svg>
    }
}
