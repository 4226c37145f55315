//! Values that several wheels share stand once.

/// Groups `values` that are equal, in order of first appearance, with the positions that have them.
pub(super) fn collapse<P, T: PartialEq>(values: impl IntoIterator<Item = (P, T)>) -> Vec<(Vec<P>, T)> {
    let mut groups: Vec<(Vec<P>, T)> = Vec::new();
    for (position, value) in values {
        match groups.iter_mut().find(|(_, known)| *known == value) {
            Some((positions, _)) => positions.push(position),
            None => groups.push((vec![position], value)),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::collapse;

    #[test]
    fn equal_values_stand_once_with_all_their_positions_in_order_of_appearance() {
        let groups = collapse([(0, "a"), (1, "b"), (2, "a")]);
        assert_eq!(groups, [(vec![0, 2], "a"), (vec![1], "b")]);
    }
}
