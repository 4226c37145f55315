//! WHEEL.
//!
//! Source: <https://packaging.python.org/en/latest/specifications/binary-distribution-format/#file-contents>.

use super::headers::{Field, Headers};
use super::lines::lines;
use super::quoted::Quoted;
use super::tags::EXPANSION;
use super::{CompressedTags, WheelFile, codes};
use crate::finding::Finding;

/// Lines that are kept; real WHEEL files have a few dozen at most.
const LINES: usize = 10_000;

impl WheelFile {
    /// Reads WHEEL as Python's header parser does; of a repeated field it takes the first.
    pub fn parse(text: &str) -> (Self, Vec<Finding>) {
        let mut findings = Vec::new();
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => {
                findings.push(Finding::new(&codes::WHEEL_BOM, "WHEEL begins with a byte order mark"));
                rest
            }
            None => text,
        };
        let mut raw = lines(text).filter(|line| !line.trim().is_empty());
        let kept: Vec<String> = raw.by_ref().take(LINES).map(str::to_owned).collect();
        let headers = Headers::read(text);
        if headers.cut || raw.next().is_some() {
            findings.push(Finding::new(&codes::WHEEL_TOO_MANY, format!("WHEEL has more than {LINES} lines")));
        }
        stray(text, &headers, &mut findings);
        version(&headers, &mut findings);
        let wheel = Self {
            lines: kept,
            generator: first(&headers, "Generator", &mut findings).map(|field| field.value.clone()),
            root_is_purelib: purelib(&headers, &mut findings),
            build: first(&headers, "Build", &mut findings).map(|field| field.value.clone()),
            tags: tags(&headers, &mut findings),
        };
        (wheel, findings)
    }
}

/// What Python's parser does not see: everything from a line that is no field on, and fields after a blank line.
fn stray(text: &str, headers: &Headers<'_>, findings: &mut Vec<Finding>) {
    if let Some((line, text)) = headers.stray {
        let detail = format!("WHEEL line {line} is no `Key: value` line: {}", Quoted(text));
        findings.push(Finding::new(&codes::WHEEL_STRAY_LINE, detail));
    }
    let Some(blank) = headers.blank else { return };
    let after = (1_u64..).zip(lines(text)).find(|(number, line)| *number > blank && !line.trim().is_empty());
    if let Some((line, text)) = after {
        let detail = format!("WHEEL line {line} stands after the blank line {blank}: {}", Quoted(text));
        findings.push(Finding::new(&codes::WHEEL_STRAY_LINE, detail));
    }
}

/// The first field of a key that may stand once.
fn first<'h, 'a>(headers: &'h Headers<'a>, key: &'h str, findings: &mut Vec<Finding>) -> Option<&'h Field<'a>> {
    let mut all = headers.all(key);
    let first = all.next()?;
    for other in all {
        findings.push(Finding::new(&codes::WHEEL_REPEATED, twice(key, first, other)));
    }
    Some(first)
}

fn twice(key: &str, first: &Field<'_>, other: &Field<'_>) -> String {
    format!(
        "WHEEL states `{key}` {} on line {} and {} on line {}; the first is read",
        Quoted(&first.value),
        first.line,
        Quoted(&other.value),
        other.line
    )
}

fn version(headers: &Headers<'_>, findings: &mut Vec<Finding>) {
    match first(headers, "Wheel-Version", findings) {
        None => findings.push(Finding::new(&codes::WHEEL_VERSION, "WHEEL has no `Wheel-Version` field")),
        Some(field) if !field.value.starts_with("1.") => {
            let detail = format!("WHEEL states `Wheel-Version` {}; version 1 is known", Quoted(&field.value));
            findings.push(Finding::new(&codes::WHEEL_VERSION, detail));
        }
        Some(_) => {}
    }
}

fn purelib(headers: &Headers<'_>, findings: &mut Vec<Finding>) -> Option<bool> {
    const KEY: &str = "Root-Is-Purelib";
    let mut all = headers.all(KEY);
    let Some(first) = all.next() else {
        findings.push(Finding::new(&codes::WHEEL_PURELIB, format!("WHEEL has no `{KEY}` field")));
        return None;
    };
    let read = |field: &Field<'_>| match field.value.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    for other in all {
        let code = if read(other) == read(first) { &codes::WHEEL_REPEATED } else { &codes::WHEEL_PURELIB_TWICE };
        findings.push(Finding::new(code, twice(KEY, first, other)));
    }
    let value = read(first);
    if value.is_none() {
        let detail = format!("WHEEL states `{KEY}` {} on line {}", Quoted(&first.value), first.line);
        findings.push(Finding::new(&codes::WHEEL_PURELIB, detail));
    }
    value
}

fn tags(headers: &Headers<'_>, findings: &mut Vec<Finding>) -> Vec<String> {
    let stated: Vec<&Field<'_>> = headers.all("Tag").collect();
    if let Some(text) = spelt(&stated) {
        let detail =
            format!("WHEEL has {} `Tag` lines of one character; together they spell {}", stated.len(), Quoted(&text));
        findings.push(Finding::new(&codes::WHEEL_SPELT_TAG, detail));
        return Vec::new();
    }
    let mut tags = Vec::new();
    for field in stated {
        if field.value.is_empty() {
            let detail = format!("the `Tag` on WHEEL line {} is empty", field.line);
            findings.push(Finding::new(&codes::WHEEL_EMPTY_TAG, detail));
            continue;
        }
        match CompressedTags::parse(&field.value) {
            Ok(set) => {
                if set.is_cut() || tags.len() >= EXPANSION {
                    let detail = format!("WHEEL line {} brings the tags to more than {EXPANSION}", field.line);
                    findings.push(Finding::new(&codes::TAGS_TOO_MANY, detail));
                    break;
                }
                let expanded = set.expand();
                if expanded.len() > 1 {
                    let detail = format!(
                        "the `Tag` on WHEEL line {} is a compressed set of {} tags: {}",
                        field.line,
                        expanded.len(),
                        Quoted(&field.value)
                    );
                    findings.push(Finding::new(&codes::WHEEL_COMPRESSED_TAG, detail));
                }
                tags.extend(expanded);
            }
            Err(why) => {
                let detail = format!("the `Tag` {} on WHEEL line {} {why}", Quoted(&field.value), field.line);
                findings.push(Finding::new(&codes::WHEEL_BAD_TAG, detail));
            }
        }
    }
    if tags.is_empty() {
        findings.push(Finding::new(&codes::WHEEL_NO_TAGS, "WHEEL states no tag"));
    }
    tags.sort();
    tags.dedup();
    tags
}

/// What several `Tag` lines of one character each spell together; `None` when they are not that.
fn spelt(stated: &[&Field<'_>]) -> Option<String> {
    let single = |field: &&&Field<'_>| field.value.chars().count() == 1;
    (stated.len() > 1 && stated.iter().all(|field| single(&field)))
        .then(|| stated.iter().map(|field| field.value.as_str()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "Wheel-Version: 1.0\nGenerator: g\nRoot-Is-Purelib: false\n";

    fn read(text: &str) -> (WheelFile, Vec<(String, String)>) {
        let (wheel, findings) = WheelFile::parse(text);
        (wheel, findings.into_iter().map(|f| (f.code, f.detail)).collect())
    }

    fn finding(code: &str, detail: &str) -> (String, String) {
        (code.to_owned(), detail.to_owned())
    }

    #[test]
    fn lines_stay_raw_and_tags_are_expanded_beside_them() {
        let (wheel, findings) = read(&format!("{HEAD}Tag: cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64\n\n"));
        assert_eq!(wheel.lines.last().unwrap(), "Tag: cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64");
        assert_eq!(wheel.lines.len(), 4);
        assert_eq!(wheel.tags, ["cp39-abi3-manylinux2014_x86_64", "cp39-abi3-manylinux_2_17_x86_64"]);
        assert_eq!(wheel.generator.as_deref(), Some("g"));
        assert_eq!(wheel.root_is_purelib, Some(false));
        let detail = "the `Tag` on WHEEL line 4 is a compressed set of 2 tags: \"cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64\"";
        assert_eq!(findings, [finding("wheel.compressed-tag", detail)]);
    }

    #[test]
    fn root_is_purelib_stated_twice_is_a_contradiction_and_the_first_is_read() {
        let text = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\nRoot-Is-Purelib: false\n";
        let (wheel, findings) = read(text);
        assert_eq!(wheel.root_is_purelib, Some(true));
        let detail = "WHEEL states `Root-Is-Purelib` \"true\" on line 2 and \"false\" on line 4; the first is read";
        assert_eq!(findings, [finding("wheel.purelib-contradiction", detail)]);
        let (_, findings) = read(&text.replace("false", "True"));
        assert_eq!(findings[0].0, "wheel.repeated-field");
    }

    #[test]
    fn tags_that_are_none_are_said() {
        let (wheel, findings) = read(&format!("{HEAD}Tag:\n"));
        assert_eq!(wheel.tags, Vec::<String>::new());
        assert_eq!(
            findings,
            [
                finding("wheel.empty-tag", "the `Tag` on WHEEL line 4 is empty"),
                finding("wheel.no-tags", "WHEEL states no tag"),
            ]
        );
        assert_eq!(read(HEAD).1, [finding("wheel.no-tags", "WHEEL states no tag")]);
        assert_eq!(
            read(&format!("{HEAD}Tag: py3-none-any\nTag: cp310\n")).1,
            [finding(
                "wheel.bad-tag",
                "the `Tag` \"cp310\" on WHEEL line 5 must have three parts between hyphens, has 1"
            )]
        );
    }

    #[test]
    fn one_character_a_tag_is_recognised_for_what_it_is() {
        let spelt: Vec<String> = "py3-none-any".chars().map(|c| format!("Tag: {c}\n")).collect();
        let (wheel, findings) = read(&format!("{HEAD}{}", spelt.concat()));
        assert_eq!(wheel.tags, Vec::<String>::new());
        assert_eq!(wheel.lines.len(), 15);
        let detail = "WHEEL has 12 `Tag` lines of one character; together they spell \"py3-none-any\"";
        assert_eq!(findings, [finding("wheel.spelt-tag", detail)]);
    }

    #[test]
    fn tags_in_absurd_numbers_are_cut_and_said_to_be() {
        let lines: Vec<String> = (0..3000).map(|n| format!("Tag: cp{n}-none-any\n")).collect();
        let (wheel, findings) = read(&format!("{HEAD}{}", lines.concat()));
        assert_eq!(wheel.tags.len(), EXPANSION);
        assert_eq!(findings, [finding("tags.too-many", "WHEEL line 1028 brings the tags to more than 1024")]);
        let list = vec!["a"; 20].join(".");
        let (_, findings) = read(&format!("{HEAD}Tag: {list}-{list}-{list}\n"));
        assert_eq!(findings[0], finding("tags.too-many", "WHEEL line 4 brings the tags to more than 1024"));
    }

    #[test]
    fn fields_that_python_does_not_see_are_said_to_be_lost() {
        let (wheel, findings) = read(&format!("{HEAD}\nTag: py3-none-any\n"));
        assert_eq!(wheel.tags, Vec::<String>::new());
        assert_eq!(wheel.lines.len(), 4);
        assert_eq!(
            findings[0],
            finding("wheel.stray-line", "WHEEL line 5 stands after the blank line 4: \"Tag: py3-none-any\"")
        );
    }

    #[test]
    fn a_wheel_of_another_version_or_of_none_is_said() {
        let (_, findings) = read("Wheel-Version: 2.0\nTag: py3-none-any\nRoot-Is-Purelib: maybe\n");
        assert_eq!(
            findings,
            [
                finding("wheel.version", "WHEEL states `Wheel-Version` \"2.0\"; version 1 is known"),
                finding("wheel.purelib", "WHEEL states `Root-Is-Purelib` \"maybe\" on line 3"),
            ]
        );
        let (_, findings) = read("Tag: py3-none-any\n");
        assert_eq!(
            findings,
            [
                finding("wheel.version", "WHEEL has no `Wheel-Version` field"),
                finding("wheel.purelib", "WHEEL has no `Root-Is-Purelib` field"),
            ]
        );
    }
}
