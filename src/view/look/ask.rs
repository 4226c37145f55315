//! Asking for the second look: for one binary, and for all that differ.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::page::Page;
use super::super::words;
use super::announce;
use super::evidence::evidence;
use crate::binary::FileKind;
use crate::card::format;
use crate::parity::{Basis, Look, Pair, Rung};
use crate::session::{LookRequest, Session};

/// Whether there can be a second look at a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// There is nothing to compare.
    Nothing,
    /// There is, but it can't be done: why, in a sentence.
    Cannot(String),
    /// There can.
    Can,
}

impl Standing {
    pub(super) fn of(pair: &Pair) -> Self {
        if !matches!(pair.rung, Rung::SameSource | Rung::PerAbi) {
            return Self::Nothing;
        }
        if pair.contents().is_some() {
            return Self::Can;
        }
        let foreign = pair.copies.iter().filter_map(|copy| copy.kind).find(|kind| *kind != FileKind::Elf);
        Self::Cannot(match (pair.basis, foreign) {
            (Basis::Doubtful, _) => "The bytes of a copy are in doubt, so they are not compared.".to_owned(),
            (Basis::ClaimedByRecord | Basis::Incomplete, _) => {
                "The bytes can be compared as soon as every copy is verified.".to_owned()
            }
            (Basis::Verified, Some(kind)) => {
                format!(
                    "No evidence is computed for {}: only ELF files are compared range by range.",
                    format::file_kind(kind)
                )
            }
            (Basis::Verified, None) => "No evidence is computed: it is not known what a copy is.".to_owned(),
        })
    }
}

impl Standing {
    /// The same where there is only a saved report.
    pub(super) fn without_bytes(self) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            Self::Cannot(_) | Self::Can => Self::Cannot(
                "The second look and the carry box read the bytes, and a saved report has none: drop the wheels for them."
                    .to_owned(),
            ),
        }
    }
}

/// How far the second look is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    Unasked,
    UnderWay,
    Told,
    /// It was done, and nothing is computed for this format.
    Nothing,
    Failed(String),
}

impl State {
    fn of(look: Option<&Look>) -> Self {
        match look {
            None => Self::Unasked,
            Some(Look::UnderWay) => Self::UnderWay,
            Some(Look::Told(Some(_))) => Self::Told,
            Some(Look::Told(None)) => Self::Nothing,
            Some(Look::Failed(why)) => Self::Failed(why.clone()),
        }
    }
}

/// The button that asks, how far it is, and what was told.
#[component]
pub(super) fn Compare(pair: Memo<Option<Arc<Pair>>>) -> impl IntoView {
    let page = expect_context::<Page>();
    let state = Memo::new(move |_| {
        let look = |pair: &Pair| page.session.with(|session| State::of(session.looks().of(pair)));
        pair.with(|pair| pair.as_deref().map_or(State::Unasked, look))
    });
    let shown = RwSignal::new(true);
    let press = move |_| match state.get_untracked() {
        State::UnderWay => {}
        State::Told => shown.update(|shown| *shown = !*shown),
        State::Unasked | State::Nothing | State::Failed(_) => {
            let request = pair.get_untracked().and_then(|pair| request(page, &pair));
            match request {
                Some(request) => page.look(request),
                None => page.say("The files of these copies are gone: drop the wheels again."),
            }
        }
    };
    let word = move || match state.get() {
        State::Told if shown.get() => "Hide the comparison",
        State::Told => "Show the comparison",
        State::Nothing | State::Failed(_) => "Try again",
        State::Unasked | State::UnderWay => "Compare the bytes",
    };
    let line = move || match state.get() {
        State::Unasked => pair.with(|pair| pair.as_deref().map(offer)).unwrap_or_default(),
        State::UnderWay => "Reading the copies again and comparing them …".to_owned(),
        State::Told => String::new(),
        State::Nothing => "No evidence is computed for files of this form.".to_owned(),
        State::Failed(why) => format!("They could not be compared: {why}."),
    };
    Effect::new(move |before: Option<State>| {
        let now = state.get();
        if before == Some(State::UnderWay) {
            match &now {
                State::Told => {
                    page.announce(
                        pair.with_untracked(|pair| pair.as_deref().map(announce::verdict)).unwrap_or_default(),
                    );
                }
                State::Nothing | State::Failed(_) => page.announce(line()),
                State::Unasked | State::UnderWay => {}
            }
        }
        now
    });
    let expanded = move || (state.get() == State::Told).then(|| shown.get().to_string());
    let told = move || {
        let told = shown.get() && state.get() == State::Told;
        told.then(|| pair.with(|pair| pair.as_deref().and_then(|pair| evidence(page, pair))))
    };
    view! {
        <section class="look__part" aria-label="Second look">
            <div class="look__head">
                <h3>"Second look"</h3>
                <button type="button" class="button" aria-expanded=expanded
                    aria-disabled=move || (state.get() == State::UnderWay).then_some("true") on:click=press>
                    {word}
                </button>
                <p class="look__state">{line}</p>
            </div>
            {told}
        </section>
    }
}

/// What the button offers.
fn offer(pair: &Pair) -> String {
    let count = pair.contents().map(|contents| contents.len()).unwrap_or_default();
    format!(
        "Reads the {} again and compares every byte: what differs, where, and how far addresses carry.",
        format::counted(count, "distinct copy", "distinct copies")
    )
}

fn request(page: Page, pair: &Pair) -> Option<LookRequest> {
    page.session.with_untracked(|session| session.look_request(pair))
}

/// How many binaries can be compared, and how far that is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    all: usize,
    told: usize,
    under_way: usize,
}

/// Compares every binary that differs, the smallest first.
#[component]
pub(in crate::view) fn CompareAll() -> impl IntoView {
    let page = expect_context::<Page>();
    // Changes with the card only; looks come and go with every event.
    let differing = Memo::new(move |_| {
        if page.from_saved.get() {
            return Vec::new();
        }
        let differs = |pair: &&Arc<Pair>| Standing::of(pair) == Standing::Can;
        page.pairs.with(|pairs| pairs.values().filter(differs).cloned().collect::<Vec<_>>())
    });
    // Archives of objects, Mach-O, PE: they differ, and are not taken apart range by range.
    let foreign = Memo::new(move |_| {
        let differs = |pair: &&Arc<Pair>| {
            let is_foreign = pair.copies.iter().filter_map(|copy| copy.kind).any(|kind| kind != FileKind::Elf);
            is_foreign && matches!(Standing::of(pair), Standing::Cannot(_))
        };
        page.pairs.with(|pairs| pairs.values().filter(differs).count())
    });
    let tally = Memo::new(move |_| {
        differing.with(|differing| {
            page.session.with(|session| {
                let looks = || differing.iter().filter_map(|pair| session.looks().of(pair));
                Tally {
                    all: differing.len(),
                    told: looks().filter(|look| matches!(look, Look::Told(_))).count(),
                    under_way: looks().filter(|look| matches!(look, Look::UnderWay)).count(),
                }
            })
        })
    });
    let compare = move |_| {
        if tally.get_untracked().under_way > 0 {
            return;
        }
        let wanted = |pair: &&Arc<Pair>| {
            let look = |session: &Session| State::of(session.looks().of(pair));
            matches!(page.session.with_untracked(look), State::Unasked | State::Failed(_))
        };
        let mut requests: Vec<LookRequest> = differing.with_untracked(|differing| {
            differing.iter().filter(wanted).filter_map(|pair| request(page, pair)).collect()
        });
        requests.sort_by_key(|request| request.bytes);
        for request in requests {
            page.look(request);
        }
    };
    let line = move || {
        let Tally { all, told, under_way } = tally.get();
        let differ = format::counted(all, "binary that differs", "binaries that differ");
        let line = match (under_way, told) {
            (0, 0) => format!("{differ} can be compared byte by byte, which splits the rungs by evidence."),
            (0, told) if told == all => format!("Compared byte by byte: {differ}."),
            (0, _) => format!("{} of {differ} compared byte by byte.", words::number(told)),
            _ => format!("Comparing: {} of {differ} so far …", words::number(told)),
        };
        match foreign.get() {
            0 => line,
            1 => format!("{line} 1 more differs, is no ELF file and is not compared."),
            more => format!("{line} {} more differ, are no ELF files and are not compared.", words::number(more)),
        }
    };
    Effect::new(move |before: Option<Tally>| {
        let now = tally.get();
        if before.is_some_and(|before| before.under_way > 0) && now.under_way == 0 && now.all > 1 {
            page.announce(line());
        }
        now
    });
    let done = move || tally.with(|tally| tally.told == tally.all);
    view! {
        <div class="compare-all" hidden=move || tally.with(|tally| tally.all == 0)>
            <button type="button" class="button" aria-disabled=move || (done() || tally.get().under_way > 0).then_some("true") on:click=compare>
                "Compare all that differ"
            </button>
            <p class="look__state">{line}</p>
        </div>
    }
}
