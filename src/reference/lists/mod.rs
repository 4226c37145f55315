//! Facts from lines of text: `sha256sum`, requirements with `--hash`, `readelf -n`, in any mixture.

mod checksum_line;
mod notes;
mod requirement;

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::{
    About, Claim, Fact, Origin, OriginKind, Partial, Place, Reference, Refusal, ReleaseName, Scope, StatedWheel,
    Subject,
};
use crate::card::format::{counted, visible};
use crate::finding::Finding;
use crate::wheel::{name::normalize, pep440};
use checksum_line::ChecksumLine;
use notes::{Notes, NotesLine};
use requirement::{Required, Requirement};

/// Facts of one text.
const FACTS: usize = 1_000_000;
/// Characters of a line that are shown in a finding.
const SHOWN: usize = 80;
/// Lines that are named one by one when they were not read.
const NAMED: usize = 5;

/// Reads every line for what it is.
///
/// # Errors
/// When no line is a fact, or there are too many.
pub(super) fn read(file_name: &str, text: &str) -> Result<Reference, Refusal> {
    let mut reader = Reader::default();
    let mut lines = text.lines().zip(1_u64..).peekable();
    while let Some((line, number)) = lines.next() {
        if line.ends_with('\\') && checksum_line::read(line).is_none() && requirement::begins(line) {
            let mut logical = line.trim_end_matches('\\').to_owned();
            let mut is_continued = true;
            while is_continued && let Some((next, _)) = lines.next_if(|(next, _)| requirement::goes_on(next)) {
                is_continued = next.ends_with('\\');
                logical.push(' ');
                logical.push_str(next.trim_end_matches('\\'));
            }
            reader.line(&logical, "", number)?;
        } else {
            // Only a heading is told by what follows it.
            let next = if line.trim_end().ends_with(':') {
                lines.clone().map(|(next, _)| next).find(|next| !next.trim().is_empty())
            } else {
                None
            };
            reader.line(line, next.unwrap_or_default(), number)?;
        }
    }
    reader.finish(file_name)
}

#[derive(Default)]
struct Reader {
    kinds: BTreeSet<OriginKind>,
    wheels: Vec<StatedWheel>,
    wheel_by_name: BTreeMap<String, usize>,
    subjects: Vec<Subject>,
    subject_by_path: BTreeMap<String, usize>,
    facts: Vec<Fact>,
    notes: Notes,
    /// The last entry of each required release, by name and version in their one spelling.
    required: BTreeMap<(String, Option<String>), Entry>,
    /// Entries that several lines make, for the finding.
    merged: BTreeMap<usize, Vec<u64>>,
    /// The wheel of whose members a list says that it is, see `card::checksums`.
    members_of: Option<usize>,
    unread: Vec<(u64, String)>,
    more_unread: usize,
    other_hashes: usize,
    first_other_hash: u64,
}

/// What lines with different environment markers say of one release.
struct Entry {
    /// Its fact.
    fact: usize,
    markers: BTreeSet<String>,
}

impl Reader {
    fn line(&mut self, line: &str, next: &str, number: u64) -> Result<(), Refusal> {
        if self.facts.len() >= FACTS {
            return Err(Refusal::TooMany { what: "facts", limit: FACTS });
        }
        let trimmed = line.trim();
        if trimmed.starts_with('#') && self.notes.is_command(trimmed) {
            // The prompt of root is a `#`: no comment.
        } else if let Some(comment) = trimmed.strip_prefix('#') {
            // It may be somebody's heading of what follows.
            self.notes.end();
            if let Some((_, wheel)) = comment.split_once("SHA-256 of the members of ") {
                self.members_of = Some(self.wheel(wheel.trim()));
            }
        } else if let Some(found) = checksum_line::read(trimmed) {
            self.notes.end();
            self.checksum(found, number);
        } else if let Some(found) = requirement::read(trimmed) {
            self.notes.end();
            self.requirement(found, number);
        } else if !self.notes.is_command(trimmed) {
            match self.notes.line(line, next) {
                NotesLine::BuildId { file, id } => self.build_id(file.as_deref(), &id, number),
                NotesLine::Known => {}
                NotesLine::Unknown => self.not_read(trimmed, number),
            }
        }
        Ok(())
    }

    fn not_read(&mut self, line: &str, number: u64) {
        if line.is_empty() || requirement::is_option(line) {
            return;
        }
        if self.unread.len() < NAMED {
            self.unread.push((number, line.chars().take(SHOWN).collect()));
        } else {
            self.more_unread = self.more_unread.saturating_add(1);
        }
    }

    fn add(&mut self, about: About, scope: Scope, claim: Claim, line: u64) {
        self.facts.push(Fact { about, scope, claim, place: Place::Line(line) });
    }

    fn checksum(&mut self, found: ChecksumLine, number: u64) {
        let (name, digest) = match found {
            ChecksumLine::Sha256 { name, digest } => (name, digest),
            ChecksumLine::Other => {
                self.other_hash(number);
                return;
            }
        };
        self.kinds.insert(OriginKind::Checksums);
        let name = unquoted(&name);
        let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
        if requirement::is_wheel(base) {
            let wheel = self.wheel(base);
            self.add(About::Wheel, Scope::Of(vec![wheel]), Claim::Sha256(digest), number);
        } else {
            let about = self.member(name);
            let scope = self.members_of.map_or(Scope::Unsaid, |wheel| Scope::Of(vec![wheel]));
            self.add(about, scope, Claim::Sha256(digest), number);
        }
    }

    fn other_hash(&mut self, number: u64) {
        if self.other_hashes == 0 {
            self.first_other_hash = number;
        }
        self.other_hashes = self.other_hashes.saturating_add(1);
    }

    fn requirement(&mut self, found: Requirement, number: u64) {
        let Requirement { of, marker, hashes, others } = found;
        for _ in 0..others {
            self.other_hash(number);
        }
        if hashes.is_empty() {
            return;
        }
        self.kinds.insert(OriginKind::Requirements);
        match of {
            Required::Release { name, version } => self.release(ReleaseName { name, version }, marker, hashes, number),
            Required::File(name) => {
                let at = self.wheel(&name);
                let claim = match <[Partial; 1]>::try_from(hashes) {
                    Ok([only]) => Claim::Sha256(only),
                    Err(several) => Claim::Sha256Among(several),
                };
                self.add(About::Wheel, Scope::Of(vec![at]), claim, number);
            }
        }
    }

    /// A requirement of a release. Of lines with different markers any may apply: a wheel is allowed if one allows it.
    fn release(&mut self, release: ReleaseName, marker: String, hashes: Vec<Partial>, number: u64) {
        let key = (normalize(&release.name), release.version.as_deref().map(pep440::canonical));
        if let Some(entry) = self.required.get_mut(&key)
            && let Some(Fact { claim: Claim::Sha256Among(known), place, .. }) = self.facts.get_mut(entry.fact)
            && entry.markers.insert(marker.clone())
        {
            known.extend(hashes);
            let Place::Line(first) = place else { return };
            self.merged.entry(entry.fact).or_insert_with(|| vec![*first]).push(number);
            return;
        }
        // What stands twice without another marker is an entry of its own: pip refuses it.
        self.required.insert(key, Entry { fact: self.facts.len(), markers: BTreeSet::from([marker]) });
        let label = match &release.version {
            Some(version) => format!("{}=={version}", release.name),
            None => release.name.clone(),
        };
        let at = self.wheels.len();
        self.wheels.push(StatedWheel { label, file_name: None, release: Some(release) });
        self.add(About::Wheel, Scope::Of(vec![at]), Claim::Sha256Among(hashes), number);
    }

    fn build_id(&mut self, file: Option<&str>, id: &str, number: u64) {
        let Ok(id) = Partial::parse(id) else {
            self.not_read(id, number);
            return;
        };
        self.kinds.insert(OriginKind::Readelf);
        let about = file.map_or(About::SomeMember, |file| self.member(file));
        self.add(about, Scope::Unsaid, Claim::BuildId(id), number);
    }

    fn wheel(&mut self, name: &str) -> usize {
        // A wheel is told by its name, and Windows tells `.WHL` not from `.whl`.
        let file_name = match name.rsplit_once('.') {
            Some((stem, _)) if requirement::is_wheel(name) => format!("{stem}.whl"),
            _ => name.to_owned(),
        };
        if let Some(known) = self.wheel_by_name.get(&file_name) {
            return *known;
        }
        let at = self.wheels.len();
        self.wheel_by_name.insert(file_name.clone(), at);
        self.wheels.push(StatedWheel { label: name.to_owned(), file_name: Some(file_name), release: None });
        at
    }

    fn member(&mut self, name: &str) -> About {
        let path = name.trim_start_matches("./");
        // `-` is what the tools call their standard input.
        if path.is_empty() || path == "-" {
            return About::SomeMember;
        }
        if let Some(known) = self.subject_by_path.get(path) {
            return About::Member(*known);
        }
        let at = self.subjects.len();
        self.subjects.push(Subject { path: path.to_owned(), also: Vec::new(), group: None });
        self.subject_by_path.insert(path.to_owned(), at);
        About::Member(at)
    }

    fn finish(self, file_name: &str) -> Result<Reference, Refusal> {
        if self.facts.is_empty() {
            return Err(Refusal::NothingFound);
        }
        let mut findings = Vec::new();
        for (number, line) in &self.unread {
            let detail = format!("line {number} is none that is known: `{}`", visible(line));
            findings.push(Finding::new(&codes::NOT_READ, detail));
        }
        if self.more_unread > 0 {
            let detail = format!("{} more are none that is known", counted(self.more_unread, "line", "lines"));
            findings.push(Finding::new(&codes::NOT_READ, detail));
        }
        for lines in self.merged.values().take(NAMED) {
            let shown: Vec<String> = lines.iter().take(NAMED).map(u64::to_string).collect();
            let more = if lines.len() > shown.len() { " and others" } else { "" };
            let detail = format!(
                "the lines {}{more} require one release under different environment markers; these are not evaluated: a \
                 wheel is allowed if one of the lines allows it",
                shown.join(", ")
            );
            findings.push(Finding::new(&codes::NOT_READ, detail));
        }
        if self.other_hashes > 0 {
            let count = counted(self.other_hashes, "hash is", "hashes are");
            let detail = format!("{count} not SHA-256; the first stands in line {}", self.first_other_hash);
            findings.push(Finding::new(&codes::OTHER_HASH, detail));
        }
        let mut kinds = self.kinds.into_iter();
        let kind = match (kinds.next(), kinds.next()) {
            (Some(only), None) => only,
            _ => OriginKind::Mixed,
        };
        let title = if file_name.is_empty() { "the pasted text".to_owned() } else { file_name.to_owned() };
        Ok(Reference {
            title,
            origin: Origin { kind, file_name: file_name.to_owned(), source: None },
            release: None,
            wheels: self.wheels,
            subjects: self.subjects,
            facts: self.facts,
            findings,
        })
    }
}

/// A name without the quotes that somebody put around it.
fn unquoted(name: &str) -> &str {
    let inner = |quote| name.strip_prefix(quote).and_then(|rest: &str| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(name)
}
