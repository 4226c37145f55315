//! A static web server, as plain as the hosts that the site is made for: files, types, a sub-path, nothing else.
//!
//! It adds no header that GitHub Pages would not send, so what works here works there. It logs what was asked for,
//! which is how the tests prove that the page asks for nothing else.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::Result;

/// A running server; dropping it stops it.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    site: Arc<Site>,
}

/// One request and what it got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `GET` mostly.
    pub method: String,
    /// As asked for, with query.
    pub target: String,
    /// HTTP status.
    pub status: u16,
}

#[derive(Debug)]
struct Site {
    directory: PathBuf,
    mount: String,
    log: Mutex<Vec<Request>>,
    stopped: AtomicBool,
}

/// Longest request line or header that is read.
const LINE: usize = 8 << 10;

impl Server {
    /// Serves a directory under `mount` (begins and ends in `/`) on loopback; port 0 takes any free one.
    ///
    /// # Errors
    /// When the port is taken, or there is no such directory.
    pub fn start(directory: &Path, mount: &str, port: u16) -> Result<Self> {
        if !directory.is_dir() {
            return Err(format!("{}: no such directory", directory.display()).into());
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .map_err(|e| format!("port {port} can't be served: {e} (`--port N` takes another)"))?;
        let address = listener.local_addr()?;
        let site = Arc::new(Site {
            directory: directory.to_owned(),
            mount: mount.to_owned(),
            log: Mutex::default(),
            stopped: AtomicBool::new(false),
        });
        let served = Arc::clone(&site);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if served.stopped.load(Ordering::Relaxed) {
                    return;
                }
                let site = Arc::clone(&served);
                // A client that goes away in mid-answer is its own affair.
                thread::spawn(move || stream.and_then(|stream| site.talk(&stream)));
            }
        });
        Ok(Self { address, site })
    }

    /// Where the site is.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.site.mount)
    }

    /// Every request so far.
    pub fn log(&self) -> Vec<Request> {
        self.site.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Answers nothing any more, as when the network is gone.
    pub fn stop(&self) {
        self.site.stopped.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for a connection.
        drop(TcpStream::connect(self.address));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What an answer consists of.
struct Answer {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
    location: Option<String>,
}

impl Site {
    /// Answers the requests of one connection, one after the other.
    fn talk(&self, stream: &TcpStream) -> io::Result<()> {
        let mut reader = BufReader::new(stream);
        loop {
            let Some(first) = read_line(&mut reader)? else { return Ok(()) };
            while read_line(&mut reader)?.is_some_and(|header| !header.is_empty()) {}
            if self.stopped.load(Ordering::Relaxed) {
                return Ok(());
            }

            let mut words = first.split(' ');
            let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let answer =
                if matches!(method, "GET" | "HEAD") { self.answer(target) } else { Answer::text(405, "GET only\n") };
            self.log.lock().unwrap_or_else(PoisonError::into_inner).push(Request {
                method: method.to_owned(),
                target: target.to_owned(),
                status: answer.status,
            });
            answer.write(stream, method == "HEAD")?;
        }
    }

    fn answer(&self, target: &str) -> Answer {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let Some(inner) = path.strip_prefix(&self.mount) else {
            return if format!("{path}/") == self.mount { Answer::redirect(&self.mount) } else { self.missing() };
        };
        let Some(mut file) = file_path(inner).map(|inner| self.directory.join(inner)) else { return self.missing() };
        if file.is_dir() {
            file.push("index.html");
        }
        match fs::read(&file) {
            Ok(body) => Answer { status: 200, kind: media_type(&file), body, location: None },
            Err(_) => self.missing(),
        }
    }

    /// As GitHub Pages does: the site's 404.html where it has one.
    fn missing(&self) -> Answer {
        match fs::read(self.directory.join("404.html")) {
            Ok(body) => Answer { status: 404, kind: "text/html; charset=utf-8", body, location: None },
            Err(_) => Answer::text(404, "not found\n"),
        }
    }
}

impl Answer {
    fn text(status: u16, text: &str) -> Self {
        Self { status, kind: "text/plain; charset=utf-8", body: text.into(), location: None }
    }

    fn redirect(to: &str) -> Self {
        Self { location: Some(to.to_owned()), ..Self::text(301, "moved\n") }
    }

    fn write(&self, mut stream: &TcpStream, head_only: bool) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            301 => "Moved Permanently",
            405 => "Method Not Allowed",
            _ => "Not Found",
        };
        let location = self.location.as_ref().map(|to| format!("Location: {to}\r\n")).unwrap_or_default();
        let head = format!(
            "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n{location}\r\n",
            self.status,
            self.kind,
            self.body.len(),
        );
        let body: &[u8] = if head_only { &[] } else { &self.body };
        stream.write_all(&[head.as_bytes(), body].concat())
    }
}

/// One line without its end; `None` at the end of the connection or for a line that is too long.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    io::Read::take(&mut *reader, LINE as u64).read_until(b'\n', &mut line)?;
    let text = line.strip_suffix(b"\r\n").or_else(|| line.strip_suffix(b"\n"));
    Ok(text.map(|text| String::from_utf8_lossy(text).into_owned()))
}

/// The file that a URL's path names; `None` where it would leave the directory.
fn file_path(path: &str) -> Option<PathBuf> {
    let decoded = percent_decoded(path)?;
    let mut file = PathBuf::new();
    for part in decoded.split('/').filter(|part| !part.is_empty()) {
        if part == "." || part == ".." || part.contains(['\\', ':', '\0']) {
            return None;
        }
        file.push(part);
    }
    Some(file)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

/// The media type by the file's extension. A module of another type than `application/wasm` would not be compiled
/// while it streams.
fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/vnd.microsoft.icon",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" | "md" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::Server;
    use crate::scratch::Scratch;

    /// Head and body of the answers to these request lines, over one connection.
    fn ask(server: &Server, lines: &[&str]) -> String {
        let address = server.url().trim_start_matches("http://").split('/').next().unwrap().to_owned();
        let mut stream = TcpStream::connect(address).unwrap();
        for line in lines {
            write!(stream, "{line} HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        }
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn a_site_under_a_sub_path_is_served_with_its_types() {
        let site = Scratch::new("types", &[("index.html", "<p>"), ("a b.wasm", "\0asm")]);
        let server = Server::start(&site.0, "/wheelcard/", 0).unwrap();
        let index = ask(&server, &["GET /wheelcard/?x#y"]);
        assert!(index.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"), "{index}");
        assert!(index.ends_with("\r\n\r\n<p>"), "{index}");
        assert!(ask(&server, &["GET /wheelcard/a%20b.wasm"]).contains("Content-Type: application/wasm\r\n"));
        assert!(ask(&server, &["GET /wheelcard"]).contains("Location: /wheelcard/\r\n"));
        let both = ask(&server, &["HEAD /wheelcard/", "GET /wheelcard/none"]);
        assert!(both.contains("\r\n\r\nHTTP/1.1 404 Not Found\r\n"), "no body to a HEAD, then the next answer: {both}");
    }

    #[test]
    fn nothing_outside_the_directory_is_served() {
        let site = Scratch::new("outside", &[("index.html", "")]);
        let server = Server::start(&site.0, "/wheelcard/", 0).unwrap();
        for target in [
            "/",
            "/index.html",
            "/wheelcard/../index.html",
            "/wheelcard/%2e%2e/x",
            "/wheelcard/..%5cx",
            "/wheelcard/%zz",
        ] {
            assert!(ask(&server, &[&format!("GET {target}")]).starts_with("HTTP/1.1 404"), "{target}");
        }
        assert!(ask(&server, &["POST /wheelcard/"]).starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn the_log_says_what_was_asked_for() {
        let site = Scratch::new("log", &[("index.html", "")]);
        let server = Server::start(&site.0, "/", 0).unwrap();
        ask(&server, &["GET /", "GET /none?q"]);
        let log: Vec<_> = server.log().into_iter().map(|request| (request.target, request.status)).collect();
        assert_eq!(log, [("/".to_owned(), 200), ("/none?q".to_owned(), 404)]);
    }

    #[test]
    fn a_404_page_of_the_site_is_shown() {
        let site = Scratch::new("404", &[("404.html", "lost")]);
        let server = Server::start(&site.0, "/wheelcard/", 0).unwrap();
        let answer = ask(&server, &["GET /wheelcard/none"]);
        assert!(answer.starts_with("HTTP/1.1 404") && answer.ends_with("lost"), "{answer}");
    }
}
