//! SHA-256 as a type, so that a digest can't be mixed up with other hex.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::Digest as _;

/// Bytes hashed at once.
const PORTION: usize = 256 << 10;

/// The SHA-256 of some bytes (FIPS 180-4): equal digests mean equal bytes.
///
/// Written as 64 lower-case hex digits, in text and in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256([u8; 32]);

impl Sha256 {
    /// The digest whose 32 bytes these are.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        // In portions: a browser compiles a function well only for its next call, so a single long one stays slow.
        let mut hasher = Sha256Hasher::default();
        bytes.chunks(PORTION).for_each(|portion| hasher.update(portion));
        hasher.finish()
    }
}

/// A SHA-256 in the making, fed in pieces.
#[derive(Clone, Default)]
pub struct Sha256Hasher(sha2::Sha256);

impl Sha256Hasher {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all bytes added.
    pub fn finish(self) -> Sha256 {
        Sha256(self.0.finalize().into())
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

/// Why a text is no SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 64 hex digits")]
pub struct BadDigest;

impl FromStr for Sha256 {
    type Err = BadDigest;

    fn from_str(text: &str) -> Result<Self, BadDigest> {
        let mut bytes = [0; 32];
        if text.len() != 64 {
            return Err(BadDigest);
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| BadDigest)?;
            // `from_str_radix` would take a sign.
            if !pair.bytes().all(|b| b.is_ascii_hexdigit()) {
                return Err(BadDigest);
            }
            *byte = u8::from_str_radix(pair, 16).map_err(|_| BadDigest)?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Sha256 {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sha256 {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Bytes as lower-case hex digits.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut out, byte| {
        // Writing to a String can't fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_abc_is_the_one_that_fips_180_4_states() {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Sha256::of(b"abc").to_string(), text);
        assert_eq!(text.parse::<Sha256>(), Ok(Sha256::of(b"abc")));
        let mut hasher = Sha256Hasher::default();
        hasher.update(b"a");
        hasher.update(b"bc");
        assert_eq!(hasher.finish().to_string(), text);
    }

    #[test]
    fn what_is_not_64_hex_digits_is_no_digest() {
        for text in ["", "ba78", &"g".repeat(64), &"+a".repeat(32), &"ä".repeat(32)] {
            assert_eq!(text.parse::<Sha256>(), Err(BadDigest), "{text}");
        }
    }
}
