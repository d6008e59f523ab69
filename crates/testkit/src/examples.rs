//! Runs the examples of documents. Every command of their `console` blocks runs, one after the
//! other in one folder, and must print what the document says. `...` stands for lines, and `[..]`
//! for characters, that differ from run to run.

use std::fs;
use std::path::Path;
use std::process::Command;

use snapbox::assert_data_eq;

use crate::SHELL;

/// The test that the README of a package shows what its program really prints, in at least this
/// number of examples. The program has the name of the package. The package depends on tempfile.
#[macro_export]
macro_rules! readme_is_true {
    ($program:literal, $least:literal) => {
        #[test]
        fn examples_print_what_they_show() {
            let folder = tempfile::tempdir().unwrap();
            let examples = $crate::run_examples(
                &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"),
                folder.path(),
                std::path::Path::new(env!(concat!("CARGO_BIN_EXE_", $program))),
                &[(
                    concat!("cargo run --release -p ", $program, " -- "),
                    concat!($program, " "),
                )],
            );
            assert!(examples >= $least, "only {examples} examples");
        }
    };
}

/// A command and its output in the document, stderr before stdout.
struct Example {
    command: String,
    output: String,
}

/// Runs the examples of a document in a folder, with the program under test on the path. Returns
/// the number of examples. `aliases` are other beginnings of commands, and their replacements.
///
/// If `sqlite3` is not on the machine, its examples do not run.
pub fn run_examples(
    document: &Path,
    folder: &Path,
    program: &Path,
    aliases: &[(&str, &str)],
) -> usize {
    let text = fs::read_to_string(document)
        .unwrap_or_else(|error| panic!("{}: {error}", document.display()));
    let sqlite3 = Command::new("sqlite3").arg("--version").output().is_ok();
    if !sqlite3 {
        eprintln!("sqlite3 is not installed: its examples are not run");
    }
    let examples = examples(&text);
    for example in &examples {
        if sqlite3 || !example.command.starts_with("sqlite3") {
            let mut command = example.command.clone();
            for (written, meant) in aliases {
                command = command.replace(written, meant);
            }
            assert_data_eq!(run(&command, folder, program), &example.output);
        }
    }
    examples.len()
}

fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in document.split("```console\n").skip(1) {
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

/// Runs a command in a shell with the program under test on the path.
fn run(command: &str, folder: &Path, program: &Path) -> String {
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new(SHELL)
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("BLACKBOX_DB")
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
}
