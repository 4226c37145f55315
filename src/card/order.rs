//! The card's own order of wheels, whatever the order in which they were dropped.

use std::cmp::Ordering;

use crate::report::WheelReport;

/// A tag compared as people count: `cp39` before `cp310`.
///
/// The first digit is the major version and the rest the minor one, as PEP 425 packs them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct TagOrder {
    implementation: String,
    major: u64,
    minor: u64,
    rest: String,
}

impl TagOrder {
    // Ex) `cp310` -> cp, 3, 10; `cp313t` -> cp, 3, 13, t; `manylinux_2_17_x86_64` -> itself
    fn of(tag: &str) -> Self {
        let letters = tag.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (implementation, version) = tag.split_at_checked(letters).unwrap_or((tag, ""));
        let digits = version.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = version.split_at_checked(digits).unwrap_or((version, ""));
        let (major, minor) = digits.split_at_checked(1).unwrap_or((digits, ""));
        let number = |text: &str| text.parse().unwrap_or(0);
        Self { implementation: implementation.into(), major: number(major), minor: number(minor), rest: rest.into() }
    }
}

type Tags = (Vec<TagOrder>, Vec<TagOrder>, Vec<TagOrder>);

fn tags(wheel: &WheelReport) -> Tags {
    let sorted = |tags: &[String]| {
        let mut tags: Vec<TagOrder> = tags.iter().map(|tag| TagOrder::of(tag)).collect();
        tags.sort();
        tags
    };
    match &wheel.listing.file_name.parts {
        Some(parts) => (sorted(&parts.tags.python), sorted(&parts.tags.abi), sorted(&parts.tags.platform)),
        None => Tags::default(),
    }
}

/// The wheels by python tag, ABI, platform, file name; then by what tells files of one name apart.
pub(crate) fn sorted<'a>(wheels: &[&'a WheelReport]) -> Vec<&'a WheelReport> {
    let mut keyed: Vec<(Tags, &WheelReport)> = wheels.iter().map(|wheel| (tags(wheel), *wheel)).collect();
    keyed.sort_by(|(a_tags, a), (b_tags, b)| {
        a_tags
            .cmp(b_tags)
            .then_with(|| a.listing.file_name.given.cmp(&b.listing.file_name.given))
            .then_with(|| a.listing.size.cmp(&b.listing.size))
            .then_with(|| contents(a, b))
            .then_with(|| a.sha256.cmp(&b.sha256))
    });
    keyed.into_iter().map(|(_, wheel)| wheel).collect()
}

/// What the directories claim; it is known from the first moment on, unlike the digest.
fn contents(a: &WheelReport, b: &WheelReport) -> Ordering {
    let claims = |wheel: &'_ WheelReport| {
        let entries = wheel.listing.directory.entries.iter();
        entries.map(|entry| (entry.name.clone(), entry.crc32, entry.size)).collect::<Vec<_>>()
    };
    claims(a).cmp(&claims(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_ordered_as_people_count() {
        let mut tags = ["cp313t", "cp310", "py3", "cp39", "cp313", "pp310", "cp27", "abi3"];
        tags.sort_by_key(|tag| TagOrder::of(tag));
        assert_eq!(tags, ["abi3", "cp27", "cp39", "cp310", "cp313", "cp313t", "pp310", "py3"]);
    }
}
