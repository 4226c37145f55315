//! What a member is, decided by its bytes and never by its name, and the facts of its format.

mod facts;

pub use facts::{
    Binary, BuildId, DebugInfo, Dynamic, Elf, ElfClass, Endian, FileKind, Group, Id, IdKind, IdSource, Note,
    ObjectType, Role, RoleEvidence, Slice,
};

// STUB until the module lands.
/// stub
pub fn identify(_: &[u8], _: &str) -> (crate::report::Identified, Vec<crate::finding::Finding>) {
    unreachable!()
}
/// stub
pub fn identify_head(_: &[u8], _: u64, _: &str) -> (crate::report::Identified, Vec<crate::finding::Finding>) {
    unreachable!()
}
