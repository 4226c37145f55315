//! Every bound on what is read, held or counted, in one place.
//!
//! A bound that bites becomes a finding that names it; it never makes data disappear silently.

/// Bytes read from a source at once. Larger slices gain nothing and cost memory; much smaller ones are slow
/// (`FileReaderSync` reads 62 MB/s at 64 KiB and about 450 MB/s at 4 MiB).
pub const SLICE: usize = 4 << 20;

/// Bytes of a wheel file that a worker of the browser may hold whole, outside WebAssembly's memory, to read it only once;
/// the browser holds them a second time while it hashes them. Natively nothing is held.
pub const FILE_AT_ONCE: u64 = 512 << 20;

/// Members of one wheel. A zip directory that claims more is read up to here and said to be cut.
pub const MEMBERS: u64 = 1_000_000;

/// Bytes of one zip central directory.
pub const DIRECTORY: u64 = 512 << 20;

/// Inflated bytes of a member that are held in memory at once. A larger member is hashed in a stream, and what would
/// need all its bytes is reported as not looked at.
pub const MEMBER_IN_MEMORY: u64 = 1 << 30;

/// Inflated bytes of a member in all: more than any wheel on `PyPI` holds.
pub const MEMBER_SIZE: u64 = 16 << 30;

/// Inflated over compressed size that deflate can reach (1032:1, rounded up); a claim above it is a lie.
pub const DEFLATE_RATIO: u64 = 1033;

/// Bytes of a text member that is read for facts: METADATA, WHEEL, `version.py` and the like.
pub const TEXT: u64 = 8 << 20;

/// Bytes of RECORD.
pub const RECORD: u64 = 256 << 20;

/// Inflated bytes at the start of a member from which its kind and, nearly always, its build-id are read.
pub const HEAD: usize = 64 << 10;

/// Inflated bytes that the second look holds in memory at once: two copies of one binary, however many there are.
pub const SECOND_LOOK: u64 = 2 << 30;
