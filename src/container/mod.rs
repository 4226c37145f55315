//! The zip container as it really lies in the file.
//!
//! The central directory, every local header, the end records, what stands before, between and after them: all are
//! walked over [`ReadAt`](crate::bytes::ReadAt) by this module and compared, because two tools that open one wheel
//! need not see the same members. Source: PKWARE's APPNOTE.TXT 6.3.10
//! (<https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>).
//!
//! [`open`] takes these steps, each a file of its own: `end` finds the end records, `archive` chooses the one that is
//! read (as `zipfile` does), `central` and `header` read the headers, `agreement` compares the two of each member,
//! `layout` looks at how members lie and `strays` searches what lies between them, `habits` and `twins` look at each
//! member and at members that stand in one another's way, `closing` at the end of the file, `second_reader` asks the
//! `zip` crate. [`inflate`] and its kin read members; [`verdicts`] says what installers make of it all.
//!
//! Nothing is refused for being odd: what can be read is an entry, and every contradiction is a finding of [`codes`].

mod agreement;
mod archive;
mod central;
mod closing;
pub mod codes;
mod descriptor;
mod dos_time;
mod end;
mod entry;
mod error;
mod extra;
mod fields;
mod habits;
mod header;
mod inflate;
mod installer_rules;
mod installers;
mod layout;
mod name;
mod open;
mod scattered;
mod second_reader;
mod strays;
mod tally;
mod twins;

pub use entry::{Entry, Method, Modified, Place};
pub use error::{ContainerError, MemberError};
pub use inflate::{Inflated, head, inflate, read_all, read_all_into};
pub use installers::{Installer, InstallerVerdict, Verdict, verdicts};
pub use open::open;

use serde::{Deserialize, Serialize};

use crate::finding::Finding;

/// What the container holds and what is odd about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Directory {
    /// Every entry, central ones first in the directory's order, then those that only a local header shows.
    pub entries: Vec<Entry>,
    /// Entries that the end record claims.
    pub declared_entries: u64,
    /// Bytes before the first local header (a `#!` line, another file), 0 in a plain wheel.
    pub prefix: u64,
    /// Bytes after the end record and its comment, 0 in a plain wheel.
    pub trailing: u64,
    /// The archive comment, decoded for reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Whether a zip64 end record is in use.
    pub zip64: bool,
    /// Anomalies.
    pub findings: Vec<Finding>,
}
