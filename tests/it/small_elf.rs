//! Small real ELF files, laid out byte by byte: 64-bit, little endian, x86-64.
//!
//! Layout: header, program headers, then each section's bytes, then the section headers. What is not asked for is left
//! out. readelf reads them without a warning, see the test.
#![expect(
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

/// What kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `ET_EXEC` without a dynamic section.
    StaticProgram,
    /// `ET_DYN` with `DF_1_PIE` and an interpreter.
    Program,
    /// `ET_DYN` with a SONAME.
    Library,
    /// `ET_DYN` that exports `PyInit_…`.
    Module,
}

/// A file to be made.
pub(crate) struct SmallElf<'a> {
    pub(crate) kind: Kind,
    /// Build-id, in hex.
    pub(crate) id: &'a str,
    /// SONAME of a library, the exported name of a module; unused otherwise.
    pub(crate) name: &'a str,
    pub(crate) needed: &'a [&'a str],
    /// Text in `.rodata`.
    pub(crate) stamp: &'a str,
    /// Size of the whole file, reached by filling `.text` up.
    pub(crate) size: usize,
}

const HEADER: usize = 64;
const PROGRAM_HEADER: usize = 56;
const SECTION_HEADER: usize = 64;
/// Everything is loaded at once, at this address.
const BASE: usize = 0x40_0000;

struct Section {
    name: &'static str,
    kind: u32,
    flags: u64,
    bytes: Vec<u8>,
    align: usize,
    link: &'static str,
    info: u32,
    entry: u64,
    offset: usize,
}

fn section(name: &'static str, kind: u32, flags: u64, bytes: Vec<u8>, align: usize) -> Section {
    Section { name, kind, flags, bytes, align, link: "", info: 0, entry: 0, offset: 0 }
}

impl SmallElf<'_> {
    /// The file's bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut sections = self.sections();
        let segments = 2 + usize::from(self.kind != Kind::StaticProgram) + usize::from(self.kind == Kind::Program);
        // Lay out once to learn what is missing to the size, and again with `.text` filled up.
        let short = self.size.checked_sub(lay_out(&mut sections, segments)).expect("a size that holds the rest");
        let text = sections.iter_mut().find(|section| section.name == ".text").unwrap();
        text.bytes.extend(std::iter::repeat_n(0x90, short));
        let end = lay_out(&mut sections, segments);
        assert_eq!(end, self.size, "sizes are multiples of eight");
        self.fill_dynamic(&mut sections);
        self.write(&sections, segments)
    }

    fn sections(&self) -> Vec<Section> {
        let (alloc, exec) = (2, 4);
        let mut all = vec![section("", 0, 0, Vec::new(), 1)];
        if self.kind == Kind::Program {
            all.push(section(".interp", 1, alloc, b"/lib64/ld-linux-x86-64.so.2\0".to_vec(), 1));
        }
        all.push(section(".note.gnu.build-id", 7, alloc, note(self.id), 4));
        if self.kind != Kind::StaticProgram {
            let (strings, _) = self.strings();
            let mut symbols = vec![0; 24];
            let exports = self.kind == Kind::Module;
            if exports {
                symbols.extend(words32(&[1]));
                // Global function, default visibility, section 1.
                symbols.extend([0x12, 0, 1, 0]);
                symbols.extend(words64(&[BASE as u64, 1]));
            }
            let count = symbols.len() / 24;
            let mut chain = vec![1, u32::try_from(count).unwrap(), u32::from(exports)];
            chain.extend(std::iter::repeat_n(0, count));
            let symbols = section(".dynsym", 11, alloc, symbols, 8);
            all.push(Section { link: ".dynstr", info: 1, entry: 24, ..symbols });
            all.push(section(".dynstr", 3, alloc, strings, 1));
            all.push(Section { link: ".dynsym", entry: 4, ..section(".hash", 5, alloc, words32(&chain), 8) });
            let dynamic = section(".dynamic", 6, alloc, vec![0; 16 * (8 + self.needed.len())], 8);
            all.push(Section { link: ".dynstr", entry: 16, ..dynamic });
        }
        all.push(section(".rodata", 1, alloc, self.stamp.as_bytes().to_vec(), 8));
        all.push(section(".text", 1, alloc | exec, vec![0xc3], 16));
        all.push(section(".comment", 1, 0, b"GCC: (GNU) 12.2.0\0".to_vec(), 1));
        let names = all.iter().flat_map(|s| [s.name, "\0"]).chain([".shstrtab\0"]).collect::<String>().into_bytes();
        all.push(section(".shstrtab", 3, 0, names, 1));
        all
    }

    /// `.dynstr`, and the offsets of the needed names in it.
    fn strings(&self) -> (Vec<u8>, Vec<u64>) {
        let mut strings = format!("\0{}\0", self.name).into_bytes();
        let mut offsets = Vec::new();
        for needed in self.needed {
            offsets.push(strings.len() as u64);
            strings.extend(needed.bytes().chain([0]));
        }
        (strings, offsets)
    }

    fn fill_dynamic(&self, sections: &mut [Section]) {
        let address = |name: &str| {
            sections.iter().find(|section| section.name == name).map_or(0, |section| (BASE + section.offset) as u64)
        };
        let (strings, needed) = self.strings();
        let (needed_tag, soname_tag, flags_1) = (1, 14, 0x6fff_fffb);
        let mut entries: Vec<[u64; 2]> = needed.into_iter().map(|at| [needed_tag, at]).collect();
        if self.kind == Kind::Library {
            entries.push([soname_tag, 1]);
        }
        if self.kind == Kind::Program {
            entries.push([flags_1, 0x0800_0000]);
        }
        entries.extend([[4, address(".hash")], [5, address(".dynstr")], [6, address(".dynsym")]]);
        entries.extend([[10, strings.len() as u64], [11, 24]]);
        if let Some(dynamic) = sections.iter_mut().find(|section| section.name == ".dynamic") {
            let bytes = words64(&entries.concat());
            dynamic.bytes[..bytes.len()].copy_from_slice(&bytes);
        }
    }

    fn write(&self, sections: &[Section], segments: usize) -> Vec<u8> {
        let offset =
            |name: &str| sections.iter().find(|section| section.name == name).map(|s| (s.offset, s.bytes.len()));
        let object_type: u16 = if self.kind == Kind::StaticProgram { 2 } else { 3 };
        let headers_at = self.size - sections.len() * SECTION_HEADER;
        let mut out = b"\x7fELF\x02\x01\x01".to_vec();
        out.resize(16, 0);
        out.extend(words16(&[object_type, 62]));
        out.extend(words32(&[1]));
        out.extend(words64(&[(BASE + offset(".text").unwrap().0) as u64, HEADER as u64, headers_at as u64]));
        out.extend(words32(&[0]));
        let counts = [HEADER, PROGRAM_HEADER, segments, SECTION_HEADER, sections.len(), sections.len() - 1];
        out.extend(words16(&counts.map(|count| u16::try_from(count).unwrap())));

        let mut segment = |kind: u32, flags: u32, (at, len): (usize, usize), align: u64| {
            out.extend(words32(&[kind, flags]));
            let (at, address, len) = (at as u64, (BASE + at) as u64, len as u64);
            out.extend(words64(&[at, address, address, len, len, align]));
        };
        if let Some(place) = offset(".interp") {
            segment(3, 4, place, 1);
        }
        segment(1, 5, (0, headers_at), 4096);
        if let Some(place) = offset(".dynamic") {
            segment(2, 4, place, 8);
        }
        segment(4, 4, offset(".note.gnu.build-id").unwrap(), 4);

        for section in sections {
            out.resize(section.offset.max(out.len()), 0);
            out.extend(&section.bytes);
        }
        out.resize(headers_at, 0);
        let mut name_at = 0;
        for section in sections {
            let link = sections.iter().position(|other| !section.link.is_empty() && other.name == section.link);
            let address = if section.flags & 2 == 0 { 0 } else { BASE + section.offset };
            out.extend(words32(&[name_at, section.kind]));
            out.extend(words64(&[section.flags, address as u64, section.offset as u64, section.bytes.len() as u64]));
            out.extend(words32(&[u32::try_from(link.unwrap_or(0)).unwrap(), section.info]));
            out.extend(words64(&[if section.kind == 0 { 0 } else { section.align as u64 }, section.entry]));
            name_at += u32::try_from(section.name.len() + 1).unwrap();
        }
        out
    }
}

/// Gives each section its place and says where the file ends.
fn lay_out(sections: &mut [Section], segments: usize) -> usize {
    let mut at = HEADER + segments * PROGRAM_HEADER;
    let count = sections.len();
    for section in sections.iter_mut().filter(|section| section.kind != 0) {
        at = at.next_multiple_of(section.align);
        section.offset = at;
        at += section.bytes.len();
    }
    at.next_multiple_of(8) + count * SECTION_HEADER
}

fn note(hex: &str) -> Vec<u8> {
    let id: Vec<u8> = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
    let mut note = words32(&[4, u32::try_from(id.len()).unwrap(), 3]);
    note.extend(b"GNU\0");
    note.extend(id);
    note
}

fn words16(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words32(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words64(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn readelf_reads_them_without_a_word_of_warning() {
    let kinds = [Kind::StaticProgram, Kind::Program, Kind::Library, Kind::Module];
    for kind in kinds {
        let elf = SmallElf {
            kind,
            id: "92b4d331a42d7e80bb839e03218d2b9b0c23c346",
            name: "libx.so.1",
            needed: &["libpython3.10.so.1.0", "libc.so.6"],
            stamp: "a stamp",
            size: 8192,
        };
        let bytes = elf.bytes();
        assert_eq!(bytes.len(), 8192);
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("small-{kind:?}.elf"));
        std::fs::write(&path, bytes).unwrap();
        let Ok(output) = std::process::Command::new("readelf").args(["-aW"]).arg(&path).env("LC_ALL", "C").output()
        else {
            println!("skipped: readelf is not here");
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("Warning") && !said.contains("Error"), "{kind:?}: {said}");
        assert!(said.contains("Build ID: 92b4d331a42d7e80bb839e03218d2b9b0c23c346"), "{kind:?}: {said}");
        let is_dynamic = kind != Kind::StaticProgram;
        assert_eq!(said.contains("Shared library: [libpython3.10.so.1.0]"), is_dynamic, "{kind:?}: {said}");
        assert_eq!(said.contains("Library soname: [libx.so.1]"), kind == Kind::Library, "{kind:?}: {said}");
        assert_eq!(said.contains("FUNC    GLOBAL DEFAULT    1 libx.so.1"), kind == Kind::Module, "{kind:?}: {said}");
        assert_eq!(said.contains("Flags: PIE"), kind == Kind::Program, "{kind:?}: {said}");
    }
}
