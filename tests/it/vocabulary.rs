//! One vocabulary of options in all commands, and answers that begin with what was asked.

use testkit::words;

use crate::common::program::{BLACKBOX, assert_has, cases, explored_sandbox, refuses_each};
use crate::common::repository::queries;
use crate::common::terminal::Terminal;

#[test]
fn options_are_called_the_same_in_all_commands() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    for [line, told] in cases(
        "status => A4_B6   explore  done   58905
        status -c A4_B6 -f csv => A4_B6,explore,done,58905,58905,100,,,
        display a4_b6 -f csv => A4_B6,10,
        display a4_b6:868 -f csv => A4_B6,868,
        verify a4_b6 --sample 10% --seed 7 => a sample of 10% of A4_B6 is sound: 
        export a4_b6 molecules -f csv => A4_B6,1,
        report a4_b6 -o report => report
        query groups-of-size A4_B6 5 -f csv => canonical_number,images,molecules
        query distribution A4_B6 shots -n 1 => value
        query spectral-group -c A4_B6 -p number=868 -f csv => 868,
        query spectral-group a4_b6:868 -f csv => 868,
        query enantiomer-group A4_B6 15993 -f csv => 7361,id
        census A3_B4 -j 1 -f csv --summary => A3_B4,560,77,8,1,4,2
        census A3_B4 --draws 20 --seed 1 => A3_B4
        export molecules A4_B6 -f csv -o m.csv => m.csv
        law 2 -f csv => atoms
        strategy A2_B3 -j 1 --minimize points => points
        decode A2_B3:5 --minimize shots -n 1 => agree
        decode A4_B6 --minimize bits => absorbed                24,934
        decode A4_B6 --minimize worst-case => absorbed                24,359
        run A3_B3 -d other.db --no-wait => A3_B3: ",
    ) {
        assert_has(&sandbox.says(&format!("{line} --quiet")), told);
    }
    let hint = sandbox.run(&["display", "a2_b4", "5"]).stderr;
    assert_has(&hint, "hint: run `blackbox explore --config A2_B4` first");
    for line in [
        "init a2_b4",
        "explore a2_b4",
        "init-spectrum a2_b4",
        "update-spectrum a2_b4",
    ] {
        sandbox.ok(&words(line));
    }
    assert_eq!(
        sandbox.number("select count(*) from Molecules where config = 'A2_B4'"),
        120
    );
    let where_ = |condition| sandbox.ok(&["display", "A4_B6", "--where", condition, "-f", "csv"]);
    assert_eq!(where_("nb_mol = 5").lines().count(), 1 + 40);
    assert_eq!(
        where_("spectral_group_size = 5 and ambiguous"),
        where_("nb_mol = 5")
    );
    refuses_each(
        &sandbox,
        "2 => census A3_B4 --insist => unexpected argument
        2 => census A3_B4 --sample 9 => unexpected argument
        2 => play --hard => unexpected argument
        2 => decode A2_B3:5 --for points => unexpected argument
        2 => query distribution --set statistic=shots => unexpected argument
        2 => strategy A2_B3 --minimize bits => all strategies gain the same bits
        2 => verify A4_B6 --sample 10 => a share of the molecules in per cent, with its sign, such as 10%
        2 => verify A4_B6 --sample 0% => a share of the molecules in per cent
        2 => verify --law four => unexpected argument
        2 => export molecules twins A4_B6 => name only one table
        2 => law --atoms 3 => unexpected argument
        2 => display A4_B6 --where nb_moll=5 => hint: the columns are config, number,
        1 => query spectral-group A4_B6:58906 => A4_B6 has no molecule 58906
        2 => query spectral-group A4_B6 868x => number is a whole number, not 868x
        2 => query rivals A4_B6:5 -p number=6 => number has two values
        2 => query distribution A4_B6 turns => statistic cannot be turns; choose one of these: shots,
        2 => query distant-twins A4_B6 A3_B4 => give only one configuration (got A4_B6 and A3_B4)",
    );
    let told = sandbox.run(&["query", "distribution", "A4_B6"]).stderr;
    assert!(told.starts_with("assumed statistic: "), "{told}");
    let help = sandbox.ok(&["--help"]);
    assert!(!help.contains("\n  init "), "{help}");
    assert_has(&help, "\n  completions ");
}

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
fn answers_come_first_and_fit_a_screen() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let census = sandbox.says("census A4_B6 --quiet");
    assert!(
        census.starts_with("A4_B6: 1,636 of 58,905 molecules"),
        "{census}"
    );
    assert!(census.lines().count() <= 24, "{census}");
    assert!(sandbox.says("census A4_B6 --quiet --all").lines().count() > 24);
    assert_eq!(
        sandbox.document("census A4_B6")["ambiguous_molecules"],
        1636
    );
    assert_eq!(
        sandbox.document("census A4_B6 --summary")["ambiguous_molecules"],
        1636
    );
    let verdict = "A4_B6 is sound: 58,905 rows recomputed, 764 spectra regrouped, ";
    assert_has(&sandbox.says("verify A4_B6 --quiet"), verdict);
    assert_eq!(
        sandbox.says("run A4_B6 --quiet"),
        sandbox.says("query ambiguity A4_B6 --quiet")
    );
    for name in queries().keys() {
        let mut command = sandbox.command(BLACKBOX);
        command.args(words(&format!("query {name} A4_B6 -n 3 -q")));
        let (_, shown) = Terminal::start(&mut command, 200, 80).end();
        let widest = shown.lines().map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= 80), "{name}\n{shown}");
    }
}
