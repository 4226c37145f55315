//! WebAssembly modules, as far as their sections.
//!
//! <https://webassembly.github.io/spec/core/binary/modules.html>

use crate::Result;

const CUSTOM: u8 = 0;

/// The module without its `name` section: function names, a fifth of the module, that only a debugger reads.
///
/// wasm-bindgen and Trunk leave it in; cargo's `strip` would take the `target_features` section as well.
///
/// # Errors
/// When this is no module, or a section reaches past its end.
pub fn without_names(module: &[u8]) -> Result<Vec<u8>> {
    const HEADER: usize = 8;
    let (header, mut rest) = module.split_at_checked(HEADER).ok_or("a module is at least 8 bytes")?;
    if !header.starts_with(b"\0asm") {
        return Err("not a WebAssembly module".into());
    }

    let mut kept = header.to_vec();
    while let [id, body @ ..] = rest {
        let (size, body) = unsigned(body)?;
        let (content, after) = body.split_at_checked(size).ok_or("a section reaches past the module's end")?;
        if !(*id == CUSTOM && section_name(content)? == b"name") {
            kept.extend_from_slice(&rest[..rest.len() - after.len()]);
        }
        rest = after;
    }
    Ok(kept)
}

/// The name that a custom section begins with.
fn section_name(content: &[u8]) -> Result<&[u8]> {
    let (length, content) = unsigned(content)?;
    content.get(..length).ok_or_else(|| "a section's name reaches past its end".into())
}

/// A LEB128 number of at most 32 bits, and what follows it.
fn unsigned(bytes: &[u8]) -> Result<(usize, &[u8])> {
    let mut value = 0;
    for (index, byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Ok((value, &bytes[index + 1..]));
        }
    }
    Err("a number has no end".into())
}

#[cfg(test)]
mod tests {
    use super::without_names;

    const HEADER: &[u8] = b"\0asm\x01\0\0\0";

    fn custom(name: &str, content: &[u8]) -> Vec<u8> {
        let length = |bytes: usize| u8::try_from(bytes).unwrap();
        [&[0, length(1 + name.len() + content.len()), length(name.len())], name.as_bytes(), content].concat()
    }

    #[test]
    fn only_the_name_section_goes() {
        // A type section with no types, as the spec encodes it: id 1, size 1, count 0.
        let types = [1, 1, 0];
        let features = custom("target_features", b"\x00");
        let module = [HEADER, &types, &custom("name", b"anything"), &features].concat();
        assert_eq!(without_names(&module).unwrap(), [HEADER, &types, &features].concat());
    }

    #[test]
    fn a_size_of_several_bytes_is_read_whole() {
        // 0x80 0x02 is 256 in LEB128.
        let data = [&[11, 0x80, 0x02][..], &[7; 256]].concat();
        let module = [HEADER, &data, &custom("name", b"")].concat();
        assert_eq!(without_names(&module).unwrap(), [HEADER, &data].concat());
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(without_names(b"<!doctype html>").is_err());
        assert!(without_names(&[HEADER, &[1, 9, 0]].concat()).is_err(), "a section past the end");
        assert!(without_names(&[HEADER, &[1, 0x80]].concat()).is_err(), "a size without end");
    }
}
