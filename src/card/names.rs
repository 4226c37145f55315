//! Short names for sentences: as little of a key's end as is unique on the card.

use std::collections::BTreeMap;

use super::format::literal;

/// The path components that a short name has at most; what is not unique then is called by its whole key.
const DEPTH: usize = 6;

/// The short name of every key.
#[derive(Debug, Clone, Default)]
pub(super) struct ShortNames(BTreeMap<String, String>);

impl ShortNames {
    pub(super) fn of<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        let mut names = BTreeMap::new();
        let mut unnamed: Vec<&str> = keys.collect();
        for depth in 1..=DEPTH {
            let mut by_end: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for key in unnamed {
                by_end.entry(end(key, depth)).or_default().push(key);
            }
            unnamed = Vec::new();
            for (end, keys) in by_end {
                match keys.as_slice() {
                    [only] => {
                        names.insert((*only).to_owned(), end.to_owned());
                    }
                    _ => unnamed.extend(keys),
                }
            }
        }
        Self(names)
    }

    /// The short name of a key, as a literal.
    pub(super) fn literal(&self, key: &str) -> String {
        literal(self.0.get(key).map_or(key, String::as_str))
    }

    /// Short names of some keys, at most `most` of them, as literals: `a`, `b` and 7 more.
    pub(super) fn list<'a>(&self, keys: impl Iterator<Item = &'a str>, most: usize) -> String {
        let keys: Vec<&str> = keys.collect();
        // One more name is no longer than "1 more".
        let shown = if keys.len() == most.saturating_add(1) { keys.len() } else { most };
        let mut items: Vec<String> = keys.iter().take(shown).map(|key| self.literal(key)).collect();
        let rest = keys.len().saturating_sub(items.len());
        if rest > 0 {
            items.push(format!("{rest} more"));
        }
        super::format::listed(&items)
    }
}

/// The last `depth` components of a path.
fn end(key: &str, depth: usize) -> &str {
    let slash = key.rmatch_indices('/').nth(depth.saturating_sub(1));
    slash.and_then(|(at, _)| key.get(at.saturating_add(1)..)).unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_is_the_shortest_end_that_is_unique() {
        let keys = ["n/nki/isa/neuron_isa.so", "n/isa_tpb/sunda/neuron_isa.so", "n/lib/libx.so", "libx.so", "a"];
        let names = ShortNames::of(keys.into_iter());
        let short: Vec<String> = keys.iter().map(|key| names.literal(key)).collect();
        assert_eq!(short, ["`isa/neuron_isa.so`", "`sunda/neuron_isa.so`", "`lib/libx.so`", "`libx.so`", "`a`"]);
    }

    #[test]
    fn long_lists_end_in_a_count() {
        let names = ShortNames::default();
        assert_eq!(names.list(["a", "b", "c"].into_iter(), 2), "`a`, `b` and `c`");
        assert_eq!(names.list(["a", "b", "c", "d"].into_iter(), 2), "`a`, `b` and 2 more");
    }
}
