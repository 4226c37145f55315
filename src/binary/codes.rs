//! The findings of this module.

use crate::finding::{Code, Severity};

macro_rules! codes {
    ($($name:ident = $id:literal, $severity:ident, $meaning:literal;)*) => {
        $(
            #[doc = $meaning]
            pub const $name: Code = Code { id: $id, severity: Severity::$severity, meaning: $meaning };
        )*

        /// Every code of this module.
        pub const ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    FILE_EMPTY = "file.empty", Warning,
        "A file that is named like a binary holds no bytes; it can't be loaded.";
    FILE_LFS_POINTER = "file.lfs-pointer", Warning,
        "The wheel was built without fetching this file from git-LFS; it holds a pointer to the binary, not the binary.";
    FILE_LINKER_SCRIPT = "file.linker-script", Note,
        "A text for the linker stands in the place of a library; it names the libraries to link, and can't be loaded.";
    FILE_TRUNCATED_ELF = "file.truncated-elf", Warning,
        "The file begins like an ELF file and ends inside its header; it can't be loaded.";
    FILE_FAKE_ELF = "file.fake-elf", Warning,
        "The file begins with ELF's four magic bytes, but what follows is no ELF header; it can't be loaded.";
    FILE_NOT_BINARY = "file.not-binary", Note,
        "The name is that of a binary, but the bytes are not.";
    FILE_UNEXPECTED_BINARY = "file.unexpected-binary", Warning,
        "The name is that of a text, but the bytes are those of a binary; tools that go by names miss it.";

    ELF_BAD_SEGMENT_TABLE = "elf.bad-segment-table", Warning,
        "The program headers can't be read, so the loader refuses the file; sections are reported.";
    ELF_NO_SECTION_TABLE = "elf.no-section-table", Note,
        "Section headers were removed (sstrip, packers); what they would say comes from segments or is absent.";
    ELF_BAD_SECTION_TABLE = "elf.bad-section-table", Warning,
        "The section headers can't be read; what they would say comes from segments or is absent.";
    ELF_BAD_SECTION_NAMES = "elf.bad-section-names", Warning,
        "Sections have no names, so what is known by a section's name (.comment, debug data) is absent.";
    ELF_SECTION_PAST_END = "elf.section-past-end", Warning,
        "The file is cut, or its section headers are wrong.";
    ELF_SEGMENT_PAST_END = "elf.segment-past-end", Warning,
        "The file is cut, or its program headers are wrong; the loader refuses it or faults.";
    ELF_UNREADABLE_NOTES = "elf.unreadable-notes", Warning,
        "A note is damaged; it and what follows it in the same place are lost, all other notes are reported.";
    ELF_STALE_NOTE_SEGMENT = "elf.stale-note-segment", Warning,
        "A tool moved the notes and left the program header behind; who reads segments only (debuggers, crash reporters) \
         finds no build-id, or a wrong one.";
    ELF_BUILD_IDS_DISAGREE = "elf.build-ids-disagree", Alarm,
        "Two tools see two identities of this file, by where they look.";
    ELF_SEVERAL_BUILD_IDS = "elf.several-build-ids", Warning,
        "Tools that take the first or the last build-id name this file differently.";
    ELF_BUILD_ID_ONE_SIDED = "elf.build-id-one-sided", Note,
        "Tools that look only at the other place find no build-id.";
    ELF_EMPTY_BUILD_ID = "elf.empty-build-id", Warning,
        "The id is there and says nothing; it is the same for every file linked so.";
    ELF_BAD_DYNAMIC = "elf.bad-dynamic", Warning,
        "The dynamic section is damaged; names and paths in it may be missing here.";
    ELF_TWO_DYNAMICS = "elf.two-dynamics", Alarm,
        "The loader and tools that go by sections see different libraries needed and different names.";
    ELF_OVERLAY = "elf.overlay", Note,
        "Bytes follow the end of what the headers account for; they are not loaded, but are part of the file's SHA-256.";
    ELF_COMPANION_MAPS_CODE = "elf.companion-maps-code", Note,
        "By its sections it is debug data of another file; a loader, which reads no sections, would run it.";
    ELF_LIMIT = "elf.limit", Warning,
        "There is more of something than Wheelcard looks at in one file.";

    AR_DAMAGED = "ar.damaged", Warning,
        "The archive can't be read to its end; its objects are counted up to there.";

    MACHO_DAMAGED = "macho.damaged", Warning,
        "The headers can't be read to their end; what they would say is absent.";
    MACHO_BAD_SLICE = "macho.bad-slice", Warning,
        "An architecture of a universal file can't be read; the others are reported.";
    MACHO_SLICES_DIFFER = "macho.slices-differ", Warning,
        "The architectures of a universal file are not builds of one thing.";

    PE_DAMAGED = "pe.damaged", Warning,
        "A header or directory can't be read; what it would say is absent.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed_once_and_named_for_its_area() {
        let mut ids: Vec<_> = ALL.iter().map(|code| code.id).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
        let areas = ["file.", "elf.", "ar.", "macho.", "pe."];
        assert!(ids.iter().all(|id| areas.iter().any(|area| id.starts_with(area))));
        assert!(ALL.iter().all(|code| code.meaning.ends_with('.')));
    }
}
