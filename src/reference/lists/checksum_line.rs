//! One line of a checksum list.
//!
//! Sources: GNU coreutils, "md5sum invocation" and "cksum output modes"
//! (<https://www.gnu.org/software/coreutils/manual/html_node/md5sum-invocation.html>); BSD `sha256` and OpenSSL `dgst`
//! write the tagged form.

use crate::reference::Partial;

/// What a line of a checksum list says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ChecksumLine {
    /// A SHA-256; the name is empty when there is none.
    Sha256 {
        /// The file's name, escapes undone.
        name: String,
        /// Whole, or shortened by hand.
        digest: Partial,
    },
    /// A checksum of another algorithm.
    Other,
}

/// Reads a line; `None` when it is none of a checksum list.
pub(super) fn read(line: &str) -> Option<ChecksumLine> {
    let (line, is_escaped) = match line.strip_prefix('\\') {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let (algorithm, name, digest) = tagged(line).or_else(|| untagged(line))?;
    if algorithm != Algorithm::Sha256 {
        return Some(ChecksumLine::Other);
    }
    let name = if is_escaped { unescaped(name) } else { name.to_owned() };
    Some(ChecksumLine::Sha256 { name, digest: Partial::sha256(digest).ok()? })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    Sha256,
    Other,
}

/// `SHA256 (name) = digest`; OpenSSL writes `SHA2-256(name)= digest`.
fn tagged(line: &str) -> Option<(Algorithm, &str, &str)> {
    let (before, digest) = line.rsplit_once('=')?;
    let (algorithm, name) = before.trim_end().strip_suffix(')')?.split_once('(')?;
    let algorithm = match algorithm.trim_end() {
        "SHA256" | "SHA2-256" | "SHA-256" => Algorithm::Sha256,
        "MD5" | "SHA1" | "SHA224" | "SHA384" | "SHA512" | "SHA2-512" | "SHA3-256" | "BLAKE2b" | "BLAKE2b-256"
        | "BLAKE2s" | "RMD160" | "SM3" => Algorithm::Other,
        _ => return None,
    };
    Some((algorithm, name, digest.trim()))
}

/// `digest  name`, `digest *name`, or a digest alone.
fn untagged(line: &str) -> Option<(Algorithm, &str, &str)> {
    let (digest, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let is_hex = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_hexdigit());
    // The second character after the digest tells text from binary mode; a name may begin with a blank.
    let name = rest.strip_prefix([' ', '*']).unwrap_or(rest);
    if digest.contains('…') || digest.contains("...") {
        let is_short = Partial::sha256(digest).is_ok() && !name.trim().is_empty();
        return is_short.then_some((Algorithm::Sha256, name, digest));
    }
    let algorithm = match digest.len() {
        64 => Algorithm::Sha256,
        // MD5, SHA-1, SHA-224, SHA-384, SHA-512; alone they may be any hex number.
        32 | 40 | 56 | 96 | 128 if !name.is_empty() => Algorithm::Other,
        _ => return None,
    };
    is_hex(digest).then_some((algorithm, name, digest))
}

/// Undoes what `sha256sum` does to a name with a backslash or a line end in it.
fn unescaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut chars = name.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn name(line: &str) -> String {
        match read(line) {
            Some(ChecksumLine::Sha256 { name, digest }) => {
                assert!(digest.fits(ABC), "{line}");
                name
            }
            other => panic!("{line}: {other:?}"),
        }
    }

    // The lines are those of `printf abc | sha256sum`, `sha256sum -b`, `sha256sum --tag`, `openssl sha256` for files
    // with these names.
    #[test]
    fn each_form_of_a_line_gives_name_and_digest() {
        for (line, expected) in [
            (format!("{ABC}  abc"), "abc"),
            (format!("{ABC} *abc"), "abc"),
            (format!("{ABC}  d/a b.so"), "d/a b.so"),
            (format!("{ABC}  -"), "-"),
            (ABC.to_owned(), ""),
            (ABC.to_uppercase(), ""),
            (format!("\\{ABC}  a\\nb\\\\c"), "a\nb\\c"),
            (format!("SHA256 (abc) = {ABC}"), "abc"),
            (format!("SHA256 (d/a (1).so) = {ABC}"), "d/a (1).so"),
            (format!("\\SHA256 (a\\nb) = {ABC}"), "a\nb"),
            (format!("SHA2-256(abc)= {ABC}"), "abc"),
            ("ba7816bf…  abc".to_owned(), "abc"),
        ] {
            assert_eq!(name(&line), expected, "{line}");
        }
    }

    #[test]
    fn other_algorithms_are_known_and_other_lines_are_none() {
        for line in ["900150983cd24fb0d6963f7d28e17f72  abc", "MD5 (abc) = 900150983cd24fb0d6963f7d28e17f72"] {
            assert_eq!(read(line), Some(ChecksumLine::Other), "{line}");
        }
        for line in [
            "",
            "    Build ID: 92b4d331a42d7e80bb839e03218d2b9b0c23c346",
            "92b4d331a42d7e80bb839e03218d2b9b0c23c346",
            "demo==1.0 --hash=sha256:abc",
            "a (b) = c",
            &"g".repeat(64),
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
