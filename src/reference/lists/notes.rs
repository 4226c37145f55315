//! The output of `readelf -n` (binutils and elfutils) and of `file`.

/// Where in the output of which file the reader is.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The file of which the lines are; `None` when it was not said.
    file: Option<String>,
    /// Whether the lines since the last heading are notes.
    inside: bool,
}

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NotesLine {
    /// A build-id.
    BuildId {
        /// Of this file.
        file: Option<String>,
        /// As printed.
        id: String,
    },
    /// Part of the output, and no id.
    Known,
    /// No part of it.
    Unknown,
}

impl Notes {
    /// Another kind of line came between: what follows is of no known file.
    pub(super) fn end(&mut self) {
        *self = Self::default();
    }

    pub(super) fn line(&mut self, line: &str) -> NotesLine {
        let trimmed = line.trim();
        if let Some(file) = trimmed.strip_prefix("File: ") {
            // Binutils writes this heading when it is given several files.
            (self.file, self.inside) = (Some(file.trim().to_owned()), true);
            return NotesLine::Known;
        }
        if let Some(file) = command(trimmed) {
            (self.file, self.inside) = (file, true);
            return NotesLine::Known;
        }
        if let Some((_, id)) = trimmed.split_once("Build ID:") {
            self.inside = true;
            return NotesLine::BuildId { file: self.file.clone(), id: id.trim().to_owned() };
        }
        if let Some((file, rest)) = trimmed.split_once(": ELF ") {
            // `file` writes everything of one file into one line.
            let id = rest.split_once("BuildID[").and_then(|(_, rest)| rest.split_once("]=")).map(|(_, rest)| rest);
            let id = id.map(|rest| rest.split([',', ' ']).next().unwrap_or_default().to_owned());
            return id.map_or(NotesLine::Known, |id| NotesLine::BuildId { file: Some(file.to_owned()), id });
        }
        let starts_notes = ["Displaying notes found", "Note section ", "Note segment ", "readelf: "];
        if starts_notes.iter().any(|start| trimmed.starts_with(start)) {
            self.inside = true;
            return NotesLine::Known;
        }
        // Owners, descriptions, properties, probes: indented lines under a heading.
        let belongs = trimmed.is_empty() || self.inside && line.starts_with([' ', '\t']);
        if belongs { NotesLine::Known } else { NotesLine::Unknown }
    }
}

/// The file of a pasted command line `$ readelf -n FILE`; `Some(None)` when it names several, or none.
#[expect(clippy::option_option, reason = "no command, a command of one file, a command of several: three cases")]
fn command(line: &str) -> Option<Option<String>> {
    let line = line.split_once("$ ").map_or(line, |(_, rest)| rest).trim_start_matches("# ");
    let mut words = line.split_whitespace();
    let program = words.next()?;
    if !matches!(program, "readelf" | "eu-readelf" | "llvm-readelf") {
        return None;
    }
    let mut files = words.filter(|word| !word.starts_with('-'));
    let only = files.next().filter(|_| files.next().is_none());
    Some(only.map(|file| file.trim_matches(['\'', '"']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<(Option<String>, String)> {
        let mut notes = Notes::default();
        let read = text.lines().filter_map(|line| match notes.line(line) {
            NotesLine::BuildId { file, id } => Some((file, id)),
            NotesLine::Known => None,
            NotesLine::Unknown => panic!("{line}"),
        });
        read.collect()
    }

    #[test]
    fn every_file_of_readelf_has_its_id() {
        // As binutils 2.40 prints it for two files.
        let text = "\nFile: a/libx.so\n\nDisplaying notes found in: .note.gnu.build-id\n  Owner                Data size \tDescription\n  \
                    GNU                  0x00000014\tNT_GNU_BUILD_ID (unique build ID bitstring)\n    Build ID: \
                    92b4d331a42d7e80bb839e03218d2b9b0c23c346\n\nFile: liby.so\n\nDisplaying notes found in: \
                    .note.gnu.property\n  Owner                Data size \tDescription\n  GNU                  \
                    0x00000010\tNT_GNU_PROPERTY_TYPE_0\n      Properties: x86 ISA needed: x86-64-baseline\n    Build ID: \
                    93dd8bd9bd4c697b\n";
        let expected = [
            (Some("a/libx.so".to_owned()), "92b4d331a42d7e80bb839e03218d2b9b0c23c346".to_owned()),
            (Some("liby.so".to_owned()), "93dd8bd9bd4c697b".to_owned()),
        ];
        assert_eq!(ids(text), expected);
    }

    #[test]
    fn one_file_has_no_heading_and_its_name_stands_in_the_command_if_anywhere() {
        let output = "Displaying notes found in: .note.gnu.build-id\n    Build ID: 93dd8bd9bd4c697b";
        assert_eq!(ids(output), [(None, "93dd8bd9bd4c697b".to_owned())]);
        let with = |command: &str| ids(&format!("{command}\n{output}"))[0].0.clone();
        assert_eq!(with("me@host:~$ readelf -n lib/libx.so"), Some("lib/libx.so".to_owned()));
        assert_eq!(with("$ readelf -n a.so b.so"), None);
    }

    #[test]
    fn the_line_of_file_has_both() {
        let line = "libx.so: ELF 64-bit LSB shared object, x86-64, version 1 (SYSV), dynamically linked, \
                    BuildID[sha1]=93dd8bd9bd4c697b, stripped";
        assert_eq!(ids(line), [(Some("libx.so".to_owned()), "93dd8bd9bd4c697b".to_owned())]);
        assert_eq!(ids("libx.so: ELF 64-bit LSB shared object, stripped"), []);
    }
}
