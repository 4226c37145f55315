//! Compatibility tags and compressed tag sets.
//!
//! Source: <https://packaging.python.org/en/latest/specifications/platform-compatibility-tags/>.

use super::quoted::Quoted;
use super::{CompressedTags, FileName, WheelFile};

/// Single tags that a compressed tag set, or all of WHEEL, is expanded to. The largest real sets have a few dozen.
pub(super) const EXPANSION: usize = 1024;

/// Tags that a sentence names one by one.
const NAMED: usize = 10;

/// Why a text is no compressed tag set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadTags {
    #[error("must have three parts between hyphens, has {0}")]
    Parts(usize),
    #[error("has an empty {0} tag")]
    Empty(&'static str),
    #[error("has an invalid {part} tag {}: must hold only ASCII letters, digits and `_`", Quoted(.tag))]
    Characters { part: &'static str, tag: String },
}

impl CompressedTags {
    /// Reads `python-abi-platform`, each a dot-separated list.
    pub(super) fn parse(text: &str) -> Result<Self, BadTags> {
        let parts: Vec<&str> = text.split('-').collect();
        match parts.as_slice() {
            [python, abi, platform] => Self::from_parts(python, abi, platform),
            other => Err(BadTags::Parts(other.len())),
        }
    }

    /// Reads the three dot-separated lists. Tags that are not known are taken as they are: tags are added every year.
    pub(super) fn from_parts(python: &str, abi: &str, platform: &str) -> Result<Self, BadTags> {
        Ok(Self { python: set("Python", python)?, abi: set("ABI", abi)?, platform: set("platform", platform)? })
    }

    /// The single tags that the set stands for, `python-abi-platform`, in lower case, sorted, without repeats.
    ///
    /// No more than the first 1,024 combinations are taken; [`is_cut`](Self::is_cut) says whether there are more.
    pub fn expand(&self) -> Vec<String> {
        let combinations = self.python.iter().flat_map(|python| {
            self.abi.iter().flat_map(move |abi| self.platform.iter().map(move |platform| (python, abi, platform)))
        });
        let mut tags: Vec<String> = combinations
            .take(EXPANSION)
            .map(|(python, abi, platform)| format!("{python}-{abi}-{platform}").to_ascii_lowercase())
            .collect();
        tags.sort();
        tags.dedup();
        tags
    }

    /// Whether [`expand`](Self::expand) leaves combinations out.
    pub fn is_cut(&self) -> bool {
        self.python.len().saturating_mul(self.abi.len()).saturating_mul(self.platform.len()) > EXPANSION
    }

    /// A short label of the interpreters: the Python tags joined by dots, with the flags `t` (free-threaded) and `d`
    /// (debug) of an ABI that names the same interpreter, e.g. `cp310`, `cp313t`, `py2.py3`.
    pub fn short_label(&self) -> String {
        let labelled = |python: &String| {
            let flags = self.abi.iter().find_map(|abi| {
                let flags = abi.strip_prefix(python.as_str())?;
                (!flags.is_empty() && flags.chars().all(|c| matches!(c, 't' | 'd'))).then_some(flags)
            });
            // A set such as `cp313-cp313.cp313t` is for both builds, so neither flag is the label.
            let plain = self.abi.contains(python);
            format!("{python}{}", flags.filter(|_| !plain).unwrap_or_default())
        };
        self.python.iter().map(labelled).collect::<Vec<_>>().join(".")
    }
}

/// Tags in a sentence, joined by `separator`; of an absurd number only the first.
pub(super) fn listed<'a>(tags: impl ExactSizeIterator<Item = &'a str>, separator: &str) -> String {
    let more = tags.len().saturating_sub(NAMED);
    let named = tags.take(NAMED).collect::<Vec<_>>().join(separator);
    if more > 0 { format!("{named} and {more} more") } else { named }
}

/// One dot-separated list.
fn set(part: &'static str, text: &str) -> Result<Vec<String>, BadTags> {
    text.split('.')
        .map(|tag| {
            if tag.is_empty() {
                Err(BadTags::Empty(part))
            } else if tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                Ok(tag.to_owned())
            } else {
                Err(BadTags::Characters { part, tag: tag.to_owned() })
            }
        })
        .collect()
}

/// The tags that a wheel goes by: those of its file name, else those of WHEEL; `None` when neither states any.
pub fn effective_tags(file_name: &FileName, wheel: Option<&WheelFile>) -> Option<CompressedTags> {
    if let Some(parts) = &file_name.parts {
        return Some(parts.tags.clone());
    }
    let mut tags = CompressedTags { python: Vec::new(), abi: Vec::new(), platform: Vec::new() };
    for single in wheel?.tags.iter().filter_map(|tag| CompressedTags::parse(tag).ok()) {
        let sets =
            [(&mut tags.python, single.python), (&mut tags.abi, single.abi), (&mut tags.platform, single.platform)];
        for (set, more) in sets {
            set.extend(more);
        }
    }
    for set in [&mut tags.python, &mut tags.abi, &mut tags.platform] {
        set.sort();
        set.dedup();
    }
    (!tags.python.is_empty()).then_some(tags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> CompressedTags {
        CompressedTags::parse(text).unwrap()
    }

    #[test]
    fn a_compressed_set_stands_for_every_combination() {
        // What packaging.tags.parse_tag gives for the same text.
        assert_eq!(tags("py2.py3-none-any").expand(), ["py2-none-any".to_owned(), "py3-none-any".to_owned()]);
        assert_eq!(
            tags("cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64").expand(),
            ["cp39-abi3-manylinux2014_x86_64".to_owned(), "cp39-abi3-manylinux_2_17_x86_64".to_owned()]
        );
        assert_eq!(tags("cp310.cp310-abi3-Linux_x86_64").expand(), ["cp310-abi3-linux_x86_64".to_owned()]);
    }

    #[test]
    fn an_absurd_set_is_expanded_no_further_than_the_bound() {
        let list = vec!["a"; 1000].join(".");
        let set = tags(&format!("{list}-{list}-{list}"));
        assert!(set.is_cut());
        assert_eq!(set.expand(), ["a-a-a".to_owned()]);
        assert!(!tags("py3-none-any").is_cut());
    }

    #[test]
    fn a_sentence_names_ten_tags_and_counts_the_others() {
        let tags: Vec<String> = (0..12).map(|n| n.to_string()).collect();
        assert_eq!(listed(tags.iter().map(String::as_str), "."), "0.1.2.3.4.5.6.7.8.9 and 2 more");
        assert_eq!(listed(tags.iter().take(2).map(String::as_str), ", "), "0, 1");
    }

    #[test]
    fn the_label_names_the_interpreters_and_a_free_threaded_build() {
        for (text, label) in [
            ("cp310-cp310-linux_x86_64", "cp310"),
            ("cp313-cp313t-win_amd64", "cp313t"),
            ("cp312-cp312d-win_amd64", "cp312d"),
            ("cp36-cp36m-win32", "cp36"),
            ("cp313-cp313.cp313t-win32", "cp313"),
            ("cp39-abi3-any", "cp39"),
            ("cp315-abi3t-any", "cp315"),
            ("py2.py3-none-any", "py2.py3"),
            ("cp35.cp36.cp37-abi3-manylinux1_x86_64", "cp35.cp36.cp37"),
        ] {
            assert_eq!(tags(text).short_label(), label, "{text}");
        }
    }

    #[test]
    fn tags_may_be_unknown_but_not_misspelt() {
        assert!(CompressedTags::parse("cp399-abi9-haiku_1_x86_64").is_ok());
        let why = |text| CompressedTags::parse(text).unwrap_err().to_string();
        assert_eq!(why("cp310-cp310"), "must have three parts between hyphens, has 2");
        assert_eq!(why("cp310-cp310-"), "has an empty platform tag");
        assert_eq!(why("cp310..cp311-none-any"), "has an empty Python tag");
        assert_eq!(
            why("cp310-no ne-any"),
            "has an invalid ABI tag \"no ne\": must hold only ASCII letters, digits and `_`"
        );
    }
}
