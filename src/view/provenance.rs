//! The commands that re-check the card's claims with standard tools.

use leptos::prelude::*;

use super::copy::Copy;
use super::page::Page;
use super::pager::Pager;
use super::words;
use crate::card::Provenance;

/// Claims that are in the document at once.
const SIZE: usize = 20;

#[component]
pub(super) fn Recheck() -> impl IntoView {
    let page = expect_context::<Page>();
    let at = RwSignal::new(0_usize);
    let claims = Memo::new(move |_| {
        page.card.with(|card| card.as_ref().map(|card| card.provenance.clone()).unwrap_or_default())
    });
    let total = Memo::new(move |_| claims.with(Vec::len));
    let list = move || {
        // From one source, see `findings`.
        claims.with(|claims| {
            let from = at.get().min(claims.len().saturating_sub(1) / SIZE).saturating_mul(SIZE);
            claims.iter().skip(from).take(SIZE).cloned().map(claim).collect_view()
        })
    };
    view! {
        <Show when=move || claims.with(|claims| !claims.is_empty()) fallback=|| ()>
            <section class="recheck" id="recheck" aria-labelledby="recheck-title">
                <div class="section__head">
                    <h2 id="recheck-title">"Re-check"</h2>
                    <p class="label">"Trust nothing on this page: each claim, with the shell line that confirms it where the wheels lie."</p>
                </div>
                <ol class="recheck__list" role="list">{list}</ol>
                <Pager of="Claims" total=total size=SIZE page=at turn=move |to| at.set(to) />
            </section>
        </Show>
    }
}

/// A claim, its command and what that must print.
pub(super) fn claim(claim: Provenance) -> impl IntoView {
    let Provenance { claim, command, expect } = claim;
    let copied = command.clone();
    view! {
        <li class="claim">
            <p class="claim__what">{words::sentence(&claim)}</p>
            <pre class="claim__command" tabindex="0"><code>{command}</code></pre>
            <Copy what="command" text=move || copied.clone() />
            <p class="claim__expect"><span class="label">"prints"</span> " " <samp>{expect}</samp></p>
        </li>
    }
}
