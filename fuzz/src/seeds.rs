//! What the fuzzer starts from: the project's own small fixtures, and what it once found.

use std::fs;
use std::path::{Path, PathBuf};

use wheelcard::container;

/// The largest fixture that is a seed: mutations of large files find little.
const LARGEST: usize = 96 << 10;

/// Seeds of a target, in a fixed order: the fixtures of its kind below `fixtures`, and its kept finds.
pub fn of(target: &str, fixtures: &Path) -> Vec<Vec<u8>> {
    let files = files_under(fixtures);
    let has_end = |path: &&PathBuf, end: &str| path.extension().is_some_and(|extension| extension == end);
    let wheels = || files.iter().filter(|path| has_end(path, "whl"));
    let small = |path: &PathBuf| fs::read(path).ok().filter(|bytes| bytes.len() <= LARGEST);
    let mut seeds: Vec<Vec<u8>> = match target {
        "container" | "scan" => wheels().filter_map(small).collect(),
        "filename" => wheels().filter_map(|path| Some(path.file_name()?.to_str()?.as_bytes().to_vec())).collect(),
        "record" => wheels().filter_map(small).flat_map(|bytes| texts(&bytes, ".dist-info/")).collect(),
        "python" => wheels().filter_map(small).flat_map(|bytes| texts(&bytes, ".py")).collect(),
        "elf" => binaries(&files),
        "evidence" => binaries(&files).into_iter().map(|bytes| [vec![0x80], bytes].concat()).collect(),
        _ => Vec::new(),
    };
    seeds.extend(files_under(&fixtures.join("fuzz").join(target)).iter().filter_map(|path| fs::read(path).ok()));
    seeds
}

/// The fixtures that are no wheels: binaries of every format, and what looks like one.
fn binaries(files: &[PathBuf]) -> Vec<Vec<u8>> {
    let is_binary = |path: &&PathBuf| {
        let folder = path.parent().and_then(|folder| folder.file_name());
        let wheel = path.extension().is_some_and(|extension| extension == "whl");
        !wheel && ["cases", "elf", "macho", "pe", "evidence"].iter().any(|name| folder.is_some_and(|f| f == *name))
    };
    let bytes = files.iter().filter(is_binary).filter_map(|path| fs::read(path).ok());
    bytes.filter(|bytes| bytes.len() <= LARGEST).collect()
}

/// The members of a wheel whose path has `part` in it.
fn texts(wheel: &[u8], part: &str) -> Vec<Vec<u8>> {
    let Ok(directory) = container::open(wheel) else { return Vec::new() };
    let wanted = directory.entries.iter().filter(|entry| entry.name.contains(part) && !entry.is_directory());
    let limit = u64::try_from(LARGEST).unwrap_or(u64::MAX);
    wanted.filter_map(|entry| container::read_all(wheel, entry, limit).ok()).map(|(bytes, _)| bytes).collect()
}

/// The files below a folder, sorted; none when it is not there.
fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(files_under(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}
