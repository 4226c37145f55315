//! RECORD, row by row.
//!
//! Source: <https://packaging.python.org/en/latest/specifications/recording-installed-packages/#the-record-file> and
//! the binary distribution format's section "The .dist-info directory".

use super::bounded::Bounded;
use super::csv_rows::{CsvRow, CsvRows};
use super::digest_text::{self, Decoded};
use super::quoted::Quoted;
use super::{Algorithm, RecordFile, RecordRow, RowHash, codes};
use crate::bytes::{Sha256, limits};
use crate::finding::Finding;

/// Algorithms below SHA-256, which the specification forbids.
const WEAK: [&str; 5] = ["md4", "md5", "sha1", "sha224", "ripemd160"];

impl RecordFile {
    /// Reads all rows of RECORD. A row that breaks a rule costs only itself, and each broken rule is a finding.
    pub fn parse(bytes: &[u8]) -> (Self, Vec<Finding>) {
        let mut findings = Bounded::default();
        let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) => {
                findings.add(&codes::RECORD_BOM, |code| Finding::new(code, "RECORD begins with a byte order mark"));
                rest
            }
            None => bytes,
        };
        line_ends(bytes, &mut findings);
        let limit = usize::try_from(limits::MEMBERS).unwrap_or(usize::MAX);
        let mut csv = CsvRows::new(bytes);
        let rows: Vec<RecordRow> = csv.by_ref().take(limit).filter_map(|raw| row(&raw, &mut findings)).collect();
        if let Some(next) = csv.next() {
            findings.add(&codes::RECORD_TOO_MANY, |code| {
                Finding::new(code, format!("RECORD has more than {limit} rows; reading stopped at line {}", next.line))
            });
        }
        if rows.is_empty() {
            findings.add(&codes::RECORD_EMPTY, |code| {
                Finding::new(code, format!("RECORD has {} bytes and no row that lists a file", bytes.len()))
            });
        }
        repeats(&rows, &mut findings);
        (Self { rows }, findings.finish())
    }
}

/// Says which line ends there are, when they are not all LF or, as Python's `csv` writes by default, all CR LF.
fn line_ends(bytes: &[u8], findings: &mut Bounded) {
    let lf = memchr::memchr_iter(b'\n', bytes).count();
    let cr = memchr::memchr_iter(b'\r', bytes).count();
    let both = memchr::memmem::find_iter(bytes, b"\r\n").count();
    let detail = match (lf.saturating_sub(both), cr.saturating_sub(both), both) {
        (_, 0, 0) | (0, 0, _) => return,
        (lf, cr, both) => format!("lines of RECORD end in LF ({lf}), CR LF ({both}) and CR ({cr})"),
    };
    findings.add(&codes::RECORD_LINE_ENDS, |code| Finding::new(code, detail));
}

/// Reads one row; `None` when it lists no path.
fn row(csv: &CsvRow<'_>, findings: &mut Bounded) -> Option<RecordRow> {
    let line = csv.line;
    let Some(fields) = &csv.fields else {
        findings.add(&codes::RECORD_LONG_ROW, |code| {
            Finding::new(code, format!("the row at RECORD line {line} has {} bytes", csv.raw.len()))
        });
        return None;
    };
    let mut fields = fields.iter().map(|field| String::from_utf8_lossy(field));
    let count = fields.len();
    let (path, hash, size) = (fields.next()?, fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    if path.is_empty() {
        findings.add(&codes::RECORD_NO_PATH, |code| {
            Finding::new(code, format!("the row at RECORD line {line} has an empty path"))
        });
        return None;
    }
    if std::str::from_utf8(csv.raw).is_err() {
        findings.add(&codes::RECORD_NOT_UTF8, |code| {
            Finding::new(code, format!("the row at RECORD line {line} is not UTF-8")).in_member(path.as_ref())
        });
    }
    if count != 3 {
        findings.add(&codes::RECORD_FIELDS, |code| {
            Finding::new(code, format!("the row at RECORD line {line} has {count} fields")).in_member(path.as_ref())
        });
    }
    quoting(csv, &path, findings);
    path_form(line, &path, findings);
    let hash = hash_field(line, &path, &hash, findings);
    let size = size_field(line, &path, &size, findings);
    Some(RecordRow { line, path: path.into_owned(), hash, size })
}

fn quoting(csv: &CsvRow<'_>, path: &str, findings: &mut Bounded) {
    let marks = memchr::memchr_iter(b'"', csv.raw).count();
    if marks == 0 {
        return;
    }
    let broken = csv.fields.iter().flatten().any(|field| field.contains(&b'\n') || field.contains(&b'\r'));
    let detail = match (marks % 2 == 1, broken) {
        (false, false) => return,
        (true, _) => format!("the row at RECORD line {} has an odd number of quotation marks ({marks})", csv.line),
        (false, true) => format!("the row at RECORD line {} holds a line break in a field", csv.line),
    };
    findings.add(&codes::RECORD_QUOTING, |code| Finding::new(code, detail).in_member(path));
}

fn path_form(line: u64, path: &str, findings: &mut Bounded) {
    if path.contains('\\') {
        findings.add(&codes::RECORD_BACKSLASH, |code| {
            Finding::new(code, format!("RECORD line {line} writes {} with backslashes", Quoted(path))).in_member(path)
        });
    }
    if path.ends_with('/') {
        findings.add(&codes::RECORD_DIRECTORY, |code| {
            Finding::new(code, format!("RECORD line {line} lists the directory {}", Quoted(path))).in_member(path)
        });
    }
    let drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let absolute = path.starts_with(['/', '\\']) || drive;
    let parts = path.strip_suffix(['/', '\\']).unwrap_or(path);
    let odd = absolute || parts.split(['/', '\\']).any(|part| matches!(part, "" | "." | ".."));
    if odd {
        findings.add(&codes::RECORD_PATH, |code| {
            Finding::new(code, format!("RECORD line {line} lists {}", Quoted(path))).in_member(path)
        });
    }
}

fn size_field(line: u64, path: &str, text: &str, findings: &mut Bounded) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    let size = text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    if size.is_none() {
        findings.add(&codes::RECORD_BAD_SIZE, |code| {
            Finding::new(code, format!("RECORD line {line} states the size {}", Quoted(text))).in_member(path)
        });
    }
    size
}

fn hash_field(line: u64, path: &str, text: &str, findings: &mut Bounded) -> RowHash {
    if text.is_empty() {
        return RowHash::Absent;
    }
    let mut say = |code, detail: String| findings.add(code, |code| Finding::new(code, detail).in_member(path));
    let Some((algorithm, value)) = text.split_once('=').filter(|(name, _)| is_algorithm_name(name)) else {
        say(&codes::RECORD_BAD_HASH, format!("RECORD line {line} states the hash {}", Quoted(text)));
        return RowHash::Malformed(text.to_owned());
    };
    if WEAK.iter().any(|weak| algorithm.eq_ignore_ascii_case(weak)) {
        say(&codes::RECORD_WEAK_HASH, format!("RECORD line {line} states a hash by {algorithm}: {}", Quoted(value)));
        return RowHash::Other { algorithm: algorithm.to_owned(), value: value.to_owned() };
    }
    let other = Algorithm::named(algorithm);
    let is_sha256 = algorithm.eq_ignore_ascii_case("sha256");
    let length = if is_sha256 { 32 } else { other.map_or(0, Algorithm::length) };
    if length == 0 {
        say(&codes::RECORD_OTHER_HASH, format!("RECORD line {line} states a hash by {algorithm}: {}", Quoted(value)));
        return RowHash::Other { algorithm: algorithm.to_owned(), value: value.to_owned() };
    }
    let Some(Decoded { bytes, odd }) = digest_text::decode(value, length) else {
        say(&codes::RECORD_BAD_HASH, format!("RECORD line {line} states the hash {}", Quoted(text)));
        return RowHash::Malformed(text.to_owned());
    };
    if bytes.len() != length {
        let detail = format!(
            "RECORD line {line} states a {algorithm} of {} bytes, not {length}: {}",
            bytes.len(),
            Quoted(value)
        );
        say(&codes::RECORD_DIGEST_LENGTH, detail);
        return RowHash::Malformed(text.to_owned());
    }
    let name_odd = algorithm.bytes().any(|b| b.is_ascii_uppercase()).then(|| "algorithm in upper case".to_owned());
    let encoding = match (name_odd, odd) {
        (Some(name), Some(odd)) => Some(format!("{name}, {odd}")),
        (name, odd) => name.or(odd),
    };
    if let Some(encoding) = &encoding {
        say(
            &codes::RECORD_ODD_ENCODING,
            format!("RECORD line {line} writes the hash in an odd way ({encoding}): {}", Quoted(value)),
        );
    }
    match (<[u8; 32]>::try_from(bytes).map(Sha256::from_bytes), encoding) {
        (Ok(digest), None) => RowHash::Sha256(digest),
        (Ok(digest), Some(encoding)) => RowHash::OddSha256 { digest, encoding },
        (Err(_), _) => RowHash::Other { algorithm: algorithm.to_owned(), value: value.to_owned() },
    }
}

/// Whether a text can be the name of a hash algorithm, as `hashlib` names them (`sha3_256`, `blake2b`).
fn is_algorithm_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

/// Finds the paths that have several rows.
fn repeats(rows: &[RecordRow], findings: &mut Bounded) {
    let mut by_path: Vec<&RecordRow> = rows.iter().collect();
    by_path.sort_by(|a, b| a.path.cmp(&b.path));
    for same in by_path.chunk_by(|a, b| a.path == b.path) {
        let Some((first, later)) = same.split_first() else { continue };
        for row in later {
            let lines = format!("RECORD lists {} on line {} and on line {}", Quoted(&row.path), first.line, row.line);
            let (code, detail) = if (&row.hash, row.size) == (&first.hash, first.size) {
                (&codes::RECORD_DUPLICATE, lines)
            } else {
                let detail = format!("{lines}: {} and {}", claim_text(first), claim_text(row));
                (&codes::RECORD_CONFLICT, detail)
            };
            findings.add(code, |code| Finding::new(code, detail).in_member(&row.path));
        }
    }
}

/// What a row states of a file, in words.
pub(super) fn claim_text(row: &RecordRow) -> String {
    let hash = match &row.hash {
        RowHash::Absent => "no hash".to_owned(),
        RowHash::Sha256(digest) | RowHash::OddSha256 { digest, .. } => format!("SHA-256 {digest}"),
        RowHash::Other { algorithm, value } => format!("{algorithm} {}", Quoted(value)),
        RowHash::Malformed(text) => format!("the unreadable hash {}", Quoted(text)),
    };
    match row.size {
        Some(size) => format!("{hash}, size {size}"),
        None => format!("{hash}, no size"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The SHA-256 of "abc", as FIPS 180-4 states it, by Python's base64 module.
    const ABC: &str = "sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0";

    fn read(text: &str) -> (Vec<RecordRow>, Vec<(String, String)>) {
        let (record, findings) = RecordFile::parse(text.as_bytes());
        (record.rows, findings.into_iter().map(|f| (f.code, f.detail)).collect())
    }

    fn codes_of(text: &str) -> Vec<String> {
        read(text).1.into_iter().map(|(code, _)| code).collect()
    }

    #[test]
    fn a_plain_record_gives_rows_and_no_finding() {
        let (rows, findings) = read(&format!("a.py,{ABC},3\n\"b,c.py\",{ABC},3\nx.dist-info/RECORD,,\n"));
        assert_eq!(findings, []);
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0].hash, RowHash::Sha256(Sha256::of(b"abc")));
        assert_eq!((rows[1].path.as_str(), rows[1].line, rows[1].size), ("b,c.py", 2, Some(3)));
        assert_eq!((&rows[2].hash, rows[2].size), (&RowHash::Absent, None));
    }

    #[test]
    fn an_odd_spelling_means_the_same_digest() {
        for (hash, encoding) in [
            (format!("{ABC}="), "padded"),
            (ABC.replace('-', "+").replace('_', "/"), "standard alphabet"),
            (format!("sha256={}", Sha256::of(b"abc")), "hex"),
            (ABC.replace("sha256", "SHA256"), "algorithm in upper case"),
        ] {
            let (rows, findings) = read(&format!("a,{hash},3\n"));
            let odd = RowHash::OddSha256 { digest: Sha256::of(b"abc"), encoding: encoding.to_owned() };
            assert_eq!(rows[0].hash, odd, "{hash}");
            let value = hash.split_once('=').unwrap().1;
            let detail = format!("RECORD line 1 writes the hash in an odd way ({encoding}): \"{value}\"");
            assert_eq!(findings, [("record.odd-encoding".to_owned(), detail)]);
        }
    }

    #[test]
    fn a_hash_that_states_nothing_is_said_and_kept() {
        for (hash, code) in [
            ("sha256=", "record.digest-length"),
            ("sha256=q80", "record.digest-length"),
            ("sha256=!!", "record.bad-hash"),
            ("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", "record.bad-hash"),
            ("=abc", "record.bad-hash"),
            ("sha 256=abc", "record.bad-hash"),
        ] {
            let (rows, findings) = read(&format!("a,{hash},3\n"));
            assert_eq!(rows[0].hash, RowHash::Malformed(hash.to_owned()));
            assert_eq!(findings.len(), 1);
            assert_eq!(findings[0].0, code, "{hash}");
        }
        let (_, findings) = read("a,sha256=q80,3\n");
        assert_eq!(findings[0].1, "RECORD line 1 states a sha256 of 2 bytes, not 32: \"q80\"");
    }

    #[test]
    fn other_algorithms_are_kept_and_weak_ones_flagged() {
        for (algorithm, code) in
            [("md5", "record.weak-hash"), ("SHA1", "record.weak-hash"), ("blake2b", "record.other-hash")]
        {
            let (rows, findings) = read(&format!("a,{algorithm}=abc,3\n"));
            assert_eq!(rows[0].hash, RowHash::Other { algorithm: algorithm.to_owned(), value: "abc".to_owned() });
            let detail = format!("RECORD line 1 states a hash by {algorithm}: \"abc\"");
            assert_eq!(findings, [(code.to_owned(), detail)]);
        }
        let sha512 = format!("sha512={}A", "A".repeat(85));
        let (rows, findings) = read(&format!("a,{sha512},3\n"));
        assert!(matches!(&rows[0].hash, RowHash::Other { algorithm, .. } if algorithm == "sha512"));
        assert_eq!(findings, []);
        assert_eq!(codes_of("a,sha512=abcd,3\n"), ["record.digest-length"]);
    }

    #[test]
    fn every_broken_rule_of_every_row_is_found_not_only_the_first() {
        let text =
            "a\\b.py,,\ndemo/,,\n/etc/passwd,,1 2\n../x,,\na,b\n,x,1\nc,,1,2\n\"d\nd\",,\ne,,-1\n./f,,\nC:/g,,\n";
        assert_eq!(
            codes_of(text),
            [
                "record.backslash",
                "record.directory-row",
                "record.path",
                "record.bad-size",
                "record.path",
                "record.field-count",
                "record.bad-hash",
                "record.no-path",
                "record.field-count",
                "record.quoting",
                "record.bad-size",
                "record.path",
                "record.path",
            ]
        );
    }

    #[test]
    fn an_open_quotation_mark_swallows_rows_and_is_said() {
        let (rows, findings) = read(&format!("a,{ABC},3\n\"b,{ABC},3\nc,{ABC},3\n"));
        assert_eq!(rows.len(), 2);
        let detail = "the row at RECORD line 2 has an odd number of quotation marks (1)";
        assert!(findings.contains(&("record.quoting".to_owned(), detail.to_owned())), "{findings:?}");
    }

    #[test]
    fn rows_about_one_path_are_compared() {
        let (_, findings) = read("a,,1\nb,,1\na,,1\na,,2\n");
        assert_eq!(
            findings,
            [
                ("record.duplicate-row".to_owned(), "RECORD lists \"a\" on line 1 and on line 3".to_owned()),
                (
                    "record.conflicting-rows".to_owned(),
                    "RECORD lists \"a\" on line 1 and on line 4: no hash, size 1 and no hash, size 2".to_owned()
                ),
            ]
        );
    }

    #[test]
    fn the_text_around_the_rows_is_looked_at_too() {
        assert_eq!(codes_of(""), ["record.empty"]);
        assert_eq!(codes_of("\n\n"), ["record.empty"]);
        assert_eq!(codes_of("\u{feff}a,,1\n"), ["record.bom"]);
        assert_eq!(RecordFile::parse("\u{feff}a,,1\n".as_bytes()).0.rows[0].path, "a");
        assert_eq!(codes_of("a,,1\r\nb,,1\r\n"), Vec::<String>::new());
        assert_eq!(read("a,,1\r\nb,,1\nc,,1\rd,,1").1[0].1, "lines of RECORD end in LF (1), CR LF (1) and CR (1)");
        let (record, findings) = RecordFile::parse(b"\xff.py,,1\n");
        assert_eq!(record.rows[0].path, "\u{fffd}.py");
        assert_eq!(findings[0].code, "record.not-utf8");
    }
}
