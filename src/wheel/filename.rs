//! The file's name.
//!
//! Source: the binary distribution format
//! (<https://packaging.python.org/en/latest/specifications/binary-distribution-format/#file-format>):
//! `{distribution}-{version}(-{build tag})?-{python tag}-{abi tag}-{platform tag}.whl`.

use super::quoted::Quoted;
use super::tags::{BadTags, EXPANSION};
use super::{CompressedTags, FileName, FileNameParts, codes, name};
use crate::finding::Finding;

/// Why a name is no wheel's name; each message is a predicate of the name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum Invalid {
    #[error("must end in `.whl`")]
    Extension,
    #[error("must have five or six parts between hyphens, has {0}")]
    Parts(usize),
    #[error(
        "has an invalid distribution name {}: must hold only ASCII letters, digits, `.` and `_`, with a letter or digit at both ends",
        Quoted(.0)
    )]
    Distribution(String),
    #[error("has an invalid version {}: must hold only ASCII letters, digits, `.`, `_`, `+` and `!`", Quoted(.0))]
    Version(String),
    #[error("has an invalid build tag {}: must start with a digit", Quoted(.0))]
    BuildTag(String),
    #[error(transparent)]
    Tags(BadTags),
}

impl FileName {
    /// Reads a file's name. A name that is no wheel's name has no parts, and a finding says why.
    pub fn parse(given: &str) -> (Self, Vec<Finding>) {
        let mut findings = Vec::new();
        let cleaned = clean(given);
        if cleaned != given {
            let detail = format!("the file is named {}, read as {}", Quoted(given), Quoted(&cleaned));
            findings.push(Finding::new(&codes::NAME_DOWNLOAD, detail));
        }
        let parts = match parse_parts(&cleaned) {
            Ok(parts) => {
                if parts.tags.is_cut() {
                    let detail = format!("the tags of {} stand for more than {EXPANSION} combinations", Quoted(given));
                    findings.push(Finding::new(&codes::TAGS_TOO_MANY, detail));
                }
                Some(parts)
            }
            Err(why) => {
                let detail = format!(
                    "the file name {} is no wheel's name: {why}; its fields are read from METADATA and WHEEL",
                    Quoted(given)
                );
                findings.push(Finding::new(&codes::NAME_INVALID, detail));
                None
            }
        };
        (Self { given: given.to_owned(), cleaned, parts }, findings)
    }

    /// The distribution's name in its normal form, when the file name is valid.
    pub fn normalized(&self) -> Option<String> {
        self.parts.as_ref().map(|parts| name::normalize(&parts.distribution))
    }
}

impl FileNameParts {
    /// What a column of the card calls this wheel, see [`CompressedTags::short_label`].
    pub fn short_label(&self) -> String {
        self.tags.short_label()
    }
}

fn parse_parts(name: &str) -> Result<FileNameParts, Invalid> {
    let stem = name.strip_suffix(".whl").ok_or(Invalid::Extension)?;
    let parts: Vec<&str> = stem.split('-').collect();
    let (distribution, version, build_tag, python, abi, platform) = match parts.as_slice() {
        // Ex) `six-1.16.0-py2.py3-none-any`
        [distribution, version, python, abi, platform] => (*distribution, *version, None, python, abi, platform),
        // Ex) `jaxlib-0.5.0-0slim-cp310-cp310-manylinux2014_x86_64`
        [distribution, version, build, python, abi, platform] => {
            (*distribution, *version, Some(*build), python, abi, platform)
        }
        other => return Err(Invalid::Parts(other.len())),
    };
    if !name::is_valid(distribution) {
        return Err(Invalid::Distribution(distribution.to_owned()));
    }
    // Whether it is a PEP 440 version is another question, see `version`: the parts of the name are clear without it.
    let in_version = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'+' | b'!');
    if version.is_empty() || !version.bytes().all(in_version) {
        return Err(Invalid::Version(version.to_owned()));
    }
    if let Some(build) = build_tag
        && !build.starts_with(|c: char| c.is_ascii_digit())
    {
        return Err(Invalid::BuildTag(build.to_owned()));
    }
    Ok(FileNameParts {
        distribution: distribution.to_owned(),
        version: version.to_owned(),
        build_tag: build_tag.map(str::to_owned),
        tags: CompressedTags::from_parts(python, abi, platform).map_err(Invalid::Tags)?,
    })
}

/// Undoes what a download does to a name: percent escapes, then the counter of a second copy.
fn clean(given: &str) -> String {
    let decoded = decode_percent(given);
    without_counter(&decoded).unwrap_or(decoded)
}

/// Takes ` (1)` or `(1)` before `.whl` out; `None` when there is none.
fn without_counter(name: &str) -> Option<String> {
    let (stem, number) = name.strip_suffix(").whl")?.rsplit_once('(')?;
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| format!("{}.whl", stem.trim_end_matches(' ')))
}

/// Decodes `%2B` and the like. Escapes of control characters and of path separators stay as they are, and so does a
/// name whose escapes don't decode to UTF-8.
fn decode_percent(name: &str) -> String {
    let mut out = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, after @ ..] = rest {
        if let [b'%', high, low, after @ ..] = rest
            && let Some(byte) = hex_byte(*high, *low)
            && !byte.is_ascii_control()
            && !matches!(byte, b'/' | b'\\')
        {
            out.push(byte);
            rest = after;
        } else {
            out.push(*first);
            rest = after;
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| name.to_owned())
}

fn hex_byte(high: u8, low: u8) -> Option<u8> {
    let digit = |b: u8| char::from(b).to_digit(16).and_then(|d| u8::try_from(d).ok());
    Some((digit(high)? << 4) | digit(low)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid(given: &str) -> FileNameParts {
        let (name, findings) = FileName::parse(given);
        assert_eq!(findings, [], "{given}");
        assert_eq!(name.cleaned, given);
        name.parts.unwrap()
    }

    /// The sentence of the one finding about a name that is no wheel's.
    fn refused(given: &str) -> String {
        let (name, findings) = FileName::parse(given);
        assert_eq!(name.parts, None, "{given}");
        let [finding] = findings.as_slice() else { panic!("{given}: {findings:?}") };
        assert_eq!(finding.code, "name.invalid");
        finding.detail.clone()
    }

    #[test]
    fn a_plain_name_gives_its_five_parts() {
        let parts = valid("torchaudio-2.4.1+cu121-cp310-cp310-linux_x86_64.whl");
        assert_eq!(parts.distribution, "torchaudio");
        assert_eq!(parts.version, "2.4.1+cu121");
        assert_eq!(parts.build_tag, None);
        assert_eq!(parts.tags.expand(), ["cp310-cp310-linux_x86_64".to_owned()]);
        assert_eq!(parts.short_label(), "cp310");
    }

    #[test]
    fn a_build_tag_stands_between_version_and_tags() {
        let parts = valid("triton-2.1.0-0-cp38-cp38-manylinux2014_x86_64.manylinux_2_17_x86_64.whl");
        assert_eq!(parts.build_tag.as_deref(), Some("0"));
        let parts = valid("PySide2-5.12.3-5.12.3-cp35.cp36.cp37-abi3-manylinux1_x86_64.whl");
        assert_eq!(parts.build_tag.as_deref(), Some("5.12.3"));
        assert_eq!(parts.tags.python, ["cp35", "cp36", "cp37"]);
    }

    #[test]
    fn what_a_browser_did_to_the_name_is_undone_and_said() {
        for (given, cleaned) in [
            ("demo-1.0-py3-none-any (1).whl", "demo-1.0-py3-none-any.whl"),
            ("demo-1.0-py3-none-any(12).whl", "demo-1.0-py3-none-any.whl"),
            ("demo-1.0%2Bcu121-py3-none-any.whl", "demo-1.0+cu121-py3-none-any.whl"),
            ("demo-1%211.0%2bx-py3-none-any%20%283%29.whl", "demo-1!1.0+x-py3-none-any.whl"),
        ] {
            let (name, findings) = FileName::parse(given);
            assert_eq!(name.given, given);
            assert_eq!(name.cleaned, cleaned);
            assert!(name.parts.is_some(), "{given}");
            let [finding] = findings.as_slice() else { panic!("{findings:?}") };
            assert_eq!(finding.code, "name.download");
            assert_eq!(finding.detail, format!("the file is named \"{given}\", read as \"{cleaned}\""));
        }
    }

    #[test]
    fn an_escape_can_bring_in_neither_a_path_nor_a_control_character() {
        for given in ["..%2f..%2Fdemo-1.0-py3-none-any.whl", "de%00mo-1.0-py3-none-any.whl", "%", "%2", "%zz", "%ff"] {
            assert_eq!(FileName::parse(given).0.cleaned, given);
        }
    }

    #[test]
    fn a_name_that_is_no_wheels_name_is_quoted_with_the_rule_it_breaks() {
        let tail = "its fields are read from METADATA and WHEEL";
        for (given, why) in [
            ("demo-1.0.tar.gz", "must end in `.whl`"),
            ("demo-1.0-py3-none-any.WHL", "must end in `.whl`"),
            (".whl", "must have five or six parts between hyphens, has 1"),
            ("c31_record_padded.whl", "must have five or six parts between hyphens, has 1"),
            ("a-1-2-3-4-5-6.whl", "must have five or six parts between hyphens, has 7"),
            (
                "demo-1.0-cp313-cp313-linux_amd64-noavx.whl",
                "has an invalid build tag \"cp313\": must start with a digit",
            ),
            (
                "demo--py3-none-any.whl",
                "has an invalid version \"\": must hold only ASCII letters, digits, `.`, `_`, `+` and `!`",
            ),
            ("demo-1.0-py3-none-.whl", "has an empty platform tag"),
            (
                "-1.0-py3-none-any.whl",
                "has an invalid distribution name \"\": must hold only ASCII letters, digits, `.` and `_`, with a letter or digit at both ends",
            ),
        ] {
            assert_eq!(refused(given), format!("the file name \"{given}\" is no wheel's name: {why}; {tail}"));
        }
    }

    #[test]
    fn an_absurd_tag_set_is_said_to_be_cut() {
        let list = vec!["a"; 100].join(".");
        let (name, findings) = FileName::parse(&format!("demo-1-{list}-{list}-any.whl"));
        assert!(name.parts.is_some());
        assert_eq!(findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), ["tags.too-many"]);
    }
}
