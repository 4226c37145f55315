//! The service worker of the built site: `public/sw.js`, with the list of what it keeps.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::{Result, project};

/// The service worker's file in the site.
pub const WORKER: &str = "sw.js";

/// What the service worker never answers with: itself, and the page that a host shows for what is missing.
const LEFT_OUT: &[&str] = &[WORKER, "404.html"];

/// The page's own workers, whose names are not hashed: the page asks for them with its build's id.
const WITH_BUILD: &[&str] = &["look.js", "look_bg.wasm", "worker.js", "worker_bg.wasm"];

/// The attribute of `<html>` by which the page knows its version. Empty in the source, and where Trunk alone built the
/// page: then it starts no service worker.
const ATTRIBUTE: &str = "data-site=\"";

/// Writes the service worker into a site whose modules are of this build, and the version's id into `index.html`.
///
/// The id is a hash of every file and of the service worker's own text: another site is another version. A second call
/// changes nothing.
///
/// # Errors
/// When a file can't be read or written, or has a name that would need an escape in a URL.
pub fn write(site: &Path, build: &str) -> Result {
    let index = site.join("index.html");
    let page = fs::read_to_string(&index).map_err(|e| format!("{}: {e}", index.display()))?;
    fs::write(&index, with_id(&page, "")?)?;

    let template = project::root().join("public").join(WORKER);
    let code = fs::read_to_string(&template).map_err(|e| format!("{}: {e}", template.display()))?;
    let identity = Sha256::digest(files(site, build)? + &code);
    let id = project::hex(&identity[..6]);

    fs::write(&index, with_id(&page, &id)?)?;
    let list = files(site, build)?;
    fs::write(site.join(WORKER), format!("const SITE = {{\n  id: \"{id}\",\n  files: {{\n{list}  }},\n}};\n\n{code}"))?;
    Ok(())
}

/// A line `"URL": "SHA-256",` for each file that is kept, in the order of their paths.
fn files(site: &Path, build: &str) -> Result<String> {
    let mut list = Vec::new();
    for file in project::files_under(site)? {
        let inner = file.strip_prefix(site)?.components();
        let name = inner.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        if LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
        if !name.bytes().all(is_plain) {
            return Err(format!("`{name}` would need an escape in a URL; rename it").into());
        }
        let url = match name.as_str() {
            "index.html" => String::new(),
            _ if WITH_BUILD.contains(&name.as_str()) => format!("{name}?v={build}"),
            _ => name,
        };
        let digest = project::hex(&Sha256::digest(fs::read(&file)?));
        list.push(format!("    \"{url}\": \"{digest}\",\n"));
    }
    Ok(list.concat())
}

/// The page with the version's id in place of whichever stands there.
fn with_id(page: &str, id: &str) -> Result<String> {
    let (before, rest) = page.split_once(ATTRIBUTE).ok_or("index.html has no data-site attribute")?;
    let (_, after) = rest.split_once('"').ok_or("index.html: data-site has no end")?;
    Ok(format!("{before}{ATTRIBUTE}{id}\"{after}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::write;
    use crate::scratch::Scratch;

    const PAGE: &str = "<html lang=\"en\" data-site=\"\"><p>";

    fn worker(site: &Scratch, build: &str) -> String {
        write(&site.0, build).unwrap();
        fs::read_to_string(site.0.join("sw.js")).unwrap()
    }

    fn id(worker: &str) -> &str {
        worker.split_once("id: \"").unwrap().1.split_once('"').unwrap().0
    }

    #[test]
    fn every_file_is_listed_as_the_page_asks_for_it_with_what_sha256sum_says() {
        let files = [("index.html", PAGE), ("worker.js", ""), ("icons/a.svg", "abc"), ("404.html", "lost")];
        let site = Scratch::new("listed", &files);
        let worker = worker(&site, "b1");
        // printf abc | sha256sum; sha256sum < /dev/null
        assert!(
            worker.contains("\"icons/a.svg\": \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"")
        );
        assert!(
            worker.contains("\"worker.js?v=b1\": \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"")
        );
        assert!(worker.contains("    \"\": \""), "the page itself, at the scope's own address");
        assert!(!worker.contains("404.html\":") && !worker.contains("sw.js\":"), "{worker}");
    }

    #[test]
    fn the_page_says_the_version_that_the_service_worker_keeps() {
        let site = Scratch::new("version", &[("index.html", PAGE)]);
        let first = worker(&site, "b1");
        let page = fs::read_to_string(site.0.join("index.html")).unwrap();
        assert_eq!(page, format!("<html lang=\"en\" data-site=\"{}\"><p>", id(&first)));
        assert_eq!(worker(&site, "b1"), first, "a second time");
    }

    #[test]
    fn a_changed_file_makes_another_version() {
        let site = Scratch::new("changed", &[("index.html", PAGE), ("style.css", "a")]);
        let first = worker(&site, "b1");
        fs::write(site.0.join("style.css"), "b").unwrap();
        assert_ne!(id(&worker(&site, "b1")), id(&first));
    }

    #[test]
    fn a_name_that_a_url_would_spell_otherwise_is_refused() {
        let site = Scratch::new("escape", &[("index.html", PAGE), ("a b.json", "")]);
        assert!(write(&site.0, "b1").unwrap_err().to_string().contains("`a b.json`"));
    }
}
