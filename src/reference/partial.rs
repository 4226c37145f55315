//! An id or a digest as far as somebody published it.

use std::fmt;

/// Characters of a published id or digest; a build-id has rarely more than 64.
const LONGEST: usize = 1024;
/// Fewer published characters of a longer id than this identify nothing.
const SHORTEST: usize = 4;
/// Hex digits of a SHA-256.
const SHA256_DIGITS: usize = 64;

/// An id or digest that is published whole, as head and tail, or as a head alone.
///
/// Written as published: `92b4d331a42d7e80`, `92b4d331…0c23c346`, `5c633e29…`; `...` is read as `…`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Partial {
    /// All of it.
    Whole(String),
    /// How it begins and ends; `tail` is empty when only the head is published.
    Ends {
        /// How it begins.
        head: String,
        /// How it ends.
        tail: String,
    },
}

/// Why a text is no published id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPartial {
    /// Nothing, or too little of it to tell anything by.
    #[error("must show at least {SHORTEST} characters, or be whole")]
    Short,
    /// Longer than any id.
    #[error("has more than {LONGEST} characters")]
    Long,
    /// A character that no id has.
    #[error("holds the character {0:?}")]
    Character(char),
    /// More than one ellipsis, or one at the start.
    #[error("has an ellipsis where none can be")]
    Ellipsis,
    /// A SHA-256 that is not of 64 hex digits.
    #[error("must be 64 hex digits, or its head or its head and tail with `…` in the place of the others")]
    NoSha256,
}

impl Partial {
    /// Reads an id of any format.
    ///
    /// # Errors
    /// When too little of it is published, or it holds what no id does.
    pub fn parse(text: &str) -> Result<Self, BadPartial> {
        if text.len() > LONGEST {
            return Err(BadPartial::Long);
        }
        let text = text.trim().replace("...", "…");
        // A Go build-id has slashes, a UUID has dashes.
        let is_known = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '`');
        if let Some(odd) = text.chars().find(|c| !is_known(*c) && *c != '…') {
            return Err(BadPartial::Character(odd));
        }
        // Dashes tell nothing of a UUID, so they don't count; a value of dashes alone has nothing to be compared by.
        let published = normal(&text.replace('…', "")).len();
        let shortest = if text.contains('…') { SHORTEST } else { 1 };
        if published < shortest {
            return Err(BadPartial::Short);
        }
        match text.split_once('…') {
            None => Ok(Self::Whole(text)),
            Some((head, tail)) if head.is_empty() || tail.contains('…') => Err(BadPartial::Ellipsis),
            Some((head, tail)) => Ok(Self::Ends { head: head.to_owned(), tail: tail.to_owned() }),
        }
    }

    /// Reads a SHA-256.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and when it is not of hex digits or has not as many as a SHA-256.
    pub fn sha256(text: &str) -> Result<Self, BadPartial> {
        let read = Self::parse(text)?;
        let is_hex = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit());
        let fits = match &read {
            Self::Whole(text) => text.len() == SHA256_DIGITS && is_hex(text),
            Self::Ends { head, tail } => {
                head.len().saturating_add(tail.len()) <= SHA256_DIGITS && is_hex(head) && is_hex(tail)
            }
        };
        if fits { Ok(read) } else { Err(BadPartial::NoSha256) }
    }

    /// Whether all of it is published.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Whole(_))
    }

    /// Whether a whole value is as published.
    pub fn fits(&self, value: &str) -> bool {
        // The value decides how both are compared: the head of a Go id may be of hex digits and a dash by chance.
        let as_value = if is_hex(value) { bare } else { str::to_owned };
        let value = as_value(value);
        match self {
            Self::Whole(text) => as_value(text) == value,
            Self::Ends { head, tail } => {
                let (head, tail) = (as_value(head), as_value(tail));
                // The two may not overlap: a value as long as both is published whole but for the ellipsis.
                value.len() >= head.len().saturating_add(tail.len())
                    && value.starts_with(&head)
                    && value.ends_with(&tail)
            }
        }
    }

    /// Whether no value can be as both of them say.
    pub fn contradicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(value), either) | (either, Self::Whole(value)) => !either.fits(value),
            (Self::Ends { head: a, tail: x }, Self::Ends { head: b, tail: y }) => {
                let agree = |spelt: fn(&str) -> String| {
                    let (a, b, x, y) = (spelt(a), spelt(b), spelt(x), spelt(y));
                    (a.starts_with(&b) || b.starts_with(&a)) && (x.ends_with(&y) || y.ends_with(&x))
                };
                // The value is not known: it may be hex only if all that is published of it is.
                let may_be_hex = [a, b, x, y].into_iter().all(|part| is_hex(part));
                !(agree(str::to_owned) || may_be_hex && agree(bare))
            }
        }
    }

    /// Shortens a whole value to its ends; what is short already stays whole.
    pub fn shortened(value: &str, head: usize, tail: usize) -> Self {
        // Only ASCII is cut: every id and digest is.
        let cut = head.saturating_add(tail);
        let ends = value.get(..head).zip(value.len().checked_sub(tail).and_then(|from| value.get(from..)));
        match ends {
            Some((head, tail)) if value.len() > cut.saturating_add(1) => {
                Self::Ends { head: head.to_owned(), tail: tail.to_owned() }
            }
            _ => Self::Whole(value.to_owned()),
        }
    }
}

/// Hex is compared whatever its case, and a UUID with or without its dashes; other ids letter by letter.
pub(super) fn normal(id: &str) -> String {
    if is_hex(id) { bare(id) } else { id.to_owned() }
}

/// Whether a text is hex, or a UUID.
fn is_hex(id: &str) -> bool {
    id.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

/// Hex without its dashes, in lower case.
fn bare(id: &str) -> String {
    id.replace('-', "").to_ascii_lowercase()
}

impl fmt::Display for Partial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(text) => f.write_str(text),
            Self::Ends { head, tail } => write!(f, "{head}…{tail}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "92b4d331a42d7e80bb839e03218d2b9b0c23c346";

    fn read(text: &str) -> Partial {
        Partial::parse(text).unwrap_or_else(|why| panic!("{text} {why}"))
    }

    #[test]
    fn an_id_fits_what_is_published_of_it() {
        for published in [ID, "92b4d331…0c23c346", "92b4d331a42d7e80…0c23c346", "92b4d331…", "92B4D331...0C23C346"]
        {
            assert!(read(published).fits(ID), "{published}");
            assert!(read(published).fits(&ID.to_uppercase()), "{published}");
        }
        for other in ["92b4d332…", "92b4d331…0c23c347", "92b4d331", "70db95ec…85037138", "92b4d331a42d7e80"] {
            assert!(!read(other).fits(ID), "{other}");
        }
        assert!(!read("92b4d331…0c23c346").fits("92b4d3310c23"), "head and tail may not overlap");
        assert!(read("4C4C44A5-5555-3144-A1D2-0123456789AB").fits("4c4c44a555553144a1d20123456789ab"));
        assert!(!read("aBcD/x/y").fits("abcd/x/y"), "a Go id is text");
        for published in ["AbCd-F…", "AbCd-…", "AbCd-FKa/mnJs92cG/s1lDQjBs/bLaFlGo1", "AbCd-F…bLaFlGo1"] {
            let go = "AbCd-FKa/mnJs92cG/s1lDQjBs/bLaFlGo1";
            assert!(read(published).fits(go) && !read(published).fits(&go.to_lowercase()), "{published}");
        }
        assert!(!read("AbCdF…").fits("AbCd-FKa/mnJs92cG"), "a dash of a Go id is a letter");
        assert!(read("ab").fits("ab") && !read("ab").fits("abcd"), "an id of one byte, whole");
    }

    #[test]
    fn what_tells_nothing_is_no_published_id() {
        for (text, why) in [
            ("", BadPartial::Short),
            ("…", BadPartial::Short),
            ("abc…", BadPartial::Short),
            ("a…b", BadPartial::Short),
            ("-", BadPartial::Short),
            ("--------", BadPartial::Short),
            ("----…", BadPartial::Short),
            ("-…---", BadPartial::Short),
            ("a-b-c…", BadPartial::Short),
            ("…abcd", BadPartial::Ellipsis),
            ("ab…cd…ef", BadPartial::Ellipsis),
            ("ab cd", BadPartial::Character(' ')),
            ("<img>x", BadPartial::Character('<')),
            ("äbcde", BadPartial::Character('ä')),
        ] {
            assert_eq!(Partial::parse(text), Err(why), "{text}");
        }
        assert_eq!(Partial::parse(&"a".repeat(2000)), Err(BadPartial::Long));
        assert_eq!(Partial::sha256(ID), Err(BadPartial::NoSha256));
        assert_eq!(Partial::sha256("xyzw…"), Err(BadPartial::NoSha256));
        assert!(Partial::sha256(&"5c".repeat(32)).is_ok_and(|digest| digest.is_whole()));
    }

    #[test]
    fn two_published_forms_contradict_one_another_when_no_value_fits_both() {
        let agree =
            [(ID, "92b4d331…"), ("92b4d331…0c23c346", "92b4d331a42d7e80…"), ("92b4d331…46", "92b4d331…0c23c346")];
        for (a, b) in agree {
            assert!(!read(a).contradicts(&read(b)) && !read(b).contradicts(&read(a)), "{a} {b}");
        }
        let agree = [("AbCd-F…", "AbCd-FKa/x/y"), ("AbCd-F…", "AbCd-FKa…"), ("4c4c44a5…", "4C4C44A5-5555…")];
        assert!(agree.iter().all(|(a, b)| !read(a).contradicts(&read(b)) && !read(b).contradicts(&read(a))));
        for (a, b) in [("abcd-f…", "AbCd-FKa…"), ("abcd…", "AbCd-FKa/x/y")] {
            assert!(read(a).contradicts(&read(b)) && read(b).contradicts(&read(a)), "{a} {b}: a Go id is text");
        }
        for (a, b) in [(ID, "92b4d332…"), ("92b4d331…0c23c346", "92b4d331…0c23c347"), ("92b4d331", ID)] {
            assert!(read(a).contradicts(&read(b)) && read(b).contradicts(&read(a)), "{a} {b}");
        }
    }

    #[test]
    fn a_value_is_shortened_as_the_published_card_does() {
        assert_eq!(Partial::shortened(ID, 8, 8).to_string(), "92b4d331…0c23c346");
        assert_eq!(Partial::shortened(ID, 8, 0).to_string(), "92b4d331…");
        assert_eq!(Partial::shortened("93dd8bd9bd4c697b", 8, 8).to_string(), "93dd8bd9bd4c697b");
        assert_eq!(Partial::shortened("93dd8bd9", 8, 0).to_string(), "93dd8bd9");
    }
}
