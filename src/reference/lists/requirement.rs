//! One requirement with its hashes, as pip reads it in hash-checking mode.
//!
//! Source: <https://pip.pypa.io/en/stable/reference/requirements-file-format/> and
//! <https://pip.pypa.io/en/stable/topics/secure-installs/>.

use crate::reference::Partial;

/// A requirement that states at least one hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Requirement {
    /// The project's name as written.
    pub(super) name: String,
    /// The version behind `==` or `===`; `None` when it is not pinned so.
    pub(super) version: Option<String>,
    /// Its SHA-256.
    pub(super) hashes: Vec<Partial>,
    /// How many hashes of other algorithms, or damaged ones, it has.
    pub(super) others: usize,
}

/// Reads a logical line (continuations joined); `None` when it is no requirement with a hash.
pub(super) fn read(line: &str) -> Option<Requirement> {
    // Options come behind the requirement and begin with two dashes.
    let (requirement, options) = line.split_once("--hash")?;
    let requirement = requirement.split(" --").next().unwrap_or(requirement);
    let (mut hashes, mut others) = (Vec::new(), 0_usize);
    for option in options.split("--hash") {
        let value = option.trim_start_matches(['=', ' ', '\t']);
        let value = value.split_whitespace().next().unwrap_or_default();
        match value.split_once(':').map(|(algorithm, digest)| (algorithm, Partial::sha256(digest))) {
            Some(("sha256", Ok(digest))) => hashes.push(digest),
            _ => others = others.saturating_add(1),
        }
    }
    let (name, version) = named(requirement)?;
    Some(Requirement { name, version, hashes, others })
}

/// `name[extra] == version ; marker`, `name @ url`.
fn named(requirement: &str) -> Option<(String, Option<String>)> {
    let requirement = requirement.split(';').next()?.trim();
    let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let end = requirement.find(|c| !in_name(c)).unwrap_or(requirement.len());
    let (name, rest) = requirement.split_at_checked(end)?;
    if name.is_empty() {
        return None;
    }
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('[') {
        Some(extras) => extras.split_once(']')?.1.trim_start(),
        None => rest,
    };
    let pinned = rest.strip_prefix("===").or_else(|| rest.strip_prefix("=="));
    let version = pinned.map(|version| version.split([',', ' ']).find(|part| !part.is_empty()).unwrap_or_default());
    // `==1.*` pins no version.
    let version = version.filter(|version| !version.is_empty() && !version.contains('*'));
    Some((name.to_owned(), version.map(str::to_owned)))
}

/// Whether a line is an option of a requirements file, which states nothing.
pub(super) fn is_option(line: &str) -> bool {
    let first = line.split([' ', '=']).next().unwrap_or_default();
    let long = first.strip_prefix("--").is_some_and(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    long || matches!(first, "-r" | "-c" | "-i" | "-f" | "-e")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn name_version_and_hashes_are_read() {
        for (line, name, version, hashes, others) in [
            (format!("demo==1.0  --hash=sha256:{ABC}"), "demo", Some("1.0"), 1, 0),
            (
                format!("Demo_X[a,b] == 1.0+cu121 --hash sha256:{ABC} --hash=sha256:{ABC}"),
                "Demo_X",
                Some("1.0+cu121"),
                2,
                0,
            ),
            (format!("demo==1.0 ; python_version < \"3\" --hash=sha256:{ABC} # via x"), "demo", Some("1.0"), 1, 0),
            (format!("demo===1.0 --hash=sha512:00 --hash=sha256:{ABC}"), "demo", Some("1.0"), 1, 1),
            (format!("demo @ https://x.example/demo-1.0-py3-none-any.whl --hash=sha256:{ABC}"), "demo", None, 1, 0),
            (format!("demo>=1 --hash=sha256:{ABC}"), "demo", None, 1, 0),
            (format!("demo==1.* --hash=sha256:{ABC}"), "demo", None, 1, 0),
            ("demo==1.0 --hash=sha256:zz".to_owned(), "demo", Some("1.0"), 0, 1),
        ] {
            let read = read(&line).unwrap_or_else(|| panic!("{line}"));
            let seen = (read.name.as_str(), read.version.as_deref(), read.hashes.len(), read.others);
            assert_eq!(seen, (name, version, hashes, others), "{line}");
        }
        assert_eq!(read("demo==1.0"), None);
        assert_eq!(read(&format!("--hash=sha256:{ABC}")), None);
    }

    #[test]
    fn options_are_told_from_other_lines() {
        for line in ["--index-url https://x.example", "-r other.txt", "--require-hashes", "--only-binary=:all:"] {
            assert!(is_option(line), "{line}");
        }
        assert!(!is_option("-----BEGIN PGP SIGNED MESSAGE-----"));
    }
}
