//! Project names.

/// The normal form of a project name: lower case, each run of `-`, `_` and `.` one `-`.
///
/// Two names with one normal form are one project. Source: PEP 503 and
/// <https://packaging.python.org/en/latest/specifications/name-normalization/>.
pub fn normalize(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut separated = false;
    for c in name.chars() {
        if matches!(c, '-' | '_' | '.') {
            if !separated {
                out.push('-');
            }
            separated = true;
        } else {
            out.extend(c.to_lowercase());
            separated = false;
        }
    }
    out
}

/// Whether a name is a valid one: ASCII letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
///
/// Source: the "name format" of the specification that [`normalize`] links.
pub(super) fn is_valid(name: &str) -> bool {
    let ends = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    ends(name.chars().next())
        && ends(name.chars().next_back())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spellings_that_the_specification_lists_are_one_name() {
        for name in [
            "friendly-bard",
            "Friendly-Bard",
            "FRIENDLY-BARD",
            "friendly.bard",
            "friendly_bard",
            "friendly--bard",
            "FrIeNdLy-._.-bArD",
        ] {
            assert_eq!(normalize(name), "friendly-bard", "{name}");
        }
    }

    #[test]
    fn a_name_begins_and_ends_with_a_letter_or_digit() {
        for good in ["a", "A.b", "zope.interface", "x-1", "7z"] {
            assert!(is_valid(good), "{good}");
        }
        for bad in ["", "-a", "a-", "a b", "naïve", "a/b"] {
            assert!(!is_valid(bad), "{bad}");
        }
    }
}
