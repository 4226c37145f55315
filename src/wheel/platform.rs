//! Platform tags.
//!
//! Source: <https://packaging.python.org/en/latest/specifications/platform-compatibility-tags/#platform-tag>, which
//! names PEP 513, 571, 599 (the legacy manylinux tags), 600 and 656.

use super::CompressedTags;

/// What a platform tag says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Platform {
    /// The operating system and its C library.
    pub family: Family,
    /// The architecture as the tag writes it, e.g. `x86_64`, `universal2`; `None` for `any` and unknown tags.
    pub architecture: Option<String>,
}

/// The operating system of a platform tag, with the version that the tag promises to suffice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// `any`: no compiled code.
    Any,
    /// `manylinux_x_y_*` and its legacy aliases: a glibc of this version or a later one.
    Manylinux {
        /// The least glibc version, e.g. (2, 17).
        glibc: (u32, u32),
    },
    /// `musllinux_x_y_*`: a musl of this version or a later one.
    Musllinux {
        /// The least musl version, e.g. (1, 2).
        musl: (u32, u32),
    },
    /// `linux_*`: the machine it was built on; nothing is promised of others.
    Linux,
    /// `macosx_x_y_*`: this version or a later one.
    MacOs {
        /// The least macOS version, e.g. (11, 0).
        version: (u32, u32),
    },
    /// `win32`, `win_amd64`, `win_arm64`.
    Windows,
    /// Any other tag (`ios_*`, `android_*`, `pyodide_*` …), as written.
    Other(String),
}

impl Platform {
    /// Reads a platform tag; one that is not known is [`Family::Other`].
    pub fn parse(tag: &str) -> Self {
        let tag = tag.to_ascii_lowercase();
        known(&tag).unwrap_or(Self { family: Family::Other(tag), architecture: None })
    }

    /// What wheels of one platform have in common: the system, the architecture and the C library, without versions.
    fn key(&self) -> String {
        let architecture = self.architecture.as_deref().unwrap_or_default();
        match &self.family {
            Family::Any => "any".to_owned(),
            // A plain `linux_*` wheel names no C library; the wheels of one release are on glibc unless they say musl.
            Family::Manylinux { .. } | Family::Linux => format!("linux-{architecture}-glibc"),
            Family::Musllinux { .. } => format!("linux-{architecture}-musl"),
            Family::MacOs { .. } => format!("macosx-{architecture}"),
            Family::Windows => format!("win-{architecture}"),
            Family::Other(tag) => tag.clone(),
        }
    }
}

/// The tag's meaning when its form is known.
fn known(tag: &str) -> Option<Platform> {
    let with = |family, architecture: &str| {
        (!architecture.is_empty()).then(|| Platform { family, architecture: Some(architecture.to_owned()) })
    };
    if tag == "any" {
        return Some(Platform { family: Family::Any, architecture: None });
    }
    // PEP 600: manylinux1, 2010 and 2014 are aliases of these glibc versions.
    for (legacy, glibc) in [("manylinux1_", (2, 5)), ("manylinux2010_", (2, 12)), ("manylinux2014_", (2, 17))] {
        if let Some(architecture) = tag.strip_prefix(legacy) {
            return with(Family::Manylinux { glibc }, architecture);
        }
    }
    if let Some(rest) = tag.strip_prefix("manylinux_") {
        let (glibc, architecture) = version(rest)?;
        return with(Family::Manylinux { glibc }, architecture);
    }
    if let Some(rest) = tag.strip_prefix("musllinux_") {
        let (musl, architecture) = version(rest)?;
        return with(Family::Musllinux { musl }, architecture);
    }
    if let Some(rest) = tag.strip_prefix("macosx_") {
        let (version, architecture) = version(rest)?;
        return with(Family::MacOs { version }, architecture);
    }
    if let Some(architecture) = tag.strip_prefix("linux_") {
        return with(Family::Linux, architecture);
    }
    match tag {
        "win32" => with(Family::Windows, "x86"),
        _ => with(Family::Windows, tag.strip_prefix("win_")?),
    }
}

/// Reads `2_17_x86_64` as a version and the rest.
fn version(text: &str) -> Option<((u32, u32), &str)> {
    let mut parts = text.splitn(3, '_');
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next()?.parse().ok()?;
    Some(((major, minor), parts.next()?))
}

/// A key that is equal for the wheels of one platform, e.g. `linux-x86_64-glibc`, `macosx-arm64`, `win-amd64`, `any`.
///
/// A wheel for several platforms has their keys joined by `+`, sorted.
pub fn platform_key(tags: &CompressedTags) -> String {
    let mut keys: Vec<String> = tags.platform.iter().map(|tag| Platform::parse(tag).key()).collect();
    keys.sort();
    keys.dedup();
    keys.join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legacy_manylinux_tags_are_aliases_of_glibc_versions() {
        // PEP 600, "Legacy manylinux tags".
        for (legacy, glibc) in
            [("manylinux1_i686", (2, 5)), ("manylinux2010_i686", (2, 12)), ("manylinux2014_i686", (2, 17))]
        {
            let platform = Platform::parse(legacy);
            assert_eq!(platform.family, Family::Manylinux { glibc }, "{legacy}");
            assert_eq!(platform.architecture.as_deref(), Some("i686"));
            assert_eq!(Platform::parse(&format!("manylinux_{}_{}_i686", glibc.0, glibc.1)), platform);
        }
    }

    #[test]
    fn wheels_of_one_platform_share_a_key() {
        let key = |platform: &str| {
            let platform = platform.split('.').map(str::to_owned).collect();
            platform_key(&CompressedTags { python: vec![], abi: vec![], platform })
        };
        for (platform, expected) in [
            ("manylinux_2_5_x86_64.manylinux1_x86_64.manylinux_2_17_x86_64.manylinux2014_x86_64", "linux-x86_64-glibc"),
            ("linux_x86_64", "linux-x86_64-glibc"),
            ("musllinux_1_2_x86_64", "linux-x86_64-musl"),
            ("manylinux2014_aarch64", "linux-aarch64-glibc"),
            ("macosx_11_0_arm64", "macosx-arm64"),
            ("macosx_10_13_universal2", "macosx-universal2"),
            ("win_amd64", "win-amd64"),
            ("win32", "win-x86"),
            ("any", "any"),
            ("musllinux_1_1_x86_64.manylinux2014_x86_64", "linux-x86_64-glibc+linux-x86_64-musl"),
            ("pyodide_2024_0_wasm32", "pyodide_2024_0_wasm32"),
        ] {
            assert_eq!(key(platform), expected, "{platform}");
        }
    }

    #[test]
    fn a_tag_of_no_known_form_is_kept_as_written() {
        for tag in
            ["manylinux", "manylinux_x86_64", "manylinux_2_17", "manylinux_2_99999999999_x86_64", "win", "linux_", ""]
        {
            assert_eq!(Platform::parse(tag).family, Family::Other(tag.to_owned()), "{tag}");
        }
    }
}
