//! The five programs, one after the other, do what `blackbox run` does.

#![cfg(feature = "pipeline")]

use sha2::{Digest, Sha256};
use testkit::{Ended, Sandbox};

const PROGRAMS: [(&str, &str); 5] = [
    ("init", env!("CARGO_BIN_EXE_init")),
    ("explore", env!("CARGO_BIN_EXE_explore")),
    ("init-spectrum", env!("CARGO_BIN_EXE_init-spectrum")),
    ("update-spectrum", env!("CARGO_BIN_EXE_update-spectrum")),
    ("display", env!("CARGO_BIN_EXE_display")),
];

/// What `blackbox verify --config A4_B6` prints after `blackbox run`, as docs/verify.md shows.
const MOLECULES: &str = "543840a01ccbca87c600b8d6a1d6265499033c17ce2bc218554884e085cc18ca";
const SPECTRUMS: &str = "cb637e5be6f0dab309607b3232aaf84024de37405fb8e054a1827ab2c762fa8c";

fn run(sandbox: &Sandbox, program: &str, args: &[&str]) -> Ended {
    sandbox.command(program).args(args).output().unwrap().into()
}

fn says(sandbox: &Sandbox, program: &str, args: &[&str]) -> String {
    let ended = run(sandbox, program, args);
    assert_eq!(ended.code, Some(0), "{program} {args:?}: {ended:?}");
    ended.stdout
}

#[test]
fn the_stages_in_turn_equal_run() {
    let sandbox = Sandbox::of(PROGRAMS[0].1);
    let config = ["--config", "A4_B6"];
    for (name, program) in &PROGRAMS[..4] {
        // Results go to stdout, and these programs have none.
        assert_eq!(says(&sandbox, program, &config), "", "{name}");
        if *name == "init-spectrum" {
            let other =
                "select count(*) from Spectrums where (transform, canonical_number) <> ('??', 0)";
            assert_eq!(sandbox.number(other), 0);
        }
    }
    for (table, key, checksum) in [
        ("Molecules", "number", MOLECULES),
        ("Spectrums", "spectrum", SPECTRUMS),
    ] {
        let sql = format!("select * from {table} where config = 'A4_B6' order by {key}");
        let rows = testkit::csv(&sandbox.sql(), &sql).replace(',', "|");
        let (_, rows) = rows.split_once('\n').unwrap();
        let digest = Sha256::digest(rows);
        let found: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, checksum, "{table}");
    }
    let args = ["--config", "A4_B6", "868", "15993"];
    let shown = says(&sandbox, PROGRAMS[4].1, &args);
    assert_eq!(shown.matches("@&@&@&@a@bcda@b@&@dc&@&@").count(), 2);
}

#[test]
fn each_program_names_the_next_one_as_it_can_be_typed() {
    let [init, explore, init_spectrum, update_spectrum, display] =
        PROGRAMS.map(|(_, program)| program);
    let sandbox = Sandbox::of(explore);
    let tells = |program: &str, args: &[&str], said: &str| {
        let told = run(&sandbox, program, args).stderr;
        assert!(told.contains(said), "{told}");
        told
    };
    let hint = "hint: `explore --db 'a b.db'` creates it; --db names another one\n";
    tells(display, &["1", "--db", "a b.db"], hint);
    let told = tells(explore, &["A3_B4"], "A3_B4 is initialised");
    let next = "\nnext: `init-spectrum --config A3_B4` collects";
    assert!(told.contains(next), "{told}");
    let config = ["--config", "A3_B4"];
    let hint = "hint: run `init-spectrum --config A3_B4` first\n";
    tells(update_spectrum, &config, hint);
    let next = "\nnext: `update-spectrum --config A3_B4` finds";
    tells(init_spectrum, &config, next);
    let next = "\nnext: `display --from 5 --to 10 --config A3_B4` shows molecules\n";
    tells(update_spectrum, &["A3_B4"], next);
    let hint = "hint: `explore --config A3_B4` continues with them; --force deletes";
    tells(init, &["A3_B4"], hint);
    // Quiet is quiet, and a program that was called by its path names the others by theirs.
    assert_eq!(tells(explore, &["A3_B4", "--quiet"], ""), "");
    let mut command = std::process::Command::new(explore);
    let output = command.arg("A3_B4").current_dir(sandbox.folder()).output();
    let told = Ended::from(output.unwrap()).stderr;
    let next = format!("next: `{display} --from 5 --to 10 --config A3_B4`");
    assert!(told.contains(&next), "{told}");
}

#[test]
fn molecules_are_shown_from_a_number_and_to_a_number() {
    let display = PROGRAMS[4].1;
    let sandbox = Sandbox::of(display);
    says(&sandbox, PROGRAMS[1].1, &["A2_B3"]);
    let numbers = |args: &[&str]| -> Vec<u64> {
        let shown = says(&sandbox, display, &[args, &["--format", "csv"]].concat());
        let rows = shown.lines().skip(1);
        let rows = rows.map(|row| row.split(',').nth(1).unwrap());
        rows.map(|number| number.parse().unwrap()).collect()
    };
    let args = ["--config", "A2_B3", "--from", "5", "--to", "7"];
    assert_eq!(numbers(&args), [5, 6, 7]);
    assert_eq!(numbers(&["A2_B3", "--from", "34"]), [34, 35, 36]);
    assert_eq!(numbers(&["--to", "2", "A2_B3"]), [1, 2]);
    assert_eq!(numbers(&["A2_B3", "5..6", "9"]), [5, 6, 9]);
}

#[test]
fn every_program_explains_itself() {
    let sandbox = Sandbox::of(PROGRAMS[0].1);
    let version = env!("CARGO_PKG_VERSION");
    for (name, program) in PROGRAMS {
        let script = says(&sandbox, program, &["completions", "bash"]);
        assert!(script.contains("complete -F"), "{name}: {script}");
        let page = says(&sandbox, program, &["man"]);
        for section in ["NAME", "SYNOPSIS", "OPTIONS"] {
            assert!(page.contains(&format!(".SH {section}")), "{name}: {page}");
        }
        let said = says(&sandbox, program, &["--version"]);
        assert_eq!(said, format!("{name} {version}\n"));
        let help = says(&sandbox, program, &["--help"]);
        assert!(!help.contains("completions"), "{name}: {help}");
        for option in ["--config", "--db", "--quiet", "--verbose", "BLACKBOX_DB"] {
            assert!(help.contains(option), "{name}: {help}");
        }
        assert!(help.contains("data/blackbox.db"), "{name}: {help}");
        assert!(help.contains("A4_B8"), "{name}: {help}");
    }
    assert_eq!(sandbox.files(), [], "an explanation needs no database");
}
