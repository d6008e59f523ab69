//! The pipeline as a user runs it: the rows that it stores, and the messages of its programs.

use testkit::{csv, one};

use crate::common::invariants;
use crate::common::program::{
    empty_sandbox, explored_sandbox, indexes, initialised_sandbox, succeeds, tables,
};
use crate::common::repository::reference;

#[test]
fn the_tables_equal_those_of_the_original_to_the_byte() {
    let configs = ["A1_B3", "A2_B4", "A3_B4", "A4_B4"];
    let sandbox = explored_sandbox(&configs);
    for config in configs {
        let expected = ["molecules", "spectrums"];
        let expected = expected.map(|table| reference(&format!("{config}.{table}.csv")));
        assert_eq!(tables(&sandbox.sql(), config), expected);
    }
    assert_eq!(indexes(&sandbox), 2);
}

#[test]
fn every_row_follows_the_plain_rules() {
    let configs = [
        "A0_B1", "A1_B1", "A0_B4", "A16_B4", "A6_B4", "A3_B5", "A25_B5", "A3_B6", "A2_B9",
        "A2_B10", "A1_B11", "A2_B11", "A120_B11", "A121_B11",
    ];
    let sandbox = explored_sandbox(&configs);
    sandbox.ok(&["verify", "--quiet"]);
    for config in configs {
        invariants::check(&sandbox.sql(), config);
    }
}

#[test]
fn run_skips_finished_stages() {
    let sandbox = empty_sandbox();
    let run = ["run", "--config", "a4_b4"];
    let table = sandbox.ok(&run);
    let batches = "select group_concat(Batches.frontier || committed_at) || min(explored_at)
                     from Batches join Configurations using (config)";
    let state = || one::<String>(&sandbox.sql(), batches);
    let before = state();
    let again = succeeds(&sandbox, "run --config a4_b4");
    assert_eq!(again.stdout, table);
    assert!(again.stderr.contains("A4_B4 is explored"));
    assert!(!again.stderr.contains("initialised"), "{}", again.stderr);
    assert_eq!(state(), before);

    // `run` runs only the missing stages.
    sandbox.ok(&["init-spectrum", "--config", "A4_B4"]);
    assert_eq!(sandbox.ok(&run), table);
    assert_eq!(state(), before);
    let [_, spectrums] = tables(&sandbox.sql(), "A4_B4");
    assert_eq!(spectrums, reference("A4_B4.spectrums.csv"));
}

#[test]
fn configurations_of_any_order_of_sizes_share_a_file() {
    // Tests both ways of loading: indexes are dropped only if that is faster.
    for configs in [["A4_B6", "A2_B4"], ["A2_B4", "A4_B6"]] {
        let sandbox = explored_sandbox(&configs);
        assert_eq!(indexes(&sandbox), 2);
        for config in configs {
            let alone = tables(&explored_sandbox(&[config]).sql(), config);
            assert_eq!(tables(&sandbox.sql(), config), alone);
            invariants::check(&sandbox.sql(), config);
        }
    }
}

#[test]
fn init_deletes_only_with_force() {
    let sandbox = explored_sandbox(&["A3_B4", "A4_B4"]);
    let init = ["init", "--config", "A4_B4"];
    sandbox.refuses(&init, 1, "already contains 1,820 molecules of A4_B4");
    let other = tables(&sandbox.sql(), "A3_B4");
    let batches = "select config, frontier from Batches order by 1, 2";
    let before = csv(&sandbox.sql(), batches);
    sandbox.ok(&["init", "--config", "A4_B4", "--force"]);
    for table in tables(&sandbox.sql(), "A4_B4") {
        assert_eq!(table.lines().count(), 1);
    }
    assert_eq!(tables(&sandbox.sql(), "A3_B4"), other);
    let after = csv(&sandbox.sql(), batches);
    assert!(before.starts_with(&after) && after.contains("A3_B4"));
    assert!(!after.contains("A4_B4"), "{after}");
    let columns = "select frontier + nb_stored + (explored_at is not null)
                        + (spectrums_initialised_at is not null)
                        + (spectrums_updated_at is not null)
                     from Configurations where config = 'A4_B4'";
    assert_eq!(sandbox.number(columns), 0);

    // If no data would be lost, the program does not need --force.
    sandbox.ok(&["init", "--config", "A4_B4"]);
    sandbox.ok(&["run", "--config", "A4_B4"]);
    let [molecules, _] = tables(&sandbox.sql(), "A4_B4");
    assert_eq!(molecules, reference("A4_B4.molecules.csv"));
}

#[test]
fn progress_without_a_terminal_is_timed_lines() {
    let sandbox = initialised_sandbox("A4_B6");
    let ended = succeeds(&sandbox, "explore --config A4_B6");
    assert_eq!(ended.stdout, "");
    let lines = ended.stderr.lines();
    let progress = lines.filter(|line| line.contains(" exploring A4_B6, molecules: "));
    let progress: Vec<&str> = progress.collect();
    // The first and the last report, and one every ten seconds on a busy machine.
    assert!((2..=10).contains(&progress.len()), "{progress:?}");
    let shape = progress[0].replace(|c: char| c.is_ascii_digit(), "0");
    let expected = "0000-00-00T00:00:00Z exploring A0_B0, molecules: 0 of 00,000 (0 %)";
    assert_eq!(shape, expected);
    let last = progress.last().unwrap();
    assert!(last.ends_with(": 58,905 of 58,905 (100 %)"), "{last}");

    let quiet = succeeds(&sandbox, "run --config A3_B5 --quiet");
    assert_eq!(quiet.stderr, "");
    assert!(quiet.stdout.starts_with("A3_B5: "));
}
