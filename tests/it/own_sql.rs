//! The user's own SQL, and the width of results. `tests/cases/arguments.md` has the options.

use testkit::words;

use crate::common::program::{BLACKBOX, explored_sandbox};
use crate::common::repository::queries;
use crate::common::terminal::Terminal;

#[test]
fn answers_of_queries_fit_a_screen() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    for name in queries().keys() {
        let mut command = sandbox.command(BLACKBOX);
        command.args(words(&format!("query {name} A4_B6 -n 3 -q")));
        let (_, shown) = Terminal::start(&mut command, 200, 80).end();
        let widest = shown.lines().map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= 80), "{name}\n{shown}");
    }
}

/// A terminal gets 20 KB, which pass through a buffer of 8 KiB.
#[test]
fn characters_stay_whole_between_buffers() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let mut command = sandbox.command(BLACKBOX);
    command.args(["query", "-f", "csv", "-q"]);
    command.arg("select number, 'äöü€𝄞äöü€𝄞' as t from Molecules");
    let (_, shown) = Terminal::start(&mut command, 600, 80).end();
    let whole = |line: &&str| line.trim_end().ends_with(",äöü€𝄞äöü€𝄞");
    assert_eq!(shown.lines().filter(whole).count(), 560, "{shown}");
}

#[test]
fn own_sql_may_be_long_and_is_interrupted() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let long = format!("select '{}' as x", "x".repeat(120_000));
    let printed = sandbox.ok(&["query", &long, "-f", "csv"]);
    assert_eq!(printed.len(), 2 + 120_001);
    // A query that would take years.
    let endless = "select count(*) from Molecules a, Molecules b, Molecules c, Molecules d";
    sandbox.interrupted_with(&["query", endless], b"");
}
