//! One requirement with its hashes, as pip reads it in hash-checking mode.
//!
//! Source: <https://pip.pypa.io/en/stable/reference/requirements-file-format/> and
//! <https://pip.pypa.io/en/stable/topics/secure-installs/>; a hash in a URL's fragment:
//! <https://packaging.python.org/en/latest/specifications/version-specifiers/#direct-references>.

use crate::reference::Partial;

/// A requirement that states at least one hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Requirement {
    /// What is required.
    pub(super) of: Required,
    /// The environment marker behind `;`, as written; empty when there is none. It is not evaluated.
    pub(super) marker: String,
    /// Its SHA-256.
    pub(super) hashes: Vec<Partial>,
    /// How many hashes of other algorithms, or damaged ones, it has.
    pub(super) others: usize,
}

/// What a requirement names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Required {
    /// Any file of a release.
    Release {
        /// The project's name as written.
        name: String,
        /// The version behind `==` or `===`; `None` when it is not pinned so.
        version: Option<String>,
    },
    /// One file, by a path or a URL: its name.
    File(String),
}

/// Reads a logical line (continuations joined); `None` when it is no requirement with a hash.
pub(super) fn read(line: &str) -> Option<Requirement> {
    let (requirement, options) = parted(without_comment(line));
    let (required, marker) = required(requirement)?;
    let (mut hashes, mut others) = (Vec::new(), 0_usize);
    let mut add = |algorithm: &str, digest: &str| match Partial::sha256(digest) {
        Ok(digest) if algorithm == "sha256" => hashes.push(digest),
        _ => others = others.saturating_add(1),
    };
    let of = match required {
        Target::Release { name, version } => Required::Release { name, version },
        Target::Url { path, fragment } => {
            for (algorithm, digest) in fragment.split('&').filter_map(|field| field.split_once('=')) {
                if matches!(algorithm, "sha256" | "sha512" | "sha384" | "sha224" | "sha1" | "md5") {
                    add(algorithm, digest);
                }
            }
            let name = path.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())?;
            Required::File(name.to_owned())
        }
    };
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        let Some(value) = word.strip_prefix("--hash") else { continue };
        let value = if value.is_empty() { words.next().unwrap_or_default() } else { value.trim_start_matches('=') };
        let (algorithm, digest) = value.trim_matches(['"', '\'']).split_once(':').unwrap_or_default();
        add(algorithm, digest);
    }
    let states_a_hash = !hashes.is_empty() || others > 0;
    states_a_hash.then(|| Requirement { of, marker: marker.to_owned(), hashes, others })
}

/// Whether a line that ends in a backslash begins a requirement: then the next line may belong to it.
pub(super) fn begins(line: &str) -> bool {
    let line = line.trim().trim_end_matches('\\');
    !is_comment(line) && required(parted(without_comment(line)).0).is_some()
}

/// Whether a line can go on with a requirement. A blank line and a comment end it, as in pip; and so does what begins
/// something of its own, so that no fact is taken for a part of another.
pub(super) fn goes_on(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['-', ';', '=', '<', '>', '!', '~', '@', ',', '[', '('])
        || line.starts_with("and ")
        || line.starts_with("or ")
}

/// Whether a line is a comment as a whole.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Whether a line is an option of a requirements file, which states nothing. A hash without its requirement does.
pub(super) fn is_option(line: &str) -> bool {
    let first = line.split([' ', '=']).next().unwrap_or_default();
    let long = first.strip_prefix("--").is_some_and(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    long && first != "--hash" || matches!(first, "-r" | "-c" | "-i" | "-f" | "-e")
}

/// A comment begins at a `#` that stands first or behind a blank; that of a URL's fragment does not.
fn without_comment(line: &str) -> &str {
    let mut after_blank = true;
    for (at, c) in line.char_indices() {
        if c == '#' && after_blank {
            return line.get(..at).unwrap_or(line);
        }
        after_blank = c.is_whitespace();
    }
    line
}

/// The requirement, and its options: they begin at the first word that begins with a dash.
fn parted(line: &str) -> (&str, &str) {
    let line = line.trim();
    let mut after_blank = true;
    for (at, c) in line.char_indices() {
        if c == '-' && after_blank {
            return line.split_at_checked(at).unwrap_or((line, ""));
        }
        after_blank = c.is_whitespace();
    }
    (line, "")
}

/// What is required, still with the fragment of its URL.
enum Target<'a> {
    Release { name: String, version: Option<String> },
    Url { path: &'a str, fragment: &'a str },
}

/// `name[extra] == version ; marker`, `name @ url ; marker`, `url`, `path/to/a.whl`; the marker is apart.
fn required(requirement: &str) -> Option<(Target<'_>, &str)> {
    let requirement = requirement.trim();
    let first = requirement.split_whitespace().next()?;
    if first.contains("://") || is_wheel(without_fragment(first).0) {
        return Some((url(first), marker_of(requirement)));
    }
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
    if let Some(target) = rest.strip_prefix('@') {
        // A `;` may be part of a URL: the marker's stands behind a blank.
        return Some((url(target.split_whitespace().next()?), marker_of(target)));
    }
    // Any other text is prose with a hash in it.
    if !rest.is_empty() && !rest.starts_with(['=', '<', '>', '!', '~', ';', '(']) {
        return None;
    }
    let (specifiers, marker) = rest.split_once(';').unwrap_or((rest, ""));
    let specifiers = specifiers.trim().trim_start_matches('(').trim_end_matches(')');
    let pinned = specifiers.strip_prefix("===").or_else(|| specifiers.strip_prefix("=="));
    let version = pinned.map(|version| version.split([',', ' ']).find(|part| !part.is_empty()).unwrap_or_default());
    // `==1.*` pins no version.
    let version = version.filter(|version| !version.is_empty() && !version.contains('*'));
    Some((Target::Release { name: name.to_owned(), version: version.map(str::to_owned) }, marker.trim()))
}

/// Behind ` ;`.
fn marker_of(requirement: &str) -> &str {
    requirement.split_once(" ;").map(|(_, marker)| marker.trim()).unwrap_or_default()
}

fn url(text: &str) -> Target<'_> {
    let (path, fragment) = without_fragment(text);
    Target::Url { path, fragment }
}

/// A URL without query and fragment, and the fragment.
fn without_fragment(url: &str) -> (&str, &str) {
    let (url, fragment) = url.split_once('#').unwrap_or((url, ""));
    (url.split('?').next().unwrap_or(url), fragment)
}

/// Whether a name is a wheel's, in whatever case its ending is written.
pub(super) fn is_wheel(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("whl"))
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
                format!("Demo_X[a,b] == 1.0+cu121 --hash sha256:{ABC} --hash=\"sha256:{ABC}\""),
                "Demo_X",
                Some("1.0+cu121"),
                2,
                0,
            ),
            (format!("demo==1.0 ; python_version < \"3\" --hash=sha256:{ABC} # via x"), "demo", Some("1.0"), 1, 0),
            (format!("demo===1.0 --hash=sha512:00 --hash=sha256:{ABC}"), "demo", Some("1.0"), 1, 1),
            (format!("demo>=1 --hash=sha256:{ABC}"), "demo", None, 1, 0),
            (format!("demo (==1.0) --hash=sha256:{ABC}"), "demo", Some("1.0"), 1, 0),
            (format!("demo==1.* --hash=sha256:{ABC}"), "demo", None, 1, 0),
            ("demo==1.0 --hash=sha256:zz".to_owned(), "demo", Some("1.0"), 0, 1),
            // What stands behind a `#` is a comment, be it a hash.
            (format!("demo==1.0 --hash=sha256:{ABC} # was --hash=sha256:{ABC}"), "demo", Some("1.0"), 1, 0),
            (format!("demo==1.0 --hash=sha256:{ABC}\t#--hash=sha256:{ABC}"), "demo", Some("1.0"), 1, 0),
        ] {
            let read = read(&line).unwrap_or_else(|| panic!("{line}"));
            let of = Required::Release { name: name.to_owned(), version: version.map(str::to_owned) };
            assert_eq!((read.of, read.hashes.len(), read.others), (of, hashes, others), "{line}");
        }
        for line in [
            "demo==1.0".to_owned(),
            format!("--hash=sha256:{ABC}"),
            format!("demo==1.0 # --hash=sha256:{ABC}"),
            format!("pip install demo==1.0 --hash=sha256:{ABC}"),
        ] {
            assert_eq!(read(&line), None, "{line}");
        }
    }

    #[test]
    fn a_url_and_a_path_name_one_file() {
        let file = "demo-1.0-py3-none-any.whl";
        for (line, name, hashes, others) in [
            (format!("demo @ https://x.example/{file} --hash=sha256:{ABC}"), file, 1, 0),
            (format!("demo[a]@https://x.example/{file}#sha256={ABC} ; os_name == 'nt'"), file, 1, 0),
            (format!("https://x.example/d/{file}?a=b#egg=demo&sha256={ABC}"), file, 1, 0),
            (format!("https://x.example/{file}#md5=00 --hash=sha256:{ABC}"), file, 1, 1),
            (format!("./{file} --hash=sha256:{ABC}"), file, 1, 0),
            (format!("d\\{file} --hash=sha256:{ABC}"), file, 1, 0),
            (format!("demo @ https://x.example/demo-1.0.tar.gz --hash=sha256:{ABC}"), "demo-1.0.tar.gz", 1, 0),
        ] {
            let read = read(&line).unwrap_or_else(|| panic!("{line}"));
            let seen = (read.of, read.hashes.len(), read.others);
            assert_eq!(seen, (Required::File(name.to_owned()), hashes, others), "{line}");
        }
        assert_eq!(read(&format!("https://x.example/{file}")), None);
    }

    #[test]
    fn only_a_requirement_goes_on_in_the_next_line() {
        for line in ["demo==1.0 \\", "demo \\", "demo @ https://x.example/a.whl \\", "./a.whl \\", "demo>=1 ; a \\"] {
            assert!(begins(line), "{line}");
        }
        for line in ["# built in C:\\out\\", "see D:\\x\\", "  # demo==1.0 \\", "\\", "--index-url \\", "Note: \\"] {
            assert!(!begins(line), "{line}");
        }
        assert!(goes_on("    --hash=sha256:00 \\") && goes_on("; python_version < \"3\""));
        assert!(!goes_on("") && !goes_on("# c") && !goes_on(&format!("{ABC}  abc")) && !goes_on("b==1 --hash=x"));
    }

    #[test]
    fn options_are_told_from_other_lines() {
        for line in ["--index-url https://x.example", "-r other.txt", "--require-hashes", "--only-binary=:all:"] {
            assert!(is_option(line), "{line}");
        }
        assert!(!is_option("-----BEGIN PGP SIGNED MESSAGE-----"));
        assert!(!is_option("--hash=sha256:00"), "it states something, of nothing that is named");
    }
}
