//! What the components share: the session, the card that follows from it, and how the reader looks at it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use super::columns::Columns;
use super::query::Query;
use super::reference::{self, Checked};
use super::{fragment, pace, words};
use crate::binary::Group;
use crate::browser::files::Dropped;
use crate::browser::pool::Pool;
use crate::browser::second_look::SecondLook;
use crate::browser::{clipboard, clock, focus, settings};
use crate::card::{Card, Origin, Table, format};
use crate::parity::{Pair, Rung};
use crate::session::{Carried, Carrying, Event, LookRequest, Session, WheelId};

/// Rows of a table that are in the document at once.
pub(super) const ROWS: usize = 100;
/// The setting of [`Page::whole`].
const WHOLE: &str = "whole-ids";
/// How long the status line says what was done.
const SAID_FOR: Duration = Duration::from_secs(6);

/// The state of the page. A copy is the same state.
#[derive(Clone, Copy)]
pub(super) struct Page {
    /// What was dropped and chosen.
    pub(super) session: RwSignal<Session>,
    /// The card of the compared wheels.
    pub(super) card: Memo<Option<Arc<Card>>>,
    /// What that card is checked against, and what came of it.
    pub(super) checked: Memo<Option<Arc<Checked>>>,
    /// Whether the card is drawn from a saved report, so that there are no bytes to look at again.
    pub(super) from_saved: Memo<bool>,
    /// The fragment of the address.
    pub(super) address: RwSignal<String>,
    /// What its columns call the wheels.
    /// What it calls each wheel of the session that is compared.
    wheel_labels: Memo<BTreeMap<WheelId, String>>,
    /// The same in the order of its columns.
    labels: Memo<Vec<String>>,
    /// Its rows by key. A row that did not change stays the same allocation.
    pub(super) pairs: Memo<BTreeMap<String, Arc<Pair>>>,
    /// The keys of the rows that the query admits, in order, by group.
    pub(super) shown: Memo<BTreeMap<Group, Vec<String>>>,
    /// Filters and order.
    pub(super) query: RwSignal<Query>,
    /// Which rows show their details.
    pub(super) open: RwSignal<BTreeSet<String>>,
    /// The row that the address names.
    pub(super) target: RwSignal<Option<String>>,
    /// The page of each table.
    pub(super) pages: RwSignal<BTreeMap<Group, usize>>,
    /// Whether ids and digests are shown whole.
    pub(super) whole: RwSignal<bool>,
    /// The columns of the tables that can be left out and are not.
    pub(super) columns: RwSignal<Columns>,
    /// The rung that the reader points at, so that its rows light up.
    pub(super) lit: RwSignal<Option<Rung>>,
    /// What was done last, for the status line.
    pub(super) said: RwSignal<String>,
    /// What was announced last, see [`Page::announce`].
    pub(super) heard: RwSignal<String>,
    /// Bumped by every event that can change the card.
    revision: RwSignal<u64>,
    pool: StoredValue<Pool, LocalStorage>,
    second_look: StoredValue<SecondLook, LocalStorage>,
}

impl Page {
    /// Where the facts of the card come from.
    pub(super) fn origin(self) -> Origin {
        if self.from_saved.get() { Origin::SavedReport } else { Origin::Bytes }
    }

    /// An empty page with its workers.
    pub(super) fn new() -> Self {
        let session = RwSignal::new(Session::default());
        let revision = RwSignal::new(0_u64);
        let query = RwSignal::new(Query::default());
        let cost = StoredValue::new(0.0);
        let card = Memo::new(move |_| {
            revision.track();
            let before = clock::milliseconds();
            let card = session.with_untracked(Session::card).map(Arc::new);
            cost.set_value(clock::milliseconds() - before);
            card
        });
        let checked = Memo::new(move |_| {
            // What is checked against can change while the card stays the same.
            revision.track();
            card.with(|card| session.with_untracked(|session| reference::check(session, card.as_ref())))
        });
        let from_saved =
            Memo::new(move |_| card.with(|card| card.as_ref().is_some_and(|card| !card.origin.is_bytes())));
        let wheel_labels = Memo::new(move |_| {
            revision.track();
            session.with_untracked(Session::labels)
        });
        let labels = Memo::new(move |_| {
            let wheels = |card: &Arc<Card>| card.wheels.iter().map(|wheel| wheel.label.clone()).collect();
            card.with(|card| card.as_ref().map(wheels).unwrap_or_default())
        });
        let pairs = Memo::new(move |known| card.with(|card| rows_by_key(card.as_deref(), known)));
        let shown = Memo::new(move |_| card.with(|card| query.with(|query| shown_keys(card.as_deref(), query))));
        let waiting = StoredValue::new(false);
        let renew = move || {
            waiting.set_value(false);
            revision.update(|revision| *revision = revision.wrapping_add(1));
        };
        let pool = Pool::new(move |events| {
            let touched = events.iter().any(Event::touches_card);
            // Moments are shown at once; the members that come between them may wait for one another.
            let between =
                |event: &Event| matches!(event, Event::Members(..) | Event::Digest(..)) || !event.touches_card();
            let pause = pace::wait(cost.get_value()).filter(|_| events.iter().all(between));
            session.update(|session| events.into_iter().for_each(|event| session.apply(event)));
            match pause {
                _ if !touched => {}
                None => renew(),
                Some(_) if waiting.get_value() => {}
                Some(pause) => {
                    waiting.set_value(true);
                    set_timeout(renew, pause);
                }
            }
        });
        Self {
            session,
            card,
            checked,
            from_saved,
            address: RwSignal::default(),
            wheel_labels,
            labels,
            pairs,
            shown,
            query,
            open: RwSignal::default(),
            target: RwSignal::default(),
            pages: RwSignal::default(),
            whole: RwSignal::new(settings::get(WHOLE).is_some_and(|word| word == "true")),
            columns: RwSignal::new(Columns::remembered()),
            lit: RwSignal::default(),
            said: RwSignal::default(),
            heard: RwSignal::default(),
            revision,
            second_look: StoredValue::new_local(SecondLook::new(pool.clone())),
            pool: StoredValue::new_local(pool),
        }
    }

    /// Scans the wheels of what was dropped, and reads the rest.
    pub(super) fn add(&self, mut dropped: Dropped) {
        reference::files(*self, std::mem::take(&mut dropped.others));
        self.pool.with_value(|pool| pool.add(dropped));
    }

    /// Stops a wheel's scan.
    pub(super) fn cancel(&self, id: WheelId) {
        self.pool.with_value(|pool| pool.cancel(id));
    }

    /// Takes a wheel away.
    pub(super) fn remove(&self, id: WheelId) {
        self.pool.with_value(|pool| pool.remove(id));
    }

    /// Brings a wheel back.
    pub(super) fn restore(&self, id: WheelId) {
        self.pool.with_value(|pool| pool.restore(id));
    }

    /// Has a second look at a binary.
    pub(super) fn look(&self, request: LookRequest) {
        self.second_look.with_value(|second_look| second_look.look(request));
    }

    /// Asks what became of places in `wheel`'s copy of a binary in its other contents, which go by `names`.
    pub(super) fn carry(&self, request: LookRequest, key: String, wheel: usize, names: Vec<String>, places: String) {
        // At once, so that nobody takes earlier answers for those to come.
        let carried = Carried { key: key.clone(), wheel, answer: Carrying::UnderWay };
        self.session.update(|session| session.apply(Event::Carried(carried)));
        self.second_look.with_value(|second_look| second_look.carry(request, key, wheel, names, places));
    }

    /// Shows only the binaries of `rung`, and goes to them; the second time, all binaries again.
    pub(super) fn show_rung(&self, rung: Rung) {
        self.query.update(|query| query.toggle_rung(rung));
        if self.query.with_untracked(|query| query.rungs.contains(&rung)) {
            let count: usize = self.shown.with_untracked(|shown| shown.values().map(Vec::len).sum());
            let binaries = format::counted(count, "binary", "binaries");
            self.say(format!(
                "Only {binaries} of {} shown. Esc shows all again.",
                self.query.with_untracked(words::rungs)
            ));
            request_animation_frame(go_to_rows);
        }
    }

    /// Shows ids and digests whole, or no longer, and remembers it.
    pub(super) fn toggle_whole(&self) {
        self.whole.update(|whole| *whole = !*whole);
        settings::set(WHOLE, &self.whole.get_untracked().to_string());
    }

    /// Closes what is open, else clears the filter.
    pub(super) fn step_back(&self) {
        if self.open.with_untracked(BTreeSet::is_empty) {
            self.query.update(Query::clear);
        } else {
            self.open.update(BTreeSet::clear);
        }
    }

    /// Applies what the reader chose.
    pub(super) fn apply(&self, event: Event) {
        self.session.update(|session| session.apply(event));
        self.revision.update(|revision| *revision = revision.wrapping_add(1));
    }

    /// Copies a text and says so.
    pub(super) fn copy(&self, what: &str, text: &str) {
        clipboard::copy(text);
        self.say(format!("Copied: {what}"));
    }

    /// Says what the page shows already, to readers who don't see it: a line over it would only cover it.
    pub(super) fn announce(&self, text: impl Into<String>) {
        self.heard.set(text.into());
    }

    /// Says something in the status line, for as long as it takes to read it.
    pub(super) fn say(&self, text: impl Into<String>) {
        let (said, text) = (self.said, text.into());
        said.set(text.clone());
        set_timeout(
            move || {
                if said.with_untracked(|now| *now == text) {
                    said.set(String::new());
                }
            },
            SAID_FOR,
        );
    }

    /// Opens the row that the address names, and makes sure that it is on the page.
    pub(super) fn follow(&self, address: &str) {
        let Some(key) = fragment::row(address) else {
            if self.target.with_untracked(Option::is_some) {
                self.target.set(None);
            }
            return;
        };
        let Some(pair) = self.pairs.with_untracked(|pairs| pairs.get(&key).cloned()) else { return };
        if !self.query.with_untracked(|query| query.admits(&pair)) {
            self.query.update(Query::clear);
        }
        let at = self.shown.with_untracked(|shown| shown.get(&pair.group)?.iter().position(|shown| *shown == key));
        if let Some(page) = at.map(|at| at / ROWS) {
            self.pages.update(|pages| {
                pages.insert(pair.group, page);
            });
        }
        self.open.update(|open| {
            open.insert(key.clone());
        });
        self.target.set(Some(key.clone()));
        let id = row_id(&key);
        request_animation_frame(move || focus::reveal(&id));
    }

    /// The label of a compared wheel.
    pub(super) fn label(&self, wheel: usize) -> String {
        self.labels.with(|labels| labels.get(wheel).cloned().unwrap_or_default())
    }

    /// The label of a wheel of the session; empty while it is not compared.
    pub(super) fn label_of(&self, id: WheelId) -> String {
        self.wheel_labels.with(|labels| labels.get(&id).cloned().unwrap_or_default())
    }

    /// The labels of the compared wheels, in the card's order.
    pub(super) fn card_labels(&self) -> Vec<String> {
        self.labels.get()
    }

    /// The labels of compared wheels, in the room of a cell.
    pub(super) fn labels(&self, wheels: &[usize]) -> String {
        self.labels.with(|labels| words::labels(labels, wheels))
    }

    /// The labels of compared wheels, each by name.
    pub(super) fn all_labels(&self, wheels: &[usize]) -> String {
        self.labels.with(|labels| words::all_labels(labels, wheels))
    }
}

/// Moves the focus to the first row of the tables.
pub(super) fn go_to_rows() {
    focus::enter("binaries", ".binary__toggle");
}

/// The element id of a row; the fragment that names the row finds it.
pub(super) fn row_id(key: &str) -> String {
    format!("row={key}")
}

fn rows_by_key(card: Option<&Card>, known: Option<&BTreeMap<String, Arc<Pair>>>) -> BTreeMap<String, Arc<Pair>> {
    let rows = card.into_iter().flat_map(|card| &card.tables).flat_map(|table| &table.rows);
    let same = |row: &Pair| known?.get(&row.key).filter(|known| ***known == *row).cloned();
    rows.map(|row| (row.key.clone(), same(row).unwrap_or_else(|| Arc::new(row.clone())))).collect()
}

fn shown_keys(card: Option<&Card>, query: &Query) -> BTreeMap<Group, Vec<String>> {
    let keys = |table: &Table| query.select(&table.rows).into_iter().map(|row| row.key.clone()).collect();
    card.into_iter().flat_map(|card| &card.tables).map(|table| (table.group, keys(table))).collect()
}
