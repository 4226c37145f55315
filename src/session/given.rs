//! What the reader gave that is no wheel: saved reports to look at, and reference cards to check against.

use std::fmt;
use std::sync::Arc;

use super::Refused;
use crate::card::json::{self, Saved};
use crate::reference::{self, OriginKind, Reference, Refusal};

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
pub struct Body {
    /// What it states of a release: wheels are checked against it.
    pub reference: Arc<Reference>,
    /// When it is a saved report: what its card is drawn from, without the wheels.
    pub saved: Option<Arc<Saved>>,
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

impl Body {
    /// Reads what was given. Its content decides what it is, never its name.
    ///
    /// # Errors
    /// Why it is nothing that wheels can be checked against.
    pub fn read(file_name: &str, bytes: &[u8]) -> Result<Self, Refusal> {
        let text = reference::text(bytes)?;
        let reference = Arc::new(reference::read(file_name, &text)?);
        let saved = match reference.origin.kind {
            OriginKind::SavedReport => Some(Arc::new(json::reopen(&text).map_err(Refusal::Report)?)),
            _ => None,
        };
        Ok(Self { reference, saved })
    }

    /// Whether it states the same, wherever it came from.
    fn says_the_same(&self, other: &Self) -> bool {
        let (one, another) = (&self.reference, &other.reference);
        let alike = (&one.release, &one.wheels, &one.subjects, &one.facts);
        self.saved == other.saved && alike == (&another.release, &another.wheels, &another.subjects, &another.facts)
    }
}

/// Why a dropped file is not read at all: `no_wheel` says why it is no wheel, `refusal` why it is nothing else either.
pub fn refused(file_name: String, no_wheel: String, refusal: &Refusal) -> Refused {
    let reason = match refusal {
        // What is no text was never meant to be a reference.
        Refusal::NoText { .. } => no_wheel,
        Refusal::NothingFound => format!("{no_wheel}; and {refusal}"),
        _ => refusal.to_string(),
    };
    Refused { file_name, reason }
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
        if let Some(known) = self.here.iter().find(|known| known.body.says_the_same(&body)) {
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
        self.here.iter().filter_map(|given| Some((given.id, given.body.saved.as_deref()?)))
    }

    /// The saved report of this id.
    pub(super) fn report(&self, id: GivenId) -> Option<&Saved> {
        self.saved().find(|(known, _)| *known == id).map(|(_, saved)| saved)
    }
}
