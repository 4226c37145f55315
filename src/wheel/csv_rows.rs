//! RECORD's rows as Python's `csv` module reads them with its default dialect, within bounds.

use csv_core::{ReadRecordResult, Reader};

/// Bytes of one row's text. A zip member's name has at most 65,535 bytes; a path with each of them quoted, a hash and
/// a size fit.
const ROW: usize = 192 << 10;

/// Fields of one row that are read.
const FIELDS: usize = 16;

/// One row.
pub(super) struct CsvRow<'a> {
    /// 1-based line at which it begins.
    pub(super) line: u64,
    /// Its bytes as they stand in the file, line end included.
    pub(super) raw: &'a [u8],
    /// Its fields; `None` when the row or the number of its fields is over the bounds.
    pub(super) fields: Option<Vec<Vec<u8>>>,
}

/// The rows of a CSV text that are not blank.
pub(super) struct CsvRows<'a> {
    reader: Reader,
    rest: &'a [u8],
    line: u64,
    buffer: Vec<u8>,
}

impl<'a> CsvRows<'a> {
    /// The rows of `bytes`.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { reader: Reader::new(), rest: bytes, line: 1, buffer: vec![0; ROW] }
    }

    /// Takes `n` bytes off the rest and counts their lines.
    fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at_checked(n).unwrap_or((self.rest, &[]));
        let after = rest.first().copied();
        self.line = self.line.saturating_add(line_ends(taken, after));
        self.rest = rest;
        taken
    }
}

/// Line ends in `bytes`: LF, CR LF and lone CR each count once. `after` is the byte that follows.
fn line_ends(bytes: &[u8], after: Option<u8>) -> u64 {
    let following = bytes.iter().skip(1).copied().map(Some).chain([after]);
    let ends =
        bytes.iter().zip(following).filter(|&(&byte, next)| byte == b'\n' || (byte == b'\r' && next != Some(b'\n')));
    u64::try_from(ends.count()).unwrap_or(u64::MAX)
}

impl<'a> Iterator for CsvRows<'a> {
    type Item = CsvRow<'a>;

    fn next(&mut self) -> Option<CsvRow<'a>> {
        // The reader would skip blank lines too, but then nobody knew at which line the row begins.
        let blank = self.rest.iter().take_while(|&&b| matches!(b, b'\n' | b'\r')).count();
        self.take(blank);
        if self.rest.is_empty() {
            return None;
        }
        let line = self.line;
        let (mut read, mut written, mut fields) = (0_usize, 0_usize, 0_usize);
        let mut ends = [0; FIELDS];
        let mut within = true;
        loop {
            let input = self.rest.get(read..).unwrap_or_default();
            let output = self.buffer.get_mut(written..).unwrap_or_default();
            let (result, nin, nout, nend) =
                self.reader.read_record(input, output, ends.get_mut(fields..).unwrap_or_default());
            read = read.saturating_add(nin);
            written = written.saturating_add(nout);
            fields = fields.saturating_add(nend);
            match result {
                // At the end of the bytes the next call gets none, which closes the row.
                ReadRecordResult::InputEmpty => {}
                // The row goes on, but not into the result: its text is overwritten.
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    within = false;
                    (written, fields) = (0, 0);
                }
                ReadRecordResult::Record | ReadRecordResult::End => break,
            }
        }
        let raw = self.take(read);
        let fields = within.then(|| {
            let ends = ends.get(..fields).unwrap_or_default();
            let starts = [0].into_iter().chain(ends.iter().copied());
            starts.zip(ends).map(|(start, end)| self.buffer.get(start..*end).unwrap_or_default().to_vec()).collect()
        });
        Some(CsvRow { line, raw, fields })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u64, Vec<String>)> {
        let text_of = |fields: Vec<Vec<u8>>| fields.into_iter().map(|f| String::from_utf8(f).unwrap()).collect();
        CsvRows::new(text.as_bytes()).map(|row| (row.line, text_of(row.fields.unwrap()))).collect()
    }

    fn row(line: u64, fields: &[&str]) -> (u64, Vec<String>) {
        (line, fields.iter().map(|&f| f.to_owned()).collect())
    }

    #[test]
    fn rows_are_those_of_pythons_csv_module() {
        // list(csv.reader(io.StringIO(text))), blank rows left out
        for (text, expected) in [
            ("a,b,c\nd,,\n", vec![row(1, &["a", "b", "c"]), row(2, &["d", "", ""])]),
            ("a,b,c\r\nd,e,f", vec![row(1, &["a", "b", "c"]), row(2, &["d", "e", "f"])]),
            ("\n\r\n\na,b\n\n\nc\n", vec![row(4, &["a", "b"]), row(7, &["c"])]),
            ("\"a,\"\"b\",c\nd\n", vec![row(1, &["a,\"b", "c"]), row(2, &["d"])]),
            ("\"a\nb\",c\nd,e\n", vec![row(1, &["a\nb", "c"]), row(3, &["d", "e"])]),
            ("a\"b,c\n", vec![row(1, &["a\"b", "c"])]),
            ("\"a\"b,c\n", vec![row(1, &["ab", "c"])]),
            ("a,\"open\nb,c\n", vec![row(1, &["a", "open\nb,c\n"])]),
            ("", vec![]),
        ] {
            assert_eq!(rows(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_row_over_the_bounds_is_passed_over_and_the_next_one_is_read() {
        let long = format!("{},x\nb,c\n", "a".repeat(ROW + 1));
        let wide = format!("{}\nb,c\n", "a,".repeat(FIELDS));
        for text in [long, wide] {
            let rows: Vec<_> = CsvRows::new(text.as_bytes()).map(|row| (row.line, row.fields)).collect();
            assert_eq!(rows, [(1, None), (2, Some(vec![b"b".to_vec(), b"c".to_vec()]))]);
        }
    }

    #[test]
    fn the_raw_rows_are_the_whole_text_but_for_blank_lines() {
        let text = b"a,\"b\r\n\"\r\nc\rd,e";
        assert_eq!(CsvRows::new(text).map(|row| row.raw).collect::<Vec<_>>().concat().len(), text.len() - 1);
        assert_eq!(CsvRows::new(text).map(|row| row.line).collect::<Vec<_>>(), [1, 3, 4]);
    }
}
