//! The text of a digest, decoded: equal digests are compared as bytes, whatever their spelling.

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

/// As lenient as decoders are: padding may be there or not, and the bits after the last byte may be anything.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The encoding that the specification asks for: urlsafe base64 without padding.
const STRICT: GeneralPurpose = base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// A decoded digest.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
    /// What is odd about the text; `None` when it is as specified.
    pub(super) odd: Option<String>,
}

/// Decodes a digest that should have `length` bytes. A text that decodes to another length is given back with that
/// length; `None` means that it can't be decoded at all.
pub(super) fn decode(text: &str, length: usize) -> Option<Decoded> {
    if let Ok(bytes) = STRICT.decode(text)
        && bytes.len() == length
    {
        return Some(Decoded { bytes, odd: None });
    }
    if text.len() == length.saturating_mul(2)
        && let Some(bytes) = hex_bytes(text)
    {
        let upper = text.bytes().any(|b| b.is_ascii_uppercase());
        return Some(Decoded { bytes, odd: Some(if upper { "hex, upper case" } else { "hex" }.to_owned()) });
    }
    let unpadded = text.trim_end_matches('=');
    let mut odd = Vec::new();
    if text.contains(['+', '/']) {
        odd.push("standard alphabet");
    }
    if unpadded.len() != text.len() {
        odd.push("padded");
    }
    let urlsafe = unpadded.replace('+', "-").replace('/', "_");
    let bytes = LENIENT.decode(&urlsafe).ok()?;
    if STRICT.encode(&bytes) != urlsafe {
        odd.push("stray bits in the last character");
    }
    Some(Decoded { bytes, odd: (!odd.is_empty()).then(|| odd.join(", ")) })
}

/// Reads hex digits of either case.
fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| match pair {
        [high, low] => Some((digit(*high)? << 4) | digit(*low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::hex;

    // printf abc | sha256sum; the base64 texts by Python's base64 module.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn decoded(text: &str) -> (String, Option<String>) {
        let Decoded { bytes, odd } = decode(text, 32).unwrap_or_else(|| panic!("{text}"));
        (hex(&bytes), odd)
    }

    #[test]
    fn each_spelling_of_a_digest_is_read_and_named() {
        for (text, odd) in [
            ("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", None),
            ("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0=", Some("padded")),
            ("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0", Some("standard alphabet")),
            ("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", Some("standard alphabet, padded")),
            ("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa1", Some("stray bits in the last character")),
            (ABC, Some("hex")),
            (&ABC.to_uppercase(), Some("hex, upper case")),
        ] {
            assert_eq!(decoded(text), (ABC.to_owned(), odd.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn another_length_is_given_back_as_it_is() {
        assert_eq!(decode("q80", 32).map(|d| d.bytes.len()), Some(2));
        assert_eq!(decode("", 32).map(|d| d.bytes.len()), Some(0));
    }

    #[test]
    fn what_is_no_digest_is_not_decoded() {
        for text in ["!", "a", "ungWv48B z", "ü"] {
            assert_eq!(decode(text, 32), None, "{text}");
        }
    }
}
