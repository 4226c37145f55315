//! Universal (fat) Mach-O: one image for each architecture, with 32-bit or 64-bit offsets.

use object::BigEndian as BE;
use object::macho;
use object::read::ReadRef as _;
use object::read::macho::FatArch;

use super::super::facts::{Binary, FileKind, Role, RoleEvidence, Slice};
use super::super::image::Image;
use super::super::{codes, kind};
use super::{architecture, thin};
use crate::finding::Finding;

/// Architectures that are looked at. Apple has made a dozen in all.
const SLICES: usize = 64;

/// One entry of the table, whichever its width.
struct Entry {
    architecture: String,
    offset: u64,
    size: u64,
}

/// The facts of a universal file, and of each of its slices.
pub(in super::super) fn read(image: Image<'_>, findings: &mut Vec<Finding>) -> Option<Binary> {
    let header = image.bytes().read_at::<macho::FatHeader>(0).ok()?;
    let claimed = header.nfat_arch.get(BE);
    let entries = match header.magic.get(BE) {
        macho::FAT_MAGIC_64 => entries::<macho::FatArch64>(image, claimed, findings),
        _ => entries::<macho::FatArch32>(image, claimed, findings),
    };
    let mut roles: Vec<(Role, RoleEvidence)> = Vec::new();
    let mut binary = Binary::new(Role::Other, RoleEvidence::HeaderType);
    for entry in entries {
        let bytes = image.read(entry.offset, entry.size).unwrap_or_else(|| {
            let (offset, size) = (entry.offset, entry.size);
            let detail = format!(
                "architecture {} claims {size} bytes at offset {offset:#x}, but the file has {} bytes",
                entry.architecture,
                image.size()
            );
            findings.push(Finding::new(&codes::MACHO_BAD_SLICE, detail).at(offset));
            image.read_some(offset, size)
        });
        match kind(bytes, entry.size) {
            FileKind::MachO => {
                if let Some(thin) = thin::image_facts(bytes, entry.size, entry.offset, findings) {
                    roles.push((thin.role, thin.evidence));
                    binary.ids.extend(thin.id);
                    binary.python_exports.extend(thin.python_exports);
                    // The table and the image both name the architecture; the image is what runs.
                    binary.slices.push(thin.slice);
                    continue;
                }
            }
            FileKind::Archive => roles.push((Role::StaticLibrary, RoleEvidence::HeaderType)),
            _ => {
                let detail = format!("architecture {} at offset {:#x} is no Mach-O", entry.architecture, entry.offset);
                findings.push(Finding::new(&codes::MACHO_BAD_SLICE, detail).at(entry.offset));
            }
        }
        binary.slices.push(Slice {
            architecture: entry.architecture,
            offset: entry.offset,
            size: entry.size,
            name: None,
            needed: Vec::new(),
        });
    }
    binary.python_exports.sort_unstable();
    binary.python_exports.dedup();
    if let Some((role, evidence)) = roles.first().copied() {
        binary.role = role;
        binary.group = role.group();
        binary.role_evidence = evidence;
        if roles.iter().any(|(other, _)| *other != role) {
            let roles: Vec<&str> = roles.iter().map(|(role, _)| role.in_words()).collect();
            let detail = format!("the architectures are, in order: {}", roles.join(", "));
            findings.push(Finding::new(&codes::MACHO_SLICES_DIFFER, detail));
        }
    }
    if !image.is_complete() {
        binary.role_evidence = RoleEvidence::Provisional;
    }
    Some(binary)
}

fn entries<F: FatArch>(image: Image<'_>, claimed: u32, findings: &mut Vec<Finding>) -> Vec<Entry> {
    let count = usize::try_from(claimed).unwrap_or(usize::MAX).min(SLICES);
    let table_at = u64::try_from(size_of::<macho::FatHeader>()).unwrap_or(u64::MAX);
    let arches = (0..count).map_while(|index| {
        let entry = u64::try_from(size_of::<F>()).ok()?.checked_mul(u64::try_from(index).ok()?)?;
        image.bytes().read_at::<F>(table_at.checked_add(entry)?).ok()
    });
    let entry = |arch: &F| Entry {
        architecture: architecture::name(arch.cputype(), arch.cpusubtype()),
        offset: arch.offset().into(),
        size: arch.size().into(),
    };
    let entries: Vec<Entry> = arches.map(entry).collect();
    if u64::try_from(entries.len()).ok() != Some(u64::from(claimed)) || entries.is_empty() {
        let detail = format!("the header claims {claimed} architectures; {} can be read", entries.len());
        findings.push(Finding::new(&codes::MACHO_BAD_SLICE, detail).at(0));
    }
    entries
}
