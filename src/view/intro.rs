//! The empty page: what this is for, what it promises, and the words of its ladder.

use leptos::prelude::*;

use super::glyph;
use crate::card::format;
use crate::parity::Rung;

#[component]
pub(super) fn Intro() -> impl IntoView {
    view! {
        <section class="intro">
            <h1 class="intro__sentence">
                "Drop the wheels of one Python release here to see exactly which binaries they hold, "
                "and how far a finding made in one of them carries over to the others."
            </h1>
        </section>
    }
}

/// The rungs of the ladder, beside the drop area of the empty page.
#[component]
pub(super) fn Rungs() -> impl IntoView {
    let rungs = [Rung::ByteIdentical, Rung::SameSource, Rung::PerAbi].map(|rung| {
        view! {
            <li class="promise">
                {glyph::rung(rung)}
                <p class="promise__name">{format::rung_title(rung)}</p>
                <p class="promise__meaning">{format::rung(rung).meaning}</p>
            </li>
        }
    });
    view! {
        <section class="promises" aria-labelledby="promises-title">
            <h2 id="promises-title">"The parity ladder"</h2>
            <ol class="promises__list" role="list">{rungs.into_iter().collect_view()}</ol>
        </section>
    }
}

/// What stands below the drop area of the empty page.
#[component]
pub(super) fn About() -> impl IntoView {
    view! {
        <section class="about" aria-label="About">
            <div class="about__part">
                <h2>"No byte leaves this machine"</h2>
                <p>
                    "There is no server. The wheels are read by this page, slice by slice, in this browser; and the page’s "
                    "own security policy forbids it to connect to any other origin, so the browser enforces what is "
                    "promised here."
                </p>
            </div>
            <div class="about__part">
                <h2>"For example"</h2>
                <p>
                    "The three files " <code>"mujoco-3.2.7-cp310-…whl"</code> ", " <code>"…-cp311-…whl"</code> " and "
                    <code>"…-cp312-…whl"</code>
                    " from PyPI, straight from the download folder. One wheel alone gets its identification card as well; "
                    "the ladder needs two."
                </p>
            </div>
        </section>
    }
}
