//! `cargo xtask serve`: the built page in the reader's own browser.

use std::thread;

use crate::command::{command, run as run_command};
use crate::server::Server;
use crate::{Result, build, project, tools};

const PORT: u16 = 8080;
/// Another origin for the page that is rebuilt on every change: at the first one, the service worker of an earlier
/// `serve` may still answer with the files that it kept.
const WATCH_PORT: u16 = 8081;

/// Builds and serves until it is interrupted; with `--watch`, Trunk does both again on every change.
///
/// # Errors
/// When an argument is unknown, the build fails or the port is taken.
pub fn run(arguments: &[String]) -> Result {
    let (mut port, mut watch) = (None, false);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--watch" => watch = true,
            "--port" => {
                let number = arguments.next().map(String::as_str).unwrap_or_default();
                port = Some(number.parse().map_err(|_| format!("--port takes a number, not `{number}`"))?);
            }
            other => return Err(format!("serve takes --port N and --watch, not `{other}`").into()),
        }
    }
    if watch {
        tools::ensure()?;
        let port = port.unwrap_or(WATCH_PORT);
        let mut trunk = command("trunk");
        trunk.args(["serve", "--locked", "--offline", "--address", "127.0.0.1", "--port", &port.to_string()]);
        return run_command(trunk.env_remove("NO_COLOR"));
    }

    build::site(None)?;
    let server = Server::start(&project::site(), "/", port.unwrap_or(PORT))?;
    println!("\nWheelcard is at {} (Ctrl-C ends it)", server.url());
    loop {
        thread::park();
    }
}
