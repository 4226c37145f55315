//! `cargo xtask dist`: the site as one file, for machines that no network reaches.

use std::fs::{self, File};
use std::io::Write;

use sha2::{Digest, Sha256};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use crate::{Result, build, project};

/// Builds the site and packs it: `wheelcard-VERSION.zip`, and `SHA256SUMS` beside it. Any static server serves the
/// unpacked folder; a `SHA256SUMS` within lets its files be checked.
///
/// # Errors
/// When the build fails, or a file can't be written.
pub fn run(_: &[String]) -> Result {
    build::site(None)?;
    let folder = project::target().join("dist");
    fs::create_dir_all(&folder)?;
    let name = format!("wheelcard-{}.zip", version()?);
    let path = folder.join(&name);

    // One date for all: the same site gives the same zip.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new(File::create(&path)?);
    let mut sums = String::new();
    let site = project::site();
    for file in project::files_under(&site)? {
        let inner = project::relative(&file).replacen("dist/", "", 1);
        let bytes = fs::read(&file)?;
        sums += &sum_line(&bytes, &inner);
        zip.start_file(format!("wheelcard/{inner}"), options)?;
        zip.write_all(&bytes)?;
    }
    zip.start_file("wheelcard/SHA256SUMS", options)?;
    zip.write_all(sums.as_bytes())?;
    zip.finish()?;

    let sum = sum_line(&fs::read(&path)?, &name);
    fs::write(folder.join("SHA256SUMS"), &sum)?;
    print!("\ntarget/dist/{name}\n{sum}");
    Ok(())
}

/// A line as `sha256sum -c` reads it.
fn sum_line(bytes: &[u8], name: &str) -> String {
    format!("{}  {name}\n", project::hex(&Sha256::digest(bytes)))
}

/// The project's version, from its manifest.
fn version() -> Result<String> {
    let manifest = fs::read_to_string(project::root().join("Cargo.toml"))?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| "Cargo.toml has no version".into())
}
