//! Why a stream is no deflate stream.

/// What is wrong with a stream, and where.
///
/// What is accepted is what zlib accepts, no more and no less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{fault} (near compressed byte {input}, after {output} inflated bytes)")]
pub struct InflateError {
    /// What is wrong.
    pub fault: Fault,
    /// Bytes of the stream that were used up when it showed, to within a symbol.
    pub input: u64,
    /// Bytes that had come out.
    pub output: u64,
}

/// What can be wrong with a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The stream goes on after its last byte.
    #[error("the deflate stream ends before its last block does")]
    Truncated,
    /// There is more to come than the caller has room for.
    #[error("the deflate stream inflates to more than the {limit} bytes that it may")]
    OverLimit {
        /// The room there was.
        limit: usize,
    },
    /// The memory that the limit asks for can't be had.
    #[error("no memory for {wanted} inflated bytes")]
    NoMemory {
        /// Bytes asked for.
        wanted: usize,
    },
    /// Block type 3.
    #[error("the deflate stream has a block of the reserved type 3")]
    BlockType,
    /// A stored block whose length and its complement disagree.
    #[error("a stored block says it has {len} bytes, and its check says {not_nlen}")]
    StoredLength {
        /// LEN.
        len: u16,
        /// NLEN, complemented: what LEN should be.
        not_nlen: u16,
    },
    /// HLIT or HDIST out of range.
    #[error("a block defines {litlen} length and {distance} distance codes; at most 286 and 30 may be")]
    TooManyCodes {
        /// Literal and length codes.
        litlen: usize,
        /// Distance codes.
        distance: usize,
    },
    /// A set of code lengths that is over-subscribed or leaves codes without a symbol.
    #[error("the code lengths of {of} make no prefix code: they are {how}")]
    CodeLengths {
        /// Which of the three codes.
        of: Alphabet,
        /// What is wrong with them.
        how: Subscription,
    },
    /// "Repeat the previous length" where there is none.
    #[error("the code lengths begin with a repetition of nothing")]
    RepeatOfNothing,
    /// A repetition runs beyond the number of codes.
    #[error("a repetition of code lengths goes beyond the number of codes")]
    RepeatTooLong,
    /// No code for the end of the block.
    #[error("a block has no code for its own end")]
    NoEnd,
    /// A code that stands for no symbol.
    #[error("a code stands for no symbol of {0}")]
    Code(Alphabet),
    /// A match that begins before the output does.
    #[error("a match goes back {distance} bytes where there are only {available}")]
    TooFarBack {
        /// How far back.
        distance: usize,
        /// Bytes that there are.
        available: usize,
    },
}

/// The three codes of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alphabet {
    /// The code in which the other two are written.
    CodeLengths,
    /// Literals, lengths and the end of the block.
    Litlen,
    /// Distances.
    Distance,
}

impl std::fmt::Display for Alphabet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::CodeLengths => "the code lengths",
            Self::Litlen => "literals and lengths",
            Self::Distance => "distances",
        })
    }
}

/// Why code lengths make no prefix code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subscription {
    /// More codes than there are bit strings.
    Over,
    /// Some bit strings are no code.
    Incomplete,
}

impl std::fmt::Display for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Over => "over-subscribed",
            Self::Incomplete => "incomplete",
        })
    }
}
