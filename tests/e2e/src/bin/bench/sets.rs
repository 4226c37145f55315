//! The sets that are good for speed: from PyPI, by pip, into `target/sets/`.

use std::fs;
use std::path::{Path, PathBuf};

use wheelcard_e2e::Result;
use xtask::{command, project};

/// Three wheels of one release.
pub(crate) struct Set {
    /// What `--set` calls it, and its folder.
    pub(crate) name: &'static str,
    requirement: &'static str,
}

/// Each with another character: one huge library, many modules, all three rungs, many members.
pub(crate) const SETS: &[Set] = &[
    Set { name: "triton", requirement: "triton==3.2.0" },
    Set { name: "jaxlib", requirement: "jaxlib==0.5.0" },
    Set { name: "neuron", requirement: "NEURON==8.2.6" },
    Set { name: "pyarrow", requirement: "pyarrow==18.1.0" },
];

const PYTHONS: [&str; 3] = ["310", "311", "312"];
const PLATFORMS: [&str; 3] = ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "manylinux_2_28_x86_64"];

/// The wheels of a known set, downloaded where they are missing, or of a directory.
pub(crate) fn wheels(name: &str) -> Result<Vec<PathBuf>> {
    let folder = match SETS.iter().find(|set| set.name == name) {
        Some(set) => download(set)?,
        None => PathBuf::from(name),
    };
    let wheels = wheels_in(&folder)?;
    if wheels.is_empty() { Err(format!("{}: no wheels there", folder.display()).into()) } else { Ok(wheels) }
}

fn wheels_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_wheel = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "whl");
    Ok(project::files_under(folder)?.into_iter().filter(is_wheel).collect())
}

fn download(set: &Set) -> Result<PathBuf> {
    let folder = project::target().join("sets").join(set.name);
    fs::create_dir_all(&folder)?;
    if wheels_in(&folder)?.len() == PYTHONS.len() {
        return Ok(folder);
    }
    for python in PYTHONS {
        let mut pip = command::command("python3");
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--implementation", "cp"]);
        pip.args(["--python-version", python, "--abi", &format!("cp{python}"), "--dest"]).arg(&folder);
        pip.args(PLATFORMS.iter().flat_map(|platform| ["--platform", platform]));
        command::run(pip.arg(set.requirement))?;
    }
    Ok(folder)
}
