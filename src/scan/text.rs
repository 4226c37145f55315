//! The few members that are read as text when a wheel is listed.

use super::codes::NOT_UTF8;
use crate::bytes::{ReadAt, limits};
use crate::container::{self, Directory, Entry};
use crate::finding::Finding;

/// Reads members by name; what can't be read becomes a finding.
pub(super) struct Reader<'a, R> {
    pub(super) source: &'a R,
    pub(super) directory: &'a Directory,
    pub(super) findings: &'a mut Vec<Finding>,
}

impl<R: ReadAt> Reader<'_, R> {
    /// The last entry of this name, which is the one that pip and `zipfile` take. A name with backslashes is the same
    /// path to an installer on Windows; it is taken where no other is there, and the dist-info search has flagged it.
    fn entry(&self, path: &str) -> Option<&Entry> {
        let entries = || self.directory.entries.iter().rev();
        entries()
            .find(|entry| entry.name == path)
            .or_else(|| entries().find(|entry| entry.name.replace('\\', "/") == path))
    }

    /// The bytes of a member; `None` when it is absent, or when it can't be read, which is a finding.
    pub(super) fn bytes(&mut self, path: &str, limit: u64) -> Option<Vec<u8>> {
        let entry = self.entry(path)?;
        match container::read_all(self.source, entry, limit) {
            Ok((bytes, _)) => Some(bytes),
            Err(error) => {
                let finding = error.finding(entry);
                self.findings.push(finding);
                None
            }
        }
    }

    /// The text of a member, likewise.
    pub(super) fn text(&mut self, path: &str, limit: u64) -> Option<String> {
        let bytes = self.bytes(path, limit)?;
        Some(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = u64::try_from(error.utf8_error().valid_up_to()).unwrap_or(u64::MAX);
                self.findings.push(Finding::new(&NOT_UTF8, "the text is not UTF-8").in_member(path).at(at));
                String::from_utf8_lossy(error.as_bytes()).into_owned()
            }
        })
    }

    /// The text of a member that may as well be missing: a Python file that might state a version. What is wrong with it
    /// is found again when the member is verified.
    pub(super) fn quiet_text(&self, path: &str) -> Option<String> {
        let (bytes, _) = container::read_all(self.source, self.entry(path)?, limits::TEXT).ok()?;
        // Python takes a byte order mark for no part of the text.
        Some(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').to_owned())
    }
}
