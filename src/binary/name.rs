//! What a member's name promises. Only used before its bytes are seen, and to notice that they break the promise.

/// Ex) `_a.cpython-310-x86_64-linux-gnu.so`, `a.pyd`, `a.dll`
const BINARY: [&str; 14] =
    ["so", "pyd", "dll", "dylib", "exe", "a", "o", "obj", "lib", "debug", "ko", "bundle", "node", "elf"];

/// Ex) `a.py`, `a.pyi`, `LICENSE.txt`
const TEXT: [&str; 26] = [
    "py", "pyi", "pyx", "pxd", "txt", "md", "rst", "json", "toml", "cfg", "ini", "yaml", "yml", "html", "htm", "css",
    "js", "csv", "xml", "svg", "c", "h", "cc", "cpp", "hpp", "sh",
];

/// Whether the name is that of a binary: a library, an extension module, an object, an archive of objects or a program.
pub fn named_like_binary(path: &str) -> bool {
    let name = base_name(path).to_ascii_lowercase();
    if name.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && BINARY.contains(&extension)) {
        return true;
    }
    // Ex) `libc.so.6`, `libarrow.so.1801.0.0`, `libz-a1b2c3d4.so.1`
    name.split_once(".so.").is_some_and(|(stem, version)| {
        !stem.is_empty() && version.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// Whether the name is that of a Python extension module: it has an interpreter's or the stable ABI's tag.
pub(super) fn is_named_like_extension(path: &str) -> bool {
    const MARKS: [&str; 7] = [".cpython-", ".abi3.", ".abi3t.", ".pypy", ".graalpy", ".cp3", ".pyd"];
    let name = base_name(path);
    named_like_binary(name) && MARKS.iter().any(|mark| name.contains(mark))
}

/// Whether the name is that of a text, so that a binary under it would be missed by who goes by names.
pub(super) fn is_named_like_text(path: &str) -> bool {
    let name = base_name(path).to_ascii_lowercase();
    name.rsplit_once('.').is_some_and(|(_, extension)| TEXT.contains(&extension))
}

fn base_name(path: &str) -> &str {
    // Some archivers on Windows write backslashes.
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_modules_and_objects_are_named_like_binaries() {
        for path in [
            "a/_x.cpython-310-x86_64-linux-gnu.so",
            "a/_x.abi3.so",
            "x.libs/libz-1a2b3c4d.so.1.2.13",
            "libarrow.so.1801",
            "a\\b.pyd",
            "A.DLL",
            "lib.dylib",
            "tool.exe",
            "lib.a",
            "x.o",
            "x.lib",
            "x.so.debug",
        ] {
            assert!(named_like_binary(path), "{path}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for path in ["a.py", "so", ".so", "a.so.py", "a.so.", "a.so.1a", ".so.6", "README", "a/so.txt", "bin/a.sh"] {
            assert!(!named_like_binary(path), "{path}");
        }
    }
}
