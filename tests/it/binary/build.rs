//! ELF files byte by byte, of either class and byte order: each test states what is odd, this lays out the rest.

/// `SHT_NOTE`, `SHT_PROGBITS`, `SHT_STRTAB`
pub(crate) const NOTE: u32 = 7;
pub(crate) const PROGBITS: u32 = 1;
const STRTAB: u32 = 3;

/// `SHF_ALLOC`, `SHF_EXECINSTR`
pub(crate) const ALLOC: u64 = 2;
pub(crate) const EXEC: u64 = 4;

/// `PT_LOAD`, `PT_NOTE`
pub(crate) const LOAD: u32 = 1;
pub(crate) const PT_NOTE: u32 = 4;

/// A file in the making.
pub(crate) struct Build {
    pub(crate) is_64: bool,
    pub(crate) is_big: bool,
    pub(crate) object_type: u16,
    pub(crate) machine: u16,
    pub(crate) sections: Vec<Section>,
    /// Type, flags and the bytes covered: by index of the first and the last section.
    pub(crate) segments: Vec<(u32, u32, usize, usize)>,
}

pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) kind: u32,
    pub(crate) flags: u64,
    pub(crate) align: u64,
    pub(crate) bytes: Vec<u8>,
}

/// What was built, and where things lie in it.
pub(crate) struct Built {
    pub(crate) bytes: Vec<u8>,
    /// Offset of each section, by its index in [`Build::sections`].
    pub(crate) offsets: Vec<usize>,
    /// Offset of the section headers.
    pub(crate) section_table: usize,
}

impl Default for Build {
    /// A little-endian 64-bit `ET_DYN` for x86-64 without sections.
    fn default() -> Self {
        Self { is_64: true, is_big: false, object_type: 3, machine: 62, sections: Vec::new(), segments: Vec::new() }
    }
}

impl Build {
    pub(crate) fn section(mut self, name: &'static str, kind: u32, flags: u64, align: u64, bytes: Vec<u8>) -> Self {
        self.sections.push(Section { name, kind, flags, align, bytes });
        self
    }

    pub(crate) fn segment(mut self, kind: u32, flags: u32, first: usize, last: usize) -> Self {
        self.segments.push((kind, flags, first, last));
        self
    }

    /// A note: sizes, type, then name and descriptor, each padded to `align`.
    pub(crate) fn note(&self, owner: &[u8], kind: u32, descriptor: &[u8], align: usize) -> Vec<u8> {
        let mut note = Vec::new();
        for word in [owner.len(), descriptor.len(), usize::try_from(kind).unwrap()] {
            self.put(&mut note, 4, u64::try_from(word).unwrap());
        }
        note.extend_from_slice(owner);
        note.resize(note.len().next_multiple_of(align), 0);
        note.extend_from_slice(descriptor);
        note.resize(note.len().next_multiple_of(align), 0);
        note
    }

    fn put(&self, to: &mut Vec<u8>, width: usize, value: u64) {
        let bytes = value.to_le_bytes();
        let bytes = &bytes[..width];
        if self.is_big {
            to.extend(bytes.iter().rev());
        } else {
            to.extend(bytes);
        }
    }

    /// Lays out header, program headers, sections in order, their names, section headers.
    pub(crate) fn build(self) -> Built {
        let (header_size, segment_size, word) = if self.is_64 { (64, 56, 8) } else { (52, 32, 4) };
        let number = |n: usize| u64::try_from(n).unwrap();
        let mut body = Vec::new();
        let start = header_size + segment_size * self.segments.len();
        let mut offsets = Vec::new();
        let mut names = vec![0];
        let mut name_offsets = Vec::new();
        for section in &self.sections {
            let align = usize::try_from(section.align).unwrap().max(1);
            body.resize((start + body.len()).next_multiple_of(align) - start, 0);
            offsets.push(start + body.len());
            body.extend_from_slice(&section.bytes);
            name_offsets.push(names.len());
            names.extend_from_slice(section.name.as_bytes());
            names.push(0);
        }
        let names_at = start + body.len();
        let names_name = names.len();
        names.extend_from_slice(b".shstrtab\0");
        body.extend_from_slice(&names);
        body.resize((start + body.len()).next_multiple_of(8) - start, 0);
        let section_table = start + body.len();

        let mut out = b"\x7fELF".to_vec();
        out.extend_from_slice(&[if self.is_64 { 2 } else { 1 }, if self.is_big { 2 } else { 1 }, 1]);
        out.resize(16, 0);
        self.put(&mut out, 2, self.object_type.into());
        self.put(&mut out, 2, self.machine.into());
        self.put(&mut out, 4, 1);
        let segment_table = if self.segments.is_empty() { 0 } else { header_size };
        for value in [0, segment_table, section_table] {
            self.put(&mut out, word, number(value));
        }
        self.put(&mut out, 4, 0);
        let count = self.sections.len() + 2;
        let section_size = if self.is_64 { 64 } else { 40 };
        for value in [header_size, segment_size, self.segments.len(), section_size, count, count - 1] {
            self.put(&mut out, 2, number(value));
        }
        for (kind, flags, first, last) in &self.segments {
            let offset = number(offsets[*first]);
            let size = number(offsets[*last] + self.sections[*last].bytes.len()) - offset;
            let align = self.sections[*first].align;
            self.put(&mut out, 4, (*kind).into());
            if self.is_64 {
                self.put(&mut out, 4, (*flags).into());
            }
            for value in [offset, offset, offset, size, size] {
                self.put(&mut out, word, value);
            }
            if !self.is_64 {
                self.put(&mut out, 4, (*flags).into());
            }
            self.put(&mut out, word, align);
        }
        out.extend_from_slice(&body);
        let mut header =
            |name: usize, kind: u32, flags: u64, address: usize, offset: usize, size: usize, align: u64| {
                self.put(&mut out, 4, number(name));
                self.put(&mut out, 4, kind.into());
                for value in [flags, number(address), number(offset), number(size)] {
                    self.put(&mut out, word, value);
                }
                self.put(&mut out, 4, 0);
                self.put(&mut out, 4, 0);
                self.put(&mut out, word, align);
                self.put(&mut out, word, 0);
            };
        header(0, 0, 0, 0, 0, 0, 0);
        for (index, section) in self.sections.iter().enumerate() {
            let at = offsets[index];
            let address = if section.flags & ALLOC == 0 { 0 } else { at };
            header(name_offsets[index], section.kind, section.flags, address, at, section.bytes.len(), section.align);
        }
        header(names_name, STRTAB, 0, 0, names_at, names.len(), 1);
        Built { bytes: out, offsets, section_table }
    }
}
