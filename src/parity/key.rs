//! A member's path taken apart: what of it names the binary, and what names only this wheel's build of it.

/// A path without its interpreter tag, its `.data` prefix and its graft hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// The path under which members of several wheels are one binary.
    pub(super) key: String,
    /// The interpreter tag that was taken out, e.g. `cpython-310-x86_64-linux-gnu`.
    pub(super) interpreter: Option<String>,
    /// Whether the basename says `.abi3` or `.abi3t`: one build for many interpreters, so it is no per-ABI module.
    pub(super) abi3: bool,
}

impl Name {
    /// Takes `path` apart.
    pub(super) fn of(path: &str) -> Self {
        let (directory, basename) = path.rsplit_once('/').map_or((None, path), |(d, b)| (Some(d), b));
        let (basename, interpreter) = match without_interpreter(basename) {
            Some((plain, tag)) => (plain, Some(tag.to_owned())),
            None => (basename.to_owned(), None),
        };
        let is_graft = directory.is_some_and(holds_grafts);
        let basename = if is_graft { ungrafted(&basename) } else { basename };
        let key = match directory.map(without_data_prefix) {
            Some(directory) if !directory.is_empty() => format!("{directory}/{basename}"),
            _ => basename.clone(),
        };
        Self { key, interpreter, abi3: is_abi3(&basename) }
    }

    /// The key of a tagged member where an untagged one has the plain key: `*` stands in the tag's place.
    pub(super) fn starred(&self) -> String {
        match self.key.rsplit_once('.') {
            Some((stem, extension)) => format!("{stem}.*.{extension}"),
            None => format!("{}.*", self.key),
        }
    }
}

/// `_x.cpython-310-x86_64-linux-gnu.so` -> (`_x.so`, `cpython-310-x86_64-linux-gnu`).
fn without_interpreter(basename: &str) -> Option<(String, &str)> {
    let (rest, extension) = basename.rsplit_once('.')?;
    if !["so", "pyd", "dylib", "dll"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return None;
    }
    let (stem, tag) = rest.rsplit_once('.')?;
    if stem.is_empty() || !is_interpreter_tag(tag) {
        return None;
    }
    Some((format!("{stem}.{extension}"), tag))
}

/// Whether a basename's middle part is an interpreter tag as `EXT_SUFFIX` of CPython (PEP 3149, and
/// `cp312-win_amd64` on Windows), `PyPy` and `GraalPy` writes it.
fn is_interpreter_tag(tag: &str) -> bool {
    let first = tag.split('-').next().unwrap_or_default();
    let words = tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if !words {
        return false;
    }
    if let Some(rest) = tag.strip_prefix("cpython-") {
        // Ex) `cpython-310-x86_64-linux-gnu`, `cpython-313t-darwin`, `cpython-37m-x86_64-linux-gnu`
        return rest.starts_with(|c: char| c.is_ascii_digit());
    }
    if let Some(rest) = first.strip_prefix("cp") {
        // Ex) `cp312-win_amd64`, `cp313t-win_arm64`
        return first.len() < tag.len() && rest.starts_with(|c: char| c.is_ascii_digit());
    }
    if let Some(rest) = first.strip_prefix("pypy") {
        // Ex) `pypy310-pp73-x86_64-linux-gnu`
        let second = tag.split('-').nth(1).unwrap_or_default();
        return rest.starts_with(|c: char| c.is_ascii_digit()) && second.starts_with("pp");
    }
    // Ex) `graalpy240-310-native-x86_64-linux`
    first.starts_with("graalpy")
}

fn is_abi3(basename: &str) -> bool {
    let Some((rest, extension)) = basename.rsplit_once('.') else { return false };
    let known = ["so", "pyd", "dylib"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    known && rest.rsplit_once('.').is_some_and(|(stem, abi)| !stem.is_empty() && ["abi3", "abi3t"].contains(&abi))
}

/// Whether repair tools put grafted libraries into this directory: auditwheel and delvewheel `NAME.libs`, delocate
/// `.dylibs`, older auditwheel `.libs`.
fn holds_grafts(directory: &str) -> bool {
    let last = directory.rsplit('/').next().unwrap_or_default();
    last == ".dylibs" || last.strip_suffix(".libs").is_some()
}

/// Whether a path is that of a grafted library, in whose name a repair tool may have put a hash.
pub(crate) fn is_grafted(path: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(directory, _)| holds_grafts(directory))
}

/// A library's name without the hash that a repair tool put into it.
///
/// auditwheel renames `libz.so.1.2` to `libz-1a2b3c4d.so.1.2` (8 hex digits before the *first* dot; the hash is of the
/// file before it was patched), delvewheel `z.dll` to `z-<32 hex digits>.dll`.
pub(super) fn ungrafted(basename: &str) -> String {
    let is_hash = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase())
    };
    if let Some((before, after)) = basename.split_once('.')
        && let Some((stem, hash)) = before.rsplit_once('-')
        && !stem.is_empty()
        && is_hash(hash, 8)
    {
        return format!("{stem}.{after}");
    }
    if let Some((before, extension)) = basename.rsplit_once('.')
        && extension.eq_ignore_ascii_case("dll")
        && let Some((stem, hash)) = before.rsplit_once('-')
        && !stem.is_empty()
        && is_hash(&hash.to_ascii_lowercase(), 32)
    {
        return format!("{stem}.{extension}");
    }
    basename.to_owned()
}

/// The directory with `NAME-VERSION.data` normalised: what lies under `purelib` or `platlib` is installed as if it
/// stood at the top, the other schemes keep their own place under `*.data`.
fn without_data_prefix(directory: &str) -> String {
    let (top, rest) = directory.split_once('/').unwrap_or((directory, ""));
    let is_data = top.strip_suffix(".data").is_some_and(|stem| stem.contains('-'));
    if !is_data {
        return directory.to_owned();
    }
    let (scheme, below) = rest.split_once('/').unwrap_or((rest, ""));
    match scheme {
        "purelib" | "platlib" => below.to_owned(),
        "" => "*.data".to_owned(),
        _ => format!("*.data/{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(path: &str) -> String {
        Name::of(path).key
    }

    #[test]
    fn the_interpreter_tag_leaves_the_basename() {
        for (path, plain, tag) in [
            ("a/_x.cpython-310-x86_64-linux-gnu.so", "a/_x.so", "cpython-310-x86_64-linux-gnu"),
            ("a/_x.cpython-313t-x86_64-linux-gnu.so", "a/_x.so", "cpython-313t-x86_64-linux-gnu"),
            ("a/_x.cpython-37m-darwin.so", "a/_x.so", "cpython-37m-darwin"),
            ("a/_x.cp312-win_amd64.pyd", "a/_x.pyd", "cp312-win_amd64"),
            ("_x.pypy310-pp73-x86_64-linux-gnu.so", "_x.so", "pypy310-pp73-x86_64-linux-gnu"),
            ("_x.graalpy240-310-native-x86_64-linux.so", "_x.so", "graalpy240-310-native-x86_64-linux"),
            ("a/b.c.cpython-312-x86_64-linux-musl.so", "a/b.c.so", "cpython-312-x86_64-linux-musl"),
        ] {
            let name = Name::of(path);
            assert_eq!((name.key.as_str(), name.interpreter.as_deref()), (plain, Some(tag)), "{path}");
            assert!(!name.abi3, "{path}");
        }
    }

    #[test]
    fn what_only_looks_like_a_tag_stays() {
        for path in [
            "a/_x.abi3.so",
            "a/_x.so",
            "a/lib.cpp-1.so",
            "a/libcp.so.5",
            "a/.cpython-310-x86_64-linux-gnu.so",
            "a/x.cpython-310-x86_64-linux-gnu.txt",
            "a/cpython-310.so",
            "a/x.pypy310.so",
            "a/x.cp312.pyd",
        ] {
            assert_eq!(Name::of(path), Name { key: path.into(), interpreter: None, abi3: path.contains("abi3") });
        }
    }

    #[test]
    fn abi3_and_its_free_threaded_kin_are_told() {
        for (path, abi3) in [("_x.abi3.so", true), ("_x.abi3t.so", true), ("_x.abi3.pyd", true), ("abi3.so", false)] {
            assert_eq!(Name::of(path).abi3, abi3, "{path}");
        }
    }

    #[test]
    fn the_graft_hash_leaves_names_in_graft_directories_only() {
        // The first two are files of pyzmq 26.2.0; the Windows one is delvewheel's form.
        assert_eq!(key("pyzmq.libs/libzmq-a430b4ce.so.5.2.4"), "pyzmq.libs/libzmq.so.5.2.4");
        assert_eq!(key("pyzmq.libs/libsodium-cb25555f.so.23.3.0"), "pyzmq.libs/libsodium.so.23.3.0");
        let windows = "n.libs/libcrypto-3-x64-0123456789abcdef0123456789abcdef.dll";
        assert_eq!(key(windows), "n.libs/libcrypto-3-x64.dll");
        assert_eq!(key("a/.libs/libz-1a2b3c4d.so"), "a/.libs/libz.so");
        for same in [
            "pkg/libzmq-a430b4ce.so.5",
            "n.libs/libfoo-1.2-a430b4ce.so",
            "n.libs/libz-a430b4c.so",
            "n.libs/-a430b4ce.so",
        ] {
            assert_eq!(key(same), same);
        }
    }

    #[test]
    fn the_data_prefix_does_not_tell_versions_apart() {
        assert_eq!(key("demo-1.0.data/scripts/tool"), "*.data/scripts/tool");
        assert_eq!(key("demo-1.0+cu121.data/data/lib/x.so"), "*.data/data/lib/x.so");
        assert_eq!(key("demo-1.0.data/platlib/demo/_x.cpython-310-darwin.so"), "demo/_x.so");
        assert_eq!(key("demo-1.0.data/purelib/x.so"), "x.so");
        assert_eq!(key("demo-1.0.data/x.so"), "*.data/x.so");
        assert_eq!(key("demo.data/scripts/tool"), "demo.data/scripts/tool");
        assert_eq!(key("a/demo-1.0.data/scripts/tool"), "a/demo-1.0.data/scripts/tool");
    }
}
