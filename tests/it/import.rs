//! `blackbox import`: brings in the files of the original's own programs row by row, and makes
//! them again as the original would.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use rusqlite::Connection;
use testkit::{Ended, Sandbox, csv, open};

use crate::common::original;
use crate::common::program::{PROGRAMS, empty_sandbox, explored_sandbox, with};

/// The columns that both the original and these programs have.
const MOLECULE: &str = "config, number, canonical_number, molecule, spectrum, transform,
    absorbed_number, absorbed_max_length, absorbed_max_turns, absorbed_tot_length,
    absorbed_tot_turns, reflected_number, reflected_edge, reflected_deep,
    reflected_max_length, reflected_max_turns, reflected_tot_length, reflected_tot_turns,
    out_number, out_max_length, out_max_turns, out_tot_length, out_tot_turns";

/// How far the walk came with A4_B4 in the fixture, and the number of rows.
const FRONTIER: i64 = 387;
const STORED: i64 = 1297;

/// The documents of the original's MongoDB collections, one per line: A3_B4 whole, A2_B4
/// stopped in the middle of an insert.
fn documents() -> String {
    String::from_utf8(original::unpacked("original.json.gz")).unwrap()
}

fn columns() -> Vec<&'static str> {
    MOLECULE.split(',').map(str::trim).collect()
}

/// A sandbox with the original's database in it, perhaps changed.
fn with_original(sql: &str) -> Sandbox {
    let sandbox = empty_sandbox();
    add_original(&sandbox, sql);
    sandbox
}

fn add_original(sandbox: &Sandbox, sql: &str) {
    let path = sandbox.path("Black-Box.db");
    fs::write(&path, original::unpacked(original::DATABASE)).unwrap();
    if !sql.is_empty() {
        open(&path).execute_batch(sql).unwrap();
    }
}

const IMPORT: [&str; 2] = ["import", "Black-Box.db"];

/// The rows of both tables of a configuration, without the times.
fn rows(connection: &Connection, config: &str) -> [String; 2] {
    let molecules = format!(
        "select {MOLECULE} from Molecules where config = '{config}' order by canonical_number, molecule"
    );
    let spectrums = format!(
        "select config, spectrum, nb_mol, transform, canonical_number from Spectrums
          where config = '{config}' order by spectrum"
    );
    [csv(connection, &molecules), csv(connection, &spectrums)]
}

fn verified(sandbox: &Sandbox, config: &str) {
    sandbox.ok(&["verify", "--quiet", "--config", config]);
}

/// Runs the program with these documents on stdin.
fn import_documents(sandbox: &Sandbox, documents: &str, more: &[&str]) -> Ended {
    let mut command = sandbox.command(crate::common::program::BLACKBOX);
    command.args(["import", "-"]).args(more);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // After a wrong line, the program reads no further.
    let _ = child.stdin.take().unwrap().write_all(documents.as_bytes());
    testkit::ended(child)
}

#[test]
fn what_the_original_has_found_is_brought_in_row_by_row() {
    let sandbox = with_original("");
    let before = fs::read(sandbox.path("Black-Box.db")).unwrap();
    let ended = sandbox.run(&IMPORT);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for line in [
        "A3_B5: 2,300 of 2,300 molecules are there, and all are right\n",
        "A4_B4: 1,297 of 1,820 molecules are there, and all are right\n",
        "A2_B4 is imported: 120 of 120 molecules\n",
        "A3_B4 is imported: 560 of 560 molecules\n",
        "A3_B5 is imported: 2,300 of 2,300 molecules\n",
        "A4_B4 is imported: 1,297 of 1,820 molecules\n",
    ] {
        assert!(ended.stderr.contains(line), "{ended:?}");
    }
    let theirs = open(&sandbox.path("Black-Box.db"));
    for config in ["A2_B4", "A3_B4", "A3_B5"] {
        assert_eq!(
            rows(&sandbox.sql(), config),
            rows(&theirs, config),
            "{config}"
        );
        verified(&sandbox, config);
    }
    drop(theirs);
    assert_eq!(fs::read(sandbox.path("Black-Box.db")).unwrap(), before);
    let pipeline = explored_sandbox(&["A3_B5"]);
    for table in ["Molecules", "Spectrums"] {
        let sql = format!("select * from {table} where config = 'A3_B5'");
        assert_eq!(csv(&sandbox.sql(), &sql), csv(&pipeline.sql(), &sql));
    }
}

#[test]
fn what_is_half_explored_is_gone_on_with() {
    let sandbox = with_original("");
    sandbox.ok(&["import", "Black-Box.db", "--config", "a4_b4"]);
    assert_eq!(sandbox.number("select count(*) from Configurations"), 1);
    assert_eq!(
        sandbox.number("select frontier from Configurations"),
        FRONTIER
    );
    assert_eq!(
        sandbox.number("select nb_stored from Configurations"),
        STORED
    );
    assert_eq!(
        sandbox.number("select max(frontier) from Batches"),
        FRONTIER
    );
    let verification = sandbox.run(&["verify", "--config", "A4_B4"]);
    assert!(
        verification.stderr.contains(
            "error: all that is stored of A4_B4 is right, but not everything is stored yet"
        ),
        "{verification:?}"
    );
    sandbox.ok(&["run", "--config", "A4_B4"]);
    verified(&sandbox, "A4_B4");
    let expected = fs::read_to_string("data/reference/A4_B4.molecules.csv").unwrap();
    assert_eq!(
        crate::common::program::molecules_csv(&sandbox.sql(), "A4_B4"),
        expected
    );
}

#[test]
fn a_configuration_in_any_state_keeps_it() {
    let unnumbered = "update Molecules set number = 0, dh2 = ''
        where config = 'A3_B4' and number > 400";
    let not_updated = "update Spectrums set transform = '??', canonical_number = 0
        where config = 'A3_B4'";
    for (sql, said, state) in [
        ("", "4 ambiguous spectra updated", "560|1|1|1"),
        (not_updated, "560 of 560 molecules\n", "560|1|0|0"),
        (
            &format!("{not_updated} and spectrum < '@&@'"),
            "560 of 560 molecules\n",
            "560|1|0|0",
        ),
        ("drop table Spectrums", "560 of 560 molecules\n", "560|1|0|0"),
        (
            "delete from Spectrums where spectrum < '@&@'",
            "560 of 560 molecules\n",
            "560|1|0|0",
        ),
        // The walk still has numbers to give, but all molecules are there.
        (unnumbered, "4 ambiguous spectra updated", "560|1|1|1"),
        (
            "update Molecules set number = 0 where config = 'A3_B4' and number = 560",
            "4 ambiguous spectra updated",
            "560|1|1|1",
        ),
        (
            "delete from Molecules where canonical_number > 100;
             update Molecules set number = 0 where number > 100",
            "is imported: ",
            "100|0|0|0",
        ),
        (
            "delete from Molecules where canonical_number > 51;
             update Molecules set number = 0 where number > 51;
             delete from Molecules where canonical_number = 51 and transform in ('rot90', 'symm-v')",
            "the group of molecule 51 is not whole, so the walk counts as far as 50",
            "50|0|0|0",
        ),
        (
            "delete from Molecules where canonical_number = 5 and number > 5",
            "the group of molecule 5 is not whole, so the walk counts as far as 4",
            "4|0|0|0",
        ),
        (
            "delete from Molecules where canonical_number = 5",
            "the group of molecule 5 is not whole, so the walk counts as far as 4",
            "4|0|0|0",
        ),
        ("delete from Molecules", "0 of 560 molecules", "0|0|0|0"),
    ] {
        let sandbox = with_original(sql);
        let ended = sandbox.run(&["import", "Black-Box.db", "--config", "A3_B4"]);
        assert_eq!(ended.code, Some(0), "{sql}: {ended:?}");
        assert!(ended.stderr.contains(said), "{sql}: {ended:?}");
        let found: String = sandbox
            .sql()
            .query_row(
                "select frontier || '|' || (explored_at is not null)
                        || '|' || (spectrums_initialised_at is not null)
                        || '|' || (spectrums_updated_at is not null)
                   from Configurations",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(found, state, "{sql}");
        sandbox.ok(&["run", "--config", "A3_B4"]);
        verified(&sandbox, "A3_B4");
        let expected = fs::read_to_string("data/reference/A3_B4.molecules.csv").unwrap();
        assert_eq!(crate::common::program::molecules_csv(&sandbox.sql(), "A3_B4"), expected);
    }
}

#[test]
fn a_wrong_row_of_any_column_is_named_and_nothing_is_imported() {
    let sandbox = explored_sandbox(&["A2_B3"]);
    let row = "where config = 'A3_B4' and number = 300";
    let mut changes = Vec::new();
    for column in columns() {
        let wrong: &[&str] = match column {
            "config" => &["'A3_B3'", "'a3_b4'", "null", "7", "x'00'"],
            "number" => &["301", "0.5", "'300'", "-1", "561", "1e300", "null"],
            "molecule" => &[
                "(select molecule from Molecules where config = 'A3_B4' and number = 299)",
                "upper(molecule) || '-'",
                "replace(molecule, '-', 'x')",
                "x'2d'",
                "null",
            ],
            "spectrum" => &[
                "replace(spectrum, '@', '&')",
                "''",
                "zeroblob(2000)",
                "null",
            ],
            "transform" => &["'id'", "'??'", "'ROT90'", "null"],
            "canonical_number" => &["number", "0", "'1'", "null"],
            count => &[
                &*format!("{count} + 1").leak(),
                &*format!("cast({count} as text)").leak(),
                "null",
            ],
        };
        for wrong in wrong {
            let named = match *wrong {
                _ if column == "config" => "is not among the configurations, but has rows",
                other if other.starts_with("(select molecule") => "number is 300, not 299",
                _ => column,
            };
            let sql = format!("update Molecules set {column} = {wrong} {row}");
            changes.push((sql, named));
        }
    }
    for (column, wrong) in [
        ("nb_mol", "561"),
        ("nb_atoms", "'3'"),
        ("width", "5"),
        ("width", "null"),
    ] {
        let sql = format!("update Configurations set {column} = {wrong} where config = 'A3_B4'");
        changes.push((sql, column));
    }
    for (column, wrong) in [
        ("spectrum", "'@'"),
        ("spectrum", "1"),
        ("nb_mol", "3"),
        ("nb_mol", "'2'"),
        ("transform", "'rot180'"),
        ("transform", "null"),
        ("transform", "'??'"),
        ("canonical_number", "27"),
        ("canonical_number", "0"),
        ("canonical_number", "2.5"),
    ] {
        let sql = format!(
            "update Spectrums set {column} = {wrong} where config = 'A3_B4' and transform = 'diag-1'"
        );
        // One that counts as not updated has no canonical number.
        let column = match (column, wrong) {
            ("spectrum", "'@'") => "spectrum is @, not a spectrum that several molecules share",
            ("transform", "'??'") => "canonical_number is 26, not 0",
            _ => column,
        };
        changes.push((sql, column));
    }
    assert!(changes.len() > 80);
    for (sql, column) in changes {
        add_original(&sandbox, &sql);
        let ended = sandbox.run(&IMPORT);
        ended.check_error(1);
        let error = ended
            .stderr
            .lines()
            .find(|line| line.starts_with("error: "));
        let error = error.unwrap();
        assert!(error.contains(column), "{sql}: {error}");
        assert!(
            error.contains(" is ") && error.contains(", not ") || error.ends_with("but has rows"),
            "{sql}: {error}"
        );
        sandbox.refuses(&IMPORT, 1, error);
    }
    // A configuration that is right arrives, and the rest stays as it was.
    sandbox.ok(&["import", "Black-Box.db", "--config", "A3_B5"]);
    verified(&sandbox, "A3_B5");
    verified(&sandbox, "A2_B3");
}

#[test]
fn rows_that_contradict_each_other_are_named() {
    let again =
        "insert into Molecules select * from Molecules where config = 'A3_B4' and number = 77";
    for (sql, message) in [
        (again, "error: A3_B4, molecule 77 is there twice"),
        (
            "insert into Spectrums select * from Spectrums where config = 'A3_B5'",
            "is there twice",
        ),
        (
            "insert into Configurations select * from Configurations where config = 'A3_B4'",
            "error: configuration A3_B4 is there twice",
        ),
        (
            "delete from Configurations where config = 'A3_B4'",
            "error: A3_B4 is not among the configurations, but has rows",
        ),
        (
            "update Molecules set number = 0 where config = 'A3_B4' and number = 559",
            "error: A3_B4, molecule 559: number is 0, not 559",
        ),
        (
            "update Molecules set number = 0 where config = 'A3_B4' and number = 1",
            "error: A3_B4, molecule 1: number is 0, not 1",
        ),
        (
            "delete from Configurations; delete from Molecules; delete from Spectrums",
            "error: Black-Box.db has no configuration",
        ),
        (
            "insert into Configurations values ('A4_B12', 1, 4, 12, '')",
            "error: row 5 of Configurations: config is A4_B12, not a configuration of these programs",
        ),
    ] {
        let sandbox = with_original(sql);
        let ended = sandbox.run(&IMPORT);
        ended.check_error(1);
        assert!(ended.stderr.contains(message), "{sql}: {ended:?}");
        assert_eq!(sandbox.number("select count(*) from Configurations"), 0);
        assert_eq!(sandbox.number("select count(*) from Molecules"), 0);
    }
}

#[test]
fn programs_name_the_original_and_what_brings_it_in() {
    let sandbox = with_original("");
    for program in PROGRAMS {
        let program = with(program, &["--config", "A3_B4", "--db", "Black-Box.db"]);
        let message = "Black-Box.db is a database of the original, the programs in Raku\n";
        sandbox.refuses(&program, 1, message);
    }
    let ended = sandbox.run(&["display", "1", "--db", "Black-Box.db"]);
    let (_, hint) = ended.stderr.split_once("hint: `blackbox ").unwrap();
    let (command, _) = hint.split_once('`').unwrap();
    sandbox.ok(&command.split(' ').collect::<Vec<_>>());
    sandbox.ok(&["display", "1", "--config", "A3_B4"]);
    // A database cannot be imported into itself.
    let into_itself = ["import", "Black-Box.db", "--db", "Black-Box.db"];
    sandbox.refuses(&into_itself, 1, "is a database of the original");
}

#[test]
fn what_is_here_already_is_replaced_only_if_that_is_wanted() {
    let sandbox = explored_sandbox(&["A3_B4", "A2_B3"]);
    add_original(&sandbox, "");
    sandbox.refuses(
        &IMPORT,
        1,
        "error: A3_B4 has 560 molecules stored already\n",
    );
    sandbox.refuses(&IMPORT, 1, "--force deletes them and starts again\n");
    sandbox.ok(&[
        "import",
        "Black-Box.db",
        "--config",
        "A2_B4",
        "--config",
        "A3_B5",
    ]);
    let lacking = ["import", "Black-Box.db", "--config", "A4_B8"];
    sandbox.refuses(
        &lacking,
        1,
        "error: Black-Box.db has no configuration A4_B8\n",
    );
    sandbox
        .sql()
        .execute_batch("update Molecules set out_number = 99")
        .unwrap();
    let ended = sandbox.run(&["import", "Black-Box.db", "--force", "--config", "A3_B4"]);
    assert!(
        ended.stderr.contains("A3_B4: 560 molecules deleted\n"),
        "{ended:?}"
    );
    let verification = sandbox.run(&["verify", "--config", "A3_B4"]);
    assert_eq!(verification.code, Some(0), "{verification:?}");
    // A half done configuration leaves the indexes as they were.
    sandbox.ok(&["import", "Black-Box.db", "--config", "A4_B4"]);
    let indexes = "select count(*) from sqlite_schema where name in ('Molecules_number', 'Molecules_spectrum')";
    assert_eq!(sandbox.number(indexes), 2);
    // A configuration without molecules is no loss.
    let sandbox = empty_sandbox();
    add_original(&sandbox, "");
    sandbox.ok(&["init", "--config", "A3_B4"]);
    sandbox.ok(&IMPORT);
    verified(&sandbox, "A3_B4");
}

#[test]
fn documents_are_brought_in_from_a_file_and_from_stdin() {
    let documents = documents();
    let whole = explored_sandbox(&["A3_B4"]);
    let from_file = empty_sandbox();
    fs::write(from_file.path("original.json"), &documents).unwrap();
    let ended = from_file.run(&["import", "original.json"]);
    let from_stdin = empty_sandbox();
    let also = import_documents(&from_stdin, &documents, &[]);
    // Numbers as older versions and other forms of `mongoexport` write them, and in reverse order.
    let typed: Vec<String> = documents
        .lines()
        .map(|line| {
            let mut document: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(line).unwrap();
            for (place, value) in document.values_mut().enumerate() {
                let kind = ["$numberInt", "$numberLong"][place % 2];
                if value.is_number() {
                    *value = serde_json::json!({ kind: value.to_string() });
                }
            }
            serde_json::to_string(&document).unwrap()
        })
        .rev()
        .collect();
    let backwards = empty_sandbox();
    let typed = import_documents(&backwards, &format!("\n{}\r\n", typed.join("\n")), &[]);
    for (ended, sandbox) in [(ended, from_file), (also, from_stdin), (typed, backwards)] {
        assert_eq!(ended.code, Some(0), "{ended:?}");
        for line in [
            "A3_B4 is imported: 560 of 560 molecules\n",
            "A2_B4: the group of molecule 18 is not whole, so the walk counts as far as 17\n",
            "A2_B4 is imported: 58 of 120 molecules\n",
        ] {
            assert!(ended.stderr.contains(line), "{ended:?}");
        }
        assert_eq!(rows(&sandbox.sql(), "A3_B4"), rows(&whole.sql(), "A3_B4"));
        verified(&sandbox, "A3_B4");
        let frontier = "select frontier from Configurations where config = 'A2_B4'";
        assert_eq!(sandbox.number(frontier), 17);
        sandbox.ok(&["run", "--config", "A2_B4"]);
        verified(&sandbox, "A2_B4");
    }
}

#[test]
fn wrong_documents_are_named() {
    let documents = documents();
    let sandbox = explored_sandbox(&["A2_B3"]);
    let before = sandbox.files();
    let changed = |from: &str, to: &str| documents.replacen(from, to, 1);
    let without = |key: &str| {
        let lines = documents.lines().filter(|line| !line.contains(key));
        lines.collect::<Vec<_>>().join("\n")
    };
    // What they say is checked as that of a database is.
    for (documents, message) in [
        (
            changed("{", "["),
            "line 1 of standard input is not a document",
        ),
        (
            "{}".to_owned(),
            "line 1 of standard input is not a document",
        ),
        (
            "\n\n7\n".to_owned(),
            "line 3 of standard input is not a document",
        ),
        (
            "x".repeat(100_000),
            "line 1 of standard input is not a document",
        ),
        (String::new(), "error: standard input has no configuration"),
        (without("nb_atoms"), "is not among the configurations"),
        (
            changed("\"nb_mol\":560", "\"nb_mol\":561"),
            "nb_mol is 561, not 560",
        ),
        (
            changed("\"nb_mol\":2", "\"nb_mol\":2.0"),
            "nb_mol is neither a text",
        ),
        (
            changed("\"transform\":\"rot90\"", "\"rotation\":1"),
            "transform is neither a text",
        ),
        (format!("{documents}{documents}"), "is there twice"),
    ] {
        let ended = import_documents(&sandbox, &documents, &["--quiet"]);
        ended.check_error(1);
        assert!(ended.stderr.contains(message), "{message}: {ended:?}");
        assert!(sandbox.files() == before, "{message}");
    }
}

#[test]
fn a_strangers_file_is_refused_or_does_no_harm() {
    let endless = "drop table Molecules;
        create view Molecules as with recursive endless(n) as
            (select 1 union all select n + 1 from endless) select n as config from endless";
    for (sql, message) in [
        (
            endless,
            "error: Black-Box.db is not a database of the original\n",
        ),
        (
            "drop table Molecules",
            "is not a database of the original\n",
        ),
        (
            "alter table Molecules drop column dh2",
            "is not a database of the original\n",
        ),
        (
            "drop table Spectrums;
             create view Spectrums as select * from Configurations",
            "is not a database of the original\n",
        ),
        (
            "drop table Spectrums;
             create table Spectrums (config, spectrum, nb_mol, transform,
                                     canonical_number as (nb_mol * 2))",
            "is not a database of the original\n",
        ),
        (
            "drop table Configurations;
             create table Configurations (config primary key, nb_mol, nb_atoms, width, dh1)
                 without rowid",
            "is not a database of the original\n",
        ),
        (
            "update Molecules set spectrum = zeroblob(5000000) where number = 1",
            "error: Black-Box.db is damaged: a value in it is longer than any that this program writes\n",
        ),
    ] {
        let sandbox = explored_sandbox(&["A2_B3"]);
        add_original(&sandbox, sql);
        sandbox.refuses(&IMPORT, 1, message);
    }
    let sandbox = explored_sandbox(&["A2_B3"]);
    fs::write(sandbox.path("empty"), "").unwrap();
    fs::write(
        sandbox.path("cut.db"),
        &original::unpacked(original::DATABASE)[..50_000],
    )
    .unwrap();
    fs::create_dir(sandbox.path("folder")).unwrap();
    for (file, message) in [
        ("missing", "error: cannot read missing: "),
        ("folder", "error: cannot read folder: it is a folder\n"),
        ("empty", "error: empty has no configuration\n"),
        (
            "data/blackbox.db",
            "error: data/blackbox.db is not a database of the original\n",
        ),
        (
            "cut.db",
            "error: the disk cannot be read, or cut.db is damaged",
        ),
    ] {
        sandbox.refuses(&["import", file], 1, message);
    }
    // It is the source that is wrong, so no hint names the option of another file.
    let hint = sandbox.run(&["import", "cut.db"]).stderr;
    assert!(
        hint.contains("hint: it was only read") && !hint.contains("--db"),
        "{hint}"
    );
    // Foreign triggers and views do not run.
    let sandbox = with_original(
        "create trigger Quiet before insert on Molecules begin select raise(ignore); end;
         create view Numbers as select number from Molecules;
         create index Fast on Molecules (config, molecule)",
    );
    sandbox.ok(&IMPORT);
    verified(&sandbox, "A3_B5");
}

#[test]
fn a_text_with_the_digits_of_a_number_is_told_from_the_number() {
    let sandbox = explored_sandbox(&["A2_B3"]);
    add_original(&sandbox, "update Molecules set number = '1' where number = 1");
    sandbox.refuses(&IMPORT, 1, "molecule 1: number is the text 1, not 1\n");
}

#[test]
fn a_source_in_the_middle_of_a_change_is_left_as_it_is() {
    // Cut short, with a journal that waits to be rolled back.
    let sandbox = empty_sandbox();
    let elsewhere = with_original("");
    let path = elsewhere.path("Black-Box.db");
    let writer = open(&path);
    writer
        .execute_batch(
            "pragma cache_size = 1; begin immediate; update Molecules set out_number = 7",
        )
        .unwrap();
    for name in ["Black-Box.db", "Black-Box.db-journal"] {
        fs::copy(elsewhere.path(name), sandbox.path(name)).unwrap();
    }
    drop(writer);
    sandbox.ok(&["init", "--config", "A2_B3"]);
    let message = "Black-Box.db-journal belongs to a change of ";
    sandbox.refuses(&IMPORT, 1, message);
    // In WAL mode, with a log that is not in the file yet.
    fs::remove_file(sandbox.path("Black-Box.db-journal")).unwrap();
    let writer = open(&path);
    writer
        .execute_batch("pragma journal_mode = wal; update Configurations set dh1 = ''")
        .unwrap();
    for name in ["Black-Box.db", "Black-Box.db-wal"] {
        fs::copy(elsewhere.path(name), sandbox.path(name)).unwrap();
    }
    drop(writer);
    sandbox.refuses(&IMPORT, 1, "Black-Box.db-wal belongs to a change of ");
    // With the log in the file, there is only the file, and the program puts nothing beside it.
    fs::remove_file(sandbox.path("Black-Box.db-wal")).unwrap();
    fs::copy(&path, sandbox.path("Black-Box.db")).unwrap();
    sandbox.ok(&IMPORT);
    verified(&sandbox, "A3_B4");
    let names = sandbox.files();
    let names = names
        .iter()
        .filter(|(path, _)| path.to_string_lossy().contains("Black-Box"));
    assert_eq!(names.count(), 1);
}

#[test]
#[cfg(unix)]
fn an_import_that_is_stopped_leaves_nothing() {
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    let sandbox = explored_sandbox(&["A2_B3"]);
    let before = sandbox.files();
    let mut command = sandbox.command(crate::common::program::BLACKBOX);
    command.args(["import", "-"]).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Stdin stays open: more could come.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(documents().as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ended = testkit::ended(child);
    drop(stdin);
    assert_eq!(ended.code, Some(130), "{ended:?}");
    let line =
        "stopped while importing standard input; nothing was changed, and the same command starts again\n";
    assert!(ended.stderr.ends_with(line), "{ended:?}");
    assert!(sandbox.files() == before);
}

/// Writes configurations of a sandbox's database as the original would.
fn write(sandbox: &Sandbox, configs: &[&str], to: &str) {
    let mut export = vec!["export", "--quiet", "--format", "original", "--out", to];
    export.extend(configs.iter().flat_map(|config| ["--config", config]));
    sandbox.ok(&export);
}

#[test]
fn what_was_brought_in_is_written_as_the_original_has_made_it() {
    let sandbox = with_original("");
    sandbox.ok(&IMPORT);
    let configs = ["A4_B4", "A2_B4", "A3_B4", "A3_B5"];
    write(&sandbox, &configs, "again.db");
    let (theirs, ours) = (
        open(&sandbox.path("Black-Box.db")),
        open(&sandbox.path("again.db")),
    );
    for config in configs {
        assert_eq!(rows(&ours, config), rows(&theirs, config), "{config}");
    }
    let shape = "select m.name as tbl, p.name, p.type, p.'notnull', p.dflt_value, p.pk
                   from sqlite_schema as m join pragma_table_info(m.name) as p order by m.name, p.cid";
    assert_eq!(csv(&ours, shape), csv(&theirs, shape));
    let others = "select * from Configurations order by config";
    let without_times = |csv: String| {
        csv.lines()
            .map(|l| l.rsplit_once(',').unwrap().0.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        without_times(csv(&ours, others)),
        without_times(csv(&theirs, others))
    );
    let types = "select distinct typeof(config), typeof(number), typeof(canonical_number),
            typeof(molecule), typeof(spectrum), typeof(transform), typeof(out_tot_turns),
            typeof(dh1), length(dh1), typeof(dh2), length(dh2), dh2 = '', number = 0,
            number = canonical_number
       from Molecules order by 12, 13, 14";
    assert_eq!(csv(&ours, types), csv(&theirs, types));
    drop((theirs, ours));
    // And it comes back.
    let back = empty_sandbox();
    fs::copy(sandbox.path("again.db"), back.path("Black-Box.db")).unwrap();
    back.ok(&IMPORT);
    for config in configs {
        assert_eq!(
            rows(&back.sql(), config),
            rows(&sandbox.sql(), config),
            "{config}"
        );
    }
}

#[test]
fn what_is_not_at_its_end_is_written_as_far_as_it_is() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    for program in ["init", "explore", "init-spectrum"] {
        sandbox.ok(&[program, "--config", "A4_B4"]);
        write(&sandbox, &["A4_B4", "A3_B4"], &format!("{program}.db"));
    }
    let count = |file: &str, sql: &str| -> i64 {
        open(&sandbox.path(file))
            .query_row(sql, [], |row| row.get(0))
            .unwrap()
    };
    let molecules = "select count(*) from Molecules where config = 'A4_B4'";
    let spectrums = "select count(*) from Spectrums where config = 'A4_B4' and transform = '??' and canonical_number = 0";
    assert_eq!(count("init.db", molecules), 0);
    assert_eq!(count("explore.db", molecules), 1820);
    assert_eq!(count("explore.db", spectrums), 0);
    assert_eq!(count("init-spectrum.db", spectrums), 66);
    assert_eq!(count("init.db", "select count(*) from Configurations"), 2);
    assert_eq!(
        count(
            "init.db",
            "select count(*) from Spectrums where config = 'A3_B4'"
        ),
        4
    );
}
