//! The pipeline as a user runs it: the rows that it stores, and the messages of its programs.

use std::fs;

use testkit::{csv, one, words};

use crate::common::invariants;
use crate::common::program::{
    self, BLACKBOX, empty_sandbox, explored_sandbox, indexes, initialised_sandbox, output,
    refuses_each, succeeds, tables,
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
fn run_does_only_what_is_still_to_be_done() {
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

    let ended = succeeds(&sandbox, "explore --config A4_B4");
    let said = "A4_B4 is explored: all its 1,820 molecules are stored\n\
         next: `blackbox display --from 5 --to 10 --config A4_B4` shows molecules, \
         `blackbox query distant-twins --config A4_B4` runs a saved query\n";
    assert_eq!(ended.stderr, said);

    // `run` does what is missing, and nothing else.
    sandbox.ok(&["init-spectrum", "--config", "A4_B4"]);
    assert_eq!(sandbox.ok(&run), table);
    assert_eq!(state(), before);
    let [_, spectrums] = tables(&sandbox.sql(), "A4_B4");
    assert_eq!(spectrums, reference("A4_B4.spectrums.csv"));
}

#[test]
fn configurations_of_any_order_of_sizes_share_a_file() {
    // The indexes are dropped for a load only if that is faster, so this tests both
    // ways.
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
fn init_refuses_to_delete_unless_it_is_forced() {
    let sandbox = explored_sandbox(&["A3_B4", "A4_B4"]);
    let init = ["init", "--config", "A4_B4"];
    sandbox.refuses(&init, 1, "already contains 1,820 molecules of A4_B4");
    sandbox.refuses(&init, 1, "--force");

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

    // If nothing is lost, the program does not ask.
    sandbox.ok(&["init", "--config", "A4_B4"]);
    sandbox.ok(&["run", "--config", "A4_B4"]);
    let [molecules, _] = tables(&sandbox.sql(), "A4_B4");
    assert_eq!(molecules, reference("A4_B4.molecules.csv"));
}

#[test]
fn a_stage_that_comes_too_early_names_the_one_before() {
    let sandbox = initialised_sandbox("A3_B4");
    refuses_each(
        &sandbox,
        "1 => init-spectrum --config A3_B4 => 0 of 560 molecules
        1 => update-spectrum --config A3_B4 => `blackbox explore --config A3_B4`",
    );
    sandbox.ok(&["explore", "--config", "A3_B4"]);
    let update = ["update-spectrum", "--config", "A3_B4"];
    sandbox.refuses(&update, 1, "`blackbox init-spectrum --config A3_B4`");
    sandbox.ok(&["init-spectrum", "--config", "A3_B4"]);
    let verbose = succeeds(&sandbox, "update-spectrum --config A3_B4 --verbose");
    let class = "26 @&&@@&@&@aa@&@&@: 2 molecules each, 4 spectra by symmetry";
    assert!(verbose.stderr.contains(class), "{}", verbose.stderr);
}

#[test]
fn progress_off_a_terminal_is_a_line_now_and_then_with_the_time() {
    let sandbox = initialised_sandbox("A4_B6");
    let ended = succeeds(&sandbox, "explore --config A4_B6");
    assert_eq!(ended.stdout, "");
    let lines = ended.stderr.lines();
    let progress = lines.filter(|line| line.contains(" exploring A4_B6: "));
    let progress: Vec<&str> = progress.collect();
    // The first one, the last one, and one every ten seconds on a busy machine.
    assert!((2..=10).contains(&progress.len()), "{progress:?}");
    let shape = progress[0].replace(|c: char| c.is_ascii_digit(), "0");
    let expected = "0000-00-00T00:00:00Z exploring A0_B0: 0 of 00,000 (0 %)";
    assert_eq!(shape, expected);
    let last = progress.last().unwrap();
    assert!(last.ends_with(": 58,905 of 58,905 (100 %)"), "{last}");

    let quiet = succeeds(&sandbox, "run --config A3_B5 --quiet");
    assert_eq!(quiet.stderr, "");
    assert!(quiet.stdout.starts_with("A3_B5: "));
}

#[test]
fn the_option_for_the_database_may_stand_anywhere() {
    let sandbox = empty_sandbox();
    let version = format!("blackbox {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(sandbox.ok(&["--version"]), version);
    for line in ["--db deep/new.db verify", "verify --db deep/new.db"] {
        sandbox.refuses(&words(line), 1, "/deep/new.db");
    }
    // It does nothing where there is no database.
    let rays = ["strategy", "--first-rays", "--config", "A1_B3", "--quiet"];
    let plain = sandbox.ok(&rays);
    let with_option = sandbox.ok(&program::with(&rays, &["--db", "new.db"]));
    assert_eq!(with_option, plain);
    assert_eq!(sandbox.files(), []);
}

#[test]
fn the_database_may_be_named_by_an_option_or_the_environment() {
    let sandbox = empty_sandbox();
    let init = |db: Option<&str>, variable: Option<&str>| {
        let mut command = sandbox.command(BLACKBOX);
        command.args(["init", "--config", "A1_B3"]);
        command.args(db.into_iter().flat_map(|db| ["--db", db]));
        output(command.envs(variable.map(|db| ("BLACKBOX_DB", db))));
    };
    let missing = ["init", "--db", "deep/down/option.db"];
    let message = "error: there is no folder deep/down\nhint: create it first";
    sandbox.refuses(&missing, 1, message);
    fs::create_dir_all(sandbox.path("deep/down")).unwrap();
    init(Some("deep/down/option.db"), None);
    init(None, Some("variable.db"));
    init(Some("both.db"), Some("neither.db"));
    init(Some(":memory:"), None);
    init(Some("file:uri.db?mode=memory"), None);
    init(None, None);
    for file in words(
        "deep/down/option.db variable.db both.db :memory: file:uri.db?mode=memory data/blackbox.db",
    ) {
        let made = testkit::open(&sandbox.path(file));
        let config: String = one(&made, "select config from Configurations");
        assert_eq!(config, "A1_B3", "{file}");
    }
    assert!(!sandbox.path("neither.db").exists());
}
