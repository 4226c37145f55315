//! RECORD against the members: what it claims of each, and whether the bytes agree.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::bounded::Bounded;
use super::digest_text;
use super::quoted::Quoted;
use super::record::claim_text;
use super::{Algorithm, DistInfo, OtherDigest, RecordFile, RecordRow, RowHash, codes};
use crate::bytes::{Sha256, hex};
use crate::finding::Finding;
use crate::report::RecordVerdict;

/// The signatures that RECORD exempts beside itself.
const SIGNATURES: [&str; 2] = ["RECORD.jws", "RECORD.p7s"];

/// Rows about one file that are kept. Rows that say the same are one; more than two or three that say different things
/// are nonsense, and every one of them has its finding already.
const ROWS_OF_ONE_FILE: usize = 64;

/// What RECORD claims of a member before anybody looked at its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The SHA-256; `None` when there is none, or when rows about the member disagree.
    pub sha256: Option<Sha256>,
    /// The size in bytes; `None` when there is none, or when rows about the member disagree.
    pub size: Option<u64>,
}

/// RECORD's rows by path.
///
/// Paths are matched exactly where they can be, else with backslashes and a leading `./` seen through (the row itself
/// has a finding for these).
#[derive(Debug, Clone)]
pub struct RecordIndex {
    /// By folded path; of one path those first that need no folding, then in order.
    rows: Vec<RecordRow>,
    dist_info: DistInfo,
}

impl RecordIndex {
    /// An index of all rows.
    pub fn new(record: &RecordFile, dist_info: &DistInfo) -> Self {
        let mut by_path: Vec<_> = record.rows.iter().map(|row| (fold(&row.path), row)).collect();
        by_path.sort_by(|(a, x), (b, y)| (a, *a != x.path).cmp(&(b, *b != y.path)));
        let mut rows = Vec::with_capacity(by_path.len());
        for same in by_path.chunk_by(|(a, _), (b, _)| a == b) {
            let mut kept: Vec<&RecordRow> = Vec::new();
            for (_, row) in same {
                let says_the_same = |k: &&RecordRow| k.path == row.path && k.hash == row.hash && k.size == row.size;
                if kept.len() < ROWS_OF_ONE_FILE && !kept.iter().any(says_the_same) {
                    kept.push(row);
                }
            }
            rows.extend(kept.into_iter().cloned());
        }
        Self { rows, dist_info: dist_info.clone() }
    }

    /// The rows about a member, in order.
    fn rows(&self, path: &str) -> Vec<&RecordRow> {
        let folded = fold(path);
        let start = self.rows.partition_point(|row| fold(&row.path) < folded);
        let same = self.rows.iter().skip(start).take_while(|row| fold(&row.path) == folded);
        let (exact, near): (Vec<_>, Vec<_>) = same.partition(|row| row.path == path);
        if exact.is_empty() { near } else { exact }
    }

    /// What RECORD claims of a member; `None` when it has no row for it.
    pub fn claim(&self, path: &str) -> Option<Claim> {
        let rows = self.rows(path);
        let (first, later) = rows.split_first()?;
        let sha256 = sha256_of(first).filter(|digest| later.iter().all(|row| sha256_of(row) == Some(*digest)));
        let size = first.size.filter(|size| later.iter().all(|row| row.size == Some(*size)));
        Some(Claim { sha256, size })
    }

    /// The algorithms, other than SHA-256, by which a member must be hashed for its [`verdict`](Self::verdict): those
    /// of all rows about it.
    pub fn other_algorithms(&self, path: &str) -> BTreeSet<Algorithm> {
        let named = |row: &RecordRow| match &row.hash {
            RowHash::Other { algorithm, .. } => Algorithm::named(algorithm),
            _ => None,
        };
        self.rows(path).into_iter().filter_map(named).collect()
    }

    /// Whether RECORD need not state a hash of a member: itself and its signatures.
    fn is_exempt(&self, path: &str) -> bool {
        self.dist_info.holds(path, "RECORD") || SIGNATURES.iter().any(|file| self.dist_info.holds(path, file))
    }

    /// Compares a member's size and digests with every row about it; the worst row decides.
    ///
    /// `others` are the digests by [`other_algorithms`](Self::other_algorithms). A member that no row
    /// is about is [`RecordVerdict::Unlisted`], for which [`against_names`](Self::against_names) has the finding.
    pub fn verdict(
        &self,
        path: &str,
        size: u64,
        sha256: &Sha256,
        others: &[OtherDigest],
    ) -> (RecordVerdict, Vec<Finding>) {
        if self.is_exempt(path) {
            return (RecordVerdict::Exempt, Vec::new());
        }
        let mut findings = Bounded::default();
        let mut worst = None;
        for row in self.rows(path) {
            let verdict = compare(row, path, size, sha256, others, &mut findings);
            worst = worst.max(Some((weight(verdict), verdict)));
        }
        (worst.map_or(RecordVerdict::Unlisted, |(_, verdict)| verdict), findings.finish())
    }

    /// Compares RECORD's list with the names of all members that are no directories.
    pub fn against_names<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<Finding> {
        let mut findings = Bounded::default();
        let mut members = BTreeSet::new();
        for name in names {
            if self.rows(name).is_empty() && !self.is_exempt(name) {
                findings.add(&codes::RECORD_UNLISTED, |code| {
                    Finding::new(code, format!("RECORD has no row for {}", Quoted(name))).in_member(name)
                });
            }
            members.insert(fold(name));
        }
        // In RECORD's own order, so that the findings are too.
        let mut rows: Vec<&RecordRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.line);
        let mut lists_itself = false;
        for row in rows {
            if self.dist_info.holds(&row.path, "RECORD") {
                lists_itself = true;
                own_row(row, &mut findings);
            } else if self.is_exempt(&row.path) {
                findings.add(&codes::RECORD_SIGNATURE, |code| {
                    Finding::new(code, format!("RECORD line {} lists {}", row.line, Quoted(&row.path)))
                        .in_member(&row.path)
                });
            } else if row.path.ends_with('/') {
                // A directory; said when the row was read.
                continue;
            } else if row.hash == RowHash::Absent {
                findings.add(&codes::RECORD_NO_HASH, |code| {
                    let detail = format!("RECORD line {} states no hash for {}", row.line, Quoted(&row.path));
                    Finding::new(code, detail).in_member(&row.path)
                });
            }
            if !members.contains(&fold(&row.path)) {
                findings.add(&codes::RECORD_NO_MEMBER, |code| {
                    let detail =
                        format!("RECORD line {} lists {}, which is not in the wheel", row.line, Quoted(&row.path));
                    Finding::new(code, detail).in_member(&row.path)
                });
            }
        }
        if !lists_itself && !self.rows.is_empty() {
            findings.add(&codes::RECORD_NOT_ITSELF, |code| Finding::new(code, "RECORD has no row for itself"));
        }
        findings.finish()
    }
}

/// A path as it is matched: slashes for backslashes, no leading `./`.
fn fold(path: &str) -> Cow<'_, str> {
    let path = if path.contains('\\') { Cow::Owned(path.replace('\\', "/")) } else { Cow::Borrowed(path) };
    if !path.starts_with("./") {
        return path;
    }
    Cow::Owned(path.trim_start_matches("./").to_owned())
}

fn sha256_of(row: &RecordRow) -> Option<Sha256> {
    match &row.hash {
        RowHash::Sha256(digest) | RowHash::OddSha256 { digest, .. } => Some(*digest),
        _ => None,
    }
}

/// How bad a verdict is when rows about one member disagree.
fn weight(verdict: RecordVerdict) -> u8 {
    match verdict {
        RecordVerdict::Differs => 3,
        RecordVerdict::NotStated => 2,
        RecordVerdict::OddEncoding => 1,
        RecordVerdict::Match | RecordVerdict::Unlisted | RecordVerdict::Exempt | RecordVerdict::NoRecord => 0,
    }
}

/// Compares one row with what was computed.
fn compare(
    row: &RecordRow,
    path: &str,
    size: u64,
    sha256: &Sha256,
    others: &[OtherDigest],
    findings: &mut Bounded,
) -> RecordVerdict {
    let size_differs = row.size.is_some_and(|stated| stated != size);
    if size_differs {
        findings.add(&codes::RECORD_SIZE_DIFFERS, |code| {
            let stated = row.size.unwrap_or_default();
            let detail = format!("RECORD line {} states the size {stated}, the member's size is {size}", row.line);
            Finding::new(code, detail).in_member(path)
        });
    }
    let verdict = match &row.hash {
        RowHash::Sha256(stated) if stated == sha256 => RecordVerdict::Match,
        RowHash::OddSha256 { digest, .. } if digest == sha256 => RecordVerdict::OddEncoding,
        RowHash::Sha256(stated) | RowHash::OddSha256 { digest: stated, .. } => {
            hash_differs(row, path, &format!("sha256={stated}"), &format!("sha256={sha256}"), findings)
        }
        RowHash::Other { algorithm, value } => {
            match others.iter().find(|digest| Algorithm::named(algorithm) == Some(digest.algorithm)) {
                Some(computed) => compare_other(row, path, value, computed, findings),
                None => RecordVerdict::NotStated,
            }
        }
        RowHash::Absent | RowHash::Malformed(_) => RecordVerdict::NotStated,
    };
    if size_differs { RecordVerdict::Differs } else { verdict }
}

fn compare_other(
    row: &RecordRow,
    path: &str,
    stated: &str,
    computed: &OtherDigest,
    findings: &mut Bounded,
) -> RecordVerdict {
    match digest_text::decode(stated, computed.algorithm.length()) {
        Some(decoded) if decoded.bytes == computed.bytes => {
            if decoded.odd.is_some() {
                RecordVerdict::OddEncoding
            } else {
                RecordVerdict::Match
            }
        }
        Some(decoded) => {
            let stated = format!("{}={}", computed.algorithm.name(), hex(&decoded.bytes));
            hash_differs(row, path, &stated, &computed.to_string(), findings)
        }
        None => RecordVerdict::NotStated,
    }
}

fn hash_differs(row: &RecordRow, path: &str, stated: &str, computed: &str, findings: &mut Bounded) -> RecordVerdict {
    findings.add(&codes::RECORD_HASH_DIFFERS, |code| {
        let detail = format!("RECORD line {} states {stated}, the member's bytes give {computed}", row.line);
        Finding::new(code, detail).in_member(path)
    });
    RecordVerdict::Differs
}

/// RECORD's row about itself must state nothing.
fn own_row(row: &RecordRow, findings: &mut Bounded) {
    if row.hash != RowHash::Absent {
        findings.add(&codes::RECORD_OWN_HASH, |code| {
            let detail = format!("RECORD line {} states of RECORD itself: {}", row.line, claim_text(row));
            Finding::new(code, detail).in_member(&row.path)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wheel::OtherHasher;

    // The digests of "abc", as FIPS 180-4 states them, by Python's base64 module.
    const ABC: &str = "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0";
    const ABC_512: &str =
        "sha512=3a81oZNherrMQXNJriBBMRLm-k6JqX6iCp7u5ktV05ohkpkqJ0_BqDa6PCOj_uu9RU1EI2Q86A4qmslPpUyknw";

    fn dist_info() -> DistInfo {
        DistInfo { directory: Some("demo-1.0.dist-info".to_owned()), ..DistInfo::default() }
    }

    /// The verdict on a member `a` whose bytes are "abc", with the findings' codes and details.
    fn verdict(record: &str) -> (RecordVerdict, Vec<(String, String)>) {
        let (record, dist_info) = (RecordFile::parse(record.as_bytes()).0, dist_info());
        let index = RecordIndex::new(&record, &dist_info);
        let others = index.other_algorithms("a").into_iter().map(|algorithm| {
            let mut hasher = OtherHasher::new(algorithm);
            hasher.update(b"abc");
            hasher.finish()
        });
        let others: Vec<_> = others.collect();
        let (verdict, findings) = index.verdict("a", 3, &Sha256::of(b"abc"), &others);
        (verdict, findings.into_iter().map(|f| (f.code, f.detail)).collect())
    }

    #[test]
    fn a_member_is_as_its_row_says_or_it_is_not() {
        for (record, expected) in [
            (format!("a,{ABC},3\n"), RecordVerdict::Match),
            (format!("a,{ABC},\n"), RecordVerdict::Match),
            (format!("a,{ABC}=,3\n"), RecordVerdict::OddEncoding),
            (format!("a,{ABC_512},3\n"), RecordVerdict::Match),
            (format!("a,{ABC_512}==,3\n"), RecordVerdict::OddEncoding),
            ("a,,3\n".to_owned(), RecordVerdict::NotStated),
            ("a,md5=kAFQmDzST7DWlj99KOF_cg,3\n".to_owned(), RecordVerdict::NotStated),
            ("a,sha256=q80,3\n".to_owned(), RecordVerdict::NotStated),
            (format!("b,{ABC},3\n"), RecordVerdict::Unlisted),
            (String::new(), RecordVerdict::Unlisted),
            (format!("a,{ABC},3\na,{ABC},3\n"), RecordVerdict::Match),
            (format!(".\\a,{ABC},3\n"), RecordVerdict::Match),
        ] {
            assert_eq!(verdict(&record), (expected, vec![]), "{record}");
        }
    }

    #[test]
    fn a_denied_claim_names_what_was_expected_and_what_was_computed() {
        let computed = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let detail = format!("RECORD line 1 states sha256={empty}, the member's bytes give sha256={computed}");
        let differs = |record: &str, findings: Vec<(&str, &str)>| {
            let findings = findings.into_iter().map(|(c, d)| (c.to_owned(), d.to_owned())).collect();
            assert_eq!(verdict(record), (RecordVerdict::Differs, findings), "{record}");
        };
        // The digest of no bytes.
        let row = "a,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\n";
        let size = "RECORD line 1 states the size 0, the member's size is 3";
        differs(row, vec![("record.size-differs", size), ("record.hash-differs", &detail)]);
        let size = "RECORD line 1 states the size 4, the member's size is 3";
        differs(&format!("a,{ABC},4\n"), vec![("record.size-differs", size)]);
        let wrong = verdict(&format!("a,{},3\n", ABC_512.replace("3a81", "3a82")));
        assert_eq!(wrong.0, RecordVerdict::Differs);
        assert!(wrong.1[0].1.contains("states sha512=ddaf36a1") && wrong.1[0].1.contains("give sha512=ddaf35a1"));
    }

    #[test]
    fn every_row_is_verified_by_its_own_algorithm() {
        // SHA-384 of "abc", FIPS 180-4.
        let abc_384 = "sha384=ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP_W-2AhgcroefMI1i67KE0yCWn";
        let both = format!("a,{ABC_512},3\na,{abc_384},3\n");
        assert_eq!(verdict(&both), (RecordVerdict::Match, vec![]));
        for wrong in [both.replace("yw", "zw"), both.replace("3a81", "3a82")] {
            let (verdict, findings) = verdict(&wrong);
            assert_eq!((verdict, findings.len()), (RecordVerdict::Differs, 1), "{wrong}");
        }
    }

    #[test]
    fn of_conflicting_rows_none_is_a_claim_and_the_worst_decides() {
        let text = format!("a,{ABC},3\na,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,3\n");
        assert_eq!(verdict(&text).0, RecordVerdict::Differs);
        let (record, dist_info) = (RecordFile::parse(text.as_bytes()).0, dist_info());
        let index = RecordIndex::new(&record, &dist_info);
        assert_eq!(index.claim("a"), Some(Claim { sha256: None, size: Some(3) }));
        assert_eq!(index.claim("b"), None);
    }

    #[test]
    fn rows_about_one_file_in_absurd_numbers_cost_no_more_than_a_few() {
        let many: Vec<String> = (0..5000).map(|size| format!("./a,,{size}\n")).collect();
        let text = format!("{}a,{ABC},3\na,{ABC},3\n", many.concat());
        let (record, dist_info) = (RecordFile::parse(text.as_bytes()).0, dist_info());
        let index = RecordIndex::new(&record, &dist_info);
        assert_eq!(index.rows.len(), ROWS_OF_ONE_FILE);
        // The row that names the file exactly is not lost among the others.
        assert_eq!(index.verdict("a", 3, &Sha256::of(b"abc"), &[]), (RecordVerdict::Match, vec![]));
    }

    #[test]
    fn record_and_its_signatures_are_exempt() {
        let (record, dist_info) = (RecordFile::parse(b"").0, dist_info());
        let index = RecordIndex::new(&record, &dist_info);
        for file in [
            "demo-1.0.dist-info/RECORD",
            "demo-1.0.dist-info\\RECORD",
            "demo-1.0.dist-info/RECORD.jws",
            "demo-1.0.dist-info/RECORD.p7s",
        ] {
            assert_eq!(index.verdict(file, 0, &Sha256::of(b""), &[]).0, RecordVerdict::Exempt, "{file}");
        }
        assert_eq!(index.verdict("demo-1.0.dist-info/WHEEL", 0, &Sha256::of(b""), &[]).0, RecordVerdict::Unlisted);
    }

    #[test]
    fn each_file_missing_from_either_side_is_named() {
        let text = format!(
            "a.py,{ABC},3\nb\\c.py,{ABC},3\ngone.py,{ABC},3\nnohash.py,,\ndir/,,\n\
             demo-1.0.dist-info/RECORD,{ABC},3\ndemo-1.0.dist-info/RECORD.jws,,\n"
        );
        let (record, dist_info) = (RecordFile::parse(text.as_bytes()).0, dist_info());
        let index = RecordIndex::new(&record, &dist_info);
        let names =
            ["a.py", "b/c.py", "extra.py", "nohash.py", "demo-1.0.dist-info/RECORD", "demo-1.0.dist-info/RECORD.jws"];
        let found: Vec<_> = index.against_names(names.into_iter()).into_iter().map(|f| (f.code, f.detail)).collect();
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(
            found,
            [
                ("record.unlisted".to_owned(), "RECORD has no row for \"extra.py\"".to_owned()),
                (
                    "record.no-member".to_owned(),
                    "RECORD line 3 lists \"gone.py\", which is not in the wheel".to_owned()
                ),
                ("record.no-hash".to_owned(), "RECORD line 4 states no hash for \"nohash.py\"".to_owned()),
                ("record.own-hash".to_owned(), format!("RECORD line 6 states of RECORD itself: SHA-256 {abc}, size 3")),
                ("record.signature-row".to_owned(), "RECORD line 7 lists \"demo-1.0.dist-info/RECORD.jws\"".to_owned()),
            ]
        );
    }

    #[test]
    fn a_record_that_does_not_list_itself_is_said_to() {
        let (record, dist_info) = (RecordFile::parse(format!("a,{ABC},3\n").as_bytes()).0, dist_info());
        let found = RecordIndex::new(&record, &dist_info).against_names(["a", "demo-1.0.dist-info/RECORD"].into_iter());
        assert_eq!(found.iter().map(|f| f.code.as_str()).collect::<Vec<_>>(), ["record.not-itself"]);
    }
}
