//! The symbols that other files can bind to, as one digest: whether two files export the same.

use object::elf;

use super::super::facts::{Exports, ObjectType};
use super::super::image::Image;
use super::dynamic::Table;
use super::header::Layout;
use super::symbols::{self, Symbol, SymbolKind};
use super::versions::Versions;
use crate::bytes::Sha256Hasher;

/// Exports that are counted. `libLLVM.so.22.1`, of 200 MB, has 39,000 dynamic symbols.
const EXPORTS: usize = 1 << 20;

/// Bytes of names and versions that are hashed. The names in `libLLVM.so.22.1` are 2.6 MB.
const TEXT: usize = 1 << 26;

/// What the file exports; `None` when that can't be told: only its head is at hand, a table or a name lies outside the
/// file, sections and dynamic section name different tables, or there is more than the bounds allow.
pub(super) fn read(
    image: Image<'_>,
    layout: &Layout<'_>,
    dynamic: Option<&Table<'_>>,
    companion: bool,
) -> Option<Exports> {
    if !image.is_complete() || layout.header.damaged || companion {
        return None;
    }
    let span = layout.segment(elf::PT_DYNAMIC).map(|segment| segment.span);
    if span.is_some_and(|span| image.read(span.offset, span.size).is_none()) {
        return None;
    }
    let is_object = layout.header.object_type == ObjectType::Rel;
    let address = dynamic.and_then(|table| table.value(elf::DT_SYMTAB));
    let symbols = if is_object { symbols::local(image, layout) } else { symbols::dynamic(image, layout, dynamic) };
    let Some(symbols) = symbols else {
        // No table is no export, unless the loader is told of one.
        return address.is_none().then(|| digest(Vec::new()));
    };
    let section = layout.sections().iter().find(|section| section.kind == elf::SHT_DYNSYM);
    if let (Some(address), Some(section)) = (address, section)
        && layout.offset_of(address) != Some(section.span.offset)
    {
        return None;
    }
    if !symbols.is_whole() {
        return None;
    }
    let versions = dynamic.map(|table| {
        let bytes = |tag| {
            let offset = table.value(tag).and_then(|address| layout.offset_of(address));
            offset.map(|offset| image.read_some(offset, u64::MAX)).unwrap_or_default()
        };
        let tables = [elf::DT_VERSYM, elf::DT_VERNEED, elf::DT_VERDEF].map(bytes);
        Versions::read(tables, table.strings(), layout.header.endian)
    });
    let mut exports: Vec<Export<'_>> = Vec::new();
    let mut text = 0_usize;
    for (index, symbol) in symbols.iter().enumerate().filter(|(_, symbol)| symbol.is_exported()) {
        let name = symbol.whole_name()?;
        let version = versions.as_ref().map(|versions| versions.of(index)).unwrap_or_default();
        text = text.saturating_add(name.len()).saturating_add(version.len());
        if exports.len() >= EXPORTS || text > TEXT {
            return None;
        }
        exports.push((name, version, number(&symbol)));
    }
    Some(digest(exports))
}

/// Name, version and `STT_*`.
type Export<'data> = (&'data [u8], &'data [u8], u8);

/// Sorted, as linkers order symbols by hashes whose size depends on their number.
fn digest(mut exports: Vec<Export<'_>>) -> Exports {
    exports.sort_unstable();
    let mut hasher = Sha256Hasher::default();
    for (name, version, kind) in &exports {
        // Neither holds a NUL, so no two lists are written alike.
        for piece in [name, &b"\0"[..], version, &[0, *kind]] {
            hasher.update(piece);
        }
    }
    Exports { count: u64::try_from(exports.len()).unwrap_or(u64::MAX), sha256: hasher.finish() }
}

/// `STT_*`, a function that is chosen at run time (`STT_GNU_IFUNC`) being a function.
fn number(symbol: &Symbol<'_>) -> u8 {
    match symbol.kind {
        SymbolKind::Untyped => elf::STT_NOTYPE.0,
        SymbolKind::Object => elf::STT_OBJECT.0,
        SymbolKind::Function => elf::STT_FUNC.0,
        SymbolKind::Section => elf::STT_SECTION.0,
        SymbolKind::File => elf::STT_FILE.0,
        SymbolKind::ThreadLocal => elf::STT_TLS.0,
        SymbolKind::Other(number) => number,
    }
}
