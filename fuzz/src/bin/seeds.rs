//! `seeds FIXTURES CORPUS`: writes the seeds of every target into a folder of its name below `CORPUS`.

use std::path::PathBuf;
use std::{env, fs, io};

use wheelcard_fuzz::{seeds, targets};

fn main() -> io::Result<()> {
    let mut paths = env::args_os().skip(1).map(PathBuf::from);
    let (Some(fixtures), Some(corpus)) = (paths.next(), paths.next()) else {
        return Err(io::Error::other("usage: seeds FIXTURES CORPUS"));
    };
    for (target, _) in targets::TARGETS {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds::of(target, &fixtures).into_iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:04}")), seed)?;
        }
    }
    Ok(())
}
