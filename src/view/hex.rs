//! Ids and digests: long values that are compared by eye.

use leptos::prelude::*;

use super::page::Page;

/// Digits shown at each end of a long value.
const END: usize = 8;
/// Longest value that is never folded.
const SHORT: usize = 20;
/// Digits in a group of a value shown whole.
const GROUP: usize = 8;

/// A value as head…tail. The middle is folded, not left out: selecting and copying gets all of it.
pub(super) fn folded(text: &str) -> impl IntoView + use<> {
    let page = expect_context::<Page>();
    let parts = fold(text);
    let title = text.to_owned();
    view! {
        <code class="hex" class:hex--folded=move || parts.is_some() && !page.whole.get() title=title>
            {match fold(text) {
                Some((head, middle, tail)) => {
                    view! {
                        {head} <span class="hex__middle">{middle}</span> <span class="hex__fold" aria-hidden="true">"…"</span> {tail}
                    }
                    .into_any()
                }
                None => text.to_owned().into_any(),
            }}
        </code>
    }
}

/// A value whole, in groups; those that differ from `neighbour` are marked, unless all of them do.
pub(super) fn grouped(text: &str, neighbour: Option<&str>) -> impl IntoView + use<> {
    let groups = mark(text, neighbour);
    let groups = groups.into_iter().map(|(group, differs)| {
        view! { <span class="hex__group" class:hex__group--differs=differs>{group}</span> }
    });
    view! { <code class="hex hex--whole">{groups.collect_view()}</code> }
}

/// The first nibbles of a digest as bars: the same picture for the same digest. It never replaces the text.
pub(super) fn bars(text: &str) -> impl IntoView + use<> {
    let digits = text.chars().filter_map(|digit| digit.to_digit(16)).take(24);
    let path: String = digits.enumerate().map(|(at, digit)| bar(at, digit)).collect();
    view! {
        <svg class="hex__bars" viewBox="0 0 72 16" aria-hidden="true">
            <title>"The first 24 digits as bars, 0 low and f high: another picture is another value; compare the text before you call two equal."</title>
            <path d=path></path>
        </svg>
    }
}

fn bar(at: usize, digit: u32) -> String {
    let (x, height) = (at.saturating_mul(3), digit.saturating_add(1));
    format!("M{x} 16v-{height}h2v{height}z")
}

fn fold(text: &str) -> Option<(String, String, String)> {
    let length = text.chars().count();
    if length <= SHORT {
        return None;
    }
    let middle = length.saturating_sub(END.saturating_mul(2));
    let part = |from: usize, count: usize| text.chars().skip(from).take(count).collect::<String>();
    Some((part(0, END), part(END, middle), part(END.saturating_add(middle), END)))
}

fn mark(text: &str, neighbour: Option<&str>) -> Vec<(String, bool)> {
    let cut = |text: &str| -> Vec<String> {
        let digits: Vec<char> = text.chars().collect();
        digits.chunks(GROUP).map(|group| group.iter().collect()).collect()
    };
    let groups = cut(text);
    let Some(others) = neighbour.map(cut) else {
        return groups.into_iter().map(|group| (group, false)).collect();
    };
    let differs = |at: usize, group: &String| others.get(at) != Some(group);
    let all = groups.iter().enumerate().all(|(at, group)| differs(at, group));
    let marked = groups.iter().enumerate().map(|(at, group)| (group.clone(), !all && differs(at, group)));
    marked.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_loses_no_digit_and_leaves_short_values_alone() {
        let sha1 = "92b4d331a42d7e80bb839e03218d2b9b0c23c346";
        let (head, middle, tail) = fold(sha1).unwrap();
        assert_eq!((head.as_str(), tail.as_str()), ("92b4d331", "0c23c346"));
        assert_eq!(format!("{head}{middle}{tail}"), sha1);
        assert_eq!(fold("93dd8bd9bd4c697b"), None);
    }

    #[test]
    fn only_groups_that_differ_from_the_neighbour_are_marked() {
        let marked = mark("aaaaaaaabbbbbbbbcc", Some("aaaaaaaabbbbbbbxcc"));
        let differs: Vec<bool> = marked.iter().map(|(_, differs)| *differs).collect();
        assert_eq!(differs, [false, true, false]);
    }

    #[test]
    fn a_value_that_differs_everywhere_is_not_marked_everywhere() {
        assert!(mark("aaaaaaaabbbbbbbb", Some("ccccccccdddddddd")).iter().all(|(_, differs)| !differs));
    }
}
