//! `ar` archives: static libraries and import libraries.

use object::read::archive::ArchiveFile;

use super::codes;
use super::facts::{Binary, Role, RoleEvidence};
use super::image::Image;
use crate::finding::Finding;

/// The facts of an archive: that it is one, and how many objects it holds (its symbol table and the table of long
/// names are no objects).
pub(super) fn read(image: Image<'_>, findings: &mut Vec<Finding>) -> Binary {
    let members = image.is_complete().then(|| count(image, findings));
    Binary { members, ..Binary::new(Role::StaticLibrary, RoleEvidence::HeaderType) }
}

fn count(image: Image<'_>, findings: &mut Vec<Finding>) -> u64 {
    let mut count = 0_u64;
    let archive = ArchiveFile::parse(image.bytes());
    let damage = match &archive {
        Ok(archive) => archive.members().find_map(|member| {
            count = count.saturating_add(u64::from(member.is_ok()));
            member.err()
        }),
        Err(error) => Some(*error),
    };
    if let Some(error) = damage {
        findings.push(Finding::new(&codes::AR_DAMAGED, format!("after {count} objects: {error}")));
    }
    count
}
