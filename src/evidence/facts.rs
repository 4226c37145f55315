//! What the second look tells, as plain data.

use serde::{Deserialize, Serialize};

use super::runs::Run;
use crate::binary::elf::RangeClass;
use crate::parity::Confidence;

/// How far two copies of a binary agree, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All that differs is identity or debug data (build-id, `.comment`, debuglink, `.debug_*`, `.symtab`), or follows
    /// from it (the section header table): every other loaded byte is equal, at its address.
    StampOnly,
    /// Every byte that can run is equal, at equal addresses; some data differs.
    CodeEqual,
    /// Every byte that can run is equal, all at one constant distance; see [`Evidence::shift`].
    CodeShifted,
    /// Code differs, or there is a doubt about it.
    CodeDiffers,
}

/// What the bytes of two copies say about one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// How far they agree.
    pub verdict: Verdict,
    /// Address in the second copy less address in the first, for [`Verdict::CodeShifted`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<i64>,
    /// How sure it is that a code address of one copy holds in the other (with the shift, if there is one).
    pub addresses: Confidence,
    /// How sure it is that the logic read in one copy holds in the other.
    pub logic: Confidence,
    /// Bytes of code that were compared and found equal: all code there is. 0 when code differs, and for files that are
    /// byte-identical, where nothing needs a second look.
    pub code_bytes: u64,
    /// Every range of both files, matched; in the order of the first file, then what only the second has.
    pub ranges: Vec<RangePair>,
    /// How the symbols changed.
    pub symbols: SymbolChanges,
    /// What was set aside to reach the verdict, in words.
    pub normalised: Vec<String>,
    /// Why the verdict is not stronger, where equal bytes alone would have made it so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// What would mislead a reader who trusts ids or sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alarms: Vec<Alarm>,
    /// The verdict in a sentence, with what differs.
    pub sentence: String,
}

/// A range of one file and the range of the other that goes by the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangePair {
    /// The section's name, or what else it is; a gap is named for what is before it. See
    /// [`Range::name`](crate::binary::elf::Range::name).
    pub name: String,
    /// What a difference in it means; where the files disagree, the graver of both.
    pub class: RangeClass,
    /// Whether the loader maps these bytes of either file so that they could run; see
    /// [`Range::executable`](crate::binary::elf::Range::executable).
    #[serde(default, skip_serializing_if = "is_false")]
    pub executable: bool,
    /// In the first file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<Extent>,
    /// In the second file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<Extent>,
    /// How the two compare.
    pub state: RangeState,
    /// How many bytes differ; `None` where the sizes do, as there is no telling which byte goes with which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differing: Option<u64>,
    /// The first runs of differing bytes, from the start of the range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
    /// How many runs there are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub run_count: u64,
    /// The fields that the differences fall on, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference; on wasm32 the lint is silent")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference; on wasm32 the lint is silent")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Where a range lies in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// Offset in the file.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
    /// Address of its first byte at run time; `None` when it is not loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
}

/// How a range of one file compares with that of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RangeState {
    /// The same bytes at the same offset and address.
    Equal,
    /// The same bytes at another offset or address.
    Moved,
    /// Other bytes, or another size.
    Differs,
    /// Only the first file has it.
    OnlyA,
    /// Only the second file has it.
    OnlyB,
}

/// A known field on which a difference falls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// What it is.
    pub kind: FieldKind,
    /// Its name where the kind alone does not say it, e.g. `e_entry` or `.text sh_size`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Offset in the first file; `None` when only the second has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset_a: Option<u64>,
    /// Offset in the second file; `None` when only the first has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset_b: Option<u64>,
    /// What the first file has there: text escaped, bytes as hex, cut where long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// What the second file has there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
}

/// The kinds of [`Field`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// The descriptor of a GNU or Go build-id note.
    BuildId,
    /// Another note.
    Note,
    /// A string of `.comment`.
    Comment,
    /// The name that `.gnu_debuglink` holds.
    DebugLink,
    /// The CRC-32 that `.gnu_debuglink` holds.
    DebugLinkCrc,
    /// `DT_SONAME`
    Soname,
    /// `DT_NEEDED`
    Needed,
    /// `DT_RPATH`
    Rpath,
    /// `DT_RUNPATH`
    Runpath,
    /// An entry of the dynamic section.
    Dynamic,
    /// A field of the ELF header.
    Header,
    /// A field of a program header.
    ProgramHeader,
    /// A field of a section header.
    SectionHeader,
    /// Text that holds the version string or its local label.
    Version,
    /// Text that holds a date or a time.
    Date,
    /// Text that holds a path.
    Path,
    /// Other text.
    Text,
}

/// How the symbols of two copies differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolChanges {
    /// The dynamic symbols that other files can bind to; `None` when neither copy has a dynamic symbol table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported: Option<TableChanges>,
    /// The other defined symbols of `.symtab`; `None` unless both copies have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local: Option<TableChanges>,
}

/// How one table of symbols differs: counts of all changes, and the first of each kind by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChanges {
    /// Symbols of the first copy.
    pub in_a: u64,
    /// Symbols of the second copy.
    pub in_b: u64,
    /// Only in the second copy.
    pub added: u64,
    /// Only in the first copy.
    pub removed: u64,
    /// In both, at another address.
    pub moved: u64,
    /// In both, with another size.
    pub resized: u64,
    /// The first of each kind, in order of name; one both moved and resized stands once.
    pub listed: Vec<SymbolChange>,
}

/// One symbol that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SymbolChange {
    /// As stored; bytes that are no UTF-8 are replaced.
    pub name: String,
    /// As written in C++ or Rust, where that is another text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demangled: Option<String>,
    /// Address and size in the first copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<(u64, u64)>,
    /// Address and size in the second copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<(u64, u64)>,
}

/// Something that misleads a reader who trusts ids or sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alarm {
    /// Of which kind.
    pub kind: AlarmKind,
    /// What was seen, in a sentence.
    pub sentence: String,
}

/// The kinds of [`Alarm`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlarmKind {
    /// One build-id, other bytes: the id names the link, not the file.
    SameIdOtherBytes,
    /// Equal size, other bytes.
    SameSizeOtherBytes,
    /// Other build-ids, and all code equal.
    OtherIdsEqualCode,
}
