//! The second look: how far a finding in one copy of a binary carries to another copy, from the bytes of both.
//!
//! [`compare`] is a pure function of two files. It accounts for every byte ([`RangePair`]) and draws one of four
//! [`Verdict`]s. What the loader maps decides, not what section names say: the section table is a claim that anybody
//! can write, so it may only ever make a verdict weaker.
//!
//! * **stamp only** (`stamp`): all that differs is identity or debug data, or follows from that.
//! * **code equal** and **code shifted** (`code`, over `image`): every byte that can run is equal, at equal
//!   addresses or at one constant distance.
//! * **code differs**: anything else, and every doubt.
//!
//! [`Star`] does so for any number of copies, two of them in memory at once, and keeps a digest of every range;
//! [`carry`] answers for single addresses and symbols.

mod alarms;
pub mod carry;
mod code;
mod compare;
mod demangle;
mod digests;
mod facts;
mod fields;
mod image;
mod intervals;
mod ranges;
mod runs;
mod sentence;
mod slots;
mod stamp;
mod star;
mod symbols;
mod tables;
mod text;

pub use compare::{compare, compare_knowing};
pub use demangle::demangle;
pub use digests::{RangeDigest, by_digest, digests};
pub use facts::{
    Alarm, AlarmKind, Evidence, Extent, Field, FieldKind, RangePair, RangeState, SymbolChange, SymbolChanges,
    TableChanges, Verdict,
};
pub use runs::{LISTED, Run, Runs, runs};
pub use star::{Star, StarPair, star, star_reading};
