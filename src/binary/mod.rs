//! What a member is, decided by its bytes and never by its name, and the facts of its format.

mod facts;

pub use facts::{
    Binary, BuildId, DebugInfo, Dynamic, Elf, ElfClass, Endian, FileKind, Group, Id, IdKind, IdSource, Note,
    ObjectType, Role, RoleEvidence, Slice,
};
