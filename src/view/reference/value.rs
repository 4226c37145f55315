//! A stated value and the one that is here, with the parts marked in which they differ.

use leptos::prelude::*;

/// Digits in a group of a long value.
const GROUP: usize = 8;
/// What stands for digits that are not published.
const ELLIPSIS: char = '…';

/// Pieces of a value, and whether each differs from the other value.
type Pieces = Vec<(String, bool)>;

/// A value in its pieces.
pub(super) fn draw(pieces: Pieces) -> impl IntoView {
    let piece = |(text, differs): (String, bool)| {
        if differs { view! { <mark class="differing">{text}</mark> }.into_any() } else { text.into_any() }
    };
    view! { <code class="hex value">{pieces.into_iter().map(piece).collect_view()}</code> }
}

/// A value that is compared with nothing.
pub(super) fn plain(text: &str) -> impl IntoView + use<> {
    draw(vec![(text.to_owned(), false)])
}

/// The pieces of a stated value and of the one found. When all of a value differs nothing of it is marked: there is no
/// part that would tell more than the whole.
pub(super) fn compare(stated: &str, found: &str) -> (Pieces, Pieces) {
    let (stated, found) = match stated.split_once(ELLIPSIS) {
        Some((head, tail)) if !found.contains(ELLIPSIS) => ends(head, tail, found),
        _ if is_long(stated) && is_long(found) => (grouped(stated, found), grouped(found, stated)),
        _ => divided(stated, found),
    };
    (marked_in_part(stated), marked_in_part(found))
}

/// A value of which head and tail are published, against a whole one.
fn ends(head: &str, tail: &str, found: &str) -> (Pieces, Pieces) {
    let digits: Vec<char> = found.chars().collect();
    let first = head.chars().count().min(digits.len());
    let last = digits.len().saturating_sub(tail.chars().count()).max(first);
    let part = |from: usize, to: usize| digits.iter().skip(from).take(to.saturating_sub(from)).collect::<String>();
    let (start, middle, end) = (part(0, first), part(first, last), part(last, digits.len()));
    let (head_differs, tail_differs) = (start != head, end != tail);
    let stated = vec![
        (head.to_owned(), head_differs),
        (ELLIPSIS.to_string(), false),
        (tail.to_owned(), tail_differs && !tail.is_empty()),
    ];
    (stated, vec![(start, head_differs), (middle, false), (end, tail_differs && !tail.is_empty())])
}

fn is_long(text: &str) -> bool {
    text.len() >= GROUP.saturating_mul(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn grouped(text: &str, other: &str) -> Pieces {
    let groups = |text: &str| -> Vec<String> {
        text.chars().collect::<Vec<_>>().chunks(GROUP).map(|group| group.iter().collect()).collect()
    };
    let others = groups(other);
    let piece = |(at, group): (usize, String)| {
        let differs = others.get(at) != Some(&group);
        (group, differs)
    };
    groups(text).into_iter().enumerate().map(piece).collect()
}

/// What both begin and end with, and what is between.
fn divided(a: &str, b: &str) -> (Pieces, Pieces) {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let shorter = a.len().min(b.len());
    let before = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = shorter.saturating_sub(before);
    let after = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(x, y)| x == y).count();
    let pieces = |text: &[char]| {
        let end = text.len().saturating_sub(after);
        let part = |from: usize, to: usize| text.iter().skip(from).take(to.saturating_sub(from)).collect::<String>();
        vec![(part(0, before), false), (part(before, end), end > before), (part(end, text.len()), false)]
    };
    (pieces(&a), pieces(&b))
}

fn marked_in_part(mut pieces: Pieces) -> Pieces {
    pieces.retain(|(text, _)| !text.is_empty());
    let all = pieces.iter().all(|(text, differs)| *differs || text.contains(ELLIPSIS));
    if all {
        for (_, differs) in &mut pieces {
            *differs = false;
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &Pieces) -> String {
        pieces.iter().map(|(text, differs)| if *differs { format!("[{text}]") } else { text.clone() }).collect()
    }

    fn pair(stated: &str, found: &str) -> (String, String) {
        let (stated, found) = compare(stated, found);
        (shown(&stated), shown(&found))
    }

    #[test]
    fn of_a_published_head_and_tail_the_one_that_differs_is_marked() {
        assert_eq!(
            pair("92b4d331…0c23c346", "92b4d331a42d7e80bb839e03218d2b9b0c23c347"),
            ("92b4d331…[0c23c346]".to_owned(), "92b4d331a42d7e80bb839e03218d2b9b[0c23c347]".to_owned())
        );
        assert_eq!(pair("5c633e29…", "5c633e2a00"), ("5c633e29…".to_owned(), "[5c633e2a]00".to_owned()));
    }

    #[test]
    fn of_two_whole_ids_the_groups_that_differ_are_marked() {
        assert_eq!(
            pair("aaaaaaaabbbbbbbbcccccccc", "aaaaaaaabbbbbbbdcccccccc"),
            ("aaaaaaaa[bbbbbbbb]cccccccc".to_owned(), "aaaaaaaa[bbbbbbbd]cccccccc".to_owned())
        );
        let all = ("aaaaaaaabbbbbbbb".to_owned(), "ccccccccdddddddd".to_owned());
        assert_eq!(pair(&all.0, &all.1), all);
    }

    #[test]
    fn of_other_values_the_middle_is_marked() {
        assert_eq!(pair("64,973,024", "64,968,928"), ("64,9[73,024]".to_owned(), "64,9[68,928]".to_owned()));
        assert_eq!(pair("a", ""), ("a".to_owned(), String::new()));
    }
}
