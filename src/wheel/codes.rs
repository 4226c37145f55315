//! The kinds of anomaly that a wheel's own statements can have.

use crate::finding::{Code, Severity};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $severity:ident, $meaning:literal;)*) => {
        $($(#[$doc])* pub const $name: Code = Code { id: $id, severity: Severity::$severity, meaning: $meaning };)*

        /// Every code of this module.
        pub const ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    /// The findings of one code are too many to list.
    MORE = "wheel.more-findings", Warning,
        "The first findings of each kind are listed, the others are counted.";

    /// A browser changed the name.
    NAME_DOWNLOAD = "name.download", Note,
        "A download added a counter or escaped a character; installers refuse the file under this name.";
    /// Not a wheel's name.
    NAME_INVALID = "name.invalid", Warning,
        "Installers read name, version and tags from the file name and refuse this one; the wheel is opened all the same.";
    /// The project is named differently in two places.
    NAME_DIFFERS = "name.differs", Warning,
        "Two places in one wheel name different projects; installers refuse it.";
    /// No dist-info directory.
    NAME_NO_DIST_INFO = "name.no-dist-info", Warning,
        "Without its *.dist-info directory a wheel can't be installed, and nothing in it states what it is.";
    /// More than one dist-info directory.
    NAME_SEVERAL_DIST_INFO = "name.several-dist-info", Warning,
        "Installers refuse a wheel with several *.dist-info directories or take one of them; another tool may take another.";
    /// A dist-info directory whose name is not `name-version`.
    NAME_DIST_INFO_FORM = "name.dist-info-form", Warning,
        "The directory's name does not state a project and a version, so installers can't match it with the file name.";
    /// A backslash where a slash belongs.
    NAME_BACKSLASH = "name.backslash", Warning,
        "On Linux and macOS a backslash is part of the name, so tools there don't find the file; it was found here.";
    /// The `.data` directory of another project or version.
    NAME_FOREIGN_DATA = "name.foreign-data", Warning,
        "Installers leave a *.data directory that is not the wheel's own where it is, as plain files.";
    /// A `.data` subdirectory that no install scheme knows.
    NAME_UNKNOWN_SCHEME = "name.unknown-scheme", Warning,
        "Installers know purelib, platlib, headers, scripts and data below *.data; they refuse or drop others.";

    /// No METADATA.
    METADATA_MISSING = "metadata.missing", Warning,
        "METADATA states name and version; installers refuse a wheel without it.";
    /// A byte order mark at the start of METADATA.
    METADATA_BOM = "metadata.bom", Warning,
        "Python's parser takes the mark for a part of the first field's name and so loses that field.";
    /// A field that must not be repeated is.
    METADATA_REPEATED = "metadata.repeated-field", Warning,
        "Tools differ in whether they take the first or the last of repeated fields.";
    /// A field is absent.
    METADATA_NO_FIELD = "metadata.no-field", Warning,
        "The core metadata specification requires the field.";
    /// A name that is no project name.
    METADATA_NAME = "metadata.invalid-name", Warning,
        "The name is none that the core metadata specification allows; indexes refuse it.";
    /// The headers end at a line that is none.
    METADATA_STRAY_LINE = "metadata.stray-line", Warning,
        "Python's parser takes everything from such a line on for the description, so fields after it are lost.";
    /// Too many fields.
    METADATA_TOO_MANY = "metadata.too-many-fields", Warning,
        "Only the first fields were read; nothing is known of the others.";

    /// No WHEEL.
    WHEEL_MISSING = "wheel.missing", Warning,
        "WHEEL states the tags and where files go; installers refuse a wheel without it.";
    /// A byte order mark at the start of WHEEL.
    WHEEL_BOM = "wheel.bom", Warning,
        "Python's parser takes the mark for a part of the first field's name and so loses that field.";
    /// The headers end at a line that is none, or at a blank one.
    WHEEL_STRAY_LINE = "wheel.stray-line", Warning,
        "Python's parser stops there, so fields after it are lost.";
    /// Too many lines.
    WHEEL_TOO_MANY = "wheel.too-many-lines", Warning,
        "Only the first lines were read; nothing is known of the others.";
    /// No `Wheel-Version`, or one that is not 1.x.
    WHEEL_VERSION = "wheel.version", Warning,
        "Installers refuse a wheel of no version or of a major version that they don't know.";
    /// A field that must not be repeated is.
    WHEEL_REPEATED = "wheel.repeated-field", Warning,
        "Tools differ in whether they take the first or the last of repeated fields.";
    /// `Root-Is-Purelib` twice, with two values.
    WHEEL_PURELIB_TWICE = "wheel.purelib-contradiction", Warning,
        "Whether the files go to purelib or platlib depends on which line a tool takes; Python's parser takes the first.";
    /// `Root-Is-Purelib` absent or neither `true` nor `false`.
    WHEEL_PURELIB = "wheel.purelib", Warning,
        "The field must be true or false; installers take anything but true for false.";
    /// No `Tag` line with a tag in it.
    WHEEL_NO_TAGS = "wheel.no-tags", Warning,
        "WHEEL must state the tags of the file name, expanded; a wheel without them can't be checked for an interpreter.";
    /// A `Tag` line without a value.
    WHEEL_EMPTY_TAG = "wheel.empty-tag", Warning,
        "A Tag line must hold a tag.";
    /// A `Tag` line that is no tag.
    WHEEL_BAD_TAG = "wheel.bad-tag", Warning,
        "A Tag line must hold one tag of three parts; tools that check tags refuse this one.";
    /// A `Tag` line of several tags.
    WHEEL_COMPRESSED_TAG = "wheel.compressed-tag", Note,
        "WHEEL should state each tag on its own line, expanded; some builders write the file name's compressed set.";
    /// Each character of a tag has its own `Tag` line.
    WHEEL_SPELT_TAG = "wheel.spelt-tag", Warning,
        "The builder wrote a text where a list of texts was meant, so each character became a tag.";
    /// The build tag differs between file name and WHEEL.
    WHEEL_BUILD = "wheel.build-differs", Note,
        "WHEEL should repeat the file name's build tag; installers go by the file name.";
    /// Two members that install to one path.
    WHEEL_SAME_TARGET = "wheel.same-target", Alarm,
        "Both are installed to one path, so the order in which an installer writes decides which one is there.";

    /// No RECORD.
    RECORD_MISSING = "record.missing", Warning,
        "Without RECORD nothing states what the files' bytes should be; installers refuse the wheel.";
    /// A RECORD without rows.
    RECORD_EMPTY = "record.empty", Warning,
        "RECORD is there but lists nothing, so it states nothing about any file.";
    /// Too many rows.
    RECORD_TOO_MANY = "record.too-many-rows", Warning,
        "Only the first rows were read; files of the others appear as unlisted.";
    /// A row too long to be one.
    RECORD_LONG_ROW = "record.long-row", Warning,
        "The row can't be a path, a hash and a size and was left out; an unclosed quotation mark does this.";
    /// A row without three fields.
    RECORD_FIELDS = "record.field-count", Warning,
        "A row must be a path, a hash and a size.";
    /// Odd quoting.
    RECORD_QUOTING = "record.quoting", Warning,
        "An unpaired quotation mark or a line break in a field: CSV readers differ in what they make of it.";
    /// A byte order mark.
    RECORD_BOM = "record.bom", Warning,
        "Readers that don't expect the mark take it for a part of the first path.";
    /// Line ends of several kinds, or CR alone.
    RECORD_LINE_ENDS = "record.line-ends", Note,
        "CSV readers differ in what they make of a lone CR, and several kinds of line end show that RECORD was edited.";
    /// Bytes that are no UTF-8.
    RECORD_NOT_UTF8 = "record.not-utf8", Warning,
        "RECORD must be UTF-8; the path is shown with U+FFFD and may match no file.";
    /// A row with an empty path.
    RECORD_NO_PATH = "record.no-path", Warning,
        "A row without a path is about no file.";
    /// A path with backslashes.
    RECORD_BACKSLASH = "record.backslash", Warning,
        "Paths in RECORD must have slashes; tools on Linux and macOS find no such file.";
    /// A path that leaves the wheel, or is written in an odd way.
    RECORD_PATH = "record.path", Warning,
        "A path in a wheel's RECORD is relative, below the wheel's root and without `.` and `..`.";
    /// A row about a directory.
    RECORD_DIRECTORY = "record.directory-row", Warning,
        "RECORD lists files only; some installers fail at a directory.";
    /// The same row twice.
    RECORD_DUPLICATE = "record.duplicate-row", Note,
        "The rows say the same, so nothing depends on which one a tool takes.";
    /// Two rows about one path that say different things.
    RECORD_CONFLICT = "record.conflicting-rows", Alarm,
        "Which bytes RECORD vouches for depends on the row that a tool takes, so neither row is used as a claim.";
    /// A row without a hash.
    RECORD_NO_HASH = "record.no-hash", Warning,
        "Every file but RECORD and its signatures must have a hash; of this one RECORD does not say what its bytes are.";
    /// A hash in another than the specified encoding.
    RECORD_ODD_ENCODING = "record.odd-encoding", Note,
        "The hash must be urlsafe base64 without padding; tools that compare texts call this one wrong, digests are compared here.";
    /// A hash of another length than its algorithm has.
    RECORD_DIGEST_LENGTH = "record.digest-length", Warning,
        "The text can't be a digest of that algorithm, so the row states no hash.";
    /// A hash that can't be read.
    RECORD_BAD_HASH = "record.bad-hash", Warning,
        "The field must be `algorithm=digest`; this one states no hash.";
    /// An algorithm that is too weak.
    RECORD_WEAK_HASH = "record.weak-hash", Warning,
        "The algorithm must be SHA-256 or better; files with a chosen digest can be made for weaker ones, so it is not used.";
    /// An algorithm that is not computed here.
    RECORD_OTHER_HASH = "record.other-hash", Note,
        "SHA-256, SHA-384 and SHA-512 are computed here; the row's hash is shown but not verified.";
    /// A size that is no number.
    RECORD_BAD_SIZE = "record.bad-size", Warning,
        "The size must be a decimal number of bytes; this row states none.";
    /// A member's digest is another.
    RECORD_HASH_DIFFERS = "record.hash-differs", Alarm,
        "The member's bytes are not those that RECORD vouches for.";
    /// A member's size is another.
    RECORD_SIZE_DIFFERS = "record.size-differs", Alarm,
        "The member is not as long as RECORD says, so its bytes are not those that RECORD vouches for.";
    /// A row whose file is not there.
    RECORD_NO_MEMBER = "record.no-member", Warning,
        "RECORD lists a file that the wheel does not hold: it was removed or renamed after RECORD was written.";
    /// A file without a row.
    RECORD_UNLISTED = "record.unlisted", Warning,
        "RECORD does not list the file: it was added or renamed after RECORD was written, and nothing vouches for its bytes.";
    /// RECORD does not list itself.
    RECORD_NOT_ITSELF = "record.not-itself", Note,
        "RECORD should have a row for itself, without hash and size.";
    /// RECORD states a hash of itself.
    RECORD_OWN_HASH = "record.own-hash", Warning,
        "No file can hold its own hash, so the one that is stated can't be right.";
    /// RECORD lists its signature.
    RECORD_SIGNATURE = "record.signature-row", Note,
        "RECORD.jws and RECORD.p7s sign RECORD and are made after it, so they can't be listed in it.";

    /// A version that PEP 440 does not know.
    VERSION_INVALID = "version.invalid", Warning,
        "The version is none of PEP 440; installers refuse the wheel, and versions can only be compared as text.";
    /// No version at all.
    VERSION_NONE = "version.none", Warning,
        "Neither METADATA nor the dist-info directory nor the file name states a version.";
    /// Names and metadata state two versions.
    VERSION_DIFFERS = "version.differs", Warning,
        "Two places in one wheel state different versions; installers refuse it.";
    /// One place leaves the local label out.
    VERSION_NO_LOCAL = "version.local-omitted", Warning,
        "The public versions are equal, so it is one release; installers that compare the whole version refuse the wheel.";
    /// Local labels of other lengths.
    VERSION_LOCAL_LENGTH = "version.local-length", Note,
        "One label begins with the other, as two abbreviations of one revision do.";
    /// A branch of the code states another version.
    VERSION_CODE_FALLBACK = "version.code-fallback", Note,
        "The program states this version in some branch only, as a fallback when the real one can't be had.";
    /// The code states another version.
    VERSION_CODE_DIFFERS = "version.code-differs", Note,
        "What the program says of itself at run time is not the version that the wheel is installed as.";
    /// The code leaves the local label out.
    VERSION_CODE_NO_LOCAL = "version.code-local-omitted", Note,
        "The program at run time does not say the local label of the version that the wheel is installed as.";
    /// Too many statements.
    VERSION_TOO_MANY = "version.too-many", Warning,
        "Only the first statements were kept.";

    /// Too many combinations.
    TAGS_TOO_MANY = "tags.too-many", Warning,
        "Only the first combinations were expanded.";
    /// File name and WHEEL state different tags.
    TAGS_DIFFER = "tags.differ", Warning,
        "Installers go by the file name's tags; WHEEL must state the same set, expanded.";
    /// `Root-Is-Purelib: true` in a wheel for one platform.
    TAGS_PURELIB = "tags.purelib-platform", Note,
        "The tags say that the wheel is for one platform or ABI, WHEEL that its files are for all.";
    /// `Root-Is-Purelib: false` in a wheel for all platforms.
    TAGS_PLATLIB = "tags.platlib-any", Note,
        "The tags say that the wheel is for all platforms and ABIs, WHEEL that its files are for one.";
    /// Compiled code in a wheel whose tags say that there is none.
    TAGS_ANY = "tags.any-with-binary", Warning,
        "The platform tag `any` promises a wheel without compiled code; it will be installed where the binary can't run.";
    /// A binary where `Root-Is-Purelib` says that there is none.
    TAGS_PURELIB_BINARY = "tags.binary-in-purelib", Warning,
        "The binary is installed into the directory for files that suit all platforms.";
    /// Another format than the platform's.
    TAGS_FORMAT = "tags.foreign-format", Warning,
        "The platforms of the wheel's tags don't load binaries of this format.";
    /// Another architecture than the tag's.
    TAGS_MACHINE = "tags.foreign-machine", Warning,
        "The machines of the wheel's tags don't run this binary's code.";
    /// A universal tag whose binary lacks an architecture.
    TAGS_SLICE = "tags.missing-slice", Warning,
        "The tag promises several architectures, and the binary does not hold code for all of them.";
    /// Needs a later glibc than promised.
    TAGS_GLIBC = "tags.glibc", Warning,
        "On a system with the oldest C library that the tag promises to suffice, the binary does not load.";
    /// Needs glibc in a musl wheel.
    TAGS_GLIBC_ON_MUSL = "tags.glibc-on-musl", Warning,
        "The tag promises a binary for musl, and this one needs symbols that only glibc has.";
    /// A module of another ABI.
    TAGS_FOREIGN_ABI = "tags.foreign-abi", Warning,
        "None of the interpreters that the wheel is for loads the module: a stale build directory, or a wrong tag.";
    /// A module of one version in a wheel for several.
    TAGS_NARROWER_ABI = "tags.narrower-abi", Note,
        "The wheel is installed for interpreters that don't load the module.";
    /// A module without an interpreter tag.
    TAGS_UNTAGGED = "tags.untagged-module", Note,
        "Any Python that finds the module tries to load it; nothing in its name says for which one it was built.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_of_this_area_and_stands_once() {
        let mut ids: Vec<&str> = ALL.iter().map(|code| code.id).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
        for id in ids {
            let (area, what) = id.split_once('.').unwrap();
            assert!(["name", "metadata", "wheel", "record", "version", "tags"].contains(&area), "{id}");
            assert!(what.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{id}");
        }
    }

    #[test]
    fn every_meaning_is_a_sentence() {
        for code in ALL {
            assert!(code.meaning.ends_with('.') && code.meaning.starts_with(char::is_uppercase), "{}", code.id);
        }
    }
}
