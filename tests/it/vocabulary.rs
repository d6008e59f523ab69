//! The user's own SQL, and the width of answers. `tests/cases/arguments.md` has the vocabulary of options.

use testkit::words;

use crate::common::program::{BLACKBOX, cases, explored_sandbox};
use crate::common::repository::queries;
use crate::common::terminal::Terminal;

#[test]
fn own_sql_is_one_statement_that_reads() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let asked = |sql: &str| ["query", sql, "-f", "csv", "-p", "size=2"].map(str::to_owned);
    let sql = "select nb_mol, count(*) as n from Spectrums where nb_mol = :size group by 1";
    let asked: Vec<String> = asked(sql).into();
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    assert_eq!(sandbox.ok(&asked), "nb_mol,n\n2,4\n");
    for [sql, why] in cases(
        "select 1; select 2 => it has more than one statement
        delete from Molecules => it may only read
        update Molecules set number = 1 where 0 => it may only read
        create table t (c) => it may only read
        pragma user_version => it may only read
        select * from pragma_table_list => it may only read
        attach 'x' as y => it may only read
        vacuum into 'x' => it may only read
        begin immediate => it may only read
        select load_extension('x') => not authorized to use function
        with recursive n (n) as (select 1 union select n + 1 from n) select n from n => without recursion
        select no_column from Molecules => no such column: no_column
        select count( => incomplete input
        select json('x') => malformed JSON
        select randomblob(1000000000) => longer than a mebibyte
        select length(hex(zeroblob(900000))) => longer than a mebibyte
        select length(group_concat(a.molecule || b.molecule)) from Molecules as a, Molecules as b => longer than a mebibyte
        /* nothing */ => it is empty",
    ) {
        sandbox.refuses(&["query", sql], 2, why);
    }
    assert!(!sandbox.path("x").exists());
    let long = format!("select '{}' as x", "x".repeat(120_000));
    assert_eq!(
        sandbox.ok(&["query", &long, "-f", "csv"]).len(),
        2 + 120_001
    );
    // Ctrl-C ends an answer that would take years.
    let endless = "select count(*) from Molecules a, Molecules b, Molecules c, Molecules d";
    sandbox.interrupted_with(&["query", endless], b"");
}

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
