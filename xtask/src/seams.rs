//! The rule that keeps the core testable natively: only the seam and the view may know the browser.

use std::fs;
use std::path::Path;

use crate::command::{cargo, output};
use crate::{Result, project};

/// A name, and the only places under `src/` that may use it.
const RULES: &[(&str, &[&str])] = &[
    ("web_sys", &["browser/", "bin/"]),
    ("js_sys", &["browser/", "bin/"]),
    ("wasm_bindgen", &["browser/", "bin/", "view/"]),
    ("leptos", &["view/", "bin/page.rs"]),
    ("std::fs", &["bytes/read_at.rs"]),
    // A duration is a number; a clock would show in a report.
    ("Instant", &["browser/"]),
    ("SystemTime", &["browser/"]),
];

/// Crates that a build without features must not need.
const BROWSER_CRATES: &[&str] = &["leptos", "web-sys", "js-sys", "wasm-bindgen"];

/// Checks every rule.
///
/// # Errors
/// When one is broken: where, and by what.
pub fn check() -> Result {
    let source = project::root().join("src");
    let mut broken = Vec::new();
    for file in project::files_under(&source)? {
        let path = project::relative(&file);
        let text = fs::read_to_string(&file).map_err(|e| format!("{path}: {e}"))?;
        broken.extend(breaches(Path::new(&path), &text));
    }

    let tree =
        output(cargo().args(["tree", "--locked", "--no-default-features", "--edges", "normal", "--prefix", "none"]))?;
    for line in tree.lines() {
        let name = line.split_whitespace().next().unwrap_or_default();
        if BROWSER_CRATES.contains(&name) {
            broken.push(format!("the core depends on {name}"));
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n").into()) }
}

/// The lines of a file under `src/` that use a name which is not allowed there; comments may use any.
fn breaches(path: &Path, text: &str) -> Vec<String> {
    let inner = path.strip_prefix("src").unwrap_or(path);
    let mut breaches = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (name, allowed) in RULES {
            if code.contains(name) && !allowed.iter().any(|place| inner.starts_with(place)) {
                breaches.push(format!(
                    "{}:{}: {name} is for src/{} only",
                    path.display(),
                    number + 1,
                    allowed.join(", src/")
                ));
            }
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::breaches;

    #[test]
    fn a_name_of_the_browser_in_the_core_is_said_with_its_line() {
        let found = breaches(Path::new("src/card/mod.rs"), "use std::fmt;\nuse web_sys::File;\n");
        assert_eq!(found, ["src/card/mod.rs:2: web_sys is for src/browser/, src/bin/ only"]);
    }

    #[test]
    fn the_seam_and_comments_may_name_it() {
        assert!(breaches(Path::new("src/browser/file.rs"), "use web_sys::File;").is_empty());
        assert!(breaches(Path::new("src/scan.rs"), "//! No web_sys here.").is_empty());
        assert!(!breaches(Path::new("src/browser/file.rs"), "use leptos::prelude::*;").is_empty());
    }
}
