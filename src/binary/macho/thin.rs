//! One Mach-O image: its load commands, read one by one.

use object::endian::Endianness;
use object::macho;
use object::read::ReadRef as _;
use object::read::macho::{LoadCommandData, LoadCommandVariant, MachHeader, Nlist as _};

use super::super::codes;
use super::super::facts::{Binary, Id, IdKind, IdSource, Role, RoleEvidence, Slice};
use super::super::image::{Image, string_at};
use super::super::python;
use super::{architecture, exports};
use crate::finding::Finding;

/// Libraries that are kept. Real ones need some dozens.
const NEEDED: usize = 1 << 10;

/// Bytes of a path that are kept.
const PATH: usize = 1 << 12;

/// Bytes of a symbol's name that are looked at.
const NAME: usize = 1 << 10;

/// What one image says.
pub(super) struct Thin {
    pub(super) role: Role,
    pub(super) evidence: RoleEvidence,
    pub(super) slice: Slice,
    pub(super) id: Option<Id>,
    pub(super) python_exports: Vec<String>,
}

/// The facts of a thin Mach-O file; `None` when its header is cut.
pub(in super::super) fn read(image: Image<'_>, findings: &mut Vec<Finding>) -> Option<Binary> {
    let Some(thin) = image_facts(image.bytes(), image.size(), 0, findings) else {
        let detail = format!("the file has {} bytes, fewer than its own header", image.size());
        findings.push(Finding::new(&codes::MACHO_DAMAGED, detail).at(0));
        return None;
    };
    let certain =
        image.is_complete() || (thin.evidence == RoleEvidence::HeaderType && thin.role != Role::SharedLibrary);
    let evidence = if certain { thin.evidence } else { RoleEvidence::Provisional };
    Some(Binary {
        ids: thin.id.into_iter().collect(),
        python_exports: thin.python_exports,
        slices: vec![thin.slice],
        ..Binary::new(thin.role, evidence)
    })
}

/// The facts of the image that `bytes` begin with; it lies at `offset` in the file and has `size` bytes.
pub(super) fn image_facts(bytes: &[u8], size: u64, offset: u64, findings: &mut Vec<Finding>) -> Option<Thin> {
    let magic = u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?);
    match magic {
        macho::MH_MAGIC | macho::MH_CIGAM => facts::<macho::MachHeader32<Endianness>>(bytes, size, offset, findings),
        macho::MH_MAGIC_64 | macho::MH_CIGAM_64 => {
            facts::<macho::MachHeader64<Endianness>>(bytes, size, offset, findings)
        }
        _ => None,
    }
}

fn facts<M: MachHeader<Endian = Endianness>>(
    bytes: &[u8],
    size: u64,
    offset: u64,
    findings: &mut Vec<Finding>,
) -> Option<Thin> {
    let header = M::parse(bytes, 0).ok()?;
    let endian = header.endian().ok()?;
    let architecture = architecture::name(header.cputype(endian), header.cpusubtype(endian));
    let mut said = Said::default();
    match header.load_commands(endian, bytes, 0) {
        Ok(commands) => {
            for (index, command) in commands.enumerate() {
                if let Err(error) = command.and_then(|command| said.read::<M>(&command, endian, bytes)) {
                    said.damage.push(index, &error);
                }
            }
        }
        Err(error) => said.damage.push(0, &error),
    }
    if let Some(damage) = said.damage.in_words() {
        let detail = format!("architecture {architecture}: {damage}");
        findings.push(Finding::new(&codes::MACHO_DAMAGED, detail).at(offset));
    }
    let python_exports = python::sorted(said.entry_points.iter().map(Vec::as_slice));
    let (role, evidence) = role(header.filetype(endian), !python_exports.is_empty(), said.name.is_some());
    let id = said.uuid.map(|uuid| Id {
        kind: IdKind::MachOUuid,
        text: dashed(uuid),
        bytes: 16,
        source: IdSource::Header,
        architecture: Some(architecture.clone()),
    });
    let slice = Slice { architecture, offset, size, name: said.name, needed: said.needed };
    Some(Thin { role, evidence, slice, id, python_exports })
}

/// What the load commands say.
#[derive(Default)]
struct Said {
    uuid: Option<[u8; 16]>,
    name: Option<String>,
    needed: Vec<String>,
    /// Entry points of Python, by the symbol table and by the exports trie.
    entry_points: Vec<Vec<u8>>,
    /// Whether a symbol table was read. An image has one; a million commands that all name one are not followed.
    has_symbols: bool,
    /// Whether an exports trie was read, likewise.
    has_exports: bool,
    damage: Damage,
}

impl Said {
    fn read<M: MachHeader<Endian = Endianness>>(
        &mut self,
        command: &LoadCommandData<'_, Endianness>,
        endian: Endianness,
        bytes: &[u8],
    ) -> object::read::Result<()> {
        let path = |dylib: &macho::DylibCommand<Endianness>| {
            let path = command.string(endian, dylib.dylib.name)?;
            Ok(String::from_utf8_lossy(path.get(..PATH).unwrap_or(path)).into_owned())
        };
        match command.variant()? {
            LoadCommandVariant::Uuid(raw) => self.uuid = self.uuid.or(Some(raw.uuid)),
            LoadCommandVariant::IdDylib(dylib) => self.name = Some(path(dylib)?),
            LoadCommandVariant::Dylib(dylib) if self.needed.len() < NEEDED => self.needed.push(path(dylib)?),
            LoadCommandVariant::Symtab(table) if !self.has_symbols => {
                self.has_symbols = true;
                let symbols = table.symbols::<M, _>(endian, bytes)?;
                let (at, len) = (u64::from(table.stroff.get(endian)), u64::from(table.strsize.get(endian)));
                let strings = bytes.read_bytes_at(at, len).unwrap_or_default();
                self.entry_points.extend(entry_points::<M>(symbols.symbols(), strings, endian));
            }
            LoadCommandVariant::DyldInfo(info) => {
                let (at, len) = (u64::from(info.export_off.get(endian)), u64::from(info.export_size.get(endian)));
                self.read_exports(bytes.read_bytes_at(at, len).unwrap_or_default());
            }
            LoadCommandVariant::LinkeditData(data) if command.cmd() == macho::LC_DYLD_EXPORTS_TRIE => {
                self.read_exports(data.data(endian, bytes)?);
            }
            _ => {}
        }
        Ok(())
    }

    fn read_exports(&mut self, trie: &[u8]) {
        if !std::mem::replace(&mut self.has_exports, true) {
            self.entry_points.extend(exports::python_entry_points(trie));
        }
    }
}

/// Load commands that can't be read: the first, and how many.
#[derive(Default)]
struct Damage {
    first: Option<String>,
    count: u64,
}

impl Damage {
    fn push(&mut self, index: usize, error: &object::read::Error) {
        self.count = self.count.saturating_add(1);
        self.first.get_or_insert_with(|| format!("load command {index}: {error}"));
    }

    fn in_words(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        let more = self.count.saturating_sub(1);
        Some(if more == 0 { first.clone() } else { format!("{first}; and {more} more") })
    }
}

/// Defined external symbols that are entry points of Python, without C's leading `_`.
fn entry_points<M: MachHeader<Endian = Endianness>>(
    symbols: &[M::Nlist],
    strings: &[u8],
    endian: Endianness,
) -> Vec<Vec<u8>> {
    let name = |symbol: &M::Nlist| {
        let offset = u64::from(symbol.n_strx(endian));
        let rest = strings.get(usize::try_from(offset).ok()?..)?.strip_prefix(b"_")?;
        let external = symbol.n_type().contains(macho::N_EXT) && symbol.is_definition();
        if !external || !python::is_entry_point(rest) {
            return None;
        }
        string_at(strings, offset, NAME)?.strip_prefix(b"_").map(<[u8]>::to_vec)
    };
    symbols.iter().filter_map(name).take(NAME).collect()
}

/// The role, in the order that design.md gives for ELF: programs, entry points of Python, a name, the type.
fn role(file_type: macho::FileType, python: bool, named: bool) -> (Role, RoleEvidence) {
    use RoleEvidence as By;
    match file_type {
        macho::MH_EXECUTE => (Role::Executable, By::HeaderType),
        macho::MH_OBJECT => (Role::Relocatable, By::HeaderType),
        macho::MH_DSYM => (Role::DebugCompanion, By::HeaderType),
        macho::MH_DYLIB | macho::MH_BUNDLE if python => (Role::ExtensionModule, By::PythonExport),
        macho::MH_DYLIB if named => (Role::SharedLibrary, By::Soname),
        macho::MH_DYLIB | macho::MH_BUNDLE | macho::MH_DYLIB_STUB => (Role::SharedLibrary, By::HeaderType),
        _ => (Role::Other, By::HeaderType),
    }
}

/// A UUID as `dwarfdump --uuid` prints it: upper-case, dashed 8-4-4-4-12.
fn dashed(uuid: [u8; 16]) -> String {
    let digits = crate::bytes::hex(&uuid).to_ascii_uppercase();
    let part = |range: std::ops::Range<usize>| digits.get(range).unwrap_or_default();
    [part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-")
}
