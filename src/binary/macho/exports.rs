//! Entry points of Python in the exports trie, for images whose symbol table was stripped.
//!
//! The trie is a graph of claims: an edge may lead anywhere, so a walk of all of it may never end. This one follows only
//! the edges that can lead to an entry point, and stops after a stated number of nodes.

use super::super::python;

/// Nodes that are visited. An extension module's trie has a handful.
const NODES: usize = 1 << 12;

/// Bytes of a symbol's name.
const NAME: usize = 1 << 10;

/// The names in `trie` that begin with `_` and an entry point's prefix, without the `_`.
pub(super) fn python_entry_points(trie: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut pending: Vec<(usize, Vec<u8>)> = vec![(0, Vec::new())];
    for _ in 0..NODES {
        let Some((offset, name)) = pending.pop() else { break };
        let Some(node) = trie.get(offset..).and_then(Node::read) else { continue };
        if let Some(symbol) = name.strip_prefix(b"_").filter(|_| node.is_terminal)
            && python::is_entry_point(symbol)
        {
            found.push(symbol.to_vec());
        }
        for (label, child) in node.edges {
            let name = [name.as_slice(), label].concat();
            if name.len() <= NAME && may_lead_to_entry_point(&name) && pending.len() < NODES {
                pending.push((child, name));
            }
        }
    }
    found
}

/// Whether `name` is the start of `_PyInit_…` or the like, or goes on from it.
fn may_lead_to_entry_point(name: &[u8]) -> bool {
    let Some(name) = name.strip_prefix(b"_") else { return name.is_empty() };
    python::ENTRY_POINTS.iter().any(|prefix| name.starts_with(prefix) || prefix.starts_with(name))
}

/// One node: whether a symbol ends here, and the edges to others.
struct Node<'data> {
    is_terminal: bool,
    edges: Vec<(&'data [u8], usize)>,
}

impl<'data> Node<'data> {
    fn read(bytes: &'data [u8]) -> Option<Self> {
        let (terminal_size, rest) = uleb128(bytes)?;
        let rest = rest.get(usize::try_from(terminal_size).ok()?..)?;
        let (count, mut rest) = rest.split_first()?;
        let mut edges = Vec::new();
        for _ in 0..*count {
            let end = memchr::memchr(0, rest)?;
            let label = rest.get(..end)?;
            let (child, after) = uleb128(rest.get(end.checked_add(1)?..)?)?;
            edges.push((label, usize::try_from(child).ok()?));
            rest = after;
        }
        Some(Self { is_terminal: terminal_size > 0, edges })
    }
}

/// An unsigned LEB128 number of at most 63 bits, and what follows it.
fn uleb128(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0_u64;
    for (index, byte) in bytes.iter().take(9).enumerate() {
        let shift = u32::try_from(index).ok()?.checked_mul(7)?;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some((value, bytes.get(index.checked_add(1)?..)?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_point_is_found_and_other_exports_are_not() {
        // As ld64 writes it: root -> `_` at 5 -> `PyInit_a` at 24, `other` at 28. Leaves: 2 bytes of flags and address.
        let trie = b"\0\x01_\0\x05\0\x02PyInit_a\0\x18other\0\x1c\x02\0\x10\0\x02\0\x20\0";
        assert_eq!(python_entry_points(trie), [b"PyInit_a".to_vec()]);
        // The same without a symbol at the leaf, and cut before it.
        let mut internal = trie.to_vec();
        internal[24] = 0;
        assert!(python_entry_points(&internal).is_empty());
        assert!(python_entry_points(&trie[..24]).is_empty());
    }

    #[test]
    fn a_trie_that_leads_back_to_itself_ends() {
        // One node, whose edge `_PyInit_` leads to itself, 255 times.
        let mut trie = vec![0, 255];
        for _ in 0..255 {
            trie.extend_from_slice(b"_PyInit_\0\0");
        }
        assert!(python_entry_points(&trie).is_empty());
        assert!(python_entry_points(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff").is_empty());
        assert!(python_entry_points(b"").is_empty());
    }
}
