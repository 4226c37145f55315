//! The carry box: places of one copy, and what became of them in the others.

use std::sync::Arc;

use leptos::ev::{KeyboardEvent, SubmitEvent};
use leptos::prelude::*;

use super::super::page::{Page, row_id};
use super::answers::Answers;
use super::{announce, copies};
use crate::evidence::carry::Answer;
use crate::parity::Pair;
use crate::session::{Carrying, Session};

/// What was asked in this box last, in the words of then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Asked {
    /// What the columns called the wheels then.
    copy: String,
    /// Wheels that hold the very same bytes.
    same: String,
}

/// What is to be seen below the box.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Seen {
    Nothing,
    UnderWay,
    Failed(String),
    Answers(Arc<Vec<Answer>>),
}

/// The box of an open row.
#[component]
pub(super) fn Carry(pair: Memo<Option<Arc<Pair>>>) -> impl IntoView {
    let page = expect_context::<Page>();
    let places = RwSignal::new(String::new());
    let wheel = RwSignal::new(None::<usize>);
    let asked = RwSignal::new(None::<Asked>);
    let seen = Memo::new(move |before: Option<&Seen>| seen(page, pair, asked, before));

    let wheels = move || pair.with(|pair| pair.as_deref().map(|pair| wheels(page, pair)).unwrap_or_default());
    let first = move || wheels().first().map(|(wheel, _)| *wheel).unwrap_or_default();
    let chosen = move || wheel.get().unwrap_or_else(first);
    let ask = move || {
        let Some(pair) = pair.get_untracked() else { return };
        match ask(page, &pair, untrack(chosen), &places.get_untracked()) {
            Ok(now) => asked.set(Some(now)),
            Err(why) => page.say(why),
        }
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        ask();
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            ask();
        }
    };
    Effect::new(move |before: Option<Seen>| {
        let now = seen.get();
        if before == Some(Seen::UnderWay) {
            match &now {
                Seen::Answers(answers) => page.announce(announce::answers(answers)),
                Seen::Failed(why) => page.announce(failed(why)),
                Seen::Nothing | Seen::UnderWay => {}
            }
        }
        now
    });

    let row = pair.with_untracked(|pair| pair.as_deref().map(|pair| row_id(&pair.key)).unwrap_or_default());
    let (places_id, wheel_id, help_id) = (format!("{row}&places"), format!("{row}&wheel"), format!("{row}&help"));
    let options = move || {
        let option = |(wheel, label): (usize, String)| {
            view! { <option value=wheel.to_string() prop:selected=move || chosen() == wheel>{label}</option> }
        };
        wheels().into_iter().map(option).collect_view()
    };
    let answered = move || match seen.get() {
        Seen::Nothing => ().into_any(),
        Seen::UnderWay => {
            view! { <p class="look__state">"Looking for these places in the other copies …"</p> }.into_any()
        }
        Seen::Failed(why) => view! { <p class="look__state">{failed(&why)}</p> }.into_any(),
        Seen::Answers(answers) => {
            let Asked { copy, same } = asked.get_untracked().unwrap_or_default();
            let key = pair.with_untracked(|pair| pair.as_deref().map(|pair| pair.key.clone()).unwrap_or_default());
            let summary = announce::answers(&answers);
            view! { <p class="look__state">{summary}</p> <Answers answers=answers copy=copy same=same key=key /> }
                .into_any()
        }
    };
    view! {
        <section class="look__part carry" aria-label="Carry box">
            <div class="look__head">
                <h3>"Carry box"</h3>
                <p class="look__state">"Places that you read in one copy: where they are in the others, and how sure that is."</p>
            </div>
            <form class="carry__form" on:submit=submit>
                <div class="carry__field">
                    <label for=places_id.clone()>"Places, one to a line"</label>
                    <textarea class="field carry__places" id=places_id rows="4" spellcheck="false" autocomplete="off" autocapitalize="off"
                        aria-describedby=help_id.clone()
                        prop:value=move || places.get()
                        on:input:target=move |event| places.set(event.target().value())
                        on:keydown=on_key></textarea>
                </div>
                <div class="carry__ask">
                    <label for=wheel_id.clone()>"Read in"</label>
                    <select class="field" id=wheel_id
                        on:change:target=move |event| wheel.set(event.target().value().parse().ok())>
                        {options}
                    </select>
                    <button type="submit" class="button button--strong">"Carry over"</button>
                </div>
                <p class="carry__help" id=help_id>{help()}</p>
            </form>
            {answered}
        </section>
    }
}

/// Asks what became of places that were read in `wheel`'s copy.
///
/// # Errors
/// Why it can't be asked, in a sentence.
fn ask(page: Page, pair: &Pair, wheel: usize, places: &str) -> Result<Asked, &'static str> {
    if places.trim().is_empty() {
        return Err("Write a place first: an address, an offset or a symbol.");
    }
    // Answers come back under the binary's name: a second question would take those to the first for its own.
    if page.session.with_untracked(|session| is_under_way(session, &pair.key)) {
        return Err("The question before is still being answered.");
    }
    let request = page.session.with_untracked(|session| session.carry_request(pair, wheel));
    let request = request.ok_or("The files of these copies are gone: drop the wheels again.")?;
    let contents = untrack(|| copies::contents(page, pair));
    let (own, others): (Vec<_>, Vec<_>) = contents.into_iter().partition(|content| content.wheels.contains(&wheel));
    let same: Vec<usize> = own.iter().flat_map(|own| &own.wheels).copied().filter(|other| *other != wheel).collect();
    let names = others.into_iter().map(|content| content.label).collect();
    page.carry(request, pair.key.clone(), wheel, names, places.to_owned());
    Ok(untrack(|| Asked { copy: page.label(wheel), same: page.all_labels(&same) }))
}

/// What a place may look like.
fn help() -> impl IntoView {
    view! {
        "An address " <code>"0x1a2b30"</code> ", " <code>"sub_1A2B30"</code> " or " <code>"FUN_001a2b30"</code>
        "; a symbol, mangled or not, " <code>"png_read_info+0x24"</code>
        "; a place in the file as loaded " <code>"libpng16.so+0x1a2b"</code> ", a line of a backtrace or a listing"
        "; an offset in the file " <code>"offset:0x1f40"</code>
        ". A line " <code>"base 0x100000"</code> " takes a disassembler's base off those that follow. "
        <kbd>"Ctrl"</kbd> " " <kbd>"Enter"</kbd> " asks."
    }
}

fn is_under_way(session: &Session, key: &str) -> bool {
    session.carried(key).is_some_and(|carried| carried.answer == Carrying::UnderWay)
}

fn failed(why: &str) -> String {
    format!("The places could not be carried over: {why}.")
}

/// The wheels that hold a copy, by label.
fn wheels(page: Page, pair: &Pair) -> Vec<(usize, String)> {
    pair.copies.iter().map(|copy| (copy.wheel, page.label(copy.wheel))).collect()
}

/// What came of the last question of this box. Answers to what was asked in an earlier one are not shown: the wheels may
/// have changed since.
fn seen(page: Page, pair: Memo<Option<Arc<Pair>>>, asked: RwSignal<Option<Asked>>, before: Option<&Seen>) -> Seen {
    if asked.with(Option::is_none) {
        return Seen::Nothing;
    }
    let answer = |session: &Session| {
        let carried = pair.with(|pair| session.carried(&pair.as_deref()?.key))?;
        Some(match (&carried.answer, before) {
            (Carrying::UnderWay, _) => Seen::UnderWay,
            (Carrying::Failed(why), _) => Seen::Failed(why.clone()),
            // Answers stay one allocation, so that a table that is read is not drawn again.
            (Carrying::Answers(answers), Some(Seen::Answers(known))) if **known == *answers => {
                Seen::Answers(Arc::clone(known))
            }
            (Carrying::Answers(answers), _) => Seen::Answers(Arc::new(answers.clone())),
        })
    };
    page.session.with(answer).unwrap_or(Seen::Nothing)
}
