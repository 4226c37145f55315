//! A member's path taken apart: what of it names the binary, and what names only this wheel's build of it.

use crate::wheel::AbiTag;

/// A path without its interpreter tag, its `.data` prefix and its graft hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// The path under which members of several wheels are one binary.
    pub(super) key: String,
    /// The key with the interpreter tag left in: what tells the builds of one module apart.
    pub(super) tagged: String,
    /// What its basename says of the interpreters it is for. The stable ABI's tag (`abi3`) stays in the key.
    pub(super) tag: Option<AbiTag>,
}

impl Name {
    /// Takes `path` apart.
    pub(super) fn of(path: &str) -> Self {
        let (directory, basename) = path.rsplit_once('/').map_or((None, path), |(d, b)| (Some(d), b));
        let directory_key = directory.map(without_data_prefix).filter(|directory| !directory.is_empty());
        let below = |basename: &str| match &directory_key {
            Some(directory) => format!("{directory}/{basename}"),
            None => basename.to_owned(),
        };
        let tagged = below(basename);
        let (basename, tag) = match AbiTag::split(basename) {
            Some((plain, tag)) => (plain, Some(tag)),
            None => (basename.to_owned(), None),
        };
        let is_graft = directory.is_some_and(holds_grafts);
        let basename = if is_graft { ungrafted(&basename) } else { basename };
        Self { key: below(&basename), tagged, tag }
    }

    /// Whether one build serves many interpreters, by its name: then it is no per-ABI module.
    pub(super) fn is_stable_abi(&self) -> bool {
        matches!(self.tag, Some(AbiTag::Abi3 | AbiTag::Abi3t))
    }

    /// Whether its name ties it to one interpreter; the tag is not in the key then.
    pub(super) fn is_for_one_abi(&self) -> bool {
        self.tag.is_some() && !self.is_stable_abi()
    }

    /// The key of a tagged member where an untagged one has the plain key: `*` stands in the tag's place.
    pub(super) fn starred(&self) -> String {
        match self.key.rsplit_once('.') {
            Some((stem, extension)) => format!("{stem}.*.{extension}"),
            None => format!("{}.*", self.key),
        }
    }
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
    fn the_interpreter_tag_leaves_the_key_and_the_stable_abi_stays() {
        for (path, plain, is_for_one_abi, is_stable_abi) in [
            ("a/_x.cpython-310-x86_64-linux-gnu.so", "a/_x.so", true, false),
            ("a/_x.cpython-313t-x86_64-linux-gnu.so", "a/_x.so", true, false),
            ("a/_x.cp312-win_amd64.pyd", "a/_x.pyd", true, false),
            ("_x.pypy310-pp73-x86_64-linux-gnu.so", "_x.so", true, false),
            ("_x.graalpy240-310-native-x86_64-linux.so", "_x.so", true, false),
            ("a/b.c.cpython-312-x86_64-linux-musl.so", "a/b.c.so", true, false),
            ("a/_x.abi3.so", "a/_x.abi3.so", false, true),
            ("a/_x.abi3t.so", "a/_x.abi3t.so", false, true),
            ("a/_x.so", "a/_x.so", false, false),
            ("a/libcp.so.5", "a/libcp.so.5", false, false),
        ] {
            let name = Name::of(path);
            assert_eq!(name.key, plain, "{path}");
            assert_eq!((name.is_for_one_abi(), name.is_stable_abi()), (is_for_one_abi, is_stable_abi), "{path}");
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
