//! The head of a card that is drawn from a saved report: what it is, and the wheels that it speaks of.

use leptos::prelude::*;

use super::super::copy::Copy;
use super::super::export::save_as;
use super::super::hex;
use super::super::page::Page;
use crate::card::{self, Origin, WheelHead, format};
use crate::report::WheelReport;

/// What must be said before anything else on such a card.
#[component]
pub(in crate::view) fn SavedHead() -> impl IntoView {
    let page = expect_context::<Page>();
    let shown = Memo::new(move |_| {
        let wheels = page.card.with(|card| card.as_ref().map(|card| card.wheels.clone())).unwrap_or_default();
        page.session.with(|session| {
            let release = session.release()?;
            let given = session.given().iter().find(|given| Some(given.id) == release.saved)?;
            Some((given.source.to_string(), given.body.saved.as_ref()?.tool.clone(), wheels))
        })
    });
    move || {
        shown.get().map(|(file, tool, wheels)| {
            let lines: Vec<_> = wheels.into_iter().map(|wheel| line(page, wheel)).collect();
            view! {
                <section class="saved" aria-label="From a saved report">
                    <p class="saved__origin" role="note">{format::origin(Origin::SavedReport)}</p>
                    <p class="saved__file"><code>{file}</code> ", which says that wheelcard " {tool} " wrote it."</p>
                    <ul class="wheels__list" role="list" aria-label="Wheels of the saved report">{lines}</ul>
                </section>
            }
        })
    }
}

/// One wheel's identity, as the report states it.
fn line(page: Page, wheel: WheelHead) -> impl IntoView {
    let state = format::wheel_state(wheel.progress, wheel.alarms, wheel.unread, Origin::SavedReport);
    let name = wheel.file_name.clone();
    let identity = wheel.sha256.map(|digest| {
        let (text, copied) = (digest.to_string(), digest.to_string());
        view! {
            {hex::grouped(&text, None)} {hex::bars(&text)}
            <Copy what=format!("SHA-256 of {name}") text=move || copied.clone() />
        }
    });
    let (saved, digest) = (wheel.file_name.clone(), wheel.sha256);
    let save = move |_| {
        page.session.with_untracked(|session| {
            let reports = session.compared();
            let same = |report: &&&WheelReport| report.listing.file_name.given == saved && report.sha256 == digest;
            let Some(report) = reports.iter().find(same) else { return };
            let text = card::checksums::export_from(report, Origin::SavedReport);
            save_as(page, &format!("{saved}.sha256sums"), "text/plain", &text);
        });
    };
    view! {
        <li class="wheel">
            <span class="wheel__compared"><span class="wheel-label">{wheel.label}</span></span>
            <span class="wheel__name"><code>{wheel.file_name}</code></span>
            <span class="wheel__size figure">{format::thousands(wheel.size)}<span class="aside">" bytes"</span></span>
            <span class="wheel__state"><span class="wheel__word">"saved as " {state}</span> {identity}</span>
            <span class="wheel__actions">
                <button type="button" class="button button--plain" data-export="checksums" on:click=save>"Checksums"</button>
            </span>
        </li>
    }
}
