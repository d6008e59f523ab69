//! `blackbox browse`, controlled by keys.

use std::time::Duration;

use blackbox::board::Config;
use testkit::{Sandbox, one};

use crate::common::program::{BLACKBOX, explored_sandbox};
use crate::common::terminal::{DOWN, ESC, HOME, RIGHT, Terminal, click};

fn browse(sandbox: &Sandbox, config: &str, lines: u16, columns: u16) -> Terminal {
    let mut command = sandbox.command(BLACKBOX);
    command.args(["browse", config]);
    let mut terminal = Terminal::start(&mut command, lines, columns);
    terminal.steps(&[("", &format!("{config}: ")), ("", "? explains")]);
    terminal
}

/// Finds the largest groups, and the ray that turns most often, by keys.
fn find(config: &str, lines: u16, columns: u16) {
    let sandbox = explored_sandbox(&[config]);
    let largest = sandbox.number("select max(nb_mol) from Spectrums");
    let canonical = "select min(canonical_number) from Spectrums where nb_mol =";
    let canonical = sandbox.number(&format!("{canonical} {largest}"));
    let turns = sandbox.number("select max(out_max_turns) from Molecules");
    let mut terminal = browse(&sandbox, config, lines, columns);
    // The ambiguous spectra, the largest groups first; the group's molecules; and its twins.
    terminal.steps(&[("a", "ambiguous spectra")]);
    // Columns that do not fit are not shown, and a title that does not fit ends in dots.
    let text = terminal.text();
    let [title, heading] = [0, 1].map(|at| text.lines().nth(at).unwrap());
    assert!(title.contains('…'), "{text}");
    assert_eq!(heading.contains("canonical"), columns == 80, "{text}");
    assert!(heading.contains("canonical") || !heading.contains("can"));
    let row = text.lines().nth(2).unwrap().to_owned();
    assert!(row.trim_start().starts_with(&largest.to_string()), "{row}");
    terminal.steps(&[
        ("", &format!("Molecule {canonical}")),
        ("\r", "molecules with spectrum"),
        ("", &format!(": row 1 of {largest} ")),
        ("t", "Twin of "),
        ("?", "Any key"),
        ("?", "Twin of "),
        // Back, and back.
        (ESC, "ambiguous spectra"),
    ]);
    back_to_all(&mut terminal);
    // The molecules with the ray that turns most often, and that ray.
    let condition = format!("out_max_turns = {turns}");
    terminal.steps(&[(&format!("&{condition}\r"), &format!("with {condition}"))]);
    let wanted = format!("{turns} turns.");
    let config: Config = config.parse().unwrap();
    let is_there = |terminal: &Terminal| {
        let text = terminal.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").contains(&wanted)
    };
    for position in config.size().all_positions() {
        terminal.steps(&[(RIGHT, &format!("{}: ", position.words()))]);
        if is_there(&terminal) {
            break;
        }
    }
    terminal.wait_until(&wanted, is_there);
    let text = terminal.text();
    assert!(text.contains(['┌', '┐', '└', '┘']), "{text}");
    let read = sandbox.with_input(&["decode"], text.as_bytes());
    assert!(
        read.stdout
            .contains(&format!(" molecules of {config} agree")),
        "{read:?} {text}"
    );
    terminal.leave();
}

fn back_to_all(terminal: &mut Terminal) {
    // Otherwise, an escape and the next key would be read as one key.
    std::thread::sleep(Duration::from_millis(100));
    terminal.press(ESC);
    terminal.wait_until("all", |terminal| {
        !terminal.text().contains("with ") && !terminal.text().contains("spectra")
    });
    std::thread::sleep(Duration::from_millis(100));
}

#[test]
fn the_largest_group_and_the_ray_that_turns_most_are_found_by_keys() {
    find("A4_B5", 24, 80);
    find("A3_B5", 24, 60);
}

#[test]
#[ignore = "explores A4_B8; the_largest_group_and_the_ray_that_turns_most_are_found_by_keys is its short form"]
fn the_group_of_five_and_the_ray_that_turns_six_times_are_found_by_keys() {
    find("A4_B8", 24, 80);
}

#[test]
fn numbers_molecules_and_spectra_are_found() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let text = |column: &str| -> String {
        let sql = format!("select {column} from Molecules where config = 'A3_B4' and number = 300");
        one(&sandbox.sql(), &sql)
    };
    let mut terminal = browse(&sandbox, "A3_B4", 24, 80);
    terminal.steps(&[
        ("/300\r", "Molecule 300"),
        (HOME, "Molecule 1"),
        (&format!("/{}\r", text("molecule")), "Molecule 300"),
        (
            &format!("{HOME}/{}\r", text("spectrum")),
            "with spectrum = ",
        ),
        ("/561\r", "there is no molecule 561; the last one is 560"),
        ("/what\r", "a molecule or a spectrum of A3_B4"),
    ]);
    back_to_all(&mut terminal);
    terminal.steps(&[
        ("&no_column\r", "is not a condition on the columns of"),
        ("&out_number = 99\r", ": 0 molecules with out_number = 99"),
        ("snothing\r", "is not a column; examples"),
        // Commands that are typed during a search are also obeyed.
        ("&out_number > 0\rsturns desc\r", "number > 0 by turns desc"),
        ("&true\r", "with true by turns desc"),
        // A click selects a row, or a position around the box.
        (&click(0, 4, 5), ": row 3 of 560"),
        (DOWN, ": row 4 of 560"),
        (&click(0, 39, 3), "west "),
    ]);
    terminal.leave();
}

#[test]
fn browse_needs_a_terminal_and_never_blocks_writers() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    sandbox.refuses(&["browse", "A2_B4"], 1, "browse needs a terminal");
    let mut terminal = browse(&sandbox, "A2_B4", 24, 80);
    // Meanwhile, other programs can write, and the browser shows the changes.
    sandbox.ok(&["run", "--config", "A1_B4", "--quiet"]);
    sandbox.ok(&["init", "--config", "A2_B4", "--force", "--quiet"]);
    terminal.steps(&[(&format!("{DOWN}{DOWN}"), "this molecule is not stored yet")]);
    sandbox.ok(&["explore", "--config", "A2_B4", "--quiet"]);
    terminal.steps(&[(HOME, "Molecule 1"), ("", "Its twins are not known yet.")]);
    // If the window is too small, it shows the size that is needed.
    terminal.resize(11, 30);
    terminal.wait_for("30 × 11");
    terminal.wait_for("24 × 12. q");
    terminal.press("\x03");
    assert_eq!(terminal.end().0.code(), Some(0));
}
