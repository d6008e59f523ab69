//! Files with our mark that are foreign. Nothing in them runs, or
//! takes the machine's memory or time. The programs refuse what is not ours, and
//! leave it as it is.

use std::time::{Duration, Instant};

use testkit::{Sandbox, one, words};

use crate::common::program::{
    PROGRAMS, assert_has, cases, explored_sandbox, initialised_sandbox, stopped, wait_for,
    wait_for_batch, with,
};

/// Every subcommand that opens a database, with a configuration.
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
fn what_is_not_our_schema_is_refused_by_every_program() {
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
        pragma user_version = 3 => there is no table
        pragma user_version = 9 => there is no table",
    );
    let view = [view_in_place, "Spectrums is a view, not a table"];
    // Version 13 has dropped something that version 3 must have.
    for [sql, fault] in cases.into_iter().chain([view]) {
        let sandbox = tampered(sql);
        for program in openers() {
            sandbox.refuses(&program, 1, fault);
        }
    }
}

#[test]
fn what_somebody_has_added_stays_is_told_and_does_not_run() {
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
    let told = "as the migrations make it; added by other programs: index Mine; trigger Note; table Notes; view Twos";
    assert_has(&verified, told);
}

/// A file of schema 8 with a view of another program. Its name is that of a view that we
/// added later.
#[test]
fn a_view_in_the_way_of_a_later_one_is_named() {
    let dropped = [
        include_str!("../../migrations/V3__magic_star.sql"),
        include_str!("../../migrations/V4__chinese_rings.sql"),
        include_str!("../../migrations/V6__pen_and_paper.sql"),
        include_str!("../../migrations/V7__china_labyrinth.sql"),
    ]
    .concat();
    let older = format!(
        "drop view SpectralGroups; drop view Twins; drop view AmbiguousMolecules;
         drop view MoleculesWithGroups; drop table LabyrinthSolutions;
         drop table LabyrinthSearches; drop table CensusSlices; drop table Provenance;
         drop table Workers;
         drop view Atoms; {dropped}
         delete from refinery_schema_history where version > 8; pragma user_version = 8;"
    );
    let sandbox = tampered(&older);
    sandbox.ok(&["init", "--config", "A1_B2"]);
    assert_eq!(sandbox.number("select count(*) from SpectralGroups"), 0);
    let sandbox = tampered(&format!("{older} create view Twins as select 1"));
    let message = "view Twins already exists";
    sandbox.refuses(&["init", "--config", "A1_B2"], 1, message);
    // A program that only reads needs no later schema.
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
        let sandbox = initialised_sandbox("A3_B11");
        let explorer = sandbox.start(&["explore", "--config", "A3_B11"]);
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
            // The rows committed before are there, and exploration goes on.
            let batches = || one::<i64>(&moved, "select count(*) from Batches");
            let before = batches();
            let explore = "explore --quiet --config A3_B11 --db elsewhere.db";
            let explorer = sandbox.start(&words(explore));
            wait_for("further batch", || batches() > before);
            stopped(explorer);
        }
    }
}
