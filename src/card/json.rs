//! The report as JSON: everything that was read of the wheels, and the card that follows from it.
//!
//! The same wheels give the same bytes, whatever the order of dropping or the number of workers.

use serde::{Deserialize, Serialize};

use crate::parity::{Look, Looks};
use crate::report::WheelReport;

use super::model::{Card, Origin, Table};
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
pub fn export_with(wheels: &[&WheelReport], looks: &Looks) -> String {
    export_card(wheels, &build_with(wheels, looks))
}

/// The report of these wheels, with the card that was made of them.
#[expect(clippy::missing_panics_doc, reason = "a report is plain data, which always serialises")]
pub fn export_card(wheels: &[&WheelReport], card: &Card) -> String {
    let wheels = order::sorted(wheels);
    let tool = Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
    let report = Report { format: FORMAT, version: VERSION, tool, wheels: &wheels, card };
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
    /// A report of nothing.
    #[error("this report holds no wheel")]
    Empty,
}

/// What a saved file holds, and a card can be drawn from without the wheels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Saved {
    /// The version of the tool that saved it, as it says.
    pub tool: String,
    /// The reports of the wheels.
    pub wheels: Vec<WheelReport>,
    /// What the second look had told of their binaries.
    pub looks: Looks,
}

impl Saved {
    /// Its card, marked as one that is not from bytes.
    pub fn card(&self) -> Card {
        let reports: Vec<&WheelReport> = self.wheels.iter().collect();
        Card { origin: Origin::SavedReport, ..build_with(&reports, &self.looks) }
    }
}

/// A saved file, with everything that its card can be drawn from.
///
/// The card is built anew from the reports of the wheels. Only evidence is taken from the saved card: it can't be had
/// again without the bytes.
///
/// # Errors
/// When it is no report, one of another version, or one without any wheel.
pub fn reopen(text: &str) -> Result<Saved, BadReport> {
    #[derive(Deserialize)]
    struct Rest {
        tool: SavedTool,
        card: SavedCard,
    }
    #[derive(Deserialize)]
    struct SavedTool {
        version: String,
    }
    #[derive(Deserialize)]
    struct SavedCard {
        tables: Vec<Table>,
    }
    let wheels = open(text)?;
    if wheels.is_empty() {
        return Err(BadReport::Empty);
    }
    let Rest { tool, card } = serde_json::from_str(text).map_err(|source| BadReport::Malformed { source })?;
    let mut looks = Looks::default();
    for pair in card.tables.into_iter().flat_map(|table| table.rows) {
        if let (Some(contents), Some(star)) = (pair.contents(), pair.evidence) {
            looks.insert(contents, Look::Told(Some(star)));
        }
    }
    Ok(Saved { tool: tool.version, wheels, looks })
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
