//! Arguments that make no sense, and configurations that are not there: each
//! gets one clear line, and harms nothing.

use testkit::Ended;

use crate::common::program::{BLACKBOX, PROGRAMS, empty_sandbox, explored_sandbox, with};

#[test]
fn texts_that_are_no_configurations_are_refused_by_every_program() {
    let sandbox = empty_sandbox();
    let syntax = "a configuration is written An_Bp";
    for (config, message) in [
        ("A17_B4", "17 atoms do not fit into the 16 cells"),
        ("A0_B0", "a box is 1 to 11 cells wide, not 0"),
        ("A4_B12", "a box is 1 to 11 cells wide, not 12"),
        ("A60_B11", "more than 2^63 - 1 molecules"),
        ("A99999999999999999999_B8", "atoms do not fit"),
        ("XYZ", syntax),
        ("", syntax),
        ("A04_B4", syntax),
        ("A-4_B4", syntax),
        ("A4_B4 ", syntax),
        ("A٤_B٨", syntax),
        ("A4_B８", syntax),
    ] {
        for program in PROGRAMS {
            sandbox.refuses(&with(program, &["--config", config]), 2, message);
        }
    }
    for config in ["A0_B4", "A16_B4", "a0_b1"] {
        let shown = sandbox.ok(&["run", "--config", config]);
        assert!(shown.contains("no spectrum is ambiguous, the only molecule has its own"));
    }
}

#[test]
fn a_configuration_that_is_not_initialised_is_refused_by_every_program() {
    let sandbox = empty_sandbox();
    for program in &PROGRAMS[3..] {
        let program = with(program, &["--config", "A3_B4"]);
        sandbox.refuses(&program, 1, "there is no database at");
    }
    sandbox.ok(&["init", "--config", "A2_B4"]);
    for program in &PROGRAMS[3..] {
        let program = with(program, &["--config", "A3_B4"]);
        sandbox.refuses(&program, 1, "error: A3_B4 is not initialised\n");
        let hint = "hint: run `blackbox explore --config A3_B4` first\n";
        sandbox.refuses(&program, 1, hint);
    }
}

#[test]
fn hints_name_commands_for_the_same_database_and_configuration() {
    let sandbox = empty_sandbox();
    sandbox.ok(&["init", "--config", "A2_B4"]);
    for (args, code, hint) in [
        (
            &["display", "1", "--db", "my data/x.db", "--config=A5_B6"][..],
            1,
            "hint: `blackbox explore --config A5_B6 --db 'my data/x.db'` creates it",
        ),
        (
            &[
                "display",
                "1",
                "--db",
                "./data/blackbox.db",
                "--config",
                "A3_B4",
            ],
            1,
            "hint: run `blackbox explore --config A3_B4 --db ./data/blackbox.db` first\n",
        ),
        (
            &["display", "A4_B6"],
            2,
            "which molecules? Give their numbers, such as 5..10\n",
        ),
    ] {
        sandbox.refuses(args, code, hint);
    }
}

#[test]
fn what_display_cannot_show_is_refused() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let sixteen = "@".repeat(16);
    let cases: [(&[&str], i32, &str); 17] = [
        (&[], 2, "required arguments were not provided"),
        (&["5..3"], 2, "such as 3..5"),
        (&["0..5"], 2, "numbers count from 1"),
        (&["5.."], 2, "a range such as 1..5"),
        (&["0"], 2, "'0'"),
        (&["-1"], 2, "'-1'"),
        (&["five"], 2, "'five'"),
        (&["99999999999999999999"], 2, "'99999999999999999999'"),
        (
            &["121"],
            1,
            "A2_B4 has no molecule 121, its numbers run from 1 to 120",
        ),
        (
            &["18446744073709551615"],
            1,
            "A2_B4 has no molecule 18446744073709551615",
        ),
        (&["--spectrum", ""], 2, "--spectrum <TEXT>"),
        (
            &["--spectrum", "@@"],
            2,
            "has 16 characters, one per position, not 2",
        ),
        (&["--spectrum", "@@@@@@@@@@@@@@@é"], 2, "not 'é'"),
        (
            &["--spectrum", "@@@@@@@@@@@@@@@a"],
            2,
            "the label 'a' occurs 1 time in",
        ),
        (
            &["--molecule", "OO"],
            2,
            "has 16 characters, one per cell, not 2",
        ),
        (&["--molecule", "O---------------"], 2, "has 2 atoms, not 1"),
        (&["1", "--spectrum", &sixteen], 2, "numbers are one way"),
    ];
    for (args, code, message) in cases {
        let args = with(&["display", "--config", "A2_B4"], args);
        sandbox.refuses(&args, code, message);
    }
}

#[test]
fn options_that_do_not_exist_or_contradict_are_refused() {
    let sandbox = empty_sandbox();
    for program in PROGRAMS {
        sandbox.refuses(&with(program, &["--fast"]), 2, "'--fast'");
        let both = with(program, &["--quiet", "--verbose"]);
        sandbox.refuses(&both, 2, "cannot be used with");
        sandbox.refuses(&with(program, &["--db", ""]), 2, "--db <PATH>");
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let sandbox = empty_sandbox();
    let evil = "x\u{1b}]0;evil\u{7}\nerror: \u{9b}31m";
    let visible = "x\\u{1b}]0;evil\\u{7}\\n";
    for args in [
        &["init", "--config", evil][..],
        &["init-spectrum", "--db", evil],
        &["display", evil],
        &["display", "--spectrum", evil],
        &["display", "--molecule", evil],
        &[evil],
    ] {
        let ended = sandbox.run(args);
        assert!(matches!(ended.code, Some(1 | 2)), "{ended:?}");
        let raw = |c: char| c.is_control() && c != '\n';
        assert!(!ended.stderr.contains(raw), "{ended:?}");
        let one = ended
            .stderr
            .lines()
            .filter(|line| line.starts_with("error: "));
        assert_eq!(one.count(), 1, "{ended:?}");
    }
    sandbox.refuses(&["init-spectrum", "--db", evil], 1, visible);
    // Characters that change the order of letters, or are invisible, are not printed either.
    let invisible = "a\u{202e}b\u{2066}c\u{200e}d\u{61c}e\u{feff}f";
    let seen = "a\\u{202e}b\\u{2066}c\\u{200e}d\\u{61c}e\\u{feff}f";
    sandbox.refuses(&["init-spectrum", "--db", invisible], 1, seen);
    sandbox.refuses(&["display", invisible], 2, seen);
    // A very long text is quoted only at its beginning.
    let ended = sandbox.run(&["display", &"9x".repeat(30_000)]);
    ended.check_error(2);
    assert!(ended.stderr.len() < 1000, "{ended:?}");
    assert!(ended.stderr.contains("9x9x9x…"), "{ended:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_pipe_is_no_error() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let script = "\"$0\" display --config A3_B4 1..560 | head -n 2";
    let mut command = sandbox.command("sh");
    let ended = Ended::from(command.args(["-c", script, BLACKBOX]).output().unwrap());
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(ended.stdout.starts_with("\n1 "), "{ended:?}");
    let full = "\"$0\" display --config A3_B4 1 > /dev/full";
    let mut command = sandbox.command("sh");
    let ended = Ended::from(command.args(["-c", full, BLACKBOX]).output().unwrap());
    ended.check_error(1);
    assert!(
        ended.stderr.contains("cannot write the results: "),
        "{ended:?}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn help_is_a_result_as_any_other() {
    let sandbox = empty_sandbox();
    let run = |script: &str| {
        let mut command = sandbox.command("sh");
        Ended::from(command.args(["-c", script, BLACKBOX]).output().unwrap())
    };
    for args in ["--help", "--version", "-h", "explore --help", "help"] {
        assert!(!sandbox.ok(&args.split(' ').collect::<Vec<_>>()).is_empty());
        let full = run(&format!("\"$0\" {args} > /dev/full"));
        full.check_error(1);
        assert!(
            full.stderr.starts_with("error: cannot write the results: "),
            "{full:?}"
        );
        let closed = run(&format!("(sleep 0.2; \"$0\" {args}; echo $? >&2) | true"));
        assert_eq!(closed.stderr, "0\n", "{args}");
    }
    // There is no message where nobody can read it.
    for (args, code) in [
        ("--version", 0),
        ("run --config A2_B3", 0),
        ("--nonsense", 2),
        ("display --config A9_B3 --db none 1", 1),
    ] {
        for closed in ["2>&-", ">&-", ">&- 2>&-", ">&- 2>&- <&-", "2> /dev/full"] {
            let ended = run(&format!("\"$0\" {args} {closed}"));
            assert_eq!(ended.code, Some(code), "{args} {closed}: {ended:?}");
        }
    }
}

#[test]
fn memory_that_no_column_holds_is_refused() {
    let sandbox = empty_sandbox();
    let census = ["census", "--config", "A2_B3", "--memory"];
    for size in [
        "18446744073709551615",
        "9223372036854775808",
        "16EiB",
        "8EiB",
    ] {
        sandbox.refuses(&with(&census, &[size]), 2, "expected a size below 8 EiB");
    }
    for size in ["9223372036854775807", "7EiB"] {
        sandbox.ok(&with(&census, &[size, "--force"]));
        assert!(sandbox.number("select memory from CensusPasses") > 0);
    }
}
