//! The identification card as data: head, tables, ladder, notes, provenance; and its exports.

mod model;

pub use model::{
    Card, CardFinding, Head, LadderStep, Note, NoteKind, Progress, Provenance, Table, TagCheck, WheelHead,
};
