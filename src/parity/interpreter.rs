//! Whether a module's interpreter tag fits the wheel that holds it.

use crate::report::Listing;

/// The tags of one wheel that say for which interpreters it is.
#[derive(Debug, Clone, Default)]
pub(super) struct WheelTags {
    python: Vec<String>,
    abi: Vec<String>,
}

/// How a module's tag and its wheel's tags agree, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The wheel is for the module's ABI.
    Abi,
    /// The wheel is for the module's interpreter, and for later ones too (`abi3`).
    Interpreter,
    /// The wheel names no ABI, so nothing contradicts the module's tag.
    Unstated,
    /// The wheel is for other ABIs: a stale build directory, or a wheel renamed.
    Foreign,
}

impl WheelTags {
    /// The file name's tags, else those of WHEEL.
    pub(super) fn of(listing: &Listing) -> Self {
        if let Some(parts) = &listing.file_name.parts {
            return Self { python: parts.tags.python.clone(), abi: parts.tags.abi.clone() };
        }
        let mut tags = Self::default();
        for tag in listing.wheel.iter().flat_map(|wheel| &wheel.tags) {
            let mut parts = tag.split('-');
            tags.python.extend(parts.next().map(str::to_owned));
            tags.abi.extend(parts.next().map(str::to_owned));
        }
        tags
    }

    /// Whether every ABI that the wheel is for is the stable one, so that its untagged modules are `abi3` too.
    pub(super) fn is_stable_abi(&self) -> bool {
        !self.abi.is_empty() && self.abi.iter().all(|abi| abi == "abi3" || abi == "abi3t")
    }

    /// How a module's interpreter tag fits.
    pub(super) fn fit(&self, tag: &str) -> Fit {
        let Some(module) = ModuleTag::of(tag) else { return Fit::Unstated };
        let has = |list: &[String], wanted: &str| list.iter().any(|tag| tag == wanted);
        if has(&self.abi, &module.abi) {
            return Fit::Abi;
        }
        if self.abi.is_empty() || has(&self.abi, "none") {
            return Fit::Unstated;
        }
        if module.is_plain && has(&self.abi, "abi3") && has(&self.python, &module.python) {
            return Fit::Interpreter;
        }
        Fit::Foreign
    }
}

/// An interpreter tag in the words of a wheel's tags.
struct ModuleTag {
    /// `cp310`
    python: String,
    /// `cp313t`
    abi: String,
    /// Whether the ABI has no flags (`t` free-threaded, `d` debug).
    is_plain: bool,
}

impl ModuleTag {
    fn of(tag: &str) -> Option<Self> {
        let mut parts = tag.split('-');
        let first = parts.next()?;
        let second = parts.next().unwrap_or_default();
        let cpython = if first == "cpython" { Some(second) } else { first.strip_prefix("cp") };
        if let Some(version) = cpython {
            // Ex) `310`, `313t`, `37m`
            let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
            let is_plain = digits.len() == version.len();
            return Some(Self { python: format!("cp{digits}"), abi: format!("cp{version}"), is_plain });
        }
        if let Some(version) = first.strip_prefix("pypy") {
            // Ex) `pypy310-pp73` is the ABI `pypy310_pp73` of `pp310`
            return Some(Self { python: format!("pp{version}"), abi: format!("{first}_{second}"), is_plain: true });
        }
        // Ex) `graalpy240-310-native` is the ABI `graalpy240_310_native` of `graalpy310`
        let third = parts.next().unwrap_or_default();
        Some(Self { python: format!("graalpy{second}"), abi: format!("{first}_{second}_{third}"), is_plain: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_fits_the_wheel_for_its_abi_and_no_other() {
        let wheel = |python: &str, abi: &str| WheelTags { python: vec![python.into()], abi: vec![abi.into()] };
        for (python, abi, tag, fit) in [
            ("cp310", "cp310", "cpython-310-x86_64-linux-gnu", Fit::Abi),
            ("cp312", "cp312", "cp312-win_amd64", Fit::Abi),
            ("cp37", "cp37m", "cpython-37m-darwin", Fit::Abi),
            ("cp313", "cp313t", "cpython-313t-x86_64-linux-gnu", Fit::Abi),
            ("pp310", "pypy310_pp73", "pypy310-pp73-x86_64-linux-gnu", Fit::Abi),
            ("graalpy310", "graalpy240_310_native", "graalpy240-310-native-x86_64-linux", Fit::Abi),
            ("cp310", "abi3", "cpython-310-x86_64-linux-gnu", Fit::Interpreter),
            ("py3", "none", "cpython-310-x86_64-linux-gnu", Fit::Unstated),
            ("cp310", "cp310", "cpython-311-x86_64-linux-gnu", Fit::Foreign),
            ("cp313", "cp313", "cpython-313t-x86_64-linux-gnu", Fit::Foreign),
            ("cp310", "abi3", "cpython-314t-x86_64-linux-gnu", Fit::Foreign),
            ("cp312", "cp312", "cpython-312d-x86_64-linux-gnu", Fit::Foreign),
        ] {
            assert_eq!(wheel(python, abi).fit(tag), fit, "{tag} in {python}-{abi}");
        }
        assert_eq!(WheelTags::default().fit("cpython-310-x86_64-linux-gnu"), Fit::Unstated);
    }
}
