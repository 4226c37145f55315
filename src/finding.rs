//! What was found wrong or noteworthy, and where: the one shape of every anomaly.
//!
//! A finding has a stable code for scripts and a sentence for people. Each module lists its codes as [`Code`] constants
//! with their meaning; tests pin the code *and* the sentence.

use serde::{Deserialize, Serialize};

/// How much a finding weighs, worst first (the order of the findings panel).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The identity of an artifact is in doubt: two tools may see different bytes, or bytes deny a claim.
    Alarm,
    /// Something is malformed or missing; what could be read is still reported.
    Warning,
    /// Unusual but harmless; worth knowing when wheels are compared.
    Note,
}

/// A kind of finding: its stable code, its weight and what it means in one sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Stable, for scripts: `area.what`, e.g. `zip.duplicate-name`.
    pub id: &'static str,
    /// How much it weighs.
    pub severity: Severity,
    /// What it means for the reader, one sentence.
    pub meaning: &'static str,
}

/// One anomaly of one wheel.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Finding {
    /// How much it weighs; first, so that sorting puts the worst first.
    pub severity: Severity,
    /// The stable code, see [`Code::id`].
    pub code: String,
    /// The member it is about, as its name stands in the wheel; `None` when it is about the whole wheel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// Offset in the wheel file (container findings) or in the member (format findings), in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// What was seen, as a sentence that names both sides of a contradiction.
    pub detail: String,
    /// What it means, see [`Code::meaning`].
    pub meaning: String,
}

impl Finding {
    /// A finding about the whole wheel.
    pub fn new(code: &Code, detail: impl Into<String>) -> Self {
        Self {
            severity: code.severity,
            code: code.id.to_owned(),
            member: None,
            offset: None,
            detail: detail.into(),
            meaning: code.meaning.to_owned(),
        }
    }

    /// The same finding, about one member.
    #[must_use]
    pub fn in_member(mut self, member: impl Into<String>) -> Self {
        self.member = Some(member.into());
        self
    }

    /// The same finding, at an offset in bytes.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }
}
