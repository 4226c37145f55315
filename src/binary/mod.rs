//! What a member is, decided by its bytes and never by its name, and the facts of its format.
//!
//! [`kind()`] looks at the magic; [`identify`] at all bytes; [`identify_head`] at the first pages, from which the kind and
//! nearly always the build-id are known long before the rest is inflated. A format is one file or folder here; to add
//! one, give it a [`FileKind`], a line in [`kind()`] and a reader that returns a [`Binary`].

mod archive;
pub mod codes;
mod coff;
pub mod elf;
mod facts;
mod image;
mod kind;
mod macho;
mod name;
mod pe;
mod python;

pub use facts::{
    BadBuildId, Binary, BuildId, DebugInfo, Dynamic, Elf, ElfClass, Endian, Exports, FileKind, Group, Id, IdKind,
    IdSource, Note, ObjectType, Role, RoleEvidence, Slice,
};
pub use kind::kind;
pub use name::named_like_binary;

use crate::finding::Finding;
use crate::report::Identified;
use image::Image;

/// What a member is, from all its bytes. What `path` promises is compared with them, and decides nothing.
pub fn identify(bytes: &[u8], path: &str) -> (Identified, Vec<Finding>) {
    identify_image(Image::whole(bytes), path)
}

/// What a member of `size` bytes is, from the `head` that it begins with.
///
/// Unless the head is everything, the facts are incomplete and say so, a role that needs more is
/// [`RoleEvidence::Provisional`], and there are no findings: what lies beyond the head is not missing.
pub fn identify_head(head: &[u8], size: u64, path: &str) -> (Identified, Vec<Finding>) {
    identify_image(Image::head(head, size), path)
}

fn identify_image(image: Image<'_>, path: &str) -> (Identified, Vec<Finding>) {
    let kind = kind(image.bytes(), image.size());
    let mut findings = Vec::new();
    let mut binary = match kind {
        FileKind::Elf => elf::read(image, &mut findings),
        FileKind::MachO => macho::read(image, &mut findings),
        FileKind::MachOUniversal => macho::read_universal(image, &mut findings),
        FileKind::Pe => pe::read(image, &mut findings),
        FileKind::Archive | FileKind::ThinArchive => Some(archive::read(image, &mut findings)),
        FileKind::Coff => Some(coff::read(image)),
        _ => None,
    };
    if let Some(binary) = &mut binary
        && (binary.role_evidence, binary.role) == (RoleEvidence::Provisional, Role::SharedLibrary)
        && name::is_named_like_extension(path)
    {
        binary.role = Role::ExtensionModule;
        binary.group = binary.role.group();
    }
    findings.extend(against_name(kind, image, path));
    if !image.is_complete() {
        // What lies beyond the head is not missing. All bytes will tell.
        findings.clear();
    }
    let findings = findings.into_iter().map(|finding| finding.in_member(path)).collect();
    (Identified { kind, binary, complete: image.is_complete() }, findings)
}

/// What is odd about these bytes under this name.
fn against_name(kind: FileKind, image: Image<'_>, path: &str) -> Option<Finding> {
    let size = image.size();
    let promised = named_like_binary(path);
    let finding = |code, detail: String| Some(Finding::new(code, detail).at(0));
    match kind {
        FileKind::TruncatedElf => {
            finding(&codes::FILE_TRUNCATED_ELF, format!("the file has {size} bytes, fewer than its own ELF header"))
        }
        FileKind::Data if image.bytes().starts_with(b"\x7fELF") => {
            let ident = crate::bytes::hex(image.bytes().get(4..6).unwrap_or_default());
            finding(&codes::FILE_FAKE_ELF, format!("class and byte order are 0x{ident}, which are none"))
        }
        FileKind::Empty if promised => finding(&codes::FILE_EMPTY, "the file has 0 bytes".to_owned()),
        FileKind::LfsPointer if promised => {
            finding(&codes::FILE_LFS_POINTER, format!("the file is a git-LFS pointer of {size} bytes"))
        }
        FileKind::LinkerScript if promised => {
            finding(&codes::FILE_LINKER_SCRIPT, format!("the file is a linker script of {size} bytes"))
        }
        FileKind::Script | FileKind::Text | FileKind::Data | FileKind::Gzip | FileKind::Zip if promised => {
            finding(&codes::FILE_NOT_BINARY, format!("the file is {}", in_words(kind)))
        }
        FileKind::Elf | FileKind::MachO | FileKind::MachOUniversal | FileKind::Pe if name::is_named_like_text(path) => {
            finding(
                &codes::FILE_UNEXPECTED_BINARY,
                format!("the file is {}, its name is that of a text", in_words(kind)),
            )
        }
        _ => None,
    }
}

/// What a file is, for a sentence.
fn in_words(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Elf => "an ELF file",
        FileKind::MachO => "a Mach-O file",
        FileKind::MachOUniversal => "a universal Mach-O file",
        FileKind::Pe => "a PE file",
        FileKind::Gzip => "gzip",
        FileKind::Zip => "a zip",
        FileKind::Script => "a script",
        FileKind::Text => "text",
        _ => "data of no known format",
    }
}
