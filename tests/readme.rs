//! Everything that the README shows has been run as written: every command
//! of its `console` blocks is run here, one after the other in one folder,
//! and prints what the README says it prints. `...` stands for lines and
//! `[..]` for characters that differ from run to run.

use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::assert_data_eq;

/// A command and what the README says it prints, stderr before stdout.
struct Example {
    command: String,
    output: String,
}

#[test]
fn examples_print_what_they_show() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let examples = examples(&readme);
    assert!(examples.len() >= 8, "only {} examples", examples.len());

    let folder = tempfile::tempdir().unwrap();
    copy_queries(root, folder.path());
    let sqlite3 = Command::new("sqlite3").arg("--version").output().is_ok();
    if !sqlite3 {
        eprintln!("sqlite3 is not installed: its examples are not run");
    }
    for example in examples {
        if sqlite3 || !example.command.starts_with("sqlite3") {
            assert_data_eq!(run(&example.command, folder.path()), example.output);
        }
    }
}

#[test]
fn every_query_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    for query in std::fs::read_dir(root.join("sql")).unwrap() {
        let name = query.unwrap().file_name().into_string().unwrap();
        assert!(readme.contains(&format!("(sql/{name})")), "{name}");
    }
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => examples.push(Example {
                    command: command.to_owned(),
                    output: String::new(),
                }),
                None => {
                    let output = &mut examples.last_mut().unwrap().output;
                    output.push_str(line);
                    output.push('\n');
                }
            }
        }
    }
    examples
}

/// Runs a command of the README with the programs under test on the path.
fn run(command: &str, folder: &Path) -> String {
    let command = command.replace("cargo run --release -- ", "blackbox ");
    let programs = PathBuf::from(env!("CARGO_BIN_EXE_blackbox"));
    let mut path = programs.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("BLACKBOX_DB")
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
}

fn copy_queries(root: &Path, folder: &Path) {
    std::fs::create_dir(folder.join("sql")).unwrap();
    for query in std::fs::read_dir(root.join("sql")).unwrap() {
        let query = query.unwrap();
        std::fs::copy(query.path(), folder.join("sql").join(query.file_name())).unwrap();
    }
}
