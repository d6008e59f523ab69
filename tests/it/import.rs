//! `blackbox import` and `export --format original`: brings in the files of the original's own
//! programs, and makes them again as the original would.

use std::fs;

use rusqlite::Connection;
use slow_tracer::COLUMNS;
use testkit::{Sandbox, csv, one, open};

use crate::common::program::{
    all_refuse, assert_has, cases, empty_sandbox, explored_sandbox, tables, with,
};
use crate::common::repository::{original, reference};

/// A sandbox with the original's database in it, perhaps changed.
fn with_original(sql: &str) -> Sandbox {
    let sandbox = empty_sandbox();
    add_original(&sandbox, sql);
    sandbox
}

fn add_original(sandbox: &Sandbox, sql: &str) {
    let path = sandbox.path("Black-Box.db");
    fs::write(&path, original()).unwrap();
    if !sql.is_empty() {
        open(&path).execute_batch(sql).unwrap();
    }
}

const IMPORT: [&str; 2] = ["import", "Black-Box.db"];

/// The rows of a configuration in all three tables, with the columns that both have.
fn rows(connection: &Connection, config: &str) -> [String; 3] {
    let molecule = connection.prepare("select * from Molecules").unwrap();
    let columns: Vec<&str> = molecule.column_names().take(23).collect();
    let columns = columns.join(", ");
    [
        ("config, nb_mol, nb_atoms, width", "Configurations", "1"),
        (&columns, "Molecules", "canonical_number, molecule"),
        ("*", "Spectrums", "spectrum"),
    ]
    .map(|(columns, table, order)| {
        let rows = format!("from {table} where config = '{config}' order by {order}");
        csv(connection, &format!("select {columns} {rows}"))
    })
}

fn verified(sandbox: &Sandbox, config: &str) {
    sandbox.ok(&["verify", "--quiet", "--config", config]);
}

/// The configuration continues to the rows of the reference.
fn goes_on(sandbox: &Sandbox, config: &str) {
    sandbox.ok(&["run", "--config", config]);
    verified(sandbox, config);
    let expected = reference(&format!("{config}.molecules.csv"));
    let [molecules, _] = tables(&sandbox.sql(), config);
    assert_eq!(molecules, expected);
}

#[test]
fn what_the_original_has_found_comes_in_and_goes_out_again() {
    let sandbox = with_original("");
    let before = fs::read(sandbox.path("Black-Box.db")).unwrap();
    let ended = sandbox.run(&IMPORT);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for line in [
        "A3_B5: 2,300 of 2,300 molecules are there, and all are right\n",
        "A4_B4: 1,297 of 1,820 molecules are there, and all are right\n",
        "A2_B4 is imported: 120 of 120 molecules\n",
        "A4_B4 is imported: 1,297 of 1,820 molecules\n",
    ] {
        assert!(ended.stderr.contains(line), "{ended:?}");
    }
    assert_eq!(fs::read(sandbox.path("Black-Box.db")).unwrap(), before);
    let theirs = open(&sandbox.path("Black-Box.db"));
    for config in ["A2_B4", "A3_B4", "A3_B5"] {
        assert_eq!(rows(&sandbox.sql(), config), rows(&theirs, config));
        verified(&sandbox, config);
    }
    let pipeline = explored_sandbox(&["A3_B5"]);
    for table in ["Molecules", "Spectrums"] {
        let sql = format!("select * from {table} where config = 'A3_B5'");
        assert_eq!(csv(&sandbox.sql(), &sql), csv(&pipeline.sql(), &sql));
    }

    let configs = ["A4_B4", "A2_B4", "A3_B4", "A3_B5"];
    write(&sandbox, &configs, "again.db");
    let ours = open(&sandbox.path("again.db"));
    for config in configs {
        assert_eq!(rows(&ours, config), rows(&theirs, config), "{config}");
    }
    let shape = "select m.name as tbl, p.name, p.type, p.'notnull', p.dflt_value, p.pk
                   from sqlite_schema as m join pragma_table_info(m.name) as p order by m.name, p.cid";
    let types = "select distinct typeof(config), typeof(number), typeof(canonical_number),
            typeof(molecule), typeof(spectrum), typeof(transform), typeof(out_tot_turns),
            typeof(dh1), length(dh1), typeof(dh2), length(dh2), dh2 = '', number = 0,
            number = canonical_number
       from Molecules order by 12, 13, 14";
    for sql in [shape, types] {
        assert_eq!(csv(&ours, sql), csv(&theirs, sql));
    }
    drop((theirs, ours));
    let back = empty_sandbox();
    fs::copy(sandbox.path("again.db"), back.path("Black-Box.db")).unwrap();
    back.ok(&IMPORT);
    for config in configs {
        assert_eq!(rows(&back.sql(), config), rows(&sandbox.sql(), config));
    }
}

#[test]
fn a_configuration_in_any_state_goes_on() {
    let sandbox = with_original("");
    sandbox.ok(&["import", "Black-Box.db", "--config", "a4_b4"]);
    let state = "select frontier || '|' || nb_stored || '|' || (select max(frontier) from Batches)
                   from Configurations";
    assert_eq!(one::<String>(&sandbox.sql(), state), "387|1297|387");
    goes_on(&sandbox, "A4_B4");
    // The walk may still have numbers to give, though all molecules are there. The last group may be
    // incomplete, and so may another one.
    for [sql, state] in cases(
        "update Spectrums set transform = '??', canonical_number = 0
            where config = 'A3_B4' and spectrum < '@&@' => 560|1|1
        drop table Spectrums => 560|1|1
        delete from Spectrums where spectrum < '@&@' => 560|1|1
        update Molecules set number = 0, dh2 = '' where config = 'A3_B4' and number > 400 => 560|1|1
        delete from Molecules where canonical_number > 100;
        update Molecules set number = 0 where number > 100 => 100|0|0
        delete from Molecules where canonical_number > 51;
        update Molecules set number = 0 where number > 51;
        delete from Molecules where canonical_number = 51 and transform in ('rot90', 'symm-v');
        delete from Molecules where canonical_number = 5 and number > 5 => 51|0|0
        delete from Molecules => 0|0|0",
    ) {
        let sandbox = with_original(sql);
        sandbox.ok(&["import", "Black-Box.db", "--config", "A3_B4"]);
        let found = "select frontier || '|' || (explored_at is not null)
                            || '|' || (spectrums_updated_at is not null) from Configurations";
        assert_eq!(one::<String>(&sandbox.sql(), found), state, "{sql}");
        goes_on(&sandbox, "A3_B4");
    }
}

#[test]
fn a_wrong_row_of_any_column_is_named_and_nothing_is_imported() {
    let sandbox = explored_sandbox(&["A2_B3"]);
    add_original(&sandbox, "");
    let counts = COLUMNS.map(|count| format!("Molecules.{count} => {count} + 1\n"));
    let mut changes = Vec::new();
    let wrong_values = "
        Molecules.number => 301 ; 0.5 ; '300' ; -1 ; 561 ; 1e300 ; null
        Molecules.molecule => upper(molecule) || '-' ; replace(molecule, '-', 'x') ; x'2d' ; null
        Molecules.molecule => (select molecule from Molecules where config = 'A3_B4' and number = 299)
        Molecules.spectrum => replace(spectrum, '@', '&') ; '' ; zeroblob(2000) ; null
        Molecules.transform => 'id' ; '??' ; 'ROT90' ; null
        Molecules.canonical_number => number ; 0 ; '1' ; null
        Configurations.nb_mol => 561
        Configurations.nb_atoms => '3'
        Configurations.width => 5 ; null
        Configurations.config => 'A4_B12' ; 'a3_b4'
        Spectrums.spectrum => '@' ; 1
        Spectrums.nb_mol => 3 ; '2'
        Spectrums.transform => 'rot180' ; null ; '??'
        Spectrums.canonical_number => 27 ; 0 ; 2.5
        Molecules.out_number => '1' ; null
        ";
    let wrong_values = wrong_values.to_owned() + &counts.concat();
    for [cell, values] in cases(&wrong_values) {
        let (table, column) = cell.split_once('.').unwrap();
        let row = match table {
            "Molecules" => "number = 300",
            "Spectrums" => "transform = 'diag-1'",
            _ => "true",
        };
        changes.extend(values.split(" ; ").map(|wrong| (table, column, wrong, row)));
    }
    assert!(changes.len() > 50);
    for (table, column, wrong, of) in changes {
        add_original(&sandbox, "");
        let theirs = open(&sandbox.path("Black-Box.db"));
        let row = format!("select rowid from {table} where config = 'A3_B4' and {of}");
        let row: i64 = one(&theirs, &row);
        let update = format!("update {table} set {column} = {wrong} where rowid = {row}");
        theirs.execute_batch(&update).unwrap();
        drop(theirs);
        let message = format!(
            "error: row {row} of {table} in Black-Box.db is not what the rules of the game say\n"
        );
        let before = sandbox.files();
        // A configuration with another name is not asked for by its own.
        let asked: &[&str] = match column {
            "config" => &[],
            _ => &["--config", "A3_B4"],
        };
        let ended = sandbox.run(&with(&IMPORT, asked));
        ended.check_reason(1, &message);
        assert!(sandbox.files() == before, "{update}");
    }
    // A configuration that is right arrives, and the rest stays as it was.
    sandbox.ok(&["import", "Black-Box.db", "--config", "A3_B5"]);
    verified(&sandbox, "A3_B5");
    verified(&sandbox, "A2_B3");
}

#[test]
fn programs_name_the_original_and_what_brings_it_in() {
    let sandbox = with_original("");
    let message = "Black-Box.db is a database of the original, the programs in Raku\n";
    all_refuse(&sandbox, &["--db", "Black-Box.db"], 1, message);
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
    let message = "error: A3_B4 has 560 molecules stored already\n";
    sandbox.refuses(&IMPORT, 1, message);
    sandbox.refuses(&IMPORT, 1, "--force deletes them and starts again\n");
    let some = ["--config", "A2_B4", "--config", "A3_B5"];
    sandbox.ok(&with(&IMPORT, &some));
    let lacking = with(&IMPORT, &["--config", "A4_B8"]);
    let message = "error: Black-Box.db has no configuration A4_B8\n";
    sandbox.refuses(&lacking, 1, message);
    let damage = "update Molecules set out_number = 99";
    sandbox.change(damage);
    let ended = sandbox.run(&with(&IMPORT, &["--force", "--config", "A3_B4"]));
    assert_has(&ended.stderr, "A3_B4: 560 molecules deleted\n");
    verified(&sandbox, "A3_B4");
    // A half done configuration leaves the indexes as they were.
    sandbox.ok(&with(&IMPORT, &["--config", "A4_B4"]));
    let indexes = "select count(*) from sqlite_schema where name in ('Molecules_number', 'Molecules_spectrum')";
    assert_eq!(sandbox.number(indexes), 2);
    // A configuration without molecules is no loss.
    let sandbox = with_original("");
    sandbox.ok(&["init", "--config", "A3_B4"]);
    sandbox.ok(&IMPORT);
    verified(&sandbox, "A3_B4");
}

#[test]
fn a_strangers_file_is_refused_or_does_no_harm() {
    let sandbox = explored_sandbox(&["A2_B3"]);
    for [sql, message] in cases(
        "drop table Molecules;
        create view Molecules as with recursive endless(n) as
            (select 1 union all select n + 1 from endless) select n as config from endless
            => Black-Box.db is not a database of the original
        drop table Molecules => Black-Box.db is not a database of the original
        alter table Molecules drop column dh2 => Black-Box.db is not a database of the original
        drop table Spectrums; create view Spectrums as select * from Configurations
            => Black-Box.db is not a database of the original
        drop table Spectrums;
        create table Spectrums (config, spectrum, nb_mol, transform, canonical_number as (nb_mol * 2))
            => Black-Box.db is not a database of the original
        drop table Configurations;
        create table Configurations (config primary key, nb_mol, nb_atoms, width, dh1) without rowid
            => Black-Box.db is not a database of the original
        update Molecules set spectrum = zeroblob(70000000) where number = 1
            => Black-Box.db is damaged: a value in it is longer than any that this program writes
        delete from Configurations; delete from Molecules; delete from Spectrums
            => Black-Box.db has no configuration",
    ) {
        add_original(&sandbox, sql);
        sandbox.refuses(&IMPORT, 1, &format!("error: {message}\n"));
    }
    fs::write(sandbox.path("empty"), "").unwrap();
    fs::write(sandbox.path("text"), "{\"nb_atoms\": 3}\n").unwrap();
    fs::write(sandbox.path("cut.db"), &original()[..50_000]).unwrap();
    fs::create_dir(sandbox.path("folder")).unwrap();
    for file in ["folder", "empty", "text", "data/blackbox.db"] {
        let message = format!("{file} is not a database of the original\n");
        sandbox.refuses(&["import", file], 1, &message);
    }
    sandbox.refuses(&["import", "missing"], 1, "error: cannot read missing: ");
    let message = "the disk cannot be read, or cut.db is damaged";
    sandbox.refuses(&["import", "cut.db"], 1, message);
    // It is the source that is wrong, so no hint names the option of another file.
    let hint = sandbox.run(&["import", "cut.db"]).stderr;
    assert_has(&hint, "hint: it was only read");
    assert!(!hint.contains("--db"), "{hint}");
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
fn a_source_in_the_middle_of_a_change_is_left_as_it_is() {
    // Cut short, with a journal that waits to be rolled back.
    let sandbox = empty_sandbox();
    let elsewhere = with_original("");
    let path = elsewhere.path("Black-Box.db");
    let writer = open(&path);
    let begun = "pragma cache_size = 1; begin immediate; update Molecules set out_number = 7";
    writer.execute_batch(begun).unwrap();
    let copy = |names: [&str; 2]| {
        for name in names {
            fs::copy(elsewhere.path(name), sandbox.path(name)).unwrap();
        }
    };
    copy(["Black-Box.db", "Black-Box.db-journal"]);
    drop(writer);
    sandbox.ok(&["init", "--config", "A2_B3"]);
    sandbox.refuses(&IMPORT, 1, "Black-Box.db-journal belongs to a change of ");
    // In WAL mode, with a log that is not in the file yet.
    fs::remove_file(sandbox.path("Black-Box.db-journal")).unwrap();
    let writer = open(&path);
    let logged = "pragma journal_mode = wal; update Configurations set dh1 = ''";
    writer.execute_batch(logged).unwrap();
    copy(["Black-Box.db", "Black-Box.db-wal"]);
    drop(writer);
    sandbox.refuses(&IMPORT, 1, "Black-Box.db-wal belongs to a change of ");
    // With the log in the file, there is only the file, and the program puts nothing beside it.
    fs::remove_file(sandbox.path("Black-Box.db-wal")).unwrap();
    fs::copy(&path, sandbox.path("Black-Box.db")).unwrap();
    sandbox.ok(&IMPORT);
    verified(&sandbox, "A3_B4");
    for suffix in ["-journal", "-wal", "-shm"] {
        assert!(!sandbox.path(&format!("Black-Box.db{suffix}")).exists());
    }
}

#[test]
fn an_import_that_is_stopped_leaves_nothing() {
    let sandbox = with_original("");
    let theirs = open(&sandbox.path("Black-Box.db"));
    for _ in 0..7 {
        let again = "insert into Molecules select * from Molecules";
        theirs.execute_batch(again).unwrap();
    }
    drop(theirs);
    sandbox.ok(&["init", "--config", "A2_B3"]);
    let before = sandbox.files();
    let said = sandbox.interrupted("import Black-Box.db", b"").stderr;
    let line = "stopped while importing Black-Box.db; nothing was changed, and the same command starts again\n";
    assert!(said.ends_with(line), "{said}");
    assert!(sandbox.files() == before);
}

/// Writes configurations of a sandbox's database as the original would.
fn write(sandbox: &Sandbox, configs: &[&str], to: &str) {
    let mut export = vec!["export", "--quiet", "--format", "original", "--out", to];
    export.extend(configs.iter().flat_map(|config| ["--config", config]));
    sandbox.ok(&export);
}

#[test]
fn what_is_not_at_its_end_is_written_as_far_as_it_is() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    for (stage, expected) in [
        ("init", "2,0,0,4"),
        ("explore", "2,1820,0,4"),
        ("init-spectrum", "2,1820,66,4"),
    ] {
        sandbox.ok(&[stage, "--config", "A4_B4"]);
        let file = format!("{stage}.db");
        write(&sandbox, &["A4_B4", "A3_B4"], &file);
        let counts = "select (select count(*) from Configurations),
            (select count(*) from Molecules where config = 'A4_B4'),
            (select count(*) from Spectrums
              where config = 'A4_B4' and transform = '??' and canonical_number = 0),
            (select count(*) from Spectrums where config = 'A3_B4')";
        let counts = csv(&open(&sandbox.path(&file)), counts);
        assert_eq!(counts.lines().last(), Some(expected), "{stage}");
    }
}
