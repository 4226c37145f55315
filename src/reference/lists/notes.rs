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

    /// Reads a line; `next` is the next one that is not blank.
    pub(super) fn line(&mut self, line: &str, next: &str) -> NotesLine {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return NotesLine::Known;
        }
        if let Some(file) = heading(line, next) {
            (self.file, self.inside) = (Some(file.to_owned()), true);
            return NotesLine::Known;
        }
        if let Some((before, id)) = trimmed.split_once("Build ID:") {
            if !before.is_empty() {
                // Somebody wrote in front of it what it is of, in no form that is known.
                self.end();
            }
            self.inside = true;
            return NotesLine::BuildId { file: self.file.clone(), id: id.trim().to_owned() };
        }
        if let Some((file, rest)) = trimmed.split_once(": ELF ") {
            // `file` writes everything of one file into one line.
            self.end();
            let id = rest.split_once("BuildID[").and_then(|(_, rest)| rest.split_once("]=")).map(|(_, rest)| rest);
            let id = id.map(|rest| rest.split([',', ' ']).next().unwrap_or_default().to_owned());
            return id.map_or(NotesLine::Known, |id| NotesLine::BuildId { file: Some(file.to_owned()), id });
        }
        if STARTS.iter().any(|start| trimmed.starts_with(start)) {
            self.inside = true;
            return NotesLine::Known;
        }
        // Owners, descriptions, properties, probes: indented lines under a heading.
        if self.inside && line.starts_with([' ', '\t']) && !may_name_a_file(trimmed) {
            return NotesLine::Known;
        }
        // It may say of which file the next lines are, in no form that is known.
        self.end();
        NotesLine::Unknown
    }

    /// Reads a pasted command line. It stands behind a prompt, and that of root is a `#`: it is no comment.
    pub(super) fn is_command(&mut self, line: &str) -> bool {
        let Some(command) = command(line.trim()) else { return false };
        let file = match command {
            Command::OfOne(file) => Some(file.to_owned()),
            Command::OfOthers => None,
        };
        (self.file, self.inside) = (file, true);
        true
    }
}

/// How lines of the output begin that are not indented.
const STARTS: [&str; 11] = [
    "Displaying notes found",
    "Note section ",
    "Note segment ",
    "readelf: ",
    "eu-readelf: ",
    "llvm-readelf: ",
    // What LLVM writes under `File:` in its own style.
    "Format: ",
    "Arch: ",
    "AddressSize: ",
    "LoadName: ",
    "NoteSections [",
];

/// The file of a heading: binutils and LLVM write `File: NAME`, elfutils writes `NAME:` above its notes, when they are
/// given several files.
fn heading<'a>(line: &'a str, next: &str) -> Option<&'a str> {
    if let Some(file) = line.trim().strip_prefix("File: ") {
        return Some(file.trim());
    }
    let is_above_notes = next.starts_with("Note section ") || next.starts_with("Note segment ");
    let file = line.trim_end().strip_suffix(':').filter(|_| is_above_notes && !line.starts_with([' ', '\t']))?;
    (!file.is_empty()).then_some(file)
}

/// Whether an indented line may be somebody's own heading: one word with a path or a colon.
fn may_name_a_file(line: &str) -> bool {
    let is_one_word = !line.contains(char::is_whitespace);
    is_one_word && (line.ends_with(':') || line.contains('/') || line.contains(".so"))
}

/// A pasted command line of `readelf`.
enum Command<'a> {
    /// Of this file alone.
    OfOne(&'a str),
    /// Of several, of none, or of what only the shell knows.
    OfOthers,
}

/// `$ readelf -n FILE`, behind whatever prompt; `None` when it is no such line.
fn command(line: &str) -> Option<Command<'_>> {
    // A prompt ends in a word that ends in one of these.
    let is_prompt = |before: &str| before.trim_end().ends_with(['$', '#', '%', '>', '❯', '➜']);
    let rest = PROGRAMS.iter().find_map(|program| {
        let (before, rest) = line.split_once(program)?;
        // The program may be called by its path, or by the name of a cross tool.
        let prompt = before.rfind(char::is_whitespace).and_then(|at| before.get(..=at)).unwrap_or_default();
        (prompt.is_empty() || is_prompt(prompt)).then_some(rest)
    })?;
    // What is piped is still of this file; what follows another sign of the shell may be of another.
    let (words, is_alone) = match rest.find(['|', ';', '&', '>', '<']) {
        Some(at) => (rest.get(..at).unwrap_or_default(), rest.get(at..).is_some_and(|rest| !rest.contains([';', '&']))),
        None => (rest, true),
    };
    // The `2` of `2>/dev/null` is no file.
    let is_redirected = rest.strip_prefix(words).is_some_and(|rest| rest.starts_with('>'));
    let words = words.strip_suffix(" 2").filter(|_| is_redirected).unwrap_or(words);
    let mut files = words.split_whitespace().filter(|word| !word.starts_with('-'));
    match (files.next(), files.next()) {
        (Some(only), None) if is_alone && !only.contains(['$', '*', '?', '`', '{', '(', '\\']) => {
            Some(Command::OfOne(only.trim_matches(['\'', '"'])))
        }
        _ => Some(Command::OfOthers),
    }
}

/// The program's name and the blank behind it: `eu-readelf`, `llvm-readelf-18` and cross tools end so, too.
const PROGRAMS: [&str; 2] = ["readelf ", "readelf\t"];

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<(Option<String>, String)> {
        let mut notes = Notes::default();
        let next = |at: usize| text.lines().skip(at).skip(1).find(|line| !line.trim().is_empty()).unwrap_or_default();
        let read = text.lines().enumerate().filter_map(|(at, line)| {
            if notes.is_command(line) {
                return None;
            }
            match notes.line(line, next(at)) {
                NotesLine::BuildId { file, id } => Some((file, id)),
                NotesLine::Known => None,
                NotesLine::Unknown => panic!("{line}"),
            }
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
        for command in [
            "$ readelf -n a.so",
            "# readelf -n a.so",
            "root@h:/w# readelf -n a.so",
            "[me@h w]$ /usr/bin/eu-readelf -n 'a.so'",
            "(venv) me@h:~$ aarch64-linux-gnu-readelf -W -n a.so | grep 'Build ID'",
            "readelf -n a.so 2>/dev/null",
            "% readelf --notes a.so",
        ] {
            assert_eq!(with(command).as_deref(), Some("a.so"), "{command}");
        }
        for command in [
            "$ readelf -n a.so b.so",
            "$ readelf -n $f",
            "$ readelf -n *.so",
            "$ readelf -n a.so; readelf -n b.so",
            "# readelf -n",
        ] {
            assert_eq!(with(command), None, "{command}");
        }
        assert!(!Notes::default().is_command("# what readelf -n prints"));
    }

    #[test]
    fn elfutils_names_each_of_several_files_in_front_of_its_notes() {
        // The headings of elfutils' readelf.c: `"\n%s:\n\n"` when it is given several files.
        let notes = |id: &str| {
            format!(
                "Note section [ 1] '.note.gnu.build-id' of 36 bytes at offset 0x190:\n  Owner          Data size  \
                 Type\n  GNU                   20  GNU_BUILD_ID\n    Build ID: {id}\n"
            )
        };
        let text = format!("\nd/a.so:\n\n{}\nb.so:\n\n{}", notes("93dd8bd9bd4c697b"), notes("92b4d331a42d7e80"));
        let expected = [
            (Some("d/a.so".to_owned()), "93dd8bd9bd4c697b".to_owned()),
            (Some("b.so".to_owned()), "92b4d331a42d7e80".to_owned()),
        ];
        assert_eq!(ids(&text), expected);
    }

    #[test]
    fn what_may_name_another_file_ends_the_current_one() {
        for between in
            ["libb.so", "libb.so:", "  d/libb.so", "  libb.so:", "b.so: ELF 64-bit", "Now the other one", "$ x b.so"]
        {
            let mut notes = Notes::default();
            assert!(notes.is_command("$ readelf -n liba.so"));
            let _ = notes.line(between, "");
            let expected = NotesLine::BuildId { file: None, id: "93dd8bd9bd4c697b".to_owned() };
            assert_eq!(notes.line("    Build ID: 93dd8bd9bd4c697b", ""), expected, "{between}");
        }
        let mut notes = Notes::default();
        assert!(notes.is_command("$ readelf -n liba.so"));
        let expected = NotesLine::BuildId { file: None, id: "93dd8bd9bd4c697b".to_owned() };
        assert_eq!(notes.line("libb.so: Build ID: 93dd8bd9bd4c697b", ""), expected);
    }

    #[test]
    fn the_line_of_file_has_both() {
        let line = "libx.so: ELF 64-bit LSB shared object, x86-64, version 1 (SYSV), dynamically linked, \
                    BuildID[sha1]=93dd8bd9bd4c697b, stripped";
        assert_eq!(ids(line), [(Some("libx.so".to_owned()), "93dd8bd9bd4c697b".to_owned())]);
        assert_eq!(ids("libx.so: ELF 64-bit LSB shared object, stripped"), []);
    }
}
