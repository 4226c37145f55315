//! What can be odd about a reference.

use crate::finding::{Code, Severity};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $severity:ident, $meaning:literal;)*) => {
        $($(#[$doc])* pub const $name: Code = Code { id: $id, severity: Severity::$severity, meaning: $meaning };)*

        /// Every code of this module.
        pub const ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    /// Two facts can't both be true.
    CONTRADICTION = "reference.contradiction", Alarm,
        "No wheel can fulfil both facts, so the reference is wrong in at least one of them.";
    /// A line that looks like none that is known.
    NOT_READ = "reference.not-read", Note,
        "What is not read is not compared; the other lines are.";
    /// A hash of another algorithm.
    OTHER_HASH = "reference.other-hash", Note,
        "Only SHA-256 is computed here, so this hash is not compared.";
    /// Something that a saved report only claims.
    LEFT_OUT = "reference.left-out", Note,
        "A reference states what was verified; what was only claimed or is doubtful is left out of it.";
}
