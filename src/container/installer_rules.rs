//! Which finding makes which tool refuse a container. Sources: `docs/installers.md`.

use super::codes;
use super::installers::{Effect, Rule, Verdict};

type Cell = Option<Effect>;

#[expect(clippy::unnecessary_wraps, reason = "it fills a cell of the table, which may be empty")]
const fn refuses(why: &'static str) -> Cell {
    Some(Effect { verdict: Verdict::Refuses, why })
}

#[expect(clippy::unnecessary_wraps, reason = "it fills a cell of the table, which may be empty")]
const fn unknown(why: &'static str) -> Cell {
    Some(Effect { verdict: Verdict::Unknown, why })
}

#[expect(clippy::unnecessary_wraps, reason = "it fills a cell of the table, which may be empty")]
const fn accepts(why: &'static str) -> Cell {
    Some(Effect { verdict: Verdict::Accepts, why })
}

/// uv reads a wheel from an index as a stream, a local one by its directory.
const STREAM: &str = "refuses it when streaming from an index; reads a local file by its directory alone";

macro_rules! rules {
    ($($code:ident: $pypi:expr, $pip:expr, $uv:expr;)*) => {
        /// All rules, by kind of finding.
        pub(super) const RULES: &[Rule] = &[$(Rule { code: &codes::$code, effects: [$pypi, $pip, $uv] }),*];
    };
}

rules! {
    // The end of the file.
    NO_DIRECTORY:
        refuses("wants a zip that zipfile opens"),
        refuses("can't open it: zipfile finds no directory"),
        refuses("finds no end record");
    LAST_END_UNREADABLE:
        refuses("wants a zip that zipfile opens"),
        refuses("takes the last end record and can't open it"),
        refuses("takes a comment with a record in it for a zip in a zip");
    STRAY_END:
        refuses("meets a record where none may be"),
        None,
        refuses(STREAM);
    TWO_ARCHIVES:
        refuses("sees other members when it streams than zipfile does"),
        accepts("takes the archive in the comment"),
        refuses("takes a comment with a record in it for a zip in a zip");
    TWO_DIRECTORIES:
        refuses("wants the directory at its offset"),
        accepts("goes by the directory's size"),
        refuses("wants size and offset of the directory to agree");
    DIRECTORY_MISPLACED:
        refuses("wants a zip that zipfile opens"),
        refuses("finds no directory where its size says"),
        refuses("wants size and offset of the directory to agree");
    OFFSET_SHIFT:
        refuses("wants offsets to count from the start of the file"),
        accepts("corrects the offsets"),
        refuses("wants offsets to count from the start of the file");
    OFFSETS_CONTRADICT:
        refuses("wants offsets to count from the start of the file"),
        refuses("corrects the offsets and finds no members"),
        refuses("wants size and offset of the directory to agree");
    DIRECTORY_CUT:
        refuses("can't read the directory"),
        refuses("can't read the directory"),
        refuses("can't read the directory");
    COUNT_DIFFERS:
        refuses("wants the end record to count right"),
        accepts("ignores the count"),
        refuses("wants the end record to count right");
    COUNT_WRAPPED:
        refuses("wants the end record to count right"),
        accepts("ignores the count"),
        refuses("wants the end record to count right");
    ZIP64_RECORD_MISSING:
        unknown("does not check it, but zipfile of newer CPython refuses it"),
        unknown("ignores the locator, or refuses it with a newer CPython (gh-139700)"),
        refuses("wants the zip64 end record where the locator says");
    ZIP64_LOCATOR_DIFFERS:
        unknown("does not check it, but zipfile of newer CPython refuses it"),
        unknown("takes the record before the locator, or refuses it with a newer CPython (gh-139700)"),
        refuses("wants the zip64 end record where the locator says");
    END_RECORDS_DIFFER:
        unknown("goes by the zip64 end record and does not compare"),
        accepts("goes by the zip64 end record"),
        refuses("wants both end records to agree");
    ZIP64_EXTENSIBLE:
        refuses("refuses zip64 extensible data"),
        unknown("reads it with a newer CPython only (gh-139700)"),
        refuses("refuses zip64 extensible data when streaming from an index");
    MULTI_DISK:
        unknown("refuses counts that differ between this disk and all; disk numbers are not looked at"),
        unknown("refuses it when the zip64 locator says so, else ignores it"),
        unknown("refuses a local file of several disks; what streaming does is not settled");
    COMMENT_BINARY:
        None,
        None,
        refuses("takes a comment with bytes 1 to 8 for a zip in a zip when streaming from an index");
    COMMENT_CUT:
        refuses("wants the comment to be whole"),
        accepts("takes what is there of the comment"),
        refuses("wants the comment to be whole");
    NO_MEMBERS:
        refuses("wants a WHEEL member"),
        None,
        refuses("wants members");

    // What no header accounts for.
    PREFIX:
        refuses("wants a record at the start of the file"),
        accepts("ignores what stands before the archive"),
        refuses(STREAM);
    TRAILING:
        refuses("refuses trailing data"),
        accepts("ignores what follows the archive"),
        refuses(STREAM);
    TRAILING_ZEROS:
        refuses("refuses trailing data"),
        accepts("ignores what follows the archive"),
        accepts("ignores trailing zeros");
    GAP:
        refuses("wants each record right behind the one before"),
        accepts("ignores what lies between members"),
        refuses(STREAM);
    HIDDEN_LOCAL:
        refuses("wants every local header in the directory"),
        accepts("does not see the member"),
        refuses(STREAM);
    STRAY_CENTRAL:
        refuses("wants one directory only"),
        None,
        refuses(STREAM);
    HEADER_CUT:
        refuses("wants records to be whole"),
        None,
        refuses(STREAM);
    NOT_SEARCHED:
        unknown("was not fully judged: not all bytes were searched"),
        None,
        unknown("was not fully judged: not all bytes were searched");

    // Local header against directory.
    NO_LOCAL_HEADER:
        refuses("wants a local header for every entry"),
        refuses("can't open the member"),
        refuses("wants a local header for every entry");
    NAME_DIFFERS:
        refuses("wants both headers to agree about the name"),
        refuses("wants both headers to agree about the name"),
        refuses("wants both headers to agree about the name");
    METHOD_DIFFERS:
        None,
        accepts("goes by the directory"),
        unknown("decodes by the local header when streaming, by the directory otherwise");
    FLAGS_DIFFER:
        unknown("refuses a data descriptor in the local header, ignores other flags"),
        unknown("refuses it if the name reads differently, else goes by the directory"),
        unknown("refuses it if the flag of the data descriptor or of the name's encoding differs");
    CRC_DIFFERS:
        None,
        accepts("goes by the directory"),
        refuses(STREAM);
    SIZES_DIFFER:
        refuses("wants both headers to agree about sizes"),
        accepts("goes by the directory"),
        refuses("wants both headers to agree about sizes");
    DESCRIPTOR_DIFFERS:
        refuses("refuses data descriptors"),
        accepts("ignores data descriptors"),
        refuses(STREAM);
    DESCRIPTOR_MISSING:
        refuses("refuses data descriptors"),
        accepts("ignores data descriptors"),
        refuses(STREAM);
    DATA_DESCRIPTOR:
        refuses("refuses data descriptors"),
        None,
        None;
    SHARED_HEADER:
        refuses("counts local headers and entries"),
        unknown("warns of a zip bomb or refuses it, by the version of CPython"),
        refuses(STREAM);
    OVERLAP:
        refuses("wants each record right behind the one before"),
        refuses("refuses overlapped entries since CPython 3.12.2 and 3.11.8 (gh-109858)"),
        refuses("refuses overlapping members");
    PAST_END:
        refuses("can't read the member"),
        refuses("can't read the member"),
        refuses("can't read the member");
    ZIP64_UNREFERENCED:
        None,
        None,
        refuses("refuses a zip64 field in the directory that nothing refers to");
    ZIP64_MISSING:
        refuses("can't read the sizes"),
        refuses("refuses a corrupt zip64 field"),
        refuses("refuses an incomplete zip64 field");
    ZIP64_DIFFERS:
        unknown("takes the sizes of the zip64 field in a local header, and then refuses it"),
        accepts("ignores the zip64 field"),
        refuses("refuses a zip64 field that nothing refers to");
    EXTRA_MALFORMED:
        unknown("refuses it in a local header, and in the directory if a field runs past the end"),
        unknown("refuses it in the directory if a field runs past the end, else ignores it"),
        unknown("refuses a field that runs past the end, ignores up to three bytes left over");
    EXTRA_REPEATED:
        refuses("refuses a second zip64 or Unicode path field"),
        accepts("takes the first field"),
        refuses("refuses a second field of one kind");
    VERSION_NEEDED:
        refuses("wants a zip that zipfile opens"),
        refuses("refuses versions above 6.3"),
        refuses("refuses versions above 6.3");

    // Members.
    DUPLICATE_NAME:
        refuses("refuses duplicate names"),
        accepts("installs the last of the directory"),
        refuses("refuses copies with other contents when streaming from an index; of a local file, either copy may \
                 win");
    DUPLICATE_SAME:
        refuses("refuses duplicate names"),
        accepts("installs the last of the directory"),
        accepts("takes copies with equal contents");
    CASE_TWINS:
        None,
        accepts("writes both; where case does not count, the last wins"),
        accepts("writes both; where case does not count, it refuses other contents");
    FILE_AND_DIRECTORY:
        None,
        refuses("can't write a file and a directory of one name"),
        refuses("can't write a file and a directory of one name");
    ENCRYPTED:
        unknown("has no rule about it that was found"),
        refuses("has no password"),
        refuses("does not decrypt");
    SYMLINK:
        None,
        accepts("writes the link's target as a file"),
        accepts("writes the link's target as a file");
    DIRECTORY_WITH_CONTENT:
        None,
        accepts("ignores the bytes of directories"),
        refuses(STREAM);
    MEMBER_COMMENT:
        refuses("refuses comments of members"),
        None,
        None;

    // Names.
    NAME_EMPTY:
        unknown("has no rule about it that was found"),
        unknown("has no rule about it that was found"),
        refuses("refuses empty names");
    NAME_NUL:
        refuses("refuses control characters in names"),
        accepts("ends the name at the NUL"),
        refuses("refuses control characters in names");
    NAME_CONTROL:
        None,
        accepts("installs the name as it is"),
        refuses("refuses control and format characters in names");
    NAME_NOT_UTF8:
        refuses("wants names in UTF-8"),
        unknown("refuses the name if the flag says UTF-8, else reads code page 437"),
        refuses("wants names in UTF-8");
    NAME_WITHOUT_UTF8_FLAG:
        refuses("finds another name in the directory than in the local header"),
        accepts("reads the name as code page 437, and installs it so"),
        refuses("wants the flag for names that are not ASCII");
    UNICODE_PATH:
        None,
        unknown("honours the Unicode path field with a newer CPython only"),
        unknown("installs the other name, or refuses it if one header only has the field");
    NAME_DRIVE:
        None,
        unknown("refuses it on Windows"),
        accepts("skips the member on Windows");
    NAME_BACKSLASH:
        None,
        accepts("writes one file, on Windows into directories"),
        accepts("writes one file, on Windows into directories");

    // Bytes of members.
    SIZE_MISMATCH:
        unknown("inflates WHEEL and a few kinds of members only"),
        unknown("refuses it by the CRC, mostly"),
        refuses("wants as many bytes as the headers say");
    CRC_MISMATCH:
        unknown("inflates WHEEL and a few kinds of members only"),
        refuses("checks the CRC of every member"),
        refuses("checks the CRC of every member");
    UNUSED_BYTES:
        None,
        accepts("ignores bytes behind the deflate stream"),
        refuses(STREAM);
    STREAM_CUT:
        unknown("inflates WHEEL and a few kinds of members only"),
        refuses("can't inflate the member"),
        refuses("can't inflate the member");
    STREAM_CORRUPT:
        unknown("inflates WHEEL and a few kinds of members only"),
        refuses("can't inflate the member"),
        refuses("can't inflate the member");
    LONGER_THAN_DECLARED:
        unknown("inflates WHEEL and a few kinds of members only"),
        unknown("stops at the size of the directory and refuses it by the CRC, mostly"),
        refuses("wants as many bytes as the headers say");
}
