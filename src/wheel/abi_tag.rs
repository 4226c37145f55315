//! The interpreter tag in an extension module's file name.
//!
//! `CPython` looks for `name` + one of `importlib.machinery.EXTENSION_SUFFIXES`: `.cpython-310-x86_64-linux-gnu.so`,
//! `.abi3.so`, `.so`; on Windows `.cp312-win_amd64.pyd`, `.pyd`. Sources: PEP 3149, PEP 703 (the `t` flag), PEP 803
//! (`abi3t`), <https://docs.python.org/3/library/importlib.html#importlib.machinery.EXTENSION_SUFFIXES>.

use std::fmt;

use super::CompressedTags;

/// For which interpreters a module's file name says that it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum AbiTag {
    /// `cpython-310-…`, `cpython-313t-…`, `cpython-312d-…`, `cp312-win_amd64`.
    CPython {
        /// E.g. (3, 10).
        version: (u32, u32),
        /// `t` free-threaded, `d` debug, `m` and `u` of old versions; empty nearly always.
        flags: String,
    },
    /// `pypy310-pp73-…`: `pypy310_pp73` as an ABI tag.
    PyPy(String),
    /// `graalpy231-310-native-…`: `graalpy231_310_native` as an ABI tag.
    GraalPy(String),
    /// `abi3`: any `CPython` from the one that the wheel's Python tag names, not a free-threaded one.
    Abi3,
    /// `abi3t`: the stable ABI of free-threaded builds.
    Abi3t,
}

/// How a module's tag stands to the tags of its wheel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AbiFit {
    /// It is for the interpreters that the wheel is for.
    Fits,
    /// It loads in some of the interpreters that the wheel is for, and not in others.
    Narrower,
    /// It loads in none of the interpreters that the wheel is for: a stale build directory, or a wrong tag.
    Foreign,
}

impl AbiTag {
    /// Splits a file name into what is left without the interpreter tag (`stem.so`) and the tag.
    ///
    /// The stable ABI's tag is read but not taken out: `_x.abi3.so` stays, since it names one artifact for all
    /// versions. `None` when the name has no tag.
    pub fn split(basename: &str) -> Option<(String, Self)> {
        let (rest, extension) = basename.rsplit_once('.')?;
        if !matches!(extension, "so" | "pyd" | "dylib") {
            return None;
        }
        let (stem, tag) = rest.rsplit_once('.')?;
        if stem.is_empty() {
            return None;
        }
        match Self::parse(tag)? {
            stable @ (Self::Abi3 | Self::Abi3t) => Some((basename.to_owned(), stable)),
            tag => Some((format!("{stem}.{extension}"), tag)),
        }
    }

    /// Reads the tag alone, without dots: `cpython-310-x86_64-linux-gnu`.
    fn parse(tag: &str) -> Option<Self> {
        let word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        if !tag.bytes().all(word) {
            return None;
        }
        match tag {
            "abi3" => return Some(Self::Abi3),
            "abi3t" => return Some(Self::Abi3t),
            _ => {}
        }
        let mut parts = tag.split('-');
        let first = parts.next()?;
        if first == "cpython" {
            // Ex) `cpython-313t-x86_64-linux-gnu`
            return cpython(parts.next()?);
        }
        if let Some(version) = first.strip_prefix("cp") {
            // Ex) `cp312-win_amd64`; the platform must be there, `x.cp312.so` is nobody's suffix.
            parts.next()?;
            return cpython(version);
        }
        if first.starts_with("pypy") {
            // Ex) `pypy310-pp73-x86_64-linux-gnu`
            return Some(Self::PyPy(format!("{first}_{}", parts.next()?)));
        }
        if first.starts_with("graalpy") {
            // Ex) `graalpy231-310-native-x86_64-linux`
            return Some(Self::GraalPy(format!("{first}_{}_{}", parts.next()?, parts.next()?)));
        }
        None
    }

    /// How a module with this tag stands to a wheel with these tags.
    pub fn fit(&self, tags: &CompressedTags) -> AbiFit {
        let has = |set: &[String], tag: &str| set.iter().any(|t| t.eq_ignore_ascii_case(tag));
        match self {
            Self::CPython { version, flags } => {
                let python = format!("cp{}{}", version.0, version.1);
                if has(&tags.abi, &format!("{python}{flags}")) {
                    return AbiFit::Fits;
                }
                if has(&tags.abi, "none") {
                    return if has(&tags.python, &python) {
                        AbiFit::Fits
                    } else if has(&tags.python, &format!("py{}", version.0)) {
                        AbiFit::Narrower
                    } else {
                        AbiFit::Foreign
                    };
                }
                // abi3 loads in ordinary builds of the named version and later ones, abi3t in free-threaded ones too.
                let stable = (has(&tags.abi, "abi3") && flags.is_empty())
                    || (has(&tags.abi, "abi3t") && matches!(flags.as_str(), "" | "t"));
                let oldest = tags.python.iter().filter_map(|tag| cpython_version(tag.strip_prefix("cp")?)).min();
                if stable && oldest.is_some_and(|oldest| oldest <= *version) {
                    AbiFit::Narrower
                } else {
                    AbiFit::Foreign
                }
            }
            Self::PyPy(abi) | Self::GraalPy(abi) => {
                if has(&tags.abi, abi) {
                    AbiFit::Fits
                } else if has(&tags.abi, "none") && has(&tags.python, "py3") {
                    AbiFit::Narrower
                } else {
                    AbiFit::Foreign
                }
            }
            // A stable-ABI module in a wheel of one version is common and harmless; in one for another
            // implementation, or for a free-threaded build only, it does not load.
            Self::Abi3 => {
                let free_threaded = |abi: &String| cpython(abi.strip_prefix("cp")?).map(|tag| tag.has_flag('t'));
                let only_free_threaded = tags.abi.iter().all(|abi| free_threaded(abi) == Some(true) || abi == "abi3t");
                stable_fit(tags, !only_free_threaded)
            }
            Self::Abi3t => stable_fit(tags, true),
        }
    }

    fn has_flag(&self, flag: char) -> bool {
        matches!(self, Self::CPython { flags, .. } if flags.contains(flag))
    }
}

/// How a stable-ABI module stands to a wheel with these tags.
fn stable_fit(tags: &CompressedTags, loads: bool) -> AbiFit {
    let for_cpython = |tag: &String| tag.starts_with("cp") || tag.starts_with("py");
    if loads && tags.python.iter().any(for_cpython) { AbiFit::Fits } else { AbiFit::Foreign }
}

/// Reads `310`, `313t`.
fn cpython(text: &str) -> Option<AbiTag> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let flags = text.strip_prefix(digits)?.to_owned();
    Some(AbiTag::CPython { version: cpython_version(digits)?, flags })
}

/// Reads `310` as (3, 10): the major version has been one digit since there are tags.
fn cpython_version(digits: &str) -> Option<(u32, u32)> {
    let (major, minor) = digits.split_at_checked(1)?;
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?;
    Some((number(major)?, number(minor)?))
}

impl fmt::Display for AbiTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CPython { version: (major, minor), flags } => write!(f, "CPython {major}.{minor}{flags}"),
            Self::PyPy(abi) | Self::GraalPy(abi) => write!(f, "`{abi}`"),
            Self::Abi3 => f.write_str("`abi3`"),
            Self::Abi3t => f.write_str("`abi3t`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(basename: &str) -> AbiTag {
        AbiTag::split(basename).unwrap_or_else(|| panic!("{basename}")).1
    }

    #[test]
    fn the_interpreter_tag_is_taken_out_of_the_name() {
        for (name, rest, shown) in [
            ("_c.cpython-310-x86_64-linux-gnu.so", "_c.so", "CPython 3.10"),
            ("_speedups.cpython-313t-x86_64-linux-gnu.so", "_speedups.so", "CPython 3.13t"),
            ("_b.cpython-312d-x86_64-linux-gnu.so", "_b.so", "CPython 3.12d"),
            ("_b.cpython-310-x86_64-linux-musl.so", "_b.so", "CPython 3.10"),
            ("_speedups.cpython-312-darwin.so", "_speedups.so", "CPython 3.12"),
            ("a.b.cpython-36m-i386-linux-gnu.so", "a.b.so", "CPython 3.6m"),
            ("_speedups.cp312-win_amd64.pyd", "_speedups.pyd", "CPython 3.12"),
            ("_speedups_d.cp313t-win32.pyd", "_speedups_d.pyd", "CPython 3.13t"),
            ("x.pypy310-pp73-x86_64-linux-gnu.so", "x.so", "`pypy310_pp73`"),
            ("x.graalpy231-310-native-x86_64-linux.so", "x.so", "`graalpy231_310_native`"),
            ("x.abi3.so", "x.abi3.so", "`abi3`"),
            ("x.abi3t.so", "x.abi3t.so", "`abi3t`"),
        ] {
            let (left, tag) = AbiTag::split(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!((left.as_str(), tag.to_string().as_str()), (rest, shown), "{name}");
        }
    }

    #[test]
    fn what_only_looks_like_a_tag_is_left_alone() {
        for name in [
            "_torchaudio.so",
            "libx.so.1",
            "libx.1.so",
            "x.cp312.so",
            ".cpython-310.so",
            "x.cpython-3.so",
            "x.cpython-x.so",
            "x.cpython-310-x86_64-linux-gnu.so.debug",
            "libfoo-1.2.so",
            "x.cpython.so",
            "",
        ] {
            assert_eq!(AbiTag::split(name), None, "{name}");
        }
    }

    #[test]
    fn a_module_fits_its_wheel_or_does_not() {
        use AbiFit::{Fits, Foreign, Narrower};
        for (tags, module, fit) in [
            ("cp310-cp310-linux_x86_64", "x.cpython-310-x86_64-linux-gnu.so", Fits),
            ("cp310-cp310-linux_x86_64", "x.cpython-311-x86_64-linux-gnu.so", Foreign),
            ("cp313-cp313t-linux_x86_64", "x.cpython-313t-x86_64-linux-gnu.so", Fits),
            ("cp313-cp313t-linux_x86_64", "x.cpython-313-x86_64-linux-gnu.so", Foreign),
            ("cp313-cp313-linux_x86_64", "x.cpython-313t-x86_64-linux-gnu.so", Foreign),
            ("cp36-cp36m-linux_x86_64", "x.cpython-36m-x86_64-linux-gnu.so", Fits),
            ("cp310-abi3-linux_x86_64", "x.abi3.so", Fits),
            ("cp310-cp310-linux_x86_64", "x.abi3.so", Fits),
            ("cp310-abi3-linux_x86_64", "x.cpython-310-x86_64-linux-gnu.so", Narrower),
            ("cp310-abi3-linux_x86_64", "x.cpython-38-x86_64-linux-gnu.so", Foreign),
            ("cp310-abi3-linux_x86_64", "x.cpython-314t-x86_64-linux-gnu.so", Foreign),
            ("cp315-abi3t-linux_x86_64", "x.cpython-315t-x86_64-linux-gnu.so", Narrower),
            ("cp314-cp314t-linux_x86_64", "x.abi3.so", Foreign),
            ("py3-none-linux_x86_64", "x.cpython-310-x86_64-linux-gnu.so", Narrower),
            ("cp310-none-win_amd64", "x.cp310-win_amd64.pyd", Fits),
            ("cp310-none-win_amd64", "x.cp311-win_amd64.pyd", Foreign),
            ("pp310-pypy310_pp73-linux_x86_64", "x.pypy310-pp73-x86_64-linux-gnu.so", Fits),
            ("pp310-pypy310_pp73-linux_x86_64", "x.abi3.so", Foreign),
            ("cp310-cp310-linux_x86_64", "x.pypy310-pp73-x86_64-linux-gnu.so", Foreign),
        ] {
            assert_eq!(tag(module).fit(&CompressedTags::parse(tags).unwrap()), fit, "{module} in {tags}");
        }
    }
}
