//! Arguments that make no sense, and configurations that are not there: each
//! gets one clear line, and harms nothing.

use testkit::{Ended, words};

use crate::common::program::{
    BLACKBOX, PROGRAMS, all_refuse, cases, check_printed, empty_sandbox, explored_sandbox, fifo,
    initialised_sandbox, refuses_each, shell, with,
};

#[test]
fn malformed_configurations_are_rejected_by_every_program() {
    let sandbox = empty_sandbox();
    let syntax = "a configuration is written An_Bp";
    for (config, message) in [
        ("A17_B4", "17 atoms do not fit into the 16 cells"),
        ("A0_B0", "a box has 1 to 20 rows and columns, not 0 by 0"),
        (
            "A4_B12",
            "1 to 11 cells wide, not 12; `decode` and `play` accept up to 20 rows and columns",
        ),
        (
            "A4_B8x9",
            "molecules are counted and stored only in square boxes, not in 8 by 9; `decode` and `play` accept up to 20 rows and columns",
        ),
        ("A60_B11", "more than 2^63 - 1 molecules"),
        ("A99999999999999999999_B8", "atoms do not fit"),
        ("", syntax),
        ("A04_B4", syntax),
        ("A-4_B4", syntax),
        ("A4_B4 ", syntax),
        ("A٤_B٨", syntax),
        ("A4_B８", syntax),
    ] {
        sandbox.refuses(&["run", "--config", config], 2, message);
    }
    all_refuse(&sandbox, &["--config", "XYZ"], 2, syntax);
    for config in ["A0_B4", "A16_B4", "a0_b1"] {
        let shown = sandbox.ok(&["run", "--config", config]);
        assert!(shown.contains("no spectrum is ambiguous, the only molecule has its own"));
    }
}

#[test]
fn uninitialised_configurations_are_rejected_by_every_program() {
    let sandbox = empty_sandbox();
    for program in &PROGRAMS[3..] {
        let program = with(program, &["--config", "A3_B4"]);
        sandbox.refuses(&program, 1, "there is no database at");
    }
    sandbox.ok(&["init", "--config", "A2_B4"]);
    let message =
        "error: A3_B4 is not initialised\nhint: run `blackbox explore --config A3_B4` first\n";
    for program in &PROGRAMS[3..] {
        sandbox.refuses(&with(program, &["--config", "A3_B4"]), 1, message);
    }
}

#[test]
fn hints_name_commands_for_the_same_database_and_configuration() {
    let sandbox = initialised_sandbox("A2_B4");
    let elsewhere = ["display", "1", "--db", "my data/x.db", "--config=A5_B6"];
    let hint = "hint: `blackbox explore --config A5_B6 --db 'my data/x.db'` creates it";
    sandbox.refuses(&elsewhere, 1, hint);
    refuses_each(
        &sandbox,
        "1 => display 1 --db ./data/blackbox.db --config A3_B4
            => hint: run `blackbox explore --config A3_B4 --db ./data/blackbox.db` first
        2 => display A4_B6 A5_B6 => give only one configuration (got A4_B6 and A5_B6)",
    );
}

#[test]
fn impossible_displays_are_rejected() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    let refuses = |args: &[&str], code, message: &str| {
        let args = with(&["display", "--config", "A2_B4"], args);
        sandbox.refuses(&args, code, message);
    };
    refuses(&["-"], 2, "standard input contains no numbers");
    refuses(&["--spectrum", ""], 2, "--spectrum <TEXT>");
    for [args, message] in cases(
        "5..3 => such as 3..5
        0..5 => numbers count from 1
        5.. => a range such as 1..5
        0 => '0'
        -1 => '-1'
        five => 'five'
        99999999999999999999 => '99999999999999999999'
        --spectrum @@ => has 16 characters, one per position, not 2
        --spectrum @@@@@@@@@@@@@@@é => not 'é'
        --spectrum @@@@@@@@@@@@@@@a => the label 'a' occurs 1 time in
        --molecule OO => has 16 characters, one per cell, not 2
        --molecule O--------------- => has 2 atoms, not 1
        1 --spectrum @@@@@@@@@@@@@@@@ => choose molecules in only one way",
    ) {
        refuses(&words(args), 2, message);
    }
    let message = "A2_B4 has no molecule 121 (its numbers run from 1 to 120)";
    refuses(&["121"], 1, message);
    let large = "18446744073709551615";
    refuses(&[large], 1, &format!("A2_B4 has no molecule {large}"));
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
        check_printed(&ended);
        let errors = ended.stderr.lines();
        let errors = errors.filter(|line| line.starts_with("error: "));
        assert_eq!(errors.count(), 1, "{ended:?}");
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
    let ended = shell(&sandbox, script);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(ended.stdout.starts_with("\n1 "), "{ended:?}");
    let ended = shell(&sandbox, "\"$0\" display --config A3_B4 1 > /dev/full");
    ended.check_reason(1, "cannot write the results: ");
}

#[test]
#[cfg(target_os = "linux")]
fn help_is_a_result_as_any_other() {
    let sandbox = empty_sandbox();
    let run = |script: &str| shell(&sandbox, script);
    for args in ["--help", "--version", "-h", "explore --help", "help"] {
        assert!(!sandbox.says(args).is_empty());
        let full = run(&format!("\"$0\" {args} > /dev/full"));
        full.check_reason(1, "error: cannot write the results: ");
        // A pipe that is no longer read.
        let (_, pipe) = std::io::pipe().unwrap();
        let mut command = sandbox.command(BLACKBOX);
        let closed = Ended::from(command.args(words(args)).stdout(pipe).output().unwrap());
        assert_eq!((closed.code, &*closed.stderr), (Some(0), ""), "{args}");
    }
    // There is no message where it cannot be read.
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
    for size in words("18446744073709551615 9223372036854775808 16EiB 8EiB") {
        sandbox.refuses(&with(&census, &[size]), 2, "expected a size below 8 EiB");
    }
    for size in ["9223372036854775807", "7EiB"] {
        sandbox.ok(&with(&census, &[size, "--force"]));
        assert!(sandbox.number("select memory from CensusPasses") > 0);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn pipes_and_devices_are_rejected() {
    use std::os::unix::fs::symlink;
    let sandbox = empty_sandbox();
    fifo(&sandbox, "pipe");
    std::fs::create_dir(sandbox.path("parts")).unwrap();
    symlink("/dev/zero", sandbox.path("parts/part.json")).unwrap();
    refuses_each(
        &sandbox,
        "2 => play A4_B8 --game pipe => pipe is not a file
        1 => census merge parts => cannot read parts/part.json: it is a pipe or a device
        1 => play --review pipe => cannot read pipe: it is a pipe or a device
        1 => decode /dev/zero => cannot read /dev/zero: it is longer than 65,536 bytes",
    );
}

#[test]
fn errors_quote_arguments_as_typed() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    refuses_each(
        &sandbox,
        "2 => explore A2_B4 A4_B6 => error: 'A4_B6' is one argument too many
        2 => explore A2_B4 A4_B6 => Usage: blackbox explore
        2 => run A99999999999999999999_B8
            => 'A99999999999999999999_B8' for '[An_Bp]': so many atoms do not fit into the 64 cells
        2 => run A4_B99999999999999999999
            => 'A4_B99999999999999999999' for '[An_Bp]': a box has 1 to 20 rows and columns, not so many by so many
        2 => report A2_B4 --page javascript:alert(1)
            => expected an address with https, http or file, or a folder
        2 => decode A2_B4:1 --page data:text/html,x
            => expected an address with https, http or file, or a folder
        2 => query distribution --config A2_B4 -p statistic=foo
            => error: statistic cannot be foo; choose one of these: shots, absorbed_number, ",
    );
    sandbox.says("query distribution --config A2_B4 -p statistic=out_tot_turns");
}
