//! Everything found odd, worst first; findings of one kind stand together.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

use super::page::Page;
use super::pager::Pager;
use super::{fragment, words};
use crate::card::{Card, CardFinding};
use crate::finding::Severity;

/// Kinds of finding that are in the document at once.
const SIZE: usize = 25;
/// Findings of a kind that are shown before the others are folded away.
const SHOWN: usize = 2;
/// Findings of a kind that are in the document at most; a narrower filter reaches the others.
const LISTED: usize = 100;

/// What the reader wants to see of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Filter {
    /// Words that must all occur.
    text: String,
    /// Only these; empty means all.
    severities: BTreeSet<Severity>,
    /// Only this wheel's.
    wheel: Option<usize>,
    /// Only those whose code begins so.
    area: Option<String>,
}

impl Filter {
    fn admits(&self, found: &CardFinding) -> bool {
        let CardFinding { wheel, finding } = found;
        (self.severities.is_empty() || self.severities.contains(&finding.severity))
            && self.wheel.is_none_or(|only| only == *wheel)
            && self.area.as_deref().is_none_or(|only| area(&finding.code) == only)
            && holds(found, &self.text)
    }
}

/// The part of a wheel that a code is about, e.g. `zip`.
fn area(code: &str) -> &str {
    code.split('.').next().unwrap_or(code)
}

/// Findings of one code and one severity, in the card's order.
fn kinds(found: Vec<CardFinding>) -> Vec<Vec<CardFinding>> {
    let mut kinds: BTreeMap<(Severity, String), Vec<CardFinding>> = BTreeMap::new();
    for found in found {
        kinds.entry((found.finding.severity, found.finding.code.clone())).or_default().push(found);
    }
    kinds.into_values().collect()
}

#[component]
pub(super) fn Findings() -> impl IntoView {
    let page = expect_context::<Page>();
    let filter = RwSignal::new(Filter::default());
    let at = RwSignal::new(0_usize);
    let all =
        Memo::new(move |_| page.card.with(|card| card.as_ref().map(|card| card.findings.clone()).unwrap_or_default()));
    let rows = Memo::new(move |_| page.card.with(|card| card.as_deref().map(rows_by_path).unwrap_or_default()));
    let shown = Memo::new(move |_| {
        let admitted = |filter: &Filter| {
            all.with(|all| all.iter().filter(|found| filter.admits(found)).cloned().collect::<Vec<_>>())
        };
        kinds(filter.with(admitted))
    });
    let total = Memo::new(move |_| shown.with(Vec::len));
    let list = move || {
        // From one source: read after `total`, which rests on it and may stay as it is, its change would be missed.
        let kinds = shown.with(|shown| {
            let from = at.get().min(shown.len().saturating_sub(1) / SIZE).saturating_mul(SIZE);
            shown.iter().skip(from).take(SIZE).cloned().collect::<Vec<_>>()
        });
        rows.with(|rows| kinds.into_iter().map(|found| kind(page, &found, rows)).collect_view())
    };
    let count = move || {
        let all = all.with(Vec::len);
        let shown: usize = shown.with(|kinds| kinds.iter().map(Vec::len).sum());
        match all {
            all if all == shown => words::number(all),
            all => format!("{} of {}", words::number(shown), words::number(all)),
        }
    };
    view! {
        <Show when=move || all.with(|all| !all.is_empty()) fallback=|| ()>
            <section class="findings" id="findings" aria-labelledby="findings-title">
                <div class="section__head">
                    <h2 id="findings-title">"Findings"</h2>
                    <p class="label">"What is malformed, contradictory or unusual in the wheels themselves, worst first."</p>
                </div>
                <div class="findings__tools">
                    <label>
                        <span class="aside">"Findings that contain"</span>
                        <input class="field" type="search" placeholder="Filter findings" autocomplete="off" spellcheck="false"
                            prop:value=move || filter.with(|filter| filter.text.clone())
                            on:input:target=move |event| filter.update(|filter| filter.text = event.target().value()) />
                    </label>
                    <div class="toolbar__set" role="group" aria-label="Severity">{severities(all, filter)}</div>
                    {wheels(page, filter)}
                    {areas(all, filter)}
                    <span class="label">{count}</span>
                </div>
                <ul class="notes__list" role="list">{list}</ul>
                <Show when=move || total.get() == 0 fallback=|| ()><p class="label">"No finding passes the filter."</p></Show>
                <Pager of="Kinds of finding" total=total size=SIZE page=at turn=move |to| at.set(to) />
            </section>
        </Show>
    }
}

fn severities(all: Memo<Vec<CardFinding>>, filter: RwSignal<Filter>) -> impl IntoView {
    let button = move |severity: Severity| {
        let count =
            Memo::new(move |_| all.with(|all| all.iter().filter(|found| found.finding.severity == severity).count()));
        let pressed = move || filter.with(|filter| filter.severities.contains(&severity)).to_string();
        let toggle = move |_| {
            filter.update(|Filter { severities, .. }| {
                if !severities.remove(&severity) {
                    severities.insert(severity);
                }
            });
        };
        view! {
            <button type="button" class="button" hidden=move || count.get() == 0 aria-pressed=pressed on:click=toggle>
                {words::severity(severity)} <span class="label">{move || words::number(count.get())}</span>
            </button>
        }
    };
    [Severity::Alarm, Severity::Warning, Severity::Note].map(button).into_iter().collect_view()
}

/// The chooser of one wheel, where there are several.
fn wheels(page: Page, filter: RwSignal<Filter>) -> impl IntoView {
    let labels = Memo::new(move |_| page.card_labels());
    let options = move || {
        let option = |(at, label): (usize, String)| {
            view! { <option value=at.to_string() prop:selected=move || filter.with(|filter| filter.wheel == Some(at))>{label}</option> }
        };
        labels.get().into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <label hidden=move || labels.with(|labels| labels.len() < 2)>
            <span class="aside">"Wheel"</span>
            <select class="field" on:change:target=move |event| {
                let wheel = event.target().value().parse().ok();
                filter.update(|filter| filter.wheel = wheel);
            }>
                <option value="" prop:selected=move || filter.with(|filter| filter.wheel.is_none())>"All wheels"</option>
                {options}
            </select>
        </label>
    }
}

/// The chooser of one area, where there are several.
fn areas(all: Memo<Vec<CardFinding>>, filter: RwSignal<Filter>) -> impl IntoView {
    let areas = Memo::new(move |_| {
        let areas = |all: &Vec<CardFinding>| all.iter().map(|found| area(&found.finding.code).to_owned()).collect();
        all.with(areas)
    });
    let options = move || {
        let option = |area: String| {
            let (value, same) = (area.clone(), area.clone());
            let chosen = move || filter.with(|filter| filter.area.as_ref() == Some(&same));
            view! { <option value=value prop:selected=chosen>{words::finding_area(&area).to_owned()}</option> }
        };
        areas.with(|areas: &BTreeSet<String>| areas.iter().cloned().map(option).collect_view())
    };
    view! {
        <label hidden=move || areas.with(|areas| areas.len() < 2)>
            <span class="aside">"Area"</span>
            <select class="field" on:change:target=move |event| {
                let area = Some(event.target().value()).filter(|area| !area.is_empty());
                filter.update(|filter| filter.area = area);
            }>
                <option value="" prop:selected=move || filter.with(|filter| filter.area.is_none())>"All areas"</option>
                {options}
            </select>
        </label>
    }
}

/// The key of the row in which a wheel's member stands.
type Rows = BTreeMap<(usize, String), String>;

fn rows_by_path(card: &Card) -> Rows {
    let rows = card.tables.iter().flat_map(|table| &table.rows);
    rows.flat_map(|row| row.copies.iter().map(|copy| ((copy.wheel, copy.path.clone()), row.key.clone()))).collect()
}

fn holds(found: &CardFinding, words: &str) -> bool {
    let finding = &found.finding;
    let member = finding.member.as_deref().unwrap_or_default();
    let text = format!("{} {member} {} {}", finding.code, finding.detail, finding.meaning).to_lowercase();
    words.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// The findings of one kind: what it means once, then each.
fn kind(page: Page, found: &[CardFinding], rows: &Rows) -> Option<AnyView> {
    let first = &found.first()?.finding;
    let class = match first.severity {
        Severity::Alarm => "note note--alarm",
        Severity::Warning => "note note--quirk",
        Severity::Note => "note",
    };
    let (code, meaning, severity) = (first.code.clone(), first.meaning.clone(), first.severity);
    let data = code.clone();
    let same = same_but_for_the_wheel(found);
    let (shown, more) = same.split_at(same.len().min(SHOWN));
    let lines = shown.iter().map(|(wheels, found)| line(page, wheels, found, rows)).collect_view();
    let more = (!more.is_empty()).then(|| {
        let listed = more.iter().take(LISTED).map(|(wheels, found)| line(page, wheels, found, rows)).collect_view();
        let rest = more.len().saturating_sub(LISTED);
        let rest = (rest > 0).then(|| view! { <p class="label">{words::number(rest)} " more: filter by a word to reach them."</p> });
        view! { <details class="links__more"><summary>"and " {words::number(more.len())} " more of this kind"</summary>{listed} {rest}</details> }
    });
    Some(
        view! {
            <li class=class data-finding=data>
                <p class="note__kind">{words::severity(severity)}</p>
                <div class="note__body">
                    {lines}
                    {more}
                    <p class="note__meaning">{meaning} " " <code class="note__code">{code}</code></p>
                </div>
            </li>
        }
        .into_any(),
    )
}

/// Findings that several wheels share stand once, with the wheels.
fn same_but_for_the_wheel(found: &[CardFinding]) -> Vec<(Vec<usize>, CardFinding)> {
    let mut groups: Vec<(Vec<usize>, CardFinding)> = Vec::new();
    // The card sorts them, so that equal ones are neighbours.
    for found in found {
        match groups.last_mut() {
            Some((wheels, known)) if known.finding == found.finding => wheels.push(found.wheel),
            _ => groups.push((vec![found.wheel], found.clone())),
        }
    }
    groups
}

fn line(page: Page, wheels: &[usize], found: &CardFinding, rows: &Rows) -> impl IntoView + use<> {
    let finding = &found.finding;
    let place = finding.member.as_ref().map(|member| {
        let name = view! { <code>{member.clone()}</code> };
        match rows.get(&(found.wheel, member.clone())) {
            Some(key) => view! { <a href=fragment::of_row(key)>{name}</a> }.into_any(),
            None => name.into_any(),
        }
    });
    let offset =
        finding.offset.map(|offset| view! { <span>" at offset " <code>{format!("{offset:#x}")}</code></span> });
    let names = page.all_labels(wheels);
    view! {
        <div class="note__found">
            <p>{words::sentence(&finding.detail)}</p>
            <p class="note__place"><span class="wheel-label" title=names>{page.labels(wheels)}</span> " " {place} {offset}</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, Finding};

    const TWIN: Code = Code { id: "zip.twin", severity: Severity::Alarm, meaning: "One name, two contents." };
    const DATE: Code = Code { id: "record.date", severity: Severity::Note, meaning: "Odd." };

    fn found(wheel: usize, code: &Code, detail: &str) -> CardFinding {
        CardFinding { wheel, finding: Finding::new(code, detail).in_member("a/b.so") }
    }

    #[test]
    fn findings_of_one_kind_stand_together_worst_first_and_wheels_that_share_one_share_a_line() {
        let kinds = kinds(vec![found(0, &TWIN, "x"), found(1, &TWIN, "x"), found(0, &DATE, "y"), found(1, &TWIN, "z")]);
        let codes: Vec<&str> = kinds.iter().map(|kind| kind[0].finding.code.as_str()).collect();
        assert_eq!(codes, ["zip.twin", "record.date"]);
        let wheels: Vec<Vec<usize>> = same_but_for_the_wheel(&kinds[0]).into_iter().map(|(wheels, _)| wheels).collect();
        assert_eq!(wheels, [vec![0, 1], vec![1]]);
    }

    #[test]
    fn a_filter_admits_what_is_of_its_wheel_its_area_its_severity_and_holds_its_words() {
        let twin = found(1, &TWIN, "Two Contents");
        for (filter, admits) in [
            (Filter::default(), true),
            (Filter { wheel: Some(0), ..Filter::default() }, false),
            (Filter { area: Some("zip".into()), wheel: Some(1), ..Filter::default() }, true),
            (Filter { area: Some("record".into()), ..Filter::default() }, false),
            (Filter { severities: [Severity::Note].into(), ..Filter::default() }, false),
            (Filter { text: "B.SO contents".into(), ..Filter::default() }, true),
            (Filter { text: "absent".into(), ..Filter::default() }, false),
        ] {
            assert_eq!(filter.admits(&twin), admits, "{filter:?}");
        }
    }
}
