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
use checksum_line::ChecksumLine;
use notes::{Notes, NotesLine};
use requirement::Requirement;

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
    let mut lines = text.lines().zip(1_u64..);
    while let Some((line, number)) = lines.next() {
        let line = line.trim_end_matches('\r');
        // A requirement goes on behind a backslash at the line's end.
        if line.ends_with('\\') && checksum_line::read(line).is_none() {
            let mut logical = line.trim_end_matches('\\').to_owned();
            for (next, _) in lines.by_ref() {
                let next = next.trim_end_matches('\r');
                logical.push(' ');
                logical.push_str(next.trim_end_matches('\\'));
                if !next.ends_with('\\') {
                    break;
                }
            }
            reader.line(&logical, number)?;
        } else {
            reader.line(line, number)?;
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
    /// The wheel of whose members a list says that it is, see `card::checksums`.
    members_of: Option<usize>,
    unread: Vec<(u64, String)>,
    more_unread: usize,
    other_hashes: usize,
    first_other_hash: u64,
}

impl Reader {
    fn line(&mut self, line: &str, number: u64) -> Result<(), Refusal> {
        if self.facts.len() >= FACTS {
            return Err(Refusal::TooMany { what: "facts", limit: FACTS });
        }
        let trimmed = line.trim();
        if let Some(comment) = trimmed.strip_prefix('#') {
            if let Some((_, wheel)) = comment.split_once("SHA-256 of the members of ") {
                self.members_of = Some(self.wheel(wheel.trim()));
            }
        } else if let Some(found) = checksum_line::read(trimmed) {
            self.notes.end();
            self.checksum(found, number);
        } else if let Some(found) = requirement::read(trimmed) {
            self.notes.end();
            self.requirement(found, number);
        } else {
            match self.notes.line(line) {
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
        let base = name.rsplit(['/', '\\']).next().unwrap_or(&name);
        if base.strip_suffix(".whl").is_some() {
            let wheel = self.wheel(base);
            self.add(About::Wheel, Scope::Of(vec![wheel]), Claim::Sha256(digest), number);
        } else {
            let about = self.member(&name);
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
        let Requirement { name, version, hashes, others } = found;
        for _ in 0..others {
            self.other_hash(number);
        }
        if hashes.is_empty() {
            return;
        }
        self.kinds.insert(OriginKind::Requirements);
        let release = ReleaseName { name: name.clone(), version: version.clone() };
        let label = version.map_or(name.clone(), |version| format!("{name}=={version}"));
        // The same requirement may stand several times with other markers: each is a wheel's entry of its own.
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
        if let Some(known) = self.wheel_by_name.get(name) {
            return *known;
        }
        let at = self.wheels.len();
        self.wheels.push(StatedWheel { label: name.to_owned(), file_name: Some(name.to_owned()), release: None });
        self.wheel_by_name.insert(name.to_owned(), at);
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
