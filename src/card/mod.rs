//! The identification card as data: head, tables, ladder, notes, provenance; and its exports.

mod model;

pub use model::{
    Card, CardFinding, Head, LadderStep, Note, NoteKind, Progress, Provenance, Table, TagCheck, WheelHead,
};

// STUB until the module lands.
/// stub
pub fn build(_: &[&crate::report::WheelReport]) -> Card {
    unreachable!()
}
/// stub
pub mod json {
    /// stub
    pub fn export(_: &[&crate::report::WheelReport]) -> String {
        String::new()
    }
}
/// stub
pub mod markdown {
    /// stub
    pub fn export(_: &super::Card) -> String {
        String::new()
    }
}
