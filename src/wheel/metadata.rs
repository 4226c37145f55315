//! METADATA.
//!
//! Source: <https://packaging.python.org/en/latest/specifications/core-metadata/>.

use super::headers::{FIELDS, Headers};
use super::quoted::Quoted;
use super::{Metadata, codes, name};
use crate::finding::Finding;

impl Metadata {
    /// Reads METADATA as Python's `HeaderParser` does; of a repeated field it takes the first. The description is not
    /// looked at.
    pub fn parse(text: &str) -> (Self, Vec<Finding>) {
        let mut findings = Vec::new();
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => {
                findings.push(Finding::new(&codes::METADATA_BOM, "METADATA begins with a byte order mark"));
                rest
            }
            None => text,
        };
        let headers = Headers::read(text);
        if let Some((line, text)) = headers.stray {
            let detail = format!("METADATA line {line} is no `Key: value` line: {}", Quoted(text));
            findings.push(Finding::new(&codes::METADATA_STRAY_LINE, detail));
        }
        if headers.cut {
            let detail = format!("METADATA has more than {FIELDS} fields");
            findings.push(Finding::new(&codes::METADATA_TOO_MANY, detail));
        }
        let metadata = Self {
            name: required(&headers, "Name", &mut findings),
            version: required(&headers, "Version", &mut findings),
            metadata_version: required(&headers, "Metadata-Version", &mut findings),
            summary: headers.all("Summary").next().map(|field| field.value.clone()),
        };
        if let Some(name) = metadata.name.as_deref().filter(|name| !name::is_valid(name)) {
            findings.push(Finding::new(&codes::METADATA_NAME, format!("METADATA names the project {}", Quoted(name))));
        }
        (metadata, findings)
    }
}

/// The first value of a field that must stand exactly once.
fn required(headers: &Headers<'_>, key: &str, findings: &mut Vec<Finding>) -> Option<String> {
    let mut all = headers.all(key);
    let Some(first) = all.next() else {
        findings.push(Finding::new(&codes::METADATA_NO_FIELD, format!("METADATA has no `{key}` field")));
        return None;
    };
    for other in all {
        let detail = format!(
            "METADATA states `{key}` {} on line {} and {} on line {}; the first is read",
            Quoted(&first.value),
            first.line,
            Quoted(&other.value),
            other.line
        );
        findings.push(Finding::new(&codes::METADATA_REPEATED, detail));
    }
    if first.value.is_empty() {
        let detail = format!("METADATA's `{key}` field on line {} is empty", first.line);
        findings.push(Finding::new(&codes::METADATA_NO_FIELD, detail));
        return None;
    }
    Some(first.value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Vec<(String, String)> {
        Metadata::parse(text).1.into_iter().map(|f| (f.code, f.detail)).collect()
    }

    #[test]
    fn the_fields_that_identity_needs_are_read() {
        let (metadata, findings) =
            Metadata::parse("Metadata-Version: 2.1\nname: demo\nVERSION: 1.0\nSummary: a\n  b\n\nName: other\n");
        assert_eq!(metadata.name.as_deref(), Some("demo"));
        assert_eq!(metadata.version.as_deref(), Some("1.0"));
        assert_eq!(metadata.metadata_version.as_deref(), Some("2.1"));
        assert_eq!(metadata.summary.as_deref(), Some("a b"));
        assert_eq!(findings, []);
    }

    #[test]
    fn a_repeated_field_is_said_with_both_values_and_the_first_is_read() {
        let text = "Metadata-Version: 2.1\nName: demo\nVersion: 1.0\nVersion: 2.0\n";
        assert_eq!(Metadata::parse(text).0.version.as_deref(), Some("1.0"));
        let detail = "METADATA states `Version` \"1.0\" on line 3 and \"2.0\" on line 4; the first is read";
        assert_eq!(findings(text), [("metadata.repeated-field".to_owned(), detail.to_owned())]);
    }

    #[test]
    fn what_is_absent_or_empty_or_lost_is_said() {
        assert_eq!(
            findings("Metadata-Version: 2.1\nName: demo\n\nVersion: 1.0\n"),
            [("metadata.no-field".to_owned(), "METADATA has no `Version` field".to_owned())]
        );
        assert_eq!(
            findings("Metadata-Version: 2.1\nName: demo\nVersion:\n"),
            [("metadata.no-field".to_owned(), "METADATA's `Version` field on line 3 is empty".to_owned())]
        );
        assert_eq!(
            findings("Metadata-Version: 2.1\nName: demo\nVersion 1\nVersion: 1\n"),
            [
                ("metadata.stray-line".to_owned(), "METADATA line 3 is no `Key: value` line: \"Version 1\"".to_owned()),
                ("metadata.no-field".to_owned(), "METADATA has no `Version` field".to_owned()),
            ]
        );
    }

    #[test]
    fn a_byte_order_mark_does_not_cost_the_first_field_here() {
        let (metadata, findings) = Metadata::parse("\u{feff}Name: demo\nMetadata-Version: 2.1\nVersion: 1\n");
        assert_eq!(metadata.name.as_deref(), Some("demo"));
        assert_eq!(findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), ["metadata.bom"]);
    }

    #[test]
    fn a_name_with_a_space_is_no_project_name() {
        assert_eq!(
            findings("Metadata-Version: 2.1\nName: de mo\nVersion: 1\n"),
            [("metadata.invalid-name".to_owned(), "METADATA names the project \"de mo\"".to_owned())]
        );
    }
}
