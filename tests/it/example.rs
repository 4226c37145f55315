//! `examples/card.rs`, run as a reader runs it.
#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn card(arguments: &[&str]) -> Output {
    // `cargo test` builds the examples beside the tests.
    let built = std::env::current_exe().unwrap();
    let example = built.parent().unwrap().parent().unwrap().join("examples/card");
    Command::new(example).args(arguments).output().unwrap()
}

fn oddities() -> Vec<String> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wheels/oddities");
    let mut paths: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .map(|path| path.to_str().unwrap().to_owned())
        .filter(|path| path.contains("MarkupSafe"))
        .collect();
    paths.sort();
    paths
}

#[test]
fn wheels_of_several_platforms_are_no_one_card_at_the_terminal_either() {
    let paths = oddities();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let refused = card(&paths);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0));
    let choices = String::from_utf8(refused.stderr).unwrap();
    let key = "markupsafe-3.0.2-win-amd64";
    assert!(choices.contains("    --release=markupsafe-3.0.2-linux-x86_64-glibc (2 of the wheels)\n"), "{choices}");
    assert!(choices.contains(&format!("    --release={key} (1 of the wheels)\n")), "{choices}");

    let option = format!("--release={key}");
    let chosen = card(&[paths.as_slice(), &["--markdown", option.as_str()]].concat());
    assert_eq!(chosen.status.code(), Some(0));
    let alone: Vec<&str> = paths.iter().copied().filter(|path| path.contains("win_amd64")).collect();
    let alone = card(&[alone.as_slice(), &["--markdown"]].concat());
    assert_eq!(chosen.stdout, alone.stdout);
}
