//! PE images: what Windows loads.
//!
//! Source: Microsoft's "PE Format" (<https://learn.microsoft.com/windows/win32/debug/pe-format>).

use object::LittleEndian as LE;
use object::endian::U32;
use object::pe;
use object::read::ReadRef as _;
use object::read::coff::SectionTable;
use object::read::pe::{DataDirectories, ImageNtHeaders};

use super::facts::{Binary, Id, IdKind, IdSource, Role, RoleEvidence, Slice};
use super::image::{Image, string_at};
use super::{codes, python};
use crate::bytes::hex;
use crate::finding::Finding;

/// Libraries that are kept. Real ones need some dozens.
const NEEDED: usize = 1 << 10;

/// Bytes of a name that are kept.
const NAME: usize = 1 << 10;

/// Debug directory entries that are looked at. Linkers write five at most.
const DEBUG_ENTRIES: usize = 64;

/// The facts of a PE image; `None` when its headers are cut.
pub(super) fn read(image: Image<'_>, findings: &mut Vec<Finding>) -> Option<Binary> {
    let mut damage = |why: &str, what: &str| {
        findings.push(Finding::new(&codes::PE_DAMAGED, format!("{what}: {why}")));
    };
    let bytes = image.bytes();
    let parts = match object::read::pe::optional_header_magic(bytes) {
        Ok(pe::IMAGE_NT_OPTIONAL_HDR64_MAGIC) => Parts::read::<pe::ImageNtHeaders64>(bytes, &mut damage),
        Ok(_) => Parts::read::<pe::ImageNtHeaders32>(bytes, &mut damage),
        Err(error) => {
            damage(&error.to_string(), "headers");
            None
        }
    }?;
    let mut slice = Slice {
        architecture: architecture(parts.header.machine.get(LE)),
        offset: 0,
        size: image.size(),
        name: None,
        needed: Vec::new(),
    };
    let mut python_exports = Vec::new();
    if let Some(directory) = parts.directories.get(pe::IMAGE_DIRECTORY_ENTRY_EXPORT) {
        match Exports::read(bytes, &parts, directory.virtual_address.get(LE)) {
            Some(exports) => {
                slice.name = exports.string(exports.directory.name.get(LE)).map(text);
                python_exports = python::sorted(exports.entry_points());
            }
            None => damage("its address is in no section, or its table is cut", "export directory"),
        }
    }
    match needed(bytes, &parts) {
        Ok(needed) => slice.needed = needed,
        Err(error) => damage(&error.to_string(), "import directory"),
    }
    let ids = match ids(bytes, &parts) {
        Ok(ids) => ids,
        Err(error) => {
            damage(&error.to_string(), "debug directory");
            Vec::new()
        }
    };
    let (role, evidence) = role(parts.header.characteristics.get(LE), !python_exports.is_empty());
    let certain = image.is_complete() || role == Role::Executable;
    let evidence = if certain { evidence } else { RoleEvidence::Provisional };
    Some(Binary { ids, python_exports, slices: vec![slice], ..Binary::new(role, evidence) })
}

/// The headers of an image, whichever its width.
struct Parts<'data> {
    header: &'data pe::ImageFileHeader,
    directories: DataDirectories<'data>,
    sections: SectionTable<'data>,
}

impl<'data> Parts<'data> {
    fn read<P: ImageNtHeaders + 'data>(bytes: &'data [u8], damage: &mut impl FnMut(&str, &str)) -> Option<Self> {
        let mut offset = u64::from(pe::ImageDosHeader::parse(bytes).ok()?.nt_headers_offset());
        let (nt, directories) = match P::parse(bytes, &mut offset) {
            Ok(parts) => parts,
            Err(error) => {
                damage(&error.to_string(), "headers");
                return None;
            }
        };
        let sections = nt.sections(bytes, offset).unwrap_or_else(|error| {
            damage(&error.to_string(), "section table");
            SectionTable::default()
        });
        Some(Self { header: nt.file_header(), directories, sections })
    }
}

/// The export directory and the bytes of the section it lies in, where linkers put all that it points to.
struct Exports<'data> {
    directory: &'data pe::ImageExportDirectory,
    names: &'data [U32<LE>],
    section: &'data [u8],
    /// The section's address, relative to the image.
    start: u32,
}

impl<'data> Exports<'data> {
    fn read(bytes: &'data [u8], parts: &Parts<'data>, address: u32) -> Option<Self> {
        let (section, start) = parts.sections.pe_data_containing(bytes, address)?;
        let at = |address: u32| address.checked_sub(start).map(u64::from);
        let directory = section.read_at::<pe::ImageExportDirectory>(at(address)?).ok()?;
        let count = usize::try_from(directory.number_of_names.get(LE)).ok()?;
        let names = match count {
            0 => &[],
            count => section.read_slice_at(at(directory.address_of_names.get(LE))?, count).ok()?,
        };
        Some(Self { directory, names, section, start })
    }

    fn string(&self, address: u32) -> Option<&'data [u8]> {
        string_at(self.section, u64::from(address.checked_sub(self.start)?), NAME)
    }

    /// The exported names that are entry points of Python.
    fn entry_points(&self) -> impl Iterator<Item = &'data [u8]> {
        let starts_right = |address: u32| {
            let offset = usize::try_from(address.checked_sub(self.start)?).ok()?;
            // Before its end is looked for: a million names may share one string of a gigabyte.
            self.section.get(offset..).is_some_and(python::is_entry_point).then_some(address)
        };
        let addresses = self.names.iter().filter_map(move |name| starts_right(name.get(LE)));
        addresses.filter_map(|address| self.string(address))
    }
}

/// The role: a program, unless it says it is a DLL; a DLL with an entry point of Python is an extension module.
fn role(characteristics: pe::FileFlags, python: bool) -> (Role, RoleEvidence) {
    if !characteristics.contains(pe::IMAGE_FILE_DLL) {
        (Role::Executable, RoleEvidence::HeaderType)
    } else if python {
        (Role::ExtensionModule, RoleEvidence::PythonExport)
    } else {
        (Role::SharedLibrary, RoleEvidence::HeaderType)
    }
}

/// The DLLs of the import directory, then those of the delay-load directory, in order.
fn needed(bytes: &[u8], parts: &Parts<'_>) -> object::read::Result<Vec<String>> {
    let mut needed = Vec::new();
    if let Some(table) = parts.directories.import_table(bytes, &parts.sections)? {
        let mut descriptors = table.descriptors()?;
        while let Some(descriptor) = descriptors.next()?.filter(|_| needed.len() < NEEDED) {
            needed.push(text(table.name(descriptor.name.get(LE))?));
        }
    }
    if let Some(table) = parts.directories.delay_load_import_table(bytes, &parts.sections)? {
        let mut descriptors = table.descriptors()?;
        while let Some(descriptor) = descriptors.next()?.filter(|_| needed.len() < NEEDED) {
            needed.push(text(table.name(descriptor.dll_name_rva.get(LE))?));
        }
    }
    Ok(needed)
}

/// The `CodeView` entries of the debug directory: the GUID and age by which a PDB is matched.
fn ids(bytes: &[u8], parts: &Parts<'_>) -> object::read::Result<Vec<Id>> {
    let mut ids: Vec<Id> = Vec::new();
    let Some(directory) = parts.directories.get(pe::IMAGE_DIRECTORY_ENTRY_DEBUG) else { return Ok(ids) };
    let data = directory.data(bytes, &parts.sections)?;
    let count = data.len().checked_div(size_of::<pe::ImageDebugDirectory>()).unwrap_or(0).min(DEBUG_ENTRIES);
    let entries = data.read_slice_at::<pe::ImageDebugDirectory>(0, count).unwrap_or_default();
    for entry in entries.iter().filter(|entry| entry.typ.get(LE) == pe::IMAGE_DEBUG_TYPE_CODEVIEW) {
        let (at, len) = (entry.pointer_to_raw_data.get(LE), entry.size_of_data.get(LE));
        let info = bytes.read_bytes_at(u64::from(at), u64::from(len)).unwrap_or_default();
        let Some(text) = guid_age(info).filter(|text| ids.iter().all(|id| id.text != *text)) else { continue };
        ids.push(Id { kind: IdKind::PeGuidAge, text, bytes: 20, source: IdSource::Header, architecture: None });
    }
    Ok(ids)
}

/// `RSDS`, a GUID and an age, as symbol servers and llvm-readobj write them: the GUID upper-case and dashed, its first
/// three fields little-endian; the age in decimal.
fn guid_age(info: &[u8]) -> Option<String> {
    let rest = info.strip_prefix(b"RSDS")?;
    let (guid, rest) = rest.split_first_chunk::<16>()?;
    let (age, _) = rest.split_first_chunk::<4>()?;
    let (first, guid) = guid.split_first_chunk::<4>()?;
    let (second, guid) = guid.split_first_chunk::<2>()?;
    let (third, guid) = guid.split_first_chunk::<2>()?;
    let (clock, node) = guid.split_first_chunk::<2>()?;
    Some(format!(
        "{:08X}-{:04X}-{:04X}-{:04X}-{}-{}",
        u32::from_le_bytes(*first),
        u16::from_le_bytes(*second),
        u16::from_le_bytes(*third),
        u16::from_be_bytes(*clock),
        hex(node).to_ascii_uppercase(),
        u32::from_le_bytes(*age)
    ))
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name.get(..NAME).unwrap_or(name)).into_owned()
}

/// The machine, by the names of wheels' platform tags and compilers; a number for what wheels are not built for.
pub(super) fn architecture(machine: pe::Machine) -> String {
    let known = match machine {
        pe::IMAGE_FILE_MACHINE_I386 => "x86",
        pe::IMAGE_FILE_MACHINE_AMD64 => "x86_64",
        pe::IMAGE_FILE_MACHINE_ARM64 => "arm64",
        pe::IMAGE_FILE_MACHINE_ARM64EC => "arm64ec",
        pe::IMAGE_FILE_MACHINE_ARMNT => "armv7",
        other => return format!("{:#x}", other.0),
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guid_is_written_in_its_own_byte_order_and_the_age_in_decimal() {
        let mut info = b"RSDS".to_vec();
        info.extend(1..=16);
        info.extend(11_u32.to_le_bytes());
        info.extend(b"a.pdb\0");
        assert_eq!(guid_age(&info).as_deref(), Some("04030201-0605-0807-090A-0B0C0D0E0F10-11"));
        assert_eq!(guid_age(&info[..23]), None);
        assert_eq!(guid_age(b"NB10"), None);
    }
}
