//! Symbol names as they are written in C++ and Rust.

/// Bytes of the longest mangled name that is tried. Longer ones exist, and nobody reads what they expand to.
const LONGEST: usize = 1 << 12;

/// Characters of the longest text that a name may expand to: a few bytes can ask for gigabytes.
const EXPANDED: usize = 1 << 14;

/// The name as its language writes it; `None` when it is not mangled, or not as any compiler would.
///
/// C++ after the Itanium ABI (<https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling>), Rust after both of its
/// schemes; Rust's hash is left out.
pub fn demangle(name: &str) -> Option<String> {
    if name.len() > LONGEST {
        return None;
    }
    // A version (`name@@VERS_1`) and a compiler's suffix (`.part.0`) are no part of the mangled name.
    let plain = name.split('@').next().unwrap_or(name);
    if let Ok(rust) = rustc_demangle::try_demangle(plain) {
        return bounded(&format_args!("{rust:#}"));
    }
    if !plain.starts_with("_Z") {
        return None;
    }
    let (stem, suffix) = plain.split_once('.').unwrap_or((plain, ""));
    let symbol = cpp_demangle::Symbol::new(stem).ok()?;
    let mut text = Bounded(String::new());
    symbol.structured_demangle(&mut text, &cpp_demangle::DemangleOptions::default()).ok()?;
    if !suffix.is_empty() {
        text.0.extend([" [.", suffix, "]"]);
    }
    Some(text.0)
}

/// Text that refuses to grow beyond [`EXPANDED`].
struct Bounded(String);

impl std::fmt::Write for Bounded {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        if self.0.len().saturating_add(part.len()) > EXPANDED {
            return Err(std::fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}

fn bounded(text: &dyn std::fmt::Display) -> Option<String> {
    let mut to = Bounded(String::new());
    std::fmt::Write::write_fmt(&mut to, format_args!("{text}")).ok()?;
    Some(to.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_each_language_read_as_c_plus_plus_filt_and_rustfilt_write_them() {
        let cases = [
            ("_ZN5arrow6Status2OKEv", Some("arrow::Status::OK()")),
            ("_ZTV7Derived", Some("{vtable(Derived)}")),
            ("_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE", Some("core::fmt::Formatter::write_str")),
            ("_RNvC6_123foo3bar", Some("123foo::bar")),
            ("_Z3addii.part.0", Some("add(int, int) [.part.0]")),
            ("_Z3addii@@V_1", Some("add(int, int)")),
            ("main", None),
            ("_Zwhat is this", None),
        ];
        for (name, expected) in cases {
            assert_eq!(demangle(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn a_name_that_expands_without_end_is_left_as_it_is() {
        // Each S_ substitution doubles: 2^40 names if anybody wrote them out.
        let bomb = format!("_Z1f{}", "PFvS_S_E".repeat(200));
        assert!(demangle(&bomb).is_none_or(|text| text.len() <= EXPANDED));
        assert_eq!(demangle(&format!("_Z{}", "1a".repeat(3000))), None);
    }
}
