//! Makes random changes to every column of some tables. `verify` must find each of them, unless
//! `docs/reliability.md` says that the values of the column cannot be checked.

use std::{fs, mem};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use testkit::{Random, Sandbox, one, seeded, words};

use crate::common::repository::read;
use crate::verify::check_formats;

/// The reasons why a change cannot be found.
const TIME: &str = "another possible time";
const CIRCUMSTANCE: &str = "how the work was done, not what it found";

const UNDETECTABLE: [(&str, &str); 13] = [
    ("Configurations.explored_at", TIME),
    ("Configurations.spectrums_initialised_at", TIME),
    ("Configurations.spectrums_updated_at", TIME),
    ("Batches.committed_at", TIME),
    (
        "Batches.frontier",
        "only that of the last batch is compared",
    ),
    ("Censuses.begun_at", TIME),
    ("Censuses.finished_at", TIME),
    ("CensusPasses.committed_at", TIME),
    ("CensusPasses.memory", CIRCUMSTANCE),
    ("CensusPasses.threads", CIRCUMSTANCE),
    ("CensusPasses.seconds", CIRCUMSTANCE),
    ("CensusPasses.frontier", "passes can be cut anywhere"),
    ("CensusPasses.a row less", "passes can be cut anywhere"),
];

const VERIFY: &[&str] = &["verify", "--quiet"];

struct Column {
    name: String,
    integer: bool,
    nullable: bool,
    key: bool,
}

const CHANGES: u32 = 1;

/// Makes the changes one by one and prints a table of the findings. Fails if the verification misses a change that
/// it should find, or differs between formats.
///
/// `BLACKBOX_MUTATIONS` sets the number of changes per column, which is small by default and larger in CI.
/// `MUTATIONS_SEED` is the seed of the changes.
pub(crate) fn find_changes(sandbox: &Sandbox, tables: &str) {
    let mut random = seeded("MUTATIONS_SEED");
    let changes: u32 =
        std::env::var("BLACKBOX_MUTATIONS").map_or(CHANGES, |changes| changes.parse().unwrap());
    let document = read("docs/reliability.md");
    for (column, _) in UNDETECTABLE {
        let named = column.trim_end_matches(".a row less");
        let is_named = document.contains(&format!("`{named}`"));
        assert!(is_named, "no document names {named}");
    }
    let (code, outcomes) = check_formats(sandbox, VERIFY);
    let passed = |outcome: &String| outcome == "ok" || outcome == "checksum";
    assert!(outcomes.iter().all(passed), "{outcomes:?}");
    assert_eq!(code, Some(0));
    let mut compared = false;
    let sound = fs::read(sandbox.db()).unwrap();
    let mut missed = Vec::new();
    for table in words(tables) {
        let columns = columns(&sandbox.sql(), table);
        assert!(!columns.is_empty(), "{table}");
        for column in columns.iter().map(Some).chain([None]) {
            let name = column.map_or("a row less", |column| &column.name);
            let full = format!("{table}.{name}");
            let why = UNDETECTABLE.iter().find(|(column, _)| *column == full);
            let (mut made, mut found) = (0, 0);
            for _ in 0..changes {
                restore(sandbox, &sound);
                let Some(change) = change(&sandbox.sql(), table, &columns, column, &mut random)
                else {
                    continue;
                };
                made += 1;
                let ended = sandbox.run(VERIFY);
                let told = format!("{full}: {change}: {ended:?}");
                assert!(!ended.stderr.contains("panicked"), "{told}");
                match ended.code {
                    Some(0) if why.is_none() => missed.push(told),
                    Some(0) => {}
                    Some(1) => {
                        found += 1;
                        if !mem::replace(&mut compared, true) {
                            let (code, outcomes) = check_formats(sandbox, VERIFY);
                            assert!(code == Some(1) && !outcomes.iter().all(passed), "{full}");
                        }
                    }
                    _ => panic!("{told}"),
                }
            }
            let why = why.map_or("", |(_, why)| why);
            eprintln!("{full:<42} {found:>3} of {made:>3} found  {why}");
        }
    }
    restore(sandbox, &sound);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

fn restore(sandbox: &Sandbox, sound: &[u8]) {
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{suffix}", sandbox.db().display()));
    }
    fs::write(sandbox.db(), sound).unwrap();
}

fn columns(connection: &Connection, table: &str) -> Vec<Column> {
    let sql = format!("select name, type, \"notnull\", pk from pragma_table_info('{table}')");
    let mut statement = connection.prepare(&sql).unwrap();
    let columns = statement.query_map([], |row| {
        Ok(Column {
            name: row.get(0)?,
            integer: row.get::<_, String>(1)?.eq_ignore_ascii_case("integer"),
            nullable: !row.get::<_, bool>(2)?,
            key: row.get::<_, i64>(3)? > 0,
        })
    });
    columns.unwrap().map(Result::unwrap).collect()
}

/// Changes a column of a random row, or deletes the row, and describes the change. `None` if several changes in a
/// row are rejected by the table.
fn change(
    connection: &Connection,
    table: &str,
    columns: &[Column],
    column: Option<&Column>,
    random: &mut Random,
) -> Option<String> {
    let rows: i64 = one(connection, &format!("select count(*) from {table}"));
    assert!(rows > 0, "{table} is empty");
    let names: Vec<&str> = columns.iter().map(|column| &column.name[..]).collect();
    let row = |random: &mut Random| -> Vec<Value> {
        let offset = random.below(rows as u64);
        let names = names.join(", ");
        let sql = format!("select {names} from {table} limit 1 offset {offset}");
        let read = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|i| row.get(i)).collect();
        connection.query_row(&sql, [], read).unwrap()
    };
    for _ in 0..30 {
        let (this, other) = (row(random), row(random));
        let key = || columns.iter().zip(&this).filter(|(column, _)| column.key);
        let wheres: Vec<String> = (key().zip(2..))
            .map(|((column, _), i)| format!("{} = ?{i}", column.name))
            .collect();
        let wheres = wheres.join(" and ");
        let keys: Vec<Value> = key().map(|(_, value)| value.clone()).collect();
        let (change, new) = match column {
            None => (format!("delete from {table} where ?1 is null"), Value::Null),
            Some(column) => {
                let at = names.iter().position(|name| *name == column.name).unwrap();
                let new = another(&this[at], &other[at], column, random);
                if new == this[at] {
                    continue;
                }
                (
                    format!("update {table} set {} = ?1 where true", column.name),
                    new,
                )
            }
        };
        let sql = format!("{change} and {wheres}");
        let parameters = [new.clone()].into_iter().chain(keys.clone());
        if connection.execute(&sql, params_from_iter(parameters)) != Ok(1) {
            continue;
        }
        let sound: String = one(connection, "pragma integrity_check");
        assert_eq!(sound, "ok");
        return Some(format!("{new:?} in {keys:?}"));
    }
    None
}

/// A value that is most likely different from this one; `other` is the value of the column in some row.
fn another(this: &Value, other: &Value, column: &Column, random: &mut Random) -> Value {
    if column.nullable && random.below(5) == 0 {
        return Value::Null;
    }
    if random.below(5) == 0 {
        return other.clone();
    }
    match this {
        Value::Null if column.integer => Value::Integer(random.below(10) as i64),
        Value::Integer(number) => Value::Integer(match random.below(6) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            2 => -5,
            3 => 0,
            4 => number.wrapping_mul(2),
            _ => (random.next() >> random.below(63)) as i64,
        }),
        Value::Real(number) => Value::Real(match random.below(3) {
            0 => -1.0 - number,
            1 => f64::INFINITY,
            _ => number + 1.0,
        }),
        Value::Text(text) if !text.is_empty() => {
            let mut bytes = text.clone().into_bytes();
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(5) {
                0 => bytes.clear(),
                1 => bytes.truncate(at),
                2 => bytes.push(bytes[at]),
                3 => bytes[at] = b'0' + random.below(10) as u8,
                _ => bytes[at] = b' ' + random.below(95) as u8,
            }
            Value::Text(String::from_utf8_lossy(&bytes).into_owned())
        }
        _ => Value::Text("2026-01-01T00:00:00Z".to_owned()),
    }
}
