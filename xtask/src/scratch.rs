//! A directory for a test.

use std::path::PathBuf;
use std::{env, fs, process};

/// A directory of its own that goes with the test.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    /// A directory of this name, and of no other test's, with these files and their text.
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = env::temp_dir().join(format!("wheelcard-{name}-{}", process::id()));
        for (name, text) in files {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}
