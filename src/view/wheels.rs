//! The wheels: one calm line each, and the files that are none.

use leptos::prelude::*;

use super::copy::Copy;
use super::export::SaveChecksums;
use super::page::Page;
use super::undo::undo;
use super::{hex, words};
use crate::browser::focus;
use crate::card::{Origin, Progress, format};
use crate::report::WheelReport;
use crate::session::{Event, Scan, WheelId};

/// Wheels that are shown without being asked for.
const FEW: usize = 6;

#[component]
pub(super) fn Wheels() -> impl IntoView {
    let page = expect_context::<Page>();
    let ids = Memo::new(move |_| {
        page.session.with(|session| session.wheels().iter().map(|wheel| wheel.id.0).collect::<Vec<_>>())
    });
    let count = Memo::new(move |_| ids.with(Vec::len));
    let bytes = Memo::new(move |_| {
        page.session.with(|session| session.wheels().iter().fold(0_u64, |sum, wheel| sum.saturating_add(wheel.size)))
    });
    let all = RwSignal::new(false);
    let fits = Memo::new(move |_| count.get() <= FEW);
    tell_failures(page);
    view! {
        <div class="wheels__head" hidden=move || count.get() == 0>
            <p class="label">
                {move || format!("{}, {}. ", format::counted(count.get(), "wheel", "wheels"), format::human_bytes(bytes.get()))}
                "Its whole SHA-256 identifies a wheel; the bars draw its first 24 digits, for the eye only."
            </p>
            <button type="button" class="button button--plain" hidden=move || fits.get() aria-expanded=move || all.get().to_string()
                on:click=move |_| all.update(|all| *all = !*all)>
                {move || if all.get() { "Show fewer".to_owned() } else { format!("Show all {}", words::number(count.get())) }}
            </button>
        </div>
        <ul class="wheels__list" class:wheels__list--cut=move || !fits.get() && !all.get() role="list"
            tabindex=move || (!fits.get() && !all.get()).then_some("0") aria-label="Wheels">
            <For each=move || ids.get() key=|id| *id let:id>
                <Line id=WheelId(id) />
            </For>
        </ul>
    }
}

/// Says in the status line when a wheel can't be read, or a file is none: the list may be out of sight.
fn tell_failures(page: Page) {
    let troubles = Memo::new(move |_| {
        page.session.with(|session| {
            let failed = session.wheels().iter().filter_map(|wheel| match &wheel.scan {
                Scan::Failed { reason } => Some((wheel.file_name.clone(), reason.clone())),
                _ => None,
            });
            let refused = session.refused().iter().map(|file| (file.file_name.clone(), file.reason.clone()));
            failed.chain(refused).collect::<Vec<_>>()
        })
    });
    Effect::new(move |before: Option<Vec<(String, String)>>| {
        let now = troubles.get();
        let before = before.unwrap_or_default();
        let news: Vec<&(String, String)> = now.iter().filter(|trouble| !before.contains(trouble)).collect();
        match news.as_slice() {
            [] => {}
            // Without the marks of a literal, which a line of plain text does not need.
            [(name, reason)] => page.say(format!("Not read: {name}: {}", reason.replace('`', ""))),
            several => page.say(format!(
                "{} could not be read; the list of wheels says why.",
                format::counted(several.len(), "file", "files")
            )),
        }
        now
    });
}

/// What a line shows of a wheel.
#[derive(Clone, PartialEq)]
struct Shown {
    /// What the card calls it, while it is compared.
    label: String,
    sha256: Option<String>,
    scan: Scan,
    alarms: usize,
    /// Members that can't be read here.
    unread: usize,
    listed: bool,
    compared: bool,
    /// What is known of it while the rest is read; else empty.
    known: String,
}

#[component]
fn Line(id: WheelId) -> impl IntoView {
    let page = expect_context::<Page>();
    // The name and the size of a file never change, and the line goes when the wheel does.
    let fixed =
        page.session.with_untracked(|session| session.wheel(id).map(|wheel| (wheel.file_name.clone(), wheel.size)));
    let Some((file_name, size)) = fixed else { return ().into_any() };
    let name = StoredValue::new(file_name.clone());
    let shown = Memo::new(move |_| {
        page.session.with(|session| {
            let wheel = session.wheel(id)?;
            let report = wheel.report.as_ref();
            Some(Shown {
                label: page.label_of(id),
                sha256: report.and_then(|report| report.sha256).map(|digest| digest.to_string()),
                scan: wheel.scan.clone(),
                alarms: report.map(WheelReport::alarms).unwrap_or_default(),
                unread: report.map(WheelReport::unread_members).unwrap_or_default(),
                listed: report.is_some(),
                compared: session.is_compared(id),
                known: report.filter(|_| matches!(wheel.scan, Scan::Reading { .. })).map(known).unwrap_or_default(),
            })
        })
    });
    let of = move |what: fn(&Shown) -> bool| move || shown.with(|shown| shown.as_ref().is_some_and(what));
    let is_failed = of(|shown| matches!(shown.scan, Scan::Failed { .. }));
    let known =
        Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.known.clone()).unwrap_or_default()));
    let scan = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.scan.clone())));
    let odd = Memo::new(move |_| {
        shown.with(|shown| shown.as_ref().map(|shown| (shown.alarms, shown.unread)).unwrap_or_default())
    });
    // A wheel that is to be compared and has no label is of another release than the one that is shown.
    let label = move || {
        shown.with(|shown| {
            let shown = shown.as_ref()?;
            let elsewhere = shown.label.is_empty() && shown.listed && shown.compared;
            Some(if elsewhere { "another release".to_owned() } else { shown.label.clone() })
        })
    };
    let digest = Memo::new(move |_| shown.with(|shown| shown.as_ref()?.sha256.clone()));
    // The line goes, so the focus moves to the way back.
    let remove = move |_| {
        page.remove(id);
        request_animation_frame(|| focus::focus("undo"));
    };
    let named = move |what: &str| name.with_value(|name| format!("{what} {name}"));
    let identity = move || {
        digest.get().map(|digest| {
            let copied = digest.clone();
            view! {
                {hex::grouped(&digest, None)}
                {hex::bars(&digest)}
                <Copy what=named("SHA-256 of") text=move || copied.clone() />
            }
        })
    };
    view! {
        <li class="wheel" id=line_id(id) class:wheel--failed=is_failed>
            <label class="wheel__compared check">
                <input
                    hidden=is_failed
                    type="checkbox"
                    aria-label=named("Compare")
                    disabled=move || !of(|shown| shown.listed)()
                    prop:checked=of(|shown| shown.compared)
                    on:change=move |_| page.apply(Event::Toggled(id))
                />
                <span class="wheel-label" title=label>{label}</span>
                <span class="wheel__mark" hidden=move || !is_failed() aria-hidden="true">"✕"</span>
            </label>
            <span class="wheel__name"><code>{file_name}</code></span>
            <span class="wheel__size figure">{format::thousands(size)}<span class="aside">" bytes"</span></span>
            <span class="wheel__state">{move || state(scan.get().as_ref(), odd.get(), &known.get(), named("Progress of"))}</span>
            <span class="wheel__identity">{identity}</span>
            <span class="wheel__actions">
                <Show when=move || !of(|shown| shown.scan.is_over())() fallback=|| ()>
                    <button type="button" class="button button--plain" aria-label=named("Cancel") on:click=move |_| page.cancel(id)>
                        "Cancel"
                    </button>
                </Show>
                <Show when=of(|shown| shown.listed) fallback=|| ()>
                    <SaveChecksums id=id />
                </Show>
                <button type="button" class="button button--plain" aria-label=named("Remove") on:click=remove>
                    "Remove"
                </button>
            </span>
        </li>
    }
    .into_any()
}

/// What is known of a wheel that is being read: `listed, 1,234 members; 7 binaries so far`.
fn known(report: &WheelReport) -> String {
    let identified = report.members.iter().filter_map(|member| member.identified.as_ref());
    let binaries = identified.filter(|identified| identified.binary.is_some()).count();
    let members = format::counted(report.members.len(), "member", "members");
    match binaries {
        0 => format!("listed, {members}"),
        _ => format!("listed, {members}; {} so far", format::counted(binaries, "binary", "binaries")),
    }
}

/// The element id of a wheel's line.
fn line_id(WheelId(id): WheelId) -> String {
    format!("wheel-{id}")
}

/// How far a wheel is: a word, a bar and bytes while it is read, and the reason when it can't be.
fn state(scan: Option<&Scan>, (alarms, unread): (usize, usize), known: &str, label: String) -> Option<AnyView> {
    let scan = scan?;
    let rest = match scan {
        Scan::Reading { done, total } => {
            let bytes = format!("{} of {}", format::human_bytes(*done), format::human_bytes(*total));
            view! {
                <progress aria-label=label max=total.to_string() value=done.to_string()></progress>
                <span class="wheel__bytes">{bytes}</span>
                <span>{known.to_owned()}</span>
            }
            .into_any()
        }
        Scan::Failed { reason } => view! { <span class="wheel__reason">{words::sentence(reason)}</span> }.into_any(),
        Scan::Queued | Scan::Verified | Scan::Cancelled => ().into_any(),
    };
    let word = match scan {
        Scan::Verified => format::wheel_state(Progress::Verified, alarms, unread, Origin::Bytes),
        _ => words::scan(scan).to_owned(),
    };
    Some(view! { <span class="wheel__word">{word}</span> {rest} }.into_any())
}

/// Files that were dropped and are no wheels, each with its sentence.
#[component]
pub(super) fn Refusals() -> impl IntoView {
    let page = expect_context::<Page>();
    let refused = Memo::new(move |_| page.session.with(|session| session.refused().to_vec()));
    let lines = move || {
        let line = |refused: crate::session::Refused| {
            view! { <li><code>{refused.file_name}</code> ": " {words::sentence(&refused.reason)}</li> }
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
    // The button goes, so the focus moves to the line that came back.
    let restore = move |id| {
        page.restore(WheelId(id));
        request_animation_frame(move || focus::reveal(&line_id(WheelId(id))));
    };
    undo("toast", "undo", last, restore)
}
