//! Arbitrary input: texts in place of boards, and foreign databases, whose cells have any content.
//!
//! `FUZZ_CASES` multiplies the number of cases. With 100, the tests take minutes.

use std::ffi::OsStr;
use std::path::Path;

use blackbox::Error;
use blackbox::commands::decode::run::{Patience, decode, listed};
use blackbox::output::decoded::TextOptions;
use blackbox::puzzle::PlayError;
use blackbox::puzzle::Puzzle;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::text::BoardText;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use rusqlite::Connection;
use rusqlite::types::Value;
use testkit::{Ended, csv, one, words};
use watch::Stop;

use crate::common::program::{check_printed, prepared_sandbox, sandbox_with};
use crate::common::repository::files;
use blackbox::output;

/// The usual number of cases, times `FUZZ_CASES`.
fn cases(usual: u32) -> ProptestConfig {
    let factor = std::env::var("FUZZ_CASES").map_or(1, |factor| factor.parse().unwrap());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(usual * factor)
    }
}

/// A board as `display` draws it, with any characters in a few places, and sometimes
/// cut short.
fn nearly_a_board() -> impl Strategy<Value = Vec<u8>> {
    const BOARD: &str =
        "  @ & @ a\n@ O - O - @\n& - - - - b\n@ - O x - @\na - - - - b\n  @   c c\n";
    let symbol = prop_oneof![
        4 => select(b"@&HRabcdefO-x \n0123\r\t#".to_vec()),
        1 => any::<u8>(),
    ];
    let changes = proptest::collection::vec((0..BOARD.len(), symbol), 0..6);
    (changes, 0..BOARD.len() * 4).prop_map(|(changes, length)| {
        let mut board = BOARD.as_bytes().to_vec();
        for (place, symbol) in changes {
            board[place] = symbol;
        }
        board.truncate(length.max(2));
        board
    })
}

fn board() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => nearly_a_board(),
        1 => any::<Vec<u8>>(),
        1 => "[@&HRa-dO x\n-]{0,200}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn boards(text in board(), atoms in 0u64..=5) {
        if let Ok(read) = BoardText::parse(&text) {
            let width = read.evidence.size().columns();
            prop_assert!((1..=20).contains(&width));
            // A puzzle in a small box is solved quickly.
            if read.evidence.size().cells() <= 16
                && let Ok(puzzle) = Puzzle::new(read.evidence, atoms..=atoms)
            {
                let stop = Stop::default();
                let answer = decode(&puzzle, Aim::Points, Patience::Moment, &stop);
                if let Err(Error::Play(PlayError::Contradiction { .. })) = answer {
                    return Ok(());
                }
                let (solutions, advice) = answer.unwrap();
                let mut answer = Vec::new();
                let options = TextOptions { columns: 40, colour: true };
                output::decoded::write_text(&mut answer, &solutions, &advice, true, options).unwrap();
                output::decoded::write_list(&mut answer, &solutions, options, |each| {
                    listed(&solutions, Some(20), &stop, each)
                })
                .unwrap();
                prop_assert!(!answer.is_empty());
            }
        }
    }
}

/// Checks that no written file contains scripts or control characters.
fn check_pages(folder: &Path, about: &str) {
    if !folder.exists() {
        return;
    }
    for path in files(folder) {
        let text = std::fs::read_to_string(&path).unwrap();
        let raw = |c: char| c.is_control() && c != '\n' && c != '\r';
        assert!(!text.contains(raw), "{}: {about}", path.display());
        let is_page = |kind: &OsStr| kind == "html" || kind == "svg";
        let page = path.extension().is_some_and(is_page);
        for markup in ["<script>alert", "<img src=x", "onload=\"", "<blink>"] {
            let is_found = page && text.contains(markup);
            assert!(!is_found, "{markup} in {}: {about}", path.display());
        }
    }
}

/// Checks what must hold for any program and any input.
fn check(ended: &Ended, about: &str) {
    let code = ended.code;
    assert!(matches!(code, Some(0..=2)), "{about}: {ended:?}");
    check_printed(ended);
    if code != Some(0) {
        assert!(ended.stderr.contains("error: "), "{about}: {ended:?}");
    }
}

/// Any value of a cell.
fn value() -> impl Strategy<Value = Value> {
    let nasty = select(vec![
        "<script>alert(1)</script>",
        "\u{1b}]0;owned\u{7}\u{1b}[2J",
        "\" onload=\"alert(1)",
        "</svg><img src=x onerror=alert(1)>",
        "&lt;blink&gt;\u{9b}31m\r\n",
        "O--------O-----O",
        "@&@&@&@&@&@&@&@&",
        "id",
        "rot90",
        "??",
        "%s%n{}\\",
        "\u{202e}\u{feff}",
    ]);
    prop_oneof![
        3 => nasty.prop_map(|text| Value::Text(text.to_owned())),
        2 => any::<String>().prop_map(Value::Text),
        2 => (-3i64..700).prop_map(Value::Integer),
        2 => any::<i64>().prop_map(Value::Integer),
        1 => any::<f64>().prop_map(Value::Real),
        1 => any::<Vec<u8>>().prop_map(Value::Blob),
        1 => Just(Value::Null),
    ]
}

/// The tables and columns of a database.
fn columns(connection: &Connection) -> Vec<(String, String)> {
    let sql = "select t.name, c.name from sqlite_schema as t, pragma_table_info(t.name) as c
                where t.type = 'table' and t.name not like 'sqlite%'
                  and t.name not like 'refinery%' order by 1, c.cid";
    let found = csv(connection, sql);
    let found = found
        .lines()
        .skip(1)
        .map(|row| row.split_once(',').unwrap());
    found
        .map(|(table, column)| (table.to_owned(), column.to_owned()))
        .collect()
}

/// Writes values into cells, regardless of the types of their columns, as another program could.
fn tamper(connection: &Connection, changes: &[((String, String), Value, i64)]) {
    for ((table, column), value, row) in changes {
        let keys = format!("select group_concat(name) from pragma_table_info('{table}') where pk");
        let keys: String = one(connection, &keys);
        let sql = format!(
            "update {table} set {column} = ?1 where {row} = 0 or ({keys}) =
                (select {keys} from {table} limit 1 offset {row} % (select count(*) from {table}))"
        );
        // Ignores errors, because the key may exist already.
        let _ = connection.execute(&sql, [value]);
    }
}

/// All commands that read data that other programs may have written.
const READERS: [&str; 9] = [
    "display --config A3_B4 1 26 560",
    "display --config A3_B4 --format json 1..40",
    "display --config A3_B4 --spectrum @&&@@&@&@aa@&@&@",
    "verify --config A3_B4",
    "update-spectrum --config A3_B4 --verbose",
    "run --config A3_B4",
    "census --config A3_B4",
    "display --config A3_B4 --format svg 1 26",
    "report --config A3_B4 --output report",
];

#[test]
fn foreign_databases() {
    let original = prepared_sandbox("run --config A3_B4\ncensus --config A3_B4 --quiet");
    let sound = std::fs::read(original.db()).unwrap();
    let columns = columns(&original.sql());
    assert!(columns.len() > 50);
    // Changes some cells of a table, or all of a column.
    let change = (
        select(columns),
        value(),
        prop_oneof![2 => 1i64..30, 1 => Just(0)],
    );
    let changes = proptest::collection::vec(change, 1..6);
    let checked = TestRunner::new(cases(12)).run(&changes, |changes| {
        let sandbox = sandbox_with(&sound);
        tamper(&sandbox.sql(), &changes);
        let before = std::fs::read(sandbox.db()).unwrap();
        for reader in READERS {
            std::fs::write(sandbox.db(), &before).unwrap();
            let ended = sandbox.run(&words(reader));
            check(&ended, &format!("{reader} {changes:?}"));
            // The file must be accepted as ours, so that its contents are read.
            assert!(!ended.stderr.contains("was not made by"), "{ended:?}");
        }
        check_pages(&sandbox.path("report"), &format!("{changes:?}"));
        Ok(())
    });
    checked.unwrap();
}
