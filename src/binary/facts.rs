//! The facts of a binary as plain data: what a report carries of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bytes::{Sha256, hex};

/// What a member's bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// `\x7fELF` with a header that can be read.
    Elf,
    /// `\x7fELF`, but the file ends inside its header.
    TruncatedElf,
    /// A thin Mach-O.
    MachO,
    /// A universal (fat) Mach-O.
    MachOUniversal,
    /// `MZ` with a PE header.
    Pe,
    /// An `ar` archive of objects.
    Archive,
    /// A thin `ar` archive: names of objects, not the objects.
    ThinArchive,
    /// A COFF object without a PE header.
    Coff,
    /// LLVM bitcode.
    Bitcode,
    /// WebAssembly.
    Wasm,
    /// A zip, thus also a nested wheel or jar.
    Zip,
    /// gzip.
    Gzip,
    /// A linker script in the place of a library (`INPUT (…)`, `GROUP (…)`).
    LinkerScript,
    /// A git-LFS pointer in the place of the file.
    LfsPointer,
    /// Text that begins with `#!`.
    Script,
    /// Other UTF-8 text.
    Text,
    /// No bytes.
    Empty,
    /// Anything else.
    Data,
}

impl FileKind {
    /// The kind in a reader's words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Elf => "ELF",
            Self::TruncatedElf => "truncated ELF",
            Self::MachO => "Mach-O",
            Self::MachOUniversal => "universal Mach-O",
            Self::Pe => "PE",
            Self::Archive => "ar archive",
            Self::ThinArchive => "thin ar archive",
            Self::Coff => "COFF object",
            Self::Bitcode => "LLVM bitcode",
            Self::Wasm => "WebAssembly",
            Self::Zip => "zip archive",
            Self::Gzip => "gzip",
            Self::LinkerScript => "linker script",
            Self::LfsPointer => "git-LFS pointer",
            Self::Script => "script",
            Self::Text => "text",
            Self::Empty => "empty file",
            Self::Data => "data",
        }
    }
}

/// The table of the card in which a binary stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// A program.
    Executable,
    /// A shared library.
    SharedLibrary,
    /// A Python extension module.
    ExtensionModule,
    /// Static and relocatable objects, debug companions, and what is named like a binary and is none.
    Other,
}

/// A binary of any format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binary {
    /// The card's table.
    pub group: Group,
    /// What it is, in the design's words.
    pub role: Role,
    /// Which step of the order of evidence decided.
    pub role_evidence: RoleEvidence,
    /// Every identity the format carries, in order of appearance, without repeats. Empty means there is none.
    pub ids: Vec<Id>,
    /// `PyInit_*`, `PyInitU_*` and `PyModExport_*` that it exports, sorted.
    pub python_exports: Vec<String>,
    /// ELF facts; `None` for other formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elf: Option<Elf>,
    /// One entry for each architecture of a Mach-O, one for a PE; empty for ELF.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slices: Vec<Slice>,
    /// Objects in an `ar` archive; `None` for other formats, and for an archive of which only the head was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<u64>,
}

impl Binary {
    /// A binary of which nothing but its role is known yet.
    pub(super) fn new(role: Role, role_evidence: RoleEvidence) -> Self {
        Self {
            group: role.group(),
            role,
            role_evidence,
            ids: Vec::new(),
            python_exports: Vec::new(),
            elf: None,
            slices: Vec::new(),
            members: None,
        }
    }
}

/// What a binary is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A program.
    Executable,
    /// A Python extension module.
    ExtensionModule,
    /// A shared library.
    SharedLibrary,
    /// A shared library that can also be run (SONAME and `PT_INTERP`).
    RunnableLibrary,
    /// An object file (`ET_REL`, COFF, `MH_OBJECT`).
    Relocatable,
    /// An archive of objects.
    StaticLibrary,
    /// Debug data of another file, whose code it does not hold.
    DebugCompanion,
    /// A core dump or another kind of image that no wheel should hold, or a file too damaged to tell.
    Other,
}

impl Role {
    /// The card's table in which a binary of this role stands.
    pub fn group(self) -> Group {
        match self {
            Self::Executable => Group::Executable,
            Self::SharedLibrary | Self::RunnableLibrary => Group::SharedLibrary,
            Self::ExtensionModule => Group::ExtensionModule,
            Self::Relocatable | Self::StaticLibrary | Self::DebugCompanion | Self::Other => Group::Other,
        }
    }

    /// The role in a reader's words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Executable => "executable",
            Self::ExtensionModule => "extension module",
            Self::SharedLibrary => "shared library",
            Self::RunnableLibrary => "library, also runnable",
            Self::Relocatable => "object",
            Self::StaticLibrary => "static library",
            Self::DebugCompanion => "debug companion",
            Self::Other => "other",
        }
    }
}

/// The step of design.md's order of evidence at which the role was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoleEvidence {
    /// The type in the header says it (`ET_EXEC`, `ET_REL`, `MH_EXECUTE`, PE characteristics …).
    HeaderType,
    /// `DF_1_PIE` in `DT_FLAGS_1`.
    PieFlag,
    /// It exports a Python module's entry point.
    PythonExport,
    /// It has a SONAME (or a Mach-O install name).
    Soname,
    /// It has a `PT_INTERP`.
    Interpreter,
    /// It has a `DT_DEBUG`.
    DebugTag,
    /// It has no `PT_DYNAMIC`.
    NoDynamic,
    /// Code sections without bytes: a debug companion.
    NoBits,
    /// Nothing else decided: a shared library.
    Remainder,
    /// Only the head was seen, and what decides lies beyond it. The role is a guess, from the name too, until all bytes
    /// were.
    Provisional,
    /// The headers that would decide can't be read.
    Damaged,
}

/// The bytes of a build identity, of any length, shown whole.
///
/// For ELF: the descriptor of a `GNU` note of type 3. Equal build-ids mean that one link step is claimed for both
/// files; stripped and unstripped copies share it, and so do files patched after the link. It names the link, not the
/// file. Usually 20 bytes (SHA-1), 16 (MD5 or UUID) or 8 (a short hash, Bazel and lld `fast`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuildId(Vec<u8>);

impl BuildId {
    /// The id whose bytes these are.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// Why a text is no build-id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an even number of hex digits")]
pub struct BadBuildId;

impl FromStr for BuildId {
    type Err = BadBuildId;

    fn from_str(text: &str) -> Result<Self, BadBuildId> {
        if !text.len().is_multiple_of(2) || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(BadBuildId);
        }
        let byte = |pair: &[u8]| {
            let pair = std::str::from_utf8(pair).map_err(|_| BadBuildId)?;
            u8::from_str_radix(pair, 16).map_err(|_| BadBuildId)
        };
        text.as_bytes().chunks(2).map(byte).collect::<Result<_, _>>().map(Self)
    }
}

impl Serialize for BuildId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BuildId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// An identity that a format carries.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Id {
    /// Of which kind.
    pub kind: IdKind,
    /// As it is written: hex for GNU, text for Go, `GUID-age` for PE, dashed hex for a Mach-O UUID.
    pub text: String,
    /// Length of the raw descriptor in bytes; 0 is an empty id, which is not an absent one.
    pub bytes: u64,
    /// Where it was read.
    pub source: IdSource,
    /// The architecture of the slice, for Mach-O.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
}

/// The kinds of identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdKind {
    /// `NT_GNU_BUILD_ID`: owner `GNU`, type 3.
    GnuBuildId,
    /// Owner `Go`, type 4: text.
    GoBuildId,
    /// Mach-O `LC_UUID`.
    MachOUuid,
    /// PE `CodeView` (RSDS) GUID and age.
    PeGuidAge,
}

/// Where an id was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdSource {
    /// In an `SHT_NOTE` section and in a `PT_NOTE` segment.
    SectionAndSegment,
    /// Only in a section.
    Section,
    /// Only in a segment.
    Segment,
    /// In a load command or debug directory (Mach-O, PE).
    Header,
}

/// ELF facts. Source: the System V gABI (<https://gabi.xinuos.com/>) and `readelf`'s names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elf {
    /// 32 or 64 bits.
    pub class: ElfClass,
    /// Byte order.
    pub endian: Endian,
    /// `e_machine` as readelf names it, e.g. `Advanced Micro Devices X86-64`; a number if it is not known.
    pub machine: String,
    /// `e_machine` as stored.
    pub machine_code: u16,
    /// `e_type`.
    pub object_type: ObjectType,
    /// `EI_OSABI` as stored.
    pub os_abi: u8,
    /// Entry point address.
    pub entry: u64,
    /// Number of section headers; `None` when there is no section table (a malformed one is a finding).
    pub sections: Option<u64>,
    /// Program interpreter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreter: Option<String>,
    /// The dynamic section; `None` when there is no `PT_DYNAMIC`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dynamic: Option<Dynamic>,
    /// What other files can bind to. `None` when it can't be told: only the head was seen, or the tables are damaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exports: Option<Exports>,
    /// All notes, section notes first, in file order; a note seen both ways stands once.
    pub notes: Vec<Note>,
    /// Number of notes in `.gnu.build.attributes` (annobin's record of compiler options, thousands in one file). They
    /// are not listed in `notes`.
    pub attribute_notes: u64,
    /// The strings of `.comment` (the toolchain), without repeats, in order.
    pub comment: Vec<String>,
    /// Whether there is no `.symtab`.
    pub stripped: bool,
    /// Debug data.
    pub debug: DebugInfo,
    /// The highest `GLIBC_x.y` it needs, as written, e.g. `GLIBC_2.17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glibc: Option<String>,
    /// Bytes after the last thing that the headers account for, 0 nearly always.
    pub overlay: u64,
}

impl Elf {
    /// The machine's name in a sentence: short, and as wheels' platform tags spell it where they do, e.g. `x86-64`,
    /// `aarch64`, `ppc64le`.
    pub fn architecture(&self) -> String {
        let known = match (self.machine_code, self.class, self.endian) {
            (3, ..) => "i386",
            (20, ..) => "ppc",
            (21, _, Endian::Little) => "ppc64le",
            (21, _, Endian::Big) => "ppc64",
            (22, ElfClass::Elf64, _) => "s390x",
            (22, ElfClass::Elf32, _) => "s390",
            (40, ..) => "arm",
            (62, ElfClass::Elf64, _) => "x86-64",
            (62, ElfClass::Elf32, _) => "x32",
            (183, ..) => "aarch64",
            (243, ElfClass::Elf64, _) => "riscv64",
            (243, ElfClass::Elf32, _) => "riscv32",
            (258, ..) => "loongarch64",
            _ => return self.machine.clone(),
        };
        known.to_owned()
    }
}

/// `EI_CLASS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ElfClass {
    /// 32-bit.
    #[serde(rename = "ELF32")]
    Elf32,
    /// 64-bit.
    #[serde(rename = "ELF64")]
    Elf64,
}

/// `EI_DATA`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Endian {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

/// `e_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ObjectType {
    /// `ET_NONE`
    None,
    /// `ET_REL`
    Rel,
    /// `ET_EXEC`
    Exec,
    /// `ET_DYN`
    Dyn,
    /// `ET_CORE`
    Core,
    /// Any other number.
    Other(u16),
}

/// What the dynamic section says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dynamic {
    /// `DT_SONAME`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soname: Option<String>,
    /// `DT_NEEDED`, in order.
    pub needed: Vec<String>,
    /// `DT_RPATH`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpath: Option<String>,
    /// `DT_RUNPATH`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runpath: Option<String>,
    /// `DT_FLAGS_1`
    pub flags_1: u64,
    /// Whether there is a `DT_DEBUG`.
    pub has_debug_tag: bool,
}

/// The symbols that other files can bind to, as far as it takes to tell whether two files export the same.
///
/// They are the dynamic symbols (of an object, those of `.symtab`) that are defined, global or weak, and of default or
/// protected visibility.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exports {
    /// How many there are.
    pub count: u64,
    /// Of each one's name, NUL, version or nothing, NUL and a byte for its type (`STT_*`; `STT_GNU_IFUNC` as
    /// `STT_FUNC`), in the order of these bytes.
    pub sha256: Sha256,
}

/// One ELF note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The owner's name without trailing NULs, decoded for reading.
    pub owner: String,
    /// The type, whose meaning is the owner's.
    pub kind: u32,
    /// Length of the descriptor, in bytes.
    pub size: u64,
    /// Offset of the note in the file.
    pub offset: u64,
    /// Where it was seen: a section's name, or `None` for a segment only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Whether a `PT_NOTE` segment covers it.
    pub in_segment: bool,
}

/// Debug data in an ELF file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebugInfo {
    /// Whether there are `.debug_*` or `.zdebug_*` sections.
    pub present: bool,
    /// Whether they are compressed (`SHF_COMPRESSED` or `.zdebug_*`).
    pub compressed: bool,
    /// The file that `.gnu_debuglink` names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// One architecture's image in a Mach-O or PE.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// The architecture, e.g. `arm64`, `x86_64`.
    pub architecture: String,
    /// Offset in the member, in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Install name (Mach-O `LC_ID_DYLIB`) or the PE export name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Libraries it needs, in order.
    pub needed: Vec<String>,
}
