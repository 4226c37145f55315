//! The targets: each takes any bytes and holds what must hold of them. A panic is a find.

use std::ops::ControlFlow;

use wheelcard::binary;
use wheelcard::bytes::{ReadAt, ReadError, Windowed};
use wheelcard::card;
use wheelcard::container;
use wheelcard::evidence::star;
use wheelcard::report::{Needles, WheelReport};
use wheelcard::scan;
use wheelcard::wheel::{
    self, DistInfo, FileName, FileNameParts, Metadata, RecordFile, RecordIndex, WheelFile, dist_info, effective_tags,
    platform_key, version,
};

/// A target of this name, for the bytes of one run.
pub type Target = fn(&[u8]);

/// All of them.
pub const TARGETS: [(&str, Target); 7] = [
    ("container", container),
    ("record", record),
    ("filename", filename),
    ("python", python),
    ("elf", elf),
    ("evidence", evidence),
    ("scan", scan),
];

/// The most that is inflated of one member in a run.
const MEMBER: u64 = 4 << 20;

/// A reader that gives a few bytes at a time, as a source may.
struct Short<'a>(&'a [u8]);

impl ReadAt for Short<'_> {
    fn len(&self) -> u64 {
        u64::try_from(self.0.len()).unwrap_or(u64::MAX)
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<usize, ReadError> {
        let few = buf.len().min(7 + usize::try_from(offset % 90).unwrap_or_default());
        self.0.read_at(offset, buf.get_mut(..few).unwrap_or_default())
    }
}

/// The zip, by whole slices and by windows over short reads: both see the same, and every entry can be asked for.
pub fn container(bytes: &[u8]) {
    let directory = container::open(bytes);
    let windowed = Windowed::new(Short(bytes), 100);
    assert_eq!(container::open(&windowed), directory, "slice and window disagree");
    let Ok(directory) = directory else { return };
    for (at, entry) in directory.entries.iter().enumerate() {
        assert_eq!(usize::try_from(entry.index), Ok(at), "an entry's index is its place");
    }
    let members: Vec<_> = directory
        .entries
        .iter()
        .take(50)
        .map(|entry| {
            let whole = container::read_all(bytes, entry, MEMBER);
            let mut streamed = 0_u64;
            let inflated = container::inflate(&windowed, entry, &mut |chunk| {
                streamed += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
                if streamed > MEMBER { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if let (Ok((whole, facts)), Ok(inflated)) = (&whole, &inflated)
                && streamed <= MEMBER
            {
                assert_eq!(facts, inflated, "what is held and what is streamed differ");
                let head = container::head(bytes, entry, 100).unwrap_or_default();
                assert_eq!(head, whole.get(..100.min(whole.len())).unwrap_or_default());
            }
            match whole {
                Ok((_, inflated)) => inflated.findings(entry),
                Err(error) => vec![error.finding(entry)],
            }
        })
        .collect();
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let of_members: Vec<_> = members.into_iter().flatten().collect();
    assert!(!container::verdicts(&directory, size, &of_members).is_empty(), "every installer has a word to say");
}

/// RECORD, METADATA and WHEEL, of one text each.
pub fn record(bytes: &[u8]) {
    let (record, findings) = RecordFile::parse(bytes);
    assert!(findings.len() <= 10_000, "findings without a bound");
    let dist_info = DistInfo {
        directory: Some("demo-1.0.dist-info".to_owned()),
        name: Some("demo".to_owned()),
        version: Some("1.0".to_owned()),
        others: Vec::new(),
    };
    let index = RecordIndex::new(&record, &dist_info);
    let names: Vec<&str> = record.rows.iter().map(|row| row.path.as_str()).collect();
    drop(index.against_names(names.iter().copied().take(100)));
    for name in names.iter().take(100) {
        let _ = (index.claim(name), index.other_algorithms(name));
    }
    let text = String::from_utf8_lossy(bytes);
    let (metadata, _) = Metadata::parse(&text);
    let (wheel, _) = WheelFile::parse(&text);
    let (file_name, _) = FileName::parse("demo-1.0-cp310-cp310-linux_x86_64.whl");
    drop(wheel::check(&file_name, &dist_info, Some(&metadata), Some(&wheel)));
}

/// A wheel's file name, and the name of a dist-info directory.
pub fn filename(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (name, _) = FileName::parse(&text);
    assert_eq!(name.given, text, "the name is kept as given");
    // What was cleaned may be dirty once more (`%2525`, two numbers in brackets); what is clean says the same again.
    let (again, _) = FileName::parse(&name.cleaned);
    if again.cleaned == name.cleaned {
        assert_eq!(again.parts, name.parts);
    }
    if let Some(normalized) = name.normalized() {
        assert_eq!(wheel::name::normalize(&normalized), normalized);
    }
    let _ = effective_tags(&name, None).map(|tags| platform_key(&tags));
    let _ = name.parts.as_ref().map(FileNameParts::short_label);
    let _ = wheel::AbiTag::split(&text);
    let _ = dist_info::find(text.split('\n'), &name);
    let _ = wheel::refusal(&text);
}

/// A Python file that may state the version.
pub fn python(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes).into_owned();
    let lines = u64::try_from(source.split(['\n', '\r']).count()).unwrap_or(u64::MAX);
    let (name, _) = FileName::parse("demo-1.0-py3-none-any.whl");
    let sources = [("demo/__init__.py".to_owned(), source)];
    let (facts, _) = version::facts(&name, &DistInfo::default(), None, &sources);
    assert!(facts.statements.iter().filter_map(|statement| statement.line).all(|line| (1..=lines).contains(&line)));
}

/// A member's bytes: what it is, from all of them and from its head.
pub fn elf(bytes: &[u8]) {
    let (identified, _) = binary::identify(bytes, "d/lib.so");
    assert!(identified.complete);
    let head = bytes.get(..bytes.len() / 2).unwrap_or_default();
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let _ = binary::identify_head(head, size, "d/lib.so");
    let (again, _) = binary::identify_head(bytes, size, "d/lib.so");
    assert_eq!(again.kind, identified.kind, "a head that is the whole file tells its kind");
}

/// Two copies, side by side: the first half of the bytes and the second, or the bytes and themselves changed in one.
pub fn evidence(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let mut changed = rest.to_vec();
    let at = rest.len().saturating_mul(usize::from(*first)) / 256;
    if let Some(byte) = changed.get_mut(at) {
        *byte ^= 0x55;
    }
    let needles = Needles { version: Some("1.0".to_owned()), local: None };
    drop(star(&[rest, &changed], &needles));
    let (one, other) = rest.split_at(rest.len() / 2);
    drop(star(&[one, other], &needles));
}

/// The whole route: from bytes to every export, and the report there and back.
pub fn scan(bytes: &[u8]) {
    let Ok(report) = scan::scan(bytes, "demo-1.0-cp310-cp310-linux_x86_64.whl") else { return };
    let entries = report.listing.directory.entries.iter().filter(|entry| !entry.is_directory()).count();
    assert_eq!(report.members.len(), entries, "a member for every entry");
    for member in &report.members {
        assert!(member.verified.is_some() || !member.findings.is_empty(), "an unread member says why");
    }
    let reports: [&WheelReport; 2] = [&report, &report];
    let card = card::build(&reports);
    let json = card::json::export(&reports);
    assert_eq!(json, card::json::export(&reports));
    drop(card::markdown::export(&card));
    drop(card::checksums::export(&report));
    drop(card::build_id_list::export(&card));
    for table in &card.tables {
        drop(card::csv::export(table, &card.wheels));
    }
}
