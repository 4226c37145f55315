//! One wheel, looked at: from a [`ReadAt`] to a [`WheelReport`].
//!
//! The route has small steps, because in the browser several workers take the steps of one wheel and because each moment
//! is shown as soon as it is known: [`Wheel::open`] lists, [`Wheel::identify`] reads the head of a member,
//! [`Wheel::verify`] reads all of it, [`digest`] hashes the wheel file itself, [`conclude`] draws what only all members
//! together tell. Natively [`scan`] takes them one after another; the report is the same to the byte.

pub mod codes;
mod text;

use std::ops::ControlFlow;

use crate::binary::{self, FileKind};
use crate::bytes::{ReadAt, ReadError, Sha256, Sha256Hasher, limits};
use crate::container::{self, ContainerError, Entry, Inflated, MemberError};
use crate::finding::Finding;
use crate::report::{Hits, Identified, Listing, Member, Needles, RecordVerdict, Verified, WheelReport};
use crate::wheel::{
    self, FileName, Metadata, OtherDigest, OtherHasher, RecordFile, RecordIndex, WheelFile, dist_info, version,
};

/// A wheel that was opened: its listing, and what it takes to look at its members.
pub struct Wheel<R> {
    source: R,
    listing: Listing,
    record: Option<RecordIndex>,
    needles: Needles,
}

impl<R: ReadAt> Wheel<R> {
    /// The first moment: reads the zip directory, METADATA, WHEEL, RECORD and the files that state a version.
    ///
    /// # Errors
    /// When the file is no zip that can be read at all. Anything less is a finding in the listing.
    pub fn open(source: R, file_name: &str) -> Result<Self, ContainerError> {
        let directory = container::open(&source)?;
        let (file_name, mut findings) = FileName::parse(file_name);
        let names = || directory.entries.iter().map(|entry| entry.name.as_str());
        let (dist_info, more) = dist_info::find(names(), &file_name);
        findings.extend(more);

        let mut reader = text::Reader { source: &source, directory: &directory, findings: &mut findings };
        let own = |name: &str| Some(format!("{}/{name}", dist_info.directory.as_deref()?));
        let metadata = own("METADATA").and_then(|path| reader.text(&path, limits::TEXT));
        let wheel = own("WHEEL").and_then(|path| reader.text(&path, limits::TEXT));
        let record = own("RECORD").and_then(|path| reader.bytes(&path, limits::RECORD));
        let sources: Vec<(String, String)> = names()
            .filter(|name| version::is_source(name, &dist_info))
            .filter_map(|name| Some((name.to_owned(), reader.quiet_text(name)?)))
            .collect();

        let metadata = metadata.map(|text| keep(Metadata::parse(&text), &mut findings));
        let wheel = wheel.map(|text| keep(WheelFile::parse(&text), &mut findings));
        let record = record.map(|bytes| keep(RecordFile::parse(&bytes), &mut findings));
        let version = keep(version::facts(&file_name, &dist_info, metadata.as_ref(), &sources), &mut findings);
        findings.extend(wheel::check(&file_name, &dist_info, metadata.as_ref(), wheel.as_ref()));
        let files = || names().filter(|name| !name.ends_with('/'));
        findings.extend(wheel::purelib_contents(wheel.as_ref(), &dist_info, files()));

        let index = record.as_ref().map(|record| RecordIndex::new(record, &dist_info));
        if let Some(index) = &index {
            findings.extend(index.against_names(files()));
        }
        findings.sort();
        findings.dedup();

        let needles = Needles { version: version.version.clone(), local: version.local.clone() };
        let size = source.len();
        let listing = Listing { file_name, size, directory, dist_info, metadata, wheel, record, version, findings };
        Ok(Self { source, listing, record: index, needles })
    }

    /// What the first moment told.
    pub fn listing(&self) -> &Listing {
        &self.listing
    }

    /// The wheel file's own bytes.
    pub fn source(&self) -> &R {
        &self.source
    }

    fn entry(&self, index: u32) -> Option<&Entry> {
        self.listing.directory.entries.get(usize::try_from(index).ok()?)
    }

    /// The second moment: what the first inflated pages of a member say. `None` for an index that is not there.
    ///
    /// What can't be read yet is no finding here; the third moment says it.
    pub fn identify(&self, index: u32) -> Option<Member> {
        let entry = self.entry(index)?;
        let head = container::head(&self.source, entry, limits::HEAD).ok();
        // Anomalies wait for the third moment, which sees all the bytes and finds them again.
        let identified = head.map(|head| binary::identify_head(&head, entry.size, &entry.name).0);
        Some(Member { index, identified, verified: None, findings: Vec::new() })
    }

    /// The third moment: inflates, counts, hashes and reads every byte of a member. `None` for an index that is not
    /// there.
    pub fn verify(&self, index: u32) -> Option<Member> {
        let mut room = Vec::new();
        Some(match self.look(index, &mut room)? {
            Look::Settled(member) => member,
            Look::Unhashed(look) => {
                let sha256 = Sha256::of(look.bytes(&room));
                self.settle(look, sha256)
            }
        })
    }

    /// The third moment but for the SHA-256, for whoever has a faster one at hand (the browser's own, on another
    /// thread). `None` for an index that is not there.
    ///
    /// The bytes are left at the start of `room`, which is grown where it does not suffice and serves member after
    /// member: half a gigabyte of fresh memory costs half as much as inflating into it.
    pub fn look(&self, index: u32, room: &mut Vec<u8>) -> Option<Look> {
        let entry = self.entry(index)?;
        let looked = if entry.size > limits::MEMBER_IN_MEMORY {
            self.stream(entry).map(Look::Settled)
        } else {
            self.hold(entry, room).map(Look::Unhashed)
        };
        let lost = |error: MemberError| {
            Look::Settled(Member { index, identified: None, verified: None, findings: vec![error.finding(entry)] })
        };
        Some(looked.unwrap_or_else(lost))
    }

    /// Looks at a member whose inflated bytes are held in memory.
    fn hold(&self, entry: &Entry, room: &mut Vec<u8>) -> Result<Unhashed, MemberError> {
        let inflated = container::read_all_into(room, &self.source, entry, limits::MEMBER_IN_MEMORY)?;
        let bytes = first(room, inflated.size);
        let (identified, findings) = binary::identify(bytes, &entry.name);
        let hits = identified.binary.is_some().then(|| Hits {
            version: self.needles.version.as_deref().map(|needle| count(bytes, needle)),
            local: self.needles.local.as_deref().map(|needle| count(bytes, needle)),
        });
        let mut others = self.other_hashers(entry);
        others.iter_mut().for_each(|hasher| hasher.update(bytes));
        let others = others.into_iter().map(OtherHasher::finish).collect();
        Ok(Unhashed { index: entry.index, inflated, identified, hits, others, findings })
    }

    /// Looks at a member that is too large to be held: it is hashed in a stream, and its facts come from its head.
    fn stream(&self, entry: &Entry) -> Result<Member, MemberError> {
        let mut hasher = Sha256Hasher::default();
        let mut others = self.other_hashers(entry);
        let inflated = container::inflate(&self.source, entry, &mut |bytes| {
            hasher.update(bytes);
            others.iter_mut().for_each(|hasher| hasher.update(bytes));
            ControlFlow::Continue(())
        })?;
        let head = container::head(&self.source, entry, limits::HEAD)?;
        let (identified, mut findings) = binary::identify_head(&head, inflated.size, &entry.name);
        findings.push(codes::over_limit(entry));
        let others = others.into_iter().map(OtherHasher::finish).collect();
        let look = Unhashed { index: entry.index, inflated, identified, hits: None, others, findings };
        Ok(self.settle(look, hasher.finish()))
    }

    /// A hasher for each algorithm, besides SHA-256, by which RECORD speaks of a member.
    fn other_hashers(&self, entry: &Entry) -> Vec<OtherHasher> {
        let algorithms = self.record.iter().flat_map(|record| record.other_algorithms(&entry.name));
        algorithms.map(OtherHasher::new).collect()
    }

    /// Holds what came out of a member against what the directory and RECORD claim.
    pub fn settle(&self, look: Unhashed, sha256: Sha256) -> Member {
        let Unhashed { index, inflated, identified, hits, others, mut findings } = look;
        let verified = self.entry(index).map(|entry| {
            findings.extend(inflated.findings(entry));
            let record = match &self.record {
                Some(record) => keep(record.verdict(&entry.name, inflated.size, &sha256, &others), &mut findings),
                None => RecordVerdict::NoRecord,
            };
            let intact = inflated.crc32 == entry.crc32 && inflated.size == entry.size;
            Verified { size: inflated.size, sha256, crc32: inflated.crc32, intact, record, hits }
        });
        findings.sort();
        findings.dedup();
        Member { index, identified: Some(identified), verified, findings }
    }
}

/// What a look at a member gave.
pub enum Look {
    /// All there is to say.
    Settled(Member),
    /// All but the SHA-256 of the bytes; [`Wheel::settle`] takes it.
    Unhashed(Unhashed),
}

/// A member that was looked at, but not hashed.
pub struct Unhashed {
    index: u32,
    inflated: Inflated,
    identified: Identified,
    hits: Option<Hits>,
    others: Vec<OtherDigest>,
    findings: Vec<Finding>,
}

impl Unhashed {
    /// The bytes to be hashed, in the room that the look was given.
    pub fn bytes<'a>(&self, room: &'a [u8]) -> &'a [u8] {
        first(room, self.inflated.size)
    }
}

fn first(room: &[u8], size: u64) -> &[u8] {
    usize::try_from(size).ok().and_then(|size| room.get(..size)).unwrap_or_default()
}

/// All bytes of a member once more, for the second look. They must be those that the directory claims.
///
/// # Errors
/// A sentence, when they can't be had or are others.
pub fn reread<R: ReadAt + ?Sized>(source: &R, entry: &Entry) -> Result<Vec<u8>, String> {
    let (bytes, inflated) = container::read_all(source, entry, limits::MEMBER_IN_MEMORY)
        .map_err(|error| format!("{}: {error}", entry.name))?;
    match inflated.findings(entry).into_iter().next() {
        Some(finding) => Err(finding.detail),
        None => Ok(bytes),
    }
}

/// Hashes all bytes of a wheel file; `progress` hears of each slice and may stop it, which gives `None`.
///
/// # Errors
/// When the file can't be read to its end.
pub fn digest<R: ReadAt + ?Sized>(
    source: &R,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Option<Sha256>, ReadError> {
    let mut hasher = Sha256Hasher::default();
    let mut slice = vec![0; limits::SLICE];
    let mut at = 0;
    while at < source.len() {
        let n = source.read_at(at, &mut slice)?;
        if n == 0 {
            return Err(ReadError::Short { offset: at, wanted: slice.len(), got: 0 });
        }
        hasher.update(slice.get(..n).unwrap_or_default());
        let n = u64::try_from(n).unwrap_or(u64::MAX);
        at = at.saturating_add(n);
        if progress(n).is_break() {
            return Ok(None);
        }
    }
    Ok(Some(hasher.finish()))
}

/// What shows only when all members are known: compiled code in a wheel tagged `any`, machines that the platform tag
/// does not promise, modules of a foreign ABI, wheels within the wheel, what installers make of it. Replaces earlier
/// conclusions.
pub fn conclude(report: &mut WheelReport) {
    let listing = &report.listing;
    let named = report.members.iter().filter_map(|member| {
        let entry = listing.directory.entries.get(usize::try_from(member.index).ok()?)?;
        Some((entry, member))
    });
    let binaries = named
        .clone()
        .filter_map(|(entry, member)| Some((entry.name.as_str(), member.identified.as_ref()?.binary.as_ref()?)));
    let mut findings = wheel::check_binaries(&listing.file_name, listing.wheel.as_ref(), binaries);
    let nested =
        named.filter(|(_, member)| member.identified.as_ref().is_some_and(|known| known.kind == FileKind::Zip));
    findings.extend(nested.map(|(entry, _)| {
        Finding::new(&codes::NESTED, "this member is itself a zip; what it holds is not looked at")
            .in_member(&entry.name)
    }));
    findings.sort();
    findings.dedup();
    report.findings = findings;
    let of_members: Vec<Finding> = report.members.iter().flat_map(|member| member.findings.clone()).collect();
    report.installers = container::verdicts(&report.listing.directory, report.listing.size, &of_members);
}

/// What is known of a member on which a worker died.
pub fn trapped(index: u32, words: &str) -> Member {
    Member { index, identified: None, verified: None, findings: vec![Finding::new(&codes::TRAPPED, words)] }
}

/// The whole route at once, natively.
///
/// # Errors
/// When the file is no zip that can be read at all.
pub fn scan<R: ReadAt>(source: R, file_name: &str) -> Result<WheelReport, ContainerError> {
    let wheel = Wheel::open(source, file_name)?;
    let mut report = WheelReport::listed(wheel.listing().clone());
    let indices: Vec<u32> = report.members.iter().map(|member| member.index).collect();
    for member in indices.into_iter().filter_map(|index| wheel.verify(index)) {
        report.accept(member);
    }
    match digest(wheel.source(), &mut |_| ControlFlow::Continue(())) {
        Ok(sha256) => report.sha256 = sha256,
        Err(error) => report.listing.findings.push(codes::unreadable(&error)),
    }
    conclude(&mut report);
    Ok(report)
}

/// How often `needle` occurs in `bytes`, as text: overlaps are not counted twice.
fn count(bytes: &[u8], needle: &str) -> u64 {
    let hits = if needle.is_empty() { 0 } else { memchr::memmem::find_iter(bytes, needle.as_bytes()).count() };
    u64::try_from(hits).unwrap_or(u64::MAX)
}

/// Puts the findings of a step with the others and gives its result.
fn keep<T>((result, more): (T, Vec<Finding>), findings: &mut Vec<Finding>) -> T {
    findings.extend(more);
    result
}
