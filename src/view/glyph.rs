//! The shapes that tell rungs and copies apart before any colour does.

use leptos::prelude::*;

use super::words;
use crate::parity::{Basis, Rung};

/// A rung as three copies side by side: equal, equal but for a stamp, different.
pub(super) fn rung(rung: Rung) -> impl IntoView {
    let shape = match rung {
        Rung::ByteIdentical => "M1 2h14v3H1zM1 7.5h14v3H1zM1 13h14v3H1z",
        Rung::SameSource => "M1 2h14v3H1zM1 7.5h8v3H1zM11.5 7.5H15v3h-3.5zM1 13h4v3H1zM7.5 13H15v3H7.5z",
        Rung::PerAbi => "M1.5 2.5h13v2h-13zM1.5 8h8v2h-8zM1.5 13.5h10.5v2H1.5z",
        Rung::Unlike => "M1 2h14v3H1zM8 7l3 3.5H5zM2 13h3v3H2zM6.5 13h3v3h-3zM11 13h3v3h-3z",
        Rung::OnlyOne => "M1 7.5h14v3H1z",
        Rung::Unknown => "M1.5 8h2v2h-2zM7 8h2v2H7zM12.5 8h2v2h-2z",
    };
    let class = format!("glyph glyph--{}", words::rung_class(rung));
    view! {
        <svg class=class viewBox="0 0 16 18" aria-hidden="true">
            <path d=shape></path>
        </svg>
    }
}

/// What a rung rests on: solid when verified, hatched when claimed.
pub(super) fn basis(basis: Basis) -> impl IntoView {
    view! { <span class=format!("basis basis--{}", words::basis_class(basis)) aria-hidden="true"></span> }
}
