//! What the tables say about the file as a whole: a companion or not, cut or not, how far it reaches.

use object::elf;

use super::super::codes;
use super::super::image::Image;
use super::header::{Layout, Span};
use crate::finding::Finding;

/// Whether this is debug data of another file: it has code sections, and none of them holds bytes.
///
/// `objcopy --only-keep-debug` and `eu-strip -f` make such files. Their program headers still describe the other file.
pub(super) fn is_debug_companion(layout: &Layout<'_>) -> bool {
    let mut code = layout.sections().iter().filter(|section| section.is_code() && section.span.size > 0).peekable();
    code.peek().is_some() && code.all(|section| section.kind == elf::SHT_NOBITS)
}

/// Says how many sections and segments reach past the end of the file, and when a companion could be run all the same.
pub(super) fn check_bounds(image: Image<'_>, layout: &Layout<'_>, companion: bool, findings: &mut Vec<Finding>) {
    let past = |span: Span| span.size > 0 && span.end() > image.size();
    let mut sections = layout.sections().iter().filter(|section| section.has_bytes() && past(section.span));
    if let Some(first) = sections.next() {
        let count = sections.count().saturating_add(1);
        let detail = past_end(count, layout.sections().len(), "sections", &first.label(), first.span, image);
        findings.push(Finding::new(&codes::ELF_SECTION_PAST_END, detail).at(first.span.offset));
    }
    let mut segments = layout.segments.iter().filter(|segment| !companion && past(segment.span));
    if companion {
        // `eu-strip -f` leaves the other file's program headers, so this can be innocent.
        let mut code = layout.segments.iter().filter(|segment| segment.is_executable() && segment.span.size > 0);
        if let Some(segment) = code.find(|segment| !past(segment.span)) {
            let detail = format!(
                "no section holds code, but segment #{} maps {} bytes at offset {:#x} as code",
                segment.index, segment.span.size, segment.span.offset
            );
            findings.push(Finding::new(&codes::ELF_COMPANION_MAPS_CODE, detail).at(segment.span.offset));
        }
    }
    if let Some(first) = segments.next() {
        let count = segments.count().saturating_add(1);
        let name = format!("#{}", first.index);
        let detail = past_end(count, layout.segments.len(), "segments", &name, first.span, image);
        findings.push(Finding::new(&codes::ELF_SEGMENT_PAST_END, detail).at(first.span.offset));
    }
}

fn past_end(count: usize, all: usize, what: &str, first: &str, span: Span, image: Image<'_>) -> String {
    format!(
        "{count} of {all} {what} reach past the end of the file, first {first}: {} bytes at offset {:#x}, but the file \
         has {} bytes",
        span.size,
        span.offset,
        image.size()
    )
}

/// The offset after the last byte that header, tables, sections and segments account for, within the file.
///
/// Where a table can't be read, that is the end of the file: what the table would account for is not known.
pub(super) fn end(image: Image<'_>, layout: &Layout<'_>, companion: bool) -> u64 {
    let header = layout.header;
    if header.damaged {
        return image.size();
    }
    let tables = [header.segment_table, header.section_table].into_iter().flatten();
    let sections = layout.sections().iter().filter(|section| section.has_bytes()).map(|section| section.span);
    let segments = layout.segments.iter().filter(|_| !companion).map(|segment| segment.span);
    let used = tables.chain(sections).chain(segments).filter(|span| span.size > 0).map(Span::end);
    used.fold(header.size, u64::max).min(image.size())
}

/// The number of bytes after [`end`]; said if they are any but the usual. Where a table is damaged, nobody knows.
pub(super) fn overlay(image: Image<'_>, layout: &Layout<'_>, companion: bool, findings: &mut Vec<Finding>) -> u64 {
    let end = end(image, layout, companion);
    let overlay = image.size().saturating_sub(end);
    // patchelf leaves one NUL at the end of nearly every file it rewrites: no news.
    let is_patchelfs = overlay == 1 && image.read(end, 1) == Some(&[0]);
    if overlay > 0 && !is_patchelfs {
        let bytes = if overlay == 1 { "1 byte follows".to_owned() } else { format!("{overlay} bytes follow") };
        let detail = format!("{bytes} offset {end:#x}, where the last header, section or segment ends");
        findings.push(Finding::new(&codes::ELF_OVERLAY, detail).at(end));
    }
    overlay
}
