//! The reference cards that come with the page.

use serde::Deserialize;

use super::Refusal;
use crate::card::Card;
use crate::wheel::name::normalize;
use crate::wheel::pep440::{Relation, relation};

/// The index of the built-in cards, relative to the page.
pub const INDEX: &str = "reference/index.json";

/// What the index calls itself.
const FORMAT: &str = "wheelcard-reference-index";
/// The version of its format.
const VERSION: u64 = 1;

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
        normalize(&card.head.distribution) == self.name
            && relation(&card.head.version, &self.version) == Relation::Equal
    }
}

/// Reads the index.
///
/// # Errors
/// When it is no index, when it is one of another version, or when it names a file outside its own folder.
pub fn index(text: &str) -> Result<Vec<BuiltIn>, Refusal> {
    #[derive(Deserialize)]
    struct Index {
        format: String,
        version: u64,
        cards: Vec<Listed>,
    }
    #[derive(Deserialize)]
    struct Listed {
        name: String,
        version: String,
        title: String,
        file: String,
    }
    let other = |why: String| Refusal::OtherJson { why };
    let index: Index = serde_json::from_str(text).map_err(|error| other(error.to_string()))?;
    if (index.format.as_str(), index.version) != (FORMAT, VERSION) {
        return Err(other("it is not the index of the built-in cards".to_owned()));
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut cards = Vec::with_capacity(index.cards.len());
    for Listed { name, version, title, file } in index.cards {
        let stem = file.strip_suffix(".json").unwrap_or_default();
        if stem.is_empty() || file.starts_with('.') || !file.chars().all(is_plain) {
            return Err(other(format!("its card {name:?} has no plain file name")));
        }
        cards.push(BuiltIn { name: normalize(&name), version, title, file: format!("reference/{file}") });
    }
    Ok(cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(file: &str) -> String {
        format!(
            "{{\"format\": \"{FORMAT}\", \"version\": 1, \"cards\": [{{\"name\": \"Demo_X\", \"version\": \"1.0\", \
             \"title\": \"t\", \"file\": \"{file}\"}}]}}"
        )
    }

    #[test]
    fn a_card_is_named_by_normalised_name_and_lies_beside_the_index() {
        let cards = index(&with("demo_x-1.0.json")).unwrap();
        assert_eq!((cards[0].name.as_str(), cards[0].file.as_str()), ("demo-x", "reference/demo_x-1.0.json"));
    }

    #[test]
    fn no_card_lies_anywhere_else() {
        for file in ["../x.json", "/x.json", "https://x.example/x.json", "a/b.json", ".json", "x.js", "x%2f.json"] {
            assert!(index(&with(file)).is_err(), "{file}");
        }
        assert!(index("{}").is_err() && index("[]").is_err());
    }
}
