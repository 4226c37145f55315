//! Files that can't be wheels.

use super::quoted::Quoted;

/// Why a dropped file can't be a wheel, by its name alone; `None` when it may be one.
///
/// Ex) `numpy-2.0.tar.gz`: not a wheel: its name does not end in `.whl`
pub fn refusal(file_name: &str) -> Option<String> {
    let name = file_name.to_ascii_lowercase();
    if name.strip_suffix(".whl").is_some() {
        return None;
    }
    // What people drop by mistake, and what to do about it.
    let advice = [
        (".tar.gz", "; this looks like a source distribution"),
        (".whl.metadata", "; this is a wheel's metadata without the wheel"),
        (".whl.zip", "; if it is a wheel that was renamed, name it `.whl` again"),
        (".zip", "; if it holds wheels, unpack it and drop them"),
    ];
    let advice = advice.iter().find(|(end, _)| name.ends_with(end)).map_or("", |(_, advice)| advice);
    Some(format!("{} is not a wheel: its name does not end in `.whl`{advice}", Quoted(file_name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ends_in_whl_may_be_a_wheel_whatever_a_browser_put_before_the_end() {
        for name in ["a-1-py3-none-any.whl", "a-1-py3-none-any (1).whl", "A.WHL"] {
            assert_eq!(refusal(name), None);
        }
        let said = refusal("demo-1.0.tar.gz").unwrap();
        assert!(said.contains("demo-1.0.tar.gz") && said.contains("source distribution"), "{said}");
        assert!(refusal("notes.txt").unwrap().ends_with("does not end in `.whl`"));
    }
}
