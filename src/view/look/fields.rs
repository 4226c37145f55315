//! Two values of one field, with the part marked in which they differ.

use leptos::prelude::*;

use super::super::words;
use super::grid;
use crate::evidence::Field;

/// Fields of a range that are shown before they are folded away.
const SHOWN: usize = 3;

/// A value in three parts: what it begins with as the other does, what is its own, what it ends with as the other does.
type Parts = [String; 3];

/// Divides two texts. When they have little in common, all of each is its own.
fn divide(a: &str, b: &str) -> (Parts, Parts) {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let shorter = a.len().min(b.len());
    let before = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = shorter.saturating_sub(before);
    let after = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(x, y)| x == y).count();
    let (before, after) =
        if before.saturating_add(after).saturating_mul(3) < shorter { (0, 0) } else { (before, after) };
    let parts = |text: &[char]| {
        let end = text.len().saturating_sub(after);
        let part = |from: usize, to: usize| text.iter().skip(from).take(to.saturating_sub(from)).collect::<String>();
        [part(0, before), part(before, end), part(end, text.len())]
    };
    (parts(&a), parts(&b))
}

/// A copy's value, with its own part marked; what is all its own needs no mark.
fn value(name: &str, value: Option<&str>, [before, own, after]: Parts) -> AnyView {
    let class = if before.is_empty() && after.is_empty() { "" } else { "value__own" };
    let value = match value {
        Some(_) => view! { <code>{before}<span class=class>{own}</span>{after}</code> }.into_any(),
        None => grid::line("pending", "none"),
    };
    view! { <div><dt class="line__wheels">{name.to_owned()}</dt><dd>{value}</dd></div> }.into_any()
}

/// The fields on which the differences of a range fall.
pub(super) fn fields(fields: &[Field], a: &str, b: &str) -> Option<AnyView> {
    let field = |field: &Field| {
        let (own_a, own_b) = divide(field.a.as_deref().unwrap_or_default(), field.b.as_deref().unwrap_or_default());
        let values = vec![value(a, field.a.as_deref(), own_a), value(b, field.b.as_deref(), own_b)];
        let kind = super::terms::field(field.kind);
        let name = field.name.as_ref().map_or_else(|| kind.to_owned(), |name| format!("{kind} {name}"));
        let at = field.offset_a.or(field.offset_b).map(|offset| format!("offset {offset:#x}"));
        view! { <li><p><b>{name}</b> " " <span class="label">{at}</span></p><dl>{values}</dl></li> }.into_any()
    };
    let list = |fields: &[Field]| {
        let fields: Vec<AnyView> = fields.iter().map(field).collect();
        view! { <ul class="field-changes" role="list">{fields}</ul> }.into_any()
    };
    let (first, rest) = fields.split_at(fields.len().min(SHOWN));
    let more = || grid::folded(false, format!("{} more known fields", words::number(rest.len())), list(rest));
    let more = (!rest.is_empty()).then(more);
    (!fields.is_empty()).then(|| view! { {list(first)} {more} }.into_any())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_part_that_differs_is_a_values_own() {
        let (a, b) = divide("/lib/python3.10/site-packages", "/lib/python3.9/site-packages");
        assert_eq!(a, ["/lib/python3.", "10", "/site-packages"]);
        assert_eq!(b, ["/lib/python3.", "9", "/site-packages"]);
    }

    #[test]
    fn a_value_that_the_other_only_lengthens_has_nothing_of_its_own() {
        let (a, b) = divide("aaa", "aaaa");
        assert_eq!((a.concat(), b.concat()), ("aaa".to_owned(), "aaaa".to_owned()));
        assert_eq!((a[1].as_str(), b[1].as_str()), ("", "a"));
    }

    #[test]
    fn values_with_little_in_common_are_not_divided() {
        let (a, b) = divide("a1234567", "a7654321");
        assert_eq!((a[1].as_str(), b[1].as_str()), ("a1234567", "a7654321"));
    }
}
