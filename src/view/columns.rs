//! Columns of the tables that the reader can leave out, remembered on this machine.

use crate::browser::settings;

const SETTING: &str = "columns-left-out";

/// A column that can be left out: what it holds stands in the details of its row as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// The build-id.
    Id,
    /// The SHA-256.
    Digest,
}

impl Column {
    pub(super) const ALL: [Self; 2] = [Self::Id, Self::Digest];

    /// Its head.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Id => "Build-id",
            Self::Digest => "SHA-256",
        }
    }

    /// Its word among the settings.
    fn word(self) -> &'static str {
        match self {
            Self::Id => "build-id",
            Self::Digest => "sha-256",
        }
    }
}

/// Which of them are shown. The default is all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Columns {
    id: bool,
    digest: bool,
}

impl Columns {
    /// As they were left.
    pub(super) fn remembered() -> Self {
        Self::without(&settings::get(SETTING).unwrap_or_default())
    }

    fn without(words: &str) -> Self {
        let shown = |column: Column| !words.split(' ').any(|word| word == column.word());
        Self { id: shown(Column::Id), digest: shown(Column::Digest) }
    }

    fn left_out(self) -> String {
        let words = Column::ALL.into_iter().filter(|column| !self.has(*column)).map(Column::word);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Whether this one is shown.
    pub(super) fn has(self, column: Column) -> bool {
        match column {
            Column::Id => self.id,
            Column::Digest => self.digest,
        }
    }

    /// Shows it, or leaves it out, and remembers that.
    pub(super) fn toggle(&mut self, column: Column) {
        match column {
            Column::Id => self.id = !self.id,
            Column::Digest => self.digest = !self.digest,
        }
        settings::set(SETTING, &self.left_out());
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, Columns};

    #[test]
    fn what_was_left_out_is_left_out_again_and_unknown_words_change_nothing() {
        for words in ["", "build-id", "sha-256", "build-id sha-256"] {
            assert_eq!(Columns::without(words).left_out(), words);
        }
        assert!(Columns::without("size sha-25").has(Column::Digest));
    }
}
