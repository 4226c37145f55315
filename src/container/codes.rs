//! Every kind of finding about the container, with its weight and its meaning.

use crate::finding::{Code, Severity};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $severity:ident $id:literal $meaning:literal;)*) => {
        $($(#[$doc])* pub const $name: Code =
            Code { id: $id, severity: Severity::$severity, meaning: $meaning };)*

        /// All of them.
        pub const ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    // The end of the file: which archive is read.
    /// No end record, or none with a directory; members were found by their local headers.
    NO_DIRECTORY = Alarm "zip.no-directory"
        "The file is truncated or damaged: pip can't open it, and what is listed was found by local headers alone.";
    /// The last end record, which `zipfile` takes, has no directory.
    LAST_END_UNREADABLE = Alarm "zip.last-end-record-unreadable"
        "pip takes the last end record and can't open the file; tools that look for a whole archive can.";
    /// An end record elsewhere.
    STRAY_END = Alarm "zip.stray-end-record"
        "Another archive ends there, or ended there once.";
    /// Two archives, one in the comment of the other.
    TWO_ARCHIVES = Alarm "zip.two-archives"
        "The file can be opened as two different archives; which one a tool sees depends on how it searches.";
    /// Two directories for one end record.
    TWO_DIRECTORIES = Alarm "zip.two-directories"
        "The end record fits two directories; which one a tool sees depends on whether it goes by size or by offset.";
    /// The directory isn't where its size says.
    DIRECTORY_MISPLACED = Alarm "zip.directory-misplaced"
        "pip looks for the directory by its size and does not find it; tools that go by its offset do.";
    /// The end record's offset isn't where the directory is.
    OFFSET_SHIFT = Warning "zip.offset-shift"
        "Offsets in the directory do not count from the start of the file: tools that do not correct them find \
         nothing.";
    /// The offsets are right although the end record says that they aren't.
    OFFSETS_CONTRADICT = Alarm "zip.offsets-contradict"
        "pip corrects the offsets of members as the end record says, and finds none; tools that believe the offsets \
         do.";
    /// The directory can't be read to its end.
    DIRECTORY_CUT = Alarm "zip.directory-cut"
        "A part of the directory can't be read: tools refuse the file or silently see fewer members.";
    /// Count and directory differ.
    COUNT_DIFFERS = Alarm "zip.count-differs"
        "Tools that go by the count see other members than tools that go by the directory's size.";
    /// More than 65,535 members without zip64.
    COUNT_WRAPPED = Warning "zip.count-wrapped"
        "The archive has more members than its end record can count and no zip64 record: tools differ in what they \
         see.";
    /// The zip64 end record isn't used, or isn't there.
    ZIP64_RECORD_MISSING = Alarm "zip.zip64-record-missing"
        "The file says that it has a zip64 end record and has none: tools differ in what they see.";
    /// Two zip64 end records.
    ZIP64_LOCATOR_DIFFERS = Alarm "zip.zip64-locator-differs"
        "The zip64 end record is not where its locator says: tools that follow the locator see another archive.";
    /// End record and zip64 end record differ.
    END_RECORDS_DIFFER = Alarm "zip.end-records-differ"
        "The two end records contradict each other: tools differ in what they see.";
    /// Data in the zip64 end record that APPNOTE reserves.
    ZIP64_EXTENSIBLE = Warning "zip.zip64-extensible-data"
        "The zip64 end record carries extra data, which PyPI and uv refuse.";
    /// More than one disk.
    MULTI_DISK = Warning "zip.multi-disk"
        "The archive says that it is a part of several: tools refuse it or ignore that.";
    /// An archive comment.
    COMMENT = Note "zip.comment"
        "Installers ignore the comment of an archive.";
    /// An archive comment with bytes 1 to 8, which records consist of.
    COMMENT_BINARY = Warning "zip.comment-binary"
        "The comment is no text: it may hold records of another archive, and uv refuses it.";
    /// The comment is cut.
    COMMENT_CUT = Warning "zip.comment-cut"
        "The end of the file is missing.";
    /// An archive without members.
    NO_MEMBERS = Warning "zip.no-members"
        "There is nothing in the archive.";

    // What no header accounts for.
    /// Bytes before the first member.
    PREFIX = Warning "zip.prefix"
        "Bytes before the archive make the file another thing for other programs; PyPI and uv's streaming refuse it.";
    /// Bytes after the end.
    TRAILING = Warning "zip.trailing-bytes"
        "Bytes after the archive belong to no member; PyPI and uv refuse them.";
    /// Zeros after the end.
    TRAILING_ZEROS = Warning "zip.trailing-zeros"
        "The archive was padded; PyPI refuses that, others ignore it.";
    /// Bytes between members.
    GAP = Warning "zip.gap"
        "Bytes between members belong to none of them: a member was deleted there, or something is hidden.";
    /// A local header that the directory doesn't list.
    HIDDEN_LOCAL = Alarm "zip.hidden-local-header"
        "A tool that streams sees this member; pip, zipfile and unzip do not.";
    /// A central header outside of the directory.
    STRAY_CENTRAL = Alarm "zip.stray-central-header"
        "A directory entry outside of the directory: of an older state of the archive, or of another one.";
    /// A header that the file ends in.
    HEADER_CUT = Alarm "zip.header-cut"
        "A header begins there and the end of it is missing.";
    /// A region too large to search.
    NOT_SEARCHED = Warning "zip.not-searched"
        "Headers may hide in the bytes that were not searched.";

    // Local header against directory.
    /// No local header.
    NO_LOCAL_HEADER = Alarm "zip.no-local-header"
        "The directory lists a member that is not there; tools refuse the file.";
    /// Names differ.
    NAME_DIFFERS = Alarm "zip.name-differs"
        "A tool that streams installs this member under another name.";
    /// Methods differ.
    METHOD_DIFFERS = Alarm "zip.method-differs"
        "A tool that streams decodes this member in another way.";
    /// Flags differ.
    FLAGS_DIFFER = Warning "zip.flags-differ"
        "Tools differ in how they read this member.";
    /// CRC differs.
    CRC_DIFFERS = Alarm "zip.crc-differs"
        "The two headers of the member cannot both be true of the same bytes.";
    /// Sizes differ.
    SIZES_DIFFER = Alarm "zip.sizes-differ"
        "A tool that streams sees other bytes in this member, or other members behind it.";
    /// Dates differ.
    DATES_DIFFER = Note "zip.dates-differ"
        "The headers of a member disagree about its date.";
    /// Data descriptor with other values.
    DESCRIPTOR_DIFFERS = Alarm "zip.descriptor-differs"
        "A tool that streams believes the data descriptor and refuses the member, or sees other bytes.";
    /// Data descriptor missing.
    DESCRIPTOR_MISSING = Warning "zip.descriptor-missing"
        "A tool that streams cannot tell where the member ends.";
    /// Data descriptors.
    DATA_DESCRIPTOR = Note "zip.data-descriptor"
        "Sizes and CRC stand behind the bytes; PyPI refuses such wheels.";
    /// Two entries for one local header.
    SHARED_HEADER = Alarm "zip.shared-local-header"
        "Two entries of the directory are the same bytes of the file: the mark of a zip bomb.";
    /// Overlapping members.
    OVERLAP = Alarm "zip.overlap"
        "The bytes of a member belong to something else as well: the mark of a zip bomb; CPython since 3.12.2 refuses \
         it.";
    /// Truncated member.
    PAST_END = Alarm "zip.past-end"
        "The end of the member is missing.";
    /// Order.
    ORDER = Note "zip.order-differs"
        "The directory lists members in another order than they lie in the file; of duplicates, tools may take \
         another.";
    /// zip64 where it isn't needed.
    ZIP64_SUPERFLUOUS = Note "zip.zip64-superfluous"
        "Harmless: wheel up to 0.47 and other writers reserve 64-bit sizes before they know them.";
    /// A zip64 field in the directory to which nothing refers.
    ZIP64_UNREFERENCED = Note "zip.zip64-unreferenced"
        "Harmless to most readers, but uv refuses a zip64 field in the directory that no size or offset refers to.";
    /// zip64 field without the value.
    ZIP64_MISSING = Alarm "zip.zip64-value-missing"
        "A size or offset is said to stand in the zip64 field and does not: tools refuse the file or differ.";
    /// zip64 field against header.
    ZIP64_DIFFERS = Alarm "zip.zip64-differs"
        "Tools that always take the zip64 field, as PyPI's check does, see other sizes than the others.";
    /// Extra fields that can't be walked.
    EXTRA_MALFORMED = Warning "zip.extra-malformed"
        "Tools refuse the file or ignore what they cannot read.";
    /// Extra fields twice.
    EXTRA_REPEATED = Warning "zip.extra-repeated"
        "Tools differ in which of the two fields they take; PyPI and uv refuse it.";
    /// A header's signature in an extra field or a comment.
    HEADER_IN_FIELD = Warning "zip.header-in-field"
        "No reader that follows the format sees it; a tool that searches for signatures takes it for a member.";
    /// Version needed.
    VERSION_NEEDED = Warning "zip.version-needed"
        "The member claims to need a newer zip format than there is: zipfile refuses the file.";

    // Members.
    /// Same name, other contents.
    DUPLICATE_NAME = Alarm "zip.duplicate-name"
        "One name stands for two contents: a tool that takes another of them than pip does sees other bytes.";
    /// Same name, same contents.
    DUPLICATE_SAME = Warning "zip.duplicate-same-content"
        "The copies claim to be equal, so installers agree; PyPI refuses duplicates.";
    /// Names that differ in case.
    CASE_TWINS = Warning "zip.case-twins"
        "On file systems of Windows and macOS one of them overwrites the other.";
    /// A file and a directory of one name.
    FILE_AND_DIRECTORY = Alarm "zip.file-and-directory"
        "The wheel cannot be unpacked whole: one name is both a file and a directory.";
    /// Encrypted.
    ENCRYPTED = Warning "zip.encrypted"
        "No installer decrypts members.";
    /// Other methods.
    METHOD = Warning "zip.method"
        "PyPI refuses methods other than stored and deflated; installers differ.";
    /// Symbolic links.
    SYMLINK = Warning "zip.symlink"
        "pip and uv write the link's target as the text of a file; unzip makes a link.";
    /// Devices and the like.
    SPECIAL_FILE = Warning "zip.special-file"
        "Installers write an ordinary file.";
    /// Mode and name disagree about being a directory.
    DIRECTORY_MODE = Warning "zip.directory-mode"
        "The mode and the name disagree about what the member is; installers go by the name.";
    /// A directory with bytes.
    DIRECTORY_WITH_CONTENT = Warning "zip.directory-with-content"
        "Installers make an empty directory: these bytes are carried and never installed; uv refuses them.";
    /// Deflated directories.
    DIRECTORY_DEFLATED = Note "zip.directory-deflated"
        "Harmless, though some readers stumble over it.";
    /// Hosts differ within one archive.
    HOSTS = Note "zip.hosts-differ"
        "Members were written on different systems, or by different tools.";
    /// No date.
    DATE_ABSENT = Note "zip.date-absent"
        "The members state no date.";
    /// The first date of the format.
    DATE_EPOCH = Note "zip.date-epoch"
        "The date of reproducible builds: it says nothing about when the wheel was built.";
    /// The last year of the format.
    DATE_LAST = Note "zip.date-2107"
        "The last year that the format can state: a placeholder.";
    /// Comments of members.
    MEMBER_COMMENT = Warning "zip.member-comment"
        "Installers ignore comments of members; PyPI refuses them.";

    // Names.
    /// Empty name.
    NAME_EMPTY = Alarm "zip.name-empty"
        "Tools refuse the file or skip the member.";
    /// NUL in a name.
    NAME_NUL = Alarm "zip.name-nul"
        "Tools see different names; PyPI and uv refuse the file.";
    /// Control characters.
    NAME_CONTROL = Alarm "zip.name-control"
        "The name does not look like what it is; PyPI or uv refuse it.";
    /// Not UTF-8.
    NAME_NOT_UTF8 = Warning "zip.name-not-utf8"
        "Tools read the name in different ways; PyPI and uv refuse it.";
    /// UTF-8 without the flag.
    NAME_WITHOUT_UTF8_FLAG = Warning "zip.name-without-utf8-flag"
        "pip installs the member under another name than the one shown; uv refuses it.";
    /// Unicode path field.
    UNICODE_PATH = Alarm "zip.unicode-path-differs"
        "Tools that honour the Unicode path field, as uv and unzip do, install the member under another name.";
    /// Absolute.
    NAME_ABSOLUTE = Alarm "zip.name-absolute"
        "The member asks to be written outside of the environment: pip refuses the wheel, uv skips the member.";
    /// Drive letter.
    NAME_DRIVE = Warning "zip.name-drive"
        "On Windows the member asks to be written to a drive.";
    /// Backslash.
    NAME_BACKSLASH = Warning "zip.name-backslash"
        "On Windows the member lands in another place than elsewhere, and RECORD does not match it.";
    /// `..`
    NAME_PARENT = Alarm "zip.name-parent"
        "The member asks to be written above its directory: pip refuses a wheel that leaves the environment, uv skips \
         the member.";
    /// Empty and `.` components.
    NAME_NOT_NORMAL = Warning "zip.name-not-normal"
        "The name is another spelling of a path: two members may be one file.";

    // Bytes of members.
    /// Size.
    SIZE_MISMATCH = Alarm "zip.size-mismatch"
        "The bytes are not those that the directory describes; the digest is of untrusted bytes.";
    /// CRC.
    CRC_MISMATCH = Alarm "zip.crc-mismatch"
        "The bytes are not those that were packed; pip and uv refuse the member, and its digest is of untrusted bytes.";
    /// Bytes behind the deflate stream.
    UNUSED_BYTES = Warning "zip.unused-bytes"
        "Bytes are carried in the member that no reader shows; uv refuses it.";
    /// Cut stream.
    STREAM_CUT = Alarm "zip.stream-cut"
        "The end of the member is missing.";
    /// Corrupt stream.
    STREAM_CORRUPT = Alarm "zip.stream-corrupt"
        "The member was damaged.";
    /// Too long.
    LONGER_THAN_DECLARED = Alarm "zip.longer-than-declared"
        "The member was stopped: it may be a bomb.";
    /// Ratio.
    RATIO = Alarm "zip.ratio"
        "The sizes cannot be true.";
    /// Too large.
    TOO_LARGE = Warning "zip.too-large"
        "The member was not looked at.";
    /// Read error.
    READ_FAILED = Warning "zip.read-failed"
        "The member was not looked at.";
    /// No memory.
    NO_MEMORY = Warning "zip.no-memory"
        "The member was not looked at whole.";

    // The second reader.
    /// It disagrees.
    SECOND_READER_DISAGREES = Alarm "zip.second-reader-disagrees"
        "Two readers of this very program see different members in the file.";
    /// It refuses.
    SECOND_READER_REFUSES = Note "zip.second-reader-refuses"
        "A widely used library does not open the file.";
    /// It was not asked.
    SECOND_READER_SKIPPED = Note "zip.second-reader-skipped"
        "The list of members was not compared with that of a second reader.";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_told_apart_and_have_a_meaning() {
        let ids: BTreeSet<&str> = ALL.iter().map(|code| code.id).collect();
        assert_eq!(ids.len(), ALL.len());
        for code in ALL {
            assert!(code.id.starts_with("zip."), "{}", code.id);
            assert!(code.meaning.ends_with('.'), "{}", code.id);
        }
    }
}
