//! The help of every command: its examples run, its groups are complete, its colours are a choice.

use std::fs;

use crate::common::program::{assert_has, empty_sandbox, explored_sandbox, shell};
use crate::common::repository::original;

/// The commands that help lists, under any title.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("\nOptions:\n").next().unwrap();
    let lines = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter_map(|line| line.split(' ').next());
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_example_of_every_help_runs() {
    let sandbox = explored_sandbox(&["A4_B6", "A4_B8"]);
    fs::write(sandbox.path("game.txt"), "west 1 = H\n").unwrap();
    fs::write(sandbox.path("Black-Box.db"), original()).unwrap();
    let help = sandbox.ok(&["--help"]);
    let commands = commands(&help);
    assert!(commands.len() > 15, "{help}");
    for command in commands {
        let help = match command {
            "help" => continue,
            command => sandbox.ok(&[command, "--help"]),
        };
        // What needs a terminal has a test of its own.
        if ["browse", "completions", "man"].contains(&command) {
            continue;
        }
        let (_, examples) = help.split_once("\nExamples:\n").expect(command);
        let examples: Vec<&str> = examples.lines().map(str::trim).collect();
        assert!((2..=3).contains(&examples.len()), "{command}: {examples:?}");
        if command == "verify" {
            // What the example of `init` has begun.
            sandbox.ok(&["run", "A5_B5"]);
            sandbox.ok(&["census", "A5_B6"]);
        }
        for example in examples {
            // The law of four atoms takes ten seconds, and has a test of its own.
            let example = example.replace("--atoms 4", "--atoms 3");
            let ended = shell(&sandbox, &example);
            assert_eq!(ended.code, Some(0), "{example}: {ended:?}");
        }
    }
}

#[test]
fn colours_are_a_choice() {
    let sandbox = explored_sandbox(&["A2_B3"]);
    let shown = |args: &[&str]| sandbox.run(args).stdout.contains('\u{1b}');
    assert!(!shown(&["--help"]));
    assert!(shown(&["--help", "--color", "always"]));
    assert!(shown(&["display", "--color=always", "A2_B3", "1"]));
    assert!(!shown(&["display", "--color", "never", "A2_B3", "1"]));
    let forced = "CLICOLOR_FORCE=1 blackbox display A2_B3 1 --color never";
    assert!(!shell(&sandbox, forced).stdout.contains('\u{1b}'));
}

#[test]
fn a_manual_page_is_that_of_its_command() {
    let sandbox = empty_sandbox();
    let page = sandbox.ok(&["man", "decode"]);
    assert!(page.contains(".TH blackbox-decode 1"), "{page}");
    for section in ["EXAMPLES", "\"EXIT STATUS\"", "ENVIRONMENT"] {
        assert_has(&page, &format!(".SH {section}"));
    }
    assert!(sandbox.ok(&["man", "explore"]).contains("data/blackbox.db"));
    sandbox.refuses(&["man", "help"], 2, "blackbox has no page for help");
    sandbox.ok(&["man", "--out", "pages"]);
    let pages = fs::read_dir(sandbox.path("pages")).unwrap().count();
    assert!(pages > 15, "{pages} pages");
    sandbox.refuses(&["man", "nothing"], 2, "blackbox has no page for nothing");
}
