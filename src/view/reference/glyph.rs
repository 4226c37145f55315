//! The shapes that tell outcomes apart before any colour does.

use leptos::prelude::*;

use crate::reference::Outcome;

/// An outcome as two values, one above the other: what is stated, and what is here.
pub(super) fn outcome(outcome: Outcome) -> impl IntoView {
    let shape = match outcome {
        Outcome::Matches => "M1 4h14v3.5H1zM1 10.5h14V14H1z",
        Outcome::MatchesPublished => "M1 4h5v3.5H1zM10.5 4H15v3.5h-4.5zM1 10.5h14V14H1z",
        Outcome::Differs => {
            "M1 4h7.5L6.9 7.5H1zM11 4h4v3.5H9.4zM1 10.5h4.6L4 14H1zM8.1 10.5H15V14H6.5zM10.4 1.5l2 .9L5.8 16.6l-2-.9z"
        }
        Outcome::Ambiguous => "M1 4h14v3.5H1zM1 10.5h6V14H1zM9 10.5h6V14H9z",
        Outcome::OtherName => "M1 4h14v3.5H1zM1 10.5h4V14H1zM11 10.5h4V14h-4z",
        Outcome::NotHere => "M1 4h14v3.5H1zM1 13h14v1H1z",
        Outcome::NotYetChecked => "M1 4h14v3.5H1zM1 11.5h2v2H1zM5 11.5h2v2H5zM9 11.5h2v2H9zM13 11.5h2v2h-2z",
        Outcome::NotStated => "M1 4h14v1H1zM1 10.5h14V14H1z",
    };
    let class = format!("glyph outcome__glyph outcome__glyph--{}", class(outcome));
    view! {
        <svg class=class viewBox="0 0 16 18" aria-hidden="true">
            <path d=shape></path>
        </svg>
    }
}

/// The modifier of classes that depend on an outcome.
pub(super) fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Matches => "matches",
        Outcome::MatchesPublished => "matches-published",
        Outcome::Differs => "differs",
        Outcome::Ambiguous => "ambiguous",
        Outcome::OtherName => "other-name",
        Outcome::NotHere => "not-here",
        Outcome::NotYetChecked => "not-yet-checked",
        Outcome::NotStated => "not-stated",
    }
}
