//! `.comment`: the toolchain, in its own words.

use super::super::image::Image;
use super::header::Layout;

/// Strings that are kept. A library linked from objects of many compilers has a dozen.
const KEPT: usize = 64;

/// Bytes of one string that are kept.
const LONGEST: usize = 1 << 10;

/// Bytes of the section that are looked at.
const LOOKED_AT: u64 = 1 << 20;

/// The strings of `.comment`, without repeats, in order.
pub(super) fn read(image: Image<'_>, layout: &Layout<'_>) -> Vec<String> {
    let mut strings: Vec<String> = Vec::new();
    let Some(section) = layout.section(b".comment").filter(|section| section.has_bytes()) else {
        return strings;
    };
    let bytes = image.read_some(section.span.offset, section.span.size.min(LOOKED_AT));
    for raw in bytes.split(|byte| *byte == 0).filter(|raw| !raw.is_empty()) {
        let string = String::from_utf8_lossy(raw.get(..LONGEST).unwrap_or(raw)).into_owned();
        if !strings.contains(&string) {
            strings.push(string);
        }
        if strings.len() >= KEPT {
            break;
        }
    }
    strings
}
