//! Paths, to be found by their ends.

use std::collections::BTreeMap;

/// Positions by path, sorted from the last component on, so that a lookup costs no more however many paths end alike.
#[derive(Debug, Default)]
pub(in crate::reference) struct Ends(BTreeMap<String, Vec<usize>>);

impl Ends {
    /// Adds a path at a position.
    pub(in crate::reference) fn insert(&mut self, path: &str, at: usize) {
        self.0.entry(reversed(path)).or_default().push(at);
    }

    /// The positions of paths that are one with `stated`, as far as both are stated: one is the end of the other, from a
    /// slash on. At most `most` of them.
    pub(in crate::reference) fn find(&self, stated: &str, most: usize) -> Vec<usize> {
        let stated = reversed(stated);
        let shorter = stated.match_indices('/').filter_map(|(at, _)| self.0.get(stated.get(..at)?));
        first(self.ending(&stated).chain(shorter), most)
    }

    /// The positions of paths that are `stated`, or end so from a slash on. At most `most` of them.
    pub(in crate::reference) fn find_longer(&self, stated: &str, most: usize) -> Vec<usize> {
        first(self.ending(&reversed(stated)), most)
    }

    fn ending(&self, reversed: &str) -> impl Iterator<Item = &Vec<usize>> {
        // `0` is the character behind the slash.
        let longer = self.0.range(format!("{reversed}/")..format!("{reversed}0")).map(|(_, at)| at);
        self.0.get(reversed).into_iter().chain(longer)
    }
}

fn first<'a>(positions: impl Iterator<Item = &'a Vec<usize>>, most: usize) -> Vec<usize> {
    let mut found: Vec<usize> = positions.flatten().copied().take(most).collect();
    found.sort_unstable();
    found
}

/// The components from last to first.
fn reversed(path: &str) -> String {
    path.rsplit('/').collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_found_by_its_end_and_by_what_it_is_the_end_of() {
        let mut ends = Ends::default();
        for (at, path) in
            ["n/lib/libx.so", "n/bin/libx.so", "n/lib/libx.so.1", "x", "n/mylib/libx.so"].into_iter().enumerate()
        {
            ends.insert(path, at);
        }
        for (stated, found) in [
            ("libx.so", vec![0, 1, 4]),
            ("lib/libx.so", vec![0]),
            ("n/lib/libx.so", vec![0]),
            ("/home/me/w/n/lib/libx.so", vec![0]),
            ("libx.so.1", vec![2]),
            ("ibx.so", vec![]),
            ("m/n/x", vec![3]),
            ("", vec![]),
            ("lib", vec![]),
        ] {
            assert_eq!(ends.find(stated, 9), found, "{stated}");
        }
        assert_eq!(ends.find("libx.so", 2).len(), 2);
        assert_eq!(ends.find_longer("lib/libx.so", 9), [0]);
        assert_eq!(ends.find_longer("n/lib/libx.so", 9), [0]);
        assert_eq!(ends.find_longer("w/n/lib/libx.so", 9), [0; 0], "another folder is another path");
    }
}
