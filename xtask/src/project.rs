//! Where things lie in the project, and the id of what is built from it.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::Result;

/// The project's root.
///
/// # Panics
/// Never: this crate lies in a directory of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask/ has a parent")
}

/// Everything that is made and not kept.
pub fn target() -> PathBuf {
    root().join("target")
}

/// The built site.
pub fn site() -> PathBuf {
    root().join("dist")
}

/// What is compiled into the two modules: a change of any of these makes another build.
const COMPILED: &[&str] = &[".cargo/config.toml", "Cargo.lock", "Cargo.toml", "rust-toolchain.toml", "src"];

/// The id that page and worker are built with, so that a page can tell a worker of another build.
///
/// A hash of the compiled sources rather than a commit's: it holds for a tree with changes and for one without git.
///
/// # Errors
/// When a source can't be read.
pub fn build_id() -> Result<String> {
    let mut hash = Sha256::new();
    for name in COMPILED {
        for file in files_under(&root().join(name))? {
            let bytes = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            hash.update(relative(&file).as_bytes());
            hash.update([0]);
            hash.update(bytes.len().to_le_bytes());
            hash.update(bytes);
        }
    }
    Ok(hex(&hash.finalize()[..6]))
}

/// The files under a directory, sorted by path; a file's own path when it is one.
///
/// # Errors
/// When a directory can't be read.
pub fn files_under(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))? {
        files.extend(files_under(&entry?.path())?);
    }
    files.sort();
    Ok(files)
}

/// A path as seen from the project's root, with `/` on every system.
pub fn relative(path: &Path) -> String {
    let inner = path.strip_prefix(root()).unwrap_or(path);
    inner.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Bytes as lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}
