//! The copies drawn to scale, range by range: what is equal in them, what moved, what differs.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::super::scale::{self, Segment};
use super::super::words;
use super::copies::{self, Content};
use super::terms;
use crate::card::format;
use crate::evidence::{Extent, RangePair, RangeState, Run, Star};

/// A range of one copy, as it is drawn.
#[derive(Debug, Clone, PartialEq)]
struct Drawn<'a> {
    name: &'a str,
    extent: Extent,
    state: RangeState,
    /// Where its bytes are known to differ.
    runs: Vec<Run>,
    /// From where on more runs follow than are listed, in bytes from the start of the range.
    rest: Option<u64>,
    /// How many differ; `None` where sizes do.
    differing: Option<u64>,
}

/// The ranges of the copy `at`, in the order of its file. The first copy was compared with all the others: of what was
/// seen of a range, the gravest is drawn. Any other copy is drawn as compared with the first.
fn drawn(star: &Star, at: usize) -> Vec<Drawn<'_>> {
    let centre = star.pairs.first().map(|pair| pair.a).unwrap_or_default();
    let mut by_offset: BTreeMap<u64, Drawn<'_>> = BTreeMap::new();
    for pair in star.pairs.iter().filter(|pair| pair.a == centre && (at == centre || pair.b == at)) {
        let side = |range: &RangePair| if at == centre { range.a } else { range.b };
        for range in &pair.evidence.ranges {
            let Some(extent) = side(range) else { continue };
            let mut runs = range.runs.clone();
            let drawn = by_offset.entry(extent.offset).or_insert_with(|| Drawn {
                name: &range.name,
                extent,
                state: range.state,
                runs: Vec::new(),
                rest: None,
                differing: range.differing,
            });
            drawn.rest = drawn.rest.into_iter().chain(unlisted(range)).min();
            drawn.state = graver(drawn.state, range.state);
            drawn.differing = drawn.differing.and_then(|known| Some(known.max(range.differing?)));
            drawn.runs.append(&mut runs);
        }
    }
    by_offset.into_values().collect()
}

/// The graver of two states of one range, seen from one copy; what another copy has is not only here.
fn graver(a: RangeState, b: RangeState) -> RangeState {
    match (a, b) {
        (RangeState::OnlyA, RangeState::OnlyA) => RangeState::OnlyA,
        (RangeState::OnlyA, _) | (_, RangeState::OnlyA) => RangeState::Differs,
        _ => a.max(b),
    }
}

/// Where the runs end that are listed of a range, if there are more.
fn unlisted(range: &RangePair) -> Option<u64> {
    let listed = u64::try_from(range.runs.len()).unwrap_or(u64::MAX);
    let last = range.runs.last().filter(|_| range.run_count > listed)?;
    Some(last.offset.saturating_add(last.size))
}

/// The picture; each bar has its words for readers who don't see it.
pub(super) fn strip(star: &Star, contents: &[Content]) -> AnyView {
    let scale = contents.iter().map(|content| content.size).max().unwrap_or_default();
    let bars = contents
        .iter()
        .enumerate()
        .map(|(at, content)| bar(&drawn(star, at), content, &against(star, contents, at), scale));
    let bars: Vec<AnyView> = bars.collect();
    let states = [RangeState::Equal, RangeState::Moved, RangeState::Differs, RangeState::OnlyA].map(|state| {
        let class = format!("strip__key strip__part--{}", terms::state_class(state));
        view! { <li><span class=class aria-hidden="true"></span> {terms::state(state)}</li> }
    });
    let centre = star.pairs.first().map(|pair| pair.a).unwrap_or_default();
    let (first, rest) = (copies::name(contents, centre).to_owned(), against(star, contents, centre));
    view! {
        <figure class="strip">
            <div class="strip__bars">{bars}</div>
            <figcaption class="strip__legend">
                <span>"To scale by bytes: " <code>{first.clone()}</code> " against " {rest} ", every other copy against " <code>{first}</code> "."</span>
                <ul role="list">{states.into_iter().collect_view()}</ul>
                <span>"A tick is a run of bytes that differ. Hatched is where single runs are not told: the sizes differ, or there are too many."</span>
            </figcaption>
        </figure>
    }
    .into_any()
}

/// What the bar of the copy `at` is drawn against: the first copy, and of that one every other.
fn against(star: &Star, contents: &[Content], at: usize) -> String {
    let pairs = star.pairs.iter().filter_map(|pair| match at {
        at if at == pair.a => Some(pair.b),
        at if at == pair.b => Some(pair.a),
        _ => None,
    });
    let names: Vec<&str> = pairs.map(|other| copies::name(contents, other)).collect();
    match names.as_slice() {
        names if names.len() > NAMED => format!("each of the other {}", words::number(names.len())),
        [several @ .., last] if !several.is_empty() => format!("{} and {last}", several.join(", ")),
        names => names.concat(),
    }
}

fn bar(ranges: &[Drawn<'_>], content: &Content, against: &str, scale: u64) -> AnyView {
    let parts = scale::segments(0, scale, ranges.iter().map(|range| (range.extent.size, range.state)));
    let parts = parts.iter().map(|segment| part(segment, ranges)).collect_view();
    let words = in_words(ranges);
    let size = words::counted(content.size, "byte", "bytes");
    let label = format!("{}, {size}, against {against}: {words}", content.label);
    view! {
        <p class="strip__label"><code>{content.label.clone()}</code> " " <span>{size}</span></p>
        <div class="strip__bar" role="img" aria-label=label>
            <span class="strip__whole" style:--width=scale::share(content.size, scale).to_string()></span>
            {parts}
        </div>
        {named(ranges, against).map(|text| view! { <p class="strip__named">{text}</p> })}
    }
    .into_any()
}

/// What is not equal, by name: parts of the picture are often too thin for theirs.
fn named(ranges: &[Drawn<'_>], against: &str) -> Option<String> {
    let differing: Vec<&Drawn<'_>> =
        ranges.iter().filter(|range| !matches!(range.state, RangeState::Equal | RangeState::Moved)).collect();
    let name = |range: &&Drawn<'_>| match (range.state, range.differing) {
        (RangeState::Differs, Some(count)) => format!("{} ({})", range.name, words::counted(count, "byte", "bytes")),
        (RangeState::Differs, None) => format!("{} (another size)", range.name),
        _ => format!("{} (only here)", range.name),
    };
    let mut names: Vec<String> = differing.iter().take(NAMED).map(name).collect();
    if differing.len() > NAMED {
        names.push(format!("{} more", words::number(differing.len().saturating_sub(NAMED))));
    }
    (!names.is_empty()).then(|| format!("Against {against}, differs: {}", format::listed(&names)))
}

fn part(segment: &Segment<RangeState>, ranges: &[Drawn<'_>]) -> impl IntoView + use<> {
    let of = ranges.iter().skip(segment.first).take(segment.count);
    let title: Vec<String> = of.clone().take(4).map(title).collect();
    let more = segment.count.saturating_sub(title.len());
    let more = if more > 0 { format!("\nand {} more", words::number(more)) } else { String::new() };
    let single = ranges.get(segment.first).filter(|_| segment.count == 1);
    let name = single.map(|range| view! { <span class="strip__name">{range.name.to_owned()}</span> });
    let ticks = single.map(ticks);
    let unplaced = single.is_some_and(|range| range.state == RangeState::Differs && range.differing.is_none());
    view! {
        <span
            class=format!("strip__part strip__part--{}", terms::state_class(segment.what))
            class:strip__part--unplaced=unplaced
            title=format!("{}{more}", title.join("\n"))
            style:--start=segment.start.to_string()
            style:--width=segment.width.to_string()
        >
            {name}
            {ticks}
        </span>
    }
}

fn ticks(range: &Drawn<'_>) -> Vec<AnyView> {
    let size = range.extent.size;
    let mark = |class: &'static str, from: u64, bytes: u64| {
        let (start, width) = (scale::share(from, size), scale::share(bytes, size));
        view! { <span class=class style:--start=start.to_string() style:--width=width.to_string()></span> }.into_any()
    };
    let runs = range.runs.iter().map(|run| mark("strip__tick", run.offset, run.size));
    let rest = range.rest.map(|from| mark("strip__rest", from, size.saturating_sub(from)));
    runs.chain(rest).collect()
}

/// `.rodata, 5,720 bytes at 0x193c0: differs, 7 bytes`.
fn title(range: &Drawn<'_>) -> String {
    let bytes = match (range.state, range.differing) {
        (RangeState::Differs, Some(count)) => format!(", {}", words::counted(count, "byte", "bytes")),
        (RangeState::Differs, None) => ", in size too".to_owned(),
        _ => String::new(),
    };
    let size = words::counted(range.extent.size, "byte", "bytes");
    format!("{}, {size} at {}: {}{bytes}", range.name, terms::place(range.extent), terms::state(range.state))
}

/// Ranges of a state that are named before they are counted.
const NAMED: usize = 8;

/// The bar in words.
fn in_words(ranges: &[Drawn<'_>]) -> String {
    let states: [(&str, &[RangeState]); 4] = [
        ("equal", &[RangeState::Equal]),
        ("equal but moved", &[RangeState::Moved]),
        ("different", &[RangeState::Differs]),
        ("only in this copy", &[RangeState::OnlyA, RangeState::OnlyB]),
    ];
    let word = |(word, states): &(&str, &[RangeState])| {
        let of: Vec<&Drawn<'_>> = ranges.iter().filter(|range| states.contains(&range.state)).collect();
        let same = states.iter().any(|state| matches!(state, RangeState::Equal | RangeState::Moved));
        let count = format::counted(of.len(), "range", "ranges");
        if of.is_empty() {
            None
        } else if same {
            Some(format!("{count} {word}"))
        } else {
            let mut names: Vec<String> = of.iter().take(NAMED).map(|range| range.name.to_owned()).collect();
            if of.len() > NAMED {
                names.push(format!("{} more", words::number(of.len().saturating_sub(NAMED))));
            }
            Some(format!("{count} {word}, {}", format::listed(&names)))
        }
    };
    states.iter().filter_map(word).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(name: &str, offset: u64, state: RangeState) -> Drawn<'_> {
        let extent = Extent { offset, size: 16, address: None };
        Drawn { name, extent, state, runs: Vec::new(), rest: None, differing: Some(3) }
    }

    #[test]
    fn a_bar_says_in_words_what_it_draws() {
        let ranges = [
            range(".text", 0, RangeState::Equal),
            range(".rodata", 16, RangeState::Differs),
            range(".data", 32, RangeState::Equal),
            range("overlay", 48, RangeState::OnlyB),
        ];
        assert_eq!(in_words(&ranges), "2 ranges equal; 1 range different, .rodata; 1 range only in this copy, overlay");
    }

    #[test]
    fn what_is_not_equal_is_named_with_its_bytes_under_the_bar() {
        let ranges = [
            range(".text", 0, RangeState::Equal),
            range(".rodata", 16, RangeState::Differs),
            range("overlay", 48, RangeState::OnlyB),
        ];
        assert_eq!(
            named(&ranges, "cp311").as_deref(),
            Some("Against cp311, differs: .rodata (3 bytes) and overlay (only here)")
        );
        assert_eq!(named(&ranges[..1], "cp311"), None);
    }

    #[test]
    fn a_range_that_one_other_copy_has_and_one_lacks_is_not_only_here() {
        use RangeState::{Differs, Equal, Moved, OnlyA};
        assert_eq!(graver(OnlyA, OnlyA), OnlyA);
        assert_eq!((graver(OnlyA, Equal), graver(Differs, OnlyA)), (Differs, Differs));
        assert_eq!((graver(Equal, Moved), graver(Moved, Differs)), (Moved, Differs));
    }

    #[test]
    fn where_runs_are_not_all_listed_the_rest_is_not_drawn_as_equal() {
        let mut pair = RangePair {
            name: ".eh_frame".to_owned(),
            class: crate::binary::elf::RangeClass::Data,
            executable: false,
            a: None,
            b: None,
            state: RangeState::Differs,
            differing: Some(4),
            runs: vec![Run { offset: 2, size: 1 }, Run { offset: 8, size: 2 }],
            run_count: 3,
            fields: Vec::new(),
        };
        assert_eq!(unlisted(&pair), Some(10));
        pair.run_count = 2;
        assert_eq!(unlisted(&pair), None);
    }

    #[test]
    fn a_part_says_how_much_of_it_differs() {
        assert_eq!(
            title(&range(".rodata", 16, RangeState::Differs)),
            ".rodata, 16 bytes at offset 0x10: differs, 3 bytes"
        );
        assert_eq!(title(&range(".text", 0, RangeState::Moved)), ".text, 16 bytes at offset 0x0: equal, moved");
    }
}
