//! Invalid arguments and missing configurations: each gets one clear line and changes nothing.
//! `tests/cases/arguments.md` has more of them.

use testkit::{Ended, words};

use crate::common::program::{BLACKBOX, check_printed, empty_sandbox, explored_sandbox, shell};

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
    // Invisible characters, and those that change the writing direction, are escaped, too.
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
    // The pipe has no reader. The law is still written to its file.
    for args in [
        &["query", "select * from Molecules", "--format", "csv"][..],
        &["law", "2", "--output", "two.law", "--quiet"],
    ] {
        let (_, pipe) = std::io::pipe().unwrap();
        let mut command = sandbox.command(BLACKBOX);
        let closed = Ended::from(command.args(args).stdout(pipe).output().unwrap());
        assert_eq!((closed.code, &*closed.stderr), (Some(0), ""), "{args:?}");
    }
    assert!(sandbox.path("two.law").exists());
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
    // A closed or full output does not change the exit code.
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
