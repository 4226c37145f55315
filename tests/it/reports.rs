//! Reports made by hand, for tests of what follows from them: pairing, rungs, card.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use wheelcard::binary::{
    Binary, DebugInfo, Dynamic, Elf, ElfClass, Endian, Exports, FileKind, Group, Id, IdKind, IdSource, ObjectType,
    Role, RoleEvidence,
};
use wheelcard::bytes::Sha256;
use wheelcard::container::{Directory, Entry, Method, Modified, Place};
use wheelcard::report::{Hits, Identified, Listing, Member, RecordVerdict, Verified, WheelReport};
use wheelcard::wheel::{
    BuildTime, CompressedTags, DistInfo, FileName, FileNameParts, Metadata, RecordFile, RecordRow, RowHash, Statement,
    VersionFacts, WheelFile,
};

/// A member in the making.
#[derive(Clone)]
pub(crate) struct File {
    path: String,
    /// Stands for the bytes: equal contents are equal bytes.
    content: String,
    size: Option<u64>,
    mode: u32,
    place: Place,
    kind: FileKind,
    binary: Option<Binary>,
    complete: bool,
    /// What RECORD claims, if not the truth.
    claim: Option<RowHash>,
    intact: bool,
    readable: bool,
    hits: (u64, u64),
}

/// A binary with this role; its facts are those of an ordinary x86-64 ELF.
fn elf(path: &str, content: &str, group: Group, role: Role) -> File {
    let dynamic = Dynamic { needed: vec!["libc.so.6".into()], ..Dynamic::default() };
    let elf = Elf {
        class: ElfClass::Elf64,
        endian: Endian::Little,
        machine: "Advanced Micro Devices X86-64".into(),
        machine_code: 62,
        object_type: ObjectType::Dyn,
        os_abi: 0,
        entry: 0,
        sections: Some(20),
        interpreter: None,
        dynamic: Some(dynamic),
        exports: Some(exports("f")),
        notes: Vec::new(),
        attribute_notes: 0,
        comment: vec!["GCC: (GNU) 12".into()],
        stripped: true,
        debug: DebugInfo::default(),
        glibc: None,
        overlay: 0,
    };
    let binary = Binary {
        group,
        role,
        role_evidence: RoleEvidence::Remainder,
        ids: Vec::new(),
        python_exports: Vec::new(),
        elf: Some(elf),
        members: None,
        slices: Vec::new(),
    };
    File {
        path: path.into(),
        content: content.into(),
        size: None,
        mode: 0o100_644,
        place: Place::Central,
        kind: FileKind::Elf,
        binary: Some(binary),
        complete: true,
        claim: None,
        intact: true,
        readable: true,
        hits: (0, 0),
    }
}

/// As many symbols as the text has letters, and others in another text.
fn exports(symbols: &str) -> Exports {
    let count = u64::try_from(symbols.len()).expect("a length");
    Exports { count, sha256: Sha256::of(symbols.as_bytes()) }
}

pub(crate) fn library(path: &str, content: &str) -> File {
    elf(path, content, Group::SharedLibrary, Role::SharedLibrary)
}

pub(crate) fn program(path: &str, content: &str) -> File {
    elf(path, content, Group::Executable, Role::Executable)
}

pub(crate) fn module(path: &str, content: &str) -> File {
    let mut file = elf(path, content, Group::ExtensionModule, Role::ExtensionModule);
    file.binary_mut().python_exports = vec!["PyInit_x".into()];
    file
}

/// A member that is no binary.
pub(crate) fn other(path: &str, content: &str, kind: FileKind) -> File {
    let mut file = library(path, content);
    file.kind = kind;
    file.binary = None;
    file
}

impl File {
    fn binary_mut(&mut self) -> &mut Binary {
        self.binary.as_mut().expect("a binary")
    }

    fn elf_mut(&mut self) -> &mut Elf {
        self.binary_mut().elf.as_mut().expect("an ELF")
    }

    fn dynamic_mut(&mut self) -> &mut Dynamic {
        self.elf_mut().dynamic.as_mut().expect("a dynamic section")
    }

    pub(crate) fn size(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    pub(crate) fn mode(mut self, mode: u32) -> Self {
        self.mode = mode;
        self
    }

    /// A GNU build-id, in hex.
    pub(crate) fn id(mut self, hex: &str) -> Self {
        let bytes = u64::try_from(hex.len() / 2).expect("a length");
        self.binary_mut().ids.push(Id {
            kind: IdKind::GnuBuildId,
            text: hex.into(),
            bytes,
            source: IdSource::SectionAndSegment,
            architecture: None,
        });
        self
    }

    pub(crate) fn soname(mut self, soname: &str) -> Self {
        self.dynamic_mut().soname = Some(soname.into());
        self
    }

    pub(crate) fn needed(mut self, needed: &str) -> Self {
        self.dynamic_mut().needed.push(needed.into());
        self
    }

    pub(crate) fn comment(mut self, comment: &[&str]) -> Self {
        self.elf_mut().comment = comment.iter().map(|line| (*line).to_owned()).collect();
        self
    }

    /// A symbol for each letter; `None` for what is not known.
    pub(crate) fn exports(mut self, symbols: Option<&str>) -> Self {
        self.elf_mut().exports = symbols.map(exports);
        self
    }

    pub(crate) fn machine(mut self, code: u16) -> Self {
        self.elf_mut().machine_code = code;
        self
    }

    pub(crate) fn class(mut self, class: ElfClass) -> Self {
        self.elf_mut().class = class;
        self
    }

    pub(crate) fn role(mut self, group: Group, role: Role) -> Self {
        self.binary_mut().group = group;
        self.binary_mut().role = role;
        self
    }

    /// RECORD claims the digest of another content.
    pub(crate) fn claims(mut self, content: &str) -> Self {
        self.claim = Some(RowHash::Sha256(Sha256::of(content.as_bytes())));
        self
    }

    pub(crate) fn unclaimed(mut self) -> Self {
        self.claim = Some(RowHash::Absent);
        self
    }

    pub(crate) fn bad_crc(mut self) -> Self {
        self.intact = false;
        self
    }

    pub(crate) fn unreadable(mut self) -> Self {
        self.readable = false;
        self
    }

    pub(crate) fn head_only(mut self) -> Self {
        self.complete = false;
        self
    }

    pub(crate) fn local_only(mut self) -> Self {
        self.place = Place::LocalOnly;
        self
    }

    /// How often the version and its local label occur in it.
    pub(crate) fn hits(mut self, version: u64, local: u64) -> Self {
        self.hits = (version, local);
        self
    }

    fn digest(&self) -> Sha256 {
        Sha256::of(self.content.as_bytes())
    }

    fn len(&self) -> u64 {
        self.size.unwrap_or_else(|| u64::try_from(self.content.len()).expect("a length"))
    }

    fn entry(&self, index: u32) -> Entry {
        Entry {
            index,
            name: self.path.clone(),
            place: self.place,
            method: Method::Deflated,
            flags: 0,
            crc32: crc32fast::hash(self.content.as_bytes()),
            compressed_size: self.len(),
            size: self.len(),
            header_offset: 0,
            data_offset: Some(30),
            host: 3,
            mode: Some(self.mode),
            modified: Modified::Epoch,
            overlaps: false,
        }
    }

    fn row(&self, line: u64) -> RecordRow {
        let hash = self.claim.clone().unwrap_or(RowHash::Sha256(self.digest()));
        RecordRow { line, path: self.path.clone(), hash, size: Some(self.len()) }
    }

    fn identified(&self) -> Identified {
        Identified { kind: self.kind, binary: self.binary.clone(), complete: self.complete }
    }

    fn verified(&self) -> Option<Verified> {
        let record = match &self.claim {
            None => RecordVerdict::Match,
            Some(RowHash::Absent) => RecordVerdict::NotStated,
            Some(_) => RecordVerdict::Differs,
        };
        let (version, local) = self.hits;
        let hits = self.binary.as_ref().map(|_| Hits { version: Some(version), local: Some(local) });
        let verified = Verified {
            size: self.len(),
            sha256: self.digest(),
            crc32: crc32fast::hash(self.content.as_bytes()),
            intact: self.intact,
            record,
            hits,
        };
        self.readable.then_some(verified)
    }
}

/// How far a wheel is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Moment {
    Listed,
    Identified,
    Verified,
}

/// The report of a wheel with these files, at a moment. Its parts come from its name.
pub(crate) fn wheel(file_name: &str, files: &[File], moment: Moment) -> WheelReport {
    let parts: Vec<&str> = file_name.trim_end_matches(".whl").split('-').collect();
    let [distribution, version, build @ .., python, abi, platform] = parts.as_slice() else { panic!("a wheel's name") };
    let list = |tags: &str| tags.split('.').map(str::to_owned).collect::<Vec<_>>();
    let tags = CompressedTags { python: list(python), abi: list(abi), platform: list(platform) };
    let dist_info = format!("{distribution}-{version}.dist-info");
    let statement = |what: &str, member: Option<&str>, line| Statement {
        what: what.into(),
        member: member.map(str::to_owned),
        line,
        version: (*version).into(),
        agrees: true,
        conditional: false,
    };
    let index = |at: usize| u32::try_from(at).expect("an index");
    let member = |(at, file): (usize, &File)| Member {
        index: index(at),
        identified: (moment >= Moment::Identified).then(|| file.identified()),
        verified: if moment == Moment::Verified { file.verified() } else { None },
        findings: Vec::new(),
    };
    let listing = Listing {
        file_name: FileName {
            given: file_name.into(),
            cleaned: file_name.into(),
            parts: Some(FileNameParts {
                distribution: (*distribution).into(),
                version: (*version).into(),
                build_tag: build.first().map(|build| (*build).to_owned()),
                tags,
            }),
        },
        size: 1000,
        directory: Directory {
            entries: files.iter().enumerate().map(|(at, file)| file.entry(index(at))).collect(),
            declared_entries: u64::try_from(files.len()).expect("a count"),
            prefix: 0,
            trailing: 0,
            comment: None,
            zip64: false,
            findings: Vec::new(),
        },
        dist_info: DistInfo {
            directory: Some(dist_info.clone()),
            name: Some((*distribution).into()),
            version: Some((*version).into()),
            others: Vec::new(),
        },
        metadata: Some(Metadata {
            name: Some((*distribution).into()),
            version: Some((*version).into()),
            metadata_version: Some("2.1".into()),
            summary: None,
        }),
        wheel: Some(WheelFile {
            lines: vec![
                "Wheel-Version: 1.0".into(),
                "Generator: skbuild 0.19.0".into(),
                "Root-Is-Purelib: false".into(),
                format!("Tag: {python}-{abi}-{platform}"),
            ],
            generator: Some("skbuild 0.19.0".into()),
            root_is_purelib: Some(false),
            build: None,
            tags: vec![format!("{python}-{abi}-{platform}")],
        }),
        record: Some(RecordFile {
            rows: files.iter().enumerate().map(|(at, file)| file.row(u64::from(index(at)) + 1)).collect(),
        }),
        version: VersionFacts {
            version: Some((*version).into()),
            local: version.split_once('+').map(|(_, local)| local.to_owned()),
            decoding: vec![((*version).into(), "version".into())],
            statements: vec![
                statement("filename", None, None),
                statement("dist-info", None, None),
                statement("METADATA", Some(&format!("{dist_info}/METADATA")), None),
            ],
            build_times: Vec::new(),
            computed: Vec::new(),
        },
        findings: Vec::new(),
    };
    WheelReport {
        listing,
        sha256: (moment == Moment::Verified).then(|| Sha256::of(file_name.as_bytes())),
        members: files.iter().enumerate().map(member).collect(),
        findings: Vec::new(),
        installers: Vec::new(),
    }
}

/// Adds a statement of version and build time in Python code.
pub(crate) fn states_in_code(report: &mut WheelReport, member: &str, build_time: &str) {
    let version = report.listing.version.version.clone().unwrap_or_default();
    let what = "__version__".to_owned();
    let statement =
        Statement { what, member: Some(member.into()), line: Some(1), version, agrees: true, conditional: false };
    report.listing.version.statements.push(statement);
    let time = BuildTime { what: "__buildtime__".into(), member: member.into(), line: 2, text: build_time.into() };
    report.listing.version.build_times.push(time);
}

/// The verified wheels of `demo` 1.0 for cp310, cp311 and cp312, with these files each.
pub(crate) fn three(files: &[Vec<File>; 3]) -> Vec<WheelReport> {
    three_at(files, Moment::Verified)
}

pub(crate) fn three_at(files: &[Vec<File>; 3], moment: Moment) -> Vec<WheelReport> {
    let names = ["cp310", "cp311", "cp312"].map(|tag| format!("demo-1.0-{tag}-{tag}-manylinux_2_17_x86_64.whl"));
    names.iter().zip(files).map(|(name, files)| wheel(name, files, moment)).collect()
}

pub(crate) fn refs(reports: &[WheelReport]) -> Vec<&WheelReport> {
    reports.iter().collect()
}

/// What a second look tells of three copies whose code is equal.
pub(crate) fn code_equal() -> wheelcard::evidence::Star {
    wheelcard::evidence::Star {
        verdict: Some(wheelcard::evidence::Verdict::CodeEqual),
        addresses: wheelcard::parity::Confidence::Confirmed,
        logic: wheelcard::parity::Confidence::Strong,
        same_as: vec![0, 1, 2],
        digests: Vec::new(),
        pairs: Vec::new(),
    }
}
