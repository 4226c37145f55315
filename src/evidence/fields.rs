//! On which known fields a difference falls: an id, a string of the dynamic section, a header's field, a date, a path.

use object::elf;
use object::endian::Endianness;

use super::facts::{Extent, Field, FieldKind, RangePair, RangeState};
use super::stamp::is_id;
use super::{tables, text};
use crate::binary::elf::{Span, View};
use crate::report::Needles;

/// Fields that are listed of one range.
const LISTED: usize = 32;

/// Bytes of text to each side of a difference that are looked at.
const CONTEXT: usize = 512;

/// Bytes of the shortest text that is shown as such: shorter runs of printable bytes happen by chance.
const SHORTEST: usize = 5;

/// Names the fields that the differences of `pair` fall on.
pub(super) fn name(a: &View<'_>, b: &View<'_>, known: [&[Known]; 2], needles: &Needles, pair: &mut RangePair) {
    if matches!(pair.state, RangeState::Equal | RangeState::Moved) {
        return;
    }
    let [in_a, in_b] = [(known[0], pair.a), (known[1], pair.b)].map(|(known, extent)| within(known, extent));
    pair.fields = changed(&in_a, &in_b);
    if let (Some(x), Some(y), Some(_)) = (pair.a, pair.b, pair.differing) {
        let (x, y) = (span(x), span(y));
        match tables::of(a, b, x, y) {
            Some(table) => pair.fields.extend(table.fields(&pair.runs)),
            None => pair.fields.extend(texts(a, b, x, y, pair, [&in_a, &in_b], needles)),
        }
    }
    pair.fields.truncate(LISTED);
}

fn span(extent: Extent) -> Span {
    Span { offset: extent.offset, size: extent.size }
}

/// A field whose place and value are known from the file's structure.
#[derive(Debug, Clone)]
pub(super) struct Known {
    kind: FieldKind,
    name: Option<String>,
    span: Span,
    value: String,
}

/// The known fields of a file, in order of their places.
pub(super) fn known(view: &View<'_>) -> Vec<Known> {
    let mut known = Vec::new();
    for note in view.notes() {
        let kind = if is_id(&note) { FieldKind::BuildId } else { FieldKind::Note };
        let name = (kind == FieldKind::Note).then(|| format!("{} type {}", text::escaped(note.owner), note.kind));
        let value = text::hex(view.read(note.descriptor).unwrap_or_default());
        known.push(Known { kind, name, span: note.descriptor, value });
    }
    for section in view.sections().unwrap_or_default().iter().filter(|section| section.has_bytes) {
        match section.name {
            b".comment" => known.extend(comment(view, section.span)),
            b".gnu_debuglink" => known.extend(debug_link(view, section.span)),
            _ => {}
        }
    }
    for (tag, value) in view.dynamic_entries() {
        let kind = match elf::DynamicTag(*tag) {
            elf::DT_SONAME => FieldKind::Soname,
            elf::DT_NEEDED => FieldKind::Needed,
            elf::DT_RPATH => FieldKind::Rpath,
            elf::DT_RUNPATH => FieldKind::Runpath,
            _ => continue,
        };
        let Some(span) = view.dynamic_string(*value) else { continue };
        known.push(Known { kind, name: None, span, value: text::escaped(view.read(span).unwrap_or_default()) });
    }
    known.sort_by_key(|known| known.span.offset);
    known
}

fn comment(view: &View<'_>, section: Span) -> Vec<Known> {
    let bytes = view.read(section).unwrap_or_default();
    let mut at = section.offset;
    let mut strings = Vec::new();
    for string in bytes.split(|byte| *byte == 0).take(LISTED) {
        let span = Span { offset: at, size: u64::try_from(string.len()).unwrap_or(u64::MAX) };
        at = span.end().saturating_add(1);
        if !string.is_empty() {
            strings.push(Known { kind: FieldKind::Comment, name: None, span, value: text::escaped(string) });
        }
    }
    strings
}

/// The name, padding to four bytes, then a CRC-32 (GDB manual, "Separate Debug Files").
fn debug_link(view: &View<'_>, section: Span) -> Vec<Known> {
    let bytes = view.read(section).unwrap_or_default();
    let name = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    let link = Known {
        kind: FieldKind::DebugLink,
        name: None,
        span: Span { offset: section.offset, size: u64::try_from(name.len()).unwrap_or(u64::MAX) },
        value: text::escaped(name),
    };
    let Some(crc) = bytes.last_chunk::<4>() else { return vec![link] };
    let value = match view.endian() {
        Endianness::Little => u32::from_le_bytes(*crc),
        Endianness::Big => u32::from_be_bytes(*crc),
    };
    let span = Span { offset: section.end().saturating_sub(4), size: 4 };
    vec![link, Known { kind: FieldKind::DebugLinkCrc, name: None, span, value: format!("{value:#010x}") }]
}

fn within(known: &[Known], extent: Option<Extent>) -> Vec<&Known> {
    let Some(extent) = extent.map(span) else { return Vec::new() };
    known.iter().filter(|known| extent.covers(known.span)).collect()
}

/// The known fields whose values differ: the first of a kind against the first, the second against the second.
fn changed(a: &[&Known], b: &[&Known]) -> Vec<Field> {
    let mut kinds: Vec<(FieldKind, &Option<String>)> =
        a.iter().chain(b).map(|known| (known.kind, &known.name)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut fields = Vec::new();
    for (kind, name) in kinds {
        let of = |side: &[&Known]| -> Vec<Known> {
            side.iter()
                .filter(|known| (known.kind, &known.name) == (kind, name))
                .map(|known| (*known).clone())
                .collect()
        };
        let (x, y) = (of(a), of(b));
        for at in 0..x.len().max(y.len()) {
            let (x, y) = (x.get(at), y.get(at));
            if x.map(|known| &known.value) == y.map(|known| &known.value) {
                continue;
            }
            fields.push(Field {
                kind,
                name: name.clone(),
                offset_a: x.map(|known| known.span.offset),
                offset_b: y.map(|known| known.span.offset),
                a: x.map(|known| known.value.clone()),
                b: y.map(|known| known.value.clone()),
            });
        }
    }
    fields
}

/// Texts around differences that fall on no known field.
fn texts(
    a: &View<'_>,
    b: &View<'_>,
    x: Span,
    y: Span,
    pair: &RangePair,
    known: [&[&Known]; 2],
    needles: &Needles,
) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    let mut done = 0_u64;
    let (Some(in_a), Some(in_b)) = (a.read(x), b.read(y)) else { return fields };
    for run in &pair.runs {
        let at = x.offset.saturating_add(run.offset);
        let is_known = known.iter().flat_map(|side| side.iter()).any(|known| {
            known.span.meets(Span { offset: at, size: run.size })
                || known.span.meets(Span { offset: y.offset.saturating_add(run.offset), size: run.size })
        });
        if is_known || run.offset < done {
            continue;
        }
        let (Some(left), Some(right)) = (around(in_a, run.offset, run.size), around(in_b, run.offset, run.size)) else {
            continue;
        };
        done = run.offset.saturating_add(run.size).max(left.end);
        fields.push(Field {
            kind: kind(left.text, right.text, needles),
            name: None,
            offset_a: Some(x.offset.saturating_add(left.start)),
            offset_b: Some(y.offset.saturating_add(right.start)),
            a: Some(text::escaped(left.text)),
            b: Some(text::escaped(right.text)),
        });
    }
    fields
}

/// Printable bytes in a row, and where they lie in the range.
struct Around<'data> {
    text: &'data [u8],
    start: u64,
    end: u64,
}

/// The text that a run of bytes stands in; `None` when it stands in none.
fn around(bytes: &[u8], offset: u64, size: u64) -> Option<Around<'_>> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(size).ok()?)?;
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n');
    // A text may be cut by a NUL where it is the shorter of the two.
    let inside = bytes.get(start..end)?;
    let inside = inside.split(|byte| *byte == 0).next().unwrap_or_default();
    if !inside.iter().all(is_text) {
        return None;
    }
    let before = bytes.get(..start)?.iter().rev().take(CONTEXT).take_while(|byte| is_text(byte)).count();
    let inside_end = start.checked_add(inside.len())?;
    let after = bytes.get(inside_end..)?.iter().take(CONTEXT).take_while(|byte| is_text(byte)).count();
    let (from, to) = (start.checked_sub(before)?, inside_end.checked_add(after)?);
    let text = bytes.get(from..to).filter(|text| text.len() >= SHORTEST)?;
    Some(Around { text, start: u64::try_from(from).ok()?, end: u64::try_from(to).ok()? })
}

/// What two texts are, when they are of one kind.
fn kind(a: &[u8], b: &[u8], needles: &Needles) -> FieldKind {
    let both = |is: &dyn Fn(&[u8]) -> bool| is(a) && is(b);
    let has = |text: &[u8], needle: &Option<String>| {
        needle.as_ref().is_some_and(|needle| memchr::memmem::find(text, needle.as_bytes()).is_some())
    };
    let version = |text: &[u8]| has(text, &needles.version) || has(text, &needles.local);
    if version(a) || version(b) {
        FieldKind::Version
    } else if both(&is_date) {
        FieldKind::Date
    } else if both(&|text| text.contains(&b'/')) {
        FieldKind::Path
    } else {
        FieldKind::Text
    }
}

/// Whether a date or a time stands in the text: `Apr  8 2026`, `2026-04-08`, `21:07:10`.
fn is_date(text: &[u8]) -> bool {
    const MONTHS: [&[u8; 4]; 12] =
        [b"Jan ", b"Feb ", b"Mar ", b"Apr ", b"May ", b"Jun ", b"Jul ", b"Aug ", b"Sep ", b"Oct ", b"Nov ", b"Dec "];
    let like = |pattern: &[u8]| {
        text.windows(pattern.len()).any(|window| {
            window
                .iter()
                .zip(pattern)
                .all(|(byte, form)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form })
        })
    };
    let month = || {
        text.windows(6).any(|window| {
            let day = window.get(4..).unwrap_or_default();
            MONTHS.iter().any(|month| window.starts_with(*month)) && day.iter().any(u8::is_ascii_digit)
        })
    };
    like(b"0000-00-00") || like(b"00:00:00") || month()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_told_from_other_text() {
        for date in ["built Apr  8 2026", "Apr 08 2026, 21:07:10 UTC", "2026-04-08T21:07", "at 21:07:10"] {
            assert!(is_date(date.as_bytes()), "{date}");
        }
        for other in ["/usr/lib/april", "1.2.3.4", "Mar", "May be", "12:30"] {
            assert!(!is_date(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn a_difference_in_text_is_shown_with_the_whole_text() {
        let found = around(b"\0\0hello world\0\0", 5, 1).map(|found| (found.text.to_vec(), found.start));
        assert_eq!(found, Some((b"hello world".to_vec(), 2)));
        assert!(around(b"\x01\x02\x03\x04\x05\x06", 2, 1).is_none());
        assert!(around(b"\0ab\0", 1, 1).is_none(), "too short to be text");
    }
}
