//! The queries in `sql/`, as they are there for everybody to run.

mod common {
    pub(crate) mod program;
}

use std::fs;
use std::path::Path;
use std::process::Command;

use rusqlite::{Connection, ToSql};

use common::program::explored_sandbox;

/// Every file in `sql/` by its name.
fn queries() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sql");
    let mut queries: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    queries.sort();
    queries
}

/// The rows that a query of `sql/` finds, their columns joined by blanks.
fn rows(connection: &Connection, name: &str, parameters: &[(&str, &dyn ToSql)]) -> Vec<String> {
    let (_, sql) = queries().into_iter().find(|query| query.0 == name).unwrap();
    let mut statement = connection.prepare(&sql).unwrap();
    let columns = statement.column_count();
    let rows = statement
        .query_map(parameters, |row| {
            let column = |at| -> rusqlite::Result<String> {
                Ok(match row.get::<_, rusqlite::types::Value>(at)? {
                    rusqlite::types::Value::Integer(number) => number.to_string(),
                    rusqlite::types::Value::Text(text) => text,
                    other => panic!("{name}: {other:?}"),
                })
            };
            let columns: rusqlite::Result<Vec<String>> = (0..columns).map(column).collect();
            Ok(columns?.join(" "))
        })
        .unwrap();
    rows.map(Result::unwrap).collect()
}

const A4_B6: (&str, &dyn ToSql) = (":config", &"A4_B6");

#[test]
fn every_query_is_one_statement_and_needs_no_parameter() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let connection = sandbox.sql();
    let queries = queries();
    assert!(queries.len() >= 6);
    for (name, sql) in &queries {
        let dots = |line: &str| line.trim_start().starts_with('.');
        assert!(!sql.lines().any(dots), "{name} has a dot-command");
        // More than one statement would be an error here.
        let mut statement = connection.prepare(sql).unwrap();
        assert!(statement.readonly(), "{name}");
        // Every parameter is explained at the top of the file.
        for index in 1..=statement.parameter_count() {
            let parameter = statement.parameter_name(index).unwrap();
            let explained = format!("-- {parameter} ");
            let mut lines = sql.lines();
            assert!(lines.any(|line| line.starts_with(&explained)), "{name}");
        }
        let mut found = statement.raw_query();
        while found.next().unwrap().is_some() {}
    }
}

#[test]
fn every_query_can_be_piped_into_sqlite3() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    if Command::new("sqlite3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no sqlite3 program here");
        return;
    }
    for (name, sql) in queries() {
        let script = format!(".param set :config \"'A4_B6'\"\n{sql}");
        let file = sandbox.path("script.sql");
        fs::write(&file, script).unwrap();
        let mut command = sandbox.command("sqlite3");
        let output = command.arg("-bail").arg(sandbox.db());
        let output = output.stdin(fs::File::open(&file).unwrap()).output();
        let output = output.unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{name}");
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{name}"
        );
    }
}

#[test]
fn ambiguity_is_told_of_one_configuration_or_of_all() {
    let sandbox = explored_sandbox(&["A4_B6", "A3_B4", "A2_B4"]);
    let connection = sandbox.sql();
    let ours = [
        "A4_B6 2 89 696 1392",
        "A4_B6 3 6 36 108",
        "A4_B6 4 4 24 96",
        "A4_B6 5 1 8 40",
    ];
    assert_eq!(rows(&connection, "ambiguity.sql", &[A4_B6]), ours);
    let all = rows(&connection, "ambiguity.sql", &[]);
    assert_eq!(all[0], "A3_B4 2 1 4 8");
    assert_eq!(all[1..], ours);
}

#[test]
fn an_enantiomer_group_is_that_of_any_of_its_members() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let connection = sandbox.sql();
    let group = |number: i64| {
        rows(
            &connection,
            "enantiomer-group.sql",
            &[A4_B6, (":number", &number)],
        )
    };
    let of_15993 = group(15993);
    assert_eq!(of_15993.len(), 8);
    assert_eq!(of_15993, group(7361));
    assert!(of_15993[0].starts_with("7361 id "));
    // The first molecule, where no number is set.
    let first = rows(&connection, "enantiomer-group.sql", &[A4_B6]);
    assert!(first[0].starts_with("1 id OOOO"));
}

#[test]
fn a_spectral_group_is_that_of_a_molecule_or_the_largest() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let connection = sandbox.sql();
    let largest = rows(&connection, "spectral-group.sql", &[A4_B6]);
    assert_eq!(largest.len(), 5);
    let number: i64 = largest[3].split(' ').next().unwrap().parse().unwrap();
    let same = rows(
        &connection,
        "spectral-group.sql",
        &[A4_B6, (":number", &number)],
    );
    assert_eq!(same, largest);
    // A molecule that nobody can mistake is alone, and an unknown one is not
    // taken for the question for the largest.
    let alone = "select number from Molecules group by spectrum having count(*) = 1 limit 1";
    let alone = sandbox.number(alone);
    let group = |number: i64| {
        rows(
            &connection,
            "spectral-group.sql",
            &[A4_B6, (":number", &number)],
        )
        .len()
    };
    assert_eq!(group(alone), 1);
    assert_eq!(group(1_000_000), 0);
}

#[test]
fn records_are_those_of_the_rows() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let connection = sandbox.sql();
    for (query, column) in [
        ("longest-rays.sql", "max_length"),
        ("most-turns.sql", "max_turns"),
    ] {
        let found = rows(&connection, query, &[A4_B6]);
        assert_eq!(found.len(), 15, "{query}");
        for (outcome, first) in ["absorbed", "reflected", "out"].into_iter().zip([0, 10, 5]) {
            let most = sandbox.number(&format!("select max({outcome}_{column}) from Molecules"));
            let begin = format!("{outcome} {most} ");
            assert!(found[first].starts_with(&begin), "{query}: {found:?}");
        }
        let two = rows(&connection, query, &[A4_B6, (":limit", &2)]);
        assert_eq!(two.len(), 6, "{query}");
    }
}

#[test]
fn distant_twins_share_a_spectrum_and_differ_in_as_many_atoms_as_told() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let connection = sandbox.sql();
    let found = rows(&connection, "distant-twins.sql", &[A4_B6]);
    assert!(!found.is_empty());
    let mut before = 4;
    for row in &found {
        let words: Vec<&str> = row.split(' ').collect();
        let [atoms, number, other, one, two] = words[..] else {
            panic!("{row}");
        };
        let differing = one
            .chars()
            .zip(two.chars())
            .filter(|&pair| pair == ('O', '-'));
        let atoms: usize = atoms.parse().unwrap();
        assert_eq!(differing.count(), atoms, "{row}");
        assert!((2..=before).contains(&atoms), "{row}");
        before = atoms;
        let spectrums = sandbox.number(&format!(
            "select count(distinct spectrum) from Molecules where number in ({number}, {other})"
        ));
        assert_eq!(spectrums, 1, "{row}");
    }
}
