//! Tests documents: every command of their `console` blocks runs, one after the other in one folder, and must print
//! the output that the document shows. Parts that differ from run to run are `...` for lines and `[..]` for
//! characters. A line `? 1` after a command is its exit code. Reference pages are generated from the help of a
//! program.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::{Assert, Data, IntoData, assert_data_eq};

use crate::{Ended, SHELL};

/// Defines the tests of the documents of a package: the README and `tests/cases.md` show the real output of its
/// program, `docs/reference/PROGRAM.md` shows its help, and the program has every command in its documents, of
/// which there are at least `$commands`. The program has the name of the package, which must depend on tempfile.
/// `SNAPSHOTS=overwrite cargo test -p PACKAGE --test it reference` regenerates the reference.
#[macro_export]
macro_rules! documents_are_true {
    ($program:literal, $commands:literal) => {
        const FOLDER: &str = env!("CARGO_MANIFEST_DIR");
        const PROGRAM: &str = env!(concat!("CARGO_BIN_EXE_", $program));

        fn check_examples(document: &str) {
            let folder = tempfile::tempdir().unwrap();
            let from_the_source = concat!("cargo run --release -p ", $program, " -- ");
            let examples = $crate::run_examples(
                &std::path::Path::new(FOLDER).join(document),
                folder.path(),
                PROGRAM.as_ref(),
                &[(from_the_source, concat!($program, " "))],
            );
            assert!(examples >= 4, "only {examples} examples");
        }

        #[test]
        fn examples_print_what_they_show() {
            check_examples("README.md");
        }

        #[test]
        fn cases_print_what_they_show() {
            check_examples("tests/cases.md");
        }

        #[test]
        fn the_reference_shows_the_help() {
            let docs = std::path::Path::new(FOLDER).join("../../docs");
            $crate::check_reference($program, PROGRAM.as_ref(), &docs);
        }

        #[test]
        fn the_documents_name_commands_that_exist() {
            let places = ["README.md", "docs", "reference"];
            let places = places.map(|place| std::path::Path::new(FOLDER).join(place));
            let commands = $crate::check_commands($program, PROGRAM.as_ref(), &places);
            assert!(commands >= $commands, "only {commands} commands");
        }
    };
}

/// A command and its output in the document, stderr before stdout.
#[derive(Default)]
struct Example {
    /// The lines of the command in the document.
    shown: String,
    command: String,
    code: i32,
    output: String,
}

/// Runs the examples of a document in a folder, with the program under test on the path, and returns their number.
/// `aliases` are other beginnings of commands, with their replacements.
///
/// Examples of `sqlite3` are skipped if it is not installed. `SNAPSHOTS=overwrite` in the environment updates the
/// output of examples in the document.
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
    let overwrite = std::env::var("SNAPSHOTS").is_ok_and(|how| how == "overwrite");
    let (examples, mut renewed) = (examples(&text), text.clone());
    for example in &examples {
        if sqlite3 || !example.command.starts_with("sqlite3") {
            let mut command = example.command.clone();
            for (written, meant) in aliases {
                command = command.replace(written, meant);
            }
            let printed = run(&command, example.code, folder, program);
            // Backslashes in output are not parts of paths.
            let assert = Assert::new().normalize_paths(false);
            let [found, expected] =
                [&printed, &example.output].map(|text| without_machine(text).into_data());
            let compared = assert.try_eq(None, found, expected);
            if overwrite && compared.is_err() {
                let old = format!("{}{}", example.shown, example.output);
                renewed = renewed.replacen(&old, &(example.shown.clone() + &printed), 1);
            } else {
                compared.unwrap_or_else(|error| panic!("{command}\n{error}"));
            }
        }
    }
    if renewed != text {
        fs::write(document, renewed).unwrap();
    }
    examples.len()
}

/// The output without the free space and the speed of the machine, which follow the size of a job.
fn without_machine(output: &str) -> String {
    let settled = |line: &str| {
        let (size, more) = line.split_once(" of disk (")?;
        let (_, time) = more.split_once(" free), ")?;
        let is_estimate = time.starts_with("roughly ");
        Some(format!(
            "{size} of disk, {}",
            if is_estimate { "\n" } else { time }
        ))
    };
    let lines = output.split_inclusive('\n');
    lines
        .map(|line| settled(line).unwrap_or_else(|| line.to_owned()))
        .collect()
}

fn examples(document: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in document.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                examples.push(Example {
                    shown: format!("{line}\n"),
                    command: command.to_owned(),
                    ..Example::default()
                });
                continue;
            }
            let example = examples.last_mut().unwrap();
            let words = line.split_once(' ').unwrap_or((line, ""));
            match (example.output.is_empty(), words) {
                // The prompt of a shell before the next line of a command.
                (true, (">", more)) => example.command += &format!("\n{more}"),
                (true, ("?", code)) => example.code = code.parse().unwrap(),
                _ => {
                    example.output += &format!("{line}\n");
                    continue;
                }
            }
            example.shown += &format!("{line}\n");
        }
    }
    examples
}

/// Runs a command in a shell with the program under test on the path. It must end with this code and, unless the
/// code is 0, give its reason in one line.
fn run(command: &str, code: i32, folder: &Path, program: &Path) -> String {
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
    let ended = Ended::from(output);
    match code {
        0 => assert_eq!(ended.code, Some(0), "{command}: {ended:?}"),
        code => ended.check_error(code),
    }
    // A slow machine may show progress lines, which begin with the time of day.
    let is_progress = |line: &&str| {
        line.get(10..20)
            .is_some_and(|time| time.starts_with('T') && time.ends_with('Z'))
    };
    let messages = ended.stderr.split_inclusive('\n');
    let messages: String = messages.filter(|line| !is_progress(line)).collect();
    let end = if ended.stdout.is_empty() || ended.stdout.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    messages + &ended.stdout + end
}

/// The columns of a narrow terminal, which all help must fit.
const COLUMNS: usize = 80;

/// Compares the reference page in a folder with the help of the program. Options that all commands have are only in
/// the first block.
pub fn check_reference(name: &str, program: &Path, docs: &Path) {
    let main = help(program, &[]);
    let mut page = format!(
        "# `{name}`\n\nThis page shows the output of `{name} help` and `{name} help COMMAND`. Every command also \
         accepts the options listed first.\n\n```text\n{main}```\n"
    );
    for command in commands(&main) {
        let text = help(program, &[command]);
        assert!(text.contains("\nExamples:\n"), "{name} {command}");
        // Writing to a string never fails.
        let _ = write!(
            page,
            "\n## `{name} {command}`\n\n```text\n{}```\n",
            own(&text)
        );
        // Arguments of the command are in brackets.
        for inner in commands(&text).filter(|inner| !inner.starts_with(['<', '['])) {
            let text = own(&help(program, &[command, inner]));
            let _ = write!(
                page,
                "\n### `{name} {command} {inner}`\n\n```text\n{text}```\n"
            );
        }
    }
    let path = docs.join("reference").join(format!("{name}.md"));
    assert_data_eq!(page, Data::read_from(&path, None).raw());
}

/// The help of a command without the options that all commands have. Each option begins a line.
fn own(help: &str) -> String {
    let shared = ["--quiet", "--verbose", "--color", "--help", "--version"];
    let mut own = String::new();
    let mut left_out = false;
    for line in help.lines() {
        let words = line.trim_start();
        if words.starts_with('-') {
            left_out = shared.iter().any(|option| words.contains(option));
        } else if left_out && !line.is_empty() && !line.starts_with(' ') {
            left_out = false;
            // Removes the blank line before the heading.
            own = own.trim_end().to_owned() + "\n\n";
        }
        if !left_out {
            own = own + line + "\n";
        }
    }
    own.trim_start()
        .replace("\nOptions:\n\n", "\n")
        .trim_end()
        .to_owned()
        + "\n"
}

/// The commands in the help of a program, except `help` itself.
pub fn commands(help: &str) -> impl Iterator<Item = &str> {
    // Commands are in one or several lists, each under a title, before the options.
    let lists = help.split("\nUsage:").nth(1).unwrap_or_default();
    let lists = lists.split("\nOptions:\n").next().unwrap_or_default();
    // The description of a command may continue on further lines, which are indented more.
    let commands = lists.lines().filter_map(|line| line.strip_prefix("  "));
    let commands = commands.filter(|line| !line.starts_with(' ') && !line.starts_with("help "));
    commands.filter_map(|line| line.split(' ').next())
}

/// Checks that a program has the commands that documents, or all documents of a folder, mention, and returns their
/// number. Commands run with `--help` at the end, so that they do nothing. A command is in a code block, between
/// backticks, or in the first column of a table; text with a placeholder or a variable is not one. `display
/// --where` only names the option.
pub fn check_commands(name: &str, program: &Path, places: &[PathBuf]) -> usize {
    let main = help(program, &[]);
    let known: Vec<&str> = commands(&main).collect();
    let mut documents = Vec::new();
    for place in places.iter().filter(|place| place.exists()) {
        match fs::read_dir(place) {
            Ok(folder) => documents.extend(folder.map(|entry| entry.unwrap().path())),
            Err(_) => documents.push(place.clone()),
        }
    }
    let from_the_source = match name {
        "blackbox" => "cargo run --release --".to_owned(),
        _ => format!("cargo run --release -p {name} --"),
    };
    let mut checked = 0;
    for document in documents {
        let text = || {
            let text = fs::read_to_string(&document).unwrap();
            text.replace(&from_the_source, name)
        };
        let first = |line: &str| line.split(',').next().unwrap_or_default().to_owned();
        let written = match document.extension().and_then(OsStr::to_str) {
            Some("md") => written(&text()),
            Some("csv") => text().lines().map(first).collect(),
            _ => continue,
        };
        for words in written {
            let quoted = words.split(['\'', '"']).enumerate();
            let words = quoted.flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            let words: Vec<&str> = words.collect();
            let words = match words[..] {
                [first, ref rest @ ..] if first == name && !rest.is_empty() => rest,
                [first, second, ..] if known.contains(&first) && second.starts_with("--") => &words,
                _ => continue,
            };
            let is_placeholder = |word: &&str| {
                word.chars().all(|c| c.is_ascii_uppercase())
                    || word.contains('$')
                    || *word == "An_Bp"
            };
            if !words.iter().any(is_placeholder) {
                let ended = Command::new(program).args(words).arg("--help").output();
                let ended = ended.unwrap();
                let names = ended.stderr.starts_with(b"error: a value is required for");
                let is_known = ended.status.success() || names;
                assert!(is_known, "{}: {words:?}: {ended:?}", document.display());
                checked += 1;
            }
        }
    }
    checked
}

/// The texts of a page that may be commands: each code span, and the parts of each line of a code block.
fn written(text: &str) -> Vec<String> {
    let mut written: Vec<&str> = Vec::new();
    let mut block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            block = !block;
        } else if block {
            let line = line.trim_start_matches("$ ");
            let (line, _) = line.split_once(" 2>").unwrap_or((line, ""));
            written.extend(line.split(['|', ';', '>', '#']));
        } else {
            written.extend(line.split('`').skip(1).step_by(2));
        }
    }
    written.into_iter().map(str::to_owned).collect()
}

fn help(program: &Path, command: &[&str]) -> String {
    let mut running = Command::new(program);
    running.args(command).arg("--help");
    running.env_remove("BLACKBOX_DB");
    running.env("COLUMNS", COLUMNS.to_string());
    let output = running.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    for line in text.lines() {
        assert!(line.chars().count() <= COLUMNS, "{command:?}: {line}");
    }
    // Pages have no blanks at the ends of lines.
    let lines = text.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}
