//! The page: lays out what the session and the card say, and decides nothing.
