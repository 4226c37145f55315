//! Child processes: run one, say which, and turn a failure into a sentence.

use std::env;
use std::ffi::OsStr;
use std::process::{Command, Stdio};

use crate::{Result, project, tools};

/// A command that runs in the project's root and finds the pinned tools first.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(project::root()).env("PATH", path_with_tools());
    command
}

/// The cargo that runs this.
pub fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// `PATH` with the pinned tools before everything else.
fn path_with_tools() -> std::ffi::OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(tools::bin()).chain(env::split_paths(&path));
    env::join_paths(paths).unwrap_or(path)
}

/// Prints the command, runs it with its output shown, and fails when it does.
///
/// # Errors
/// When it can't be started, or ends in anything but success.
pub fn run(command: &mut Command) -> Result {
    println!("$ {}", line(command));
    let status = command.status().map_err(|e| format!("`{}` can't be started: {e}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", line(command)).into()) }
}

/// Runs the command quietly; its standard output when it succeeds.
///
/// # Errors
/// When it can't be started, or ends in anything but success.
pub fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stdin(Stdio::null()).output().map_err(|e| format!("`{}` can't be started: {e}", line(command)))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let error = String::from_utf8_lossy(&output.stderr);
        Err(format!("`{}` failed ({}): {}", line(command), output.status, error.trim()).into())
    }
}

/// The command as one would type it, with programs by their name.
fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    command.get_args().fold(name.into_owned(), |line, argument| line + " " + &argument.to_string_lossy())
}
