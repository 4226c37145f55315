//! Wheelcard: which binaries are in these wheels, and how far does a finding made in one carry to the others?
//!
//! # Constraints, and what follows from them
//!
//! * **No server, ever.** Wheels may be confidential builds. The whole route runs in the reader's browser; the core
//!   knows no browser and no file system, it reads through [`bytes::ReadAt`].
//! * **Wheels are big** (several hundred megabytes, single binaries of 234 MB). Reading is by slices of at most
//!   [`bytes::limits::SLICE`]; a wheel is never held whole; memory is bounded by the largest member examined.
//! * **Wheels are hostile.** Every number in a file is a claim. It is checked, capped, compared with what really came,
//!   and both are reported. One bad member costs only itself: it becomes a [`finding::Finding`] beside the result.
//! * **The card is evidence.** No claim without the bytes: *claimed by RECORD* and *verified* are different words, and
//!   absent, malformed and not yet looked at are three different things ([`Option`], a finding, and a missing stage).
//! * **The same wheels give the same bytes** of JSON, whatever the order of dropping or the number of workers. So
//!   there is no hash map whose order could show, no clock and no path of this machine in a report.
//!
//! # The route
//!
//! ```text
//! File -> ReadAt -> container (zip directory, checked) -> member bytes -+-> SHA-256, size, CRC-32
//!                                                                       +-> format facts (binary)
//!     -> report ==(worker | page)==> session -> pairing -> parity -> card, ladder, notes -> view | export
//! ```
//!
//! Left of `==` runs in workers ([`scan`]), right of it on the page; parity is a pure, cheap function of the reports.
//!
//! # Out of scope
//!
//! Installing, resolving or judging packages; decompiling; anything that needs a network.

pub mod binary;
pub mod bytes;
pub mod card;
pub mod container;
pub mod evidence;
pub mod finding;
pub mod parity;
pub mod protocol;
pub mod reference;
pub mod report;
pub mod scan;
pub mod schedule;
pub mod session;
pub mod wheel;

#[cfg(feature = "web")]
pub mod browser;
#[cfg(feature = "page")]
pub mod view;
