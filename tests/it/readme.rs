//! Runs the examples of the README, of the pages in `docs/` and of the help of every command as written, and
//! the cases in `tests/cases/`.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use testkit::{Sandbox, check_commands, check_reference, commands, run_examples, words};

use crate::common::program::{
    BLACKBOX, assert_has, empty_sandbox, explored_sandbox, sandbox_with, script, shell, with,
};
use crate::common::repository::{files, queries, read, root};
use crate::common::terminal;

/// A test for each document with examples, and the least number of examples in it.
macro_rules! documents {
    ($module:ident, $all:ident, $run:path: $($document:ident: $least:literal,)*) => {
        const $all: &[&str] = &[$(stringify!($document)),*];

        mod $module {
            $(
                #[test]
                fn $document() {
                    $run(stringify!($document), $least);
                }
            )*
        }
    };
}
documents! {
    the_page_prints_what_it_shows, PAGES, super::run:
    census: 2,
    cluster: 6,
    decode: 8,
    explore: 9,
    export: 4,
    laws: 3,
    perfect_play: 3,
    play: 3,
    queries: 11,
    report: 4,
    tutorial: 8,
    verify: 5,
}
documents! {
    each_case_prints_what_it_shows, CASES, super::run_cases:
    arguments: 80,
    census: 40,
    decode: 50,
    display: 35,
    export: 30,
    parts: 60,
    play: 50,
    proofs: 25,
    report: 14,
    sql: 35,
    stages: 35,
    verify: 9,
}

fn run_cases(name: &str, least: usize) {
    let path = root().join(format!("tests/cases/{name}.md"));
    let sandbox = empty_sandbox();
    let examples = run_examples(&path, sandbox.folder(), Path::new(BLACKBOX), &[]);
    assert!(examples >= least, "{name}: only {examples} examples");
}

/// A database with A4_B6 and A4_B8. The README explores the latter, and some pages begin with this database.
fn explored_by_the_readme() -> &'static [u8] {
    static DATABASE: OnceLock<Vec<u8>> = OnceLock::new();
    DATABASE.get_or_init(|| {
        let sandbox = explored_sandbox(&["A4_B6"]);
        check("README.md", 1, &sandbox);
        fs::read(sandbox.db()).unwrap()
    })
}

#[test]
fn the_readme_prints_what_it_shows() {
    explored_by_the_readme();
}

#[test]
fn the_reference_shows_the_help() {
    check_reference("blackbox", Path::new(BLACKBOX), &root().join("docs"));
}

#[test]
fn the_documents_name_commands_that_exist() {
    let places = "README.md docs data/reference apps/web/README.md";
    let places: Vec<_> = places.split(' ').map(|place| root().join(place)).collect();
    let commands = check_commands("blackbox", Path::new(BLACKBOX), &places);
    assert!(commands >= 100, "only {commands} commands");
}

fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

#[test]
fn every_page_with_examples_is_run() {
    for folder in ["docs", "docs/reference"] {
        for name in names(folder) {
            if let Some(page) = name.strip_suffix(".md")
                && read(&format!("{folder}/{name}")).contains("```console\n")
            {
                assert!(PAGES.contains(&page.replace('-', "_").as_str()), "{name}");
            }
        }
    }
    for name in names("tests/cases") {
        assert!(CASES.contains(&name.trim_end_matches(".md")), "{name}");
    }
}

#[test]
fn every_page_and_every_sister_is_linked() {
    let readme = read("README.md");
    assert_has(&readme, "(docs/SUMMARY.md)");
    let contents = read("docs/SUMMARY.md");
    for folder in ["docs", "docs/reference"] {
        for name in names(folder) {
            let page = format!("{folder}/{name}").replacen("docs/", "", 1);
            if name.ends_with(".md") && name != "SUMMARY.md" {
                let title = read(&format!("docs/{page}"));
                let title = title.lines().next().unwrap().trim_start_matches("# ");
                assert_has(&contents, &format!("[{title}]({page})"));
            }
        }
    }
    for name in names("puzzles") {
        assert_has(&readme, &format!("(puzzles/{name}/README.md)"));
    }
    let crates = read("crates/README.md");
    for name in names("crates") {
        assert!(
            name == "README.md" || crates.contains(&format!("({name})")),
            "{name}"
        );
    }
}

#[test]
fn every_query_is_documented() {
    let page = read("docs/queries.md");
    for name in queries().keys() {
        assert_has(&page, &format!("(../sql/{name}.sql)"));
    }
}

#[test]
fn every_promise_has_its_test() {
    let sources = [
        "tests/it",
        "crates/app/src",
        "crates/db/src",
        "rules",
        "src",
        "puzzles",
    ]
    .map(|folder| files(&root().join(folder)));
    let texts = sources.concat().into_iter();
    let sources: String = texts
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let page = read("docs/reliability.md");
    let names = page.split('`').skip(1).step_by(2);
    // Other code in backquotes is shorter, or has other characters.
    let is_test = |name: &&str| name.matches('_').count() > 1 && !name.contains(['.', ':', ' ']);
    let tests: Vec<&str> = names.filter(is_test).collect();
    assert!(tests.len() > 30);
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| promise"));
    for row in rows {
        let (_, tested) = row.trim_end_matches(" |").rsplit_once(" | ").unwrap();
        let is_named = tested
            .split('`')
            .any(|name| is_test(&name) || name.ends_with(".rs") || name.ends_with(".md"));
        assert!(
            is_named || tested.contains("scripts/mutants.sh"),
            "no test: {row}"
        );
    }
    for test in tests {
        let is_there = sources.contains(&format!("fn {test}("));
        assert!(is_there, "there is no {test}");
    }
}

/// The path of a page, given its name as an identifier.
fn page(name: &str) -> String {
    let name = name.replace('_', "-") + ".md";
    let of = |folder: &str| format!("{folder}/{name}");
    let is_reference = root().join(of("docs/reference")).exists();
    of(if is_reference {
        "docs/reference"
    } else {
        "docs"
    })
}

/// Runs the examples of a page in its own folder. Databases that the first examples of some pages create are copied
/// from other tests.
fn run(name: &str, least: usize) {
    let document = &*page(name);
    let sandbox = match document {
        "docs/decode.md" | "docs/export.md" | "docs/report.md" | "docs/verify.md" => {
            explored_sandbox(&["A4_B6"])
        }
        "docs/explore.md" | "docs/queries.md" => sandbox_with(explored_by_the_readme()),
        _ => empty_sandbox(),
    };
    if document == "docs/explore.md" {
        // The page begins with A4_B6, step by step.
        sandbox.says("init A4_B6 --force");
    }
    check(document, least, &sandbox);
}

/// Runs the examples of a document in a sandbox.
fn check(document: &str, least: usize, sandbox: &Sandbox) {
    fs::create_dir(sandbox.path("sql")).unwrap();
    for (name, sql) in queries() {
        fs::write(sandbox.path(&format!("sql/{name}.sql")), sql).unwrap();
    }
    let examples = run_examples(
        &root().join(document),
        sandbox.folder(),
        Path::new(BLACKBOX),
        &[("cargo run --release -- ", "blackbox ")],
    );
    assert!(examples >= least, "{document}: only {examples} examples");
}

#[test]
fn every_example_of_every_help_runs() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    fs::write(sandbox.path("game.txt"), "west 1 = H\n").unwrap();
    let help = sandbox.ok(&["--help"]);
    assert!(commands(&help).count() > 15, "{help}");
    // Commands that need a terminal have their own tests.
    let others = commands(&help).filter(|name| !["browse", "completions", "man"].contains(name));
    let in_parts = ["census part", "census status", "census merge"];
    for command in others.chain(in_parts) {
        let help = sandbox.ok(&with(&words(command), &["--help"]));
        let (_, examples) = help.split_once("\nExamples:\n").expect(command);
        let examples: Vec<&str> = examples.lines().map(str::trim).collect();
        assert!((2..=3).contains(&examples.len()), "{command}: {examples:?}");
        if command == "verify" {
            // Finishes what the example of `init` has begun.
            sandbox.ok(&["run", "A5_B5"]);
            sandbox.ok(&["census", "A5_B6"]);
        }
        for example in examples {
            // The law of four atoms and the verification of all rows take seconds, and have their own tests.
            let example = match example {
                "blackbox verify" => "blackbox verify --config A4_B6",
                // This census is already in the database.
                "blackbox census merge parts" => "blackbox census merge parts --force",
                _ => &example.replace("law 4", "law 3"),
            };
            let ended = shell(&sandbox, example);
            assert_eq!(ended.code, Some(0), "{example}: {ended:?}");
        }
    }
}

/// Runs the five programs as in the README, on terminals of two widths. No word in their output may be split.
#[test]
#[cfg(target_os = "linux")]
fn the_five_programs_run_as_written_on_a_terminal() {
    use std::fs::File;
    use std::io::Read;
    use terminal::some;

    if !Path::new(BLACKBOX).with_file_name("explore").exists() {
        eprintln!("SKIPPED: only `cargo test` of all packages builds the five programs");
        return;
    }
    let readme = read("README.md");
    let (_, session) = readme.split_once("## The five programs").unwrap();
    let (_, session) = session.split_once("```sh\n").unwrap();
    let (session, _) = session.split_once("```").unwrap();
    assert_eq!(session.lines().count(), 6);
    for columns in [80, 60] {
        let sandbox = empty_sandbox();
        let session = session.replace("A4_B8", "A4_B6");
        let mut shell = script(&sandbox, &format!("set -e\n{session}"));
        shell.env_remove("COLUMNS");
        let (outside, inside, mut child) = terminal::spawn(&mut shell, 24, columns);
        drop((inside, shell));
        let mut said = Vec::new();
        // Reading after the end of the other side is an error.
        let _ = File::from(outside).read_to_end(&mut said);
        assert!(child.wait().unwrap().success());
        let mut screen = vt100::Parser::new(some(1000), some(columns), 0);
        screen.process(&said);
        let screen = screen.screen();
        let shown = screen.contents();
        for row in 0..1000 {
            assert!(!screen.row_wrapped(row), "{columns} columns:\n{shown}");
        }
        let steps = [
            "init-spectrum",
            "update-spectrum",
            "display --from 5 --to 10",
        ];
        for expected in steps.into_iter().chain(["5|8", "\n10 "]) {
            assert_has(&shown, expected);
        }
    }
}
