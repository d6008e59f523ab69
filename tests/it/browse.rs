//! `blackbox browse`: from nothing but keys to what a database has.
#![cfg(unix)]

use std::process::Stdio;

use blackbox::game::Config;
use testkit::Sandbox;

use crate::common::program::{BLACKBOX, explored_sandbox};
use crate::common::terminal::Terminal;

const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const ESC: &str = "\x1b";

fn browse(sandbox: &Sandbox, config: &str, lines: u16, columns: u16) -> Terminal {
    let mut command = sandbox.command(BLACKBOX);
    command.args(["browse", config]);
    let mut terminal = Terminal::start(&mut command, lines, columns);
    terminal.wait_for(&format!("{config}: "));
    terminal
}

/// Finds the largest groups, and the ray that turns most often, by keys alone.
fn find(config: &str, lines: u16, columns: u16) {
    let sandbox = explored_sandbox(&[config]);
    let number = |sql: &str| sandbox.number(&sql.replace("CONFIG", config));
    let largest = number("select max(nb_mol) from Spectrums where config = 'CONFIG'");
    let canonical = number(
        "select min(canonical_number) from Spectrums
          where config = 'CONFIG'
            and nb_mol = (select max(nb_mol) from Spectrums where config = 'CONFIG')",
    );
    let turns = number("select max(out_max_turns) from Molecules where config = 'CONFIG'");
    let mut terminal = browse(&sandbox, config, lines, columns);
    // The ambiguous spectra, the largest groups first; the group's molecules; and its twins.
    terminal.press("a");
    terminal.wait_for("ambiguous spectra");
    let row = terminal.text().lines().nth(2).unwrap().to_owned();
    assert!(row.trim_start().starts_with(&largest.to_string()), "{row}");
    terminal.wait_for(&format!("Molecule {canonical}"));
    terminal.press("\r");
    terminal.wait_for("molecules with spectrum");
    terminal.wait_for(&format!(": 1 of {largest} "));
    terminal.press("t");
    terminal.wait_for("Twin of ");
    terminal.press("?");
    terminal.wait_for("Any key");
    terminal.press("?");
    terminal.wait_for("Twin of ");
    // Back, and back.
    terminal.press(ESC);
    terminal.wait_for("ambiguous spectra");
    // A lone escape and the key after it would be one key.
    std::thread::sleep(std::time::Duration::from_millis(100));
    terminal.press(ESC);
    terminal.wait_until("all", |terminal| {
        !terminal.text().contains("ambiguous spectra")
    });
    std::thread::sleep(std::time::Duration::from_millis(100));
    // The molecules with the ray that turns most often, and that ray.
    terminal.press(&format!("&out_max_turns = {turns}\r"));
    terminal.wait_for(&format!("with out_max_turns = {turns}"));
    let wanted = format!("{turns} turns.");
    let config: Config = config.parse().unwrap();
    let width = config.width();
    for position in config.all_positions() {
        terminal.press(RIGHT);
        terminal.wait_for(&format!("{}: ", position.words(width)));
        let text = terminal.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.join(" ").contains(&wanted) {
            break;
        }
    }
    terminal.wait_until(&wanted, |terminal| {
        let text = terminal.text();
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").contains(&wanted)
    });
    assert!(
        terminal.text().contains(['┌', '┐', '└', '┘']),
        "{}",
        terminal.text()
    );
    terminal.press("q");
    assert_eq!(terminal.end().0.code(), Some(0));
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
fn numbers_molecules_and_spectra_are_found_and_what_is_wrong_is_told() {
    let sandbox = explored_sandbox(&["A3_B4"]);
    let text = |column: &str| -> String {
        let sql = format!("select {column} from Molecules where config = 'A3_B4' and number = 300");
        sandbox.sql().query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    let mut terminal = browse(&sandbox, "A3_B4", 24, 80);
    terminal.press("/300\r");
    terminal.wait_for("Molecule 300");
    terminal.press("g");
    terminal.wait_for("Molecule 1");
    terminal.press(&format!("/{}\r", text("molecule")));
    terminal.wait_for("Molecule 300");
    terminal.press(&format!("g/{}\r", text("spectrum")));
    terminal.wait_for("with spectrum = ");
    terminal.press("/561\r");
    terminal.wait_for("there is no molecule 561; the last one is 560");
    terminal.press("/what\r");
    terminal.wait_for("no molecule and no spectrum of A3_B4");
    // Esc leads back to all molecules, whose filter is empty.
    terminal.press("\x1b");
    terminal.wait_until("all", |terminal| !terminal.text().contains("with spectrum"));
    std::thread::sleep(std::time::Duration::from_millis(100));
    terminal.press("&no_column\r");
    terminal.wait_for("is no condition over the columns of Molecules");
    terminal.press("&out_number = 99\r");
    terminal.wait_for("there are no molecules with out_number = 99");
    terminal.press("snothing\r");
    terminal.wait_for("is no column of Molecules");
    terminal.press("&true\r");
    terminal.wait_for("1 of 560 molecules");
    terminal.press("sout_number desc\r");
    terminal.wait_for("by out_number desc");
    // A click chooses a row, and a place around the box.
    terminal.press("\x1b[<0;4;5M\x1b[<0;4;5m");
    terminal.press(DOWN);
    terminal.press("\x1b[<0;39;3M\x1b[<0;39;3m");
    terminal.wait_until("a path", |terminal| terminal.text().contains("west "));
    terminal.press("q");
    assert_eq!(terminal.end().0.code(), Some(0));
}

#[test]
fn it_needs_a_terminal_and_a_database_and_stops_nobody() {
    let sandbox = explored_sandbox(&["A2_B4"]);
    sandbox.refuses(&["browse", "A2_B4"], 1, "browse needs a terminal");
    let mut terminal = browse(&sandbox, "A2_B4", 24, 80);
    // While it is open, others write what they want, and it reads on.
    sandbox.ok(&["run", "--config", "A1_B4", "--quiet"]);
    sandbox.ok(&["init", "--config", "A2_B4", "--force", "--quiet"]);
    terminal.press(&format!("{DOWN}{DOWN}"));
    terminal.wait_for("this molecule is not stored yet");
    let mut explore = sandbox.command(BLACKBOX);
    explore
        .args(["explore", "--config", "A2_B4", "--quiet"])
        .stdin(Stdio::null());
    assert!(explore.status().unwrap().success());
    terminal.press("g");
    terminal.wait_for("Molecule 1");
    terminal.wait_for("Its twins are not known yet.");
    terminal.press("\x03");
    assert_eq!(terminal.end().0.code(), Some(0));
}
