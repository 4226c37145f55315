//! The hash algorithms besides SHA-256 that RECORD may use and that are computed here.

use std::fmt;

use sha2::Digest as _;

use crate::bytes::hex;

/// An algorithm that is computed when a RECORD row asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Algorithm {
    /// SHA-384 (FIPS 180-4).
    Sha384,
    /// SHA-512 (FIPS 180-4).
    Sha512,
}

impl Algorithm {
    /// The algorithm of this name, as Python's `hashlib` knows it; case does not matter.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Sha384, Self::Sha512].into_iter().find(|algorithm| name.eq_ignore_ascii_case(algorithm.name()))
    }

    /// Its name in RECORD.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sha384 => "sha384",
            Self::Sha512 => "sha512",
        }
    }

    /// Bytes of a digest.
    pub fn length(self) -> usize {
        match self {
            Self::Sha384 => 48,
            Self::Sha512 => 64,
        }
    }
}

/// A digest by one of the other algorithms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherDigest {
    /// By which.
    pub algorithm: Algorithm,
    /// As many bytes as [`Algorithm::length`] says.
    pub bytes: Vec<u8>,
}

impl fmt::Display for OtherDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.algorithm.name(), hex(&self.bytes))
    }
}

/// A digest in the making, fed in pieces.
#[derive(Clone)]
pub struct OtherHasher(State);

#[derive(Clone)]
enum State {
    Sha384(sha2::Sha384),
    Sha512(sha2::Sha512),
}

impl OtherHasher {
    /// A hasher that has seen nothing.
    pub fn new(algorithm: Algorithm) -> Self {
        Self(match algorithm {
            Algorithm::Sha384 => State::Sha384(sha2::Sha384::new()),
            Algorithm::Sha512 => State::Sha512(sha2::Sha512::new()),
        })
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Sha384(hasher) => hasher.update(bytes),
            State::Sha512(hasher) => hasher.update(bytes),
        }
    }

    /// The digest of all bytes added.
    pub fn finish(self) -> OtherDigest {
        match self.0 {
            State::Sha384(hasher) => OtherDigest { algorithm: Algorithm::Sha384, bytes: hasher.finalize().to_vec() },
            State::Sha512(hasher) => OtherDigest { algorithm: Algorithm::Sha512, bytes: hasher.finalize().to_vec() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digests_of_abc_are_those_that_fips_180_4_states() {
        for (algorithm, text) in [
            (
                Algorithm::Sha384,
                "sha384=cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
            ),
            (
                Algorithm::Sha512,
                "sha512=ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ),
        ] {
            let mut hasher = OtherHasher::new(algorithm);
            hasher.update(b"a");
            hasher.update(b"bc");
            let digest = hasher.finish();
            assert_eq!(digest.to_string(), text);
            assert_eq!(digest.bytes.len(), algorithm.length());
            assert_eq!(Algorithm::named(algorithm.name()), Some(algorithm));
        }
        assert_eq!(Algorithm::named("md5"), None);
    }
}
