//! The identification card as data: head, tables, ladder, notes, provenance; and its exports.
//!
//! Views and exports lay a [`Card`] out and decide nothing; every sentence and every word of confidence is made here.

mod build;
pub mod build_id_list;
pub mod checksums;
pub mod csv;
pub mod format;
mod head;
pub mod json;
mod labels;
pub mod markdown;
mod model;
mod names;
mod notes;
mod order;
pub mod provenance;
mod shell;

pub use build::{build, build_with};
pub use labels::labels;
pub use model::{
    About, Card, CardFinding, Head, LadderStep, Note, NoteKind, Origin, Progress, Provenance, Table, TagCheck,
    WheelHead,
};
pub(crate) use order::sorted;
