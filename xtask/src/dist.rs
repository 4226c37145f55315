//! `cargo xtask dist`: the site as one file, for machines that no network reaches.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use sha2::{Digest, Sha256};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use crate::{Result, build, project};

/// The checksums of what lies beside it, as `sha256sum -c` reads them.
pub const SUMS: &str = "SHA256SUMS";
/// Everything lies in a folder of the zip's own: unpacked, it is the site.
pub const FOLDER: &str = "wheelcard/";

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
    let packed = pack(&project::site())?;
    fs::write(folder.join(&name), &packed)?;

    let sum = sum_line(&packed, &name);
    fs::write(folder.join(SUMS), &sum)?;
    print!("\ntarget/dist/{name}\n{sum}");
    Ok(())
}

/// The zip of a site: files in the order of their paths, all of one date, so that the same site gives the same bytes.
///
/// # Errors
/// When a file can't be read.
pub fn pack(site: &Path) -> Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut sums = String::new();
    for file in project::files_under(site)? {
        let name = path_in_zip(file.strip_prefix(site)?);
        let bytes = fs::read(&file)?;
        sums += &sum_line(&bytes, &name);
        zip.start_file(format!("{FOLDER}{name}"), options)?;
        zip.write_all(&bytes)?;
    }
    zip.start_file(format!("{FOLDER}{SUMS}"), options)?;
    zip.write_all(sums.as_bytes())?;
    Ok(zip.finish()?.into_inner())
}

/// A file's path with `/` on every system.
fn path_in_zip(inner: &Path) -> String {
    inner.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
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

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _};

    use zip::ZipArchive;

    use super::pack;
    use crate::scratch::Scratch;

    #[test]
    fn every_file_is_in_the_zip_and_in_its_checksums_and_the_same_site_gives_the_same_zip() {
        let site = Scratch::new("packed", &[("index.html", "abc"), ("reference/card.json", "{}"), ("sw.js", "")]);
        let packed = pack(&site.0).unwrap();
        assert_eq!(packed, pack(&site.0).unwrap());

        let mut zip = ZipArchive::new(Cursor::new(packed)).unwrap();
        let names: Vec<_> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
        let inner = ["index.html", "reference/card.json", "sw.js", "SHA256SUMS"];
        assert_eq!(names, inner.map(|name| format!("wheelcard/{name}")));
        let mut sums = String::new();
        zip.by_name("wheelcard/SHA256SUMS").unwrap().read_to_string(&mut sums).unwrap();
        // What sha256sum says of "abc", "{}" and nothing.
        let expected = "\
            ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  index.html\n\
            44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a  reference/card.json\n\
            e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  sw.js\n";
        assert_eq!(sums, expected);
    }
}
