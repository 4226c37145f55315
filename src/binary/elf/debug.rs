//! Debug data: in the file, or in a companion that it names.

use object::elf;

use super::super::facts::DebugInfo;
use super::super::image::{Image, string_at};
use super::header::{Layout, Section};

/// Bytes of a companion's name that are kept.
const LINK: usize = 1 << 12;

/// What there is of debug data.
pub(super) fn read(image: Image<'_>, layout: &Layout<'_>) -> DebugInfo {
    let debug = |section: &&Section<'_>| section.name.starts_with(b".debug_") || is_old_compressed(section);
    let compressed = |section: &Section<'_>| is_old_compressed(section) || section.flags.contains(elf::SHF_COMPRESSED);
    let link = layout.section(b".gnu_debuglink").filter(|section| section.has_bytes()).and_then(|section| {
        let name = string_at(image.read_some(section.span.offset, section.span.size), 0, LINK)?;
        Some(String::from_utf8_lossy(name).into_owned())
    });
    DebugInfo {
        present: layout.sections().iter().any(|section| debug(&section)),
        compressed: layout.sections().iter().filter(debug).any(compressed),
        link,
    }
}

/// `.zdebug_*`: compressed before `SHF_COMPRESSED` was there.
fn is_old_compressed(section: &Section<'_>) -> bool {
    section.name.starts_with(b".zdebug_")
}
