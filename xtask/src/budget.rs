//! The size budget of the modules: a ratchet that is only ever lowered, or raised with a reason in the commit.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{Result, project};

/// Compares the modules of the built site with `xtask/size-budget.txt`, gzipped as a host sends them.
///
/// # Errors
/// When a module is missing or over its budget.
pub fn check() -> Result {
    let budget = project::root().join("xtask/size-budget.txt");
    let text = fs::read_to_string(&budget).map_err(|e| format!("{}: {e}", budget.display()))?;
    let mut over = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, bytes) =
            line.split_once(' ').ok_or_else(|| format!("size-budget.txt: `{line}` is no `name bytes`"))?;
        let limit: usize = bytes.trim().parse().map_err(|e| format!("size-budget.txt: `{bytes}`: {e}"))?;
        let module = fs::read(module(name)?)?;
        let size = gzipped(&module)?;
        println!("{name:<8}{:>9} bytes, gzipped {size:>7} of {limit}", module.len());
        if size > limit {
            over.push(format!("{name} is {} bytes over its budget of {limit}", size - limit));
        }
    }
    if over.is_empty() { Ok(()) } else { Err(over.join("; ").into()) }
}

/// The module of a bin in the site: `page-HASH_bg.wasm`, `worker_bg.wasm`, `look_bg.wasm`.
fn module(bin: &str) -> Result<PathBuf> {
    let is_module = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(bin) && name.ends_with("_bg.wasm")
    };
    let found = project::files_under(&project::site())?.into_iter().find(is_module);
    found.ok_or_else(|| format!("dist/ has no module of {bin}").into())
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
