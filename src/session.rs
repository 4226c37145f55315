//! What the reader has dropped and chosen: a pure reducer, tested natively. The page only shows it.

mod given;
mod release;
mod second_look;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use given::{Body, Given, GivenId, Source, refused};
pub use release::Release;
pub use second_look::{Carried, Carrying, LookRequest};

use crate::bytes::Sha256;
use crate::card::json::Saved;
use crate::card::{self, Card};
use crate::parity::{Look, Looks};
use crate::report::{Listing, Member, WheelReport};
use crate::scan;

/// A dropped wheel, for the time of the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WheelId(pub u32);

/// How far a wheel's scan is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scan {
    /// Waiting for a worker.
    Queued,
    /// Listed, or about to be; bytes read of all bytes to be read.
    Reading {
        /// Bytes read so far.
        done: u64,
        /// Bytes to be read in all: the file once for its own digest and once for its members.
        total: u64,
    },
    /// Every byte was looked at.
    Verified,
    /// It can't be read as a wheel, in a sentence.
    Failed {
        /// Why, and what to do.
        reason: String,
    },
    /// The reader cancelled it.
    Cancelled,
}

/// One dropped wheel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wheel {
    /// Which.
    pub id: WheelId,
    /// The file's name as dropped.
    pub file_name: String,
    /// The file's size in bytes.
    pub size: u64,
    /// How far its scan is.
    pub scan: Scan,
    /// What is known of it; `None` until it is listed.
    pub report: Option<WheelReport>,
}

/// A dropped file that is no wheel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The file's name as dropped.
    pub file_name: String,
    /// Why, in a sentence.
    pub reason: String,
}

/// The state of the whole session: the word in `<html data-scan>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScanState {
    /// Nothing is being read and nothing was.
    Idle,
    /// At least one wheel is not listed yet.
    Reading,
    /// All wheels are listed, not all are verified; see also [`Session::is_identified`].
    Listed,
    /// Nothing is left to be read. Of the wheels that could not be, [`Session::failed`] is the number.
    Verified,
}

impl fmt::Display for ScanState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Idle => "idle",
            Self::Reading => "reading",
            Self::Listed => "listed",
            Self::Verified => "verified",
        })
    }
}

/// What can happen to a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A wheel was dropped.
    Added {
        /// Its id, new.
        id: WheelId,
        /// Its file name.
        file_name: String,
        /// Its size in bytes.
        size: u64,
    },
    /// A file was dropped that is no wheel.
    Refused(Refused),
    /// Moment 1.
    Listed(WheelId, Box<Listing>),
    /// Moments 2 and 3 of some members.
    Members(WheelId, Vec<Member>),
    /// The wheel file's own digest.
    Digest(WheelId, Sha256),
    /// Bytes read so far.
    Progress {
        /// Of which wheel.
        id: WheelId,
        /// Bytes read.
        done: u64,
        /// Bytes to be read in all.
        total: u64,
    },
    /// Nothing is left to be read of a wheel.
    Finished(WheelId),
    /// A wheel can't be read, in a sentence.
    Failed(WheelId, String),
    /// The reader cancelled a wheel's scan.
    Cancelled(WheelId),
    /// The reader took a wheel away.
    Removed(WheelId),
    /// The reader took that back. What is not yet read of the wheel is read again.
    Restored(WheelId),
    /// The reader gave something to look at, or to check against, that is no wheel.
    Given(Source, Body),
    /// The reader took that away.
    GivenRemoved(GivenId),
    /// The reader took that back.
    GivenRestored(GivenId),
    /// The reader chose what to check against.
    GivenChosen(GivenId),
    /// The reader dismissed the sentences about refused files.
    RefusalsDismissed,
    /// The reader chose a release, by its key.
    ReleaseChosen(String),
    /// The reader takes a wheel out of the comparison, or back into it.
    Toggled(WheelId),
    /// What came of a second look at these contents.
    Looked(Vec<Sha256>, Look),
    /// What came of a question to the carry box.
    Carried(Carried),
}

impl Event {
    /// Whether it can change the card. Progress comes several times a second and can't.
    pub fn touches_card(&self) -> bool {
        !matches!(self, Self::Progress { .. } | Self::Refused(_) | Self::RefusalsDismissed | Self::Carried(_))
    }
}

/// Everything the page shows follows from this.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Session {
    wheels: Vec<Wheel>,
    removed: Vec<Wheel>,
    refused: Vec<Refused>,
    chosen: Option<String>,
    left_out: BTreeSet<WheelId>,
    looks: Looks,
    carried: BTreeMap<String, Carried>,
    given: given::All,
}

impl Session {
    /// Takes an event. Events about wheels that are gone change nothing.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Added { id, file_name, size } => {
                self.wheels.push(Wheel { id, file_name, size, scan: Scan::Queued, report: None });
            }
            Event::Refused(refused) => self.refused.push(refused),
            Event::RefusalsDismissed => self.refused.clear(),
            Event::Listed(id, listing) => self.with(id, |wheel| {
                // A wheel that is listed once more (after a restore) keeps what is known of it.
                if wheel.report.is_none() {
                    wheel.report = Some(WheelReport::listed(*listing));
                }
            }),
            Event::Members(id, members) => self.with_report(id, |report| {
                for member in members {
                    report.accept(member);
                }
            }),
            Event::Digest(id, sha256) => self.with_report(id, |report| report.sha256 = Some(sha256)),
            Event::Progress { id, done, total } => self.with(id, |wheel| wheel.scan = Scan::Reading { done, total }),
            Event::Finished(id) => self.with(id, |wheel| {
                wheel.scan = Scan::Verified;
                if let Some(report) = &mut wheel.report {
                    scan::conclude(report);
                }
            }),
            Event::Failed(id, reason) => self.with(id, |wheel| wheel.scan = Scan::Failed { reason }),
            Event::Cancelled(id) => self.with(id, |wheel| {
                if !wheel.scan.is_over() {
                    wheel.scan = Scan::Cancelled;
                }
            }),
            Event::Removed(id) => {
                if let Some(at) = self.wheels.iter().position(|wheel| wheel.id == id) {
                    self.removed.push(self.wheels.remove(at));
                }
            }
            Event::Restored(id) => {
                if let Some(at) = self.removed.iter().position(|wheel| wheel.id == id) {
                    let mut wheel = self.removed.remove(at);
                    if !wheel.scan.is_over() {
                        wheel.scan = Scan::Queued;
                    }
                    let at = self.wheels.partition_point(|other| other.id < id);
                    self.wheels.insert(at, wheel);
                }
            }
            Event::Looked(contents, look) => self.looks.insert(contents, look),
            Event::Carried(carried) => {
                self.carried.insert(carried.key.clone(), carried);
            }
            Event::Given(source, body) => {
                if let Err(refused) = self.given.add(source, body) {
                    self.refused.push(refused);
                }
            }
            Event::GivenRemoved(id) => self.given.remove(id),
            Event::GivenRestored(id) => self.given.restore(id),
            Event::GivenChosen(id) => self.given.choose(id),
            Event::ReleaseChosen(key) => self.chosen = Some(key),
            Event::Toggled(id) => {
                if !self.left_out.remove(&id) {
                    self.left_out.insert(id);
                }
            }
        }
    }

    fn with(&mut self, id: WheelId, change: impl FnOnce(&mut Wheel)) {
        if let Some(wheel) = self.wheels.iter_mut().find(|wheel| wheel.id == id) {
            change(wheel);
        }
    }

    fn with_report(&mut self, id: WheelId, change: impl FnOnce(&mut WheelReport)) {
        self.with(id, |wheel| {
            if let Some(report) = &mut wheel.report {
                change(report);
            }
        });
    }

    /// The wheels, in the order of dropping.
    pub fn wheels(&self) -> &[Wheel] {
        &self.wheels
    }

    /// The wheel of this id, unless it was taken away.
    pub fn wheel(&self, id: WheelId) -> Option<&Wheel> {
        self.wheels.iter().find(|wheel| wheel.id == id)
    }

    /// The wheel that was taken away last, and can be brought back.
    pub fn last_removed(&self) -> Option<&Wheel> {
        self.removed.last()
    }

    /// Dropped files that are no wheels.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// The state of the whole session.
    pub fn state(&self) -> ScanState {
        let busy = |wheel: &&Wheel| !wheel.scan.is_over();
        if self.wheels.iter().filter(busy).any(|wheel| wheel.report.is_none()) {
            ScanState::Reading
        } else if self.wheels.iter().any(|wheel| busy(&wheel)) {
            ScanState::Listed
        } else if self.wheels.iter().any(|wheel| wheel.report.is_some() || wheel.failed()) {
            ScanState::Verified
        } else {
            ScanState::Idle
        }
    }

    /// Whether there are wheels, and it is known of every member of each what it is, or nothing more comes.
    pub fn is_identified(&self) -> bool {
        !self.wheels.is_empty() && self.wheels.iter().all(Wheel::is_identified)
    }

    /// How many wheels could not be read; the line of each says why.
    pub fn failed(&self) -> usize {
        self.wheels.iter().filter(|wheel| wheel.failed()).count()
    }

    /// The releases among the wheels, by platform, most wheels first; then those of saved reports.
    pub fn releases(&self) -> Vec<Release> {
        let mut releases = release::group(&self.wheels);
        releases.extend(
            self.given.saved().filter_map(|(id, saved)| Some(release::of_saved(id, &saved.wheels.first()?.listing))),
        );
        releases
    }

    /// The release that is shown: the chosen one, else the first.
    pub fn release(&self) -> Option<Release> {
        let releases = self.releases();
        let chosen = |release: &&Release| Some(&release.key) == self.chosen.as_ref();
        releases.iter().find(chosen).or(releases.first()).cloned()
    }

    /// Whether a wheel takes part in the comparison when its release is shown.
    pub fn is_compared(&self, id: WheelId) -> bool {
        !self.left_out.contains(&id)
    }

    /// The saved report that is shown, in place of wheels.
    pub fn shown_report(&self) -> Option<&Saved> {
        self.given.report(self.release()?.saved?)
    }

    /// The reports of the wheels that are compared.
    pub fn compared(&self) -> Vec<&WheelReport> {
        let Some(release) = self.release() else { return Vec::new() };
        if let Some(saved) = release.saved.and_then(|id| self.given.report(id)) {
            return saved.wheels.iter().collect();
        }
        let ids = release.wheels.into_iter().filter(|id| self.is_compared(*id));
        ids.filter_map(|id| self.wheel(id)?.report.as_ref()).collect()
    }

    /// The card of the wheels that are compared, or of the saved report that is shown; `None` while there is none.
    pub fn card(&self) -> Option<Card> {
        if let Some(saved) = self.shown_report() {
            return Some(saved.card());
        }
        let reports = self.compared();
        (!reports.is_empty()).then(|| card::build_with(&reports, &self.looks))
    }

    /// What was given to look at, or to check against, and is no wheel; in the order of giving.
    pub fn given(&self) -> &[Given] {
        self.given.all()
    }

    /// What was taken away of these last, and can be brought back.
    pub fn last_removed_given(&self) -> Option<&Given> {
        self.given.last_removed()
    }

    /// What the shown card is checked against: what was chosen, else what was given last. A saved report is not
    /// checked against itself.
    pub fn checked_against(&self) -> Option<&Given> {
        let shown = self.release().and_then(|release| release.saved);
        self.given.chosen(shown)
    }

    /// What the card calls each wheel that is compared.
    pub fn labels(&self) -> BTreeMap<WheelId, String> {
        let ids = self.release().map(|release| release.wheels).unwrap_or_default();
        let compared = ids.into_iter().filter(|id| self.is_compared(*id));
        let (ids, reports): (Vec<WheelId>, Vec<&WheelReport>) =
            compared.filter_map(|id| Some((id, self.wheel(id)?.report.as_ref()?))).unzip();
        ids.into_iter().zip(card::labels(&reports)).collect()
    }

    /// The second looks so far.
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// What the carry box of this pair was asked last.
    pub fn carried(&self, key: &str) -> Option<&Carried> {
        self.carried.get(key)
    }
}

impl Wheel {
    fn failed(&self) -> bool {
        matches!(self.scan, Scan::Failed { .. })
    }

    /// Whether it is known of every member what it is, or nothing more comes.
    fn is_identified(&self) -> bool {
        let known = |member: &Member| member.identified.is_some() || !member.findings.is_empty();
        self.scan.is_over() || self.report.as_ref().is_some_and(|report| report.members.iter().all(known))
    }
}

impl Scan {
    /// Whether nothing more comes.
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Verified | Self::Failed { .. } | Self::Cancelled)
    }
}
