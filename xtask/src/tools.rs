//! The build tools, pinned: what is missing is installed under `target/tools/`, never system-wide.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{cargo, command, output, run as run_command};
use crate::{Result, project};

/// The last Trunk that builds with the pinned Rust; see rust-toolchain.toml.
const TRUNK: &str = "0.21.14";

/// Firefox's driver; no package of Debian's has it.
const GECKODRIVER: &str = "0.37.1";

const WASM: &str = "wasm32-unknown-unknown";

/// `cargo xtask tools`.
///
/// # Errors
/// When a tool can't be installed.
pub fn run(_: &[String]) -> Result {
    ensure()
}

/// Where the tools' programs lie.
pub fn bin() -> PathBuf {
    project::target().join("tools").join("bin")
}

/// Sees to it that everything needed for a build is there.
///
/// # Errors
/// When something is missing and can't be installed.
pub fn ensure() -> Result {
    ensure_toolchain()?;
    ensure_tool(&Tool { package: "trunk", program: "trunk", version: TRUNK, locked: true })?;
    // Page and glue must come from one version to the last digit (wasm-bindgen #2619), so Cargo.lock decides it.
    // Its own lock file no longer installs.
    let version = locked_version("wasm-bindgen")?;
    ensure_tool(&Tool { package: "wasm-bindgen-cli", program: "wasm-bindgen", version: &version, locked: false })?;
    // Trunk is run offline, and hands that on to cargo.
    run_command(cargo().args(["fetch", "--locked"]))
}

/// Sees to it that Firefox can be driven.
///
/// # Errors
/// When its driver is missing and can't be installed.
pub fn ensure_geckodriver() -> Result {
    ensure_tool(&Tool { package: "geckodriver", program: "geckodriver", version: GECKODRIVER, locked: true })
}

/// rustup adds what rust-toolchain.toml names by itself, except for a toolchain that was there before, and where
/// `RUSTUP_AUTO_INSTALL=0` forbids it.
fn ensure_toolchain() -> Result {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if output(cargo().args([subcommand, "--version"])).is_err() {
            run_command(command("rustup").args(["component", "add", component]))?;
        }
    }
    let sysroot = output(command("rustc").args(["--print", "sysroot"]))?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(WASM).is_dir() {
        run_command(command("rustup").args(["target", "add", WASM]))?;
    }
    Ok(())
}

struct Tool<'a> {
    package: &'a str,
    program: &'a str,
    version: &'a str,
    locked: bool,
}

/// Installs a tool unless it is there in its version; prebuilt where cargo-binstall is at hand, else from source.
fn ensure_tool(tool: &Tool<'_>) -> Result {
    let path = bin().join(tool.program);
    let found = || output(command(&path).arg("--version")).unwrap_or_default();
    // `trunk 0.21.14`, `wasm-bindgen 0.2.130 (…)`
    let fits = |text: String| text.split_whitespace().nth(1) == Some(tool.version);
    if fits(found()) {
        return Ok(());
    }

    let (package, version) = (tool.package, tool.version);
    let root = project::target().join("tools");
    println!("{package} {version} is missing: it is installed under target/tools, which takes a few minutes once");
    if output(cargo().args(["binstall", "-V"])).is_ok() {
        let prebuilt = cargo()
            .args(["binstall", "--no-confirm", "--disable-telemetry", "--root"])
            .arg(&root)
            .arg(format!("{package}@{version}"))
            .status();
        if prebuilt.is_ok_and(|status| status.success()) && fits(found()) {
            return Ok(());
        }
    }
    let mut install = cargo();
    install.args(["install", package, "--version", version, "--root"]).arg(&root);
    // Trunk's own release profile is one crate at a time with fat LTO: minutes, for a tool that mostly waits for cargo.
    install.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    if tool.locked {
        install.arg("--locked");
    }
    run_command(&mut install)?;
    if fits(found()) {
        Ok(())
    } else {
        Err(format!("{package} {version} was installed, but `{} --version` says `{}`", path.display(), found()).into())
    }
}

/// The version of a package in Cargo.lock.
fn locked_version(package: &str) -> Result<String> {
    let lock = fs::read_to_string(project::root().join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}"))?;
    version_in(&lock, package).ok_or_else(|| format!("Cargo.lock has no {package}").into())
}

fn version_in(lock: &str, package: &str) -> Option<String> {
    let (_, entry) = lock.split_once(&format!("name = \"{package}\"\n"))?;
    Some(entry.strip_prefix("version = \"")?.split_once('"')?.0.to_owned())
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn the_version_is_that_of_the_package_of_exactly_this_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.1.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(version_in(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(version_in(lock, "trunk"), None);
    }
}
