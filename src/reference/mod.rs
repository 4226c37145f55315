//! What somebody else states of a release, and how it compares with the wheels that were dropped here.
//!
//! A [`Reference`] is made of [`Fact`]s, each with the place where it stands: from a reference card, a saved report, a
//! `SHA256SUMS` text, a `requirements.txt` with `--hash`, or pasted lines of `sha256sum` and `readelf -n`. [`compare`]
//! sets each of them beside what the bytes say. The rule above all others: no verdict from facts that were not checked,
//! and a name that fits two members is said to be ambiguous, never guessed.
//!
//! The format of a reference card is in `docs/reference-cards.md`.

pub mod built_in;
mod card_file;
pub mod codes;
mod compare;
mod contradictions;
mod lists;
mod model;
mod partial;
mod read;
mod refusal;
mod saved_report;
mod state;
mod tables;
pub mod words;

pub use card_file::write;
pub use compare::{Check, Comparison, Counts, Outcome, Pairing, Verdict, VerdictKind, compare};
pub use model::{About, Claim, Fact, Origin, OriginKind, Place, Reference, ReleaseName, Scope, StatedWheel, Subject};
pub use partial::{BadPartial, Partial};
pub use read::{LIMIT, SNIFF, read, read_bytes, sniff, text};
pub use refusal::Refusal;
pub use state::{Choice, Written, state};
pub use tables::{Cell, Row, Table, WheelCells};
