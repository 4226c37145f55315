//! The built site: Trunk's release build of the page and its worker in `dist/`.

use std::fs;
use std::process::Command;

use crate::command::{command, run as run_command};
use crate::{Result, precache, project, tools, wasm};

/// `cargo xtask build [--public-url URL] [--dev]`.
///
/// # Errors
/// When an argument is unknown, or the build fails.
pub fn run(arguments: &[String]) -> Result {
    match arguments {
        [] => site(None),
        [flag] if flag == "--dev" => quick(),
        [flag, url] if flag == "--public-url" => site(Some(url)),
        _ => Err("build takes --public-url URL, --dev or nothing".into()),
    }
}

/// Builds `dist/`. Without a URL all links are relative, and the site works wherever it is put.
///
/// # Errors
/// When a tool is missing and can't be installed, or the build fails.
pub fn site(public_url: Option<&str>) -> Result {
    tools::ensure()?;
    clear_snippets()?;
    let build = project::build_id()?;
    let mut trunk = trunk(&build);
    trunk.arg("--release");
    if let Some(url) = public_url {
        trunk.args(["--public-url", url]);
    }
    run_command(&mut trunk)?;
    for file in project::files_under(&project::site())? {
        if file.extension().is_some_and(|extension| extension == "wasm") {
            let module = wasm::without_names(&fs::read(&file)?).map_err(|e| format!("{}: {e}", file.display()))?;
            fs::write(&file, module)?;
        }
    }
    if let Some(url) = public_url {
        lead_home(url)?;
    }
    precache::write(&project::site(), &build)
}

/// Builds `dist/` for a look or a test while one works on it: in seconds, and as slow as it is big.
///
/// # Errors
/// When a tool is missing and can't be installed, or the build fails.
fn quick() -> Result {
    const BUILD: &str = "dev";
    tools::ensure()?;
    run_command(trunk(BUILD).env("CARGO_PROFILE_DEV_DEBUG", "false"))?;
    precache::write(&project::site(), BUILD)
}

fn trunk(build: &str) -> Command {
    let mut trunk = command("trunk");
    trunk.args(["build", "--locked", "--offline"]).env("WHEELCARD_BUILD", build);
    // Trunk reads `NO_COLOR` as its flag of that name, and refuses the customary value 1.
    trunk.env_remove("NO_COLOR").env("RUST_BACKTRACE", "0");
    trunk
}

/// A host shows 404.html at any depth, so a relative link in it would lead nowhere.
fn lead_home(url: &str) -> Result {
    let missing = project::site().join("404.html");
    let page = fs::read_to_string(&missing).map_err(|e| format!("{}: {e}", missing.display()))?;
    Ok(fs::write(&missing, page.replace("href=\"./\"", &format!("href=\"{url}\"")))?)
}

/// Trunk copies every snippet that lies there into the site, those of earlier builds too.
fn clear_snippets() -> Result {
    let snippets = project::target().join("wasm-bindgen/release/snippets");
    if snippets.exists() {
        fs::remove_dir_all(&snippets).map_err(|e| format!("{}: {e}", snippets.display()))?;
    }
    Ok(())
}
