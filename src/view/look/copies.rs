//! What the indices of a second look stand for: the contents of a binary, named by the wheels that hold them.

use super::super::collapse::collapse;
use super::super::page::Page;
use crate::parity::Pair;

/// One content of a binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    /// The labels of the wheels that hold it.
    pub(super) label: String,
    /// Those wheels.
    pub(super) wheels: Vec<usize>,
    /// Its bytes.
    pub(super) size: u64,
}

/// The contents of a pair in the order of [`Pair::contents`].
pub(super) fn contents(page: Page, pair: &Pair) -> Vec<Content> {
    let held = pair.copies.iter().filter(|copy| copy.sha256.is_some());
    let contents = collapse(held.map(|copy| ((copy.wheel, copy.size), copy.sha256)));
    let content = |(holders, _): (Vec<(usize, u64)>, _)| {
        let wheels: Vec<usize> = holders.iter().map(|(wheel, _)| *wheel).collect();
        let size = holders.first().map(|(_, size)| *size).unwrap_or_default();
        Content { label: page.all_labels(&wheels), wheels, size }
    };
    contents.into_iter().map(content).collect()
}

/// The name of a content; `?` for an index that is none.
pub(super) fn name(contents: &[Content], at: usize) -> &str {
    contents.get(at).map_or("?", |content| content.label.as_str())
}
