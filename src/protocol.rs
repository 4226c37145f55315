//! What the page and its workers say to one another.
//!
//! There are two kinds of worker, a module each: one scans wheels ([`ToWorker`], [`Found`]), the other takes the second
//! look ([`ToLook`], [`Told`]) and is loaded when that is first asked for. What every worker says is [`FromWorker`].
//!
//! A message travels as JSON text beside the `File` it is about: numbers stay exact (a `u64` in a JavaScript object
//! would be a float or a `BigInt` by a setting), and both sides share these types.

use serde::{Deserialize, Serialize};

use crate::bytes::Sha256;
use crate::container::Entry;
use crate::evidence::Star;
use crate::evidence::carry::Answer;
use crate::report::{Listing, Member, Needles};

/// Changes when a message changes its meaning. The two sides also compare [`BUILD`], since a server's cache may hold an
/// old worker beside a new page.
pub const VERSION: u32 = 1;

/// The build that this code is of, given by the build script; `dev` without one.
pub const BUILD: &str = match option_env!("WHEELCARD_BUILD") {
    Some(build) => build,
    None => "dev",
};

/// Page to a scanning worker. A message comes with the `File` of its wheel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToWorker {
    /// Moment 1.
    List {
        /// Names the wheel in what follows.
        wheel: u32,
        /// The file's name as dropped.
        file_name: String,
    },
    /// Moment 2 of some members.
    Identify {
        /// Which wheel.
        wheel: u32,
        /// The file's name as dropped.
        file_name: String,
        /// Which members.
        members: Vec<u32>,
    },
    /// Moment 3 of some members.
    Verify {
        /// Which wheel.
        wheel: u32,
        /// The file's name as dropped.
        file_name: String,
        /// Which members.
        members: Vec<u32>,
    },
    /// The digest of the wheel file.
    Digest {
        /// Which wheel.
        wheel: u32,
        /// The file's name as dropped.
        file_name: String,
    },
}

/// Page to the worker of the second look. A message comes with the `File` of each entry, in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToLook {
    /// The second look, at all copies of one binary.
    Compare {
        /// The copies, of which no two have the same bytes.
        copies: Vec<Entry>,
        /// The version and its label, to be recognised in texts that differ.
        needles: Needles,
    },
    /// The carry box: what became of places in the first copy in the others.
    Carry {
        /// The copies, the one asked about first.
        copies: Vec<Entry>,
        /// What the answers call the others.
        names: Vec<String>,
        /// The places, as the reader wrote them.
        places: String,
    },
}

/// Worker to page. All but [`Ready`](Self::Ready) are about the task that the worker was given last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromWorker<T> {
    /// The worker listens; anything sent before is lost.
    Ready {
        /// Its [`VERSION`].
        version: u32,
        /// Its [`BUILD`].
        build: String,
    },
    /// Something that this kind of worker has to tell.
    Says(T),
    /// The task is finished.
    Done,
    /// The task can't be done, in a sentence.
    Failed(String),
    /// The worker is about to die, in its own words.
    Panicked(String),
}

/// What a scanning worker tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// Moment 1 is there.
    Listed(Box<Listing>),
    /// What was learned of some members.
    Members(Vec<Member>),
    /// The digest of the wheel file is there.
    Digest(Sha256),
    /// Bytes read so far for this task.
    Read(u64),
}

/// What the worker of the second look tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    /// What the second look told; `None` when no evidence is computed for this format.
    Compared(Option<Box<Star>>),
    /// The carry box's answers.
    Carried(Vec<Answer>),
}

/// Whether a worker that says this at its start fits to this page.
pub fn fits(version: u32, build: &str) -> bool {
    version == VERSION && build == BUILD
}
