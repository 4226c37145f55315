//! The report as JSON: everything that was read of the wheels, and the card that follows from it.
//!
//! The same wheels give the same bytes, whatever the order of dropping or the number of workers.

use serde::{Deserialize, Serialize};

use crate::parity::Looks;
use crate::report::WheelReport;

use super::model::Card;
use super::{build_with, order};

/// What the file calls itself.
pub const FORMAT: &str = "wheelcard-report";
/// The version of the format; it grows when a reader of the old one would misread the new one.
pub const VERSION: u64 = 1;

#[derive(Serialize)]
struct Report<'a> {
    format: &'static str,
    version: u64,
    tool: Tool<'a>,
    wheels: &'a [&'a WheelReport],
    card: &'a Card,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    version: &'a str,
}

/// The report of these wheels, ending in a newline.
pub fn export(wheels: &[&WheelReport]) -> String {
    export_with(wheels, &Looks::default())
}

/// The report of these wheels, with what the second look told of their binaries.
#[expect(clippy::missing_panics_doc, reason = "a report is plain data, which always serialises")]
pub fn export_with(wheels: &[&WheelReport], looks: &Looks) -> String {
    let wheels = order::sorted(wheels);
    let card = build_with(&wheels, looks);
    let tool = Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    let report = Report { format: FORMAT, version: VERSION, tool, wheels: &wheels, card: &card };
    #[expect(clippy::expect_used, reason = "fails only for maps whose keys are no strings, and a report has none")]
    let mut json = serde_json::to_string_pretty(&report).expect("a report is plain data");
    json.push('\n');
    json
}

/// Why a text is no saved report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadReport {
    /// Not JSON, or not with the fields of a report.
    #[error("this is no Wheelcard report: {source}")]
    Malformed {
        /// Where and why, in the parser's words.
        source: serde_json::Error,
    },
    /// JSON of another kind.
    #[error("this is no Wheelcard report: its `format` is `{found}`, not `{FORMAT}`")]
    OtherFormat {
        /// What it calls itself.
        found: String,
    },
    /// A version that this build does not know.
    #[error("this report has format version {found}; this Wheelcard reads version {VERSION}")]
    OtherVersion {
        /// The version it states.
        found: u64,
    },
}

/// The reports in a saved file, from which the card is built anew: what the file says of the card is not believed.
///
/// # Errors
/// When it is no report, or one of another version.
pub fn open(text: &str) -> Result<Vec<WheelReport>, BadReport> {
    #[derive(Deserialize)]
    struct Preamble {
        format: String,
        version: u64,
    }
    #[derive(Deserialize)]
    struct Saved {
        wheels: Vec<WheelReport>,
    }
    let malformed = |source| BadReport::Malformed { source };
    let Preamble { format, version } = serde_json::from_str(text).map_err(malformed)?;
    if format != FORMAT {
        return Err(BadReport::OtherFormat { found: format });
    }
    if version != VERSION {
        return Err(BadReport::OtherVersion { found: version });
    }
    serde_json::from_str::<Saved>(text).map(|saved| saved.wheels).map_err(malformed)
}
