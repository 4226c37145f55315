//! One Mach-O image: its load commands, read one by one.

use object::endian::Endianness;
use object::macho;
use object::read::ReadRef as _;
use object::read::macho::{LoadCommandVariant, MachHeader, Nlist as _};

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
    let thin = image_facts(image.bytes(), image.size(), 0, findings)?;
    let certain = image.is_complete() || thin.evidence == RoleEvidence::HeaderType && thin.role != Role::SharedLibrary;
    Some(Binary {
        group: thin.role.group(),
        role: thin.role,
        role_evidence: if certain { thin.evidence } else { RoleEvidence::Provisional },
        ids: thin.id.into_iter().collect(),
        python_exports: thin.python_exports,
        elf: None,
        slices: vec![thin.slice],
        members: None,
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
    let mut slice = Slice {
        architecture: architecture::name(header.cputype(endian), header.cpusubtype(endian)),
        offset,
        size,
        name: None,
        needed: Vec::new(),
    };
    let mut uuid = None;
    let mut names: Vec<Vec<u8>> = Vec::new();
    let mut damage = |what: String| {
        let place = format!("architecture {}", architecture::name(header.cputype(endian), header.cpusubtype(endian)));
        findings.push(Finding::new(&codes::MACHO_DAMAGED, format!("{place}: {what}")).at(offset));
    };
    let commands = match header.load_commands(endian, bytes, 0) {
        Ok(commands) => Some(commands),
        Err(error) => {
            damage(error.to_string());
            None
        }
    };
    for (index, command) in commands.into_iter().flatten().enumerate() {
        let variant = match command.and_then(|command| Ok((command, command.variant()?))) {
            Ok(pair) => pair,
            Err(error) => {
                damage(format!("load command {index}: {error}"));
                continue;
            }
        };
        let (command, variant) = variant;
        let path = |dylib: &macho::DylibCommand<Endianness>| {
            let path = command.string(endian, dylib.dylib.name).ok()?;
            Some(String::from_utf8_lossy(path.get(..PATH).unwrap_or(path)).into_owned())
        };
        match variant {
            LoadCommandVariant::Uuid(raw) => uuid = uuid.or(Some(raw.uuid)),
            LoadCommandVariant::IdDylib(dylib) => slice.name = path(dylib),
            LoadCommandVariant::Dylib(dylib) if slice.needed.len() < NEEDED => slice.needed.extend(path(dylib)),
            LoadCommandVariant::Symtab(table) => match table.symbols::<M, _>(endian, bytes) {
                Ok(symbols) => {
                    let strings = (u64::from(table.stroff.get(endian)), u64::from(table.strsize.get(endian)));
                    let strings = bytes.read_bytes_at(strings.0, strings.1).unwrap_or_default();
                    names.extend(entry_points::<M>(symbols.symbols(), strings, endian));
                }
                Err(error) => damage(error.to_string()),
            },
            LoadCommandVariant::DyldInfo(info) => {
                let (at, len) = (u64::from(info.export_off.get(endian)), u64::from(info.export_size.get(endian)));
                names.extend(exports::python_entry_points(bytes.read_bytes_at(at, len).unwrap_or_default()));
            }
            LoadCommandVariant::LinkeditData(data) if command.cmd() == macho::LC_DYLD_EXPORTS_TRIE => {
                names.extend(exports::python_entry_points(data.data(endian, bytes).unwrap_or_default()));
            }
            _ => {}
        }
    }
    let python_exports = python::sorted(names.iter().map(Vec::as_slice));
    let (role, evidence) = role(header.filetype(endian), !python_exports.is_empty(), slice.name.is_some());
    let id = uuid.map(|uuid| Id {
        kind: IdKind::MachOUuid,
        text: dashed(uuid),
        bytes: 16,
        source: IdSource::Header,
        architecture: Some(slice.architecture.clone()),
    });
    Some(Thin { role, evidence, slice, id, python_exports })
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
