//! Two values of one field, with the part marked in which they differ.

use leptos::prelude::*;

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

fn marked(parts: Parts) -> impl IntoView {
    let [before, own, after] = parts;
    // What is all its own needs no mark.
    let whole = before.is_empty() && after.is_empty();
    view! { <code class="value">{before}<span class="value__own" class:value__own--all=whole>{own}</span>{after}</code> }
}

/// Both sides of a field, `None` where a copy lacks it.
fn sides(names: [String; 2], values: [Option<&str>; 2]) -> impl IntoView + use<> {
    let [a, b] = values;
    let (own_a, own_b) = divide(a.unwrap_or_default(), b.unwrap_or_default());
    let side = |value: Option<&str>, parts: Parts| match value {
        Some(_) => marked(parts).into_any(),
        None => view! { <span class="pending">"none"</span> }.into_any(),
    };
    let [name_a, name_b] = names;
    view! {
        <div><dt class="line__wheels">{name_a}</dt><dd>{side(a, own_a)}</dd></div>
        <div><dt class="line__wheels">{name_b}</dt><dd>{side(b, own_b)}</dd></div>
    }
}

/// The fields on which the differences of a range fall.
pub(super) fn fields(fields: &[crate::evidence::Field], a: &str, b: &str) -> Option<impl IntoView + use<>> {
    let field = |field: &crate::evidence::Field| {
        let kind = super::terms::field(field.kind);
        let name = field.name.clone().map(|name| view! { " " <code>{name}</code> });
        let at = field.offset_a.or(field.offset_b).map(|offset| format!("offset {offset:#x}"));
        view! {
            <li class="field-change">
                <p><b>{kind}</b> {name} " " <span class="label">{at}</span></p>
                <dl>{sides([a.to_owned(), b.to_owned()], [field.a.as_deref(), field.b.as_deref()])}</dl>
            </li>
        }
    };
    let (first, rest) = fields.split_at(fields.len().min(SHOWN));
    let first = first.iter().map(field).collect_view();
    let more = (!rest.is_empty()).then(|| {
        let count = super::super::words::number(rest.len());
        let rest = rest.iter().map(field).collect_view();
        view! { <details><summary>{count} " more known fields"</summary><ul class="field-changes" role="list">{rest}</ul></details> }
    });
    (!fields.is_empty()).then(|| view! { <ul class="field-changes" role="list">{first}</ul> {more} })
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
