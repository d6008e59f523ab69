//! Compares the five programs, run one after the other, with `blackbox run`.

#![cfg(feature = "pipeline")]

use std::path::Path;

use sha2::{Digest, Sha256};
use testkit::{Ended, Sandbox, run_examples};

const PROGRAMS: [(&str, &str); 5] = [
    ("init", env!("CARGO_BIN_EXE_init")),
    ("explore", env!("CARGO_BIN_EXE_explore")),
    ("init-spectrum", env!("CARGO_BIN_EXE_init-spectrum")),
    ("update-spectrum", env!("CARGO_BIN_EXE_update-spectrum")),
    ("display", env!("CARGO_BIN_EXE_display")),
];

/// The checksums that `blackbox verify --config A4_B6` prints after `blackbox run`, as in docs/verify.md.
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
        // These programs have no results, so stdout is empty.
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

/// If a program is started by its path, its hints name the others by their paths.
#[test]
fn each_program_names_the_next_one_by_its_path() {
    let [_, (_, explore), .., (_, display)] = PROGRAMS;
    let sandbox = Sandbox::of(explore);
    for (name, program) in &PROGRAMS[1..4] {
        let ended = run(&sandbox, program, &["A3_B4", "--quiet"]);
        assert_eq!((ended.code, &*ended.stderr), (Some(0), ""), "{name}");
    }
    let mut command = std::process::Command::new(explore);
    let output = command.arg("A3_B4").current_dir(sandbox.folder()).output();
    let told = Ended::from(output.unwrap()).stderr;
    let next = format!("next: `{display} --from 5 --to 10 --config A3_B4`");
    assert!(told.contains(&next), "{told}");
}

#[test]
fn cases_print_what_they_show() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases.md");
    let (program, sandbox) = (PROGRAMS[0].1, Sandbox::of(PROGRAMS[0].1));
    let examples = run_examples(&cases, sandbox.folder(), Path::new(program), &[]);
    assert!(examples >= 12, "only {examples} examples");
}

#[test]
fn every_program_has_help() {
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
