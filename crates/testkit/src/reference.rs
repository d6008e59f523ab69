//! Reference pages that are made from a program's own help.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use snapbox::{Data, assert_data_eq};

/// The columns of a narrow terminal, which all help fits.
const COLUMNS: usize = 80;

/// The test that `docs/reference/PROGRAM.md` shows the help of the program and of all its
/// commands. `SNAPSHOTS=overwrite cargo test -p PACKAGE --test it reference` makes the page again.
#[macro_export]
macro_rules! reference_is_true {
    ($program:literal, $docs:literal) => {
        #[test]
        fn the_reference_shows_the_help() {
            $crate::check_reference(
                $program,
                std::path::Path::new(env!(concat!("CARGO_BIN_EXE_", $program))),
                &std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join($docs),
            );
        }
    };
}

/// Compares the page in a folder of documents with the help that the program prints.
pub fn check_reference(name: &str, program: &Path, docs: &Path) {
    let main = help(program, &[]);
    // They stand in one list or in several, each under a title, before the options.
    let lists = main.split("\nUsage:").nth(1).unwrap_or_default();
    let lists = lists.split("\nOptions:\n").next().unwrap_or_default();
    // What a command does may take several lines; these are indented further.
    let commands = lists.lines().filter_map(|line| line.strip_prefix("  "));
    let commands = commands.filter(|line| !line.starts_with(' ') && !line.starts_with("help "));
    let mut page = format!(
        "# `{name}`\n\nThis is what `{name} help` and `{name} help COMMAND` print.\n\n```text\n{main}```\n"
    );
    for command in commands.filter_map(|line| line.split(' ').next()) {
        let text = help(program, &[command]);
        // A closed string never fails.
        let _ = write!(page, "\n## `{name} {command}`\n\n```text\n{text}```\n");
    }
    let path = docs.join("reference").join(format!("{name}.md"));
    assert_data_eq!(page, Data::read_from(&path, None).raw());
}

fn help(program: &Path, command: &[&str]) -> String {
    let mut running = Command::new(program);
    running
        .args(command)
        .arg("--help")
        .env_remove("BLACKBOX_DB");
    let output = running
        .env("COLUMNS", COLUMNS.to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for line in text.lines() {
        assert!(line.chars().count() <= COLUMNS, "{command:?}: {line}");
    }
    // A page has no blanks at the ends of its lines.
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}
