//! ELF, of both classes and byte orders.
//!
//! Source: the System V gABI (<https://gabi.xinuos.com/>), and GNU readelf for what it leaves open. Each file here is
//! one concept of it; damage in one costs nothing in the others.

mod build_id;
mod comment;
mod debug;
mod dynamic;
mod exports;
mod header;
mod machine;
mod notes;
mod ranges;
mod role;
mod sections;
mod symbols;
mod versions;
mod view;

pub use ranges::{Range, RangeClass, ranges};
pub use symbols::{Symbol, SymbolBinding, SymbolKind, Symbols};
pub(crate) use view::{NoteAt, RelocationSymbols, Section, Segment, Span, View};

use object::elf;

use super::facts::{Binary, Elf, RoleEvidence};
use super::image::{Image, string_at};
use crate::finding::Finding;
use header::Layout;

/// Bytes of an interpreter's path that are kept (`PATH_MAX`).
const INTERPRETER: usize = 1 << 12;

/// The facts of an ELF file; `None` when its header can't be read.
///
/// Of a head, they are what the head says, and the findings are void.
pub(super) fn read(image: Image<'_>, findings: &mut Vec<Finding>) -> Option<Binary> {
    let layout = Layout::read(image, findings)?;
    let header = layout.header;
    let companion = sections::is_debug_companion(&layout);
    sections::check_bounds(image, &layout, companion, findings);

    let notes = notes::read(image, &layout, !companion, findings);
    let both = layout.sections.is_some() && !layout.segments.is_empty() && !companion;
    let ids = build_id::read(&notes, both, findings);
    let table = dynamic::read(image, &layout, companion, findings);
    let dynamic_span = layout.segment(elf::PT_DYNAMIC).map(|segment| segment.span);
    let dynamic = table.as_ref().zip(dynamic_span).map(|(table, span)| dynamic::facts(table, span, findings));
    let python_exports = symbols::python_exports(symbols::dynamic(image, &layout, table.as_ref()));

    let (role, evidence) = role::decide(&layout, dynamic.as_ref(), &python_exports, companion);
    let interpreter = layout.segment(elf::PT_INTERP).filter(|_| !companion).and_then(|segment| {
        let path = string_at(image.read_some(segment.span.offset, segment.span.size), 0, INTERPRETER)?;
        Some(String::from_utf8_lossy(path).into_owned())
    });
    let overlay = if image.is_complete() { sections::overlay(image, &layout, companion, findings) } else { 0 };
    let facts = Elf {
        class: header.class,
        endian: header.byte_order(),
        machine: machine::name(header.machine),
        machine_code: header.machine,
        object_type: header.object_type,
        os_abi: header.os_abi,
        entry: header.entry,
        sections: layout.sections.as_ref().and_then(|sections| u64::try_from(sections.len()).ok()),
        interpreter,
        dynamic,
        exports: exports::read(image, &layout, table.as_ref(), companion),
        notes: notes::facts(&notes, &layout),
        attribute_notes: notes.attributes,
        comment: comment::read(image, &layout),
        stripped: !layout.sections().iter().any(|section| section.kind == elf::SHT_SYMTAB),
        debug: debug::read(image, &layout),
        glibc: versions::glibc(image, &layout, table.as_ref()),
        overlay,
    };
    // Of a head: the type and the flag overrule all later steps, but section headers may make it a companion.
    let certain = matches!(evidence, RoleEvidence::HeaderType | RoleEvidence::PieFlag) && !header.damaged;
    let decided = image.is_complete() || certain;
    let evidence = if decided { evidence } else { RoleEvidence::Provisional };
    Some(Binary { ids, python_exports, elf: Some(facts), ..Binary::new(role, evidence) })
}

/// The dynamic symbols of an ELF file, see [`Symbols`]; `None` when there are none.
pub fn dynamic_symbols(bytes: &[u8]) -> Option<Symbols<'_>> {
    let image = Image::whole(bytes);
    let layout = Layout::read(image, &mut Vec::new())?;
    let table = dynamic::read(image, &layout, sections::is_debug_companion(&layout), &mut Vec::new());
    symbols::dynamic(image, &layout, table.as_ref())
}

/// The symbols of `.symtab`, see [`Symbols`]; `None` when the file is stripped of them.
pub fn local_symbols(bytes: &[u8]) -> Option<Symbols<'_>> {
    let image = Image::whole(bytes);
    let layout = Layout::read(image, &mut Vec::new())?;
    symbols::local(image, &layout)
}
