//! What a reference says against itself.

use crate::finding::Finding;

use super::Reference;

pub(super) fn of(reference: &Reference) -> Vec<Finding> {
    let _ = reference;
    Vec::new()
}
