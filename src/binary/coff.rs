//! COFF objects, as MSVC and MinGW compile them.
//!
//! They have no magic: a header counts as one only if all of it is plausible. Source: Microsoft's "PE Format".

use object::LittleEndian as LE;
use object::pe;
use object::read::ReadRef as _;

use super::facts::{Binary, Role, RoleEvidence, Slice};
use super::image::Image;
use super::pe::architecture;

/// Sections of an object compiled without `/bigobj`.
const SECTIONS: u64 = 65_279;

/// The class id that marks an object compiled with `/bigobj`.
const BIG_OBJECT: [u8; 16] =
    [0xc7, 0xa1, 0xba, 0xd1, 0xee, 0xba, 0xa9, 0x4b, 0xaf, 0x20, 0xfa, 0xf6, 0x6a, 0xa4, 0xdc, 0xb8];

/// Bytes of one symbol record.
const SYMBOL: u64 = 18;

/// Whether the file that begins with `head` and has `size` bytes is a COFF object.
pub(super) fn is_object(head: &[u8], size: u64) -> bool {
    if is_big_object(head) {
        return true;
    }
    let Ok(header) = head.read_at::<pe::ImageFileHeader>(0) else { return false };
    let sections = u64::from(header.number_of_sections.get(LE));
    let symbols = u64::from(header.pointer_to_symbol_table.get(LE));
    let count = u64::from(header.number_of_symbols.get(LE));
    let header_size = u64::try_from(size_of::<pe::ImageFileHeader>()).unwrap_or(u64::MAX);
    let section_size = u64::try_from(size_of::<pe::ImageSectionHeader>()).unwrap_or(u64::MAX);
    let table_end = header_size.saturating_add(sections.saturating_mul(section_size));
    let symbols_end = symbols.saturating_add(count.saturating_mul(SYMBOL));
    is_machine(header.machine.get(LE))
        && header.size_of_optional_header.get(LE) == 0
        && (1..=SECTIONS).contains(&sections)
        && table_end <= size
        && (symbols >= table_end && symbols_end <= size)
}

fn is_big_object(head: &[u8]) -> bool {
    head.starts_with(&[0, 0, 0xff, 0xff]) && head.get(12..28) == Some(&BIG_OBJECT)
}

fn is_machine(machine: pe::Machine) -> bool {
    use pe::{IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64, IMAGE_FILE_MACHINE_ARMNT, IMAGE_FILE_MACHINE_I386};
    [IMAGE_FILE_MACHINE_I386, IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64, IMAGE_FILE_MACHINE_ARMNT]
        .contains(&machine)
}

/// The facts of a COFF object.
pub(super) fn read(image: Image<'_>) -> Binary {
    let at = if is_big_object(image.bytes()) { 6 } else { 0 };
    let machine = image.bytes().read_at::<object::endian::U16<object::LittleEndian>>(at).map(|raw| raw.get(LE));
    let slice = Slice {
        architecture: machine.map_or_else(|()| String::new(), |machine| architecture(pe::Machine(machine))),
        offset: 0,
        size: image.size(),
        name: None,
        needed: Vec::new(),
    };
    Binary { slices: vec![slice], ..Binary::new(Role::Relocatable, RoleEvidence::HeaderType) }
}
