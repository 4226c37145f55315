//! What the reader gave that is no wheel: saved reports to look at, and reference cards to check against.

use std::fmt;
use std::sync::Arc;

use super::Refused;
use crate::card::json::Saved;

/// Something that was given, for the time of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GivenId(pub u32);

/// Where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file of this name.
    File(String),
    /// A text that was pasted.
    Paste,
    /// A file of this site, by its path.
    Site(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(name) | Self::Site(name) => f.write_str(name),
            Self::Paste => f.write_str("pasted text"),
        }
    }
}

/// What it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// A saved report: a card can be drawn from it, and wheels can be checked against it.
    Report(Arc<Saved>),
}

/// Something that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Which.
    pub id: GivenId,
    /// Where it came from.
    pub source: Source,
    /// What it is.
    pub body: Body,
}

/// All that was given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct All {
    here: Vec<Given>,
    removed: Vec<Given>,
    chosen: Option<GivenId>,
    next: u32,
}

impl All {
    /// Takes what was given, and chooses it. The same thing twice is refused, with a sentence.
    pub(super) fn add(&mut self, source: Source, body: Body) -> Result<(), Refused> {
        if let Some(known) = self.here.iter().find(|known| known.body == body) {
            let reason = format!("says the same as {}, which is here already", known.source);
            return Err(Refused { file_name: source.to_string(), reason });
        }
        let id = GivenId(self.next);
        self.next = self.next.saturating_add(1);
        self.here.push(Given { id, source, body });
        self.chosen = Some(id);
        Ok(())
    }

    pub(super) fn remove(&mut self, id: GivenId) {
        if let Some(at) = self.here.iter().position(|given| given.id == id) {
            self.removed.push(self.here.remove(at));
        }
    }

    pub(super) fn restore(&mut self, id: GivenId) {
        if let Some(at) = self.removed.iter().position(|given| given.id == id) {
            let given = self.removed.remove(at);
            let at = self.here.partition_point(|other| other.id < id);
            self.here.insert(at, given);
        }
    }

    pub(super) fn choose(&mut self, id: GivenId) {
        self.chosen = Some(id);
    }

    pub(super) fn all(&self) -> &[Given] {
        &self.here
    }

    pub(super) fn last_removed(&self) -> Option<&Given> {
        self.removed.last()
    }

    /// The chosen one, else the last, of all but `shown`.
    pub(super) fn chosen(&self, shown: Option<GivenId>) -> Option<&Given> {
        let mut others = self.here.iter().filter(|given| Some(given.id) != shown);
        let chosen = others.clone().find(|given| Some(given.id) == self.chosen);
        chosen.or_else(|| others.next_back())
    }

    /// The saved reports.
    pub(super) fn saved(&self) -> impl Iterator<Item = (GivenId, &Saved)> {
        self.here.iter().map(|given| {
            let Body::Report(saved) = &given.body;
            (given.id, &**saved)
        })
    }

    /// The saved report of this id.
    pub(super) fn report(&self, id: GivenId) -> Option<&Saved> {
        self.saved().find(|(known, _)| *known == id).map(|(_, saved)| saved)
    }
}
