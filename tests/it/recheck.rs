//! The card's re-check commands and lists, run for real with the standard tools that they name.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test stops at what it does not expect, and the numbers in it are its own"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wheelcard::card::{self, Provenance};

use crate::neuronx_published::{TAGS, file_name};
use crate::neuronx_wheels;
use crate::real_wheels::{folder, scanned};
use crate::reports::refs;

/// Whether the tools are here; without them there is nothing to run.
fn has_tools() -> bool {
    let has = |tool: &str| {
        let quiet = Command::new(tool).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status();
        quiet.is_ok()
    };
    let all = ["bash", "unzip", "readelf", "sha256sum"].into_iter().all(has);
    if !all {
        println!("skipped: bash, unzip, readelf or sha256sum is not here");
    }
    all
}

fn shell(line: &str, directory: &Path) -> String {
    let output = Command::new("bash").arg("-c").arg(line).current_dir(directory).env("LC_ALL", "C.UTF-8").output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

fn agree(checks: &[Provenance], directory: &Path) {
    for check in checks {
        assert_eq!(shell(&check.command, directory).trim_end(), check.expect, "{}: {}", check.claim, check.command);
    }
}

#[test]
fn every_command_on_the_card_of_a_real_set_prints_what_the_card_says() {
    if !has_tools() {
        return;
    }
    for set in ["torchaudio_local", "pyzmq"] {
        let card = card::build(&refs(&scanned(set)));
        assert!(card.provenance.len() > 20, "{set}");
        agree(&card.provenance, &folder(set));
        for row in card.tables.iter().flat_map(|table| &table.rows) {
            let of_row = card::provenance::of_row(row, &card.wheels);
            assert!(of_row.is_some(), "{}", row.key);
            agree(of_row.as_slice(), &folder(set));
            for copy in &row.copies {
                let checks = card::provenance::of_copy(row, copy, &card.wheels[copy.wheel]);
                assert_eq!(checks.len(), 3, "size, SHA-256 and build-id of {}", copy.path);
                agree(&checks, &folder(set));
            }
        }
    }
}

#[test]
fn version_build_time_and_contents_are_checked_by_the_lines_of_the_made_up_neuronx_wheels() {
    if !has_tools() {
        return;
    }
    let directory = fresh("neuronx");
    let one = |(at, tag): (usize, &&str)| {
        let (name, bytes) = (file_name(tag), neuronx_wheels::wheel(tag, at));
        std::fs::write(directory.join(&name), &bytes).unwrap();
        wheelcard::scan::scan(bytes, &name).unwrap()
    };
    let reports: Vec<_> = TAGS.iter().enumerate().map(one).collect();
    let card = card::build(&refs(&reports));
    for claim in [
        "__buildtime__ in neuronxcc/version/__init__.py of cp312",
        "version 2.24.5133.0+58f8de22 in no binary of cp310",
        "different contents of `neuronxcc/starfish/bin/xla_infergoldens` in cp310, cp311, cp312",
    ] {
        assert!(card.provenance.iter().any(|check| check.claim == claim), "{claim}");
    }
    agree(&card.provenance, &directory);
}

#[test]
fn sha256sum_accepts_the_list_of_a_wheel_as_unzip_lays_it() {
    if !has_tools() {
        return;
    }
    let reports = scanned("torchaudio_local");
    let directory = fresh("checksums");
    let report = &reports[0];
    let wheel = folder("torchaudio_local").join(&report.listing.file_name.given);
    std::fs::write(directory.join("list"), card::checksums::export(report)).unwrap();
    shell(&format!("unzip -q '{}'", wheel.display()), &directory);
    let said = shell("sha256sum --strict -c list && echo all well", &directory);
    assert_eq!(said.lines().filter(|line| line.ends_with(": OK")).count(), report.members.len(), "{said}");
    assert!(said.ends_with("all well\n"), "{said}");
}

/// A folder of its own under the build directory.
fn fresh(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

#[test]
fn names_that_a_shell_or_unzip_would_read_otherwise_are_read_as_they_are() {
    if !has_tools() {
        return;
    }
    let directory = fresh("odd names");
    let names = [
        "d/plain.so",
        "d/a b.so",
        "d/it's.so",
        "d/$(touch gone)`x`.so",
        "d/a[1].so",
        "d/a1.so",
        "d/star*.so",
        "d/starx.so",
        "d/q?.so",
        "d/é.so",
        "-dash.so",
    ];
    let wheel = "it's a [wheel]-1.0-py3-none-any.whl";
    let mut zip = zip::ZipWriter::new(std::fs::File::create(directory.join(wheel)).unwrap());
    for name in names {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, format!("\x7fELF of {name}").as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let report = wheelcard::scan::scan(std::fs::File::open(directory.join(wheel)).unwrap(), wheel).unwrap();
    let card = card::build(&[&report]);
    let rows: Vec<_> = card.tables.iter().flat_map(|table| &table.rows).collect();
    assert_eq!(rows.len(), names.len());
    for row in rows {
        let checks = card::provenance::of_copy(row, &row.copies[0], &card.wheels[0]);
        assert_eq!(checks.len(), 2, "{}", row.key);
        agree(&checks, &directory);
    }
    assert!(!directory.join("gone").exists());
}

/// The commands in a Markdown export, each with what it must print, as a reader would copy them: what stands in the
/// fenced shell block, comments being `# claim` and `# prints: …`.
fn commands_of(markdown: &str) -> Vec<(String, String)> {
    use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
    let (mut shell, mut inside) = (String::new(), false);
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => inside = &*language == "sh",
            Event::End(TagEnd::CodeBlock) => inside = false,
            Event::Text(text) if inside => shell.push_str(&text),
            _ => {}
        }
    }
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in shell.lines() {
        let prints = line.strip_prefix("# prints: ");
        if let (Some(prints), Some((_, expect))) = (prints, commands.last_mut()) {
            prints.clone_into(expect);
        } else if let (Some(more), Some((_, expect))) = (line.strip_prefix("#         "), commands.last_mut()) {
            expect.push('\n');
            expect.push_str(more);
        } else if !line.starts_with('#') {
            commands.push((line.to_owned(), String::new()));
        }
    }
    commands
}

#[test]
fn the_commands_in_the_markdown_of_a_real_set_print_what_it_says_in_a_plain_sh() {
    if !has_tools() {
        return;
    }
    for set in ["torchaudio_local", "pyzmq"] {
        let card = card::build(&refs(&scanned(set)));
        let commands = commands_of(&card::markdown::export(&card));
        assert_eq!(commands.len(), card.provenance.len(), "{set}: every command is in the export");
        for (command, expect) in commands {
            assert!(!expect.is_empty(), "{command}");
            let run =
                Command::new("sh").arg("-c").arg(&command).current_dir(folder(set)).env("LC_ALL", "C.UTF-8").output();
            let printed = String::from_utf8(run.unwrap().stdout).unwrap();
            assert_eq!(printed.trim_end(), expect, "{command}");
        }
    }
}
