//! Pen and Paper: counts against searches that share no code with them, and the program as a user
//! or another program runs it.
#![cfg(unix)]

mod counting;
mod memory;
mod solving;

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use testkit::{Ended, Sandbox, ended, words};

const PEN_AND_PAPER: &str = env!("CARGO_BIN_EXE_pen-and-paper");

fn sandbox() -> Sandbox {
    Sandbox::of(PEN_AND_PAPER)
}

/// A filled grid.
type Grid = Vec<Vec<i64>>;

/// The filled grid in the text that the program prints.
fn drawn(text: &str) -> Grid {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| {
        let numbers = row.trim_matches(['|', ' ']).split_whitespace();
        numbers.map(|number| number.parse().unwrap()).collect()
    })
    .collect()
}

/// Is there a jump: three cells along a row or column, or two diagonally?
fn is_jump(from: (i64, i64), to: (i64, i64)) -> bool {
    let (down, right) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
    matches!((down, right), (3, 0) | (0, 3) | (2, 2))
}

/// Is every number from 1 there once, each a jump away from the one before? And is 1 a jump away
/// from the last?
fn examined(grid: &Grid) -> (bool, bool) {
    let mut places: Vec<(i64, (i64, i64))> = Vec::new();
    for (row, numbers) in (0..).zip(grid) {
        for (column, &number) in (0..).zip(numbers) {
            places.push((number, (row, column)));
        }
    }
    places.sort_unstable();
    let in_order = (1..).zip(&places).all(|(number, place)| number == place.0);
    let jumps = places.windows(2).all(|pair| is_jump(pair[0].1, pair[1].1));
    let ends = (places[places.len() - 1].1, places[0].1);
    (in_order && jumps, is_jump(ends.0, ends.1))
}

/// Starts the program, lets it work for a moment, and interrupts it.
fn interrupted(sandbox: &Sandbox, args: &str) -> Ended {
    let mut command = sandbox.command(PEN_AND_PAPER);
    command.args(words(args)).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // This end of the pipe stays open, so that the program can read from it.
    let _held_open = child.stdin.take();
    thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let stopped = ended(child);
    assert!(asked.elapsed() < Duration::from_secs(2), "{stopped:?}");
    assert_eq!(stopped.code, Some(130), "{stopped:?}");
    assert_eq!(stopped.stdout, "");
    stopped
}
