//! Checks that exported tables have every cell as in the database. `tests/cases/export.md` has the files that are
//! written and those that are not.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use itertools::Itertools;
use parquet::basic::{LogicalType, Type as Physical};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row, RowAccessor};
use parquet::schema::types::Type;
use rusqlite::Connection;
use rusqlite::types::Value;
use rustix::process::Signal;
use testkit::{Sandbox, csv, ended, words};

use crate::common::program::{
    BLACKBOX, assert_has, empty_sandbox, explored_sandbox, output, prepared_sandbox, python_with,
    send, sha256, wait_for, with,
};
use crate::common::repository::root;

/// The tables: the argument of the program, the name, and the order of the rows.
const TABLES: [(&str, &str, &str); 11] = [
    ("configurations", "Configurations", "config"),
    ("molecules", "Molecules", "canonical_number, number"),
    ("spectrums", "Spectrums", "spectrum"),
    (
        "ambiguous-molecules",
        "AmbiguousMolecules",
        "spectrum, number",
    ),
    ("census-spectrums", "CensusSpectrums", "nb_mol"),
    ("spectral-groups", "SpectralGroups", "spectrum"),
    ("twins", "Twins", "spectrum, number, other_number"),
    ("censuses", "Censuses", "config"),
    ("census-groups", "CensusGroups", "merit, rank"),
    ("census-molecules", "CensusMolecules", "merit, rank, number"),
    ("census-rays", "CensusRays", "outcome, measure"),
];

fn of_table(name: &str, order: &str) -> String {
    format!("select * from {name} where config = 'A3_B4' order by {order}")
}

/// Configurations that together have more molecules than a row group.
const LARGE: [&str; 3] = ["A4_B6", "A5_B5", "A4_B5"];

/// A3_B4 with its census, between two others.
fn sandbox() -> Sandbox {
    prepared_sandbox(
        "run --config A2_B4
        run --config A3_B4
        run --config A4_B4
        census --config A3_B4",
    )
}

fn export<'a>(args: &[&'a str]) -> Vec<&'a str> {
    with(&["export", "--quiet", "--config", "A3_B4"], args)
}

fn rows(connection: &Connection, sql: &str) -> (Vec<String>, Vec<Vec<Value>>) {
    let mut statement = connection.prepare(sql).unwrap();
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let cells = |row: &rusqlite::Row<'_>| (0..names.len()).map(|at| row.get(at)).collect();
    let rows = statement.query_map([], cells).unwrap();
    let rows = rows.map(Result::unwrap).collect();
    (names, rows)
}

#[test]
fn csv_has_every_cell_as_it_is_and_json_lines_the_keys_of_the_original() {
    let sandbox = sandbox();
    for (table, name, order) in TABLES {
        let sql = &of_table(name, order);
        let printed = sandbox.ok(&export(&[table, "--format", "csv"]));
        let expected = csv(&sandbox.sql(), sql);
        assert!(expected.lines().count() > 1, "{table}");
        assert_eq!(printed, expected, "{table}");
        let printed = sandbox.ok(&export(&[table, "--format", "jsonl"]));
        let (names, expected) = rows(&sandbox.sql(), sql);
        assert_eq!(printed.lines().count(), expected.len());
        for (line, expected) in printed.lines().zip(expected) {
            let document: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(line).unwrap();
            assert_eq!(document.len(), names.len());
            for (name, cell) in names.iter().zip(expected) {
                let key = match name.as_str() {
                    "nb_mol" | "nb_atoms" => name.clone(),
                    other => other.replace('_', "-"),
                };
                let expected: serde_json::Value = match cell {
                    Value::Text(text) => text.into(),
                    Value::Integer(number) => number.into(),
                    Value::Null => serde_json::Value::Null,
                    other => panic!("{other:?}"),
                };
                assert_eq!(document[&key], expected, "{table}, {key}");
            }
        }
    }
    // The original's collection Molecules, except for its times.
    let first = sandbox.ok(&export(&["molecules", "--format", "jsonl"]));
    let displayed = sandbox.ok(&["display", "--config", "A3_B4", "1", "--format", "json"]);
    let first = first.lines().next().unwrap().strip_suffix('}').unwrap();
    assert!(displayed.starts_with(first), "{displayed}{first}");
}

#[test]
fn parquet_has_types_and_metadata() {
    let sandbox = sandbox();
    for (table, name, order) in TABLES {
        let sql = &of_table(name, order);
        let path = sandbox.path(&format!("{table}.parquet"));
        let told = sandbox.ok(&export(&[table, "--output", path.to_str().unwrap()]));
        assert_eq!(told.trim_end(), path.to_str().unwrap());
        let file = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let (names, expected) = rows(&sandbox.sql(), sql);
        let metadata = file.metadata().file_metadata();
        let told = |key: &str| {
            let mut all = metadata.key_value_metadata().unwrap().iter();
            let found = all.find(|found| found.key == key).unwrap();
            found.value.clone().unwrap()
        };
        assert_eq!(told("title"), format!("{name} of A3_B4"));
        assert_eq!(told("configurations"), "A3_B4");
        assert_eq!(told("licence"), "CC0-1.0");
        assert!(told("program").starts_with("blackbox "));
        let as_csv = sandbox.ok(&export(&[table, "--format", "csv"]));
        assert_eq!(told("sha256 of the rows as CSV"), sha256(&as_csv));
        assert!(!told("description").is_empty());
        for (column, of_file) in names.iter().zip(metadata.schema_descr().columns()) {
            assert_eq!(of_file.name(), column);
            assert_ne!(told(&format!("column {column}")), "", "{table}");
            let time = matches!(of_file.logical_type_ref(), Some(LogicalType::Timestamp(_)));
            assert_eq!(time, column.ends_with("_at"), "{column}");
            let text = of_file.physical_type() == Physical::BYTE_ARRAY;
            let texts = "config measure merit molecule other_molecule outcome spectrum transform";
            assert_eq!(text, words(texts).contains(&column.as_str()), "{column}");
        }
        let found = file.get_row_iter(None).unwrap().map(Result::unwrap);
        let cells = |row: Row| {
            let cells = row.get_column_iter().map(|(_, field)| value(field));
            cells.collect()
        };
        let found: Vec<Vec<Value>> = found.map(cells).collect();
        assert_eq!(found, expected, "{table}");
    }
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Int(number) => Value::Integer((*number).into()),
        Field::Long(number) => Value::Integer(*number),
        Field::Str(text) => Value::Text(text.clone()),
        Field::TimestampMillis(time) => {
            let time = jiff::Timestamp::from_millisecond(*time).unwrap();
            Value::Text(time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn several_row_groups_have_all_rows() {
    let sandbox = explored_sandbox(&LARGE);
    sandbox.says("export molecules --config A4_B5..6 --config A5_B5 --output m.parquet -q");
    let file = File::open(sandbox.path("m.parquet")).unwrap();
    let file = SerializedFileReader::new(file).unwrap();
    assert_eq!(file.num_row_groups(), 2);
    // The configuration and the number of each molecule.
    let schema = file.metadata().file_metadata().schema();
    let two =
        Type::group_type_builder(schema.name()).with_fields(schema.get_fields()[..2].to_vec());
    let rows = file.get_row_iter(Some(two.build().unwrap())).unwrap();
    let rows = rows.map(|row| {
        let row = row.unwrap();
        (row.get_string(0).unwrap().clone(), row.get_long(1).unwrap())
    });
    let expected = [("A4_B5", 12_650), ("A4_B6", 58_905), ("A5_B5", 53_130)];
    let expected = expected
        .into_iter()
        .flat_map(|(config, last)| (1..=last).map(move |number| (config.to_owned(), number)));
    assert!(rows.sorted().eq(expected));
}

#[test]
#[cfg(target_os = "linux")]
fn file_contents_never_control_the_terminal() {
    use crate::common::terminal::Terminal;
    let sandbox = sandbox();
    let change = "update Molecules set transform = 'x' || char(27) || ']0;evil' || char(7)
                   where number = 7";
    sandbox.change(change);
    let sql = "select transform from Molecules where number = 7";
    for arguments in [
        export(&["molecules", "--format", "csv"]),
        vec!["query", sql, "--format", "csv"],
    ] {
        let mut command = sandbox.command(BLACKBOX);
        let (status, shown) = Terminal::start(command.args(arguments), 700, 300).end();
        assert!(status.success(), "{shown}");
        assert!(shown.contains(r"x\u{1b}]0;evil\u{7}"), "{shown}");
    }
    // A file gets the text unchanged.
    let printed = sandbox.ok(&export(&["molecules", "--format", "csv"]));
    assert!(printed.contains("x\u{1b}]0;evil\u{7}"));
}

#[test]
fn damaged_rows_are_reported_and_no_file_is_left() {
    let sandbox = sandbox();
    let change = |sql: &str| assert_eq!(sandbox.sql().execute(sql, []).unwrap(), 1);
    let molecules = export(&["molecules", "--output", "m.csv"]);
    change("update Molecules set out_number = -1 where config = 'A3_B4' and number = 17");
    sandbox.refuses(&molecules, 1, "out_number of row ");
    change("update Molecules set out_number = 1 where config = 'A3_B4' and number = 17");
    change("delete from Molecules where config = 'A3_B4' and number = 17");
    let message = "A3_B4 has 559 rows in Molecules instead of 560";
    let refused = sandbox.run(&molecules);
    refused.check_reason(1, message);
    // The table is not taken for a configuration.
    assert_has(&refused.stderr, "`blackbox verify --config A3_B4` reports");
    assert!(!sandbox.path("m.csv").exists());
    fs::create_dir(sandbox.path("tables")).unwrap();
    let tables = export(&["--format", "parquet", "--output", "tables"]);
    sandbox.refuses(&tables, 1, "559 rows");
    assert_eq!(fs::read_dir(sandbox.path("tables")).unwrap().count(), 0);
}

#[test]
fn the_size_of_files_is_estimated_well() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    for format in ["csv", "jsonl"] {
        let line = format!("export molecules --config A4_B6 --output m.{format}");
        let told = sandbox.run(&words(&line)).stderr;
        let (_, told) = told.split_once("58,905 rows to write, about ").unwrap();
        let told: f64 = told.split_once(" MiB").unwrap().0.parse().unwrap();
        let file = fs::metadata(sandbox.path(&format!("m.{format}")));
        let ratio = told * f64::from(1 << 20) / file.unwrap().len() as f64;
        assert!((0.7..1.4).contains(&ratio), "{format}: {told} MiB, {ratio}");
    }
}

#[test]
fn an_interrupted_export_leaves_no_file() {
    let sandbox = explored_sandbox(&LARGE);
    let files = || fs::read_dir(sandbox.folder()).unwrap().count();
    let before = files();
    for args in ["m.csv molecules", "m.parquet molecules"] {
        let out = words(args)[0];
        let line = format!("export --quiet --config A4_B5..6 --config A5_B5 --output {args}");
        let child = sandbox.start(&words(&line));
        wait_for("output", || files() > before);
        send(Signal::INT, &child);
        let asked = Instant::now();
        let ended = ended(child);
        assert!(asked.elapsed() < Duration::from_secs(3));
        if ended.code == Some(0) {
            // The export was finished before the signal.
            assert!(sandbox.path(out).exists());
            fs::remove_file(sandbox.path(out)).unwrap();
        } else {
            assert_eq!(ended.code, Some(130), "{ended:?}");
            assert_has(&ended.stderr, "no file was created");
        }
        assert_eq!(files(), before);
    }
}

#[test]
fn other_programs_read_the_same() {
    let Some(python) = python_with("bson, duckdb, pyarrow.parquet, pytz") else {
        return;
    };
    let sandbox = prepared_sandbox("run --config A3_B4\ncensus --config A3_B4 --quiet");
    for format in ["parquet", "jsonl"] {
        sandbox.ok(&export(&["--format", format, "--output", "tables"]));
    }
    let script = root().join("tests/exports.py");
    let said = output(Command::new(python).args([script, sandbox.db(), sandbox.path("tables")]));
    assert_has(&said, " rows are the same");
}

/// Forged, cut and hostile archives, each with the checksums that it needs.
#[test]
fn damaged_data_releases_are_refused() {
    let Some(python) = python_with("gzip") else {
        return;
    };
    let sandbox = empty_sandbox();
    let script = root().join("tests/data_release.py");
    let release = sandbox.path("release");
    let said = output(Command::new(python).args([&script, Path::new(BLACKBOX), &release]));
    assert_has(&said, " damaged archives are refused");
}
