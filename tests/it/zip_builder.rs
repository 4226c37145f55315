//! A writer of zips that can state any field wrongly.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test stops at what it does not expect"
)]

use std::io::Write as _;

use flate2::{Compression, write::DeflateEncoder};

/// What a local or a central header says of a member.
#[derive(Debug, Clone)]
pub(crate) struct Header {
    pub(crate) name: Vec<u8>,
    pub(crate) version_needed: u16,
    pub(crate) flags: u16,
    pub(crate) method: u16,
    pub(crate) time: u16,
    pub(crate) date: u16,
    pub(crate) crc32: u32,
    pub(crate) compressed_size: u32,
    pub(crate) size: u32,
    pub(crate) extra: Vec<u8>,
}

impl Header {
    fn claims(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for field in [self.version_needed, self.flags, self.method, self.time, self.date] {
            bytes.extend(field.to_le_bytes());
        }
        for field in [self.crc32, self.compressed_size, self.size] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(u16::try_from(self.name.len()).unwrap().to_le_bytes());
        bytes.extend(u16::try_from(self.extra.len()).unwrap().to_le_bytes());
        bytes
    }
}

/// One member; `local` or `central` may be left out.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) local: Option<Header>,
    pub(crate) central: Option<Header>,
    /// The compressed bytes.
    pub(crate) data: Vec<u8>,
    /// Bytes behind the data: a descriptor, a gap.
    pub(crate) behind: Vec<u8>,
    pub(crate) host: u8,
    pub(crate) mode: u32,
    pub(crate) comment: Vec<u8>,
    pub(crate) disk: u16,
    /// Offset that the central header states; `None` for the true one.
    pub(crate) offset: Option<u32>,
}

impl Member {
    /// A stored member.
    pub(crate) fn stored(name: &str, bytes: &[u8]) -> Self {
        Self::new(name, 0, bytes, bytes.to_vec())
    }

    /// A deflated member.
    pub(crate) fn deflated(name: &str, bytes: &[u8]) -> Self {
        Self::new(name, 8, bytes, deflate(bytes))
    }

    fn new(name: &str, method: u16, bytes: &[u8], data: Vec<u8>) -> Self {
        let header = Header {
            name: name.as_bytes().to_vec(),
            version_needed: 20,
            flags: if name.is_ascii() { 0 } else { 0x800 },
            method,
            time: 0,
            // 2024-01-02
            date: 44 << 9 | 1 << 5 | 2,
            crc32: crc32fast::hash(bytes),
            compressed_size: u32::try_from(data.len()).unwrap(),
            size: u32::try_from(bytes.len()).unwrap(),
            extra: Vec::new(),
        };
        let mode = if name.ends_with('/') { 0o040_755 } else { 0o100_644 };
        Self {
            local: Some(header.clone()),
            central: Some(header),
            data,
            behind: Vec::new(),
            host: 3,
            mode,
            comment: Vec::new(),
            disk: 0,
            offset: None,
        }
    }

    /// Changes anything.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Changes both headers.
    pub(crate) fn with_both(mut self, change: impl Fn(&mut Header)) -> Self {
        self.local.iter_mut().for_each(&change);
        self.central.iter_mut().for_each(&change);
        self
    }

    /// Changes the local header.
    pub(crate) fn with_local(mut self, change: impl FnOnce(&mut Header)) -> Self {
        change(self.local.as_mut().unwrap());
        self
    }

    /// Changes the central header.
    pub(crate) fn with_central(mut self, change: impl FnOnce(&mut Header)) -> Self {
        change(self.central.as_mut().unwrap());
        self
    }
}

/// What the end record says; `None` for the truth.
#[derive(Debug, Clone, Default)]
pub(crate) struct End {
    pub(crate) disk: u16,
    pub(crate) directory_disk: u16,
    pub(crate) entries_here: Option<u16>,
    pub(crate) entries: Option<u16>,
    pub(crate) size: Option<u32>,
    pub(crate) offset: Option<u32>,
    pub(crate) comment: Vec<u8>,
}

/// Makes bytes from the directory's offset, size and count.
pub(crate) type BeforeEnd = fn(u64, u64, u64) -> Vec<u8>;

/// A zip to be.
#[derive(Debug, Clone, Default)]
pub(crate) struct Zip {
    pub(crate) prefix: Vec<u8>,
    pub(crate) members: Vec<Member>,
    /// Order of the central headers, by position; empty for the members' order.
    pub(crate) order: Vec<usize>,
    pub(crate) before_directory: Vec<u8>,
    /// Makes what stands between the directory and the end record.
    pub(crate) before_end: Option<BeforeEnd>,
    pub(crate) end: End,
    pub(crate) trailing: Vec<u8>,
}

impl Zip {
    /// A zip of these members.
    pub(crate) fn of(members: impl IntoIterator<Item = Member>) -> Self {
        Self { members: members.into_iter().collect(), ..Self::default() }
    }

    /// Changes anything.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// The bytes.
    pub(crate) fn build(&self) -> Vec<u8> {
        let mut bytes = self.prefix.clone();
        let mut centrals = Vec::new();
        for member in &self.members {
            let offset = member.offset.unwrap_or(u32::try_from(bytes.len()).unwrap());
            if let Some(local) = &member.local {
                bytes.extend(b"PK\x03\x04");
                bytes.extend(local.claims());
                bytes.extend(&local.name);
                bytes.extend(&local.extra);
                bytes.extend(&member.data);
                bytes.extend(&member.behind);
            }
            centrals.push(member.central.as_ref().map(|header| central(member, header, offset)));
        }
        bytes.extend(&self.before_directory);
        let directory_at = bytes.len();
        let order = if self.order.is_empty() { (0..centrals.len()).collect() } else { self.order.clone() };
        let listed: Vec<Vec<u8>> = order.iter().filter_map(|&i| centrals[i].clone()).collect();
        bytes.extend(listed.concat());
        let size = bytes.len() - directory_at;
        if let Some(before_end) = self.before_end {
            bytes.extend(before_end(wide(directory_at), wide(size), wide(listed.len())));
        }
        let end = &self.end;
        let count = u16::try_from(listed.len() & 0xffff).unwrap();
        bytes.extend(b"PK\x05\x06");
        for field in [end.disk, end.directory_disk, end.entries_here.or(end.entries).unwrap_or(count)] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(end.entries.unwrap_or(count).to_le_bytes());
        bytes.extend(end.size.unwrap_or(u32::try_from(size).unwrap()).to_le_bytes());
        bytes.extend(end.offset.unwrap_or(u32::try_from(directory_at).unwrap()).to_le_bytes());
        bytes.extend(u16::try_from(end.comment.len()).unwrap().to_le_bytes());
        bytes.extend(&end.comment);
        bytes.extend(&self.trailing);
        bytes
    }
}

fn central(member: &Member, header: &Header, offset: u32) -> Vec<u8> {
    let mut bytes = b"PK\x01\x02".to_vec();
    bytes.extend([20, member.host]);
    bytes.extend(header.claims());
    bytes.extend(u16::try_from(member.comment.len()).unwrap().to_le_bytes());
    bytes.extend(member.disk.to_le_bytes());
    bytes.extend(0_u16.to_le_bytes());
    bytes.extend((member.mode << 16).to_le_bytes());
    bytes.extend(offset.to_le_bytes());
    bytes.extend(&header.name);
    bytes.extend(&header.extra);
    bytes.extend(&member.comment);
    bytes
}

/// A zip64 end record and its locator, which says that the record is at `locator_says`.
pub(crate) fn zip64_end(entries: u64, size: u64, offset: u64, locator_says: u64) -> Vec<u8> {
    let mut bytes = b"PK\x06\x06".to_vec();
    bytes.extend(44_u64.to_le_bytes());
    bytes.extend([45, 0, 45, 0]);
    bytes.extend([0; 8]);
    for field in [entries, entries, size, offset] {
        bytes.extend(field.to_le_bytes());
    }
    bytes.extend(b"PK\x06\x07");
    bytes.extend([0; 4]);
    bytes.extend(locator_says.to_le_bytes());
    bytes.extend(1_u32.to_le_bytes());
    bytes
}

/// An extra field.
pub(crate) fn extra(id: u16, data: &[u8]) -> Vec<u8> {
    let mut bytes = id.to_le_bytes().to_vec();
    bytes.extend(u16::try_from(data.len()).unwrap().to_le_bytes());
    bytes.extend(data);
    bytes
}

/// A data descriptor with signature and 32-bit sizes.
pub(crate) fn descriptor(crc32: u32, compressed_size: u32, size: u32) -> Vec<u8> {
    let mut bytes = b"PK\x07\x08".to_vec();
    for field in [crc32, compressed_size, size] {
        bytes.extend(field.to_le_bytes());
    }
    bytes
}

/// A raw deflate stream.
pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn wide(n: usize) -> u64 {
    u64::try_from(n).unwrap()
}
