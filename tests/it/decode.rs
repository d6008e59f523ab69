//! `blackbox decode` as a user runs it. `tests/cases/decode.md` has its answers, and the library's tests compare them
//! with a filter over all molecules.

use testkit::{Ended, Sandbox};

use crate::common::program::{BLACKBOX, empty_sandbox, output};
use crate::common::terminal::{DOWN, Terminal, click};

/// Runs `decode` with a board on its standard input.
fn decode(sandbox: &Sandbox, board: &[u8], args: &[&str]) -> Ended {
    sandbox.with_input(&[&["decode"], args].concat(), board)
}

#[test]
fn the_box_is_a_heat_map_if_colours_are_wanted() {
    let sandbox = empty_sandbox();
    let shown = |variable: &str| {
        let mut command = sandbox.command(BLACKBOX);
        command.args(["decode", "west 4 = H, west 5 = R, north 2 = east 5"]);
        output(command.env(variable, "1"))
    };
    let (plain, coloured) = (shown("NO_COLOR"), shown("CLICOLOR_FORCE"));
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    // An atom that is likely, and a cell that is surely empty.
    for styled in ["\u{1b}[38;5;16m\u{1b}[48;5;", "\u{1b}[2m  -\u{1b}[0m"] {
        assert!(coloured.contains(styled), "{coloured:?}");
    }
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

#[test]
fn long_boards_are_read_or_rejected() {
    let sandbox = empty_sandbox();
    let long = |text: &str| text.repeat(65_000 / text.len());
    let texts = [
        "-",
        "- ",
        "- - -\n",
        "west 1 = H,",
        "=",
        "w8h8m4M4:",
        "O\n",
        "11 ",
    ];
    let mut texts = texts.map(long).to_vec();
    let (blanks, lines) = (" ".repeat(30_000), "\n".repeat(30_000));
    texts.push(format!("{blanks}-{lines}  - -"));
    texts.push(format!("A4_B8:{}", "9".repeat(35)));
    texts.push(format!("w8h8m4M4:{}", "0".repeat(60_000)));
    for text in texts {
        let refused = decode(&sandbox, text.as_bytes(), &[]);
        if refused.code != Some(0) {
            refused.check_error(1);
            assert!(refused.stderr.len() < 1000);
        }
    }
}

#[test]
fn ctrl_c_interrupts_reading_and_searching() {
    let sandbox = empty_sandbox();
    for line in ["decode", "decode A12_B11 --exact"] {
        let stopped = sandbox.interrupted(line, b"");
        assert_eq!(stopped.stdout, "", "{stopped:?}");
        // A slow machine may have shown progress before.
        let last = stopped.stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with("stopped"), "{stopped:?}");
    }
}

#[test]
fn a_board_is_filled_in_on_a_terminal() {
    let sandbox = empty_sandbox();
    let mut command = sandbox.command(BLACKBOX);
    command.args(["decode", "--interactive", "A4_B6"]);
    let mut terminal = Terminal::start(&mut command, 24, 80);
    terminal.steps(&[
        ("", "record its answer"),
        ("", "58,905 of 58,905 molecules are left."),
        // The count is that of the documents.
        ("h", "record its answer"),
        ("H", "west 1: absorbed"),
        (
            &(DOWN.repeat(3) + "R"),
            "5,086 of 58,905 molecules are left.",
        ),
        ("", "Next ray: east 2"),
        ("H", "west 4 already has an answer"),
        // A line with an error has no effect.
        (
            "u:north 2 = R, north 2 = x\r:west 4 = R\r",
            "west 4: reflected",
        ),
        ("", "5,086 of 58,905 molecules are left."),
        (":west 5 = west 6\r", "No molecule agrees; the ray"),
        ("u", "5,086 of 58,905 molecules are left."),
        // A ray that comes out is clicked at both ends: north 3 and west 2.
        (&click(0, 15, 1), "press Enter where"),
        (&click(0, 3, 5), "north 3: out at west 2"),
        ("", "Next ray: "),
    ]);
    // In the box: a ball, and an empty cell.
    terminal.press(&(click(0, 7, 3) + &click(2, 11, 3)));
    terminal.wait_until("a ball", |terminal| {
        let text = terminal.text();
        let line = text.lines().nth(2).unwrap_or_default();
        line.contains('O') && line.contains('x')
    });
    let counted = terminal.text();
    let counted = counted.split(" of 58,905").next().unwrap();
    let count = counted.rsplit(char::is_whitespace).next().unwrap();
    let text = terminal.leave();
    // The printed text is the same board.
    let ended = decode(&sandbox, text.as_bytes(), &[]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let begin = format!("{count} of 58,905 molecules");
    assert!(ended.stdout.starts_with(&begin), "{ended:?} {text}");
    let message = "--interactive needs a terminal";
    sandbox.refuses(&["decode", "--interactive"], 2, message);
}
