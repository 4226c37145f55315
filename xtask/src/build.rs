//! The built site: Trunk's release build of the page and its worker in `dist/`.

use std::fs;

use crate::command::{command, run as run_command};
use crate::{Result, project, tools, wasm};

/// `cargo xtask build [--public-url URL]`.
///
/// # Errors
/// When an argument is unknown, or the build fails.
pub fn run(arguments: &[String]) -> Result {
    match arguments {
        [] => site(None),
        [flag, url] if flag == "--public-url" => site(Some(url)),
        _ => Err("build takes --public-url URL or nothing".into()),
    }
}

/// Builds `dist/`. Without a URL all links are relative, and the site works wherever it is put.
///
/// # Errors
/// When a tool is missing and can't be installed, or the build fails.
pub fn site(public_url: Option<&str>) -> Result {
    tools::ensure()?;
    clear_snippets()?;
    let mut trunk = command("trunk");
    trunk.args(["build", "--release", "--locked", "--offline"]).env("WHEELCARD_BUILD", project::build_id()?);
    // Trunk reads `NO_COLOR` as its flag of that name, and refuses the customary value 1.
    trunk.env_remove("NO_COLOR").env("RUST_BACKTRACE", "0");
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
    Ok(())
}

/// Trunk copies every snippet that lies there into the site, those of earlier builds too.
fn clear_snippets() -> Result {
    let snippets = project::target().join("wasm-bindgen/release/snippets");
    if snippets.exists() {
        fs::remove_dir_all(&snippets).map_err(|e| format!("{}: {e}", snippets.display()))?;
    }
    Ok(())
}
