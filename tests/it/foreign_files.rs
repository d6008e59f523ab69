//! Foreign files with our mark. Nothing in them is executed or exhausts the machine's memory or time. The programs
//! refuse files that are not ours, and leave them unchanged.

use std::time::{Duration, Instant};

use rusqlite::Connection;
use testkit::{Sandbox, csv, one, words};

use crate::common::program::{
    PROGRAMS, assert_has, cases, explored_sandbox, initialised_sandbox, prepared_sandbox,
    sandbox_with, stopped, wait_for, wait_for_batch, with,
};

/// The command lines of all subcommands that open a database.
fn openers() -> Vec<Vec<&'static str>> {
    let more: [&[&str]; 3] = [&["report"], &["verify"], &["census"]];
    let all = PROGRAMS.iter().chain(&more);
    all.map(|program| with(program, &["--config", "A2_B4"]))
        .collect()
}

fn tampered(sql: &str) -> Sandbox {
    let sandbox = explored_sandbox(&["A2_B4"]);
    sandbox.change(sql);
    sandbox
}

#[test]
fn foreign_schemas_are_rejected_by_every_program() {
    let view_in_place = "drop table Spectrums;
        create view Spectrums as
            with recursive endless(n) as (select 1 union all select n + 1 from endless)
            select 'A2_B4' as config, n as spectrum, 2 as nb_mol, 'id' as transform,
                   1 as canonical_number
              from endless";
    let cases = cases(
        "create trigger Quiet before insert on Spectrums begin select raise(ignore); end
            => Spectrums has a trigger
        drop view Twins; create view Twins as select * from Spectrums => the view Twins is different
        create trigger Quiet instead of delete on Twins begin delete from Molecules; end
            => Twins has a trigger
        drop table Batches => there is no table Batches
        drop table refinery_schema_history => there is no table refinery_schema_history
        alter table Configurations add column more text => the table Configurations is different
        update refinery_schema_history set applied_on = 'yesterday' => the history of its schema
        update refinery_schema_history set checksum = 'x' where version = 3 => the history of its schema
        delete from refinery_schema_history where version = 2 => the history of its schema
        insert into refinery_schema_history values (99, 'x', 'x', 'x') => the history of its schema
        pragma writable_schema = on;
            update sqlite_schema set sql = replace(sql, ' where +', '--' || char(0, 10) || ' where +')
            => the view Twins is different
        pragma user_version = 3 => the table Batches is different
        pragma user_version = 9 => the table Batches is different",
    );
    let view = [view_in_place, "Spectrums is a view, not a table"];
    for [sql, fault] in cases.into_iter().chain([view]) {
        let sandbox = tampered(sql);
        for program in openers() {
            sandbox.refuses(&program, 1, fault);
        }
    }
}

#[test]
fn foreign_tables_and_triggers_are_reported_and_never_run() {
    let sandbox = tampered(
        "create table Notes (note text);
         create view Twos as select * from Spectrums where nb_mol = 2;
         create trigger Note after insert on Notes begin delete from Molecules; end;
         create index Mine on Molecules (transform)",
    );
    let before = sandbox.number("select count(*) from Molecules");
    sandbox.ok(&["run", "--config", "A1_B3", "--quiet"]);
    sandbox.ok(&["display", "1", "--config", "A2_B4"]);
    let there = "select count(*) from Molecules where config = 'A2_B4'";
    assert_eq!(sandbox.number(there), before);
    let added = "select count(*) from sqlite_schema where name in ('Notes', 'Twos')";
    assert_eq!(sandbox.number(added), 2);
    let verified = sandbox.ok(&["verify", "--quiet", "--config", "A2_B4"]);
    let told = "all tables are as this program makes them; added by other programs: index Mine; trigger Note; table Notes; view Twos";
    assert_has(&verified, told);
}

/// A file with the schema of an older version, with A2_B4 and its census.
fn older(version: i32) -> Sandbox {
    let new = prepared_sandbox("run --config A2_B4\ncensus --config A2_B4 --quiet");
    let sandbox = sandbox_with(b"");
    let old = Connection::open(sandbox.db()).unwrap();
    let attach = format!(
        "pragma application_id = 0x42426f78; attach '{}' as new",
        new.db().display()
    );
    old.execute_batch(&attach).unwrap();
    let history = "select sql from new.sqlite_schema where name = 'refinery_schema_history'";
    old.execute_batch(&one::<String>(&old, history)).unwrap();
    let steps = tables::SCHEMA.steps.iter();
    for step in steps.filter(|step| step.version <= version) {
        old.execute_batch(step.sql).unwrap();
        let note = "insert into main.refinery_schema_history
                    select * from new.refinery_schema_history where version = ?1";
        old.execute(note, [step.version]).unwrap();
    }
    for table in KEPT_TABLES {
        let exists = format!("select count(*) from main.sqlite_schema where name = '{table}'");
        if one::<i64>(&old, &exists) > 0 {
            let copy = format!("insert into main.{table} select * from new.{table}");
            old.execute(&copy, []).unwrap();
        }
    }
    sandbox
}

const KEPT_TABLES: [&str; 12] = [
    "Configurations",
    "Molecules",
    "Spectrums",
    "Batches",
    "Censuses",
    "CensusPasses",
    "CensusSpectrums",
    "CensusGroups",
    "CensusMolecules",
    "CensusRays",
    "CensusSlices",
    "CensusChecksums",
];

#[test]
fn an_older_file_is_brought_up_to_date_without_losing_a_row() {
    let sandbox = older(14);
    sandbox.change(
        "insert into LabyrinthSolutions values (1, '00', 'hexagons', 1, 0, 2, 3, 4, 'search');
         insert into Provenance values ('program', 'blackbox 0.1.0')",
    );
    let rows = |sandbox: &Sandbox, table: &str| {
        // Omits the seconds of a pass, which are the only fractions.
        let columns = match table {
            "CensusPasses" => "config, frontier, memory, threads, committed_at",
            _ => "*",
        };
        csv(&sandbox.sql(), &format!("select {columns} from {table}"))
    };
    let before = KEPT_TABLES.map(|table| rows(&sandbox, table));
    sandbox.ok(&["init", "--config", "A1_B2", "--quiet"]);
    sandbox.change("delete from Configurations where config = 'A1_B2'");
    assert_eq!(KEPT_TABLES.map(|table| rows(&sandbox, table)), before);
    assert_has(
        &rows(&sandbox, "LabyrinthSolutions"),
        "1,00,hexagons,1,0,2,3,4,search",
    );
    assert_has(
        &rows(&sandbox, "ExportProvenance"),
        "program,blackbox 0.1.0",
    );
    assert_has(
        &rows(&sandbox, "Provenance"),
        "A2_B4,update-spectrum,blackbox,,20",
    );
    let told = "added by other programs: table ExportProvenance; table LabyrinthSolutions; index LabyrinthSolutions_groups\n";
    assert_has(&sandbox.ok(&["verify", "--quiet"]), told);
    let schema = csv(&sandbox.sql(), "select sql from sqlite_schema");
    assert!(!schema.contains(") strict"), "{schema}");
}

#[test]
fn tables_that_were_created_later_get_their_descriptions() {
    let sandbox = older(16);
    // The table has had a description only since the next version.
    sandbox.change(
        &tables::SAVED_QUERIES.replace("    -- One row per query that every client can run.\n", ""),
    );
    let described = "select count(*) from sqlite_schema where sql like '%-- One row per%'
                        and name in ('SavedQueries', 'CensusChecksums')";
    assert_eq!(sandbox.number(described), 0);
    sandbox.ok(&["display", "1", "--config", "A2_B4"]);
    sandbox.ok(&["init", "--config", "A1_B2", "--quiet"]);
    sandbox.ok(&["display", "1", "--config", "A2_B4"]);
    assert_eq!(sandbox.number(described), 2);
}

#[test]
fn a_view_with_a_reserved_name_is_reported() {
    let sandbox = older(8);
    for command in [
        "report A2_B4",
        "query groups-by-difference A2_B4",
        "export spectral-groups -c A2_B4 -f csv",
    ] {
        let message = "made the database, which lacks the table SpectralGroups";
        sandbox.refuses(&words(command), 2, message);
    }
    sandbox.ok(&["init", "--config", "A1_B2"]);
    assert_eq!(sandbox.number("select count(*) from SpectralGroups"), 0);
    let sandbox = older(8);
    sandbox.change("create view Twins as select 1");
    let message = "view Twins already exists";
    sandbox.refuses(&["init", "--config", "A1_B2"], 1, message);
    // A program that only reads does not migrate the schema.
    sandbox.ok(&["display", "1", "--config", "A2_B4"]);
}

#[test]
fn a_huge_value_takes_no_memory_and_is_not_printed() {
    let sandbox =
        tampered("update Molecules set molecule = hex(zeroblob(50000000)) where number = 7");
    let begun = Instant::now();
    let ended = sandbox.run(&["display", "7", "--config", "A2_B4"]);
    ended.check_error(1);
    assert!(ended.stderr.len() < 1000, "{} bytes", ended.stderr.len());
    assert_has(&ended.stderr, "longer than any that this program writes");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_file_that_is_moved_or_replaced_gets_no_more_rows() {
    let replacement = explored_sandbox(&["A2_B4"]);
    for replace in [false, true] {
        let sandbox = initialised_sandbox("A4_B10");
        let explorer = sandbox.start(&["explore", "--config", "A4_B10"]);
        wait_for_batch(&sandbox);
        let elsewhere = sandbox.path("elsewhere.db");
        std::fs::rename(sandbox.db(), &elsewhere).unwrap();
        if replace {
            std::fs::copy(replacement.db(), sandbox.db()).unwrap();
        }
        let ended = testkit::ended(explorer);
        ended.check_reason(1, "was moved, deleted or replaced");
        let moved = testkit::open(&elsewhere);
        assert_eq!(one::<String>(&moved, "pragma integrity_check"), "ok");
        if replace {
            let there = std::fs::read(sandbox.db()).unwrap();
            assert!(there == std::fs::read(replacement.db()).unwrap());
            sandbox.ok(&["verify", "--config", "A2_B4"]);
        } else {
            assert!(!sandbox.db().exists());
            // The rows that were committed before are stored, and exploration continues.
            let batches = || one::<i64>(&moved, "select count(*) from Batches");
            let before = batches();
            let explore = "explore --quiet --config A4_B10 --db elsewhere.db";
            let explorer = sandbox.start(&words(explore));
            wait_for("further batch", || batches() > before);
            stopped(explorer);
        }
    }
}
